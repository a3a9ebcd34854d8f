"""What a problem (RFC 9457) says."""

from tests.support.http_client import Reply

PROBLEM = "application/problem+json"


def faults(reply: Reply, place: str = "pointer") -> list[tuple[str, str]]:
    """The faults of a request that is not valid: where each is, and what is wrong."""
    assert (reply.status, reply.headers["content-type"]) == (422, PROBLEM)
    return [(error[place], error["detail"]) for error in reply.json["errors"]]
