"""The program with a list of its own, and what the scenarios have in common."""

import json
import os
import pathlib
import re
import subprocess
import time


class Friends:
    """A program with files of its own."""

    def __init__(self, program, folder, server, url=None):
        self.program, self.server, self.folder = program, server, pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        password = self.folder / "password"
        password.write_text("secret\n")
        password.chmod(0o600)
        self.run("account", "add", url or server.url, "--name", "book", *self.account())

    def account(self):
        """The options of an account on the server."""
        password = ["--user", "ada", "--password-file", str(self.folder / "password")] if self.server.has_password else []
        authority = ["--ca-file", str(self.server.authority)] if self.server.authority else []
        return [*password, *authority]

    def environment(self):
        kinds = ("CONFIG", "DATA", "STATE", "CACHE")
        folders = {f"XDG_{kind}_HOME": str(self.folder / kind.lower()) for kind in kinds}
        return {**os.environ, "HOME": str(self.folder), **folders}

    def run(self, *arguments, status=0, text=""):
        """Gives what it prints. The status None is any one."""
        result = subprocess.run(
            [self.program, *arguments], env=self.environment(), input=text, capture_output=True, text=True, timeout=300)
        assert status in (None, result.returncode), (arguments, result.returncode, result.stdout, result.stderr)
        return result.stdout + result.stderr

    def start(self, *arguments):
        return subprocess.Popen(
            [self.program, *arguments], env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def sync(self, *arguments, status=0):
        return self.run("sync", *arguments, status=status)

    def sync_until_done(self):
        """Synchronises until it ends with 0."""
        for _ in range(4):
            result = subprocess.run(
                [self.program, "sync"], env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
            if result.returncode == 0:
                return
        self.sync()

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

    def edit_line(self, id, kind, value):
        """Gives the first line of a kind that has no label, or the first of all, another value."""
        lines = self.people()[id]["lines"]
        min((line for line in lines if line["kind"] == kind), key=lambda line: "label" in line)["value"] = value
        self.run("edit", id, "-", text=json.dumps({"lines": lines}))

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


class Scenario:
    """Each method whose name begins with `test` is a scenario with an empty list and an empty address book."""

    def __init__(self, program, folder, server, is_named=False):
        self.program, self.folder, self.server = program, pathlib.Path(folder), server
        # Whether the scenario was named, so that it may take minutes.
        self.is_named = is_named
        self.count = 0

    def friends(self, proxy=None):
        self.count += 1
        url = proxy.url if proxy else None
        return Friends(self.program, self.folder / f"friends{self.count}", self.server, url)

    def expect_quiet(self, friends):
        """A further synchronisation has nothing to do, and writes nothing."""
        before, cards = friends.people(), self.server.cards()
        for arguments in ([], ["--compare"]):
            text = friends.sync(*arguments)
            assert "nothing changed" in text, text
        assert friends.people() == before
        assert self.server.cards() == cards
