"""Every operation of the service, each with the handler that answers it."""

from collections.abc import Callable, Iterable
from typing import Any

from service.api.application import Application
from service.api.handlers import Contract, Handlers, Monitoring, Reading
from service.api.health import Process
from service.settings import Config
from service.web.pages import ADDRESSES, ROOT_FILES

Row = tuple[str, str, Callable[..., Any]]


def table(config: Config, process: Process, reading: Reading | None) -> list[Row]:
    """The operations that are switched on: method, path, handler."""
    theory, monitoring, contract = Handlers(config, process), Monitoring(process), Contract()
    rows: list[Row] = [
        ("POST", "/move", theory.move),
        ("GET", "/move", theory.move_by_link),
        ("POST", "/moves", theory.moves),
        ("POST", "/explanation", theory.explanation),
        ("GET", "/explanation", theory.explanation_by_link),
        ("POST", "/review", theory.review),
        ("POST", "/grundy", theory.grundy),
        ("POST", "/octal", theory.octal),
        ("GET", "/octal/values", theory.octal_values),
        ("GET", "/nimbers/sum", theory.nimber_sum),
        ("GET", "/nimbers/product", theory.nimber_product),
        ("GET", "/nimbers/table", theory.nimber_table),
        ("GET", "/healthz", monitoring.liveness),
        ("GET", "/readyz", monitoring.readiness),
        ("GET", "/openapi.yaml", contract.yaml),
        ("GET", "/openapi.json", contract.json),
    ]
    if config.metrics:
        rows.append(("GET", "/metrics", monitoring.metrics))
    if reading:
        rows += [("GET", path, reading.page(name)) for path, name in ADDRESSES.items()]
        rows += [("GET", path, reading.root_file(name)) for path, name in ROOT_FILES.items()]
        rows += [
            ("GET", "/qr", reading.qr),
            ("GET", "/static/<path:name>", reading.static_file),
        ]
    return rows


def attach(app: Application, rows: Iterable[Row]) -> None:
    """Add operations to the application."""
    for method, path, handler in rows:
        app.add_url_rule(path, f"{method} {path}", handler, methods=[method])
    app.index_rules()
