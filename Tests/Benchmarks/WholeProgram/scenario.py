"""Scenario files: which programs are measured, with which keys, and the goals.

    [program.NAME]
    argv = [...]       the program; skipped by name when it is not installed
    ready = TEXT       on the screen when it can be used, one text or a list
    loaded = TEXT      on the screen when everything has come, unless that is the same
    quit = KEYS        how it ends (q)
    n = [...]          with how many contacts
    rounds, max_rounds how many sessions; --rounds goes before `rounds`
    phases.NAME        keys, with expect, before, after, quiet_ms, timeout_ms; {} takes one of [defaults] away
    flood              keys that are sent at once
    service            a server that it needs, on {port}
    keeps_home         whether all sessions have one home directory
    kind = "batch"     a program without a screen, which runs to its end

In texts, {row:I} is the phone number of row I, {row:last} that of the last one and {row:flood} that
of the row that 2,000 keys lead to; {by-first-name:I} is row I of the list sorted by first name.
"""

import atexit
import fnmatch
import functools
import re
import shutil
import socket
import subprocess
import tempfile
import time
import tomllib

from contacts import PHONE, contacts

_PLACEHOLDER = re.compile(r"\{([a-z-]+)(?::(\w+))?\}")


@functools.cache
def _phones_by_first_name(count):
    return [phone for _, _, phone in sorted(contacts(count), key=lambda row: (row[0], row[1], row[2]))]


class Case:
    """One program with one number of contacts."""

    def __init__(self, name, spec, n, values):
        self.name, self.spec, self.n = name, spec, n
        self._values = {"n": str(n), **values}
        if "service" in spec:
            # The same in all sessions: a client keeps what it knows of a server by its address.
            self._values["port"] = str(_free_port())
        self.arguments = [self.fill(argument) for argument in spec["argv"]]
        self.ready = self.texts(spec.get("ready", []))
        self.loaded = self.texts(spec.get("loaded", []))
        self._home = None

    @property
    def label(self):
        return f"{self.name}@{self.n}" if self.n else self.name

    @property
    def reason_to_skip(self):
        """Why it cannot be measured here, or None."""
        missing = _PLACEHOLDER.fullmatch(self.arguments[0])
        if missing:
            return f"--{missing[1]} is not given"
        return None if shutil.which(self.arguments[0]) else f"{self.arguments[0]} is not installed"

    def fill(self, text):
        def value(match):
            name, argument = match.groups()
            last = max(self.n - 1, 0)
            if name == "row":
                row = {"last": last, "flood": min(2000, last)}.get(argument)
                return PHONE.format(int(argument) if row is None else row)
            if name == "by-first-name":
                return _phones_by_first_name(self.n)[int(argument)]
            return self._values.get(name, match[0])
        return _PLACEHOLDER.sub(value, text)

    def texts(self, value):
        return [self.fill(text) for text in ([value] if isinstance(value, str) else value)]

    def home(self):
        """A home directory for one session: a new one, unless the scenario says that it is kept."""
        if not self.spec.get("keeps_home"):
            return tempfile.TemporaryDirectory()
        if self._home is None:
            self._home = _KeptDirectory()
        return self._home


class _KeptDirectory:
    """A temporary directory that stays after a `with` statement, until the program ends."""

    def __init__(self):
        self._directory = tempfile.TemporaryDirectory()
        atexit.register(self._directory.cleanup)

    def __enter__(self):
        return self._directory.name

    def __exit__(self, *_):
        pass


class Service:
    """The server of a case, while a session runs."""

    def __init__(self, case, home):
        self._process = None
        arguments = case.spec.get("service")
        if not arguments:
            return
        self._process = subprocess.Popen(
            [case.fill(argument) for argument in arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": home})
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", int(case.fill("{port}"))), 0.2).close()
                return
            except OSError:
                time.sleep(0.02)
        self.close()
        raise RuntimeError(f"The server of {case.label} does not listen")

    def close(self):
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def load_scenario(path, values, only=(), counts=None, say=print):
    """The cases and the goals of one file.

    `values` are the paths that it may name. `only` has patterns of program names, `counts` the
    numbers of contacts. `say` is told which programs are skipped, and why.
    """
    with open(path, "rb") as file:
        document = tomllib.load(file)
    defaults = document.get("defaults", {})
    values = {**values, "here": str(path.resolve().parent)}
    cases = []
    for name, spec in document.get("program", {}).items():
        if only and not any(fnmatch.fnmatch(name, pattern) for pattern in only):
            continue
        spec = _merged(defaults, spec)
        wanted = [n for n in spec["n"] if counts is None or n == 0 or n in counts]
        new = [Case(name, spec, n, values) for n in wanted]
        reason = new[0].reason_to_skip if new else None
        if reason:
            say(f"{name} is skipped: {reason}")
        else:
            cases += new
    return cases, document.get("goal", [])


def _merged(defaults, spec):
    phases = {**defaults.get("phases", {}), **spec.get("phases", {})}
    return {"n": [0], **defaults, **spec, "phases": {name: phase for name, phase in phases.items() if phase}}
