import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVICE, PORT = os.environ.get("NIM", "http://localhost:8000"), 8080
MAX_CACHED = 10_000
PASSED_ON = ("Content-Type", "Cache-Control", "ETag", "Vary")

cached = {}  # by URL and Accept: until when it is fresh, and the response


def get(path, headers):
    try:
        response = urlopen(Request(SERVICE + path, headers=headers), timeout=10)
    except HTTPError as error:
        response = error  # a problem, or 304: the cached response is still valid
    with response:
        return response.status, response.headers, response.read()


class Cache(BaseHTTPRequestHandler):
    def do_GET(self):
        key = self.path, self.headers.get("Accept", "*/*")
        until, response = cached.get(key, (0, None))
        source = "hit"
        if time.monotonic() >= until:
            known = {"If-None-Match": response[1]["ETag"]} if response else {}
            reply = get(self.path, {"Accept": key[1], **known})
            source = "revalidated" if reply[0] == 304 else "miss"
            response = response if reply[0] == 304 else reply
            age = re.search(r"max-age=(\d+)", reply[1].get("Cache-Control", ""))
            if age and response[0] == 200 and (key in cached or len(cached) < MAX_CACHED):
                cached[key] = time.monotonic() + int(age[1]), response
        status, headers, body = response
        self.send_response(status)
        for name in PASSED_ON:
            if name in headers:
                self.send_header(name, headers[name])
        self.send_header("X-Cache", source)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.send_response(405)
        self.send_header("Allow", "GET")
        self.send_header("Content-Length", "0")
        self.end_headers()


ThreadingHTTPServer(("localhost", PORT), Cache).serve_forever()
