#!/usr/bin/env python3
"""Measures whole programs in a pseudoterminal, from the outside (Docs/Benchmarks.md).

    measure.py run [--only NAME] [--n 100,1000]     all programs of friends.toml and peers.toml
    measure.py one --ready TEXT -- COMMAND...       any other program
    measure.py table FILE...                        saved results

Python 3.11 or later, without packages. The exit status of `run` is 1 when a goal is missed.
"""

import argparse
import json
import os
import platform
import sys
import time
from pathlib import Path

import preparation
from figures import check_goals, ratios, summarise
from report import print_report
from runner import run
from scenario import Case, load_scenario

SCENARIOS = [preparation.FOLDER / "peers.toml", preparation.FOLDER / "friends.toml"]


def run_scenarios(options):
    values = {
        "friends": preparation.path_of_program(options.friends, preparation.RELEASE),
        "native": str(preparation.build_native()), "data": str(preparation.DATA),
    }
    if options.base:
        values["base"] = preparation.path_of_program(options.base)
    cases, goals = [], []
    for path in SCENARIOS:
        more, wanted = load_scenario(path, values, options.only, options.n, say=_warn)
        cases += more
        goals += wanted
    if not cases:
        sys.exit("measure: no program is left to measure")
    preparation.make_data(cases, options.fill_database)
    measured = {(case.name, case.n) for case in cases}
    goals = [
        {**goal, "n": [n for n in goal.get("n", sorted({case.n for case in cases}))
                       if (goal["program"], n) in measured]} for goal in goals]
    document = _document(run(cases, options), options, goals)
    _finish(document, options)
    return any(goal["verdict"] == "MISSED" for goal in document["goals"])


def run_command(options):
    phases = {"walk": {"keys": options.walk}, "page": {"keys": options.page}}
    spec = {
        "argv": options.command, "ready": options.ready, "quit": options.quit_keys, "rounds": 5,
        "phases": {name: phase for name, phase in phases.items() if phase["keys"]},
        "flood": {"keys": options.flood} if options.flood else None,
    }
    case = Case(options.name or os.path.basename(options.command[0]), spec, 0, {})
    if case.reason_to_skip:
        sys.exit(f"measure: {case.reason_to_skip}")
    _finish(_document(run([case], options), options), options)


def print_saved(options):
    for path in options.files:
        print_report(json.loads(Path(path).read_text()))


def _document(sessions, options, goals=()):
    pairs = [pair.split("/", 1) for pair in getattr(options, "ratio", [])]
    return {
        "machine": {
            "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "kernel": platform.release(),
            "processors": os.cpu_count(), "python": platform.python_version(), "load": os.getloadavg(),
        },
        "options": {name: value for name, value in vars(options).items() if name != "perform"},
        "summary": summarise(sessions), "goals": check_goals(sessions, goals),
        "ratios": [ratio for pair in pairs for ratio in ratios(sessions, *pair)],
        "sessions": sessions,
    }


def _warn(text):
    print(text, file=sys.stderr)


def _finish(document, options):
    if options.json:
        Path(options.json).write_text(json.dumps(document, default=str))
    print_report(document)


def _numbers(text):
    return [int(number) for number in text.split(",")]


def _parser():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    common = argparse.ArgumentParser(add_help=False)
    add = common.add_argument
    add("--rounds", type=int, help="sessions of each program (default: as the scenario says)")
    add("--term", help="TERM of the programs")
    add("--size", metavar="COLUMNSxROWS", help="size of the terminal (80x24)")
    add("--json", metavar="FILE", help="save everything that was measured")
    add("--dump", metavar="FOLDER", help="save what each session wrote to its terminal")
    add("--realtime", action="store_true", help="shield the programs from other load; needs root")
    add("--wait-quiet", type=float, default=0, metavar="SECONDS", help="wait for a quiet machine before each session")
    add("--maximum-others", type=float, default=0.5, metavar="CORES", help="what others may use in a session (0.5)")
    add("--retries", type=int, default=0, help="repeat a session in which others used more")
    add("--quiet", action="store_true", help="do not report each session")
    command = commands.add_parser("run", parents=[common], help="measure the programs of the scenarios")
    add = command.add_argument
    add("--only", action="append", default=[], metavar="NAME", help="this program, or a pattern; can be repeated")
    add("--n", type=_numbers, metavar="N,N", help="numbers of contacts")
    add("--ratio", action="append", default=[], metavar="A/B", help="compare two programs in every figure")
    add("--friends", metavar="PATH", help="the program (default: .build/packaged/friends)")
    add("--base", metavar="PATH", help="an earlier build of friends, to compare with")
    add("--fill-database", metavar="PATH", help="the program that makes databases (default: it is built)")
    command.set_defaults(perform=run_scenarios)
    command = commands.add_parser("one", parents=[common], help="measure one command")
    add = command.add_argument
    add("--name")
    add("--ready", action="append", required=True, metavar="TEXT", help="on the screen when it can be used")
    add("--walk", default="Down*50 Up*50", metavar="KEYS")
    add("--page", default="PgDn*3 PgUp*3 PgDn*3 PgUp*3", metavar="KEYS")
    add("--flood", default="Down*2000", metavar="KEYS")
    add("--quit", dest="quit_keys", default="q", metavar="KEYS")
    add("command", nargs="+")
    command.set_defaults(perform=run_command)
    command = commands.add_parser("table", help="print saved results")
    command.add_argument("files", nargs="+", metavar="FILE")
    command.set_defaults(perform=print_saved)
    return parser


if __name__ == "__main__":
    arguments = _parser().parse_args()
    sys.exit(arguments.perform(arguments))
