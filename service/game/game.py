"""`Game`, the interface of every game: its moves, and the rest.

The game says what a move is and what it leaves; everything else uses the `Position`. A player who
has no legal move has lost in normal play and won in misère play.

A game is its rules: its legal moves, its limits, its name and its keys. Everything else has a
default. Who wins follows from Grundy values if the game has them, in misère play if Ferguson's rule
holds, and is otherwise found by search; a game with another theory overrides `decide`, which makes
the `Decision` of a position. Names that begin with an underscore are for what the theory in this
package needs, and no game has to have them. An instance is a game with its rules fixed, such as
Moore's Nim with at most 2 piles a move.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from .bounds import PileLimits, SameRules
from .decision import BySearch, ByValues, Decision
from .errors import IllegalMove
from .meter import STEPS_TO_TELL, metered
from .moves import Form, Move, Said, after_move, order_of
from .position import Option, Position
from .theory.tame import Pile, tame_by_values
from .words.moves import TEXTS, move_sentence, plain, read_move
from .words.wording import in_words


class Game(SameRules, ABC):
    """A game with its rules fixed."""

    # --- Description ---

    name: ClassVar[str]
    title: ClassVar[str]
    rule: ClassVar[str]
    """The rule for moves, as a sentence for players in the game's own words; keys in backticks."""

    piles_are: ClassVar[str] = ""
    """What `piles` are, for those who see no board, where they are no piles."""

    words: ClassVar[Mapping[str, str]] = {}
    """The game's own words for a pile and an object in explanations, if it has any."""

    nothing_left: ClassVar[str] = "No object is left, so there is no move."
    """Why no move is legal if all piles are 0."""

    keys: ClassVar[Mapping[str, bool]] = {}
    """The keys of this game in a position, and whether a position must have them.

    Their types are those of the request: service/operations/position.py.
    """

    main_key: ClassVar[str] = "piles"
    """The key that has the position, `piles`, `board` or `components`: an error of it is there."""

    form: ClassVar[Form] = "removal"
    limits: ClassVar[PileLimits] = PileLimits()
    is_ordered: ClassVar[bool] = False
    """Whether the order of the piles matters; if so, empty piles matter too."""
    keeps_empty: ClassVar[bool] = False
    """Whether empty piles matter."""
    is_stateless: ClassVar[bool] = True
    """Whether a position is its piles, or its board, and nothing else that changes during play."""
    is_sum: ClassVar[bool] = False
    """Whether a position consists of positions of other games, in place of piles."""

    _loses_one: ClassVar[bool] = False
    """Whether the move to make in a lost position takes one object from a largest pile."""

    _is_board: ClassVar[bool]
    """Whether a position can't be divided into independent parts."""
    _leaves_quickly: ClassVar[bool]
    """Whether results of moves are made without the moves."""
    _has_values: ClassVar[bool]
    """Whether the game has a theory of Grundy values."""
    _shows_values: ClassVar[bool]
    """Whether solutions have values: those of piles."""

    def __init_subclass__(cls) -> None:
        """Find out what the game defines."""
        cls._is_board = cls.parts is Game.parts
        cls._leaves_quickly = cls._left_of is not Game._left_of
        cls._has_values = cls.pile_values is not Game.pile_values
        cls._shows_values = cls._has_values and not cls._is_board

    @classmethod
    def of(cls, *_: Any, **keys: Any) -> "Game":
        """The game with these keys of a position, whose types are right. Raises an InputError."""
        return cls(**keys)

    @classmethod
    def position(cls, piles: Iterable[int], misere: bool = False, **keys: Any) -> Position:
        """A position of the game with these keys. Raises an InputError."""
        return Position(cls.of(**keys), tuple(piles), misere)

    def changing_keys(self, position: Position) -> Mapping[str, Any]:
        """The keys of a position that change during play, with their values."""
        return {"piles": position.piles}

    def position_text(self, position: Position) -> str:
        """A canonical position as a text, the name of a node in a graph."""
        return "+".join(map(str, position.piles)) or "0"

    def canonical(self, position: Position) -> Position:
        """The common form of positions that differ only in what does not matter."""
        if self.is_ordered:
            return position
        piles = position.piles if self.keeps_empty else filter(None, position.piles)
        return Position(self, tuple(sorted(piles)), position.misere, position.state)

    def parts(self, position: Position) -> Sequence[Position]:
        """The independent parts of a position, canonical and in the convention of normal play."""
        if position.misere:
            position = Position(self, position.piles, state=position.state)
        return (self.canonical(position),)

    def joined(self, parts: Sequence[Position], misere: bool) -> Position:
        """The canonical position that consists of these parts."""
        return parts[0]._replace(misere=misere)

    @property
    def _reaches_all_smaller(self) -> bool:
        """Whether play can make each pile smaller by any number, whatever happens to the others."""
        return False

    @property
    def _comes_apart(self) -> bool:
        """Whether a move in a part may leave several parts."""
        return not self._is_board

    # --- What is told of it ---

    def title_of(self, position: Position) -> str:  # noqa: ARG002
        """The title of the game with the keys of a position."""
        return self.title

    def rule_of(self, position: Position) -> str:  # noqa: ARG002
        """The rule with the keys of a position: what a board, a page and a program say."""
        return self.rule

    @classmethod
    def rule_of_all(cls) -> str:
        """The rule whatever the keys are, with what `piles` are if that doesn't go without saying.

        >>> from .games.staircase import Staircase
        >>> Staircase.rule_of_all().rpartition("The ")[2]
        '`piles` are what stands on the steps, from the lowest up.'
        """
        return cls.rule + (f" The `piles` are {cls.piles_are}." if cls.piles_are else "")

    @property
    def called(self) -> str:
        """The game as a sentence names it: by its title, unless that is a common noun."""
        return self.title

    @property
    def plain(self) -> "Game | str":
        """The game with these rules that stands for all its names; its name, if in another file."""
        return self

    def origin_of_value(self, position: Position) -> str:  # noqa: ARG002
        """How the Grundy value of a position comes about, after "the value v:"."""
        return "it is found by examining every position that play can reach"

    def text_of(self, position: Position, move: Move) -> str:
        """A legal move in words that say all that it does, such as "take 2 from pile 1"."""
        return TEXTS[self.form](position.piles, move, self.words) if move.changes else "pass"

    def read(self, position: Position, text: str) -> Said | Move | None:
        """What a plain text, such as one of `text_of`, says of a move, or the legal move itself.

        None for a text that isn't about a move. May raise an IllegalMove.
        """
        if type(self).text_of is Game.text_of:
            return read_move(self.form, text, self.words.get("pile", "pile"))
        moves = metered(position.moves(), STEPS_TO_TELL)
        return next((each for each in moves if plain(self.text_of(position, each)) == text), None)

    def sentence_of(self, position: Position, move: Move) -> str:
        """A legal move as a sentence without its full stop, with what becomes of the piles."""
        return in_words(move_sentence(position.piles, move), self.words)

    # --- Limits ---

    def check(self, position: Position) -> None:
        """Raise an InputError if the piles are too few, too many or too large for this game."""
        self.limits.check(position.piles)

    # --- Moves ---

    @abstractmethod
    def moves(self, position: Position) -> Iterator[Move]:
        """All legal moves, ordered by pile, then by what they remove, then by what they leave.

        Moves that change several piles are ordered like lists of pairs of pile and number.
        """

    def _count_moves(self, position: Position) -> int:
        """The number of legal moves. Raises TooMuchWork if counting them takes too long."""
        return sum(1 for _ in metered(self.moves(position)))

    def _has_ended(self, part: Position) -> bool:
        """Whether no move is legal, in time that no search counts."""
        return next(self.moves(part), None) is None

    def _count_options(self, part: Position) -> int:
        """An upper bound on the options of a part if it is known without listing them, else 0."""
        counts = type(self)._count_moves is not Game._count_moves
        return self._count_moves(part) if counts else 0

    def after(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""
        left = after_move(position.piles, move)
        return Position(self, left, position.misere, position.state)

    def _options(self, position: Position) -> Iterator[Option]:
        """The options; one move may stand for all that lead to the same canonical position."""
        for move in self.moves(position):
            yield Option(self.after(position, move), 1, move)

    def _left_of(self, part: Position) -> Iterable[tuple[Any, int]]:
        """Positions or piles that moves leave, with numbers of moves."""
        return ((option.position, option.multiplicity) for option in self._options(part))

    def removed(self, position: Position, move: Move) -> int:
        """The number of objects that a move takes from the piles that it makes smaller."""
        piles, count = position.piles, 0
        for pile, parts in move.changes:
            if (taken := piles[pile] - sum(parts)) > 0:
                count += taken
        return count

    def order_of(self, position: Position, move: Move) -> Sequence[Any]:
        """The place of a move in the order of `moves`."""
        return order_of(position.piles, move)

    def size_of(self, part: Position) -> int:
        """The objects of a part: a search begins with small parts."""
        return sum(part.piles)

    def known_value(self, part: Position) -> int | None:  # noqa: ARG002
        """The Grundy value of a part if a theorem gives it without a walk, else None."""
        return None

    def check_move(self, position: Position, move: Move) -> None:
        """Raise IllegalMove if the rules forbid a move, though its objects are there."""
        if move in metered(self.moves(position)):
            return
        key = {"removals": "removals", "replacement": "leaves"}.get(self.form, "remove")
        raise IllegalMove(f"This move is not legal: {self.rule[0].lower()}{self.rule[1:]}", key)

    def _parts_after(self, position: Position, i: int, remove: int) -> Iterator[Sequence[int]]:
        """What a split that removes this number of objects from a pile may leave, in order."""
        for move in self.moves(position):
            for pile, parts in move.changes:
                if pile == i and position.removed(move) == remove:
                    yield parts

    def _can_leave(self, position: Position, i: int, remove: int, parts: Sequence[int]) -> bool:
        """Whether a split may remove this number of objects from a pile, and leave these piles."""
        return [*parts] in map(list, self._parts_after(position, i, remove))

    # --- Values ---

    @property
    def obeys_ferguson(self) -> bool:
        """Whether Ferguson's rule holds, so that the pile values decide misère play, too."""
        return False

    def pile_values(self, position: Position) -> Sequence[int]:  # noqa: ARG002
        """Grundy values whose XOR is the position's. Raises an InputError."""
        raise TypeError(f"{self.name} has no pile values")

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:  # noqa: ARG002
        """The legal moves that change one of the pile values to its target, in order."""
        raise TypeError(f"{self.name} has no pile values")

    def _tame(self, position: Position) -> Sequence[Pile] | None:
        """The piles of a position if all are tame in misère play: see theory/tame.py."""
        return tame_by_values(self.pile_values(position)) if self.obeys_ferguson else None

    def _moves_beside(self, position: Position, others: Sequence[Pile]) -> Iterator[Move]:
        """The moves in tame piles that win misère play, given what is beside each pile."""
        targets = [other.value ^ (not other.is_firm) for other in others]
        return self._moves_leaving(position, targets)

    # --- Who wins ---

    def decide(self, position: Position) -> Decision:
        """What decides a position, before anything is known of its piles: no check, no table.

        Values decide if the game has them, in misère play if Ferguson's rule holds, else a search.
        """
        if self._has_values and (self.obeys_ferguson or not position.misere):
            return ByValues(position)
        return BySearch(position)

    def _lists_all(self, position: Position) -> bool:  # noqa: ARG002
        """Whether all winning moves of a position are listed, whatever their number."""
        return False
