"""What is measured in a session. Times are in milliseconds.

ready    from just before execve() in the child to the read after which every `ready` text is on the
         emulated screen; `loaded` is the same for the `loaded` texts
key      from writing a key to the last byte of the output that it caused. The output is over when
         nothing comes for quiet_ms, which do not count. Output after that, but before the next key,
         still belongs to its key, and is counted in `late`
flood    from writing the first of all keys to the last byte
memory   the peak resident size of the process tree; `private` is what no other process shares.
         A batch program is sampled while it runs
idle     CPU time and voluntary context switches of all threads
quit     from the last quit key to the end of the process. Then termios and the modes of the
         terminal have to be as before
"""

import time

from keys import key_bytes, parse_keys
from processes import process_tree, tree_activity, tree_peak_memory, tree_private_memory
from session import NANOSECONDS


def wait_until_ready(session, ready, loaded=(), timeout=60_000, settle=150):
    """Wait for the first screen, and for the whole list when `loaded` has texts."""
    deadline = session.start + timeout * NANOSECONDS

    def since_start(moment):
        return None if moment is None else (moment - session.start) / NANOSECONDS

    ready_time = session.wait_for(ready, deadline)
    loaded_time = session.wait_for(loaded, deadline) if loaded and ready_time else None
    session.read_until_quiet(settle, settle)
    session.parse()
    times = [moment for moment, _ in session.reads]
    return {
        "ready_ms": since_start(ready_time), "loaded_ms": since_start(loaded_time),
        "first_byte_ms": since_start(times[0] if times else None),
        "settled_ms": since_start(times[-1] if times else None),
        "bytes": sum(len(data) for _, data in session.reads),
    }


def press(session, script, quiet=20, timeout=400, expect=(), expect_timeout=30_000):
    """Press keys one by one. `expect` has to be on the screen after the last one, and not before."""
    presses = []  # time, first read, end of reads
    late = 0
    session.read_waiting()
    session.parse()
    for key in parse_keys(script):
        if session.read_waiting() and presses:
            presses[-1][2] = len(session.reads)
            late += 1
        first = len(session.reads)
        sent = session.send(key)
        session.read_until_quiet(quiet, timeout)
        presses.append([sent, first, len(session.reads)])
        if session.exit_time is not None:
            break
    result = {"late": late, "keys": len(presses)}
    if expect:
        result |= _expected(session, presses[-1], expect, expect_timeout, quiet)
    result |= _answers(session, presses, counts_unchanged=not expect)
    session.parse()
    return result


def _expected(session, last_press, expect, timeout, quiet):
    sent, first, _ = last_press
    session.parse(first)
    was_there = session.shows(expect)
    seen = session.wait_for(expect, time.monotonic_ns() + timeout * NANOSECONDS, quiet)
    last_press[2] = len(session.reads)
    return {
        "expected": seen is not None,
        "expect_ms": (seen - sent) / NANOSECONDS if seen and not was_there else None,
    }


def _answers(session, presses, counts_unchanged):
    result = {"first_ms": [], "last_ms": [], "bytes": [], "reads": [], "silent": 0, "unchanged": 0}
    before = session.screen.snapshot() if counts_unchanged else None
    for sent, first, end in presses:
        reads = session.reads[first:end]
        if reads:
            result["first_ms"].append((reads[0][0] - sent) / NANOSECONDS)
            result["last_ms"].append((reads[-1][0] - sent) / NANOSECONDS)
        else:
            result["silent"] += 1
        result["bytes"].append(sum(len(data) for _, data in reads))
        result["reads"].append(len(reads))
        if counts_unchanged:
            session.parse(end)
            after = session.screen.snapshot()
            result["unchanged"] += after == before
            before = after
    result["worst_ms"] = max(result["last_ms"], default=None)
    return result


def play(session, script, quiet=40):
    """Press keys without measuring."""
    for key in parse_keys(script):
        session.send(key)
        session.read_until_quiet(quiet, 200)
    session.parse()


def flood(session, script, quiet=400, expect=()):
    """Press keys all at once."""
    keys = parse_keys(script)
    mode = session.screen.private_modes.get(1)
    session.read_waiting()
    first = len(session.reads)
    sent = time.monotonic_ns()
    session.send_all(b"".join(key_bytes(key, mode) for key in keys))
    written = time.monotonic_ns()
    session.read_until_quiet(quiet, 2000)
    reads = session.reads[first:]
    session.parse()
    return {
        "keys": len(keys), "write_ms": (written - sent) / NANOSECONDS,
        "settle_ms": (reads[-1][0] - sent) / NANOSECONDS if reads else None,
        "bytes": sum(len(data) for _, data in reads), "reads": len(reads),
        "expected": session.shows(expect) if expect else None,
    }


def idle(session, seconds):
    session.read_waiting()
    first = len(session.reads)
    cpu, voluntary, involuntary, _ = tree_activity(session.pid)
    time.sleep(seconds)
    session.read_waiting()
    cpu_after, voluntary_after, involuntary_after, threads = tree_activity(session.pid)
    return {
        "seconds": seconds, "cpu_ms": (cpu_after - cpu) / NANOSECONDS,
        "wakeups": voluntary_after - voluntary, "preemptions": involuntary_after - involuntary,
        "threads": threads, "bytes": sum(len(data) for _, data in session.reads[first:]),
    }


def resources(session):
    cpu, _, _, threads = tree_activity(session.pid)
    return {
        "peak_kib": tree_peak_memory(session.pid), "private_kib": tree_private_memory(session.pid),
        "threads": threads, "processes": len(process_tree(session.pid)),
        "cpu_ms": (cpu - session.cpu_before) / NANOSECONDS,
    }


def quit(session, script, timeout=3000):
    """Press the keys that end the program."""
    keys = parse_keys(script)
    sent = time.monotonic_ns()
    for index, key in enumerate(keys):
        sent = session.send(key)
        if index < len(keys) - 1:
            session.read_until_quiet(40, 200)
    return wait_for_end(session, sent, timeout)


def wait_for_end(session, since, timeout=3000):
    """Wait for the end of the program, or kill it, and look at what it left behind."""
    deadline = time.monotonic_ns() + timeout * NANOSECONDS
    while session.exit_time is None and time.monotonic_ns() < deadline:
        session.read_until_quiet(20, 100, deadline)
    timed_out = session.exit_time is None
    if timed_out:
        session.kill()
    status, usage, is_restored = session.close()
    return {
        "timed_out": timed_out, "status": status,
        "exit_ms": None if timed_out else (session.exit_time - since) / NANOSECONDS,
        "termios_restored": is_restored, "left_behind": session.screen.leftovers(),
        "modes_used": sorted(session.screen.modes_used),
        "cpu_ms": (usage.ru_utime + usage.ru_stime) * 1000 - session.cpu_before / NANOSECONDS,
        "minor_faults": usage.ru_minflt, "major_faults": usage.ru_majflt,
    }
