"""The log: a JSON line on stdout for each request, and on stderr for all else."""

import logging
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from wsgiref.types import WSGIEnvironment

from gunicorn import glogging

from service.codec import encode
from service.limits import LONGEST_LOGGED
from service.settings import Config
from service.telemetry.streams import ERR, OUT
from service.wsgi import PROBLEM_TYPE


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


def least_logged(config: Config) -> str:
    """The status from which on requests have a line; "600" where none has.

    >>> least_logged(Config()), least_logged(Config(access_log="errors"))
    ('100', '400')
    >>> least_logged(Config(log_level="WARNING"))
    '600'
    """
    if logging.getLevelNamesMapping()[config.log_level] > logging.INFO:  # the level of these lines
        return "600"
    return {False: "600", "errors": "400", True: "100"}[config.access_log]


def printable(text: str) -> str:
    r"""A path or query, cut short, with whatever a terminal might obey percent-encoded.

    >>> printable("/move"), printable("/\x1b[31m"), len(printable(500 * "a"))
    ('/move', '/%1B[31m', 200)
    """
    if not (text.isascii() and text.isprintable()):
        text = quote(text[:LONGEST_LOGGED].encode("latin-1"), safe="!\"#$%&'()*+,/:;<=>?@[\\]^`{|}")
    return text if len(text) <= LONGEST_LOGGED else text[: LONGEST_LOGGED - 3] + "..."


def describe(environ: WSGIEnvironment) -> dict[str, str]:
    """Path, query and problem of a request, where it has them."""
    facts = {"path": printable(environ["PATH_INFO"])}
    if query := environ["QUERY_STRING"]:
        facts["query"] = printable(query)
    if problem := environ.get(PROBLEM_TYPE):
        facts["problem"] = problem
    return facts


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
