"""Measures `friends serve` with many event streams under a steady load of writes.

    python3 Tests/Benchmarks/WholeProgram/followers.py --friends .build/packaged/friends --streams 1000

Prints one JSON object: what the streams missed or got twice, the time from sending a write until a stream has it, and what the
server took. With `--tokens N` the server has so many tokens, and each stream uses another one. `--database` can be the address of a
PostgreSQL database, which must be empty; with `--nodes 2` the streams are on another node than the writes.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from lists import token_file

NAME = re.compile(rb'"firstname":"n(\d+)","id":"[^"]*","lastname":"(\d+)"')


def field(tokens: list[str], number: int) -> bytes:
    """The header field with the token of a client, if there are tokens."""
    return f"Authorization: Bearer {tokens[number % len(tokens)]}\r\n".encode() if tokens else b""


class Follower(asyncio.Protocol):
    """Reads one stream, and notes how often it has each friend and how late. 3,000 of them get 60,000 events a second, so a
    reader that looks at each line would measure itself."""

    def __init__(self, counts: list[int], delays: list[float], is_ready: asyncio.Event, own: bytes) -> None:
        self.counts, self.delays, self.is_ready, self.own = counts, delays, is_ready, own
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(b"GET /events HTTP/1.1\r\nHost: localhost\r\n" + self.own + b"\r\n")

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        lines, separator, self.rest = (self.rest + data).rpartition(b"\n")
        if not self.is_ready.is_set() and b"event: connected" in lines:
            self.is_ready.set()
        for number, sent in NAME.findall(lines):
            self.counts[int(number)] += 1
            self.delays.append((now - int(sent)) / 1e6)


async def follow_all(port: int, streams: int, writes: int, tokens: list[str]) -> None:
    """Follows until every stream has every friend, or for ten seconds after the input has ended."""
    counts = [[0] * writes for _ in range(streams)]
    delays: list[float] = []
    events = [asyncio.Event() for _ in range(streams)]
    transports = []
    for stream in range(streams):
        follower = Follower(counts[stream], delays, events[stream], field(tokens, stream))
        connection = asyncio.get_running_loop().create_connection(lambda: follower, "127.0.0.1", port)
        transports.append((await connection)[0])
        await events[stream].wait()
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    deadline = time.monotonic() + 10
    while any(0 in count for count in counts) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    # A friend that comes twice could still come.
    await asyncio.sleep(1)
    delays.sort()
    print(json.dumps({
        "missed": sum(count.count(0) for count in counts),
        "twice": sum(value > 1 for count in counts for value in count),
        "p50_ms": round(delays[len(delays) // 2], 1),
        "p99_ms": round(delays[len(delays) * 99 // 100], 1),
    }), flush=True)
    for transport in transports:
        transport.close()


async def write_all(port: int, writes: int, rate: float, own: bytes) -> None:
    """Adds friends at a steady rate, over one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    start = time.monotonic()
    for number in range(writes):
        await asyncio.sleep(max(0, start + number / rate - time.monotonic()))
        body = json.dumps({
            "firstname": f"n{number}", "lastname": str(time.monotonic_ns()), "phonenumber": "12",
        }).encode()
        writer.write(
            b"POST /friends HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%s"
            b"Content-Length: %d\r\n\r\n%s" % (own, len(body), body))
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 201 " not in head.split(b"\r\n")[0]:
            raise SystemExit(f"refused: {head!r}")
        await reader.readexactly(int(re.search(rb"(?i)content-length: (\d+)", head)[1]))


def processor_time(process: int) -> float:
    """In seconds."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """The largest resident set, in MiB."""
    with open(f"/proc/{process}/status") as file:
        return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024


def measure(options: argparse.Namespace, home: str) -> dict:
    writes = int(options.rate * options.seconds)
    servers, ports = [], []
    tokens = token_file(f"{home}/tokens", options.tokens) if options.tokens else []
    try:
        for _ in range(options.nodes):
            servers.append(subprocess.Popen(
                [options.friends, "serve", "--port", "0", "--database", options.database or f"{home}/list.sqlite", "--rate", "0",
                 "--max-connections", "5000", "--max-client-connections", "5000", "--max-client-streams", "5000"]
                + (["--tokens", f"{home}/tokens"] if tokens else []),
                stdout=subprocess.PIPE, text=True, env={**os.environ, "HOME": home, "XDG_RUNTIME_DIR": home}))
            ports.append(int(servers[-1].stdout.readline().rsplit(":", 1)[1]))
        server, port = servers[-1], ports[-1]
        followers = subprocess.Popen(
            [sys.executable, __file__, "--follow", str(port), "--streams", str(options.streams), "--writes", str(writes)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # Too many for an argument.
        followers.stdin.write(" ".join(tokens) + "\n")
        followers.stdin.flush()
        followers.stdout.readline()
        before, start = processor_time(server.pid), time.monotonic()
        asyncio.run(write_all(ports[0], writes, options.rate, field(tokens, 0)))
        cores = (processor_time(server.pid) - before) / (time.monotonic() - start)
        output, _ = followers.communicate("")
        return {"streams": options.streams, "writes": writes, **json.loads(output), "cores": round(cores, 2),
                "memory_mib": round(memory(server.pid))}
    finally:
        for server in servers:
            server.terminate()
            server.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--friends", default=".build/packaged/friends")
    parser.add_argument("--database", help="an address of PostgreSQL; without it, a new file")
    parser.add_argument("--nodes", type=int, default=1, choices=[1, 2])
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--tokens", type=int, default=0)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--follow", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--writes", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.follow:
        asyncio.run(follow_all(options.follow, options.streams, options.writes, sys.stdin.readline().split()))
        return
    with tempfile.TemporaryDirectory() as home:
        print(json.dumps(measure(options, home)))


if __name__ == "__main__":
    main()
