"""The tools of `/mcp`: each is an operation, or a family of them, in words for a language model."""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple
from wsgiref.types import WSGIEnvironment

import msgspec

from service.api.errors import FieldError, InvalidRequest
from service.api.operation import Operation, TypedOperation
from service.api.responses import JSON
from service.codec import decode, encode, has_every_name
from service.operations import nimbers
from service.operations.contract import CONTRACT, parse
from service.operations.mcp_schemas import (
    Schema,
    described,
    last_part,
    merge,
    request_in,
    response_in,
    schema_of,
)
from service.operations.mcp_summaries import (
    said_of_analysis,
    said_of_calculation,
    said_of_explanation,
    said_of_positions,
    said_of_review,
    said_of_solution,
    said_of_solutions,
    said_of_values,
)

Members = dict[str, bytes]
"""The members of a JSON object, none of them decoded."""

LARGEST_TEXT = 64 * 2**10
"""Bytes of the largest result that a text repeats; a larger result is structured content only."""

OPERATION = "operation"
"""The argument that chooses one of the operations of a tool."""

WHICH_OPERATION = "What to calculate."

POSITION_TEXT = (
    "Give the objects in each pile as `piles`, `misere: true` if the player who takes the last "
    "object loses, and in a game other than Nim `game` with its keys."
)

SUM_TEXT = (
    'For several games played side by side, give `game: "sum"` and, in place of `piles`, '
    "`components`: a list of positions, each with `piles` and, if it is not Nim, `game`."
)


class Tool(NamedTuple):
    """A tool: its description, the operations that it calls, and the summary of its results."""

    name: str
    title: str
    description: str
    operations: Sequence[Operation]
    """One, or several by the argument `operation`, which is the last part of their paths."""

    summary: Callable[[bytes], str]
    """Sums a result up in a few sentences."""

    def find(self, arguments: bytes) -> tuple[Operation, bytes]:
        """The operation that is called, and its body. Raises InvalidRequest if there is none."""
        if len(self.operations) == 1:
            return self.operations[0], arguments
        members = members_of(arguments) or {}
        wanted = members.pop(OPERATION, b"")
        by_name = {encode(last_part(each.path)): each for each in self.operations}
        if wanted not in by_name:
            names = ", ".join(last_part(each.path) for each in self.operations)
            code = "not-a-choice" if wanted else "required"
            raise InvalidRequest([FieldError((OPERATION,), code, f"Must be one of {names}.")])
        return by_name[wanted], encode({name: msgspec.Raw(each) for name, each in members.items()})

    def definition(self) -> Mapping[str, object]:
        """The tool in a list of tools."""
        contract = parse(CONTRACT.read_bytes())
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self._input_schema(contract),
            "outputSchema": self._output_schema(contract),
            "annotations": {
                "title": self.title,
                "readOnlyHint": True,
                "destructiveHint": False,
                "idempotentHint": True,
                "openWorldHint": False,
            },
        }

    def _input_schema(self, contract: Schema) -> Schema:
        schemas = [
            described(schema_of(each.request), request_in(contract, each.path), contract)
            for each in self.operations
            if isinstance(each, TypedOperation)
        ]
        if len(schemas) == 1:
            return schemas[0]
        names = [last_part(each.path) for each in self.operations]
        choice = {"type": "string", "enum": names, "description": WHICH_OPERATION}
        merged = merge(schemas)
        return {
            **merged,
            "properties": {OPERATION: choice, **merged["properties"]},
            "required": [OPERATION, *merged["required"]],
        }

    def _output_schema(self, contract: Schema) -> Schema:
        return merge([response_in(contract, each.path) for each in self.operations])


def tools_of(operations: Iterable[Operation]) -> list[Tool]:
    """All tools, in their order in lists; `operations` are those of positions."""
    posts = {each.path: each for each in operations if each.method == "POST"}

    def tool(name: str, path: str, title: str, text: str, summary: Callable[[bytes], str]) -> Tool:
        return Tool(name, title, text, [posts[path]], summary)

    return [
        tool(
            "solve_position",
            "/move",
            "Solve a position",
            "Says who wins a position of Nim or a related game, lists the winning moves and "
            f"suggests one. {POSITION_TEXT} {SUM_TEXT} Piles and components in moves are "
            "counted from 0.",
            said_of_solution,
        ),
        tool(
            "solve_positions",
            "/moves",
            "Solve many positions",
            "Solves up to 10,000 positions of any games in one call, each as solve_position does. "
            "Use it to compare positions, such as those after each move.",
            said_of_solutions,
        ),
        tool(
            "explain_position",
            "/explanation",
            "Explain a position",
            "Solves a position and explains the solution in sentences, with the binary digits or "
            f"other data that decide it. {POSITION_TEXT} {SUM_TEXT}",
            said_of_explanation,
        ),
        tool(
            "analyse_position",
            "/analysis",
            "Analyse a position",
            "Says how hard a position is: how many moves are legal and how many of them win, how "
            "many moves are left with best play, and the chance to win with random play. "
            f"{POSITION_TEXT} {SUM_TEXT}",
            said_of_analysis,
        ),
        tool(
            "review_game",
            "/review",
            "Review a game",
            "Judges a game that was played, move by move: mistakes, the moves that would have won, "
            "the decisive mistake and the winner. Give the first position as for solve_position, "
            "and the `moves` from there in the form that solve_position gives them.",
            said_of_review,
        ),
        tool(
            "list_positions",
            "/positions",
            "List positions",
            "Counts the positions that play can reach from a position, and lists those in which "
            f"the player to move loses; with `all: true` it lists all of them. {POSITION_TEXT}",
            said_of_positions,
        ),
        tool(
            "list_grundy_values",
            "/values",
            "List Grundy values",
            "Lists the Grundy values (nimbers) of piles of 0, 1, 2 … objects in a game, and their "
            "period where it is proven. Give `size`, how many values, and `game` with its keys.",
            said_of_values,
        ),
        Tool(
            "calculate_nimbers",
            "Calculate with nimbers",
            "Calculates with nimbers: the sum (bitwise XOR) or product of `operands`, the quotient "
            "of two, the square root of one, or the power of a nimber `base` with an ordinary "
            "integer `exponent`.",
            nimbers.calculations("POST"),
            said_of_calculation,
        ),
    ]


def members_of(text: bytes) -> Members | None:
    """The members of a JSON object, each not decoded yet; None if the text is another value.

    Raises NotJSON, or an InputError for a name that is given twice.
    """
    with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        members = _decode_members(text)
        if has_every_name(text, members):
            return {name: bytes(each) for name, each in members.items()}
    value = decode(text)
    if not isinstance(value, dict):
        return None
    return {name: encode(each) for name, each in value.items()}


_decode_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def request_environ(operation: Operation, arguments: bytes) -> WSGIEnvironment:
    """The environ of a request to an operation, with the arguments of a tool as its body."""
    return {
        "REQUEST_METHOD": operation.method,
        "PATH_INFO": operation.path,
        "QUERY_STRING": "",
        "CONTENT_TYPE": JSON,
        "CONTENT_LENGTH": str(len(arguments)),
    }
