"""What a problem (RFC 9457) says."""

import re
from typing import Any
from urllib.parse import unquote

from service.api.errors import CODES
from tests.support.http_client import Reply

PROBLEM = "application/problem+json"
TYPE_PREFIX = "/docs#error-"
"""What the type of a problem begins with: the address of its description."""

STARTS_ALIKE = re.compile("[A-Z][A-Z]|[^A-Z]")
"""The start of a text that stays as it is after a colon."""


def problem(status: int, name: str, title: str, detail: str, **members: Any) -> dict[str, Any]:
    """The whole body of a problem."""
    kind = TYPE_PREFIX + name
    return {"type": kind, "title": title, "status": status, "detail": detail, **members}


def invalid(*errors: dict[str, str], place: str = "") -> dict[str, Any]:
    """The whole body of the problem of a request with these errors.

    The place of the first error is said by its pointer; for a query it may be within a parameter.
    """
    detail = summary([*errors], place)
    title = "The request is not valid"
    return problem(422, "invalid-request", title, detail, errors=[*errors])


def in_body(pointer: str, detail: str) -> dict[str, str]:
    return {"pointer": pointer, "detail": detail}


def in_query(parameter: str, detail: str) -> dict[str, str]:
    return {"parameter": parameter, "detail": detail}


def summary(errors: list[dict[str, str]], place: str = "") -> str:
    """The first error as a sentence with its place, and how many more there are.

    >>> summary([in_body("#/piles/1", "Must be 0 or more."), in_body("#/x", "Not known.")])
    'piles[1]: must be 0 or more; 1 more error.'
    """
    [first, *others] = errors
    text = first["detail"]
    if place := place or place_of(first.get("pointer", "#/" + first.get("parameter", ""))):
        start = text[0] if STARTS_ALIKE.match(text) else text[0].lower()
        text = f"{place}: {start}{text[1:]}"
    if not others:
        return text
    return f"{text.removesuffix('.')}; {len(others)} more error{'s' * (len(others) > 1)}."


def place_of(pointer: str) -> str:
    """A JSON pointer as programs write the place.

    >>> place_of("#/moves/3/leaves_piles"), place_of("#"), place_of("#/a~1b")
    ('moves[3].leaves_piles', '', '"a/b"')
    """
    place = ""
    for token in pointer.split("/")[1:]:
        key = unquote(token).replace("~1", "/").replace("~0", "~")
        if key.isdecimal():
            place += f"[{key}]"
        elif key.isidentifier():
            place += f".{key}" if place else key
        else:
            place += f'["{key}"]' if place else f'"{key}"'
    return place


def unknown(meant: str = "", known: str = "") -> str:
    """The detail of a key that is not known: the known one that is near it, or all that are."""
    return f"This key is not known; {f'perhaps you mean {meant}' if meant else known}."


def without_codes(problem: Any) -> Any:
    """A problem less the codes of its errors, each of which is in the contract's list."""
    if "errors" not in problem:
        return problem
    assert {error["code"] for error in problem["errors"]} <= CODES.keys()
    kept = [{k: v for k, v in error.items() if k != "code"} for error in problem["errors"]]
    return {**problem, "errors": kept}


def errors_of(reply: Reply, place: str = "pointer") -> list[tuple[str, str]]:
    """The errors of a request that is not valid: where each is, and what is wrong."""
    assert (reply.status, reply.headers["content-type"]) == (422, PROBLEM)
    return [(error[place], error["detail"]) for error in reply.json["errors"]]
