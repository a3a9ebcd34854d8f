"""`python -m service.master.healthcheck`: exits with 0 where the service answers on HOST and PORT.

For containers, whose images have no curl. It asks for `/healthz`, and waits for longer than the
service may be busy: a process that hangs is replaced by gunicorn, not by the container engine.

It runs every few seconds, so it imports little: http.client would double its CPU time.
"""

import os
import socket
import sys

TIMEOUT = 10.0
"""Seconds to wait for the answer."""

ANY = {"0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"}  # noqa: S104  # asked, not listened on
"""Where a service can be asked that listens on all addresses of the machine."""


PROBE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
HEALTHY = b"HTTP/1.1 200 "


def main() -> int:
    """Ask the service on this machine, and turn its answer into an exit status."""
    host = os.environ.get("HOST") or "127.0.0.1"
    port = int(os.environ.get("PORT") or "8000")
    try:
        with socket.create_connection((ANY.get(host, host), port), TIMEOUT) as connection:
            connection.sendall(PROBE)
            with connection.makefile("rb") as answer:
                return 0 if answer.read(len(HEALTHY)) == HEALTHY else 1
    except OSError:
        return 1


if __name__ == "__main__":
    sys.exit(main())
