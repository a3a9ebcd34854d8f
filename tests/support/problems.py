"""The content of a problem (RFC 9457)."""

from tests.support.http_client import Reply

TYPE_PREFIX = "/docs#error-"
"""The beginning of every problem type: the address of its description."""


def errors_of(reply: Reply, place: str = "pointer") -> list[tuple[str, str]]:
    """The errors of an invalid request: where each is, and what is wrong."""
    assert (reply.status, reply.headers["content-type"]) == (422, "application/problem+json")
    return [(error[place], error["detail"]) for error in reply.json["errors"]]
