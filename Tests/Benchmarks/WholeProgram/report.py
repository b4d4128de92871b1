"""Prints what was measured as tables."""

import sys

_HEAD = [
    "program", "N", "ready", "loaded", "start B", "walk p50", "p95", "p99", "max", "B/key", "page p50", "p99", "B/key",
    "search", "flood", "MiB", "private", "threads", "idle ms", "wakes", "quit", "restored", "others",
]
_LEGEND = """\
Times in ms. search: from the last key to the result, or the slowest key when the result shows before
the last one (filters). ! the expected text did not appear. others: processors that other programs used."""


def print_report(document, out=sys.stdout):
    lines = [_HEAD, *(_line(row) for row in document["summary"])]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for first, *rest in lines:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:]))]
        print("  ".join(cells), file=out)
    print(_LEGEND, file=out)
    for row in document["summary"]:
        left = ([] if row["termios_restored"] else ["changed termios"]) + row["left_behind"]
        if left:
            print(f"{row['program']}@{row['n']} left behind: {', '.join(left)}", file=out)
        for name, phase in row["phases"].items():
            if name not in ("walk", "page", "search"):
                print(f"{row['program']}@{row['n']} {name}: {_result(phase)} ms", file=out)
    _print_goals(document["goals"], out)
    _print_ratios(document["ratios"], out)


def _line(row):
    walk, page, search = (row["phases"].get(name, {}) for name in ("walk", "page", "search"))
    flood, idle = row.get("flood", {}), row.get("idle", {})
    is_clean = row["termios_restored"] and not row["left_behind"]
    return [
        row["program"], str(row["n"]), _text(row["ready_ms"]), _text(row["loaded_ms"]), _text(row["start_bytes"], 0),
        _text(walk.get("p50_ms"), 2), _text(walk.get("p95_ms"), 2), _text(walk.get("p99_ms"), 2),
        _text(walk.get("max_ms")), _text(walk.get("bytes_per_key"), 0),
        _text(page.get("p50_ms"), 2), _text(page.get("p99_ms"), 2), _text(page.get("bytes_per_key"), 0),
        _result(search), _text(flood.get("settle_ms"), 0) + _mark(flood),
        _mebibytes(row.get("peak_kib")), _mebibytes(row.get("private_kib")), _text(row.get("threads")),
        _text(idle.get("cpu_ms"), 2), _text(idle.get("wakeups"), 0), _text(row["exit_ms"]),
        "yes" if is_clean else "NO", _text(row["others"], 2),
    ]


def _result(phase):
    expected = phase.get("expect_ms")
    return _text(phase.get("worst_ms") if expected is None else expected, 2) + _mark(phase)


def _mark(result):
    return "" if result.get("expected", True) else "!"


def _mebibytes(kibibytes):
    return _text(kibibytes / 1024) if kibibytes else "-"


def _text(value, digits=1):
    if value is None:
        return "-"
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)


def _print_goals(goals, out):
    if goals:
        print("\ngoals", file=out)
    for goal in goals:
        interval = f" [{goal['low']:.2f}, {goal['high']:.2f}]" if "low" in goal else ""
        print(f"  {goal['verdict']:<12} {goal['goal']:<36} N={goal['n']:<7} "
              f"{_text(goal.get('value'), 2)}{interval} <= {goal['max']}", file=out)


def _print_ratios(ratios, out):
    if ratios:
        print("\nratios of the same rounds: median [95 % interval]", file=out)
    for ratio in ratios:
        pair = f"{ratio['program']}/{ratio['than']}"
        print(f"  {pair:<24} N={ratio['n']:<7} {ratio['metric']:<16} {ratio['median']:7.2f}  "
              f"[{ratio['low']:.2f}, {ratio['high']:.2f}]  ({ratio['rounds']} rounds)", file=out)
