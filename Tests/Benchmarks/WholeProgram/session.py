"""One life of a program in a pseudoterminal. measures.py says what is measured in it."""

import fcntl
import os
import re
import select
import shutil
import signal
import struct
import termios
import time

from keys import key_bytes
from processes import process_tree
from screen import Screen
from sequences import Parser

NANOSECONDS = 1_000_000  # in a millisecond

_QUERY = re.compile(
    rb"\x1b\[(?P<da1>0?)c|\x1b\[>(?P<da2>0?)c|\x1b\[(?P<status>[56])n"
    rb"|\x1b\[\?(?P<mode>\d+)\$p|\x1b\[>0?(?P<version>q)|\x1b\[(?P<size>18)t"
    rb"|\x1b\](?P<colour>1[0-2]);\?(?:\x07|\x1b\\)")


class Session:
    """A program and what it writes: every read with its time, and the screen that comes of them.

    Reads get their time as they return, and are parsed when the measure is over, so that the
    emulator costs nothing in between.
    """

    # The longest wait in seconds, for a program that never stops writing or never reads.
    longest_wait = 60

    def __init__(self, arguments, size=(80, 24), term="xterm-256color", environment=None, home=None,
                 realtime=False):
        path = shutil.which(arguments[0])
        if not path:
            raise FileNotFoundError(arguments[0])
        columns, rows = size
        self.screen = Screen(columns, rows)
        self.parser = Parser(self.screen)
        self.reads = []  # time and bytes
        self.parsed = 0  # how many of them the screen shows
        self.queries = []
        self.exit_time = None
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))
        self.termios = termios.tcgetattr(self.slave)
        home = home or os.getcwd()
        variables = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LANG": "C.UTF-8", "TERM": term,
                     "HOME": home, **(environment or {})}
        self._start(path, arguments, variables, home, realtime)
        os.set_blocking(self.master, False)
        self.process = os.pidfd_open(self.pid)
        self.poll = select.poll()
        self.poll.register(self.master, select.POLLIN)
        self.poll.register(self.process, select.POLLIN)

    def _start(self, path, arguments, variables, home, realtime):
        clock, child_clock = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
                for stream in (0, 1, 2):
                    os.dup2(self.slave, stream)
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)
                os.chdir(home)
                if realtime:
                    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
                os.write(child_clock, struct.pack("2q", time.process_time_ns(), time.monotonic_ns()))
                os.execve(path, arguments, variables)
            finally:
                os._exit(127)
        os.close(child_clock)
        # What the forked Python used is not the program's.
        self.cpu_before, self.start = struct.unpack("2q", os.read(clock, 16))
        os.close(clock)

    # ---- reading and writing

    def _read(self):
        """Whether there was something to read."""
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.reads.append((time.monotonic_ns(), data))
        if b"\x1b" in data:
            for query in _QUERY.finditer(data):
                self._answer(query)
        return True

    def _answer(self, query):
        """Answer as xterm does, so that no program waits for an answer."""
        self.queries.append(query[0].decode("latin1"))
        if query["da1"] is not None:
            answer = b"\x1b[?62;22c"
        elif query["da2"] is not None:
            answer = b"\x1b[>41;354;0c"
        elif query["status"] == b"5":
            answer = b"\x1b[0n"
        elif query["status"] == b"6":
            self.parse()
            answer = b"\x1b[%d;%dR" % (self.screen.y + 1, self.screen.x + 1)
        elif query["mode"]:
            answer = b"\x1b[?%s;%d$y" % (query["mode"], 2 if query["mode"] == b"2026" else 0)
        elif query["version"]:
            answer = b"\x1bP>|measure\x1b\\"
        elif query["size"]:
            answer = b"\x1b[8;%d;%dt" % (self.screen.rows, self.screen.columns)
        else:
            answer = b"\x1b]%s;rgb:0000/0000/0000\x1b\\" % query["colour"]
        os.write(self.master, answer)

    def read_until_quiet(self, quiet, timeout, deadline=None):
        """Read until `quiet` ms pass after a read, `timeout` ms without any, or the program ends.

        With a deadline, a point in time, return at the latest then. Without one, raise TimeoutError for a program
        that never stops writing.
        """
        limit = deadline or self._limit()
        wait = timeout
        while True:
            events = self.poll.poll(wait)
            has_read = False
            for descriptor, _ in events:
                if descriptor == self.master:
                    has_read = self._read()
                else:
                    self._note_exit()
            if has_read:
                if time.monotonic_ns() >= limit:
                    if deadline:
                        return
                    raise TimeoutError("the program never stops writing")
                wait = quiet
            elif self.exit_time is not None:
                self.read_waiting()
                return
            elif not events:
                return

    def read_waiting(self):
        """Read what has arrived. Returns whether there was something."""
        before, limit = len(self.reads), self._limit()
        while self._read():
            if time.monotonic_ns() >= limit:
                raise TimeoutError("the program never stops writing")
        return len(self.reads) > before

    def _limit(self):
        return time.monotonic_ns() + int(self.longest_wait * 1000 * NANOSECONDS)

    def _note_exit(self):
        if self.exit_time is None:
            self.exit_time = time.monotonic_ns()
            self.poll.unregister(self.process)

    def send(self, key):
        """Send one key. Returns the time before it."""
        data = key_bytes(key, self.screen.private_modes.get(1))
        now = time.monotonic_ns()
        os.write(self.master, data)
        return now

    def send_all(self, data):
        """Send as fast as the program takes it, and read meanwhile."""
        self.poll.modify(self.master, select.POLLIN | select.POLLOUT)
        position, limit = 0, self._limit()
        while position < len(data) and self.exit_time is None:
            if time.monotonic_ns() >= limit:
                raise TimeoutError(f"the program has read only {position} of {len(data)} bytes")
            for descriptor, event in self.poll.poll(1000):
                if descriptor == self.process:
                    self._note_exit()
                    continue
                if event & select.POLLIN:
                    self._read()
                if event & select.POLLOUT and position < len(data):
                    try:
                        position += os.write(self.master, data[position:position + 1024])
                    except BlockingIOError:
                        pass
        self.poll.modify(self.master, select.POLLIN)

    # ---- the screen

    def parse(self, end=None):
        """Bring the screen to the last read, or to read number `end`."""
        end = len(self.reads) if end is None else end
        while self.parsed < end:
            self.parser.feed(self.reads[self.parsed][1])
            self.parsed += 1

    def parse_until(self, texts):
        """The time of the read with which all texts are on the screen, or None."""
        if self.parsed and self.shows(texts):
            return self.reads[self.parsed - 1][0]
        while self.parsed < len(self.reads):
            self.parse(self.parsed + 1)
            if self.shows(texts):
                return self.reads[self.parsed - 1][0]
        return None

    def wait_for(self, texts, deadline, quiet=20):
        """As parse_until, but waits for further reads until a point in time."""
        seen = self.parse_until(texts)
        while seen is None and time.monotonic_ns() < deadline and self.exit_time is None:
            self.read_until_quiet(quiet, 1000, deadline)
            seen = self.parse_until(texts)
        return seen

    def shows(self, texts):
        return all(self.screen.find(text) for text in texts)

    # ---- the end

    def kill(self):
        for process in reversed(process_tree(self.pid)):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def close(self):
        """Reap the process, which has ended. Returns its status, its usage and whether termios is as it was."""
        _, status, usage = os.wait4(self.pid, 0)
        self.read_waiting()
        self.parse()
        is_restored = termios.tcgetattr(self.slave) == self.termios
        for descriptor in (self.master, self.slave, self.process):
            os.close(descriptor)
        return os.waitstatus_to_exitcode(status), usage, is_restored
