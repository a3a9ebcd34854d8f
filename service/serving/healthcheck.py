"""`python -m service.serving.healthcheck`: exits with 0 where the service answers /healthz.

For containers, whose images have no curl. It asks at the HOST and PORT on which the service
listens.
"""

import http.client
import os
import sys

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # not bound here
"""What a host that stands for every address of the machine can be reached at."""


def main() -> int:
    """Ask the service on this machine, and turn its answer into an exit status."""
    host = os.environ.get("HOST", "127.0.0.1")
    port = int(os.environ.get("PORT", "8000"))
    connection = http.client.HTTPConnection(EVERYWHERE.get(host, host), port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        return 0 if connection.getresponse().status == 200 else 1
    except OSError:
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
