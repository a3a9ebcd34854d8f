"""Every operation, fuzzed from the contract with valid and invalid data."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings

from tests.serving import ROOT, Server

LONGEST_REQUEST_LINE = 8190
schema = schemathesis.openapi.from_path(ROOT / "openapi.yaml")


@schema.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_an_operation_keeps_the_contract_whatever_it_is_sent(
    case: "schemathesis.Case[Any]", server: Server
) -> None:
    reply = case.call(base_url=server.url)
    if reply.status_code == 414:
        # A JSON schema can't say how long a list is as text: a valid one may be too long for a
        # request line. The server refuses it whatever else is right or wrong with it.
        line = f"{reply.request.method} {reply.request.path_url} HTTP/1.1"
        assert len(line) > LONGEST_REQUEST_LINE
    else:
        case.validate_response(reply)
