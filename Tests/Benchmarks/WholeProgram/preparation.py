"""Makes what the measurement needs: the comparison programs in C, the contacts and the databases.

All of it goes into .build/whole-program of the repository, and is made again only when it is missing.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from contacts import write_contacts

FOLDER = Path(__file__).resolve().parent
REPOSITORY = FOLDER.parents[2]
BENCHMARKS = FOLDER.parent
WORK = REPOSITORY / ".build" / "whole-program"
DATA = WORK / "data"
RELEASE = REPOSITORY / ".build" / "packaged" / "friends"
BUILD_RELEASE = """\
Build the program first, as Docs/Benchmarks.md says:
    .ci/install && .ci/release
or name another one with --friends."""


def build_native():
    """Build the comparison programs. Returns their folder."""
    native = WORK / "native"
    subprocess.run(["make", "-s", "-C", FOLDER / "native", f"BIN={native}"], check=True)
    return native


def make_data(cases, fill_database=None):
    """Make the contacts and databases of the cases that are missing.

    `fill_database` is the program that makes databases; without one it is built.
    """
    DATA.mkdir(parents=True, exist_ok=True)
    for count in sorted({case.n for case in cases} - {0}):
        if not (DATA / f"contacts-{count}.json").exists():
            _say(f"{count} contacts")
            write_contacts(DATA, count)
        names = [case.name for case in cases if case.n == count]
        for program in ("friends", "base"):
            if any(name.startswith(program) for name in names):
                _fill(count, program, fill_database)


def _fill(count, name, fill_database):
    """Make the database of one program. Two of them must not share one."""
    database = DATA / f"{name}-{count}.sqlite"
    if database.exists():
        return
    _say(f"a database with {count} friends for {name}")
    unfinished = database.with_suffix(".unfinished")
    for path in DATA.glob(f"{unfinished.name}*"):
        path.unlink()
    # The order in the database is that of a locale, and the programs are measured in this one.
    subprocess.run(
        [fill_database or _built_fill_database(), unfinished, DATA / f"contacts-{count}.json"],
        env={**os.environ, "LC_ALL": "C.UTF-8"}, check=True)
    if unfinished.with_name(unfinished.name + "-wal").exists():
        sys.exit(f"measure: {unfinished} has not been closed")
    unfinished.rename(database)


def _built_fill_database():
    build = ["swift", "build", "-c", "release", "--package-path", str(BENCHMARKS)]
    subprocess.run([*build, "--product", "fill-database"], check=True, stdout=sys.stderr)
    path = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return Path(path) / "fill-database"


def path_of_program(given, default=None):
    """The absolute path of a program that was named, or of the default."""
    path = shutil.which(given) if given else shutil.which(default) if default else None
    if path:
        return os.path.abspath(path)
    sys.exit(f"measure: {given} is not a program" if given else f"measure: {default} is missing.\n{BUILD_RELEASE}")


def _say(what):
    print(f"preparing {what}", file=sys.stderr)
