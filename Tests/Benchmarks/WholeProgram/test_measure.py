#!/usr/bin/env python3
"""Checks that measure.py measures what it says, on programs that do a known thing at a known time.

    python3 Tests/Benchmarks/WholeProgram/test_measure.py        about 15 seconds
"""

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import measures
from contacts import contacts, write_contacts
from figures import check_goals, median_interval, percentile, ratios
from keys import key_bytes, parse_keys
from scenario import Case, load_scenario
from screen import Screen
from sequences import Parser
from session import NANOSECONDS, Session

MEASURE = Path(__file__).with_name("measure.py")

# A program in raw mode; what it does for a key and at the end is filled in.
PROGRAM = """
import os, sys, termios, threading, time, tty
saved = termios.tcgetattr(0)
tty.setraw(0)
def put(s): os.write(1, s.encode())
put("\\x1b[?1049h\\x1b[?25l\\x1b[H\\x1b[2J")
time.sleep({start})
put("READY")
{extra}
while True:
    keys = os.read(0, 4096).decode()
    if keys.endswith("q"): break
    {per_key}
{end}
"""
RESTORE = 'put("\\x1b[?25h\\x1b[?1049l"); termios.tcsetattr(0, termios.TCSADRAIN, saved)'


def start(start=0, extra="", per_key="pass", end=RESTORE, loaded=()):
    source = PROGRAM.format(start=start, extra=extra, per_key=per_key, end=end)
    with tempfile.TemporaryDirectory() as home:
        session = Session([sys.executable, "-I", "-S", "-c", source], home=home)
    return session, measures.wait_until_ready(session, ["READY"], loaded)


class KeysTests(unittest.TestCase):
    def test_scripts(self):
        self.assertEqual(parse_keys("Down*2 'a b' Enter"), ["Down", "Down", "a", " ", "b", "Enter"])
        self.assertEqual(parse_keys("':q!' Enter"), [":", "q", "!", "Enter"])
        self.assertEqual(parse_keys("''"), [])

    def test_bytes(self):
        for key, application, expected in [
                ("Down", False, b"\x1b[B"), ("Down", True, b"\x1bOB"), ("C-x", False, b"\x18"),
                ("M-\\", False, b"\x1b\\"), ("a", False, b"a")]:
            self.assertEqual(key_bytes(key, application), expected)


class FiguresTests(unittest.TestCase):
    def test_percentiles(self):
        values = list(range(101))
        self.assertEqual([percentile(values, percent) for percent in (50, 95, 99)], [50, 95, 99])
        self.assertEqual([percentile([], 50), percentile([3], 99)], [None, 3])

    def test_interval_holds_the_median(self):
        low, high = median_interval([1.0, 1.1, 1.2, 1.3, 5.0])
        self.assertTrue(1.0 <= low <= 1.2 <= high <= 5.0)

    @staticmethod
    def session(program, n, round_number, ready):
        return {
            "program": program, "n": n, "round": round_number, "phases": {},
            "start": {"ready_ms": ready, "loaded_ms": None, "settled_ms": ready, "first_byte_ms": ready},
            "quit": {"exit_ms": 1.0, "left_behind": [], "termios_restored": True}}

    def test_ratios_are_those_of_the_same_round(self):
        sessions = [self.session("a", 10, i, 2.0 * (i + 1)) for i in range(3)]
        sessions += [self.session("b", 10, i, 1.0 * (i + 1)) for i in range(3)]
        found = [ratio for ratio in ratios(sessions, "a", "b") if ratio["metric"] == "ready"]
        self.assertEqual([(r["median"], r["low"], r["high"]) for r in found], [(2.0, 2.0, 2.0)])

    def test_goals(self):
        sessions = [self.session("a", n, i, n / 10 * (1 + i)) for n in (10, 20) for i in range(3)]
        goals = [
            {"program": "a", "metric": "ready", "n": [10, 20], "max": 3},
            {"program": "a", "than": "a", "than_n": 10, "metric": "ready", "n": [20], "max": 2.5},
            {"program": "a", "than": "c", "metric": "ready", "n": [20], "max": 1}]
        verdicts = [verdict["verdict"] for verdict in check_goals(sessions, goals)]
        self.assertEqual(verdicts, ["met", "MISSED", "met", "not measured"])


class MeasuresTests(unittest.TestCase):
    def assert_takes(self, expected, measured):
        """Nothing is faster than it sleeps, but on a busy machine it is slower."""
        self.assertGreater(measured, expected - 5)
        self.assertLess(measured, expected + 500)

    def test_ready_waits_for_the_text(self):
        session, times = start(start=0.3)
        measures.quit(session, "q")
        self.assert_takes(300, times["ready_ms"])
        self.assertLess(times["first_byte_ms"], times["ready_ms"] - 200)

    def test_loaded_waits_for_a_later_text(self):
        session, times = start(extra='time.sleep(.2); put(" ALL")', loaded=["READY ALL"])
        measures.quit(session, "q")
        self.assert_takes(150, times["loaded_ms"] - times["ready_ms"])

    def test_key_times_and_bytes(self):
        session, _ = start(per_key='time.sleep(.03); put("x"); time.sleep(.01); put("yz")')
        # On a busy machine the program can be silent for long between its two texts.
        phase = measures.press(session, "a*10", quiet=400)
        measures.quit(session, "q")
        self.assert_takes(30, min(phase["first_ms"]))
        self.assert_takes(40, min(phase["last_ms"]))
        self.assertEqual(phase["bytes"], [3] * 10)
        self.assertEqual((phase["silent"], phase["unchanged"], phase["late"]), (0, 0, 0))

    def test_silent_and_unchanged_keys(self):
        session, _ = start(per_key='put("\\x1b[H") if keys == "h" else None')
        phase = measures.press(session, "h a h", timeout=100)
        measures.quit(session, "q")
        self.assertEqual(phase["silent"], 1)
        self.assertEqual(phase["unchanged"], 2)  # the first h moves the cursor

    def test_expected_text_may_come_after_the_quiet_time(self):
        session, _ = start(per_key='put("."); time.sleep(.2); put("found")')
        phase = measures.press(session, "a", expect=["found"])
        measures.quit(session, "q")
        self.assertTrue(phase["expected"])
        self.assert_takes(200, phase["expect_ms"])

    def test_flood(self):
        session, _ = start(
            extra="n = 0", per_key='n += len(keys); put("\\x1b[5;1H%d" % n); time.sleep(.001)')
        flood = measures.flood(session, "a*2000", expect=["2000"])
        measures.quit(session, "q")
        self.assertTrue(flood["expected"])
        self.assertEqual(flood["keys"], 2000)

    def test_idle(self):
        session, _ = start()
        quiet = measures.idle(session, 1)
        measures.quit(session, "q")
        session, _ = start(extra="def tick():\n    while True: time.sleep(.02)\n"
                                 "threading.Thread(target=tick, daemon=True).start()")
        busy = measures.idle(session, 1)
        measures.quit(session, "q")
        self.assertEqual((quiet["wakeups"], quiet["bytes"], quiet["threads"]), (0, 0, 1))
        self.assertLess(quiet["cpu_ms"], 0.2)
        self.assertTrue(20 < busy["wakeups"] < 65)
        self.assertEqual(busy["threads"], 2)

    def test_clean_end(self):
        session, _ = start()
        end = measures.quit(session, "q")
        self.assertEqual((end["status"], end["timed_out"]), (0, False))
        self.assertTrue(end["termios_restored"])
        self.assertEqual(end["left_behind"], [])

    def test_end_that_leaves_things_behind(self):
        session, _ = start(end='put("\\x1b[?1000h\\x1b[1m"); sys.exit(3)')
        end = measures.quit(session, "q")
        self.assertEqual(end["status"], 3)
        self.assertFalse(end["termios_restored"])
        self.assertEqual(
            end["left_behind"], ["alternate screen", "hidden cursor", "mouse", "colours or attributes"])

    def test_program_that_does_not_end(self):
        session, _ = start(end="time.sleep(60)")
        self.assertTrue(measures.quit(session, "q", timeout=300)["timed_out"])

    def test_queries_are_answered(self):
        session, _ = start(extra='put("\\x1b[6n"); reply = os.read(0, 99); put(repr(reply))')
        self.assertTrue(session.shows([r"b'\x1b[1;6R'"]))
        measures.quit(session, "q")


class DeadlineTests(unittest.TestCase):
    """Programs that a measurement without a deadline would wait for until someone ends it."""

    WRITES_ALL_THE_TIME = 'while True: put("x")'

    def setUp(self):
        def give_up(*_):
            self.fail("it waits without a deadline")

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, give_up))
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 10)

    def start(self, **program):
        session, _ = start(**program)
        self.addCleanup(session.close)
        self.addCleanup(session.kill)
        session.longest_wait = 0.3
        return session

    def test_program_that_never_stops_writing(self):
        session = self.start(per_key=self.WRITES_ALL_THE_TIME)
        with self.assertRaisesRegex(TimeoutError, "never stops writing"):
            measures.press(session, "a", quiet=1000)

    def test_program_that_writes_faster_than_it_is_read(self):
        session = self.start()
        session._read = lambda: True
        self.addCleanup(delattr, session, "_read")
        with self.assertRaisesRegex(TimeoutError, "never stops writing"):
            session.read_waiting()

    def test_program_that_never_reads(self):
        session = self.start(extra="time.sleep(60)")
        with self.assertRaisesRegex(TimeoutError, "of 100000 bytes"):
            measures.flood(session, "a*100000")

    def test_text_that_a_busy_program_never_shows(self):
        session = self.start(per_key=self.WRITES_ALL_THE_TIME)
        session.send("a")
        self.assertIsNone(session.wait_for(["never"], time.monotonic_ns() + 300 * NANOSECONDS, quiet=1000))

    def test_busy_program_that_does_not_end(self):
        session, _ = start(end=self.WRITES_ALL_THE_TIME)
        self.assertTrue(measures.quit(session, "q", timeout=300)["timed_out"])


class ScreenTests(unittest.TestCase):
    @staticmethod
    def lines(size, *pieces):
        screen = Screen(*size)
        parser = Parser(screen)
        for piece in pieces:
            parser.feed(piece if isinstance(piece, bytes) else piece.encode())
        return screen, [line.rstrip() for line in screen.lines()]

    def test_scroll_regions_lines_and_characters(self):
        rows = "".join(f"\x1b[{row + 1};1Hrow{row}" for row in range(5))
        scrolled = rows + "\x1b[2;4r\x1b[4;1H\n\x1b[r"  # rows 2 to 4, up by one
        self.assertEqual(self.lines((10, 5), scrolled)[1], ["row0", "row2", "row3", "", "row4"])
        changed = scrolled + "\x1b[2;1H\x1b[L\x1b[1;1Ha\x1b[4b\x1b[1;2H\x1b[2P\x1b[3;1H\x1b[2X"
        self.assertEqual(self.lines((10, 5), changed)[1], ["aaa", "", "  w2", "row3", ""])

    def test_sequences_in_pieces_and_wide_characters(self):
        text = "ab\x1b[31mä日本c".encode()
        pieces = [bytes([byte]) for byte in text]
        self.assertEqual(self.lines((6, 3), *pieces)[1][0], "abä日")  # no half of a wide character
        more = "x\x1b]0;title\x07\x1bP+q\x1b\\y"
        self.assertEqual(self.lines((6, 3), *pieces, more)[1], ["abä日", "本cxy", ""])

    def test_alternate_screen_keeps_the_main_one(self):
        screen, lines = self.lines((10, 3), "shell\x1b[?1049h\x1b[2J\x1b[Happ\x1b[?1049l$")
        self.assertEqual(lines[0], "shell$")
        self.assertEqual(screen.leftovers(), [])


class ScenarioTests(unittest.TestCase):
    TEXT = """
        [defaults]
        n = [100, 1000]
        phases.walk = { keys = "Down" }
        [program.present]
        argv = ["cat", "{data}/{n}"]
        ready = "{row:last}"
        phases.walk = {}
        [program.absent]
        argv = ["a-program-that-nobody-has"]
        [program.older]
        argv = ["{base}"]
        [[goal]]
        program = "present"
        """

    def test_programs_that_are_not_there_are_skipped_by_name(self):
        said = []
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.toml"
            path.write_text(self.TEXT)
            cases, goals = load_scenario(path, {"data": "/d"}, counts=[100], say=said.append)
        self.assertEqual([case.label for case in cases], ["present@100"])
        self.assertEqual((cases[0].arguments, cases[0].ready), (["cat", "/d/100"], ["555-0000099"]))
        self.assertEqual(cases[0].spec["phases"], {})
        self.assertEqual(said, [
            "absent is skipped: a-program-that-nobody-has is not installed", "older is skipped: --base is not given"])
        self.assertEqual(len(goals), 1)

    def test_rows_by_first_name(self):
        case = Case("x", {"argv": ["x"]}, 100, {})
        rows = sorted(contacts(100))
        self.assertEqual(case.fill("{by-first-name:0} {row:7}"), f"{rows[0][2]} 555-0000007")

    def test_a_kept_home_is_the_same_in_every_session(self):
        kept = Case("x", {"argv": ["x"], "keeps_home": True}, 0, {})
        new = Case("x", {"argv": ["x"]}, 0, {})
        for case, is_kept in [(kept, True), (new, False)]:
            with case.home() as first:
                pass
            with case.home() as second:
                self.assertEqual(first == second, is_kept)
                self.assertTrue(os.path.isdir(second))


class ContactsTests(unittest.TestCase):
    def test_they_are_the_same_on_every_machine(self):
        with tempfile.TemporaryDirectory() as folder:
            write_contacts(Path(folder), 100)
            names = sorted(path.name for path in Path(folder).iterdir())
            digest = hashlib.sha256((Path(folder) / "contacts-100.tsv").read_bytes()).hexdigest()
        self.assertEqual(digest, "540a70dade1f9404c9fd82275a01104cfb73d5942890ab938da3b476e4659a74")
        self.assertEqual(names, [
            "abook-100", "contacts-100.json", "contacts-100.tsv", "contacts-100.txt", "khard-100.conf", "mbox-100",
            "ncdu-100.json", "vcards-100"])

    def test_they_are_sorted_and_the_last_one_can_be_found(self):
        rows = contacts(1000)
        self.assertEqual(rows, sorted(rows, key=lambda row: (row[1], row[0])))
        self.assertEqual([row for row in rows if "Zzyzx" in row], [("Zoltan", "Zzyzx", "555-0000999")])


class CommandTests(unittest.TestCase):
    def test_one(self):
        source = PROGRAM.format(start=0, extra="", per_key='put(".")', end=RESTORE)
        output = subprocess.run(
            [sys.executable, MEASURE, "one", "--rounds", "1", "--quiet", "--ready", "READY", "--walk", "a*3",
             "--page", "", "--flood", "", "--", sys.executable, "-c", source],
            capture_output=True, text=True, check=True).stdout
        self.assertIn("restored", output)
        self.assertRegex(output, r"(?m)^python\S*\s.*\byes\b")


if __name__ == "__main__":
    unittest.main()
