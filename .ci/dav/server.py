"""What the CardDAV servers of the scenarios have in common."""

import base64
import http.client
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import urllib.parse
import xml.etree.ElementTree as ElementTree

DAV = "{DAV:}"


class Server:
    """A running server with one empty address book of the user ada, whose password is secret."""

    name = ""
    # What has to be installed.
    programs = []
    # Whether only root can start it.
    needs_root = False
    scheme, host = "http", "127.0.0.1"
    book = ""
    # Where a person begins who does not know the address of the book.
    home = "/"
    # Whether it stores some 20 cards in a second, not 50 and more.
    is_slow = False
    # The folder of all that it stores, if that may be replaced while it runs.
    storage = ""
    has_password = True
    # Whether a semicolon with a backslash in an organization becomes one that separates two parts.
    splits_organizations = False
    # Names of cards that it refuses or mixes up.
    refused_names = []
    # What is in lines that it refuses.
    refused_lines = []

    def __init__(self, folder, port):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.port = port
        self.processes = []
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    @classmethod
    def is_installed(cls):
        return all(shutil.which(program) for program in cls.programs) and (os.getuid() == 0 or not cls.needs_root)

    @property
    def url(self):
        return f"{self.scheme}://{self.host}:{self.port}{self.book}"

    @property
    def authority(self):
        """The file with the certificate that the server has signed itself."""
        return None

    def command(self):
        raise NotImplementedError

    def environment(self):
        return {}

    def start(self):
        process = self.run(self.command(), self.environment())
        self.wait(lambda: self.request("OPTIONS", "/"), process)

    def run(self, command, environment=None):
        """Starts a program in a process group of its own."""
        with open(self.folder / "log", "ab") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True, cwd=self.folder,
                env={**os.environ, **(environment or {})})
        self.processes.append(process)
        return process

    def wait(self, connect, process):
        """Waits until a started program answers."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                return connect()
            except OSError:
                if process.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError(f"{self.name} does not answer\n{(self.folder / 'log').read_text(errors='replace')}")

    def stop(self):
        """Ends all programs, the last one first, and whatever they have started."""
        while self.processes:
            process = self.processes.pop()
            signal_group(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                pass
            signal_group(process.pid, signal.SIGKILL)
            process.wait()

    def save(self, folder):
        """Copies all that the server has stored."""
        self.stop()
        copy(self.folder, folder)
        self.start()

    def restore(self, folder):
        """Brings back what was saved."""
        if self.storage:
            copy(folder / self.storage, self.folder / self.storage)
            return
        self.stop()
        copy(folder, self.folder)
        self.start()

    # What another program does.

    def connection(self):
        if self.scheme == "http":
            return http.client.HTTPConnection(self.host, self.port, timeout=60)
        context = ssl.create_default_context(cafile=self.authority)
        return http.client.HTTPSConnection(self.host, self.port, timeout=60, context=context)

    def request(self, method, path, body=None, headers=None):
        connection = self.connection()
        token = base64.b64encode(b"ada:secret").decode()
        if isinstance(body, str):
            body = body.encode()
        try:
            connection.request(
                method, path, body, {"Authorization": f"Basic {token}", **(headers or {})})
            response = connection.getresponse()
            return response.status, response.read(), response.headers
        finally:
            connection.close()

    def put(self, name, card):
        status, body = self.try_put(name, card)
        assert status in (200, 201, 204), (self.name, status, body)

    def try_put(self, name, card):
        path = self.book + urllib.parse.quote(name)
        return self.request("PUT", path, card, {"Content-Type": "text/vcard; charset=utf-8"})[:2]

    def get(self, name):
        status, body, _ = self.request("GET", self.book + urllib.parse.quote(name))
        return body if status == 200 else None

    def delete(self, name):
        status, body, _ = self.request("DELETE", self.book + urllib.parse.quote(name))
        assert status in (200, 204), (self.name, status, body)

    def delete_book(self):
        """Gives whether it can be deleted."""
        return self.request("DELETE", self.book)[0] in (200, 204)

    def cards(self):
        """The names of all cards and their bytes."""
        return {name: self.get(name) for name in self.names()}

    def names(self):
        """The names of all cards."""
        status, body, _ = self.request(
            "PROPFIND", self.book,
            '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>',
            {"Depth": "1", "Content-Type": "application/xml"})
        assert status == 207, (self.name, status, body)
        # SOGo writes & as it is.
        text = re.sub(rb"&(?!\w+;|#)", b"&amp;", body)
        paths = [e.findtext(DAV + "href").strip() for e in ElementTree.fromstring(text).findall(DAV + "response")]
        return [urllib.parse.unquote(p).rsplit("/", 1)[1] for p in paths if not p.endswith("/")]


class PostgreSQL:
    """A database server, for the servers that need one. It refuses to run as root."""

    def __init__(self, server, port=None):
        self.server, self.folder, self.port = server, server.folder / "pg", port or 5432
        # Without a port, only the socket in its folder.
        self.addresses = "127.0.0.1" if port else ""
        versions = pathlib.Path("/usr/lib/postgresql").glob("*/bin")
        self.programs = max(versions, key=lambda path: float(path.parent.name), default=None)

    def start(self):
        """Starts it, with what it has from before; gives whether it is new."""
        is_new = not self.folder.exists()
        if is_new:
            self.folder.mkdir()
            own(self.folder, "postgres")
            command = [
                *as_user("postgres"), str(self.programs / "initdb"), "-D", str(self.folder / "data"), "-U", "postgres",
                "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)
        process = self.server.run([
            *as_user("postgres"), str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-c", "fsync=off",
            "-c", f"unix_socket_directories={self.folder}", "-c", f"listen_addresses={self.addresses}",
            "-p", str(self.port)])
        self.server.wait(lambda: self.run("SELECT 1"), process)
        return is_new

    def run(self, sql, database="postgres", user="postgres"):
        command = [
            "psql", "-qXAt", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder), "-p", str(self.port), "-U", user, database]
        result = subprocess.run(command, input=sql, capture_output=True, text=True)
        if result.returncode != 0:
            raise OSError(result.stderr)


def signal_group(group, number):
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        pass


def as_user(user, group=None):
    """What begins a command that root runs as another user."""
    if os.getuid() != 0:
        return []
    return ["setpriv", "--reuid", user, "--regid", group or user, "--clear-groups"]


def own(folder, user, group=None):
    """Gives a folder that root has made to another user."""
    if os.getuid() == 0:
        shutil.chown(folder, user, group or user)


def copy(source, destination):
    """Replaces a folder by a copy of another one, with the owners of its files."""
    if os.path.exists(destination):
        shutil.rmtree(destination)
    subprocess.run(["cp", "--archive", str(source), str(destination)], check=True)


def free_port():
    """A port of loopback that nobody uses."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
