"""The same N contacts in the format of every program that is measured.

They are the same on every machine, sorted by last name, then first name. Contact I, counted from 0, has the phone
number 555- and I in seven digits, so that a scenario can name every row. The last one is Zoltan
Zzyzx: a search for "Zzyzx" finds one, and has to look at all of them.
"""

import json
import random

PHONE = "555-{:07d}"

_FIRST_NAMES = """Ada Alan Alice Anna Arthur Barbara Ben Carla Carol Charles Chen Clara
Dana David Dorothy Edgar Edith Elena Emil Emma Erik Farid Fatima Felix Fiona
George Grace Hana Hans Helen Hugo Igor Ines Ivan Jana Jane Jin John Jorge Julia
Karl Kate Ken Lars Laura Leo Lin Linus Lucy Maja Marie Mark Maya Mina Nadia Nils
Nora Olga Omar Oscar Paul Petra Priya Rosa Ruth Samir Sara Sean Sofia Sven Tara
Tom Uma Vera Victor Wanda Will Yara Yuki""".split()
_LAST_NAMES = """Abbott Adams Andersen Baker Becker Bell Berg Brown Carter Chen Clark
Costa Cruz Davies Diaz Dubois Duran Eriksen Evans Fischer Ford Garcia Gomez Gray
Green Haas Hansen Hill Hughes Ito Ivanov Jensen Johnson Jones Kaya Keller Kim
King Kowalski Larsen Lee Lewis Lind Lopez Martin Meyer Miller Moreau Moore Nagy
Nguyen Novak Olsen Ortiz Park Patel Perez Petrov Quinn Reed Rossi Sato Schmidt
Silva Singh Smith Suzuki Tanaka Taylor Turner Varga Vogel Walker Wang Weber
White Wilson Wong Wright Young""".split()
# khard reads one file per contact, and nobody waits for more of them.
_MAXIMUM_VCARDS = 10_000


def contacts(count):
    """First name, last name and phone number of each contact."""
    numbers = random.Random(count)
    names = [(numbers.choice(_FIRST_NAMES), numbers.choice(_LAST_NAMES)) for _ in range(count - 1)]
    names.sort(key=lambda name: (name[1], name[0]))
    names.append(("Zoltan", "Zzyzx"))
    return [(*name, PHONE.format(index)) for index, name in enumerate(names)]


def write_contacts(folder, count):
    """Write the files of all programs into a folder."""
    rows = contacts(count)
    lines = {
        f"contacts-{count}.tsv": (f"{first}\t{last}\t{phone}\n" for first, last, phone in rows),
        f"contacts-{count}.txt": (f"{first:<20}{last:<20}{phone}\n" for first, last, phone in rows),
        f"abook-{count}": _abook(rows), f"mbox-{count}": _mbox(rows),
    }
    for name, texts in lines.items():
        (folder / name).write_text("".join(texts))
    _write_json(folder / f"contacts-{count}.json", [
        {"id": f"{index + 1:08d}", "firstname": first, "lastname": last, "phonenumber": phone}
        for index, (first, last, phone) in enumerate(rows)])
    # ncdu sorts by size, the largest first.
    _write_json(folder / f"ncdu-{count}.json", [
        1, 0, {"progname": "contacts", "progver": "1", "timestamp": 0},
        [{"name": "/contacts"}] + [
            {"name": " ".join(row), "asize": size, "dsize": size}
            for row, size in zip(rows, range(4096 * (count + 1), 0, -4096))]])
    if count <= _MAXIMUM_VCARDS:
        _write_vcards(folder, rows)


def _write_json(path, value):
    path.write_text(json.dumps(value, separators=(",", ":")))


def _abook(rows):
    yield "[format]\nprogram=abook\nversion=0.6.1\n\n\n"
    for index, (first, last, phone) in enumerate(rows):
        yield f"[{index}]\nname={first} {last}\nphone={phone}\n\n"


def _mbox(rows):
    for index, (first, last, phone) in enumerate(rows):
        yield (
            f"From x@example.org Mon Jan  1 00:00:00 2024\n"
            f"Date: Mon, 1 Jan 2024 00:00:00 +0000\nFrom: {first} {last} <x{index}@example.org>\n"
            f"Message-ID: <{index}@example.org>\nStatus: RO\nSubject: {phone}\n\nbody\n\n")


def _write_vcards(folder, rows):
    cards = folder / f"vcards-{len(rows)}"
    cards.mkdir(exist_ok=True)
    for index, (first, last, phone) in enumerate(rows):
        (cards / f"{index:06d}.vcf").write_text(
            f"BEGIN:VCARD\nVERSION:3.0\nUID:uid{index:06d}\nFN:{first} {last}\nN:{last};{first};;;\n"
            f"TEL;TYPE=cell:{phone}\nEND:VCARD\n")
    (folder / f"khard-{len(rows)}.conf").write_text(
        f"[addressbooks]\n[[main]]\npath = {cards.resolve()}\n"
        "[general]\ndebug = no\ndefault_action = list\n")
