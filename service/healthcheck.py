"""`python -m service.healthcheck`: exits with 0 if the service is healthy on HOST and PORT.

For containers, whose images have no curl. It requests `/healthz` with a timeout longer than the
service may be busy: gunicorn replaces a process that hangs, not the container engine.

It runs every few seconds, so it imports little: http.client would double its CPU time.
"""

import os
import socket
import sys

TIMEOUT = 10.0
"""Seconds to wait for the response."""

ANY = {"0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"}  # noqa: S104  # connected to, not listened on
"""The address to connect to where the service listens on all addresses of the machine."""


PROBE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
HEALTHY = b"HTTP/1.1 200 "


def main() -> int:
    """Request `/healthz` of the service on this machine, and return the exit status."""
    host = os.environ.get("HOST") or "127.0.0.1"
    port = int(os.environ.get("PORT") or "8000")
    try:
        with socket.create_connection((ANY.get(host, host), port), TIMEOUT) as connection:
            connection.sendall(PROBE)
            with connection.makefile("rb") as response:
                return 0 if response.read(len(HEALTHY)) == HEALTHY else 1
    except OSError:
        return 1


if __name__ == "__main__":
    sys.exit(main())
