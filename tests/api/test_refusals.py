"""What was refused after work isn't computed again, and nothing else is remembered."""

from typing import Any

import pytest

from service.api.refusals import REFUSALS_KEPT
from service.app import create_app
from service.operations.positions import ListPositions
from tests.support.wsgi import Request, call, get, post

TOO_MUCH: dict[str, Any] = {"game": "nim", "piles": [90, 91, 92, 93]}
POST, GET = post("/positions", TOO_MUCH), get("/positions", "piles=90,91,92,93")


@pytest.fixture
def handled(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The requests that are computed."""
    computed, handle = list[Any](), ListPositions.handle

    def note(self: ListPositions, parsed: Any) -> Any:
        computed.append(parsed)
        return handle(self, parsed)

    monkeypatch.setattr(ListPositions, "handle", note)
    return computed


@pytest.mark.parametrize("sent", [POST, GET], ids=["in a body", "in a query"])
def test_a_refusal_is_repeated(sent: Request, handled: list[Any]) -> None:
    app = create_app()
    first, second = call(app, sent), call(app, sent)
    assert (first.status, first.body) == (second.status, second.body)
    assert first.json["errors"][0]["code"] == "too-much-work"
    assert len(handled) == 1


def test_a_refusal_names_the_place_in_the_form_that_was_sent() -> None:
    app = create_app()
    assert "pointer" in call(app, POST).json["errors"][0]
    assert "parameter" in call(app, GET).json["errors"][0]


def test_an_answer_is_computed_again(handled: list[Any]) -> None:
    app = create_app()
    for _ in range(2):
        assert call(app, post("/positions", {"piles": [3, 4]})).status == "200 OK"
    assert len(handled) == 2


def test_the_oldest_refusal_is_forgotten(handled: list[Any]) -> None:
    app = create_app()
    for more in range(REFUSALS_KEPT + 1):
        call(app, post("/positions", {**TOO_MUCH, "piles": [90, 91, 92, 93 + more]}))
    call(app, POST)
    assert len(handled) == REFUSALS_KEPT + 2


def test_what_is_refused_as_a_text_is_answered_as_json() -> None:
    app, large = create_app(), post("/graph", {"piles": [6, 7, 8]})
    text = post("/graph", {"piles": [6, 7, 8]}, HTTP_ACCEPT="text/plain")
    assert [call(app, each).status[:3] for each in (text, large, text)] == ["422", "200", "422"]
