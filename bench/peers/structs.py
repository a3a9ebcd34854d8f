"""Code that the peers with msgspec share: the types of requests, and problems.

They accept and reject the same as the service, except for integers written with a fraction (3.0).
"""

import re
from typing import Annotated, Any

import msgspec

from bench.peers.counting import MAX_PILE, MAX_PILES, MAX_POSITIONS, Solved, solve, solve_all

JSON = "application/json"
PROBLEM = "application/problem+json"

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position, as strict as the service's."""

    piles: Annotated[
        list[Annotated[int, msgspec.Meta(ge=0, le=MAX_PILE)]], msgspec.Meta(max_length=MAX_PILES)
    ]
    misere: bool | None = None


class Batch(msgspec.Struct, forbid_unknown_fields=True):
    """Many positions."""

    positions: Annotated[list[Position], msgspec.Meta(max_length=MAX_POSITIONS)]


Rejected = msgspec.DecodeError
"""The error of a decoder: a ValidationError if the JSON is right but its shape is wrong."""

encode = msgspec.json.Encoder().encode
position = msgspec.json.Decoder(Position).decode
batch = msgspec.json.Decoder(Batch).decode


def solve_one(body: bytes) -> Solved:
    """The solution of one position."""
    one = position(body)
    return solve(one.piles, one.misere is True)


def solve_batch(body: bytes) -> dict[str, list[Solved]]:
    """The solutions of a batch."""
    positions = batch(body).positions
    return {"results": solve_all([(one.piles, one.misere is True) for one in positions])}


def problem(rejected: Rejected) -> dict[str, Any]:
    """A problem as in RFC 9457."""
    if not isinstance(rejected, msgspec.ValidationError):
        return describe(400, "Not JSON", str(rejected))
    detail, _, place = str(rejected).partition(" - at `$")
    steps = (name or index for name, index in _STEP.findall(place))
    pointer = "#" + "".join(f"/{step}" for step in steps)
    return {
        **describe(422, "Invalid request", "The request is not valid."),
        "errors": [{"pointer": pointer, "detail": detail}],
    }


def describe(status: int, title: str, detail: str) -> dict[str, Any]:
    """A problem without a list of errors."""
    return {"type": "about:blank", "title": title, "status": status, "detail": detail}
