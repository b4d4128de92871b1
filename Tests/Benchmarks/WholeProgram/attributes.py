"""Attributes of a cell: bits, foreground, background, and how SGR sequences change them."""

BLANK = (0, None, None)


def changed_attribute(attribute, parameters):
    """The attribute after `CSI parameters m`."""
    bits, foreground, background = attribute
    parts = parameters.split(";") if parameters else ["0"]
    while parts:
        part = parts.pop(0)
        if ":" in part:
            kind, *rest = part.split(":")
            if kind == "38":
                foreground = tuple(rest)
            elif kind == "48":
                background = tuple(rest)
            elif kind == "4":
                bits = bits & ~(1 << 4) if rest[:1] == ["0"] else bits | 1 << 4
            continue
        code = int(part) if part.isdigit() else 0
        if code == 0:
            bits, foreground, background = BLANK
        elif code <= 9:
            bits |= 1 << code
        elif code == 21:
            bits |= 1 << 4
        elif code == 22:
            bits &= ~(1 << 1 | 1 << 2)
        elif 23 <= code <= 29:
            bits &= ~(1 << (code - 20))
        elif 30 <= code <= 37 or 90 <= code <= 97:
            foreground = code
        elif 40 <= code <= 47 or 100 <= code <= 107:
            background = code - 10
        elif code == 39:
            foreground = None
        elif code == 49:
            background = None
        elif code in (38, 48):
            length = 2 if parts[:1] == ["5"] else 4
            colour, parts = tuple(parts[:length]), parts[length:]
            if code == 38:
                foreground = colour
            else:
                background = colour
    return bits, foreground, background
