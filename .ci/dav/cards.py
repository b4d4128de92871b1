"""Cards that are large, odd or no people."""

import base64
import os
import re

from friends import Scenario, card, unfolded


class Cards(Scenario):
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

    def test_bytes_that_xml_does_not_have(self):
        """Another program has written them; the server then answers with XML that is not well-formed, or changes them."""
        texts = {
            "tab": b"\x0b", "escape": b"\x1b", "bell": b"\x07", "zero": b"\0", "noncharacter": "\ufffe".encode(),
            "replacement": "\ufffd".encode(), "latin": b"\xe5", "markup": b"a & b < c > ]]> \"d\"", "good": b"good"}
        before = {}
        for id, text in texts.items():
            status, _ = self.server.try_put(f"{id}.vcf", card(id, id, "TEL:555 0001", "NOTE:a@b").replace(b"@", text))
            if status in (200, 201, 204):
                before[id] = self.server.get(f"{id}.vcf")
        friends = self.friends()
        friends.sync()
        assert sorted(friends.people()) == sorted(before)
        for id in before:
            friends.edit(id, "--phone", "555 9999")
        friends.sync()
        failures = []
        for id, card_before in before.items():
            expected = unfolded(card_before.replace(b"555 0001", b"555 9999"))
            after = unfolded(self.server.get(f"{id}.vcf"))
            # DAViCal adds the time.
            if [row for row in after if not row.startswith(b"REV")] != [row for row in expected if not row.startswith(b"REV")]:
                failures.append(f"{id}: {after} instead of {expected}")
        assert not failures, "\n".join(failures)
        self.expect_quiet(friends)

    def test_names_of_all_kinds(self):
        names = ["a b.vcf", "é.vcf", "it's.vcf", "a+b.vcf", "a@b.vcf", "a&b.vcf"]
        names = [name for name in names if name not in self.server.refused_names]
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
        if self.server.splits_organizations:
            texts = [(kind, text.replace(";", ",") if kind == "organization" else text) for kind, text in texts]
        assert sorted(line["value"] for line in others.people()["ada"]["lines"]) == sorted(text for _, text in texts)
        assert others.people()["ada"]["firstname"] == "Lovelace, Ada"
