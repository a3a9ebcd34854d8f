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
    address = ANY.get(host, host), int(os.environ.get("PORT") or "8000")
    try:
        start = ask(address) or ask(address, tls=True)
    except OSError:
        return 1
    return 0 if start == HEALTHY else 1


def ask(address: tuple[str, int], *, tls: bool = False) -> bytes:
    """The start of the response; nothing if it isn't HTTP, as with `--certfile` but not `tls`."""
    with socket.create_connection(address, TIMEOUT) as plain, agreed(plain, tls=tls) as connection:
        try:
            connection.sendall(PROBE)
            with connection.makefile("rb") as response:
                start = response.read(len(HEALTHY))
        except ConnectionError:
            return b""
    return start if start.startswith(b"HTTP/") else b""


def agreed(connection: socket.socket, *, tls: bool) -> socket.socket:
    """A connection, over TLS if wanted; whose certificate it is does not matter on one machine."""
    if not tls:
        return connection
    import ssl  # noqa: PLC0415  # which is large

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(connection)


if __name__ == "__main__":
    sys.exit(main())
