"""Prints what Alertmanager sends, one JSON line an alert: a receiver that needs no account.

python print_alerts.py [ADDRESS PORT]      (0.0.0.0 and 9099)
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def lines(receiver: str, notification: dict[str, Any]) -> list[str]:
    """One line for each alert of a notification, as Alertmanager's webhook sends it.

    >>> alert = {"status": "firing", "startsAt": "12:00",
    ...          "labels": {"alertname": "NimSlow"}, "annotations": {}}
    >>> lines("page", {"alerts": [alert]})[0]
    '{"receiver": "page", "status": "firing", "since": "12:00", "alertname": "NimSlow"}'
    """
    return [
        json.dumps(
            {
                "receiver": receiver,
                "status": alert["status"],
                "since": alert["startsAt"],
                **alert["labels"],
                **alert["annotations"],
            }
        )
        for alert in notification["alerts"]
    ]


class Printer(BaseHTTPRequestHandler):
    """Takes notifications at any path, which names the receiver they were for."""

    def do_POST(self) -> None:
        """Print a notification; anything else gets a 400."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            text = "".join(f"{line}\n" for line in lines(self.path.strip("/"), json.loads(body)))
        except (ValueError, KeyError, TypeError):
            self.send_error(400)
            return
        sys.stdout.write(text)
        sys.stdout.flush()
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Leave the log to the alerts."""


def main() -> None:
    """Serve on the address and port of the command line."""
    address, port = sys.argv[1:] or ("0.0.0.0", "9099")  # noqa: S104  # a container's own network
    with ThreadingHTTPServer((address, int(port)), Printer) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
