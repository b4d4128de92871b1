"""Figures of many sessions: percentiles, medians, ratios of two programs, and the verdicts about the goals."""

import random
import statistics


def percentile(values, percent):
    """A percentile, or None without values."""
    if len(values) < 2:
        return values[0] if values else None
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def median(values):
    """The median of the values that are there, or None."""
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def median_interval(values, times=2000):
    """The 95 % interval of a median, by the bootstrap. It is the same every time."""
    numbers = random.Random(1)
    medians = [statistics.median(numbers.choices(values, k=len(values))) for _ in range(times)]
    points = statistics.quantiles(medians, n=40, method="inclusive")
    return points[0], points[-1]


def metrics(session):
    """The figures of one session that a ratio or a goal can name."""
    start, end = session["start"], session["quit"]
    memory, idle, flood = session.get("resources", {}), session.get("idle", {}), session.get("flood", {})
    figures = {
        "ready": start["ready_ms"], "loaded": start["loaded_ms"], "settled": start["settled_ms"],
        "first byte": start["first_byte_ms"], "start cpu": session.get("at_ready", {}).get("cpu_ms"),
        "memory": memory.get("peak_kib"), "private": memory.get("private_kib"), "threads": memory.get("threads"),
        "flood": flood.get("settle_ms"), "flood bytes": flood.get("bytes"),
        "idle cpu": idle.get("cpu_ms"), "idle wakeups": idle.get("wakeups"), "idle bytes": idle.get("bytes"),
        "quit": end["exit_ms"], "left behind": len(end["left_behind"]) + (not end["termios_restored"]),
    }
    for name, phase in session["phases"].items():
        for percent in (50, 95, 99):
            figures[f"{name} p{percent}"] = percentile(phase["last_ms"], percent)
        figures[f"{name} bytes"] = statistics.fmean(phase["bytes"])
        figures[f"{name} reads"] = statistics.fmean(phase["reads"])
        figures[f"{name} worst"] = phase["worst_ms"]
        figures[f"{name} silent"] = phase["silent"]
        figures[f"{name} result"] = phase.get("expect_ms") or phase["worst_ms"]
    return figures


def summarise(sessions):
    """One row for each program and number of contacts."""
    groups = {}
    for session in sessions:
        groups.setdefault((session["program"], session["n"]), []).append(session)
    return [_summary(program, n, group) for (program, n), group in groups.items()]


def _summary(program, n, group):
    ends = [session["quit"] for session in group]
    row = {
        "program": program, "n": n, "rounds": len(group),
        "others": median([session["others"] for session in group]),
        "phases": {
            name: _phase_summary([session["phases"][name] for session in group if name in session["phases"]])
            for name in dict.fromkeys(name for session in group for name in session["phases"])
        },
        "exit_ms": median([end["exit_ms"] for end in ends]), "cpu_ms": median([end["cpu_ms"] for end in ends]),
        "status": sorted({end["status"] for end in ends}),
        "termios_restored": all(end["termios_restored"] for end in ends),
        "left_behind": sorted({what for end in ends for what in end["left_behind"]}),
        "modes_used": sorted({mode for end in ends for mode in end["modes_used"]}),
    }
    for key in ("ready_ms", "loaded_ms", "first_byte_ms", "settled_ms", "bytes"):
        row["start_bytes" if key == "bytes" else key] = median([session["start"][key] for session in group])
    row["start_cpu_ms"] = median([session["at_ready"]["cpu_ms"] for session in group if "at_ready" in session])
    floods = [session["flood"] for session in group if "flood" in session]
    if floods:
        row["flood"] = {key: median([flood[key] for flood in floods]) for key in ("settle_ms", "bytes", "reads")}
        row["flood"]["expected"] = all(flood["expected"] is not False for flood in floods)
    idles = [session["idle"] for session in group if "idle" in session]
    if idles:
        row["idle"] = {
            key: median([idle[key] for idle in idles]) for key in ("cpu_ms", "wakeups", "bytes", "threads")}
    used = [session["resources"] for session in group if "resources" in session]
    for key in ("peak_kib", "private_kib", "threads", "processes") if used else ():
        row[key] = max(resources[key] for resources in used)
    sampled = [session["sampled_peak_kib"] for session in group if session.get("sampled_peak_kib")]
    if sampled:
        row["peak_kib"] = max(sampled)
    return row


def _phase_summary(phases):
    last = [value for phase in phases for value in phase["last_ms"]]
    sizes = [value for phase in phases for value in phase["bytes"]]
    summary = {
        **{f"p{percent}_ms": percentile(last, percent) for percent in (50, 95, 99)},
        "max_ms": max(last, default=None),
        "first_p50_ms": percentile([value for phase in phases for value in phase["first_ms"]], 50),
        "bytes_per_key": statistics.fmean(sizes), "bytes_max": max(sizes),
        "reads_per_key": statistics.fmean(value for phase in phases for value in phase["reads"]),
        "worst_ms": median([phase["worst_ms"] for phase in phases]),
        **{key: sum(phase[key] for phase in phases) for key in ("keys", "late", "silent", "unchanged")},
    }
    if "expected" in phases[0]:
        summary["expected"] = all(phase["expected"] for phase in phases)
        summary["expect_ms"] = median([phase["expect_ms"] for phase in phases])
    return summary


def ratios(sessions, program, other, other_n=None):
    """The median of the ratios of two programs in the same rounds, with its interval, for every metric.

    A program without contacts, or the other one with `other_n` contacts, is compared with every number.
    """
    table = {(session["program"], session["n"], session["round"]): metrics(session) for session in sessions}
    series = {}
    for (name, n, round_number), figures in table.items():
        others = table.get((other, n if other_n is None else other_n, round_number)) or table.get(
            (other, 0, round_number))
        if name != program or not others:
            continue
        for metric, value in figures.items():
            if value is not None and others.get(metric):
                series.setdefault((n, metric), []).append(value / others[metric])
    results = []
    for (n, metric), values in series.items():
        low, high = median_interval(values)
        results.append({
            "program": program, "than": other, "n": n, "metric": metric, "rounds": len(values),
            "median": statistics.median(values), "low": low, "high": high})
    return sorted(results, key=lambda ratio: ratio["n"])


def check_goals(sessions, goals):
    """A verdict about each goal and number of contacts.

    A ratio misses its goal only when its whole interval does, and is unclear when the goal is
    inside of it.
    """
    verdicts = []
    for goal in goals:
        for n in goal["n"]:
            verdict = {"goal": _name(goal), "n": n, "max": goal["max"], "verdict": "not measured"}
            verdict |= _ratio_verdict(sessions, goal, n) if "than" in goal else _verdict(sessions, goal, n)
            verdicts.append(verdict)
    return verdicts


def _name(goal):
    name = f"{goal['program']} {goal['metric']}"
    if "than" not in goal:
        return name
    return f"{name} / {goal['than']}" + (f"@{goal['than_n']}" if "than_n" in goal else "")


def _ratio_verdict(sessions, goal, n):
    for ratio in ratios(sessions, goal["program"], goal["than"], goal.get("than_n")):
        if ratio["n"] == n and ratio["metric"] == goal["metric"]:
            verdict = "met" if ratio["high"] <= goal["max"] else "unclear" if ratio["low"] <= goal["max"] else "MISSED"
            return {"value": ratio["median"], "low": ratio["low"], "high": ratio["high"], "verdict": verdict}
    return {}


def _verdict(sessions, goal, n):
    value = median([
        metrics(session).get(goal["metric"]) for session in sessions
        if session["program"] == goal["program"] and session["n"] == n])
    return {} if value is None else {"value": value, "verdict": "met" if value <= goal["max"] else "MISSED"}
