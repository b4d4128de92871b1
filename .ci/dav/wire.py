"""What friends writes on the server, line by line: a proxy records it."""

import re
from collections import Counter

from everything import everything
from friends import Scenario, card
from proxy import Proxy

# The properties of a card that an edit changes.
EDITS = {
    "phone": ["TEL"], "note": ["NOTE"], "name": ["N", "FN"], "email": ["EMAIL"], "tag": ["CATEGORIES"],
    "untag": ["CATEGORIES"]}
VERSIONS = [3, 4]


class Wire(Scenario):
    def test_only_edited_lines_are_written(self):
        names = [f"{edit}{version}" for edit in [*EDITS, "there", "nobody"] for version in VERSIONS]
        for name in names:
            self.server.put(f"{name}.vcf", everything(name, f"{name[-1]}.0", self.server.refused_lines))
        with Proxy(self.server) as proxy:
            friends = self.friends(proxy)
            friends.sync()
            assert sorted(friends.people()) == sorted(names)
            assert not proxy.writes(), proxy.writes()
            edited = {}
            for name in names:
                if edit(friends, name, name[:-1]):
                    edited[f"{name}.vcf"] = EDITS[name[:-1]]
            for version in VERSIONS:
                name = f"there{version}.vcf"
                before = self.server.get(name)
                self.server.put(name, before.replace(b"grace@navy.example", b"grace@ship.example"))
                assert self.server.get(name) != before
            friends.sync()
            expect_edits(proxy, edited)
            people = friends.people()
            for version in VERSIONS:
                assert "grace@ship.example" in [line["value"] for line in people[f"there{version}"]["lines"]]
            expect_objections(proxy, edited)
            start = len(proxy.exchanges)
            self.expect_quiet(friends)
            expect_edits(proxy, {}, start)

    def test_folded_lines_on_the_wire(self):
        """A line that is folded before its colon is not a part of the note before it."""
        text = "EMAIL;TYPE=INTERNET;TYPE=WORK;X-SERVICE=" + "example" * 5
        self.server.put("email.vcf", card("email", "Ada", "NOTE:old", f"{text}\r\n :ada@example.org", "TEL:555 0001"))
        self.server.put("tags.vcf", card("tags", "Bob", "NOTE:old", "CATEGORIES:one,two,three,four", "TEL:555 0002"))
        with Proxy(self.server) as proxy:
            friends = self.friends(proxy)
            friends.sync()
            values = {line["value"] for line in friends.people()["email"]["lines"]}
            assert values == {"old", "ada@example.org"}, values
            friends.edit("email", "--phone", "555 9999")
            friends.edit("tags", "--line", "tag=five")
            friends.sync()
            expect_edits(proxy, {"email.vcf": ["TEL"], "tags.vcf": ["CATEGORIES"]})
            friends.edit("tags", "--line", "tag=six")
            friends.edit("email", "--last-name", "Lovelace")
            start = len(proxy.exchanges)
            friends.sync()
            expect_edits(proxy, {"email.vcf": ["N", "FN"], "tags.vcf": ["CATEGORIES"]}, start)
            self.expect_quiet(friends)

    def test_a_group_on_the_wire(self):
        group = ["X-ADDRESSBOOKSERVER-KIND:group", *(f"X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:{id}" for id in ("ada", "bob"))]
        self.server.put("ada.vcf", card("ada", "Ada", "TEL:555 0001"))
        self.server.put("bob.vcf", card("bob", "Bob", "TEL:555 0002", "CATEGORIES:work"))
        self.server.put("g.vcf", card("g", "Family", *group))
        with Proxy(self.server) as proxy:
            friends = self.friends(proxy)
            friends.sync()
            assert tags(friends) == {"ada": ["Family"], "bob": ["Family", "work"]}
            friends.edit("ada", "--phone", "555 0003")
            friends.edit("bob", "--phone", "555 0004")
            friends.sync()
            expect_edits(proxy, {"ada.vcf": ["TEL"], "bob.vcf": ["TEL"]})
            for exchange in proxy.writes():
                assert b"X-FRIENDS-GROUP" not in exchange.body and b"Family" not in exchange.body, exchange.body
            self.server.put("g.vcf", card("g", "Family", *group[:1], *group[2:]))
            before = self.server.cards()
            start = len(proxy.exchanges)
            friends.sync()
            assert tags(friends) == {"ada": [], "bob": ["Family", "work"]}
            self.expect_quiet(friends)
            expect_edits(proxy, {}, start)
            assert self.server.cards() == before


def edit(friends, id, kind):
    """Edits one part of a person."""
    match kind:
        case "phone":
            friends.edit(id, "--phone", "555 9999")
        case "note":
            friends.edit_line(id, "note", "picoseconds, too; \\ and\nall of them")
        case "name":
            friends.edit(id, "--last-name", "Murray Hopper")
        case "email":
            friends.edit_line(id, "email", "admiral@navy.example")
        case "tag":
            friends.edit(id, "--line", "tag=new")
        case "untag":
            friends.edit(id, "--remove-line", "tag=navy")
        case _:
            return False
    return True


def tags(friends):
    people = friends.people().items()
    return {id: sorted(line["value"] for line in person.get("lines", []) if line["kind"] == "tag") for id, person in people}


def lines(card):
    return re.sub(rb"\r?\n[ \t]", b"", card).replace(b"\r\n", b"\n").strip().split(b"\n")


def expect_lines(before, after, properties):
    """Each property has one line that differs, and all other lines are the same ones, in their order."""
    rows = [lines(before), lines(after)]
    changed = [list((Counter(rows[side]) - Counter(rows[1 - side])).elements()) for side in (0, 1)]
    for side in (0, 1):
        names = sorted(re.split(rb"[;:]", row)[0].rsplit(b".", 1)[-1].decode() for row in changed[side])
        assert names == sorted(properties), f"{names} instead of {properties}: {changed}"
    kept = [[row for row in rows[side] if row not in changed[side]] for side in (0, 1)]
    assert kept[0] == kept[1], f"another order: {kept}"


def rewrites(proxy, start=0):
    """The cards that are written and were there: their names, what the server has given last, and what is written."""
    last = {}
    for number, exchange in enumerate(proxy.exchanges):
        if exchange.method == "PUT" and exchange.name in last and number >= start:
            # Some servers give a card in two versions.
            version = re.search(rb"(?i)^VERSION:.*?$", exchange.body, re.MULTILINE)
            given = last[exchange.name][1]
            same = [card for card in given if version and version[0].strip() in card]
            yield exchange.name, (same or given)[-1], exchange.body
        assert not (exchange.method == "PUT" and exchange.headers["If-Match"]) or exchange.name in last, exchange
        for name, (tag, card) in exchange.cards().items():
            given = last[name][1] if name in last and last[name][0] == tag else []
            last[name] = tag, [*given, card]


def expect_edits(proxy, edited, start=0):
    """Nothing is written but the edited lines of the edited cards."""
    writes = [(exchange.method, exchange.name) for exchange in proxy.exchanges[start:] if exchange.is_write]
    assert sorted(writes) == sorted(("PUT", name) for name in edited), writes
    for name, before, after in rewrites(proxy, start):
        expect_lines(before, after, edited[name])


def expect_objections(proxy, edited):
    """The comparison notices each line that is changed, lost, new or in another place."""
    name, before, after = next(rewrites(proxy))
    expect_lines(before, after, edited[name])
    rows = lines(after)
    damaged = {
        "changed": [*rows[:-2], rows[-2] + b"x", rows[-1]], "lost": [*rows[:-2], rows[-1]],
        "new": [*rows[:-1], b"X-NEW:1", rows[-1]], "twice": [*rows[:-1], *rows[-2:]],
        "moved": [rows[0], rows[-2], *rows[1:-2], rows[-1]]}
    for what, rows in damaged.items():
        try:
            expect_lines(before, b"\r\n".join(rows), edited[name])
        except AssertionError:
            continue
        raise AssertionError(f"a line that is {what} is not noticed")
