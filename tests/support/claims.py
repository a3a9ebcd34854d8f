"""What each sentence of an explanation claims, and whether it is true.

The truth comes from playing positions out, and from adding up and dividing.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from operator import xor

from service.game.rules.max_remove import MaxRemove
from service.game.rules.rule import RemovalRule
from tests.support.oracle import mex
from tests.support.rule_oracle import Played, table

ORDINALS = ["first", "second", "third", "fourth", "fifth"]
NUMBER = r"(\d+)"
WHERE = r"(?:the )?(\w+(?:, \w+)*(?: and \w+)?) piles? ha(?:s|ve)"


def xor_all(values: list[int]) -> int:
    return reduce(xor, values, 0)


def indexes(named: str) -> list[int]:
    return [ORDINALS.index(word) for word in re.findall(r"\w+", named) if word != "and"]


def numbers_in(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


def readings(sentence: str) -> Iterator[tuple[Callable[..., bool], re.Match[str]]]:
    """The checks of a sentence, each with what its pattern has found in it."""
    for pattern, holds in CHECKS.items():
        if match := re.fullmatch(pattern, sentence):
            yield holds, match


def kinds(sentences: Iterable[str]) -> list[str]:
    """What kind of claim each sentence makes, in the order of the sentences."""
    return [" or ".join(holds.__name__ for holds, _ in readings(each)) for each in sentences]


NIM = Played(lambda pile: [(n, (pile - n,)) for n in range(1, pile + 1)], 7)


@cache
def values_of(*numbers: int) -> list[int]:
    return table(numbers, 300)


class Claims:
    """One explained position, and a check of each kind of sentence against what is true of it."""

    def __init__(
        self, rule: RemovalRule | None, game: Played, piles: tuple[int, ...], misere: bool
    ) -> None:
        self.rule, self.game, self.piles, self.misere = rule, game, piles, misere
        self.numbers = sorted({remove for moves in game.moves for remove, _ in moves})
        self.values = [game.truth([pile]).value for pile in piles]
        self.can_win = game.to_move_wins(piles, misere)
        self.winning = game.winning_moves(piles, misere)
        self.legal = [(i, *move) for i, pile in enumerate(piles) for move in game.moves[pile]]
        self.named: list[tuple[int, int]] = []

    def check(self, sentence: str) -> bool:
        """Whether the sentence is known, and true of this position."""
        return any(holds(self, *match.groups()) for holds, match in readings(sentence))

    def odd_columns(self) -> list[int]:
        return [1 << bit for bit in (3, 2, 1, 0) if xor_all(self.values) >> bit & 1]

    def after(self, i: int, leaves: tuple[int, ...]) -> list[int]:
        values = list(self.values)
        values[i] = self.game.truth(leaves).value
        return values

    def good(self, values: list[int]) -> bool:
        """Whether a move to these values does what the sentences say that the winner does."""
        if self.misere and max(values) <= 1:
            return sum(values) % 2 == 1
        return xor_all(values) == 0

    # --- Each returns whether the sentence is true ---

    def nothing_is_legal(self) -> bool:
        return not self.legal

    def stuck_and_won(self) -> bool:
        return self.nothing_is_legal() and self.misere and self.can_win

    def stuck_and_lost(self) -> bool:
        return self.nothing_is_legal() and not self.misere and not self.can_win

    def won(self) -> bool:
        return self.can_win

    def lost(self) -> bool:
        return not self.can_win

    def remainder_rule(self, takes: str, divisor: str) -> bool:
        most = max(numbers_in(takes))
        assert isinstance(self.rule, MaxRemove)
        return most == self.rule.most and int(divisor) == most + 1

    def remainder(self, pile: str, rest: str, divisor: str, where: str, value: str) -> bool:
        return int(pile) % int(divisor) == int(rest) and self.has(pile, where, value)

    def has(self, pile: str, where: str, value: str) -> bool:
        same = [i for i, p in enumerate(self.piles) if p == int(pile)]
        named = int(where) == len(same) > 5 if where.isdigit() else indexes(where) == same
        return named and {self.values[i] for i in same} == {int(value)}

    def others_alike(self) -> bool:
        return len({*self.piles}) > 5

    def mex_rule(self, takes: str) -> bool:
        if takes == f"one of the {len(self.numbers)} numbers of the set":
            return True
        return numbers_in(takes) == self.numbers

    def stuck_pile(self, pile: str, where: str, value: str) -> bool:
        return not self.game.moves[int(pile)] and self.has(pile, where, value)

    def missing(self, pile: str, reached: str, least: str) -> bool:
        values = {self.game.truth(leaves).value for _, leaves in self.game.moves[int(pile)]}
        return numbers_in(reached) == sorted(values) and int(least) == mex(list(values))

    def mex_value(self, pile: str, reached: str, least: str, where: str, value: str) -> bool:
        return self.missing(pile, reached, least) and self.has(pile, where, value)

    def repeats(self, start: str | None, period: str, pile: str, equal: str) -> bool:
        values = values_of(*self.numbers)
        first, shift = int(start or 0), int(period)
        return (
            all(values[n] == values[n + shift] for n in range(first, 300 - shift))
            and values[int(pile)] == values[int(equal)]
            and int(equal) < int(pile)
        )

    def repeated_stuck(
        self, start: str | None, period: str, pile: str, equal: str, *rest: str
    ) -> bool:
        stuck, where, value = rest
        return (
            self.repeats(start, period, pile, equal)
            and stuck == equal
            and not self.game.moves[int(stuck)]
            and self.has(pile, where, value)
        )

    def repeated_mex(
        self, start: str | None, period: str, pile: str, equal: str, *rest: str
    ) -> bool:
        moved, reached, least, where, value = rest
        return (
            self.repeats(start, period, pile, equal)
            and moved == equal
            and self.missing(moved, reached, least)
            and self.has(pile, where, value)
        )

    def multiples(self, more: str | None, divisor: str, most: str, rest: str, end: str) -> bool:
        lost = [
            n
            for n in range(1, len(self.game.moves))
            if not self.game.to_move_wins([n], self.misere)
        ]
        rule = [n for n in range(1, len(self.game.moves)) if n % int(divisor) == bool(more)]
        return (
            lost == rule
            and divisor == rest
            and max(numbers_in(most)) == int(divisor) - 1
            and bool(end) == self.misere == bool(more)
        )

    def multiple_already(self, pile: str, more: str | None, divisor: str) -> bool:
        left = [leaves for _, leaves in self.game.moves[int(pile)]]
        return [int(pile)] == [p for p in self.piles if p] and (
            int(pile) % int(divisor) == bool(more)
            and all(sum(leaves) % int(divisor) != bool(more) for leaves in left)
        )

    def odd(self, plural: str, columns: str) -> bool:
        several = len(self.odd_columns()) > 1
        return numbers_in(columns) == self.odd_columns() != [] and bool(plural) == several

    def even(self) -> bool:
        return self.odd_columns() == []

    def any_move_can_be_answered(self) -> bool:
        for i, _, leaves in self.legal:
            if xor_all(self.after(i, leaves)) == 0:
                return False
            left = (*self.piles[:i], *leaves, *self.piles[i + 1 :])
            other = Claims(self.rule, self.game, left, self.misere)
            if not any(other.good(other.after(j, further)) for j, _, further in other.legal):
                return False
        return bool(self.legal)

    def winner_leaves_that(self) -> bool:
        """The winning moves are those that do what the sentence says, and there is one."""
        good = [move for move in self.legal if self.good(self.after(move[0], move[2]))]
        return [(i, remove, leaves) for i, remove, leaves in good] == self.winning != []

    def some_value_above_1(self) -> bool:
        decided = self.can_win == (xor_all(self.values) != 0)
        return self.misere and max(self.values) > 1 and decided

    def values_up_to_1(self) -> bool:
        return max(self.values) <= 1 and self.can_win == (sum(self.values) % 2 == 0)

    def ones(self, count: str) -> bool:
        return int(count) == sum(self.values)

    def ones_to_win(self, count: str) -> bool:
        return self.ones(count) and self.winner_leaves_that()

    def take(self, remove: str, which: str, pile: str, leaves: str, value: str) -> bool:
        i = ORDINALS.index(which)
        self.named.append((i, int(remove)))
        return (
            self.piles[i] == int(pile) == int(remove) + int(leaves)
            and self.game.truth([int(leaves)]).value == int(value)
            and (i, int(remove), (int(leaves),)) in self.winning
        )

    def more(self, count: str) -> bool:
        return len(self.named) == 5 and int(count) == len(self.winning) - 5

    def none_wins(self, remove: str, which: str) -> bool:
        i = ORDINALS.index(which)
        return not self.winning and (i, int(remove), (self.piles[i] - int(remove),)) == min(
            self.legal, key=lambda move: (-self.piles[move[0]], move)
        )


REPEATS = (
    rf"(?:From a pile of {NUMBER} on the|The) values repeat every {NUMBER} objects, "
    rf"so {NUMBER} has the value of {NUMBER}; "
)
MEX = (
    rf"move from {NUMBER} leaves a pile with the value ([^a]*), "
    rf"and the least number missing is {NUMBER}"
)
VALUE = rf", so {WHERE} the value {NUMBER}\."


class NimClaims(Claims):
    """The same of a position without a rule, where the value of a pile is its size."""

    def __init__(self, piles: tuple[int, ...], misere: bool) -> None:
        super().__init__(None, NIM, piles, misere)
        self.large = [i for i, pile in enumerate(piles) if pile > 1]
        self.singles = sum(pile == 1 for pile in piles)

    def nothing_is_left(self) -> bool:
        return not any(self.piles)

    def columns_decide(self) -> bool:
        decided = self.can_win == (xor_all(self.values) != 0)
        return self.misere and len(self.large) > 1 and decided

    def leading_column(self, column: str, only: str, where: str) -> bool:
        """Every winning move changes such a pile; with two large ones there is one in each."""
        having = [i for i, pile in enumerate(self.piles) if pile & int(column)]
        return (
            int(column) == self.odd_columns()[0]
            and bool(only) == (len(having) == 1)
            and indexes(where) == having == sorted({i for i, _, _ in self.winning})
        )

    def one_large_pile(self, which: str) -> bool:
        """The winning moves are those that leave an odd number of 1s and nothing else."""
        good = [
            (i, remove, leaves)
            for i, remove, leaves in self.legal
            if {*self.after(i, leaves)} <= {0, 1} and sum(self.after(i, leaves)) % 2
        ]
        return self.misere and [ORDINALS.index(which)] == self.large and good == self.winning

    def besides(self, count: str, end: str) -> bool:
        left = 0 if end == "be taken whole" else 1
        winning = [(i, leaves) for i, _, leaves in self.winning]
        return int(count.replace("no", "0")) == self.singles and winning == [
            (self.large[0], (left,))
        ]

    def no_large_pile(self) -> bool:
        """Each move takes a whole pile."""
        whole = all(remove == self.piles[i] for i, remove, _ in self.legal)
        return self.misere and not self.large and whole

    def parity(self, parity: str, count: str, loser: str) -> bool:
        odd = bool(self.singles % 2)
        return (
            int(count) == self.singles
            and (parity == "odd") == (loser == "player to move") == odd
            and odd != self.can_win
        )

    def take_from(self, remove: str, which: str, pile: str, leaves: str) -> bool:
        return self.take(remove, which, pile, leaves, leaves)


# A pattern of each sentence, and the check of what it says
CHECKS: dict[str, Callable[..., bool]] = {
    r"No move is legal\.": Claims.nothing_is_legal,
    r"In misère play a player who can't move wins, so the player to move has won\.": (
        Claims.stuck_and_won
    ),
    r"In normal play a player who can't move loses, so the player to move has lost\.": (
        Claims.stuck_and_lost
    ),
    r"The player to move can win\.": Claims.won,
    r"The player to move loses if the opponent makes no mistake\.": Claims.lost,
    r"A move takes (1 object|1 to \d+ objects), so the Grundy value of a pile "
    rf"is the remainder when its size is divided by {NUMBER}\.": Claims.remainder_rule,
    rf"{NUMBER} leaves {NUMBER} when divided by {NUMBER}{VALUE}": Claims.remainder,
    r"The other values are found in the same way\.": Claims.others_alike,
    r"A move takes (.*); the Grundy value of a pile is the least "
    r"number missing among the values of the piles that a move can leave\.": Claims.mex_rule,
    rf"No move is legal from {NUMBER}{VALUE}": Claims.stuck_pile,
    rf"A {MEX}{VALUE}": Claims.mex_value,
    rf"{REPEATS}no move is legal from {NUMBER}{VALUE}": Claims.repeated_stuck,
    rf"{REPEATS}a {MEX}{VALUE}": Claims.repeated_mex,
    r"With a single pile, the player who always leaves (1 more than )?a multiple of "
    rf"{NUMBER} wins: after the opponent takes (1 object|1 to \d+ objects), taking the rest "
    rf"of {NUMBER} leaves such a number again"
    r"(, until the opponent has to take the last object)?\.": Claims.multiples,
    rf"{NUMBER} is (1 more than )?a multiple of {NUMBER} already, "
    r"and no move leaves another one\.": Claims.multiple_already,
    r"In binary the values have an odd number of 1s in column(s?) (.*), "
    r"so the position is odd\.": Claims.odd,
    r"In binary the values have an even number of 1s in every column, "
    r"so the position is even\.": Claims.even,
    r"Any move makes some column odd; the opponent can then make every column even again"
    r"(?:, or leave an odd number of piles with the value 1 and none with a larger one)?\.": (
        Claims.any_move_can_be_answered
    ),
    r"The player who always leaves every column even makes the last move\.": (
        Claims.winner_leaves_that
    ),
    r"Some value is larger than 1, so the columns decide as in normal play\.": (
        Claims.some_value_above_1
    ),
    r"The player who always leaves every column even, "
    r"or an odd number of piles with the value 1 once no value is larger, wins\.": (
        Claims.winner_leaves_that
    ),
    r"No value is larger than 1, so in misère play the position is lost exactly if "
    r"the number of piles with the value 1 is odd\.": Claims.values_up_to_1,
    rf"It is {NUMBER}\.": Claims.ones,
    rf"It is {NUMBER}, and winning moves make it odd\.": Claims.ones_to_win,
    rf"Take {NUMBER} from the (\w+) pile: {NUMBER} becomes {NUMBER}, "
    rf"with the value {NUMBER}\.": Claims.take,
    rf"There (?:is|are) {NUMBER} more winning moves?\.": Claims.more,
    r"No move wins; the suggested one takes as little as possible: "
    rf"{NUMBER} from the (\w+) pile\.": Claims.none_wins,
    # --- Without a rule ---
    r"No object is left, so there is no move\.": NimClaims.nothing_is_left,
    r"Two or more piles are larger than 1, so the columns decide as in normal play, "
    r"until the misère endgame\.": NimClaims.columns_decide,
    r"Column(s)? (.*) (?(1)hold|holds) an odd number of 1s, so the position is odd\.": (
        NimClaims.odd
    ),
    r"Every column holds an even number of 1s, so the position is even\.": NimClaims.even,
    r"Any move makes some column odd; the opponent can then make every column even again"
    r", or leave an odd number of 1s and nothing else\.": NimClaims.any_move_can_be_answered,
    r"The player who always leaves every column even takes the last object\.": (
        NimClaims.winner_leaves_that
    ),
    r"The player who always leaves every column even is the one who later meets "
    r"a single pile larger than 1, and wins from there\.": NimClaims.winner_leaves_that,
    r"Such a move changes a pile with a 1 in the leading odd column, "
    rf"{NUMBER}: (only )?(?:the )?(.*) (?:pile|piles) ha(?:s|ve) one\.": NimClaims.leading_column,
    r"In this misère endgame only the (\w+) pile is larger than 1: "
    r"the player who leaves an odd number of 1s and nothing else wins\.": NimClaims.one_large_pile,
    r"Besides it there (?:is|are) (\d+|no) piles? of 1, "
    r"so it must (be taken whole|become 1)\.": NimClaims.besides,
    r"In this misère endgame no pile is larger than 1: "
    r"each move takes a whole pile, and only their number counts\.": NimClaims.no_large_pile,
    rf"It is (odd|even), {NUMBER}, "
    r"so the (player to move|opponent) takes the last object and loses\.": NimClaims.parity,
    rf"Take {NUMBER} from the (\w+) pile: {NUMBER} becomes {NUMBER}\.": NimClaims.take_from,
}
