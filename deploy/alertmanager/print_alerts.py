"""Prints what Alertmanager sends, one JSON line an alert: a receiver that needs no account.

    python print_alerts.py [ADDRESS PORT]      (0.0.0.0 and 9099)
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def lines(receiver: str, notification: dict[str, object]) -> list[str]:
    """One line for each alert of a notification, as Alertmanager's webhook sends it.

    >>> alert = {"status": "firing", "startsAt": "2026-01-31T12:00:00Z",
    ...          "labels": {"alertname": "NimSlow"}, "annotations": {"summary": "It is."}}
    >>> lines("page", {"alerts": [alert]})
    ['{"receiver": "page", "status": "firing", "since": "2026-01-31T12:00:00Z", "alertname": "NimSlow", "summary": "It is."}']
    """
    alerts = notification["alerts"]
    assert isinstance(alerts, list)
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
        for alert in alerts
    ]


class Printer(BaseHTTPRequestHandler):
    """Takes notifications at any path, which says what receiver they were for."""

    def do_POST(self) -> None:
        """Print a notification; what is none gets a 400."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            text = "".join(f"{line}\n" for line in lines(self.path.strip("/"), json.loads(body)))
        except (ValueError, KeyError, TypeError, AssertionError):
            self.send_error(400)
            return
        sys.stdout.write(text)
        sys.stdout.flush()
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Leave the log to the alerts."""


if __name__ == "__main__":
    address, port = sys.argv[1:] or ("0.0.0.0", "9099")  # its container's port is published to nobody
    with ThreadingHTTPServer((address, int(port)), Printer) as server:
        server.serve_forever()
