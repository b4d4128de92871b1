"""Address books that are new, emptied, gone or not to be written, and servers that do not answer."""

import json

from friends import Scenario, card


class Books(Scenario):
    def test_an_emptied_book(self):
        for number in range(12):
            self.server.put(f"id{number}.vcf", card(f"id{number}", f"Name {number}"))
        friends = self.friends()
        friends.sync()
        for number in range(12):
            self.server.delete(f"id{number}.vcf")
        text = friends.sync(status=1)
        assert "--allow-deletions" in text and len(friends.people()) == 12
        friends.sync("--allow-deletions")
        assert not friends.people()
        assert len(json.loads(friends.run("list", "--deleted", "--json"))) == 12

    def test_a_new_address_book(self):
        friends = self.friends()
        url = self.server.url.removesuffix(self.server.book) + self.server.home
        text = friends.run("account", "add", url, "--name", "new", "--create", "Work & Play", *friends.account())
        assert "work-play" in text, text
        friends.add("ada", "Ada")
        friends.sync("--account", "new")
        assert not self.server.cards()
        assert "1 card" in friends.run("account", "test", "new")

    def test_a_wrong_password(self):
        if not self.server.has_password:
            return
        friends = self.friends()
        friends.add("ada", "Ada")
        friends.sync()
        (friends.folder / "password").write_text("wrong\n")
        text = friends.sync(status=1)
        assert "does not accept" in text, text
        (friends.folder / "password").write_text("secret\n")
        self.expect_quiet(friends)

    def test_a_server_that_is_away(self):
        friends = self.friends()
        friends.add("ada", "Ada")
        friends.sync()
        friends.edit("ada", "--phone", "555 0001")
        self.server.stop()
        friends.sync(status=6)
        self.server.start()
        friends.sync()
        assert b"555 0001" in self.server.get("ada.vcf")
        self.expect_quiet(friends)
