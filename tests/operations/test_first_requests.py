"""What people send first: the request works, or the error says how to fix it."""

from typing import Any

import pytest

from tests.support.http_client import JSON, Reply
from tests.support.positions import POSITIONS
from tests.support.problems import in_body, in_query, invalid, problem, unknown, without_codes
from tests.support.service import SOLVED, Service

FORM = "application/x-www-form-urlencoded"


def wrong_type(said: str) -> dict[str, Any]:
    return problem(
        415,
        "unsupported-media-type",
        "The media type is not supported",
        f"Send the header 'Content-Type: application/json'; this request {said}.",
    )


def not_json(detail: str) -> dict[str, Any]:
    return problem(400, "not-json", "The body is not JSON", detail)


def no_path(detail: str) -> dict[str, Any]:
    return problem(404, "not-found", "Not found", detail)


def no_method(detail: str) -> dict[str, Any]:
    return problem(405, "method-not-allowed", "Method not allowed", detail)


OBJECT = 'Must be an object, such as {"piles": [3, 4, 5]}.'
LIST = "Must be a list, such as [3, 4, 5]."
BRACKETS = "Write piles=3,4,5, without brackets."
*FIRST, LAST = [name for name, [position, *_] in POSITIONS.items() if "piles" in position]
GAMES = f"{', '.join(FIRST)} or {LAST}"
"""The games that a query can hold."""
UNKNOWN = (
    "This is not a position of the graph: add it to options as a key, with [] if it has no moves."
)

# What is sent: method, path, Content-Type and body; and the whole answer.
Request = tuple[str, str, str | None, bytes | None]
FIRST_REQUESTS: dict[str, tuple[Request, dict[str, Any]]] = {
    "a position as JSON": (("POST", "/move", JSON, b'{"piles": [3, 4, 5]}'), SOLVED),
    "a position in a link": (("GET", "/move?piles=3,4,5", None, None), SOLVED),
    "a repeated parameter, as requests and httpx write a list": (
        ("GET", "/move?piles=3&piles=4&piles=5", None, None),
        SOLVED,
    ),
    "escaped commas": (("GET", "/move?piles=3%2C4%2C5", None, None), SOLVED),
    "both ways to write a list": (
        ("GET", "/move?piles=3,4&piles=5", None, None),
        invalid(in_query("piles", "Must be an integer."), place="piles[0]"),
    ),
    "a list in brackets": (
        ("GET", "/move?piles=[3,4,5]", None, None),
        invalid(in_query("piles", BRACKETS)),
    ),
    "a list as PHP writes it": (
        ("GET", "/move?piles[]=3&piles[]=4", None, None),
        invalid(in_query("piles[]", "This key is not known; write piles=3,4,5, without brackets.")),
    ),
    "spaces after the commas": (
        ("GET", "/move?piles=3,%204", None, None),
        invalid(in_query("piles", "Must be an integer."), place="piles[1]"),
    ),
    "a link without anything": (
        ("GET", "/move", None, None),
        invalid(in_query("piles", "This key is required.")),
    ),
    "True as Python writes it": (
        ("GET", "/move?piles=3,4,5&misere=True", None, None),
        invalid(in_query("misere", "Must be true or false.")),
    ),
    "curl -d without a header": (
        ("POST", "/move", FORM, b'{"piles": [3, 4, 5]}'),
        wrong_type(f"says '{FORM}'"),
    ),
    "a form": (("POST", "/move", FORM, b"piles=3,4,5"), wrong_type(f"says '{FORM}'")),
    "no Content-Type": (
        ("POST", "/move", "", b'{"piles": [3, 4, 5]}'),
        wrong_type("has no Content-Type"),
    ),
    "text": (
        ("POST", "/move", "text/plain;charset=UTF-8", b'{"piles": [3, 4, 5]}'),
        wrong_type("says 'text/plain;charset=UTF-8'"),
    ),
    "an empty body": (("POST", "/move", JSON, b""), not_json("The body is empty.")),
    "single quotes": (
        ("POST", "/move", JSON, b"{'piles': [3, 4, 5]}"),
        not_json("Expecting property name enclosed in double quotes: line 1 column 2 (char 1)."),
    ),
    "a bare list": (("POST", "/move", JSON, b"[3, 4, 5]"), invalid(in_body("#", OBJECT))),
    "piles as a string": (
        ("POST", "/move", JSON, b'{"piles": "3,4,5"}'),
        invalid(in_body("#/piles", "Must be a list, such as [3, 4, 5], not a string.")),
    ),
    "one pile as a number": (
        ("POST", "/move", JSON, b'{"piles": 21}'),
        invalid(in_body("#/piles", LIST)),
    ),
    "numbers as strings": (
        ("POST", "/move", JSON, b'{"piles": ["3", "4"]}'),
        invalid(
            in_body("#/piles/0", "Must be an integer."), in_body("#/piles/1", "Must be an integer.")
        ),
    ),
    "a misspelt key": (
        ("POST", "/move", JSON, b'{"pile": [3, 4, 5]}'),
        invalid(in_body("#/pile", unknown("piles")), in_body("#/piles", "This key is required.")),
    ),
    "lists in a batch": (
        ("POST", "/moves", JSON, b'{"positions": [[3, 4, 5]]}'),
        invalid(in_body("#/positions/0", OBJECT)),
    ),
    "a batch of lists": (
        ("POST", "/moves", JSON, b"[[3, 4, 5]]"),
        invalid(in_body("#", 'Must be an object, such as {"positions": [{"piles": [3, 4, 5]}]}.')),
    ),
    "a path in another case": (
        ("GET", "/Move?piles=3", None, None),
        no_path("No operation has this path; did you mean /move?"),
    ),
    "a slash at the end": (
        ("POST", "/move/", JSON, b'{"piles": [3]}'),
        no_path("No operation has this path; did you mean /move?"),
    ),
    "a GET of what takes a POST": (
        ("GET", "/moves", None, None),
        no_method("GET is not allowed here; use OPTIONS, POST or QUERY."),
    ),
    "a PUT": (
        ("PUT", "/move", JSON, b'{"piles": [3]}'),
        no_method("PUT is not allowed here; use GET, HEAD, OPTIONS, POST or QUERY."),
    ),
    "a graph without its last positions": (
        ("POST", "/grundy", JSON, b'{"options": {"a": ["b"]}}'),
        invalid(in_body("#/options/a/0", UNKNOWN)),
    ),
    "the game of 21": (
        ("POST", "/move", JSON, b'{"piles": [21], "max_remove": 3}'),
        {
            "nim_sum": 1,
            "position_class": "N",
            "to_move_wins": True,
            "winning_moves": [{"pile": 0, "remove": 1, "leaves": 20}],
            "best_move": {"pile": 0, "remove": 1, "leaves": 20},
            "grundy_values": [1],
        },
    ),
    "the table of an article": (
        ("GET", "/positions?piles=1,1", None, None),
        {"count": 3, "p_count": 2, "p_positions": [[], [1, 1]]},
    ),
    "a graph to be drawn": (
        ("GET", "/graph?piles=1", None, None),
        {"options": {"1": ["0"], "0": []}, "grundy_values": {"1": 1, "0": 0}},
    ),
    "Wythoff's game": (
        ("POST", "/move", JSON, b'{"game": "wythoff", "piles": [1, 2]}'),
        {
            "nim_sum": None,
            "position_class": "P",
            "to_move_wins": False,
            "winning_moves": [],
            "best_move": {"removals": [{"pile": 1, "remove": 1, "leaves": 1}]},
        },
    ),
    "a game with a capital letter": (
        ("GET", "/move?game=Wythoff&piles=1,2", None, None),
        invalid(in_query("game", f"Must be {GAMES}.")),
    ),
    "Moore's Nim without its number": (
        ("POST", "/move", JSON, b'{"game": "moore", "piles": [1, 2]}'),
        invalid(in_body("#/max_piles", "The game moore requires this key.")),
    ),
    "a graph in misère play": (
        ("POST", "/grundy", JSON, b'{"options": {"a": ["b"], "b": []}, "misere": true}'),
        {"grundy_values": {"a": 1, "b": 0}, "position_classes": {"a": "P", "b": "N"}},
    ),
    "a code as a number": (
        ("POST", "/move", JSON, b'{"game": "octal", "code": 0.77, "piles": [12]}'),
        invalid(in_body("#/code", 'Must be a string, such as "0.77".')),
    ),
    "a code without its game": (
        ("POST", "/move", JSON, b'{"code": "0.77", "piles": [12]}'),
        invalid(in_body("#/code", "This key belongs to the game octal.")),
    ),
    "a path of an earlier edition": (
        ("POST", "/octal", JSON, b'{"code": "0.77", "piles": [12]}'),
        no_path("No operation has this path; see /openapi.yaml."),
    ),
}


@pytest.mark.parametrize("name", FIRST_REQUESTS)
def test_a_first_request(service: Service, name: str) -> None:
    (method, path, media_type, body), answer = FIRST_REQUESTS[name]
    headers = {} if media_type is None else {"Content-Type": media_type}
    reply: Reply = service.request(method, path, body, headers)
    media = "application/problem+json" if "type" in answer else JSON
    assert (reply.status, reply.headers["content-type"], without_codes(reply.json)) == (
        answer.get("status", 200),
        media,
        answer,
    )


@pytest.mark.parametrize(
    ("name", "header", "value"),
    [
        ("curl -d without a header", "accept-post", "application/json"),
        ("a GET of what takes a POST", "allow", "OPTIONS, POST, QUERY"),
    ],
)
def test_an_error_has_a_header_with_what_is_allowed(
    service: Service, name: str, header: str, value: str
) -> None:
    (method, path, media_type, body), _ = FIRST_REQUESTS[name]
    reply = service.request(method, path, body, {"Content-Type": media_type or JSON})
    assert reply.headers[header] == value
