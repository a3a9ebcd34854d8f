"""Every operation, fuzzed from the contract with valid and invalid data."""

from graphlib import CycleError, TopologicalSorter
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.config import Config
from tests.support.paths import ROOT
from tests.support.servers import Server

LONGEST_REQUEST_LINE = 8190
schema = schemathesis.openapi.from_path(ROOT / "openapi.yaml")


def breaks_the_rules(path: str, body: Any) -> bool:
    """Whether a valid body is against the rules of its game, which no JSON schema can say."""
    if path == "/review":
        piles = list(body["piles"])
        for move in body["moves"]:
            if not (move["pile"] < len(piles) and move["remove"] <= piles[int(move["pile"])]):
                return True
            piles[int(move["pile"])] -= move["remove"]
    elif path == "/grundy":
        options = body["options"]
        named = {*body.get("sum", []), *(name for names in options.values() for name in names)}
        if not named <= options.keys():
            return True
        try:
            TopologicalSorter(options).prepare()
        except CycleError:
            return True
    return False


@schema.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_an_operation_keeps_the_contract(case: "schemathesis.Case[Any]", server: Server) -> None:
    reply = case.call(base_url=server.url)
    if reply.status_code == 414:
        # A JSON schema can't say how long a list is as text: a valid one may be too long for a
        # request line. The server refuses it before it looks at anything else.
        line = f"{reply.request.method} {reply.request.path_url} HTTP/1.1"
        assert len(line) > LONGEST_REQUEST_LINE
    elif reply.status_code == 413:
        # A JSON schema can't say how long the text of a body is either.
        assert int(reply.request.headers["Content-Length"]) > Config().max_body_bytes
    elif (
        reply.status_code == 422
        and case.meta
        and case.meta.generation.mode is GenerationMode.POSITIVE
        and breaks_the_rules(case.path, case.body)
    ):
        case.validate_response(reply, excluded_checks=[positive_data_acceptance])
    else:
        case.validate_response(reply)
