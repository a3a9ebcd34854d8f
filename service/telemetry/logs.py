"""The log: a JSON line on stdout for each request, and on stderr for all else."""

import logging
from datetime import UTC, datetime
from typing import Any

from gunicorn import glogging

from service.codec import encode
from service.telemetry.streams import ERR, OUT


class ErrorHandler(logging.Handler):
    """Writes records to stderr, each as a JSON object on a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Turn a record into a line."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := getattr(record, "request_id", None):
            entry["request_id"] = request_id
        if record.exc_info:
            entry["exception"] = logging.Formatter().formatException(record.exc_info)
        return encode(entry).decode()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or drop it."""
        try:
            ERR.write(self.format(record).encode() + b"\n")
        except Exception:  # noqa: BLE001  # as logging does
            self.handleError(record)


class GunicornLogger(glogging.Logger):
    """gunicorn's logger with this handler.

    Its setting for a logging configuration would do as well, but that also switches on
    gunicorn's own access log, which costs a third of a request's time.
    """

    def setup(self, cfg: Any) -> None:
        """Set up as gunicorn does, then replace its handler."""
        super().setup(cfg)
        self.error_log.handlers = [ErrorHandler()]
        # A worker's sockets are closed by its event loop, and then once more by gunicorn.
        self.error_log.addFilter(lambda record: "closing socket" not in str(record.msg))


def configure(level: str) -> None:
    """Log the service's own records of this level and above."""
    logging.basicConfig(level=level, handlers=[ErrorHandler()], force=True)


def write_access(seconds: float, **fields: Any) -> None:
    """Log a request that was answered, `seconds` after it had arrived."""
    entry = {
        "time": datetime.now(UTC),
        "level": "INFO",
        "logger": "access",
        "duration_ms": round(seconds * 1000, 3),
        **fields,
    }
    OUT.write(encode(entry) + b"\n")
