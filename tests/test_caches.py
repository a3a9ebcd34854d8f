"""No cache grows with what clients write, whatever they write."""

import gc
import tracemalloc

from flask import Flask

from service.app import create_app
from tests.support.wsgi import call, get, post

REQUESTS = 70
"""As many that two rounds fill every cache that has a bound."""

HEADERS = (
    "HTTP_ACCEPT_ENCODING",
    "HTTP_IF_NONE_MATCH",
    "HTTP_ORIGIN",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_REQUEST_ID",
)
ALLOWED = 150_000
"""Bytes by which the memory may grow: one text of each request would take twice as much."""


def send(app: Flask, kind: str) -> None:
    """Requests of which each has texts of its own in every place."""
    for number in range(REQUESTS):
        text = f"{kind}-{number}-" + "x" * 4_000
        headers = dict.fromkeys([*HEADERS, f"HTTP_{kind}_{number}"], text)
        html = {"HTTP_ACCEPT": f"text/html, text/{text}", "HTTP_HOST": f"{kind}{number}.example"}
        position = {"game": "kayles", "piles": [number, number + 1], text: 1}
        call(app, post("/move", position, **headers))
        call(app, post("/move", {**position, "game": text}))
        call(app, post("/analysis", {"subtraction_set": [1, 3 + number], "piles": [9, 8]}))
        call(app, get("/move", f"piles={number}&{text}=1", **headers))
        call(app, get(f"/{text}", **headers, **html))
        call(app, get("/", **headers, **html))
        call(app, get(f"/play/nim/{number},{number + 2}", **headers, **html))
        call(app, get("/static/qr.svg", f"link=https://{kind}{number}.example/"))


def test_memory_does_not_grow_with_the_texts_of_requests() -> None:
    app = create_app(ACCESS_LOG=False, TRUSTED_PROXIES="192.0.2.0/24")
    send(app, "first")
    tracemalloc.start()
    try:
        send(app, "second")
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        send(app, "third")
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < ALLOWED
