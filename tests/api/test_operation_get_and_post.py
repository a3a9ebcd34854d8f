"""A request is the same by GET and by POST: the same keys, the same checks, the same response."""

import json
from http.client import HTTPConnection
from typing import Any

import pytest

from service.api.request_types import keys_of
from tests.support.requests import (
    APP,
    BOTH,
    GETS,
    OPERATIONS,
    POSTS,
    REQUESTS,
    ask,
    typed_operations,
)
from tests.support.rows import rows
from tests.support.servers import Server
from tests.support.wsgi import call, get, post


def test_each_typed_operation_has_a_request() -> None:
    assert {path for _, path in OPERATIONS} == REQUESTS.keys()


OPTIONAL = [
    (each.path, name)
    for each in typed_operations()
    if each.method == "POST"
    for name, key in keys_of(each.request).items()
    if key.optional
]


@rows(("path", "key"), OPTIONAL)
def test_null_is_the_same_as_leaving_an_optional_key_out(path: str, key: str) -> None:
    left_out = ask("POST", path, REQUESTS[path])
    null = ask("POST", path, {**REQUESTS[path], key: None})
    assert (null.status, null.body) == (left_out.status, left_out.body) == ("200 OK", null.body)


INNER = [
    ("/moves", {"positions": [{"piles": [3, 4, 5], "misere": None, "game": None, "code": None}]}),
    ("/review", {"piles": [3, 4, 5], "moves": [{"pile": 0, "remove": 2, "leaves": None,
                                                "leaves_piles": None, "removals": None}]}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "keys"), INNER)
def test_null_is_absence_inside_lists_too(path: str, keys: Any) -> None:
    assert ask("POST", path, keys).body == ask("POST", path, REQUESTS[path]).body


REQUIRED = [
    (each.path, name)
    for each in typed_operations()
    if each.method == "POST"
    for name, key in keys_of(each.request).items()
    if not key.optional
]


@rows(("path", "key"), REQUIRED)
def test_a_required_key_can_not_be_null(path: str, key: str) -> None:
    rejected = json.loads(ask("POST", path, {**REQUESTS[path], key: None}).body)
    assert [error["pointer"] for error in rejected["errors"]] == [f"#/{key}"]


@pytest.mark.parametrize("path", BOTH)
def test_post_and_get_have_the_same_body(path: str) -> None:
    by_post, by_get = (ask(method, path, REQUESTS[path]) for method in ("POST", "GET"))
    assert (by_post.status, by_post.body) == ("200 OK", by_get.body)


def test_all_operations_of_one_position_have_get_and_post() -> None:
    """Only a batch, a review and a graph have no form in a query."""
    assert set(POSTS) - set(GETS) == {"/moves", "/review", "/grundy"}


WRONG: list[tuple[str, Any]] = [
    ("/move", {"piles": [3, -4]}),
    ("/move", {"piles": [3, 2**53]}),
    ("/move", {"piles": [3], "max_remove": 0}),
    ("/move", {"piles": [3], "max_remove": 2, "subtraction_set": [1, 2]}),
    ("/move", {"piles": [3], "subtraction_set": [1, 1]}),
    ("/move", {"piles": [3], "code": "0.77"}),
    ("/move", {"piles": [3], "game": "octal", "code": "0.9"}),
    ("/move", {"piles": [3], "game": "moore"}),
    ("/graph", {"piles": [3], "game": "chess"}),
    ("/move", {"piles": [3], "game": "wythoff"}),
    ("/move", {"piles": [3], "pile": 3}),
    ("/move", {"piles": [3], "k": 3}),
    ("/move", {"misere": True}),
    ("/explanation", {"piles": [1] * 1_001}),
    ("/positions", {"piles": [100, 100, 100]}),
    ("/positions", {"piles": [5], "game": "fibonacci"}),
    ("/graph", {"piles": [5], "game": "fibonacci"}),
    ("/analysis", {"piles": [1] * 101}),
    ("/values", {"size": 0}),
    ("/values", {"game": "greedy", "size": 3}),
    ("/values", {"game": "kayles", "size": 3, "piles": 3}),
]


def rejection(method: str, path: str, keys: Any) -> Any:
    """The problem, with each error's parameter or key in place of its pointer."""
    problem = json.loads(ask(method, path, keys).body)
    assert problem["status"] == 422
    for error in problem["errors"]:
        if pointer := error.pop("pointer", None):
            error["parameter"] = pointer.split("/")[1]
    return problem


@pytest.mark.parametrize(("path", "keys"), WRONG)
def test_post_and_get_reject_the_same_with_the_same_codes_and_texts(path: str, keys: Any) -> None:
    assert rejection("GET", path, keys) == rejection("POST", path, keys)


BRACKETS = [
    ("piles[]=3&piles[]=4", "piles[]", "unknown",
     "This key is not known; write piles=3,4,5, without brackets."),
    ("piles%5B%5D=3", "piles[]", "unknown",
     "This key is not known; write piles=3,4,5, without brackets."),
    ("piles[0]=3", "piles[0]", "unknown",
     "This key is not known; write piles=3,4,5, without brackets."),
    ("piles=[3,4]", "piles", "not-a-list", "Write piles=3,4,5, without brackets."),
    ("piles=%5B3%5D", "piles", "not-a-list", "Write piles=3,4,5, without brackets."),
]  # fmt: skip


@pytest.mark.parametrize(("query", "name", "code", "detail"), BRACKETS)
def test_brackets_are_rejected_with_the_right_form(
    query: str, name: str, code: str, detail: str
) -> None:
    rejected = call(APP, get("/move", query)).json
    assert rejected["errors"] == [{"parameter": name, "code": code, "detail": detail}]


# --- A body sent with GET -------------------------------------------------------------------------

UNEXPECTED = {
    "type": "/docs#error-unexpected-body",
    "title": "A body is not expected",
    "status": 400,
    "detail": "GET reads its parameters from the query string; send a body by POST.",
}


@pytest.mark.parametrize("path", GETS)
def test_a_body_sent_with_get_is_rejected(path: str) -> None:
    request = get(path, "", CONTENT_TYPE="application/json")._replace(body=b'{"piles": [3]}')
    response = call(APP, request)
    assert (response.status, response.json) == ("400 BAD REQUEST", UNEXPECTED)


def test_a_body_is_rejected_also_where_the_query_is_right() -> None:
    response = call(APP, get("/move", "piles=3")._replace(body=b"x"))
    assert response.json == UNEXPECTED


def test_an_empty_body_sent_with_get_is_none() -> None:
    plain = call(APP, get("/move", "piles=3"))
    assert call(APP, get("/move", "piles=3", CONTENT_LENGTH="0")) == plain
    assert call(APP, get("/move", "piles=3", HTTP_TRANSFER_ENCODING="chunked")) == plain
    assert call(APP, get("/move", "piles=3", CONTENT_LENGTH="")) == plain


def test_a_chunked_body_sent_with_get_is_rejected() -> None:
    headers = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}
    request = get("/move", "piles=3", **headers)._replace(body=b"x")
    assert call(APP, request).json == UNEXPECTED


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("size", [1, 15_000, 100_000])
def test_the_running_service_rejects_a_body_sent_with_get(
    server: Server, size: int, *, chunked: bool
) -> None:
    """However it is framed, and however large; the connection stays usable."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    body = [b"x" * size]
    headers = {} if chunked else {"Content-Length": str(size)}
    connection.request("GET", "/move?piles=3", body, headers, encode_chunked=chunked)
    response = connection.getresponse()
    assert (response.status, json.loads(response.read())) == (400, UNEXPECTED)
    connection.request("GET", "/move?piles=3")
    assert connection.getresponse().status == 200
    connection.close()


def test_a_query_sent_with_post_is_rejected() -> None:
    request = post("/move", {"piles": [3]})._replace(query="misere=true")
    assert call(APP, request).json["errors"] == [
        {
            "parameter": "misere",
            "code": "unknown",
            "detail": "This key is not known; send it in the body.",
        }
    ]
