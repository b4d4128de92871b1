"""Runs the sessions of all cases, round by round.

Round I of one program and round I of another one run next to each other, so that their ratio says
something on a machine that is not always equally fast.
"""

import gc
import os
import sys
import time
from pathlib import Path

import measures
from processes import machine_busy, own_cpu, tree_peak_memory, wait_for_quiet_machine
from scenario import Service
from session import NANOSECONDS, Session


def run(cases, options):
    """The result of each session."""
    gc.collect()
    gc.freeze()
    gc.disable()
    if options.realtime:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    results = []
    for round_number in range(max(_rounds(case, options) for case in cases)):
        order = [case for case in cases if round_number < _rounds(case, options)]
        if round_number % 2:
            order.reverse()  # whoever is always second would meet another machine
        for case in order:
            result = _least_disturbed(case, options, round_number)
            results.append(result)
            if not options.quiet:
                ready = result["start"]["ready_ms"]
                said = "did not start" if ready is None else f"ready after {ready:.1f} ms"
                print(f"round {round_number + 1} {case.label}: {said}", file=sys.stderr)
        gc.collect()
    return results


def _rounds(case, options):
    if options.rounds:
        return min(options.rounds, case.spec.get("max_rounds", options.rounds))
    return case.spec.get("rounds", 8)


def _least_disturbed(case, options, round_number):
    """The first session that other programs leave enough of the machine, or the best of those that were tried."""
    best = None
    for _ in range(options.retries + 1):
        wait_for_quiet_machine(options.wait_quiet, options.maximum_others)
        result = _run_session(case, options, round_number)
        if best is None or (result["others"] or 0) < (best["others"] or 0):
            best = result
        if (best["others"] or 0) <= options.maximum_others:
            break
    return best


def _run_session(case, options, round_number):
    size = tuple(map(int, (options.size or case.spec.get("size", "80x24")).split("x")))
    term = options.term or case.spec.get("term", "xterm-256color")
    result = {"program": case.name, "n": case.n, "round": round_number, "phases": {}}
    with case.home() as home:
        service = Service(case, home)
        try:
            (busy, stolen), own, start = machine_busy(), own_cpu(), time.monotonic()
            session = Session(case.arguments, size, term, None, home, options.realtime)
            try:
                _measure(session, case, options, round_number, result)
            except BaseException:
                session.kill()
                raise
            wall = time.monotonic() - start
            busy_after, stolen_after = machine_busy()
            others = max(0.0, (busy_after - busy - (own_cpu() - own)) / wall)
        finally:
            service.close()
    # The machine counts in ticks of 10 ms, which say nothing about a very short session.
    result["others"] = others if wall > 0.25 and "service" not in case.spec else None
    result["stolen"] = (stolen_after - stolen) / wall
    result["queries"] = session.queries
    result["ignored_sequences"] = session.parser.ignored
    if options.dump:
        path = Path(options.dump) / f"{case.name}-{case.n}-{round_number}.raw"
        path.write_bytes(b"".join(data for _, data in session.reads))
    return result


def _measure(session, case, options, round_number, result):
    spec = case.spec
    if spec.get("kind") == "batch":
        return _measure_batch(session, spec, result)
    result["start"] = measures.wait_until_ready(
        session, case.ready, case.loaded, spec.get("ready_timeout_ms", 60_000))
    if result["start"]["ready_ms"] is None:
        shown = "\n".join(session.screen.lines())
        print(f"{case.label}: {case.ready} did not appear on the screen:\n{shown}", file=sys.stderr)
        result["quit"] = measures.quit(session, spec.get("quit", "q"))
        return
    result["at_ready"] = measures.resources(session)
    for name, phase in spec["phases"].items():
        if round_number >= phase.get("rounds", round_number + 1):
            continue
        measures.play(session, phase.get("before", ""))
        result["phases"][name] = measures.press(
            session, phase["keys"], phase.get("quiet_ms", spec.get("quiet_ms", 20)), phase.get("timeout_ms", 400),
            case.texts(phase.get("expect", [])))
        measures.play(session, phase.get("after", ""))
    flood = spec.get("flood")
    if flood and round_number < flood.get("rounds", round_number + 1):
        measures.play(session, flood.get("before", ""))
        result["flood"] = measures.flood(
            session, flood["keys"], flood.get("quiet_ms", 400), case.texts(flood.get("expect", [])))
    if round_number < spec.get("idle_rounds", 1):
        time.sleep(0.5)
        result["idle"] = measures.idle(session, spec.get("idle_s", 5))
    result["resources"] = measures.resources(session)
    result["quit"] = measures.quit(session, spec.get("quit", "q"))


def _measure_batch(session, spec, result):
    timeout = spec.get("timeout_ms", 300_000)
    deadline = session.start + timeout * NANOSECONDS
    peak = 0
    while session.exit_time is None and time.monotonic_ns() < deadline:
        session.read_until_quiet(5, 5, deadline)
        if session.exit_time is None:
            peak = max(peak, tree_peak_memory(session.pid))
    end = measures.wait_for_end(session, session.start, timeout)
    result["sampled_peak_kib"] = peak or None
    result["start"] = {
        "ready_ms": end["exit_ms"], "settled_ms": end["exit_ms"], "loaded_ms": None,
        "first_byte_ms": (session.reads[0][0] - session.start) / NANOSECONDS if session.reads else None,
        "bytes": sum(len(data) for _, data in session.reads),
    }
    result["quit"] = end
