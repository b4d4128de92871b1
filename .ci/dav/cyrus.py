"""Cyrus of Debian, which is a mail server with address books."""

import imaplib
import subprocess

from server import Server, as_user, free_port, own

SETTINGS = """configdirectory: FOLDER/conf
proc_path: FOLDER/run/proc
mboxname_lockpath: FOLDER/run/lock
defaultpartition: default
partition-default: FOLDER/spool
sievedir: FOLDER/sieve
admins: admin
allowplaintext: yes
httpallowcompress: no
httpmodules: carddav caldav
altnamespace: yes
unixhierarchysep: yes
virtdomains: off
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: FOLDER/sasldb2
sasl_mech_list: PLAIN LOGIN
lmtpsocket: FOLDER/run/lmtp
idlesocket: FOLDER/run/idle
notifysocket: FOLDER/run/notify
servername: localhost
"""
SERVICES = """START {
  recover cmd="/usr/sbin/cyrus ctl_cyrusdb -C FOLDER/imapd.conf -r"
}
SERVICES {
  imap cmd="imapd -C FOLDER/imapd.conf -U 30" listen="127.0.0.1:IMAP" prefork=0 maxchild=10
  http cmd="httpd -C FOLDER/imapd.conf -U 30" listen="127.0.0.1:HTTP" prefork=1 maxchild=20
}
EVENTS {
  checkpoint cmd="/usr/sbin/cyrus ctl_cyrusdb -C FOLDER/imapd.conf -c" period=30
}
"""


class Cyrus(Server):
    name = "cyrus"
    programs = ["/usr/sbin/cyrmaster", "saslpasswd2", "/usr/lib/cyrus/bin/httpd"]
    needs_root = True
    book = "/dav/addressbooks/user/ada/Default/"
    # A person has one birthday.
    refused_lines = ["BDAY;VALUE"]

    def start(self):
        is_new = not (self.folder / "imapd.conf").exists()
        if is_new:
            self.imap_port = free_port()
            self.configure()
        super().start()
        if is_new:
            # The address book comes with the first request.
            connection = imaplib.IMAP4("127.0.0.1", self.imap_port)
            connection.login("admin", "secret")
            status, answer = connection.create("user/ada")
            assert status == "OK", answer
            connection.logout()
            self.cards()

    def configure(self):
        values = {"FOLDER": str(self.folder), "IMAP": str(self.imap_port), "HTTP": str(self.port)}
        for name, text in (("imapd.conf", SETTINGS), ("cyrus.conf", SERVICES)):
            for key, value in values.items():
                text = text.replace(key, value)
            (self.folder / name).write_text(text)
        for user in ("ada", "admin"):
            subprocess.run(
                ["saslpasswd2", "-p", "-c", "-f", str(self.folder / "sasldb2"), "-u", "localhost", user],
                input=b"secret\n", check=True)
        for name in ("conf", "spool", "sieve", "run", "run/proc", "run/lock"):
            (self.folder / name).mkdir()
            own(self.folder / name, "cyrus", "mail")
        own(self.folder / "sasldb2", "cyrus", "mail")

    def command(self):
        return [
            *as_user("cyrus", "mail"), "/usr/sbin/cyrmaster", "-C", str(self.folder / "imapd.conf"),
            "-M", str(self.folder / "cyrus.conf"), "-p", str(self.folder / "run" / "master.pid"), "-D"]
