"""The log, as JSON lines: the access log on stdout, everything else on stderr.

Both name the same facts by the same fields. docs/observability.md lists these with the names
of OpenTelemetry.
"""

import logging
import os
import sys
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import quote
from wsgiref.types import WSGIEnvironment

from .. import __version__
from ..codec import encode
from ..environ import IDS, PROBLEM_TYPE, ROUTE
from ..limits import LONGEST_LOGGED
from ..settings import Config, LogLevel
from .metrics import known_method
from .streams import ERR, OUT

SERVICE = "nim-move-service"
"""The name of the service in each line."""

REQUEST = "nim_request"
"""The attribute of a log record for the result of `identify`."""

LONGEST_LENGTH = 20
"""Digits of the longest Content-Length that is read."""


class ErrorHandler(logging.Handler):
    """Writes records to stderr, each as a JSON object on a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Turn a record into a line."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname,
            "logger": record.name,
            "service": SERVICE,
            "version": __version__,
            "pid": record.process,
            "message": record.getMessage(),
        }
        entry |= getattr(record, REQUEST, {})
        if record.exc_info:
            entry["exception"] = logging.Formatter().formatException(record.exc_info)
        return encode(entry).decode()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or drop it."""
        try:
            ERR.write(self.format(record).encode() + b"\n")
        except Exception:  # noqa: BLE001  # as logging does
            self.handleError(record)


def configuration(level: LogLevel) -> dict[str, Any]:
    """The configuration of `logging`: gunicorn's records, and all of this level and above."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"stderr": {"()": ErrorHandler}},
        "root": {"level": level, "handlers": ["stderr"]},
        "loggers": {"gunicorn.error": {"handlers": ["stderr"]}},
    }


def least_logged(config: Config) -> str:
    """The lowest status that is logged; "600" if no request is.

    >>> least_logged(Config()), least_logged(Config(access_log="errors"))
    ('100', '400')
    >>> least_logged(Config(log_level=LogLevel.WARNING))
    '600'
    """
    if config.log_level > LogLevel.INFO:  # the level of these lines
        return "600"
    return {False: "600", "errors": "400", True: "100"}[config.access_log]


def printable(text: str) -> str:
    r"""The beginning of a text of a request, with control characters percent-encoded.

    >>> printable("/move"), printable("/\x1b[31m"), len(printable(500 * "a"))
    ('/move', '/%1B[31m', 200)
    """
    if not (text.isascii() and text.isprintable()):
        text = quote(
            text[:LONGEST_LOGGED].encode("latin-1"), safe=" !\"#$%&'()*+,/:;<=>?@[\\]^`{|}"
        )
    return text if len(text) <= LONGEST_LOGGED else text[: LONGEST_LOGGED - 3] + "..."


def current_span() -> dict[str, str]:
    """The ids of OpenTelemetry's current trace and span; empty if there is none.

    OpenTelemetry is not imported unless an operator has attached it.
    """
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        return {}
    context = trace.get_current_span().get_span_context()
    if not context.is_valid:
        return {}
    return {
        "trace_id": trace.format_trace_id(context.trace_id),
        "span_id": trace.format_span_id(context.span_id),
    }


def identify(environ: WSGIEnvironment) -> dict[str, Any]:
    """The fields that identify a request in a log line: method, route and ids."""
    request = environ.get("werkzeug.request")  # which has a rule before the response has a route
    rule = getattr(request, "url_rule", None)
    return {
        "method": known_method(environ["REQUEST_METHOD"]),
        "route": environ.get(ROUTE) or (rule and rule.rule),
        **environ.get(IDS, {}),
        **current_span(),
    }


def log_abort(environ: WSGIEnvironment, client: str) -> tuple[str, str | None]:
    """Log a request that did not end, without waiting; return its method and route."""
    request = identify(environ)
    method, route = request["method"], request["route"]
    text = "request-aborted: %s %s from %s did not finish"
    logging.getLogger("nim").error(text, method, route, client, extra={REQUEST: request})
    for stream in (OUT, ERR):
        stream.finish(1.0)
    return method, route


@cache
def process_id() -> int:
    """The id of this process, cached."""
    os.register_at_fork(after_in_child=process_id.cache_clear)
    return os.getpid()


def write_access(
    environ: WSGIEnvironment, seconds: float, status: int, size: int, client: str
) -> None:
    """Write the line of a request, which was responded to `seconds` after it had arrived.

    One dictionary, filled in the order of the line: merging several would cost more.
    """
    entry: dict[str, Any] = {
        "time": datetime.now(UTC),
        "level": "INFO",
        "logger": "access",
        "service": SERVICE,
        "version": __version__,
        "pid": process_id(),
        "duration_ms": round(seconds * 1000, 3),
        "method": known_method(environ["REQUEST_METHOD"]),
        "route": environ.get(ROUTE),
        "path": printable(environ["PATH_INFO"]),
    }
    if query := environ["QUERY_STRING"]:
        entry["query"] = printable(query)
    if agent := environ.get("HTTP_USER_AGENT"):
        entry["user_agent"] = printable(agent)
    length = environ.get("CONTENT_LENGTH")
    if length and len(length) < LONGEST_LENGTH and length.isdecimal():
        entry["request_size"] = int(length)
    if problem := environ.get(PROBLEM_TYPE):
        entry["problem"] = problem
    entry["status"] = status
    entry["size"] = size
    entry["client"] = client
    entry |= environ[IDS]
    if "span_id" not in entry:
        entry |= current_span()
    OUT.write(encode(entry) + b"\n")
