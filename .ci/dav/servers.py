"""CardDAV servers of Debian on loopback, each in a folder of its own."""

import base64
import http.client
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse
import xml.etree.ElementTree as ElementTree

DAV = "{DAV:}"
PHP = """<?php
date_default_timezone_set('UTC'); error_reporting(0); ini_set('display_errors', '0');
require_once 'Sabre/autoload.php';
$folder = getenv('FRIENDS_DAV');
$isNew = !file_exists("$folder/db.sqlite");
$pdo = new PDO("sqlite:$folder/db.sqlite");
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
if ($isNew) {
    foreach (['addressbooks', 'principals'] as $table) {
        $sql = file_get_contents("/usr/share/doc/php-sabre-dav/examples/sql/sqlite.$table.sql");
        $pdo->exec(preg_replace('/INSERT INTO.*?;/s', '', $sql));
    }
    $pdo->exec("INSERT INTO principals (uri,email,displayname) VALUES ('principals/ada','ada@example.org','ada')");
    $pdo->exec("INSERT INTO addressbooks (principaluri,displayname,uri,description,ctag)
        VALUES ('principals/ada','Contacts','contacts','',1)");
}
class Basic extends Sabre\\DAV\\Auth\\Backend\\AbstractBasic {
    protected function validateUserPass($user, $password) { return $user === 'ada' && $password === 'secret'; }
}
$principals = new Sabre\\DAVACL\\PrincipalBackend\\PDO($pdo);
$cards = new Sabre\\CardDAV\\Backend\\PDO($pdo);
$server = new Sabre\\DAV\\Server([
    new Sabre\\DAVACL\\PrincipalCollection($principals), new Sabre\\CardDAV\\AddressBookRoot($principals, $cards)]);
$server->setBaseUri('/');
$server->addPlugin(new Sabre\\DAV\\Auth\\Plugin(new Basic(), 'SabreDAV'));
$server->addPlugin(new Sabre\\CardDAV\\Plugin());
$server->addPlugin(new Sabre\\DAVACL\\Plugin());
$server->exec();
"""


class Server:
    """A running server with one empty address book of the user ada, whose password is secret."""

    name = ""
    book = ""
    # Where a person begins who does not know the address of the book.
    home = "/"
    # Whether the cards keep their bytes.
    keeps_bytes = True
    has_password = True

    def __init__(self, folder, port):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.port = port
        self.process = None
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}{self.book}"

    def command(self):
        raise NotImplementedError

    def environment(self):
        return {}

    def start(self):
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
                env={**os.environ, **self.environment()})
        for _ in range(600):
            try:
                self.request("OPTIONS", "/")
                return
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError((self.folder / "log").read_text(errors="replace"))
                time.sleep(0.05)
        raise RuntimeError(f"{self.name} does not answer")

    def stop(self):
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        except ProcessLookupError:
            pass

    # What another program does.

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
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
        path = self.book + urllib.parse.quote(name)
        status, body, _ = self.request("PUT", path, card, {"Content-Type": "text/vcard; charset=utf-8"})
        assert status in (200, 201, 204), (self.name, status, body)

    def get(self, name):
        status, body, _ = self.request("GET", self.book + urllib.parse.quote(name))
        return body if status == 200 else None

    def delete(self, name):
        status, body, _ = self.request("DELETE", self.book + urllib.parse.quote(name))
        assert status in (200, 204), (self.name, status, body)

    def cards(self):
        """The names of all cards and their bytes."""
        status, body, _ = self.request(
            "PROPFIND", self.book,
            '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>',
            {"Depth": "1", "Content-Type": "application/xml"})
        assert status == 207, (self.name, status, body)
        paths = [e.findtext(DAV + "href").strip() for e in ElementTree.fromstring(body).findall(DAV + "response")]
        names = [urllib.parse.unquote(p).rsplit("/", 1)[1] for p in paths if not p.endswith("/")]
        return {name: self.get(name) for name in names}


class Radicale(Server):
    name = "radicale"
    book = "/ada/contacts/"
    # It sorts the lines, and cuts some texts at a comma.
    keeps_bytes = False

    def command(self):
        (self.folder / "users").write_text("ada:secret\n")
        (self.folder / "config").write_text(
            f"[server]\nhosts = 127.0.0.1:{self.port}\n"
            f"[auth]\ntype = htpasswd\nhtpasswd_filename = {self.folder}/users\nhtpasswd_encryption = plain\n"
            f"[rights]\ntype = owner_only\n[storage]\nfilesystem_folder = {self.folder}/collections\n"
            "[web]\ntype = none\n[logging]\nlevel = warning\n")
        return ["radicale", "--config", str(self.folder / "config")]

    def start(self):
        super().start()
        self.make_book()

    def make_book(self):
        self.request(
            "MKCOL", self.book,
            '<d:mkcol xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:set><d:prop><d:resourcetype>'
            "<d:collection/><c:addressbook/></d:resourcetype></d:prop></d:set></d:mkcol>",
            {"Content-Type": "application/xml"})


class Xandikos(Server):
    name = "xandikos"
    book = "/ada/contacts/addressbook/"
    has_password = False

    def command(self):
        (self.folder / "data").mkdir(exist_ok=True)
        return [
            "xandikos", "-d", str(self.folder / "data"), "--listen-address", "127.0.0.1", "--port", str(self.port),
            "--autocreate", "--defaults", "--current-user-principal", "/ada/"]


class SabreDAV(Server):
    name = "sabredav"
    book = "/addressbooks/ada/contacts/"

    def command(self):
        (self.folder / "server.php").write_text(PHP)
        return [
            "php", "-d", "post_max_size=64M", "-d", "memory_limit=512M", "-S", f"127.0.0.1:{self.port}",
            str(self.folder / "server.php")]

    def environment(self):
        return {"FRIENDS_DAV": str(self.folder), "PHP_CLI_SERVER_WORKERS": "4"}


ALL = [Radicale, Xandikos, SabreDAV]


def free_port():
    """A port of loopback that nobody uses."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def installed(kind):
    """Whether a kind of server is installed."""
    program = {"radicale": "radicale", "xandikos": "xandikos", "sabredav": "php"}[kind.name]
    return shutil.which(program) is not None
