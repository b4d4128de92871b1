"""CPU time, memory and wake-ups of a process and its descendants, and of the machine, from /proc."""

import os
import re
import resource
import time


def _read(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def _threads(pid):
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []


def process_tree(pid):
    """The process and its living descendants."""
    found, queue = [], [pid]
    while queue:
        process = queue.pop()
        if not os.path.exists(f"/proc/{process}"):
            continue
        found.append(process)
        for thread in _threads(process):
            queue += map(int, _read(f"/proc/{process}/task/{thread}/children").split())
    return found


def tree_activity(pid):
    """CPU nanoseconds, voluntary and involuntary switches, and the number of threads of the tree."""
    cpu = voluntary = involuntary = threads = 0
    for process in process_tree(pid):
        for thread in _threads(process):
            scheduled = _read(f"/proc/{process}/task/{thread}/schedstat").split()
            cpu += int(scheduled[0]) if scheduled else 0
            for line in _read(f"/proc/{process}/task/{thread}/status").splitlines():
                if line.startswith("voluntary"):
                    voluntary += int(line.split()[1])
                elif line.startswith("nonvoluntary"):
                    involuntary += int(line.split()[1])
            threads += 1
    return cpu, voluntary, involuntary, threads


def tree_peak_memory(pid):
    """The peak resident size in KiB, summed over the tree."""
    sizes = (re.search(r"VmHWM:\s+(\d+)", _read(f"/proc/{p}/status")) for p in process_tree(pid))
    return sum(int(size[1]) for size in sizes if size)


def tree_private_memory(pid):
    """The memory in KiB that is shared with no other process, summed over the tree."""
    texts = (_read(f"/proc/{p}/smaps_rollup") for p in process_tree(pid))
    return sum(int(size) for text in texts for size in re.findall(r"Private_\w+:\s+(\d+)", text))


def machine_busy():
    """The busy and the stolen seconds of all processors since the machine started."""
    ticks = [int(field) for field in _read("/proc/stat").split("\n", 1)[0].split()[1:]]
    per_second = os.sysconf("SC_CLK_TCK")
    return (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) / per_second, ticks[7] / per_second


def own_cpu():
    """CPU seconds of this process and of every child that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def wait_for_quiet_machine(limit, cores):
    """Wait until others use fewer than `cores`, `limit` seconds at most."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        busy, own, start = machine_busy()[0], own_cpu(), time.monotonic()
        time.sleep(0.2)
        others = machine_busy()[0] - busy - (own_cpu() - own)
        if others / (time.monotonic() - start) <= cores:
            return
