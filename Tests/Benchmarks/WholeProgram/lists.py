#!/usr/bin/env python3
"""Measures `friends serve` with clients that ask for the whole list and do not read it.

    python3 Tests/Benchmarks/WholeProgram/lists.py --friends .build/packaged/friends --connections 100

Prints one JSON object: the memory of the server before, at most and after, and how long another client waits for a friend meanwhile.
With `--users` the connections are of so many clients, each with a token. `--accept` asks for vCards or tables.
"""

import argparse
import asyncio
import collections
import hashlib
import json
import os
import re
import socket
import subprocess
import tempfile
import time


def token_file(path: str, count: int) -> list[str]:
    """Writes a file with so many tokens."""
    tokens = ["friends_" + os.urandom(32).hex() for _ in range(count)]
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        for number, token in enumerate(tokens):
            file.write(f"u{number}:{hashlib.sha256(token.encode()).hexdigest()}\n")
    return tokens


def memory(process: int, field: str) -> float:
    """The resident set, in MiB."""
    with open(f"/proc/{process}/status") as file:
        return int(re.search(field + r":\s+(\d+)", file.read())[1]) / 1024


async def exchange(reader, writer, request: bytes) -> bytes:
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    await reader.readexactly(int(re.search(rb"(?i)content-length: (\d+)", head)[1]))
    return head


async def fill(port: int, count: int, token: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for start in range(0, count, 1000):
        body = json.dumps({"changes": [
            {"op": "create", "friend": {
                "id": f"f{number}", "firstname": f"First{number * 7919 % count}", "lastname": f"Last{number % 5000}",
                "phonenumber": f"+49 30 {number:07}"}}
            for number in range(start, min(start + 1000, count))]}).encode()
        head = await exchange(reader, writer, (
            f"POST /friends/batch HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nPrefer: return=minimal\r\n\r\n").encode() + body)
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise SystemExit(f"refused: {head!r}")
    writer.close()


async def watch(port: int, token: str, seconds: float) -> list[float]:
    """Asks for a friend every 10 ms, and gives the times in ms."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        await exchange(reader, writer, (
            f"GET /friends/f{len(times)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n").encode())
        times.append((time.monotonic() - start) * 1000)
        await asyncio.sleep(0.01)
    writer.close()
    return sorted(times)


def ask(port: int, token: str, accept: str, path: str) -> socket.socket:
    """Asks for the list, and reads nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.sendall((f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n"
                    f"Authorization: Bearer {token}\r\n\r\n").encode())
    return client


def status(client: socket.socket) -> str:
    client.setblocking(False)
    try:
        return client.recv(12, socket.MSG_PEEK).decode()[9:] or "closed"
    except OSError:
        return "none"


async def measure(options: argparse.Namespace, home: str) -> dict:
    tokens = token_file(f"{home}/tokens", options.users + 1)
    server = subprocess.Popen(
        [options.friends, "serve", "--port", "0", "--database", options.database or f"{home}/list.sqlite", "--rate", "0",
         "--tokens", f"{home}/tokens"],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "HOME": home, "XDG_RUNTIME_DIR": home})
    try:
        port = int(server.stdout.readline().rsplit(":", 1)[1])
        if not options.filled:
            await fill(port, options.count, tokens[0])
        alone = await watch(port, tokens[0], 5)
        before = memory(server.pid, "VmRSS")
        watching = asyncio.create_task(watch(port, tokens[0], options.seconds))
        most = 0.0
        await asyncio.sleep(0.1)
        clients = [ask(port, tokens[1 + number % options.users], options.accept, options.path)
                   for number in range(options.connections)]
        while not watching.done():
            most = max(most, memory(server.pid, "VmRSS"))
            await asyncio.sleep(0.02)
        times = await watching
        statuses = collections.Counter(status(client) for client in clients)
        files = sum("(deleted)" in os.readlink(f"/proc/{server.pid}/fd/{name}") for name in os.listdir(f"/proc/{server.pid}/fd"))
        for client in clients:
            client.close()
        await asyncio.sleep(5)
        return {
            "connections": options.connections, "users": options.users, "accept": options.accept, "statuses": statuses,
            "files": files, "memory_before_mib": round(before), "memory_most_mib": round(most),
            "memory_after_mib": round(memory(server.pid, "VmRSS")),
            "alone_p50_p99_ms": [round(alone[len(alone) * part // 100], 1) for part in (50, 99)],
            "p50_p99_max_ms": [round(times[min(len(times) * part // 100, len(times) - 1)], 1) for part in (50, 99, 100)],
        }
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--friends", default=".build/packaged/friends")
    parser.add_argument("--database", help="an address of PostgreSQL; without it, a new file")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--filled", action="store_true", help="the database has the friends of an earlier run")
    parser.add_argument("--connections", type=int, default=100)
    parser.add_argument("--users", type=int, default=1)
    parser.add_argument("--accept", default="application/json")
    parser.add_argument("--path", default="/friends")
    parser.add_argument("--seconds", type=float, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        print(json.dumps(asyncio.run(measure(options, home))))


if __name__ == "__main__":
    main()
