"""Every shape of a request, and how its faults are told."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from service.codec import RepeatedName
from service.config import (
    MAX_BATCH_PILES,
    MAX_COMPONENTS,
    MAX_CYCLE_SHOWN,
    MAX_ERRORS,
    MAX_EXPLAINED_PILES,
    MAX_GRAPH_OPTIONS,
    MAX_GRAPH_POSITIONS,
    MAX_NIMBER_OPERAND,
    MAX_NIMBER_OPERANDS,
    MAX_PILE,
    MAX_REVIEWED_MOVES,
    MAX_REVIEWED_PILES,
    MAX_SUM_MOVES,
    MAX_TABLE_SIZE,
    Config,
)
from service.fields import (
    Choice,
    Fault,
    Graph,
    Integer,
    IntegerList,
    NameList,
    ObjectList,
    StrictBoolean,
    cut,
    pointer,
)
from service.game.graph import EndlessGame, GameSolution, UnknownPosition
from service.game.review import IllegalMove


class InvalidRequest(ValueError):
    """A request that can be read but is not valid; `kind` says what the faults' places are."""

    def __init__(self, kind: str, faults: Iterator[Fault]) -> None:
        self.kind = kind
        self.faults = list(islice(faults, MAX_ERRORS))
        self.more = next(faults, None) is not None
        super().__init__(f"{len(self.faults)} faults{' or more' if self.more else ''}")


# --- Shapes ---------------------------------------------------------------------------------


class BodySchema(Schema):
    """A JSON object with no keys but the declared ones."""

    error_messages = {  # noqa: RUF012
        "unknown": "This key is not known.",
        "type": "Must be an object.",
    }


def position_fields(longest: int) -> dict[str, fields.Field[Any]]:
    """The fields of a position: at most so many piles, and the convention as `misere`."""
    return {
        "piles": IntegerList(longest=longest, highest=MAX_PILE, items="piles", required=True),
        "misere": StrictBoolean(load_default=False),
    }


class MoveSchema(BodySchema):
    """A move that was played. Whether it is legal only the game can tell."""

    pile = Integer(highest=MAX_PILE, required=True)
    remove = Integer(lowest=1, highest=MAX_PILE, required=True)


class GameSchema(BodySchema):
    """A game as a graph, and a sum of its positions."""

    options = Graph(
        most_positions=MAX_GRAPH_POSITIONS, most_options=MAX_GRAPH_OPTIONS, required=True
    )
    sum = NameList(longest=MAX_COMPONENTS, items="components", load_default=None, allow_none=False)

    @validates_schema
    def check_moves_of_the_sum(self, data: dict[str, Any], **_: Any) -> None:
        """Each move of the sum may have to be answered, however often a component occurs."""
        options, components = data["options"], data["sum"] or []
        if sum(len(options.get(name, ())) for name in components) > MAX_SUM_MOVES:
            message = f"At most {MAX_SUM_MOVES:,} moves are allowed from the components in all."
            raise ValidationError(message, "sum")


class OperandsSchema(BodySchema):
    """The operands of a nimber sum or product."""

    of = IntegerList(
        longest=MAX_NIMBER_OPERANDS, highest=MAX_NIMBER_OPERAND, items="operands", required=True
    )


class TableSchema(BodySchema):
    """Which table of nimbers."""

    operation = Choice("sum", "product", required=True)
    size = Integer(lowest=1, highest=MAX_TABLE_SIZE, required=True)


class Schemas:
    """The schemas of one application: made once, for its limits."""

    def __init__(self, config: Config) -> None:
        self.no_parameters = BodySchema()
        longest = config.max_piles
        self.position = BodySchema.from_dict(position_fields(longest), name="Position")()
        positions = ObjectList(
            self.position,
            longest=config.max_positions,
            items="positions",
            validate=check_piles_of_the_batch,
            required=True,
        )
        self.batch = BodySchema.from_dict({"positions": positions}, name="Batch")()
        explained = position_fields(min(longest, MAX_EXPLAINED_PILES))
        self.explanation = BodySchema.from_dict(explained, name="Explained")()
        reviewed = position_fields(min(longest, MAX_REVIEWED_PILES))
        moves = ObjectList(MoveSchema(), longest=MAX_REVIEWED_MOVES, items="moves", required=True)
        self.review = BodySchema.from_dict({**reviewed, "moves": moves}, name="Reviewed")()
        self.game = GameSchema()
        self.operands = OperandsSchema()
        self.table = TableSchema()


def check_piles_of_the_batch(positions: list[tuple[list[int], bool]]) -> None:
    """Each pile may have to be answered with a move, however few the positions are."""
    if sum([len(piles) for piles, _ in positions]) > MAX_BATCH_PILES:
        raise ValidationError(f"At most {MAX_BATCH_PILES:,} piles are allowed in all.")


# --- Faults ---------------------------------------------------------------------------------


def load_body(schema: Schema, value: Any) -> Any:
    """Check a JSON value; InvalidRequest names each fault by its JSON pointer."""
    try:
        return schema.load(value)
    except ValidationError as error:
        raise InvalidRequest("pointer", _body_faults(error.normalized_messages())) from None


def _body_faults(messages: Any, place: str = "#") -> Iterator[Fault]:
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            # marshmallow files faults of the object itself under this key.
            yield from _body_faults(inner, place if key == "_schema" else place + pointer(key))
    else:
        for message in messages:
            if isinstance(message, Fault):
                yield Fault(place + message.place, message.detail)
            else:
                yield Fault(place, message)


def fault_in_body(detail: str, *keys: str | int) -> InvalidRequest:
    """A single fault, which the shape of the body can't show; `keys` lead to its place."""
    return faults_in_body([Fault("#" + pointer(*keys), detail)])


def faults_in_body(faults: Iterable[Fault]) -> InvalidRequest:
    """Faults that the shape of the body can't show."""
    return InvalidRequest("pointer", iter(faults))


def repeated_name(error: RepeatedName) -> InvalidRequest:
    """The fault of a body that has a name twice."""
    return fault_in_body(f"The name {cut(error.name)!r} is given more than once.")


def illegal_move(error: IllegalMove) -> InvalidRequest:
    """The fault of a game in which a move is against the rules."""
    return fault_in_body(str(error), "moves", error.index, error.key)


def unknown_positions(error: UnknownPosition) -> InvalidRequest:
    """The faults of a game that names what is no position of it."""
    detail = "This is not a position of the game."
    return faults_in_body(Fault("#" + pointer(*place), detail) for place in error.places)


def endless_game(error: EndlessGame) -> InvalidRequest:
    """The fault of a game that can return to a position; it shows one way to do so."""
    shown = [*map(cut, error.cycle[:MAX_CYCLE_SHOWN])]
    if left_out := len(error.cycle) - len(shown):
        shown.append(f"({left_out:,} more)")
    way = " → ".join([*shown, shown[0]])
    return fault_in_body(f"The game must end, but it can return to a position: {way}.", "options")


# --- Answers --------------------------------------------------------------------------------


def solved_game(solution: GameSolution) -> dict[str, Any]:
    """The answer for a game; it has a sum if the request has one."""
    shown: dict[str, Any] = {
        "grundy_values": solution.grundy_values,
        "position_classes": solution.position_classes,
    }
    if solution.sum:
        shown["sum"] = solution.sum
    return shown


# --- Queries --------------------------------------------------------------------------------

_NATURAL = re.compile("0|[1-9][0-9]{0,15}", re.ASCII)


def natural(text: str) -> int:
    """A natural number as JSON would write it: no sign, no leading zero, nothing else.

    >>> natural("12")
    12
    >>> natural("+12")
    Traceback (most recent call last):
    ...
    ValueError: Must be an integer, such as 12.
    """
    if _NATURAL.fullmatch(text):
        return int(text)
    if text.isascii() and text.isdigit() and not text.startswith("0"):
        return 10**16  # beyond every limit, which then says so
    raise ValueError("Must be an integer, such as 12.")


def naturals(text: str) -> list[int]:
    """Natural numbers with commas between; the empty text is the empty list."""
    if not text:
        return []
    items = text.split(",")
    for place, item in enumerate(items, start=1):
        if not _NATURAL.fullmatch(item):
            try:
                natural(item)
            except ValueError:
                message = f"Item {place}, {cut(item)!r}, must be an integer, such as 12."
                raise ValueError(message) from None
    return [*map(natural, items)]


def boolean(text: str) -> bool:
    """True or false, as JSON writes them."""
    if text in {"true", "false"}:
        return text == "true"
    raise ValueError("Must be true or false.")


def load_query(
    schema: Schema, query: Mapping[str, list[str]], parse: Mapping[str, Callable[[str], Any]]
) -> Any:
    """Check a query as strictly as a body; InvalidRequest names the parameter of each fault."""
    values = {}
    messages: dict[str, Any] = {}
    for name, texts in query.items():
        if name not in parse:
            messages[name] = ["This parameter is not known."]
        elif len(texts) > 1:
            messages[name] = ["This parameter is given more than once."]
        else:
            try:
                values[name] = parse[name](texts[0])
            except ValueError as error:
                messages[name] = [str(error)]
    try:
        loaded = schema.load(values)
    except ValidationError as error:
        messages = {**error.normalized_messages(), **messages}
    if messages:
        raise InvalidRequest("parameter", _query_faults(messages))
    return loaded


def _query_faults(messages: Mapping[str, Any]) -> Iterator[Fault]:
    for name, inner in messages.items():
        if isinstance(inner, Mapping):
            for index, (message, *_) in inner.items():
                yield Fault(cut(name), f"Item {index + 1}: {message}")
        else:
            for message in inner:
                yield Fault(cut(name), message)
