"""Bodies: each input that code often gets wrong."""

import gzip
import json
from typing import Any

import pytest

from service.api.body import read_body
from tests.support.http_client import Reply
from tests.support.problems import PROBLEM, in_body, invalid, problem, unknown, without_codes
from tests.support.service import Service


def not_json(detail: str) -> dict[str, Any]:
    return problem(400, "not-json", "The body is not JSON", detail)


def rejected(*errors: tuple[str, str]) -> dict[str, Any]:
    return invalid(*(in_body(*error) for error in errors))


def expect(reply: Reply, body: dict[str, Any]) -> None:
    assert (reply.status, reply.headers["content-type"], without_codes(reply.json)) == (
        body["status"],
        PROBLEM,
        body,
    )


OF_NIM = unknown(
    known="nim has the keys piles, misere, game, max_remove and subtraction_set",
)
LIST = "Must be a list, such as [3, 4, 5]."
OBJECT = 'Must be an object, such as {"piles": [3, 4, 5]}.'
TOO_DEEP = (
    "The text is nested too deeply: at most 500 lists and objects are allowed inside each other."
)


IN_PYTHONS_WORDS = ""
"""The detail is the message of Python's parser."""


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        pytest.param(b"", "The body is empty.", id="nothing"),
        pytest.param(b" \r\n\t", "The body is empty.", id="white space"),
        pytest.param(b"piles=3,4", IN_PYTHONS_WORDS, id="a form"),
        pytest.param(b'{"piles": None}', IN_PYTHONS_WORDS, id="None"),
        pytest.param(b'{"piles": [3,]}', IN_PYTHONS_WORDS, id="trailing comma, list"),
        pytest.param(b'{"piles": [3', IN_PYTHONS_WORDS, id="truncated"),
        pytest.param(b'{"piles": [3],}', IN_PYTHONS_WORDS, id="trailing comma"),
        pytest.param(b'{"piles": [3]} x', IN_PYTHONS_WORDS, id="trailing data"),
        pytest.param(b'{"piles": [3]}{}', IN_PYTHONS_WORDS, id="two values"),
        pytest.param(
            b"{'piles': [3]}",
            IN_PYTHONS_WORDS,
            id="single quotes",
        ),
        pytest.param(b'{"piles": [03]}', IN_PYTHONS_WORDS, id="leading zero"),
        pytest.param(b'{"piles": [+3]}', IN_PYTHONS_WORDS, id="plus sign"),
        pytest.param(b'{"piles": [0x3]}', IN_PYTHONS_WORDS, id="hexadecimal"),
        pytest.param(b'{"piles": [3.]}', IN_PYTHONS_WORDS, id="bare point"),
        pytest.param(b'{"piles": [NaN]}', "NaN is not JSON.", id="NaN"),
        pytest.param(b'{"piles": [Infinity]}', "Infinity is not JSON.", id="Infinity"),
        pytest.param(b'{"piles": [-Infinity]}', "-Infinity is not JSON.", id="-Infinity"),
        pytest.param(b'{"piles": [3] /* */}', IN_PYTHONS_WORDS, id="comment"),
        pytest.param(
            b'\xef\xbb\xbf{"piles": [3]}', "The text starts with a byte order mark.", id="BOM"
        ),
        pytest.param(b'{"piles\xff": [3]}', "Byte 7 is not UTF-8.", id="bad UTF-8"),
        pytest.param('{"piles": [3]}'.encode("utf-16"), "Byte 0 is not UTF-8.", id="UTF-16"),
        pytest.param(
            b'{"\\ud800": [3]}',
            "A string contains half of a surrogate pair.",
            id="half a surrogate pair",
        ),
        pytest.param(
            b'{"a\x01": [3]}',
            IN_PYTHONS_WORDS,
            id="control character",
        ),
        pytest.param(
            b'{"piles": [3], "piles": [4]} x',
            IN_PYTHONS_WORDS,
            id="more text after a repeated name",
        ),
        pytest.param(
            b'{"a": {"b": 1, "b": 2}',
            IN_PYTHONS_WORDS,
            id="no end after a repeated name",
        ),
        pytest.param(b"[" * 10_000, TOO_DEEP, id="nested lists"),
        pytest.param(b'{"a":' * 10_000, TOO_DEEP, id="nested objects"),
        pytest.param(b"[" * 200_000 + b"]" * 200_000, TOO_DEEP, id="nested, closed"),
    ],
)
def test_text_that_is_not_json_is_a_400(service: Service, body: bytes, detail: str) -> None:
    """The detail says what is wrong, and where."""
    if detail is IN_PYTHONS_WORDS:
        with pytest.raises(json.JSONDecodeError) as error:
            json.loads(body)
        detail = f"{error.value}."
    expect(service.post("/move", body), not_json(detail))


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ('{"piles": [-1]}', [("#/piles/0", "Must be 0 or more.")]),
        ('{"piles": [true]}', [("#/piles/0", "Must be an integer.")]),
        ('{"piles": ["3"]}', [("#/piles/0", "Must be an integer.")]),
        ('{"piles": [3.5]}', [("#/piles/0", "Must be an integer.")]),
        ('{"piles": [1e-1]}', [("#/piles/0", "Must be an integer.")]),
        ('{"piles": [null]}', [("#/piles/0", "Must be an integer.")]),
        ('{"piles": [[3]]}', [("#/piles/0", "Must be an integer.")]),
        ('{"piles": [{}]}', [("#/piles/0", "Must be an integer.")]),
        (
            '{"piles": [9007199254740992]}',
            [("#/piles/0", "Must be 9,007,199,254,740,991 or less.")],
        ),
        (
            '{"piles": [18446744073709551616]}',
            [("#/piles/0", "Must be 9,007,199,254,740,991 or less.")],
        ),
        ('{"piles": [1e999]}', [("#/piles/0", "Must be 9,007,199,254,740,991 or less.")]),
        ('{"piles": [-1e999]}', [("#/piles/0", "Must be 0 or more.")]),
        (
            f'{{"piles": [{"9" * 5000}]}}',
            [("#/piles/0", "Must be 9,007,199,254,740,991 or less.")],
        ),
        (f'{{"piles": [-{"9" * 5000}]}}', [("#/piles/0", "Must be 0 or more.")]),
        ('{"piles": null}', [("#/piles", LIST)]),
        ('{"piles": 3}', [("#/piles", LIST)]),
        ('{"piles": "3,4,5"}', [("#/piles", "Must be a list, such as [3, 4, 5], not a string.")]),
        ('{"piles": {"0": 3}}', [("#/piles", LIST)]),
        ("{}", [("#/piles", "This key is required.")]),
        ("[]", [("#", OBJECT)]),
        ("3", [("#", OBJECT)]),
        ("null", [("#", OBJECT)]),
        ('"piles"', [("#", OBJECT)]),
        ('{"piles": [3], "misere": 1}', [("#/misere", "Must be true or false.")]),
        ('{"piles": [3], "misere": "true"}', [("#/misere", "Must be true or false.")]),
        ('{"piles": [3], "a/b~c": 1}', [("#/a~1b~0c", OF_NIM)]),
        ('{"piles": [3], "misère %": 1}', [("#/mis%C3%A8re%20%25", unknown("misere"))]),
        ('{"piles": [3], "": 1}', [("#/", OF_NIM)]),
        (
            '{"piles": [3, -4, "5"], "misere": 0, "x": 1}',
            [
                ("#/piles/1", "Must be 0 or more."),
                ("#/piles/2", "Must be an integer."),
                ("#/misere", "Must be true or false."),
                ("#/x", OF_NIM),
            ],
        ),
        (
            '{"piles": [3], "piles": [4]}',
            [("#", "The name 'piles' is given more than once.")],
        ),
        (
            '{"piles": [3], "p\\u0069les": [4]}',
            [("#", "The name 'piles' is given more than once.")],
        ),
        (
            '{"piles": [3], "misere": true, "misere": true}',
            [("#", "The name 'misere' is given more than once.")],
        ),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_an_invalid_position_is_a_422(
    service: Service, body: str, errors: list[tuple[str, str]]
) -> None:
    """Each error is listed, with its pointer."""
    expect(service.post("/move", body.encode()), rejected(*errors))


@pytest.mark.parametrize(
    "body",
    [
        '{"piles": [3.0, 4, 5e0, 0e99999999999999999999]}',
        '{"misere":false,"piles":[3,4,5]}',
        ' {"p\\u0069les" : [3,4,5]}\n',
    ],
)
def test_any_spelling_of_a_position_is_read(service: Service, body: str) -> None:
    """JSON can write the same position in several ways."""
    assert service.post("/move", body.encode()).json["nim_sum"] == 2


def test_negative_zero_is_zero(service: Service) -> None:
    reply = service.post("/move", b'{"piles": [-0, -0.0, 3]}')
    assert reply.json["winning_moves"] == [{"pile": 2, "remove": 3, "leaves": 0}]


def test_the_largest_pile_is_solved_exactly(service: Service) -> None:
    reply = service.post("/move", {"piles": [2**53 - 1, 1]})
    assert reply.json["best_move"] == {"pile": 0, "remove": 2**53 - 2, "leaves": 1}


def test_the_longest_position_is_solved(service: Service) -> None:
    reply = service.post("/move", {"piles": [1] * 10_000})
    assert (reply.status, reply.json["position_class"]) == (200, "P")


def test_a_position_one_pile_longer_is_rejected(service: Service) -> None:
    reply = service.post("/move", {"piles": [1] * 10_001})
    expect(reply, rejected(("#/piles", "At most 10,000 piles are allowed.")))


def test_a_list_of_errors_is_capped(service: Service) -> None:
    reply = service.post("/move", {"piles": [-1] * 10_000})
    errors = [(f"#/piles/{index}", "Must be 0 or more.") for index in range(100)]
    detail = "piles[0]: must be 0 or more; more than 99 more errors."
    expect(reply, {**rejected(*errors), "detail": detail})


def test_a_quoted_key_is_truncated(service: Service) -> None:
    reply = service.post("/move", {"piles": [], "x" * 500_000: 1})
    expect(reply, rejected(("#/" + "x" * 59 + "%E2%80%A6", OF_NIM)))


@pytest.mark.parametrize(
    "media_type",
    [
        "text/plain",
        "",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "application/json; charset=utf-16",
        "application/json; charset=iso-8859-1",
        "multipart/form-data; boundary=x",
    ],
)
def test_another_media_type_is_a_415(service: Service, media_type: str) -> None:
    reply = service.post("/move", b'{"piles": [3]}', **{"Content-Type": media_type})
    sent = f"says {media_type!r}" if media_type else "has no Content-Type"
    expected = problem(
        415,
        "unsupported-media-type",
        "The media type is not supported",
        f"Send the header 'Content-Type: application/json'; this request {sent}.",
    )
    expect(reply, expected)
    assert reply.headers["accept-post"] == "application/json"


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "Application/JSON",
        "application/json;charset=UTF-8",
        'application/json; charset="utf-8"',
        "application/json ; charset=utf-8; profile=x",
    ],
)
def test_json_media_types_are_accepted(service: Service, media_type: str) -> None:
    reply = service.post("/move", b'{"piles": [3]}', **{"Content-Type": media_type})
    assert reply.status == 200


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "gzip, identity"])
def test_a_content_encoding_is_a_415(service: Service, coding: str) -> None:
    body = gzip.compress(json.dumps({"piles": [3]}).encode())
    reply = service.post("/move", body, **{"Content-Encoding": coding})
    expected = problem(
        415,
        "unsupported-encoding",
        "The content encoding is not supported",
        f"Send the body without a Content-Encoding; this request says {coding!r}.",
    )
    expect(reply, expected)
    assert reply.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("coding", ["identity", " Identity", ""])
def test_the_identity_encoding_is_accepted(service: Service, coding: str) -> None:
    reply = service.post("/move", {"piles": [3]}, **{"Content-Encoding": coding})
    assert reply.status == 200


def test_a_query_of_a_post_is_rejected(service: Service) -> None:
    reply = service.post("/move?misere=true", {"piles": [3]})
    expected = problem(
        422,
        "invalid-request",
        "The request is not valid",
        "misere: this key is not known; send it in the body.",
        errors=[
            {
                "parameter": "misere",
                "detail": "This key is not known; send it in the body.",
            }
        ],
    )
    expect(reply, expected)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_nothing_is_read_of_a_request_without_a_body(method: str) -> None:
    """With some servers the input ends only when the connection does."""
    sizes: list[int] = []

    def read(size: int) -> bytes:
        sizes.append(size)
        return b""

    assert read_body({"REQUEST_METHOD": method}, 10, read) == b""
    assert sum(sizes) == 0
