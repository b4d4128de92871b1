#!/usr/bin/env python3
"""Times synchronisations with a CardDAV server side by side with vdirsyncer: carddav.py PROGRAM [COUNT]

Both work on the same Radicale, with COUNT cards (10,000), one after the other: the first synchronisation, one without a change, one
with one change there. Prints seconds, the memory in MiB, and how long one request for the list of all cards takes.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / ".ci" / "dav"))

import servers  # noqa: E402


def card(number):
    return (
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:id-{number:05}\r\nN:Name;Person {number};;;\r\nFN:Person {number} Name\r\n"
        f"TEL;TYPE=CELL:+44 20 7946 {number:05}\r\nEMAIL;TYPE=INTERNET:person{number}@example.org\r\n"
        f"ADR;TYPE=HOME:;;{number} Main Street;London;;N1 1AA;UK\r\nNOTE:number {number}\r\nX-PET:Rex {number}\r\n"
        "END:VCARD\r\n").encode()


def timed(command, environment):
    """The seconds and the memory of a command."""
    start = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, (command, error)
    return time.monotonic() - start, usage.ru_maxrss / 1024


def main():
    program, count = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    with tempfile.TemporaryDirectory(prefix="friends-carddav.") as name:
        folder = pathlib.Path(name)
        server = servers.Radicale(folder / "server", servers.free_port())
        try:
            measure(program, count, folder, server)
        finally:
            server.stop()


def measure(program, count, folder, server):
    book = folder / "server" / "collections" / "collection-root" / "ada" / "contacts"
    for number in range(count):
        (book / f"id-{number:05}.vcf").write_bytes(card(number))
    home = folder / "home"
    (home / "cards" / "contacts").mkdir(parents=True)
    environment = {**os.environ, "HOME": str(home), **{
        f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}}
    subprocess.run(
        [program, "account", "add", server.url, "--user", "ada", "--password-command", "echo", "secret", "--name", "book"],
        env=environment, check=True, capture_output=True)
    config = home / "vdirsyncer"
    config.write_text(
        f'[general]\nstatus_path = "{home}/status/"\n[pair p]\na = "l"\nb = "r"\ncollections = ["contacts"]\n'
        f'[storage l]\ntype = "filesystem"\npath = "{home}/cards"\nfileext = ".vcf"\n'
        f'[storage r]\ntype = "carddav"\nurl = "http://127.0.0.1:{server.port}/"\nusername = "ada"\npassword = "secret"\n')
    peers = {"friends": [program, "sync"], "vdirsyncer": ["vdirsyncer", "--config", str(config), "sync"]}
    subprocess.run(
        ["vdirsyncer", "--config", str(config), "discover"], env=environment, input="y\n" * 9, text=True, check=True,
        capture_output=True)
    # The server reads each file once, and remembers it.
    subprocess.run(
        [program, "import", "--dry-run", "carddav://book"], env=environment, check=True, capture_output=True)
    start = time.monotonic()
    list_all(server)
    print(f"the list of all cards: {time.monotonic() - start:.2f} s")
    for what in ("first", "without a change", "one change there"):
        for peer, command in peers.items():
            if what == "one change there":
                server.put("id-00001.vcf", card(1).replace(b"London", f"London {time.time()}".encode()))
            seconds, memory = timed(command, environment)
            print(f"{what}: {peer} {seconds:.2f} s, {memory:.0f} MiB", flush=True)


def list_all(server):
    status, _, _ = server.request(
        "PROPFIND", server.book, '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>',
        {"Depth": "1", "Content-Type": "application/xml"})
    assert status == 207


main()
