"""Where errors of a whole position or a whole request are placed."""

from typing import Any

import pytest

from service.game.meter import Meter
from service.limits import MAX_LISTED_PILES
from tests.support.problems import errors_of
from tests.support.service import Service

ONE_PILE = {"game": "wythoff", "piles": [1]}
SUM = {"game": "sum", "components": [{"piles": [1]}, ONE_PILE]}
MANY = {"piles": [1] * MAX_LISTED_PILES}


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("/move", ONE_PILE, "#/piles"),
        ("/move", SUM, "#/components/1/piles"),
        ("/moves", {"positions": [{"piles": []}, ONE_PILE]}, "#/positions/1/piles"),
        ("/moves", {"positions": [SUM]}, "#/positions/0/components/1/piles"),
        ("/analysis", {"piles": [1] * (MAX_LISTED_PILES + 1)}, "#/piles"),
        ("/analysis", {"game": "sum", "components": [MANY, MANY]}, "#/components"),
    ],
)
def test_an_error_of_all_piles_is_at_the_key_that_has_them(
    service: Service, path: str, body: dict[str, Any], place: str
) -> None:
    ((found, detail),) = errors_of(service.post(path, body))
    assert (found, "piles" in detail) == (place, True)


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("/move", {"piles": [3] * 9}, "#/piles"),
        ("/move", {"game": "sum", "components": [{"piles": [3] * 9}]}, "#/components"),
        ("/moves", {"positions": [{"piles": [3]}] * 9}, "#/positions"),
        ("/values", {"size": 1000, "subtraction_set": [1, 3, 4]}, "#/size"),
    ],
)
def test_what_takes_too_long_is_an_error_of_the_whole_request(
    service: Service,
    path: str,
    body: dict[str, Any],
    place: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.api.operation.Meter", lambda *_, **__: Meter(3))
    assert errors_of(service.post(path, body)) == [
        (place, "This takes more than 1,400,000 steps, which is too long.")
    ]
