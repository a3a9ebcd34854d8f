"""What a problem (RFC 9457) says."""

from typing import Any

from service.http.faults import CODES
from tests.support.http_client import Reply

PROBLEM = "application/problem+json"


def without_codes(problem: Any) -> Any:
    """A problem less the codes of its faults, each of which is in the contract's list."""
    if "errors" not in problem:
        return problem
    assert {error["code"] for error in problem["errors"]} <= CODES.keys()
    kept = [{k: v for k, v in error.items() if k != "code"} for error in problem["errors"]]
    return {**problem, "errors": kept}


def faults(reply: Reply, place: str = "pointer") -> list[tuple[str, str]]:
    """The faults of a request that is not valid: where each is, and what is wrong."""
    assert (reply.status, reply.headers["content-type"]) == (422, PROBLEM)
    return [(error[place], error["detail"]) for error in reply.json["errors"]]
