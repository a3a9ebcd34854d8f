"""`python -m service.healthcheck`: exits with 0 where the service on PORT answers /healthz.

For containers, whose images have no curl.
"""

import http.client
import os
import sys


def main() -> int:
    """Ask the service on this machine, and turn its answer into an exit status."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", int(os.environ.get("PORT", "8000")), timeout=2
    )
    try:
        connection.request("GET", "/healthz")
        return 0 if connection.getresponse().status == 200 else 1
    except OSError:
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
