"""Other programs that synchronise with the same address book."""

import os
import re
import shutil
import subprocess

from friends import Scenario, card, unfolded
from proxy import Proxy

SETTINGS = """[general]
status_path = "FOLDER/status/"
[pair book]
a = "files"
b = "server"
collections = null
[storage files]
type = "filesystem"
path = "FOLDER/cards/"
fileext = ".vcf"
[storage server]
type = "carddav"
url = "URL"
"""


class Vdirsyncer:
    """vdirsyncer with a folder of cards."""

    def __init__(self, folder, proxy):
        self.folder, self.cards = folder, folder / "cards"
        self.cards.mkdir(parents=True)
        text = SETTINGS.replace("FOLDER", str(folder)).replace("URL", proxy.url)
        if proxy.server.has_password:
            text += 'username = "ada"\npassword = "secret"\n'
        (folder / "settings").write_text(text)
        self.run("discover")

    def run(self, *arguments):
        environment = {**os.environ, "HOME": str(self.folder), "VDIRSYNCER_CONFIG": str(self.folder / "settings")}
        result = subprocess.run(
            ["vdirsyncer", *arguments], env=environment, input="y\n" * 5, capture_output=True, text=True, timeout=120)
        assert result.returncode == 0, (arguments, result.stdout, result.stderr)

    def sync(self):
        self.run("sync")

    def edit(self, id, before, after):
        path = self.cards / f"{id}.vcf"
        text = path.read_bytes()
        assert before in text, text
        path.write_bytes(text.replace(before, after))


class Peers(Scenario):
    def test_two_lists_and_vdirsyncer(self):
        if not self.is_named or not shutil.which("vdirsyncer"):
            return
        for number, id in enumerate(["ada", "bob", "eve", "tom", "una", "zoe", "max"]):
            self.server.put(f"{id}.vcf", card(id, id.title(), f"TEL:555 000{number}", "NOTE:old", "X-PET:Rex"))
        with Proxy(self.server) as proxy:
            one, two, three = self.friends(proxy), self.friends(proxy), Vdirsyncer(self.folder / "vdirsyncer", proxy)
            self.expect_three_alike(proxy, one, two, three)
            one.edit("ada", "--phone", "555 1111")
            two.edit("bob", "--line", "email=bob@example.org")
            three.edit("eve", b"NOTE:old", b"NOTE:new\\, by hand")
            # Two parts of one person; vdirsyncer does not merge.
            one.edit("max", "--last-name", "Moritz")
            two.edit("max", "--phone", "555 2222")
            one.remove("tom")
            two.remove("una")
            (three.cards / "zoe.vcf").unlink()
            one.add("newone", "New One", ("note", "one, two; three"), ("tag", "new"))
            two.add("newtwo", "New Two", ("website", "https://e.example/?a=1,2"))
            (three.cards / "newthree.vcf").write_bytes(card("newthree", "New Three", "TEL:555 3333", "X-PET:Tom"))
            self.expect_three_alike(proxy, one, two, three)
            people = two.people()
            assert sorted(people) == ["ada", "bob", "eve", "max", "newone", "newthree", "newtwo"]
            assert people["ada"]["phonenumber"] == "555 1111" and people["newthree"]["phonenumber"] == "555 3333"
            assert people["eve"]["lines"][0]["value"] == "new, by hand"
            assert people["max"]["lastname"] == "Moritz" and people["max"]["phonenumber"] == "555 2222"
            assert "bob@example.org" in [line["value"] for line in people["bob"]["lines"]]
            for id in ("ada", "bob", "eve", "max"):
                assert b"X-PET:Rex" in self.server.get(f"{id}.vcf")

    def expect_three_alike(self, proxy, one, two, three):
        """After two rounds all have the same, and a further round writes nothing."""
        for peer in (one, three, two) * 2:
            peer.sync()
        files = {path.name: path.read_bytes() for path in three.cards.iterdir()}
        assert texts(one) == texts(two)
        assert sorted(f"{id}.vcf" for id in one.people()) == sorted(files)
        # vdirsyncer does not read back what the server makes of a card.
        for name, file in files.items():
            rows = [
                [row for row in unfolded(card) if re.match(rb"(FN|TEL|EMAIL|NOTE|URL|X-PET)\b", row)]
                for card in (file, self.server.get(name))]
            assert rows[0] == rows[1], rows
        proxy.forget()
        for peer in (one, three, two):
            peer.sync()
        assert not proxy.writes(), proxy.writes()
        assert {path.name: path.read_bytes() for path in three.cards.iterdir()} == files


def texts(friends):
    """All people without what each list has of its own."""
    keys = ("firstname", "lastname", "phonenumber")
    return {
        id: (*(person[key] for key in keys), sorted((line["kind"], line["value"]) for line in person.get("lines", [])))
        for id, person in friends.people().items()}
