"""The servers that are small enough for each run: Radicale, Xandikos and SabreDAV; and all servers."""

import os

from cyrus import Cyrus
from davical import DAViCal
from server import Server
from sogo import SOGo

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


class Radicale(Server):
    name = "radicale"
    programs = ["radicale"]
    book = "/ada/contacts/"
    is_slow = True

    def command(self):
        (self.folder / "users").write_text("ada:secret\n")
        (self.folder / "config").write_text(
            f"[server]\nhosts = 127.0.0.1:{self.port}\n"
            f"[auth]\ntype = htpasswd\nhtpasswd_filename = {self.folder}/users\nhtpasswd_encryption = plain\n"
            f"[rights]\n{self.rights()}\n[storage]\nfilesystem_folder = {self.folder}/collections\n"
            "[web]\ntype = none\n[logging]\nlevel = warning\n")
        return [*self.programs, "--config", str(self.folder / "config")]

    def rights(self):
        """Who may do what: everybody all, or nothing but reading."""
        rights = self.folder / "rights"
        return f"type = from_file\nfile = {rights}" if rights.exists() else "type = owner_only"

    def allow_writing(self, is_allowed):
        self.stop()
        (self.folder / "rights").unlink(missing_ok=True)
        if not is_allowed:
            (self.folder / "rights").write_text("[all]\nuser: .+\ncollection: .*\npermissions: Rr\n")
        self.start()

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
    programs = ["xandikos"]
    book = "/ada/contacts/addressbook/"
    is_slow = True
    storage = "data"
    has_password = False

    def command(self):
        (self.folder / "data").mkdir(exist_ok=True)
        return [
            *self.programs, "-d", str(self.folder / "data"), "--listen-address", "127.0.0.1", "--port", str(self.port),
            "--autocreate", "--defaults", "--current-user-principal", "/ada/"]


class SabreDAV(Server):
    name = "sabredav"
    programs = ["php"]
    book = "/addressbooks/ada/contacts/"
    # It does not know that character in parameters.
    refused_lines = ["^"]

    def command(self):
        (self.folder / "server.php").write_text(PHP)
        return [
            "php", "-d", "post_max_size=64M", "-d", "memory_limit=512M", "-S", f"127.0.0.1:{self.port}",
            str(self.folder / "server.php")]

    def environment(self):
        return {"FRIENDS_DAV": str(self.folder), "PHP_CLI_SERVER_WORKERS": "4"}


# The present versions of PyPI, in a virtual environment: python3 -m venv V && V/bin/pip install radicale xandikos cryptography
VENV = os.environ.get("FRIENDS_DAV_VENV", "")


class NewRadicale(Radicale):
    name = "radicale3.9"
    programs = [f"{VENV}/bin/radicale"]
    refused_names = ["it's.vcf"]


class NewXandikos(Xandikos):
    """It asks for a password only if the connection is encrypted, with a certificate for a name, not for an address."""

    name = "xandikos0.4"
    programs = [f"{VENV}/bin/xandikos"]
    scheme, host = "https", "localhost"
    has_password = True

    @property
    def authority(self):
        return self.folder / "state" / "certs" / "selfsigned.crt"

    def command(self):
        for folder in ("data", "state"):
            (self.folder / folder).mkdir(exist_ok=True)
        # The SHA-1 of secret.
        (self.folder / "users").write_text("ada:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n")
        return [
            *self.programs, "serve", "-d", str(self.folder / "data"), "--state-dir", str(self.folder / "state"),
            "-l", self.host, "-p", str(self.port), "--no-detect-systemd", "--defaults",
            "--current-user-principal", "/ada/", "--autocert", "--htpasswd", str(self.folder / "users")]


ALL = [Radicale, Xandikos, SabreDAV, NewRadicale, NewXandikos, DAViCal, Cyrus, SOGo]
