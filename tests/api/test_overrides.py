"""What is overridden in Flask and uvicorn, and what is used of prometheus_client's private names.

Each override was written beside the library's own method. When that method changes, the override
must be read again: this test then fails, and the digest is updated with the override.
"""

import inspect
from collections.abc import Callable
from hashlib import sha256
from inspect import isfunction
from typing import Any

import pytest
from flask import Flask
from prometheus_client import Histogram
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.values import MultiProcessValue
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from werkzeug.routing import Rule

from service.api.application import Application

INLINED = Flask.dispatch_request
"""Of this `full_dispatch_request` has what a route needs, and calls it for all else."""

REVIEWED: dict[Callable[..., Any], str] = {
    Flask.create_url_adapter: "066133a70e406d12",
    Flask.full_dispatch_request: "70d46cf2d53c3b0e",
    INLINED: "62c7e9d15772724a",
    Flask.do_teardown_request: "8c25313693d26f09",
    Flask.make_default_options_response: "e4c7d36a3f42a44c",
    Rule.compile: "96edc39424f37ba3",
    Rule._compile_builder: "a0ec55cf067ff5d5",
    Histogram.observe: "38beca3be1d1595b",
    MultiProcessCollector.merge: "215166a6ea9d2301",
    MultiProcessValue: "8077cd2c482fc32e",
    HttpToolsProtocol: "18fdf324b11bf160",
    RequestResponseCycle: "e67d470d435dcc1c",
    FlowControl: "126debcdaa894c83",
}


@pytest.mark.parametrize("original", REVIEWED, ids=lambda method: method.__qualname__)
def test_the_library_s_own_method_is_the_one_that_was_reviewed(
    original: Callable[..., Any],
) -> None:
    source = inspect.getsource(original)
    assert sha256(source.encode()).hexdigest()[:16] == REVIEWED[original]


def test_every_override_of_flask_is_pinned() -> None:
    methods = {name for name, value in vars(Flask).items() if isfunction(value)} - {"__init__"}
    assert methods & vars(Application).keys() | {INLINED.__name__} == {
        original.__name__ for original in REVIEWED if original.__qualname__.startswith("Flask.")
    }
