"""The tools of `/mcp`: each is an operation, or a family of them, in words for a language model."""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from wsgiref.types import WSGIEnvironment

import msgspec
from msgspec import Struct

from service.api.errors import FieldError, InvalidRequest
from service.api.operation import Operation, TypedOperation
from service.api.request_types import Request
from service.api.responses import JSON
from service.codec import decode, encode, has_every_name
from service.operations import nimbers
from service.operations.contract import CONTRACT, parse

Schema = dict[str, Any]
"""A JSON Schema."""

Members = dict[str, bytes]
"""The members of a JSON object, none of them decoded."""

LARGEST_TEXT = 64 * 2**10
"""Bytes of the largest result that a text repeats; a larger one is structured content only."""

COMPONENTS = "#/components/schemas/"
"""The beginning of a reference to a schema of the contract."""

OPERATION = "operation"
"""The argument that chooses one of the operations of a tool."""

WHICH_OPERATION = "What to calculate."

POSITION_TEXT = (
    "Give the objects in each pile as `piles`, `misere: true` if the player who takes the last "
    "object loses, and in a game other than Nim `game` with its keys."
)


class Tool(NamedTuple):
    """A tool: what is said of it, the operations that it calls, and what is said of a result."""

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


def last_part(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]


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
            f"suggests one. {POSITION_TEXT} Piles in moves are counted from 0.",
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
            f"other data that decide it. {POSITION_TEXT}",
            said_of_explanation,
        ),
        tool(
            "analyse_position",
            "/analysis",
            "Analyse a position",
            "Says how hard a position is: how many moves are legal and how many of them win, how "
            "many moves are left with best play, and the chance to win with random play. "
            f"{POSITION_TEXT}",
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


# --- Schemas --------------------------------------------------------------------------------------


def schema_of(request: type[Request]) -> Schema:
    """The JSON Schema of a typed request, with its own keys at the root.

    >>> schema_of(nimbers.QuotientRequest)["properties"]["operands"]["minItems"]
    2
    """
    schema: Schema = msgspec.json.schema(request)
    definitions = {name: without_null(each) for name, each in schema["$defs"].items()}
    name = last_part(schema["$ref"])
    root = definitions[name]
    if schema["$ref"] not in references(definitions):
        del definitions[name]
    return {**root, "$defs": definitions} if definitions else root


def without_null(value: Any) -> Any:
    """A schema in which a key is left out rather than null, and which has no titles."""
    if isinstance(value, list):
        return [*map(without_null, value)]
    if not isinstance(value, dict):
        return value
    kinds = [each for each in value.get("anyOf", ()) if each != {"type": "null"}]
    if len(kinds) == 1:
        return without_null(kinds[0])
    return {name: without_null(each) for name, each in value.items() if name != "title"}


def references(value: Any) -> Iterable[str]:
    """All references in a schema."""
    if isinstance(value, dict):
        yield from [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        value = [*value.values()]
    if isinstance(value, list):
        for each in value:
            yield from references(each)


def described(schema: Schema, words: Schema, contract: Schema) -> Schema:
    """A schema with the descriptions of its keys in the contract's schema of the same request."""
    definitions = schema.get("$defs", {})
    done: set[str] = set()

    def describe(node: Schema, said: Schema) -> None:
        said = resolved(said, contract)
        if "$ref" in node:
            name = last_part(node["$ref"])
            if name in done:
                return
            done.add(name)
            node = definitions[name]
        for name, each in node.get("properties", {}).items():
            in_contract = said.get("properties", {}).get(name, {})
            if text := resolved(in_contract, contract).get("description"):
                each["description"] = " ".join(text.split())
            describe(each, in_contract)
        if "items" in node:
            describe(node["items"], said.get("items", {}))

    describe(schema, words)
    return schema


def resolved(schema: Schema, contract: Schema) -> Schema:
    """A schema of the contract, or the one that it refers to."""
    found = schema
    while COMPONENTS in (reference := found.get("$ref", "")):
        found = contract["components"]["schemas"][last_part(reference)]
    return found


def request_in(contract: Schema, path: str) -> Schema:
    """The contract's schema of a body, or one with the parameters of a query as its keys."""
    methods = contract["paths"][path]
    if "post" in methods:
        schema: Schema = methods["post"]["requestBody"]["content"][JSON]["schema"]
        return schema
    of_all = contract["components"]["parameters"]
    parameters = [
        of_all[last_part(each["$ref"])] if "$ref" in each else each
        for each in methods["get"]["parameters"]
    ]
    return {"properties": {each["name"]: each for each in parameters}}


def response_in(contract: Schema, path: str) -> Schema:
    """The contract's schema of a response, with the schemas that it refers to in `$defs`."""
    [operation, *_] = contract["paths"][path].values()
    root = resolved(operation["responses"]["200"]["content"][JSON]["schema"], contract)
    definitions: Schema = {}
    wanted = [*references(root)]
    while wanted:
        name = last_part(wanted.pop())
        if name not in definitions:
            definitions[name] = contract["components"]["schemas"][name]
            wanted += references(definitions[name])
    schema: Schema = plain({**root, "$defs": definitions} if definitions else root)
    return schema


def plain(value: Any) -> Any:
    """A schema of the contract with references to its own definitions, and with no extensions."""
    if isinstance(value, str):
        return value.replace(COMPONENTS, "#/$defs/")
    if isinstance(value, list):
        return [*map(plain, value)]
    if not isinstance(value, dict):
        return value
    return {name: plain(each) for name, each in value.items() if not name.startswith("x-")}


def merge(schemas: Sequence[Schema]) -> Schema:
    """A schema of objects with the keys of all these; required are those that all of them require.

    >>> sums = {"properties": {"operands": {"maxItems": 9}}, "required": ["operands"]}
    >>> roots = {"properties": {"operands": {"maxItems": 1}}, "required": ["operands"]}
    >>> merge([sums, roots])["properties"]
    {'operands': {'maxItems': 9}}
    """
    first, *others = schemas
    merged = {**first, "properties": {**first["properties"]}}
    for each in others:
        merged["properties"] = {**each["properties"], **merged["properties"]}
        merged["required"] = [name for name in merged["required"] if name in each["required"]]
    return merged


# --- What is said of results ----------------------------------------------------------------------


class Move(Struct):
    """A move of an answer, in one of its forms."""

    component: int | None = None
    pile: int | None = None
    remove: int = 0
    leaves: int = 0
    leaves_piles: list[int] | None = None
    removals: list["Move"] | None = None

    def __str__(self) -> str:
        """The move in words.

        >>> str(Move(pile=1, remove=2, leaves_piles=[3, 4]))
        'remove 2 from pile 1, leaving piles of 3 and 4'
        """
        text = " and ".join(map(str, self.removals or ())) or self._of_one_pile()
        return text if self.component is None else f"in component {self.component}, {text}"

    def _of_one_pile(self) -> str:
        left = str(self.leaves)
        if self.leaves_piles is not None:
            piles = " and ".join(map(str, self.leaves_piles))
            left = f"piles of {piles}" if len(self.leaves_piles) > 1 else piles or "nothing"
        return f"remove {self.remove} from pile {self.pile}, leaving {left}"


class Solution(Struct):
    """What is said of a solved position."""

    to_move_wins: bool
    winning_moves: list[msgspec.Raw]
    best_move: Move | None
    more: bool = False

    def __str__(self) -> str:
        """Who wins, and by which move."""
        if self.best_move is None:
            return said_of_end(self.to_move_wins)
        if not self.to_move_wins:
            return (
                "P-position: the player to move loses if the other one plays well. "
                f"Suggested move: {self.best_move}."
            )
        wins = counted(len(self.winning_moves), "winning move")
        return (
            "N-position: the player to move can force a win. "
            f"Best move: {self.best_move}. {'More than ' if self.more else ''}{wins}."
        )


class Winner(Struct):
    """Whether the player to move wins."""

    to_move_wins: bool


class Solutions(Struct):
    """What is said of many solved positions."""

    results: list[Winner]


class Explanation(Struct):
    """What is said of an explanation."""

    sentences: list[str]


class Analysis(Struct):
    """What is said of an analysis."""

    to_move_wins: bool
    legal_move_count: int
    winning_move_count: int
    plies: int
    move: Move | None
    random_play: float


class Ply(Struct):
    """What is said of a move of a game."""

    mistake: bool


class Review(Struct):
    """What is said of a game."""

    plies: list[Ply]
    position: Solution
    winner: str | None
    decisive_mistake: int | None


class PositionTable(Struct):
    """What is said of reachable positions."""

    count: int
    p_count: int


class ValueSequence(Struct):
    """What is said of Grundy values."""

    preperiod: int | None
    period: int | None
    saltus: int | None


class Calculation(Struct):
    """What is said of a calculation."""

    result: int


def counted(number: int, noun: str) -> str:
    """A number with a noun.

    >>> counted(1, "move"), counted(1_000, "move")
    ('1 move', '1,000 moves')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def said_of_end(to_move_wins: bool) -> str:
    """Who has won."""
    return f"No move is legal: the player to move has {'won' if to_move_wins else 'lost'}."


def said_of_solution(result: bytes) -> str:
    """Who wins, and by which move."""
    return str(msgspec.json.decode(result, type=Solution))


def said_of_solutions(result: bytes) -> str:
    """Which positions the player to move wins."""
    solutions = msgspec.json.decode(result, type=Solutions).results
    won = sum(each.to_move_wins for each in solutions)
    return (
        f"{counted(len(solutions), 'position')}: the player to move wins {won:,} of them "
        f"(N-positions) and loses {len(solutions) - won:,} (P-positions)."
    )


def said_of_explanation(result: bytes) -> str:
    """The sentences of an explanation."""
    return "\n".join(msgspec.json.decode(result, type=Explanation).sentences)


def said_of_analysis(result: bytes) -> str:
    """Who wins, how soon, and how easily."""
    said = msgspec.json.decode(result, type=Analysis)
    if said.move is None:
        return said_of_end(said.to_move_wins)
    outcome = "wins" if said.to_move_wins else "loses"
    return (
        f"The player to move {outcome} with best play, after {counted(said.plies, 'move')} in "
        f"total, first this one: {said.move}. {counted(said.legal_move_count, 'legal move')}, "
        f"{said.winning_move_count:,} winning. With random play the player to move wins with a "
        f"chance of {said.random_play:.3f}."
    )


def said_of_review(result: bytes) -> str:
    """Who has won, and the mistakes."""
    said = msgspec.json.decode(result, type=Review)
    mistakes = [number for number, each in enumerate(said.plies, 1) if each.mistake]
    texts = [
        f"The {said.winner} player has won." if said.winner else "The game is unfinished.",
        f"{counted(len(mistakes), 'mistake')}: {', '.join(map(str, mistakes))}."
        if mistakes
        else "No move was a mistake.",
    ]
    if not said.winner:
        texts.append(f"Now: {said.position}")
    return " ".join(texts)


def said_of_positions(result: bytes) -> str:
    """How many positions there are, and how many are lost."""
    said = msgspec.json.decode(result, type=PositionTable)
    return (
        f"Play can reach {counted(said.count, 'position')}, the first one included. In "
        f"{said.p_count:,} of them the player to move loses (P-positions)."
    )


def said_of_values(result: bytes) -> str:
    """The period of the values."""
    said = msgspec.json.decode(result, type=ValueSequence)
    if said.period is None:
        return "No period of the values is known."
    grow = f", and grow by {said.saltus:,} each time" if said.saltus else ""
    start = counted(said.preperiod or 0, "object")
    return f"The values repeat with period {said.period:,} from a pile of {start}{grow}."


def said_of_calculation(result: bytes) -> str:
    """The result of a calculation."""
    return f"The result is the nimber {msgspec.json.decode(result, type=Calculation).result:,}."
