"""Every operation, fuzzed from the contract with valid and invalid data: see test_fuzz.py."""

import os
from graphlib import CycleError, TopologicalSorter
from types import SimpleNamespace
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.operations.position_shapes import rule_fields, rule_of
from service.settings import Config
from tests.support.paths import ROOT

LONGEST_REQUEST_LINE = 8190
schema = schemathesis.openapi.from_path(ROOT / "openapi.yaml")
SESSION = requests.Session()
SESSION.trust_env = False  # or each request would look for a proxy


RULES = rule_fields().keys()

# What only an attempt to solve the position can find out, or its work in all.
UNSOLVED = (
    "No period is proven for this subtraction set",
    "The different subtraction sets need too much work together",
    "This position has",
    "Misère play of",
    "In misère play this sum has to be played out",
    "Play from here can come to more than",
    "The name of this position",
)


def breaks_the_rules(path: str, sent: Any) -> bool:
    """Whether a valid request is against the rules of its game, which no JSON schema can say."""
    if path == "/octal/values":
        return sum(bool(sent.get(name)) for name in ("code", *RULES)) != 1
    if path == "/variant":
        return not is_of_its_game(sent)
    positions = sent["positions"] if path == "/moves" else [sent]
    if any(sum(bool(position.get(name)) for name in RULES) > 1 for position in positions):
        return True
    if path == "/review":
        return not is_legal(sent)
    return path == "/grundy" and not is_finite(sent)


def is_of_its_game(position: Any) -> bool:
    """Whether the keys and the number of piles are those of the game."""
    game, piles = position["game"], position["piles"]
    if ("max_piles" in position) != (game == "moore"):
        return False
    if "most" in position and game != "fibonacci":
        return False
    allowed = {"moore": range(101), "wythoff": [2], "fibonacci": [1]}
    return game not in allowed or len(piles) in allowed[game]


def is_legal(game: Any) -> bool:
    """Whether each move is legal and leaves what it says it leaves."""
    piles = list(game["piles"])
    rule = rule_of(SimpleNamespace(**{name: game.get(name) for name in RULES}))
    for move in game["moves"]:
        if move["pile"] >= len(piles) or move["remove"] > piles[int(move["pile"])]:
            return False
        if rule.why_illegal(int(move["remove"])):
            return False
        piles[int(move["pile"])] -= move["remove"]
        if move.get("leaves", piles[int(move["pile"])]) != piles[int(move["pile"])]:
            return False
    return True


def is_finite(graph: Any) -> bool:
    """Whether all names are known and mean one thing, and no position comes back."""
    options, sums = graph["options"], graph.get("sums", {})
    successors = {**options, **sums}
    if options.keys() & sums.keys() or not {*graph.get("sum", [])} <= options.keys():
        return False
    if not {name for names in successors.values() for name in names} <= successors.keys():
        return False
    try:
        TopologicalSorter(successors).prepare()
    except CycleError:
        return False
    return True


@schema.parametrize()
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_an_operation_keeps_the_contract(case: "schemathesis.Case[Any]") -> None:
    reply = case.call(base_url=os.environ["SERVER_URL"], session=SESSION)
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
        and (
            breaks_the_rules(case.path, case.body if case.method == "POST" else case.query)
            or any(reason in reply.text for reason in UNSOLVED)
        )
    ):
        case.validate_response(reply, excluded_checks=[positive_data_acceptance])
    else:
        case.validate_response(reply)
