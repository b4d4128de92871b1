"""The copy of the sources with all mutants, for .ci/mutants."""
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / ".build/mutants"
# The number of the mutant that is switched on. A file, because tests start programs with environments of their own.
SWITCH = ROOT / ".build/mutants.number"


@dataclass(frozen=True)
class Mutant:
    number: int
    module: str
    name: str
    """The protection in a few words."""
    file: Path
    line: str
    """The code with the protection, which occurs once in the file; white space around its lines does not count."""
    without: str
    """The code without it. With MUTANT in it, it is the code for both, and MUTANT says which one is meant."""
    tests: str
    """A regular expression for the identifiers of the tests to run."""


def place(mutant, text):
    """Where the line of the mutant is in the text; None when it is not there exactly once."""
    lines = [re.escape(line.strip()) for line in mutant.line.strip().splitlines()]
    matches = list(re.finditer(r"^([ \t]*)" + r"[ \t]*\n[ \t]*".join(lines) + r"[ \t]*$", text, re.MULTILINE))
    return matches[0] if len(matches) == 1 else None


def switched(mutant):
    """Code that does what the line does, or without its protection when the mutant is switched on."""
    condition = f"isMutant({mutant.number})"
    if "MUTANT" in mutant.without:
        return re.sub(r"\bMUTANT\b", condition, mutant.without).strip()
    # C needs the parentheses. A line may end with a comment.
    return f"if ({condition}) {{ {mutant.without.strip()}\n}} else {{ {mutant.line.strip()}\n}}"


def apply(mutants, text):
    """The text with all mutants, and those that do not apply."""
    outdated = []
    for mutant in mutants:
        if match := place(mutant, text):
            # The rows of a string literal need their indentation.
            code = switched(mutant).replace("\n", "\n" + match[1])
            text = text[: match.start()] + match[1] + code + text[match.end() :]
        else:
            outdated.append(mutant)
    return text, outdated


def outdated_mutants(mutants):
    """The mutants whose code is not in their file exactly once."""
    by_file = {}
    for mutant in mutants:
        by_file.setdefault(ROOT / mutant.file, []).append(mutant)
    return [m for file, group in by_file.items() for m in (apply(group, file.read_text())[1] if file.is_file() else group)]


def swift_switch():
    return f"""import Glibc

private let switchedOn: Int = {{
    guard let file = fopen("{SWITCH}", "re") else {{ return 0 }}
    defer {{ fclose(file) }}
    var digits = [CChar](repeating: 0, count: 16)
    return fgets(&digits, 15, file) == nil ? 0 : atol(digits)
}}()

func isMutant(_ number: Int) -> Bool {{ number == switchedOn }}
"""


def c_switch():
    # Before any other include, so it has to ask for the functions of GNU as the files do.
    return (
        "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdbool.h>\nstatic int switched_on; "
        "__attribute__((constructor)) static void read_switch(void) { "
        f'FILE *file = fopen("{SWITCH}", "re"); if (file == NULL) return; '
        'if (fscanf(file, "%d", &switched_on) != 1) switched_on = 0; fclose(file); } '
        "static inline bool isMutant(int number) { return number == switched_on; }\n"
    )


def copied_paths():
    """Every file of the project, also those that are not committed yet."""
    command = ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    resolved = [Path("Package.resolved")] if (ROOT / "Package.resolved").exists() else []
    return [path for name in names if name and (ROOT / (path := Path(name))).is_file()] + resolved


def write_if_changed(path, content, like=None):
    """Leaves equal files alone, so that the build does not compile them again."""
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if like:
        shutil.copymode(like, path)


def write_copy(mutants):
    """Writes the sources with all mutants. Returns those that do not apply."""
    by_file = {}
    for mutant in mutants:
        by_file.setdefault(mutant.file, []).append(mutant)
    outdated = [m for file, group in by_file.items() if not (ROOT / file).is_file() for m in group]
    written = {}
    for path in copied_paths():
        content = (ROOT / path).read_bytes()
        if path in by_file:
            text, unmatched = apply(by_file[path], content.decode())
            outdated += unmatched
            if path.suffix == ".swift":
                # The first two directories of a path are those of its target.
                written[Path(*path.parts[:2], "MutantSwitch.swift")] = swift_switch().encode()
            else:
                text = c_switch() + text
            content = text.encode()
        elif path == Path("Package.swift"):
            # Code that a mutant never reaches is a warning.
            content = replace_once(content, b"[.treatAllWarnings(as: .error)]", b"[]")
        elif path == Path("Tests/TestSupport/Waiting/Eventually.swift"):
            # Many mutants make a test wait until its deadline.
            content = replace_once(content, b"longestWait = Duration.seconds(150)", b"longestWait = Duration.seconds(15)")
        written[path] = content
    remove_all_but(written)
    for path, content in written.items():
        write_if_changed(COPY / path, content, like=ROOT / path if (ROOT / path).exists() else None)
    return outdated


def replace_once(content, old, new):
    if content.count(old) != 1:
        sys.exit(f"mutants: the sources do not have this once: {old.decode()}")
    return content.replace(old, new)


def remove_all_but(paths):
    for directory in ["Sources", "Tests"]:
        for path in (COPY / directory).rglob("*"):
            if path.is_file() and path.relative_to(COPY) not in paths:
                path.unlink()
