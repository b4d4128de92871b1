"""The state of a terminal: cells, cursor, modes. sequences.py reads the bytes that change it.

It knows what ncurses and hand-written full-screen programs use: scroll regions, inserted and deleted
lines and characters, deferred autowrap, line drawing, erasing with the background colour, the
alternate screen and DEC private modes.
"""

import unicodedata

from attributes import BLANK

_LINE_DRAWING = str.maketrans(
    "`afgijklmnopqrstuvwxyz{|}~+,-.0",
    "◆▒°±␉┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·→←↑↓█",
)
# The private modes that a program has to reset before it ends.
_NAMES_OF_MODES = {
    1: "application cursor keys", 9: "X10 mouse", 1000: "mouse", 1002: "mouse drag",
    1003: "mouse motion", 1004: "focus events", 1006: "SGR mouse", 2004: "bracketed paste",
    2026: "synchronised update",
}


def character_width(character):
    """The columns of a character: 0, 1 or 2."""
    if character < "\u0300":
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class _Page:
    """The cells of the main or the alternate screen: rows of characters and rows of attributes."""

    def __init__(self, columns, rows):
        self.characters = [[" "] * columns for _ in range(rows)]
        self.attributes = [[BLANK] * columns for _ in range(rows)]


class Screen:
    def __init__(self, columns=80, rows=24):
        self.columns, self.rows = columns, rows
        self.modes_used = set()
        self.bells = 0
        self.reset()

    def reset(self):
        self._main = _Page(self.columns, self.rows)
        self._alternate = _Page(self.columns, self.rows)
        self._page = self._main
        self.x = self.y = 0
        self.wrap_is_pending = False
        self.attribute = BLANK
        self.top, self.bottom = 0, self.rows - 1
        self.private_modes = {7: True, 25: True}
        self.inserts = False
        self.keypad_is_in_application_mode = False
        self.charsets = ["B", "B"]
        self.charset = 0
        self._saved = {}
        self._last = " "
        self.tabs = set(range(0, self.columns, 8))

    # ---- what a person sees

    @property
    def is_alternate(self):
        return self._page is self._alternate

    def lines(self):
        return ["".join(row) for row in self._page.characters]

    def find(self, text):
        """Row and column of the first place of a text that is on one row, or None."""
        for y, line in enumerate(self.lines()):
            x = line.find(text)
            if x >= 0:
                return y, x
        return None

    def snapshot(self):
        """A value that is equal when everything that a person sees is."""
        return (
            tuple(map(tuple, self._page.characters)), tuple(map(tuple, self._page.attributes)),
            (self.x, self.y, self.private_modes.get(25, True)),
        )

    def leftovers(self):
        """What a program should have reset before it ended."""
        modes = self.private_modes
        checks = [
            ("alternate screen", self.is_alternate), ("hidden cursor", not modes.get(25, True)),
            ("autowrap off", not modes.get(7, True)),
            *((name, modes.get(number)) for number, name in _NAMES_OF_MODES.items()),
            ("application keypad", self.keypad_is_in_application_mode), ("insert mode", self.inserts),
            ("scroll region", (self.top, self.bottom) != (0, self.rows - 1)),
            ("colours or attributes", self.attribute != BLANK),
            ("line-drawing charset", self.charset or self.charsets[0] == "0"),
        ]
        return [name for name, is_left in checks if is_left]

    # ---- drawing

    def draw(self, text):
        self._last = text[-1]
        if self.charsets[self.charset] == "0":
            text = text.translate(_LINE_DRAWING)
        end = self.x + len(text)
        # Most text is plain and fits on the row.
        if text.isascii() and end < self.columns and not self.wrap_is_pending and not self.inserts:
            self._page.characters[self.y][self.x:end] = text
            self._page.attributes[self.y][self.x:end] = [self.attribute] * len(text)
            self.x = end
            return
        for character in text:
            self._draw_character(character)

    def _draw_character(self, character):
        width = character_width(character)
        if width == 0:
            x = self.x if self.wrap_is_pending else max(self.x - 1, 0)
            self._page.characters[self.y][x] += character
            return
        if self.wrap_is_pending or (width == 2 and self.x == self.columns - 1):
            self.wrap_is_pending = False
            if self.private_modes.get(7, True):
                self.x = 0
                self.index()
        x = self.x
        row, attributes = self._page.characters[self.y], self._page.attributes[self.y]
        if self.inserts:
            row[x:x], attributes[x:x] = [" "] * width, [self.attribute] * width
            del row[self.columns:], attributes[self.columns:]
        row[x], attributes[x] = character, self.attribute
        if width == 2 and x + 1 < self.columns:
            row[x + 1], attributes[x + 1] = "", self.attribute
        self.x += width
        if self.x >= self.columns:
            self.x = self.columns - 1
            self.wrap_is_pending = True

    def repeat_last(self, count):
        self.draw(self._last * count)

    def fill(self, character):
        for row in self._page.characters:
            row[:] = character * self.columns

    def _blank(self, count):
        """Blank cells, which take the background colour."""
        return [" "] * count, [(0, None, self.attribute[2])] * count

    def erase(self, y, start, end):
        start, end = max(start, 0), min(end, self.columns)
        if end > start:
            blank = self._blank(end - start)
            self._page.characters[y][start:end], self._page.attributes[y][start:end] = blank

    def insert_characters(self, count):
        count = min(count, self.columns - self.x)
        for grid, blank in zip((self._page.characters, self._page.attributes), self._blank(count)):
            grid[self.y][self.x:self.x] = blank
            del grid[self.y][self.columns:]

    def delete_characters(self, count):
        count = min(count, self.columns - self.x)
        for grid, blank in zip((self._page.characters, self._page.attributes), self._blank(count)):
            del grid[self.y][self.x:self.x + count]
            grid[self.y] += blank

    # ---- scrolling and moving

    def scroll(self, top, bottom, count):
        """Scroll rows up by `count`, or down when it is negative."""
        count = max(-(bottom - top + 1), min(bottom - top + 1, count))
        source, target = (top, bottom) if count > 0 else (bottom, top)
        for _ in range(abs(count)):
            blank = self._blank(self.columns)
            for grid, row in zip((self._page.characters, self._page.attributes), blank):
                del grid[source]
                grid.insert(target, row)

    def index(self):
        """One row down; at the bottom margin the rows scroll up."""
        if self.y == self.bottom:
            self.scroll(self.top, self.bottom, 1)
        elif self.y < self.rows - 1:
            self.y += 1

    def reverse_index(self):
        if self.y == self.top:
            self.scroll(self.top, self.bottom, -1)
        elif self.y:
            self.y -= 1

    def go(self, y, x):
        self.wrap_is_pending = False
        low, high = 0, self.rows - 1
        if self.private_modes.get(6):
            y += self.top
            low, high = self.top, self.bottom
        self.y = max(low, min(high, y))
        self.x = max(0, min(self.columns - 1, x))

    def move(self, down, right):
        self.wrap_is_pending = False
        y = self.y + down
        if down < 0:
            self.y = max(y, self.top if self.y >= self.top else 0)
        elif down > 0:
            self.y = min(y, self.bottom if self.y <= self.bottom else self.rows - 1)
        self.x = max(0, min(self.columns - 1, self.x + right))

    # ---- modes

    def save_cursor(self):
        self._saved[self.is_alternate] = (self.x, self.y, self.attribute, self.charsets[:], self.charset)

    def restore_cursor(self):
        self.x, self.y, self.attribute, charsets, self.charset = self._saved.get(
            self.is_alternate, (0, 0, BLANK, ["B", "B"], 0))
        self.charsets = charsets[:]
        self.wrap_is_pending = False

    def set_private_mode(self, number, is_on):
        if is_on:
            self.modes_used.add(number)
        self.private_modes[number] = is_on
        if number in (47, 1047, 1049) and is_on != self.is_alternate:
            self._switch_page(number, is_on)
        elif number == 1048:
            self.save_cursor() if is_on else self.restore_cursor()
        elif number == 6:
            self.go(0, 0)

    def _switch_page(self, number, to_alternate):
        if to_alternate:
            if number == 1049:
                self.save_cursor()
                self._alternate = _Page(self.columns, self.rows)
            self._page = self._alternate
        else:
            if number == 1047:
                self._alternate = _Page(self.columns, self.rows)
            self._page = self._main
            if number == 1049:
                self.restore_cursor()
