"""What each sentence of an explanation claims, and whether it is true.

The truth comes from playing positions out, and from adding up and dividing.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, reduce
from operator import xor
from typing import ClassVar

from tests.support.cases import Case
from tests.support.oracle import mex
from tests.support.rule_oracle import table
from tests.support.rules import Option, Piles, State, best_move

DIGITS = r"\d+(?:,\d{3})*"
NUMBER = rf"({DIGITS})"
SEVERAL = rf"{DIGITS}(?:, {DIGITS})*(?: (?:and|or) {DIGITS})?"
NUMBERS = rf"({SEVERAL})"
WHERE = rf"(piles? {SEVERAL}|{DIGITS} piles) ha(?:s|ve)"
COUNT = rf"(1 object|1 to {DIGITS} objects)"


def xor_all(values: list[int]) -> int:
    return reduce(xor, values, 0)


def number(text: str) -> int:
    return int(text.replace(",", ""))


def indexes(named: str) -> list[int]:
    """Sentences number the piles from 1."""
    return [n - 1 for n in numbers_in(named)]


def numbers_in(text: str) -> list[int]:
    return [number(n) for n in re.findall(DIGITS, text)]


Checks = dict[str, Callable[..., bool]]
"""A pattern of each sentence, and the check of what it says."""


def readings(sentence: str, checks: Checks) -> Iterator[tuple[Callable[..., bool], re.Match[str]]]:
    """The checks of a sentence, each with what its pattern has found in it."""
    for pattern, holds in checks.items():
        if match := re.fullmatch(pattern, sentence):
            yield holds, match


def kinds(sentences: Iterable[str], checks: Checks) -> list[str]:
    """What kind of claim each sentence makes, in the order of the sentences."""
    return [
        " or ".join(holds.__name__ for holds, _ in readings(each, checks)) for each in sentences
    ]


@cache
def values_of(*numbers: int) -> list[int]:
    return table(numbers, 300)


class Claims:
    """One explained position, and a check of each kind of sentence against what is true of it."""

    checks: ClassVar[Checks]

    def __init__(self, case: Case, piles: Piles, misere: bool) -> None:
        self.case, self.piles, self.misere = case, piles, misere
        self.rules, self.state = case.rules, case.state(piles)
        self.numbers = sorted(case.keys.get("subtraction_set", ()))
        self.can_win = self.rules.wins(self.state, misere)
        self.legal = self.rules.options(self.state)
        self.winning = self.rules.winning(self.state, misere)
        self.named: list[Option] = []

    @cached_property
    def values(self) -> list[int]:
        return [self.value(pile) for pile in self.piles]

    def value(self, *piles: int) -> int:
        return self.rules.value(State(piles))

    def reached(self, pile: int) -> set[int]:
        """The values of what moves leave of a pile."""
        return {self.rules.value(each.left) for each in self.rules.options(State((pile,)))}

    def stuck(self, pile: int) -> bool:
        return not self.rules.options(State((pile,)))

    def lost_piles(self) -> list[int]:
        return [n for n in range(1, 25) if not self.rules.wins(State((n,)), self.misere)]

    def check(self, sentence: str) -> bool:
        """Whether the sentence is known, and true of this position."""
        return any(holds(self, *match.groups()) for holds, match in readings(sentence, self.checks))

    def odd_columns(self) -> list[int]:
        return [1 << bit for bit in (3, 2, 1, 0) if xor_all(self.values) >> bit & 1]

    def left_by(self, option: Option) -> list[int]:
        """The values that a move leaves."""
        return [self.value(pile) for pile in option.left.piles]

    def good(self, values: list[int]) -> bool:
        """Whether a move to these values does what the sentences say that the winner does."""
        if self.misere and max(values) <= 1:
            return sum(values) % 2 == 1
        return xor_all(values) == 0

    # --- Each returns whether the sentence is true ---

    def nothing_is_legal(self) -> bool:
        return not self.legal

    def nothing_is_left(self) -> bool:
        return not any(self.piles)

    def stuck_and_won(self) -> bool:
        return self.nothing_is_legal() and self.misere and self.can_win

    def stuck_and_lost(self) -> bool:
        return self.nothing_is_legal() and not self.misere and not self.can_win

    def won(self) -> bool:
        return self.can_win

    def lost(self) -> bool:
        return not self.can_win

    def remainder_rule(self, takes: str, divisor: str) -> bool:
        return max(numbers_in(takes)) == number(divisor) - 1 == int(self.case.keys["max_remove"])

    def remainder(self, pile: str, rest: str, divisor: str, where: str, value: str) -> bool:
        return number(pile) % number(divisor) == number(rest) and self.has(pile, where, value)

    def has(self, pile: str, where: str, value: str) -> bool:
        same = [i for i, p in enumerate(self.piles) if p == number(pile)]
        named = (
            indexes(where) == same
            if where.startswith("pile")
            else number(where[:-6]) == len(same) > 5
        )
        return named and {self.values[i] for i in same} == {number(value)}

    def others_alike(self) -> bool:
        return len({*filter(None, self.piles)}) > 5

    def mex_rule(self, takes: str) -> bool:
        if takes == f"one of the {len(self.numbers)} numbers of the set":
            return True
        return numbers_in(takes) == self.numbers

    def stuck_pile(self, pile: str, where: str, value: str) -> bool:
        return self.stuck(number(pile)) and self.has(pile, where, value)

    def missing(self, pile: str, reached: str, least: str) -> bool:
        values = self.reached(number(pile))
        said = numbers_in(reached)
        right = said == [len(values)] if "different" in reached else said == sorted(values)
        return right and number(least) == mex([*values])

    def mex_value(self, pile: str, reached: str, least: str, where: str, value: str) -> bool:
        return self.missing(pile, reached, least) and self.has(pile, where, value)

    def repeats(self, start: str | None, period: str, pile: str, equal: str) -> bool:
        values = values_of(*self.numbers)
        first, shift = number(start or "0"), number(period)
        return (
            all(values[n] == values[n + shift] for n in range(first, 300 - shift))
            and values[number(pile)] == values[number(equal)]
            and number(equal) < number(pile)
        )

    def repeated_stuck(
        self, start: str | None, period: str, pile: str, equal: str, *rest: str
    ) -> bool:
        stuck, where, value = rest
        return (
            self.repeats(start, period, pile, equal)
            and stuck == equal
            and self.stuck(number(stuck))
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
        rule = [n for n in range(1, 25) if n % number(divisor) == bool(more)]
        return (
            self.lost_piles() == rule
            and divisor == rest
            and max(numbers_in(most)) == number(divisor) - 1
            and bool(end) == self.misere == bool(more)
        )

    def multiple_already(self, pile: str, more: str | None, divisor: str) -> bool:
        left = [sum(each.left.piles) for each in self.legal]
        return [number(pile)] == [p for p in self.piles if p] and (
            number(pile) % number(divisor) == bool(more)
            and all(pile % number(divisor) != bool(more) for pile in left)
        )

    def single_value(self) -> bool:
        alone = [pile for pile in self.piles if pile]
        return not self.misere and len(alone) == 1 and self.can_win == (self.value(*alone) != 0)

    def odd(self, columns: str) -> bool:
        return numbers_in(columns) == self.odd_columns() and len(self.odd_columns()) == 1

    def each_odd(self, columns: str) -> bool:
        return numbers_in(columns) == self.odd_columns() and len(self.odd_columns()) > 1

    def even(self) -> bool:
        return self.odd_columns() == []

    def any_move_can_be_answered(self) -> bool:
        for option in self.legal:
            if xor_all(self.left_by(option)) == 0:
                return False
            if not any(self.good(self.left_by(each)) for each in self.rules.options(option.left)):
                return False
        return bool(self.legal)

    def winner_leaves_that(self) -> bool:
        """The winning moves are those that do what the sentence says, and there is one."""
        return [each for each in self.legal if self.good(self.left_by(each))] == self.winning != []

    def some_value_above_1(self) -> bool:
        decided = self.can_win == (xor_all(self.values) != 0)
        return self.misere and max(self.values) > 1 and decided

    def values_up_to_1(self) -> bool:
        return max(self.values) <= 1 and self.can_win == (sum(self.values) % 2 == 0)

    def ones(self, count: str) -> bool:
        return number(count) == sum(self.values)

    def ones_to_win(self, count: str) -> bool:
        return self.ones(count) and self.winner_leaves_that()

    def moves_said(self, text: str) -> list[Option]:
        """The legal moves that are said so."""
        return [each for each in self.legal if text == sentence_of(self.piles, each)]

    def take(self, text: str) -> bool:
        said = self.moves_said(text)
        self.named += said
        return len(said) == 1 and said[0] in self.winning

    def more(self, count: str) -> bool:
        return len(self.named) == 5 and number(count) == len(self.winning) - 5

    def none_wins(self, text: str) -> bool:
        best = best_move(self.legal, [], self.piles, self.case.kind)
        said = self.moves_said(f"T{text}" if text.startswith("ake") else f"S{text}")
        return not self.winning and [each.move for each in said] == [best]

    def not_all_are_listed(self) -> bool:
        return len(self.winning) > 100

    def rule_of_values(self, rule: str) -> bool:
        return rule == f"{self.case.game().rule} "

    def kayles_rule(self) -> bool:
        normal = self.rules.wins(self.state, False)
        exceptional = {*self.piles} <= {0, 1, 4, 5, 9, 12, 17, 20, 25}
        return self.misere and (exceptional or normal == self.can_win)

    def found_by_search(self) -> bool:
        return self.misere and self.case.name != "nim" and self.case.kind in {"splits", "values"}


def sentence_of(piles: Piles, option: Option) -> str:
    """What a move does, in words; piles are numbered from 1."""
    move = option.move
    if "leaves_piles" in move:
        parts = " and ".join(map(str, move["leaves_piles"])) or "0"
        what = f"Take {move['remove']} from" if move["remove"] else "Split"
        return f"{what} pile {move['pile'] + 1}: {piles[move['pile']]} becomes {parts}"
    taken = move.get("removals", [move])
    takes = [f"{each['remove']} from pile {each['pile'] + 1}" for each in taken]
    makes = [f"{piles[each['pile']]} becomes {each['leaves']}" for each in taken]
    return f"Take {in_words(takes)}: {in_words(makes)}"


def in_words(items: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


REPEATS = (
    rf"(?:From a pile of {NUMBER} on the|The) values repeat every {NUMBER} objects, "
    rf"so {NUMBER} has the value of {NUMBER}; "
)
MEX = (
    rf"move from {NUMBER} leaves (?:a pile with )?(?:the value )?"
    rf"({SEVERAL}|{DIGITS} different values), "
    rf"and the least number missing is {NUMBER}"
)
VALUE = rf", so {WHERE} the value {NUMBER}\."


CHECKS: Checks = {
    r"No object is left, so there is no move\.": Claims.nothing_is_left,
    r"No move is legal\.": Claims.nothing_is_legal,
    r"In misère play a player who can't move wins, so the player to move has won\.": (
        Claims.stuck_and_won
    ),
    r"In normal play a player who can't move loses, so the player to move has lost\.": (
        Claims.stuck_and_lost
    ),
    r"The player to move can win\.": Claims.won,
    r"The player to move loses if the opponent makes no mistake\.": Claims.lost,
    rf"A move takes {COUNT}, so the Grundy value of a pile "
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
    rf"{NUMBER} wins: after the opponent takes {COUNT}, taking the rest "
    rf"of {NUMBER} leaves such a number again"
    r"(, until the opponent has to take the last object)?\.": Claims.multiples,
    rf"{NUMBER} is (1 more than )?a multiple of {NUMBER} already, "
    r"and no move leaves another one\.": Claims.multiple_already,
    rf"In binary the values have an odd number of 1s in column {NUMBER}, "
    r"so the position is odd\.": Claims.odd,
    rf"In binary the values have an odd number of 1s in each of the columns {NUMBERS}, "
    r"so the position is odd\.": Claims.each_odd,
    r"A single pile is lost exactly if its value is 0\.": Claims.single_value,
    r"(.* )The Grundy value of a pile is the least number missing among the values of what a "
    r"move can leave of it\.": Claims.rule_of_values,
    r"In misère play of Kayles the rule of Sibert and Conway decides: it is the rule of normal "
    r"play, with exceptions among rows of 1, 4, 5, 9, 12, 17, 20 and 25 only\.": Claims.kayles_rule,
    r"There are more winning moves\.": Claims.not_all_are_listed,
    r"In misère play no rule is known for this game, so the class was found by search: "
    r"every line of play was looked at\.": Claims.found_by_search,
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
    r"((?:Take|Split) .*)\.": Claims.take,
    rf"There (?:is|are) {NUMBER} more winning moves?\.": Claims.more,
    r"No move wins; to play on, (?:t|s)((?:ake|plit) .*)\.": Claims.none_wins,
}
Claims.checks = CHECKS
