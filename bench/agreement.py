"""Checks that both sides of a comparison do the same work, before anything is timed."""

import json
from collections.abc import Iterator

from bench.payloads import BATCH, INVALID, POSITIONS
from bench.servers import Server

PROBLEM = "application/problem+json"


def check(ours: Server, peer: Server, *, to_the_byte: bool = False) -> None:
    """Raise an error unless a peer gives the service's answers and rejects the same bodies.

    A peer that returns the same bytes must also return the same statuses and problems.
    """
    for difference in differences(ours, peer, to_the_byte=to_the_byte):
        raise RuntimeError(difference)


def differences(ours: Server, peer: Server, *, to_the_byte: bool) -> Iterator[str]:
    """What a peer does differently."""
    for path, body in [*(("/move", body) for body in POSITIONS), ("/moves", BATCH)]:
        expected, found = ours.request(path, body), peer.request(path, body)
        if expected.status != 200 or found.status != 200:
            yield f"{path} {body[:80]!r}: {expected.status}, {peer.name} {found.status}"
        elif expected.body != found.body if to_the_byte else differ(expected.body, found.body):
            yield f"{peer.name} answers {path} otherwise: {body[:80]!r}"
    for body in INVALID:
        expected, found = ours.request("/move", body), peer.request("/move", body)
        if not {expected.status, found.status} <= {400, 422}:
            yield f"not rejected: {body[:80]!r}: {expected.status}, {peer.name} {found.status}"
        elif to_the_byte and (found.status, found.content_type) != (expected.status, PROBLEM):
            yield f"{peer.name} rejects {body[:80]!r} by {found.status}, {found.content_type}"


def differ(one: bytes, other: bytes) -> bool:
    """Whether two answers are different JSON values."""
    return bool(json.loads(one) != json.loads(other))
