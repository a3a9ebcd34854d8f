"""What a problem (RFC 9457) says."""

from tests.support.http_client import Reply

TYPE_PREFIX = "/docs#error-"
"""What the type of a problem begins with: the address of its description."""


def errors_of(reply: Reply, place: str = "pointer") -> list[tuple[str, str]]:
    """The errors of a request that is not valid: where each is, and what is wrong."""
    assert (reply.status, reply.headers["content-type"]) == (422, "application/problem+json")
    return [(error[place], error["detail"]) for error in reply.json["errors"]]
