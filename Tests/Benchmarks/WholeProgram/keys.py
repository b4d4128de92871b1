"""Key scripts, and the bytes that a terminal sends for each key.

A script is a list of tokens with blanks between them: Down Up PgDn PgUp Home End Left Right
Enter Esc Tab BS Del C-x M-x, 'text' for one key per letter, and *N behind any of them.
"""

import re

_PLAIN = {
    "Enter": b"\r", "Esc": b"\x1b", "Tab": b"\t", "BS": b"\x7f", "Space": b" ",
    "PgDn": b"\x1b[6~", "PgUp": b"\x1b[5~", "Del": b"\x1b[3~", "Ins": b"\x1b[2~",
}
_CURSOR = {"Up": "A", "Down": "B", "Right": "C", "Left": "D", "Home": "H", "End": "F"}
_TOKEN = re.compile(r"('(?:[^']*)'|\S+?)(?:\*(\d+))?(?:\s+|$)")


def parse_keys(script):
    """The names of the keys: "Down*2 'ab'" has Down, Down, a and b."""
    keys = []
    for token, times in _TOKEN.findall(script):
        one = list(token[1:-1]) if token.startswith("'") and len(token) > 1 else [token]
        keys += one * int(times or 1)
    return keys


def key_bytes(key, application_cursor):
    """The bytes of one key; those of arrows depend on the cursor-key mode."""
    if key in _CURSOR:
        return b"\x1b" + (b"O" if application_cursor else b"[") + _CURSOR[key].encode()
    if key in _PLAIN:
        return _PLAIN[key]
    if len(key) == 3 and key.startswith("C-"):
        return bytes([ord(key[2].upper()) & 0x1F])
    if len(key) == 3 and key.startswith("M-"):
        return b"\x1b" + key[2].encode()
    return key.encode()
