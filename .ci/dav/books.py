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

    def test_a_deleted_book(self):
        for number in range(12):
            self.server.put(f"id{number}.vcf", card(f"id{number}", f"Name {number}"))
        friends = self.friends()
        friends.sync()
        friends.edit("id0", "--phone", "555 0001")
        if not self.server.delete_book():
            return
        # Radicale gets a new one at that address; Cyrus makes one itself.
        for make_book in (lambda: None, getattr(self.server, "make_book", lambda: None)):
            make_book()
            assert friends.sync(status=None)
            assert len(friends.people()) == 12 and friends.people()["id0"]["phonenumber"] == "555 0001"
            assert not json.loads(friends.run("list", "--deleted", "--json"))

    def test_a_read_only_book(self):
        if not hasattr(self.server, "allow_writing"):
            return
        for id in ("ada", "bob", "eve"):
            self.server.put(f"{id}.vcf", card(id, id.title()))
        friends = self.friends()
        friends.sync()
        self.server.put("eve.vcf", card("eve", "Eve", "NOTE:there"))
        cards = self.server.cards()
        self.server.allow_writing(False)
        friends.edit("ada", "--phone", "555 0001")
        friends.remove("bob")
        friends.add("tom", "Tom")
        for _ in range(2):
            text = friends.sync(status=1)
            assert "3 changes were not sent" in text, text
            people = friends.people()
            assert sorted(people) == ["ada", "eve", "tom"] and people["ada"]["phonenumber"] == "555 0001"
            assert people["eve"]["lines"][0]["value"] == "there"
            assert self.server.cards() == cards
        assert "read only" in friends.run("account", "test", "book")
        self.server.allow_writing(True)
        friends.sync()
        assert sorted(self.server.names()) == ["ada.vcf", "eve.vcf", "tom.vcf"]
        assert b"555 0001" in self.server.get("ada.vcf")
        self.expect_quiet(friends)

    def test_an_import_of_many(self):
        count = 500 if self.is_named or not self.server.is_slow else 100
        people = [
            {"id": f"id{number}", "firstname": f"Name {number}", "lastname": "", "phonenumber": f"555 {number:04}"}
            for number in range(count)]
        friends = self.friends()
        friends.run("import", "--format", "json", "-", text=json.dumps(people))
        friends.sync()
        assert sorted(self.server.names()) == sorted(f"id{number}.vcf" for number in range(count))
        for arguments in ([], ["--compare"]):
            text = friends.sync(*arguments)
            assert "nothing changed" in text, text
        others = self.friends()
        others.sync()
        there = others.people()
        assert {id: person["phonenumber"] for id, person in there.items()} == {
            person["id"]: person["phonenumber"] for person in people}

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
