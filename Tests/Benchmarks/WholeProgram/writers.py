"""Measures the writes of two nodes on PostgreSQL with a synchronous standby, beside those of pgbench and of one server on SQLite
in the same run.

    python3 Tests/Benchmarks/WholeProgram/writers.py --friends .build/packaged/friends

Needs `apt install postgresql-15 nghttp2-client`. Makes a primary and a standby of its own, which wait for the disk, in a temporary
directory. Prints one JSON object: acknowledged writes a second, in each round. pgbench makes one transaction for each write,
which takes the next number, as friends did without groups. `ratio` is that of the two nodes to pgbench.
"""

import argparse
import json
import os
import pathlib
import pwd
import re
import statistics
import subprocess
import tempfile

PROGRAMS = pathlib.Path("/usr/lib/postgresql/15/bin")
TABLES = """
CREATE TABLE list (sequence bigint NOT NULL);
INSERT INTO list VALUES (0);
CREATE TABLE friend (id uuid PRIMARY KEY, firstname text, lastname text, phonenumber text, version bigint);
CREATE INDEX ON friend (lastname, firstname);
CREATE INDEX ON friend (version);
"""
TRANSACTION = """
BEGIN;
UPDATE list SET sequence = sequence + 1 RETURNING sequence AS number \\gset
INSERT INTO friend VALUES (gen_random_uuid(), 'Ada', 'Lovelace', '12', :number);
COMMIT;
"""
FRIEND = '{"firstname":"Ada","lastname":"Lovelace","phonenumber":"12"}'


class Pair:
    """A primary of PostgreSQL, and its synchronous standby."""

    def __init__(self, home: pathlib.Path, user: str):
        self.home, self.user = home, user
        self.run("initdb", "--pgdata", "primary", "--username", "friends", "--auth", "trust", "--locale", "C.UTF-8",
                 "--encoding", "UTF8")
        self.configure("primary")
        self.start("primary")
        self.run("pg_basebackup", "--host", str(home), "--username", "friends", "--pgdata", "standby", "--checkpoint", "fast",
                 "--write-recovery-conf")
        os.mkdir(home / "second", 0o700)
        os.chown(home / "second", pwd.getpwnam(user).pw_uid, -1)
        self.configure("standby", home / "second")
        self.start("standby")
        self.query("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.query("postgres", "SELECT pg_reload_conf()")
        while self.query("postgres", "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1":
            pass

    def run(self, program: str, *words: str) -> str:
        return subprocess.run([PROGRAMS / program, *words], cwd=self.home, user=self.user, check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def configure(self, data: str, directory: pathlib.Path | None = None) -> None:
        with open(self.home / data / "postgresql.conf", "a") as file:
            file.write(f"listen_addresses = ''\nunix_socket_directories = '{directory or self.home}'\nmax_connections = 200\n")

    def start(self, data: str) -> None:
        self.run("pg_ctl", "--pgdata", data, "--wait", "--log", f"{data}.log", "start")

    def stop(self) -> None:
        for data in ["standby", "primary"]:
            self.run("pg_ctl", "--pgdata", data, "--mode", "immediate", "stop")

    def query(self, database: str, statements: str) -> str:
        return self.run("psql", "--host", str(self.home), "--username", "friends", "--no-psqlrc", "--quiet", "--tuples-only",
                        "--no-align", "--dbname", database, "--command", statements).strip()

    def bench(self, clients: int, seconds: int) -> float:
        """Writes a second by pgbench."""
        output = self.run("pgbench", "--host", str(self.home), "--username", "friends", "--no-vacuum", "--file", "transaction",
                          "--client", str(clients), "--jobs", "2", "--time", str(seconds), "--protocol", "prepared", "bench")
        return float(re.search(r"tps = ([\d.]+)", output)[1])


def write(ports: list[int], body: pathlib.Path, clients: int, seconds: int) -> float:
    """Writes a second by clients of several servers."""
    loads = [subprocess.Popen(
        ["h2load", "--h1", "--clients", str(clients // len(ports)), "--duration", str(seconds), "--warm-up-time", "1",
         "--data", str(body), "--header", "Content-Type: application/json", f"http://127.0.0.1:{port}/friends"],
        stdout=subprocess.PIPE, text=True) for port in ports]
    total = 0.0
    for load in loads:
        output, _ = load.communicate()
        counts = [int(number) for number in re.search(
            r"status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx", output).groups()]
        if any(counts[1:]):
            raise SystemExit(f"not every write was acknowledged: {output}")
        total += counts[0] / seconds
    return total


def measure(options: argparse.Namespace, pair: Pair) -> dict:
    for database in ["bench", "friends"]:
        pair.run("createdb", "--host", str(pair.home), "--username", "friends", database)
    pair.query("bench", TABLES)
    (pair.home / "transaction").write_text(TRANSACTION)
    body = pair.home / "friend.json"
    body.write_text(FRIEND)
    environment = {**os.environ, "HOME": str(pair.home), "XDG_RUNTIME_DIR": str(pair.home)}
    shared = f"postgresql://friends@/friends?host={pair.home}"
    nodes = []
    try:
        for database in [shared, shared, f"{pair.home}/list.sqlite"]:
            nodes.append(subprocess.Popen(
                [options.friends, "serve", "--port", "0", "--rate", "0", "--max-client-connections", "100", "--database", database],
                stdout=subprocess.PIPE, text=True, env=environment))
        ports = [int(node.stdout.readline().rsplit(":", 1)[1]) for node in nodes]
        pgbench, friends, sqlite = [], [], []
        for _ in range(options.rounds):
            pgbench.append(round(pair.bench(options.clients, options.seconds)))
            friends.append(round(write(ports[:2], body, options.clients, options.seconds)))
            sqlite.append(round(write(ports[2:], body, options.clients, options.seconds)))
        ratio = statistics.median(ours / theirs for ours, theirs in zip(friends, pgbench))
        return {"clients": options.clients, "pgbench": pgbench, "friends": friends, "sqlite": sqlite, "ratio": round(ratio, 2)}
    finally:
        for node in nodes:
            node.terminate()
            node.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--friends", default=".build/packaged/friends")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    options.friends = os.path.abspath(options.friends)
    with tempfile.TemporaryDirectory() as directory:
        home = pathlib.Path(directory)
        user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root.
            os.chown(home, pwd.getpwnam(user).pw_uid, -1)
        pair = Pair(home, user)
        try:
            print(json.dumps(measure(options, pair)))
        finally:
            pair.stop()


if __name__ == "__main__":
    main()
