"""DAViCal of Debian, with PHP's own web server and a PostgreSQL server of its own."""

import os
import subprocess

from server import PostgreSQL, Server

CONFIGURATION = r"""<?php
$_SERVER['SERVER_NAME'] = '127.0.0.1';
$c->pg_connect[] = "dbname=davical user=davical_app host=FOLDER/pg";
$c->system_name = "DAViCal"; $c->admin_email = 'admin@example.org'; $c->default_locale = "en";
$c->home_addressbook_name = "contacts"; $c->home_calendar_name = "calendar"; $c->enable_row_linking = true;
"""
# All paths belong to caldav.php. DAViCal includes /etc/davical/SERVER_NAME-conf.php.
ROUTER = r"""<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (strpos($path, '/caldav.php') === 0) $path = substr($path, strlen('/caldav.php'));
$_SERVER['SCRIPT_NAME'] = '/caldav.php'; $_SERVER['PHP_SELF'] = '/caldav.php' . $path;
$_SERVER['PATH_INFO'] = rawurldecode($path ?: '/');
$_SERVER['SERVER_NAME'] = '../..' . __DIR__ . '/friends';
chdir('/usr/share/davical/htdocs'); require '/usr/share/davical/htdocs/caldav.php';
"""
USER = """
INSERT INTO usr (username, password, fullname, email, active, email_ok, updated, joined)
    VALUES ('ada', '**secret', 'Ada', 'ada@example.org', true, now(), now(), now());
INSERT INTO principal (type_id, user_no, displayname, default_privileges)
    SELECT 1, user_no, fullname, 0::BIT(24) FROM usr WHERE username = 'ada';
INSERT INTO collection (user_no, parent_container, dav_name, dav_etag, dav_displayname, is_calendar, is_addressbook,
        resourcetypes, created, modified)
    SELECT user_no, '/ada/', '/ada/contacts/', md5('x'), 'Contacts', false, true,
        '<DAV::collection/><urn:ietf:params:xml:ns:carddav:addressbook/>', now(), now() FROM usr WHERE username = 'ada';
"""


class DAViCal(Server):
    name = "davical"
    programs = ["php", "/usr/share/davical/dba/create-database.sh"]
    book = "/caldav.php/ada/contacts/"
    is_slow = True
    splits_organizations = True

    def start(self):
        database = PostgreSQL(self)
        if database.start():
            environment = {**os.environ, "PGHOST": str(database.folder), "PGUSER": "postgres", "USER": "postgres"}
            result = subprocess.run(
                [self.programs[1], "davical", "secretadmin"], env=environment, cwd=self.folder, capture_output=True, text=True)
            if result.returncode != 0:
                raise RuntimeError(result.stdout + result.stderr)
            database.run(USER, "davical")
            (self.folder / "friends-conf.php").write_text(CONFIGURATION.replace("FOLDER", str(self.folder)))
            (self.folder / "router.php").write_text(ROUTER)
        super().start()

    def command(self):
        return [
            "php", "-d", "include_path=/usr/share/davical/inc:/usr/share/awl/inc", "-d", "display_errors=0",
            "-d", "error_reporting=1", "-d", "memory_limit=512M", "-d", "post_max_size=64M", "-S", f"127.0.0.1:{self.port}",
            "-t", "/usr/share/davical/htdocs", str(self.folder / "router.php")]

    def environment(self):
        return {"PHP_CLI_SERVER_WORKERS": "4"}
