"""What becomes of people on both sides of a synchronisation, with a real server."""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import time


class Friends:
    """A program with files of its own."""

    def __init__(self, program, folder, server):
        self.program, self.server, self.folder = program, server, pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        password = self.folder / "password"
        password.write_text("secret\n")
        password.chmod(0o600)
        arguments = ["--user", "ada", "--password-file", str(password)] if server.has_password else []
        self.run("account", "add", server.url, "--name", "book", *arguments)

    def environment(self):
        kinds = ("CONFIG", "DATA", "STATE", "CACHE")
        folders = {f"XDG_{kind}_HOME": str(self.folder / kind.lower()) for kind in kinds}
        return {**os.environ, "HOME": str(self.folder), **folders}

    def run(self, *arguments, status=0):
        result = subprocess.run(
            [self.program, *arguments], env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=300)
        assert result.returncode == status, (arguments, result.returncode, result.stdout, result.stderr)
        return result.stdout + result.stderr

    def start(self, *arguments):
        return subprocess.Popen(
            [self.program, *arguments], env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def sync(self, *arguments, status=0):
        return self.run("sync", *arguments, status=status)

    def people(self):
        text = self.run("list", "--json")
        return {friend["id"]: friend for friend in json.loads(text)}

    def add(self, id, first, *others):
        friend = {"id": id, "firstname": first, "lastname": "", "phonenumber": ""}
        lines = [{"id": f"l{n}", "kind": kind, "value": value} for n, (kind, value) in enumerate(others)]
        path = self.folder / "new.json"
        path.write_text(json.dumps([{**friend, **({"lines": lines} if lines else {})}]))
        self.run("import", "--format", "json", str(path))

    def edit(self, id, *arguments):
        self.run("edit", id, *arguments)

    def remove(self, id):
        self.run("delete", id)


def card(id, first, *rows, version="3.0"):
    rows = ["BEGIN:VCARD", f"VERSION:{version}", f"UID:{id}", f"N:;{first};;;", f"FN:{first}", *rows, "END:VCARD", ""]
    return "\r\n".join(rows).encode()


def wait_for(condition, seconds=60):
    """Waits until something is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.2)


def unfolded(card):
    return sorted(re.sub(rb"\r?\n[ \t]", b"", card).replace(b"\r\n", b"\n").strip().split(b"\n"))


class Scenarios:
    """Each method whose name begins with `test` is a scenario with an empty list and an empty address book."""

    def __init__(self, program, folder, server):
        self.program, self.folder, self.server = program, pathlib.Path(folder), server
        self.count = 0

    def friends(self):
        self.count += 1
        return Friends(self.program, self.folder / f"friends{self.count}", self.server)

    def expect_quiet(self, friends):
        """A further synchronisation has nothing to do, and writes nothing."""
        before, cards = friends.people(), self.server.cards()
        for arguments in ([], ["--compare"]):
            text = friends.sync(*arguments)
            assert "nothing changed" in text, text
        assert friends.people() == before
        assert self.server.cards() == cards

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

    def test_groups_and_strange_cards(self):
        self.server.put("ada.vcf", card("ada", "Ada"))
        self.server.put("g.vcf", card("g", "Family", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:ada"))
        before = self.server.get("g.vcf")
        friends = self.friends()
        text = friends.sync()
        assert "1 group" in text, text
        assert sorted(friends.people()) == ["ada"]
        friends.edit("ada", "--phone", "555 0001")
        friends.sync()
        assert self.server.get("g.vcf") == before
        self.expect_quiet(friends)

    def test_a_photo_of_3_megabytes(self):
        photo = base64.b64encode(os.urandom(3 << 20)).decode()
        self.server.put("ada.vcf", card("ada", "Ada", f"PHOTO;ENCODING=b;TYPE=JPEG:{photo}"))
        friends = self.friends()
        friends.sync()
        friends.edit("ada", "--phone", "555 0001")
        friends.sync()
        assert photo.encode() in re.sub(rb"\r?\n[ \t]", b"", self.server.get("ada.vcf"))
        self.expect_quiet(friends)

    def test_names_of_all_kinds(self):
        names = ["a b.vcf", "é.vcf", "it's.vcf", "a+b.vcf", "a@b.vcf", "a&b.vcf"]
        for number, name in enumerate(names):
            self.server.put(name, card(f"id{number}", f"Name {number}"))
        friends = self.friends()
        friends.sync()
        assert len(friends.people()) == len(names)
        for number in range(len(names)):
            friends.edit(f"id{number}", "--phone", f"555 000{number}")
        friends.sync()
        for number, name in enumerate(names):
            assert f"555 000{number}".encode() in self.server.get(name), name
        self.expect_quiet(friends)

    def test_texts_with_commas_and_semicolons(self):
        friends = self.friends()
        texts = [
            ("website", "https://e.example/?a=1,2;b=3"), ("note", "a, b; c\\d\n\"e\""), ("nickname", "Ada, Countess"),
            ("title", "Count, ess"), ("organization", "Engines; Ltd, Co"), ("tag", "a b"), ("email", "a@example.org")]
        friends.add("ada", "Lovelace, Ada", *texts)
        friends.sync()
        self.expect_quiet(friends)
        assert [(line["kind"], line["value"]) for line in friends.people()["ada"]["lines"]] == texts
        # Another list gets them from the server.
        others = self.friends()
        others.sync()
        assert sorted(line["value"] for line in others.people()["ada"]["lines"]) == sorted(text for _, text in texts)
        assert others.people()["ada"]["firstname"] == "Lovelace, Ada"

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

    def test_a_new_address_book(self):
        friends = self.friends()
        arguments = ["--user", "ada", "--password-file", str(friends.folder / "password")]
        url = f"http://127.0.0.1:{self.server.port}{self.server.home}"
        text = friends.run(
            "account", "add", url, "--name", "new", "--create", "Work & Play",
            *(arguments if self.server.has_password else []))
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


def names():
    """The names of all scenarios."""
    return [name for name in dir(Scenarios) if name.startswith("test")]
