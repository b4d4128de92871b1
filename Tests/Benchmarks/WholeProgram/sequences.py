"""Reads the bytes that a program sends to its terminal, and changes a screen as they say."""

import codecs
import re

from attributes import BLANK, changed_attribute

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f]+)"
    r"|\x1b\[(?P<parameters>[0-?]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|\x1b\](?P<command>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b[PX^_](?P<string>.*?)\x1b\\"
    r"|\x1b(?P<designated>[ -/]+)(?P<charset>[0-~])"
    r"|\x1b(?P<escape>[0-OQ-WYZ\\`-~])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])",
    re.DOTALL,
)
# The beginning of a sequence that the next read may complete.
_PARTIAL = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_].*|[ -/]+)?\Z", re.DOTALL
)


class Parser:
    """Feeds a screen. Strings (OSC, DCS, APC, PM, SOS) are read over; `ignored` counts other unknown sequences."""

    def __init__(self, screen):
        self.screen = screen
        self.ignored = {}
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = ""

    def feed(self, data):
        """Take the bytes of one read."""
        text = self._pending + self._decoder.decode(data)
        self._pending = ""
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match:
                position = match.end()
                self._token(match)
            elif _PARTIAL.match(text, position):
                self._pending = text[position:]
                return
            else:
                position += 1  # an escape character alone

    def _token(self, match):
        kind = match.lastgroup
        if kind == "text":
            self.screen.draw(match["text"])
        elif kind == "final":
            self._control_sequence(match["parameters"], match["between"], match["final"])
        elif kind == "control":
            self._control(match["control"])
        elif kind == "escape":
            self._escape(match["escape"])
        elif kind == "charset":
            if match["designated"] in "()":
                self.screen.charsets["()".index(match["designated"])] = match["charset"]
            elif match["designated"] == "#" and match["charset"] == "8":
                self.screen.fill("E")

    def _ignore(self, sequence):
        self.ignored[sequence] = self.ignored.get(sequence, 0) + 1

    def _control(self, character):
        screen = self.screen
        if character in "\r\n\v\f\b\t":
            screen.wrap_is_pending = False
        if character == "\r":
            screen.x = 0
        elif character in "\n\v\f":
            screen.index()
        elif character == "\b":
            screen.x = max(screen.x - 1, 0)
        elif character == "\t":
            last = screen.columns - 1
            screen.x = min(min((tab for tab in screen.tabs if tab > screen.x), default=last), last)
        elif character in "\x0e\x0f":
            screen.charset = "\x0f\x0e".index(character)
        elif character == "\x07":
            screen.bells += 1

    def _escape(self, character):
        screen = self.screen
        if character == "7":
            screen.save_cursor()
        elif character == "8":
            screen.restore_cursor()
        elif character == "D":
            screen.index()
        elif character == "E":
            screen.x = 0
            screen.index()
        elif character == "M":
            screen.reverse_index()
        elif character == "H":
            screen.tabs.add(screen.x)
        elif character in "=>":
            screen.keypad_is_in_application_mode = character == "="
        elif character == "c":
            screen.reset()
        elif character != "\\":
            self._ignore("ESC " + character)

    # ---- control sequences

    def _control_sequence(self, parameters, between, final):
        private = parameters[:1] if parameters[:1] in ("?", ">", "<", "=") else ""
        parameters = parameters[len(private):]
        if between or private:
            self._private_sequence(private, parameters, between, final)
        elif final == "m":
            self.screen.attribute = changed_attribute(self.screen.attribute, parameters)
        else:
            numbers = [int(p) if p.isdigit() else 0 for p in parameters.split(";")] if parameters else []
            first, second = (numbers + [0, 0])[:2]
            if not (self._moved(final, first, second) or self._erased(final, first)
                    or self._set(final, numbers, first, second)):
                # Queries and window operations are answered elsewhere.
                if final not in "cnt":
                    self._ignore("CSI " + final)

    def _private_sequence(self, private, parameters, between, final):
        screen = self.screen
        if private == "?" and not between and final in "hl":
            for number in parameters.split(";"):
                if number.isdigit():
                    screen.set_private_mode(int(number), final == "h")
        elif between == "!" and final == "p":
            screen.attribute, screen.inserts = BLANK, False
            screen.keypad_is_in_application_mode = False
            screen.top, screen.bottom = 0, screen.rows - 1
            screen.private_modes.update({1: False, 6: False, 7: True, 25: True})
        else:
            self._ignore(f"CSI {private}{between}{final}")

    def _moved(self, final, first, second):
        """Whether the sequence moves the cursor, and has done so."""
        screen, count = self.screen, max(first, 1)
        moves = {
            "A": (-count, 0), "B": (count, 0), "e": (count, 0), "C": (0, count), "a": (0, count),
            "D": (0, -count), "E": (count, -screen.columns), "F": (-count, -screen.columns),
        }
        if final in moves:
            screen.move(*moves[final])
        elif final in "Hf":
            screen.go(count - 1, max(second, 1) - 1)
        elif final in "G`":
            screen.x, screen.wrap_is_pending = min(count, screen.columns) - 1, False
        elif final == "d":
            screen.go(count - 1, screen.x)
        elif final == "I":
            for _ in range(count):
                self._control("\t")
        elif final == "Z":
            for _ in range(count):
                screen.x = max((tab for tab in screen.tabs if tab < screen.x), default=0)
        elif final == "s":
            screen.save_cursor()
        elif final == "u":
            screen.restore_cursor()
        else:
            return False
        return True

    def _erased(self, final, first):
        """Whether the sequence erases, inserts, deletes, scrolls or repeats, and has done so."""
        screen, count = self.screen, max(first, 1)
        if final in "JKL@PXM":
            screen.wrap_is_pending = False
        if final == "J":
            self._erase_rows(first)
        elif final == "K":
            screen.erase(
                screen.y, 0 if first else screen.x, screen.x + 1 if first == 1 else screen.columns)
        elif final in "LM":
            if screen.top <= screen.y <= screen.bottom:
                screen.scroll(screen.y, screen.bottom, -count if final == "L" else count)
            screen.x = 0
        elif final in "ST":
            screen.scroll(screen.top, screen.bottom, count if final == "S" else -count)
        elif final == "@":
            screen.insert_characters(count)
        elif final == "P":
            screen.delete_characters(count)
        elif final == "X":
            screen.erase(screen.y, screen.x, screen.x + count)
        elif final == "b":
            screen.repeat_last(count)
        else:
            return False
        return True

    def _erase_rows(self, which):
        screen = self.screen
        rows = range(screen.rows) if which == 2 else ()
        if which == 0:
            screen.erase(screen.y, screen.x, screen.columns)
            rows = range(screen.y + 1, screen.rows)
        elif which == 1:
            screen.erase(screen.y, 0, screen.x + 1)
            rows = range(screen.y)
        for y in rows:
            screen.erase(y, 0, screen.columns)

    def _set(self, final, numbers, first, second):
        """Whether the sequence sets margins, modes or tabs, and has done so."""
        screen = self.screen
        if final == "r":
            top, bottom = max(first, 1) - 1, min(second or screen.rows, screen.rows) - 1
            if top < bottom:
                screen.top, screen.bottom = top, bottom
                screen.go(0, 0)
        elif final in "hl":
            if 4 in numbers:
                screen.inserts = final == "h"
        elif final == "g":
            screen.tabs = set() if first == 3 else screen.tabs - {screen.x}
        else:
            return False
        return True
