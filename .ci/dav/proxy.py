"""A proxy between friends and a server, which records what they say and can kill friends between two requests."""

import http.client
import re
import signal
import threading
import urllib.parse
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CARDDAV = "{urn:ietf:params:xml:ns:carddav}"
DAV = "{DAV:}"
# What is about one connection, not about the message.
OF_A_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "content-length", "expect", "te", "trailer", "upgrade"}


@dataclass
class Exchange:
    """A request, and what the server has answered; None if it was not asked."""

    method: str
    path: str
    headers: http.client.HTTPMessage
    body: bytes
    status: int | None = None
    answer_headers: http.client.HTTPMessage | None = None
    answer: bytes = b""

    @property
    def name(self):
        """The name of the card."""
        return urllib.parse.unquote(self.path).rsplit("/", 1)[1]

    @property
    def is_write(self):
        return self.method not in ("GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT")

    def cards(self):
        """The names of the cards in the answer, with their versions and bytes."""
        if self.method == "GET" and self.status == 200:
            return {self.name: (self.answer_headers["ETag"], self.answer)}
        if self.status != 207:
            return {}
        cards = {}
        try:
            root = ElementTree.fromstring(re.sub(rb"&(?!\w+;|#)", b"&amp;", self.answer))
        except ElementTree.ParseError:
            # friends asks again for smaller parts of it.
            return {}
        for response in root.findall(DAV + "response"):
            text = next((e.text for e in response.iter(CARDDAV + "address-data") if e.text), None)
            if text:
                name = urllib.parse.unquote(response.findtext(DAV + "href").strip()).rsplit("/", 1)[1]
                cards[name] = (next((e.text for e in response.iter(DAV + "getetag")), None), text.encode())
        return cards


class Proxy:
    """Takes connections on a port of its own. The server sees its address in `Host`."""

    def __init__(self, server):
        self.server = server
        self.exchanges = []
        self.lock = threading.Condition()
        self.count = self.open = 0
        self.kill = None
        self.listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.listener.daemon_threads = True
        self.listener.proxy = self
        self.thread = threading.Thread(target=self.listener.serve_forever, args=(0.05,))
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown()
        self.thread.join()
        self.listener.server_close()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.listener.server_port}{self.server.book}"

    def forget(self):
        self.exchanges = []

    def writes(self):
        return [exchange for exchange in self.exchanges if exchange.is_write]

    def kill_at(self, number, is_answered, start):
        """Starts a process, and kills it when a request arrives, or when the server has answered that request.

        It returns when the process has ended, and the server has answered everything.
        """
        with self.lock:
            process = start()
            self.count, self.kill = 0, (number, is_answered, process)
        try:
            status = process.wait(60)
        finally:
            end(process)
        assert status == -signal.SIGKILL, f"it ended with {status} before it was killed"
        with self.lock:
            assert self.lock.wait_for(lambda: not self.open, 60), "the server does not answer"
            self.kill = None

    def forward(self, exchange):
        """Sends a request to the server; gives whether there is an answer to give back."""
        with self.lock:
            self.count += 1
            self.open += 1
            kill = self.kill if self.kill and self.kill[0] == self.count else None
            self.exchanges.append(exchange)
        try:
            if kill and not kill[1]:
                end(kill[2])
                return False
            self.send(exchange)
            if kill:
                end(kill[2])
                return False
            return True
        except (OSError, http.client.HTTPException):
            return False
        finally:
            with self.lock:
                self.open -= 1
                self.lock.notify_all()

    def send(self, exchange):
        connection = self.server.connection()
        try:
            connection.putrequest(exchange.method, exchange.path, skip_host=True, skip_accept_encoding=True)
            for name, value in of_a_message(exchange.headers):
                connection.putheader(name, value)
            if exchange.body or exchange.method in ("PUT", "POST"):
                connection.putheader("Content-Length", str(len(exchange.body)))
            connection.putheader("Connection", "close")
            connection.endheaders(exchange.body or None)
            response = connection.getresponse()
            exchange.answer = response.read()
            exchange.status, exchange.answer_headers = response.status, response.headers
        finally:
            connection.close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_any(self):
        proxy = self.server.proxy
        exchange = Exchange(self.command, self.path, self.headers, self.body())
        if not proxy.forward(exchange):
            self.close_connection = True
            return
        lines = [f"HTTP/1.1 {exchange.status} {http.client.responses.get(exchange.status, '')}"]
        lines += [f"{name}: {value}" for name, value in of_a_message(exchange.answer_headers)]
        if exchange.method == "HEAD":
            lines += [f"Content-Length: {exchange.answer_headers.get('Content-Length', '0')}"]
        elif exchange.status not in (204, 304):
            lines += [f"Content-Length: {len(exchange.answer)}"]
        self.wfile.write("\r\n".join([*lines, "", ""]).encode("latin-1") + exchange.answer)

    do_OPTIONS = do_HEAD = do_GET = do_PUT = do_DELETE = do_PROPFIND = do_PROPPATCH = do_REPORT = do_MKCOL = handle_any

    def body(self):
        if "chunked" not in self.headers.get("Transfer-Encoding", "").lower():
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return b"".join(parts)

    def log_message(self, *_):
        pass


def of_a_message(headers):
    return [(name, value) for name, value in headers.items() if name.lower() not in OF_A_CONNECTION]


def end(process):
    process.kill()
    process.wait()
