"""The results of the tools of `/mcp`, summed up in a few sentences for a language model."""

import msgspec
from msgspec import Struct


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
