"""What becomes of people who are changed on one side or on both."""

import shutil

from friends import Scenario, card, unfolded, wait_for


class Editing(Scenario):
    def test_a_full_list_and_an_empty_book(self):
        friends = self.friends()
        friends.add("ada", "Ada", ("email", "ada@example.org"), ("note", "one, two; three\nfour"))
        friends.add("bob", "Bob", ("address", "1 Main St; X, City"))
        friends.sync()
        assert sorted(self.server.cards()) == ["ada.vcf", "bob.vcf"]
        self.expect_quiet(friends)

    def test_an_empty_list_and_a_full_book(self):
        self.server.put("ada.vcf", card("ada", "Ada", "TEL;TYPE=CELL:555 0001", "X-PET:Rex"))
        friends = self.friends()
        friends.sync()
        assert friends.people()["ada"]["phonenumber"] == "555 0001"
        self.expect_quiet(friends)
        path = friends.folder / "out.vcf"
        friends.run("export", str(path))
        assert unfolded(path.read_bytes()) == unfolded(self.server.get("ada.vcf"))

    def test_both_have_the_same_people(self):
        self.server.put("ada.vcf", card("ada", "Ada", "TEL:555 0001"))
        friends = self.friends()
        friends.add("ada", "Ada", ("email", "ada@example.org"))
        friends.sync()
        person = friends.people()["ada"]
        assert person["phonenumber"] == "555 0001" and person["lines"][0]["value"] == "ada@example.org"
        assert b"ada@example.org" in self.server.get("ada.vcf")
        self.expect_quiet(friends)

    def test_edits_on_both_sides(self):
        self.server.put("ada.vcf", card("ada", "Ada", "TEL;TYPE=CELL:555 0001", "X-PET:Rex", "NOTE:old"))
        friends = self.friends()
        friends.sync()
        before = unfolded(self.server.get("ada.vcf"))
        friends.edit("ada", "--phone", "555 0009")
        friends.sync()
        # Only the line that was edited differs.
        after = unfolded(self.server.get("ada.vcf"))
        assert after == sorted(row.replace(b"555 0001", b"555 0009") for row in before), after
        self.server.put("ada.vcf", self.server.get("ada.vcf").replace(b"NOTE:old", b"NOTE:new"))
        friends.sync()
        assert friends.people()["ada"]["lines"][0]["value"] == "new"
        self.expect_quiet(friends)
        # Different parts of one person.
        self.server.put("ada.vcf", self.server.get("ada.vcf").replace(b"NOTE:new", b"NOTE:there"))
        friends.edit("ada", "--phone", "555 0010")
        friends.sync()
        person = friends.people()["ada"]
        assert person["phonenumber"] == "555 0010" and person["lines"][0]["value"] == "there"
        assert b"NOTE:there" in self.server.get("ada.vcf") and b"555 0010" in self.server.get("ada.vcf")
        # The same part.
        self.server.put("ada.vcf", self.server.get("ada.vcf").replace(b"555 0010", b"555 0020"))
        friends.edit("ada", "--phone", "555 0030")
        text = friends.sync()
        assert "changed on both sides" in text, text
        person = friends.people()["ada"]
        assert person["phonenumber"] == "555 0020" and "555 0030" in [line["value"] for line in person["lines"]]
        assert b"555 0030" in self.server.get("ada.vcf")
        self.expect_quiet(friends)

    def test_deletions(self):
        for id in ("ada", "bob", "eve", "tom", "una"):
            self.server.put(f"{id}.vcf", card(id, id.title(), "X-PET:Rex"))
        friends = self.friends()
        friends.sync()
        friends.remove("ada")
        self.server.delete("bob.vcf")
        friends.remove("eve")
        self.server.delete("eve.vcf")
        # A change wins over a deletion.
        friends.remove("tom")
        self.server.put("tom.vcf", card("tom", "Tom", "NOTE:alive"))
        self.server.delete("una.vcf")
        friends.edit("una", "--phone", "555 0001")
        friends.sync()
        assert sorted(friends.people()) == ["tom", "una"]
        assert sorted(self.server.cards()) == ["tom.vcf", "una.vcf"]
        assert b"X-PET:Rex" in self.server.get("una.vcf")
        self.expect_quiet(friends)
        friends.run("restore", "ada")
        friends.sync()
        assert b"X-PET:Rex" in self.server.get("ada.vcf")
        self.expect_quiet(friends)

    def test_two_lists_and_a_lost_state(self):
        one, two = self.friends(), self.friends()
        one.add("ada", "Ada", ("note", "one"))
        one.sync()
        two.sync()
        two.edit("ada", "--phone", "555 0001")
        one.edit("ada", "--last-name", "Lovelace")
        one.sync()
        two.sync()
        one.sync()
        for friends in (one, two):
            person = friends.people()["ada"]
            assert person["lastname"] == "Lovelace" and person["phonenumber"] == "555 0001"
        shutil.rmtree(one.folder / "data" / "friends" / "sync")
        two.remove("ada")
        two.sync()
        # Nobody is deleted without a state.
        one.sync()
        assert sorted(one.people()) == ["ada"] and sorted(self.server.cards()) == ["ada.vcf"]
        two.sync()
        assert sorted(two.people()) == ["ada"]
        self.expect_quiet(one)
        self.expect_quiet(two)

    def test_a_watch(self):
        friends = self.friends()
        watch = friends.start("sync", "--watch")
        try:
            friends.add("ada", "Ada")
            wait_for(lambda: "ada.vcf" in self.server.cards())
            friends.edit("ada", "--phone", "555 0001")
            wait_for(lambda: b"555 0001" in self.server.get("ada.vcf"))
        finally:
            watch.terminate()
            assert watch.wait(30) == -15
