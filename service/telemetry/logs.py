"""The log: a JSON line on stdout for each request, and on stderr for all else."""

import contextlib
import logging
import os
import sys
from datetime import UTC, datetime
from typing import Any

from gunicorn import glogging

from service.codec import encode


class JSONFormatter(logging.Formatter):
    """One JSON object a record."""

    def format(self, record: logging.LogRecord) -> str:
        """Turn a record into a line."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := getattr(record, "request_id", None):
            entry["request_id"] = request_id
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return encode(entry).decode()


class GunicornLogger(glogging.Logger):
    """gunicorn's logger with this format.

    Its setting for a logging configuration would do as well, but that also switches on
    gunicorn's own access log, which costs a third of a request's time.
    """

    def setup(self, cfg: Any) -> None:
        """Set up as gunicorn does, then put the format in."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JSONFormatter())


def configure(level: str) -> None:
    """Log the service's own records of this level and above."""
    handler = logging.StreamHandler()
    handler.setFormatter(JSONFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)


def write_access(seconds: float, **fields: Any) -> None:
    """Log a request that was answered, `seconds` after it had arrived."""
    write_line(
        {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "level": "INFO",
            "logger": "access",
            "duration_ms": round(seconds * 1000, 3),
            **fields,
        }
    )


def write_line(entry: dict[str, Any]) -> None:
    """Write a line to stdout in one piece, so that the lines of processes don't mix.

    A log that can't be written, because its disk is full for example, does not stop an answer.
    """
    with contextlib.suppress(OSError):
        os.write(sys.stdout.fileno(), encode(entry) + b"\n")
