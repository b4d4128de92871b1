#!/usr/bin/env python3
"""Measures commands without a screen, from exec to exit, next to other programs (Docs/Benchmarks.md).

    commands.py [--friends PATH] [--n 10000,100000] [--rounds 5]

The programs take turns. Those that are not installed are skipped by name. Python 3.11 or later, without packages.
"""

import argparse
import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import preparation
from contacts import contacts, write_contacts

# vobject reads some thousand cards a second, and nobody waits for more of them.
_VOBJECT_MAXIMUM = 10_000
_VOBJECT = "import sys, vobject\nfor card in vobject.readComponents(open(sys.argv[1])): pass"


def write_cards(path, count):
    """One file with a card of each contact, as a phone exports them."""
    with open(path, "w", newline="") as file:
        for index, (first, last, phone) in enumerate(contacts(count)):
            file.write(
                f"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{index:08x}-0000-4000-8000-000000000000\r\nN:{last};{first};;;\r\n"
                f"FN:{first} {last}\r\nTEL;TYPE=CELL:{phone}\r\nEMAIL;TYPE=HOME:x{index}@example.org\r\nEND:VCARD\r\n")


def commands(friends, count, folder):
    """The name and the arguments of each command, in the order in which they run in a round."""
    cards, database = preparation.DATA / f"cards-{count}.vcf", folder / "imported.sqlite"
    on_database = ["--database", database]
    found = [
        ("friends import", [friends, "import", cards, *on_database]),
        ("friends import, again", [friends, "import", cards, *on_database]),
        ("friends import --dry-run", [friends, "import", cards, "--dry-run", *on_database]),
        ("friends list --json", [friends, "list", "--json", *on_database]),
        ("friends export", [friends, "export", *on_database]),
        ("friends export --format json", [friends, "export", "--format", "json", *on_database]),
        ("friends duplicates", [friends, "duplicates", *on_database]),
    ]
    if shutil.which("abook"):
        for informat, infile, outformat in [
            ("vcard", cards, "abook"), ("abook", preparation.DATA / f"abook-{count}", "vcard"),
        ]:
            arguments = ["--informat", informat, "--infile", infile, "--outformat", outformat]
            found.append((
                f"abook --convert to {outformat}",
                ["abook", "--convert", *arguments, "--outfile", folder / f"converted.{outformat}"]))
    if importlib.util.find_spec("vobject") and count <= _VOBJECT_MAXIMUM:
        found.append(("vobject", [sys.executable, "-c", _VOBJECT, cards]))
    return found


def measure(arguments, environment):
    """Seconds from exec to exit, and the peak resident size in MiB."""
    with tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        process = subprocess.Popen(
            [str(argument) for argument in arguments], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        # Popen would wait as well.
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 3):
            errors.seek(0)
            sys.exit(f"commands: {arguments[0]} ended with {process.returncode}: {errors.read().decode()}")
    return seconds, usage.ru_maxrss / 1024


def measure_rounds(friends, count, rounds):
    """The seconds and sizes of each command, by name."""
    results = {}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix="friends-commands.") as name:
            folder = Path(name)
            environment = {
                "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": name, "XDG_RUNTIME_DIR": name,
            }
            for command, arguments in commands(friends, count, folder):
                results.setdefault(command, []).append(measure(arguments, environment))
    return results


def prepare(counts):
    preparation.DATA.mkdir(parents=True, exist_ok=True)
    for count in counts:
        if not (preparation.DATA / f"contacts-{count}.json").exists():
            write_contacts(preparation.DATA, count)
        write_cards(preparation.DATA / f"cards-{count}.vcf", count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--friends", metavar="PATH", help="the program (default: .build/packaged/friends)")
    parser.add_argument(
        "--n", type=lambda text: [int(number) for number in text.split(",")], default=[10_000, 100_000],
        metavar="N,N", help="numbers of contacts")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    friends = preparation.path_of_program(options.friends, preparation.RELEASE)
    prepare(options.n)
    print("| command | N | median, s | least, s | most, s | peak memory, MiB |\n|---|--:|--:|--:|--:|--:|")
    for count in options.n:
        for name, results in measure_rounds(friends, count, options.rounds).items():
            seconds = [result[0] for result in results]
            print(
                f"| {name} | {count:,} | {statistics.median(seconds):.2f} | {min(seconds):.2f} | {max(seconds):.2f} "
                f"| {max(result[1] for result in results):.0f} |")


if __name__ == "__main__":
    main()
