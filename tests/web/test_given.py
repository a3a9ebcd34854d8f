"""The position of a page, as its scripts have it: the service alone reads addresses."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient as Client

from service.web.played import PATHS, SOLVE
from tests.support.rows import rows
from tests.web.html import Html

ADDRESSES: list[tuple[str, dict[str, Any]]] = [
    ("nim/3,4,5", {"piles": [3, 4, 5]}),
    ("Marienbad", {"piles": [1, 3, 5, 7], "misere": True}),
    ("nim/21?max=3", {"piles": [21], "max_remove": 3}),
    ("nim/9,8?subtraction_set=2,3", {"piles": [9, 8], "subtraction_set": [2, 3]}),
    ("kayles/7, 5", {"game": "kayles", "piles": [7, 5]}),
    ("octal/6?code=4!.07", {"game": "octal", "piles": [6], "code": "4!.07"}),
    ("moore/1,2?misere=1&max_piles=2", {
        "game": "moore", "piles": [1, 2], "max_piles": 2, "misere": True,
    }),
    ("fibonacci/20?quota=6", {"game": "fibonacci", "piles": [20], "quota": 6}),
    ("sum/3,4+kayles:7+moore:1,2&max_piles=2?misere=true", {
        "game": "sum",
        "misere": True,
        "components": [
            {"piles": [3, 4]},
            {"game": "kayles", "piles": [7]},
            {"game": "moore", "piles": [1, 2], "max_piles": 2},
        ],
    }),
]  # fmt: skip


def given(client: Client, address: str) -> Any:
    """What a page has for its scripts."""
    (text,) = re.findall(
        r'<script type="application/json" id="given">(.*?)</script>', client.get(address).text
    )
    return json.loads(text)


@rows("path", PATHS)
@rows(("address", "position"), ADDRESSES)
def test_each_page_has_its_position_as_a_request_has_it(
    client: Client, path: str, address: str, position: dict[str, Any]
) -> None:
    """With its rule and its legal moves in order: nothing says which of them win."""
    found = given(client, path + address)
    assert found.pop("position") == position
    assert found == client.post("/legal", json=position).json


@pytest.mark.parametrize("address", ["/", "/embed"])
def test_a_page_without_an_address_of_a_position_begins_with_one(
    client: Client, address: str
) -> None:
    assert given(client, address)["position"] == {"piles": [3, 4, 5]}


@rows("path", PATHS)
def test_what_no_board_has_room_for_can_only_be_looked_up(client: Client, path: str) -> None:
    response = client.get(f"{path}kayles/1000")
    assert response.status_code == (200 if path == f"/{SOLVE}/" else 404)
    assert "application/json" not in response.text


@rows("path", PATHS)
def test_only_a_page_for_frames_may_be_framed(client: Client, path: str) -> None:
    policy = client.get(f"{path}nim/3,4,5").headers["Content-Security-Policy"]
    assert ("frame-ancestors 'none'" in policy) is (path != "/embed/")


def test_a_sheet_is_of_a_game_and_not_of_a_position(client: Client) -> None:
    page = Html(client.get("/solve/moore/3,4,5?max_piles=2&misere=true").text)
    assert [each for each in page.addresses if "sheet/" in each] == [
        "http://localhost/sheet/moore?max_piles=2&misere=true"
    ]
