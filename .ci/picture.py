"""Plays a session of friends in tmux and draws it as an animated SVG: picture.py PROGRAM OUTPUT"""
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

COLUMNS, ROWS = 80, 18

# What is typed, and how long each screen after it is shown, in seconds. Words are typed key by key; names of keys are tmux's.
SESSION = [
    ([], 1.5),
    (["a"], 0.9),
    (list("Ada"), 0.12),
    (["Tab"], 0.3),
    (list("Lovelace"), 0.09),
    (["Tab"], 0.3),
    (list("+44 20 7946 0001"), 0.07),
    (["Enter"], 2.0),
    (["/"], 0.6),
    (list("asa"), 0.5),
    (["Enter"], 0.9),
    (["e"], 0.7),
    (["Tab", "Tab"], 0.3),
    (["BSpace", "BSpace", "7", "7"], 0.25),
    (["Enter"], 1.8),
    (["Escape"], 0.9),
    (["j", "j"], 0.5),
    (["Space", "Space", "Space"], 0.5),
    (["d"], 2.0),
    (["u"], 2.2),
    (["?"], 2.5),
    (["Escape"], 1.2),
]
NAMES = {"BSpace": "⌫", "Space": "Space", "Escape": "Esc", " ": "Space"}

CELL_WIDTH, CELL_HEIGHT, MARGIN, TITLE_HEIGHT = 8.4, 18, 12, 30
BACKGROUND, FOREGROUND = "#16181d", "#d5d8de"
COLORS = ["#16181d", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d5d8de"]


@dataclass(frozen=True)
class Frame:
    rows: tuple[str, ...]
    """The rows with their escape sequences, as tmux prints them."""
    cursor: tuple[int, int] | None
    key: str
    seconds: float


class Terminal:
    """friends in a tmux of its own, without the settings of the user."""

    def __init__(self, program, directory):
        self.tmux = ["tmux", "-S", f"{directory}/tmux", "-f", "/dev/null"]
        environment = f"env --ignore-environment HOME={directory} LANG=C.UTF-8 TERM=tmux-256color"
        self.run("new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), f"{environment} {program} --demo")

    def run(self, *arguments):
        return subprocess.run([*self.tmux, *arguments], check=True, capture_output=True, text=True).stdout

    def screen(self, before):
        """The rows and the position of the cursor, once they differ from those before and stay the same.

        A key that changes nothing is waited for in vain for a second.
        """
        start, last = time.monotonic(), None
        while (elapsed := time.monotonic() - start) < 5:
            rows = tuple(self.run("capture-pane", "-p", "-e", "-N").split("\n")[:ROWS])
            x, y, visible = map(int, self.run("display", "-p", "#{cursor_x} #{cursor_y} #{cursor_flag}").split())
            now = rows, (x, y) if visible else None
            if now == last and any(rows) and (now != before or elapsed > 1):
                return now
            last = now
            time.sleep(0.1)
        raise SystemExit("The screen does not come to rest.")

    def close(self):
        subprocess.run([*self.tmux, "kill-server"], check=False)


def record(program):
    """The frames of the session."""
    frames, screen = [], None
    with tempfile.TemporaryDirectory() as directory:
        terminal = Terminal(program, directory)
        try:
            for keys, seconds in SESSION:
                for key in keys or [None]:
                    if key is not None:
                        terminal.run("send-keys", *(["-l"] if len(key) == 1 else []), key)
                    screen = terminal.screen(screen)
                    frames.append(Frame(*screen, NAMES.get(key, key or ""), seconds))
        finally:
            terminal.close()
    return frames


def draw_row(text):
    """A row as SVG, from the left edge. Each word has its own position, so that columns stay straight in every font."""
    console, column, shapes = Console(), 0, []
    for part, style, _ in text.render(console):
        width = cell_len(part)
        classes = [name for name in ("bold", "dim", "italic", "underline") if style and getattr(style, name)]
        color = style.color.number if style and style.color and style.color.number is not None else None
        if style and style.reverse:
            fill = COLORS[color % 8] if color is not None else FOREGROUND
            shapes.append(f'<rect x="{column * CELL_WIDTH:.1f}" width="{width * CELL_WIDTH:.1f}" height="{CELL_HEIGHT}" fill="{fill}"/>')
            classes.append("reverse")
        elif color is not None:
            classes.append(f"color{color % 8}")
        attribute = f' class="{" ".join(classes)}"' if classes else ""
        for word in re.finditer(r"\S+(?: \S+)*", part):
            start = column + cell_len(part[: word.start()])
            shapes.append(
                f'<text x="{start * CELL_WIDTH:.1f}" y="13" textLength="{cell_len(word[0]) * CELL_WIDTH:.1f}"{attribute}>'
                f"{escape(word[0])}</text>"
            )
        column += width
    return "".join(shapes)


def draw(frames):
    """The SVG: the frames stand beside each other, and a window moves over them."""
    width = COLUMNS * CELL_WIDTH + 2 * MARGIN
    height = ROWS * CELL_HEIGHT + TITLE_HEIGHT + MARGIN
    total = sum(frame.seconds for frame in frames)
    rows, strip, steps, elapsed = {}, [], [], 0.0
    for index, frame in enumerate(frames):
        x = index * width
        shapes = []
        # Styles continue over the ends of lines, so that all rows are decoded together.
        for number, row in enumerate(Text.from_ansi("\n".join(frame.rows)).split("\n", allow_blank=True)):
            if shape := draw_row(row):
                name = rows.setdefault(shape, f"r{len(rows)}")
                shapes.append(f'<use href="#{name}" x="{MARGIN}" y="{TITLE_HEIGHT + number * CELL_HEIGHT}"/>')
        if frame.cursor:
            left, top = MARGIN + frame.cursor[0] * CELL_WIDTH, TITLE_HEIGHT + frame.cursor[1] * CELL_HEIGHT
            shapes.append(f'<rect class="cursor" x="{left:.1f}" y="{top}" width="{CELL_WIDTH}" height="{CELL_HEIGHT}"/>')
        if frame.key:
            shapes.append(f'<text class="key" x="{width / 2:.1f}" y="20">{escape(frame.key)}</text>')
        strip.append(f'<g transform="translate({x:.1f})">{"".join(shapes)}</g>')
        steps.append(f"{elapsed / total * 100:.2f}%{{transform:translateX({-x:.1f}px)}}")
        elapsed += frame.seconds
    colors = "".join(f".color{number}{{fill:{color}}}" for number, color in enumerate(COLORS))
    lines = "\n".join(f'<g id="{name}">{shape}</g>' for shape, name in rows.items())
    frames_text = "\n".join(strip)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img">
<title>A session of friends: add a friend, find another one as you type, edit it in place, delete three and undo</title>
<style>
text{{font:14px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:{FOREGROUND};white-space:pre}}
.bold{{font-weight:bold}}.dim{{opacity:.6}}.italic{{font-style:italic}}.underline{{text-decoration:underline}}
{colors}.reverse{{fill:{BACKGROUND}}}.cursor{{fill:{FOREGROUND};opacity:.4}}.key{{fill:#8b919c;text-anchor:middle}}
#strip{{animation:play {total:.2f}s step-end infinite}}
@keyframes play{{{"".join(steps)}}}
@media (prefers-reduced-motion:reduce){{#strip{{animation:none}}}}
</style>
<defs>
{lines}
</defs>
<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>
<g fill="#3a3f4a"><circle cx="18" cy="15" r="5"/><circle cx="36" cy="15" r="5"/><circle cx="54" cy="15" r="5"/></g>
<g id="strip">
{frames_text}
</g>
</svg>
"""


def main():
    program, output = sys.argv[1:]
    Path(output).write_text(draw(record(program)))


main()
