"""SOGo of Debian, a groupware server, with PostgreSQL and memcached."""

from server import PostgreSQL, Server, as_user, free_port, own

USERS = """
CREATE TABLE sogo_users (c_uid text primary key, c_name text, c_password text, c_cn text, mail text);
INSERT INTO sogo_users VALUES ('ada', 'ada', 'secret', 'Ada', 'ada@example.org');
"""
SETTINGS = """{
  SOGoProfileURL = "DATABASE/sogo_user_profile"; OCSFolderInfoURL = "DATABASE/sogo_folder_info";
  OCSSessionsFolderURL = "DATABASE/sogo_sessions_folder"; OCSEMailAlarmsFolderURL = "DATABASE/sogo_alarms_folder";
  OCSStoreURL = "DATABASE/sogo_store"; OCSAclURL = "DATABASE/sogo_acl"; OCSCacheFolderURL = "DATABASE/sogo_cache_folder";
  SOGoMemcachedHost = "127.0.0.1:CACHE"; SOGoTimeZone = UTC; SOGoIMAPServer = "imap://127.0.0.1:1";
  SOGoForceIMAPLoginWithEmail = NO; SOGoMailSpoolPath = "FOLDER/spool"; WOMessageUseUTF8 = YES;
  SOGoUserSources = (
    { type = sql; id = users; viewURL = "DATABASE/sogo_users"; canAuthenticate = YES; isAddressBook = NO;
      userPasswordAlgorithm = none; } );
}
"""
# sogod reads this file only: a mount namespace gives it another one. Its workers are in groups of their own, and some
# stay when it ends: they end with the first program of a namespace of processes.
START = """trap exit TERM
mount --bind "$0/sogo.conf" /etc/sogo/sogo.conf && HOME=$0/home "$@" &
wait"""


class SOGo(Server):
    name = "sogo"
    programs = ["/usr/sbin/sogod", "memcached", "psql"]
    needs_root = True
    book = "/SOGo/dav/ada/Contacts/personal/"
    home = "/SOGo/dav/"
    # It stores such a card as another one.
    refused_names = ["it's.vcf"]

    def start(self):
        if not (self.folder / "sogo.conf").exists():
            self.database_port, self.cache_port = free_port(), free_port()
        database = PostgreSQL(self, self.database_port)
        if database.start():
            database.run("CREATE ROLE sogo LOGIN")
            database.run("CREATE DATABASE sogo OWNER sogo")
            database.run(USERS, "sogo", "sogo")
            self.configure()
        self.run(["memcached", "-u", "root", "-l", "127.0.0.1", "-p", str(self.cache_port)])
        super().start()
        # Two workers that make the tables of a user at the same time disturb each other.
        self.cards()

    def configure(self):
        text = SETTINGS.replace("DATABASE", f"postgresql://sogo:x@127.0.0.1:{self.database_port}/sogo")
        text = text.replace("FOLDER", str(self.folder)).replace("CACHE", str(self.cache_port))
        (self.folder / "sogo.conf").write_text(text)
        for name in ("home", "spool"):
            (self.folder / name).mkdir()
            own(self.folder / name, "sogo")

    def command(self):
        return [
            "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", "-c", START, str(self.folder),
            *as_user("sogo"), "/usr/sbin/sogod", "-WOWorkersCount", "2", "-WOPort", f"127.0.0.1:{self.port}",
            "-WOPidFile", str(self.folder / "home" / "sogod.pid"), "-WOLogFile", "-", "-WONoDetach", "YES"]
