"""`python -m service.healthcheck`: exits with 0 where the service answers on HOST and PORT.

For containers, whose images have no curl. It asks for `/healthz`, and waits for longer than the
service may be busy: a process that hangs is replaced by gunicorn, not by the container engine.
"""

import http.client
import os
import sys
from contextlib import closing, suppress

TIMEOUT = 10.0
"""Seconds to wait for the answer."""

ANY = {"0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"}  # noqa: S104  # asked, not listened on
"""Where a service can be asked that listens on all addresses of the machine."""


def main() -> int:
    """Ask the service on this machine, and turn its answer into an exit status."""
    host = os.environ.get("HOST", "127.0.0.1")
    port = int(os.environ.get("PORT", "8000"))
    connection = http.client.HTTPConnection(ANY.get(host, host), port, timeout=TIMEOUT)
    with closing(connection), suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/healthz")
        return 0 if connection.getresponse().status == 200 else 1
    return 1


if __name__ == "__main__":
    sys.exit(main())
