"""Stores friends on the server at an address, and compares their vCards with what vobject reads in them."""

import base64
import json
import random
import sys
import urllib.request

import vobject

ADDRESS = sys.argv[1]
SEED = 20261123
COUNT = 500

NAMES = ["Ada", "Åse", "王", "e\u0301", "👩‍👩‍👧‍👦", "a,b", "c;d", "back\\slash", "\\n", "x y", "n:m", "=41"]
WORDS = [*NAMES, "long " * 30 + "end"]
# The types that vobject has to find for a label. Other labels have a text of their own.
TYPES = {"": [], "home": ["home"], "work": ["work"], "mobile": ["cell"], "home fax": ["home", "fax"]}
LABELS = [*TYPES, "Freundin", "work home", "a, b; c"]


def word(numbers, words=WORDS):
    return " ".join(numbers.choice(words) for _ in range(numbers.randint(1, 3)))


def line(numbers):
    kind = numbers.choice(["phone", "email", "address", "birthday", "organization", "tag", "note", "website"])
    value = {
        "phone": f"+1 555 {numbers.randint(1000, 9999)}, ext. 7",
        "email": f"a{numbers.randint(0, 999)}@b.example",
        "address": word(numbers),
        "birthday": f"19{numbers.randint(10, 99)}-12-10",
        "organization": word(numbers),
        "tag": word(numbers).replace(",", " "),
        "note": word(numbers) + "\n\n" + word(numbers),
        # vobject splits addresses at commas, which are no separators there.
        "website": f"https://example.org/?{numbers.randint(0, 999)};x",
    }[kind]
    return {"kind": kind, "label": numbers.choice(LABELS) if kind in ("phone", "email", "address") else "", "value": value}


def friend(numbers, index):
    return {
        "id": f"id-{index:04}",
        "firstname": word(numbers, NAMES),
        "lastname": numbers.choice(["", word(numbers, NAMES)]),
        "phonenumber": numbers.choice(["", "+44 20 7946 0001"]),
        "lines": [line(numbers) for _ in range(numbers.randint(0, 8))],
    }


def request(path, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    if data:
        headers["Content-Type"] = "application/json"
    with urllib.request.urlopen(urllib.request.Request(ADDRESS + path, data, headers)) as response:
        return response.read()


def found(card):
    """The texts of a card, as vobject reads them."""
    labels = {item.group: item.value for item in card.contents.get("x-ablabel", [])}

    def label(item):
        if item.group in labels:
            return labels[item.group]
        return [value for value in item.params.get("TYPE", [])]

    structured = card.n.value
    return {
        "id": card.uid.value,
        "names": (structured.given, structured.family),
        "phone": [(label(item), item.value) for item in card.contents.get("tel", [])],
        "email": [(label(item), item.value) for item in card.contents.get("email", [])],
        "address": [(label(item), item.value.street) for item in card.contents.get("adr", [])],
        "birthday": [item.value for item in card.contents.get("bday", [])],
        "organization": [item.value for item in card.contents.get("org", [])],
        "tag": [value for item in card.contents.get("categories", []) for value in item.value],
        "note": [item.value for item in card.contents.get("note", [])],
        "website": [item.value for item in card.contents.get("url", [])],
    }


def expected(friend):
    """The same texts, as they were stored."""
    values = {kind: [] for kind in ("phone", "email", "address", "birthday", "organization", "tag", "note", "website")}
    if friend["phonenumber"]:
        values["phone"].append(([], friend["phonenumber"]))
    for item in friend["lines"]:
        kind, label, value = item["kind"], item["label"], item["value"]
        if kind in ("phone", "email", "address"):
            # Fax is a type of phones only.
            is_type = label in TYPES and (kind == "phone" or label in ("", "home", "work"))
            values[kind].append((TYPES[label] if is_type else label, value))
        else:
            values[kind].append([value] if kind == "organization" else value)
    return {"id": friend["id"], "names": (friend["firstname"].strip(), friend["lastname"].strip()), **values}


def main():
    numbers = random.Random(SEED)
    friends = {}
    for index in range(COUNT):
        new = friend(numbers, index)
        friends[new["id"]] = expected(new)
        request("/friends", new)
    text = request("/friends", Accept="text/vcard;version=3.0").decode()
    cards = list(vobject.readComponents(text))
    differences = 0
    for card in cards:
        is_read = found(card)
        wanted = friends.pop(is_read["id"])
        for key, value in wanted.items():
            if is_read[key] != value:
                differences += 1
                print(f"{wanted['id']} {key}: {is_read[key]!r} is not {value!r}", file=sys.stderr)
    for name in friends:
        differences += 1
        print(f"{name}: no card", file=sys.stderr)
    # What vobject writes is the same friend for us, too.
    for card in cards[:20]:
        rest = base64.b64encode(card.serialize().encode()).decode()
        whole = json.loads(request(f"/friends/{card.uid.value}"))
        body = json.dumps({"rest": rest}).encode()
        headers = {"Content-Type": "application/merge-patch+json", "If-Match": f'"{whole["version"]}"'}
        with urllib.request.urlopen(
            urllib.request.Request(f"{ADDRESS}/friends/{whole['id']}", body, headers, method="PATCH")
        ):
            pass
        again = next(vobject.readComponents(request(f"/friends/{whole['id']}", Accept="text/vcard").decode()))
        if found(again) != found(card):
            differences += 1
            print(f"{whole['id']} differs after vobject has written it", file=sys.stderr)
    print(f"{len(cards)} cards, {differences} differences")
    sys.exit(1 if differences or len(cards) != COUNT else 0)


main()
