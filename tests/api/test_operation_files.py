"""Files and pages are made off the event loop when first requested."""

import pytest

from service.app import EXTENSION, create_app
from tests.support.wsgi import call, get

NEW = [
    ("/", ""),
    ("/favicon.ico", ""),
    ("/openapi.json", ""),
    ("/static/core/base.css", ""),
    ("/static/card.png", ""),
    ("/static/qr.svg", "link=http://localhost/"),
]


@pytest.mark.parametrize(("path", "query"), NEW)
def test_a_file_is_made_beside_the_loop_and_then_given_at_once(path: str, query: str) -> None:
    its_own = f"https://{NEW.index((path, query))}.example"  # for which pages are made
    app = create_app(ACCESS_LOG=False, EMBED_ORIGINS=its_own)
    handle = app.extensions[EXTENSION].handle
    environ = {**get(path, query).environ(), "REMOTE_ADDR": "192.0.2.1"}
    head = {**environ, "REQUEST_METHOD": "HEAD"}
    assert handle({**environ}, b"").queue == handle({**head}, b"").queue == "192.0.2.1"
    assert call(app, get(path, query)).status == "200 OK"
    assert handle(environ, b"").status == handle(head, b"").status == "200 OK"


def test_a_page_is_made_beside_the_loop_for_a_new_host() -> None:
    app = create_app(ACCESS_LOG=False)
    call(app, get("/"))
    environ = {**get("/").environ(), "REMOTE_ADDR": "192.0.2.1", "HTTP_HOST": "new.example"}
    assert app.extensions[EXTENSION].handle(environ, b"").queue == "192.0.2.1"
