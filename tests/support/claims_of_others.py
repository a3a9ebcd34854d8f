"""What sentences claim of the games whose piles have no Grundy values, and whether it is true."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tests.support.claims import CHECKS, DIGITS, NUMBER, SEVERAL, Claims, number, numbers_in
from tests.support.rules import Option, State


class Others(Claims):
    """One explained position of Moore's, Wythoff's, Fibonacci or greedy Nim."""

    @property
    def most(self) -> int:
        return int(self.case.keys["max_piles"])

    @property
    def large(self) -> int:
        return sum(pile > 1 for pile in self.piles)

    @property
    def singles(self) -> int:
        return self.piles.count(1)

    def remainders(self, piles: tuple[int, ...]) -> dict[int, int]:
        columns = [1 << i for i in reversed(range(max(piles, default=0).bit_length() or 1))]
        return {c: sum(bool(p & c) for p in piles) % (self.most + 1) for c in columns}

    def left_over(self) -> dict[int, int]:
        return {c: rest for c, rest in self.remainders(self.piles).items() if rest}

    def divisible(self, option: Option) -> bool:
        return not any(self.remainders(option.left.piles).values())

    # --- Moore's Nim ---

    def moore_rule(self, takes: str, modulus: str) -> bool:
        return max(numbers_in(takes)) == self.most == number(modulus) - 1

    def as_normal(self, count: str, most: str) -> bool:
        decided = self.can_win == bool(self.left_over())
        return number(count) == self.large > number(most) == self.most and self.misere and decided

    def all_divisible(self, modulus: str) -> bool:
        return number(modulus) == self.most + 1 and not self.left_over()

    def divisible_again(self, ending: str | None) -> bool:
        """After any move the opponent has such an answer, and it wins."""
        for option in self.legal:
            if self.divisible(option):
                return False
            answers = self.rules.winning(option.left, self.misere)
            small = sum(pile > 1 for pile in option.left.piles) <= self.most
            if not answers or (
                not (ending and small) and not all(self.divisible(each) for each in answers)
            ):
                return False
        return bool(ending) == self.misere

    def leaves(self, column: str, rest: str) -> bool:
        return self.left_over().get(number(column)) == number(rest)

    def more_columns(self, count: str) -> bool:
        return number(count) == len(self.left_over()) - 5

    def makes_divisible(self, modulus: str, ending: str) -> bool:
        """The winning moves are those that do that."""
        good = [each for each in self.legal if self.divisible(each)]
        meant = ending == "takes the last object"
        return number(modulus) == self.most + 1 and good == self.winning and meant != self.misere

    def ending_rule(self, modulus: str) -> bool:
        lost = [n for n in range(9) if not self.rules.wins(State((1,) * n), True)]
        return self.misere and lost == [n for n in range(9) if n % number(modulus) == 1]

    def chooses_ones(self, count: str) -> bool:
        return number(count) == self.large <= self.most and self.can_win

    def counts_ones(self, count: str, rest: str) -> bool:
        return (
            number(count.replace("no", "0")) == self.singles
            and self.large == 0
            and number(rest) == self.singles % (self.most + 1)
        )

    # --- Wythoff's game ---

    def cold_pairs(self, misere: str | None) -> bool:
        pairs = [(0, 1), (2, 2)] if misere else [(0, 0), (1, 2)]
        return bool(misere) == self.misere and not any(
            self.rules.wins(State(pair), self.misere)
            for pair in [*pairs, (3, 5), (4, 7), (6, 10), (8, 13)]
        )

    def is_a_pair(self, a: str, b: str) -> bool:
        return [number(a), number(b)] == sorted(self.piles) and not self.can_win

    def is_no_pair(self, a: str, b: str) -> bool:
        return [number(a), number(b)] == sorted(self.piles) and bool(self.winning)

    # --- Fibonacci Nim ---

    def one_aside(self) -> bool:
        return self.misere

    def last_one(self) -> bool:
        return self.piles == (1,) and self.misere

    def fibonacci_number(self, said: str) -> bool:
        return number(said) == self.piles[0] - self.misere and number(said) in FIBONACCI

    def sum_of(self, said: str, parts: str) -> bool:
        terms = numbers_in(parts)
        places = [FIBONACCI.index(term) for term in terms]
        apart = all(a - b > 1 for a, b in pairwise(places))
        return number(said) == self.piles[0] - self.misere == sum(terms) and apart

    def may_take(self, most: str) -> bool:
        return number(most) == len(self.legal)

    def takes_part(self, most: str, part: str) -> bool:
        return self.may_take(most) and self.winning[0].removed == number(part)

    def takes_all(self, most: str, part: str, end: str) -> bool:
        left = self.piles[0] - number(part)
        return self.takes_part(most, part) and left == self.misere == end.startswith("only")

    def cant_take_part(self) -> bool:
        """Once the smallest part is taken, something is left to take, and each move of it loses."""
        left = self.winning[0].left
        return bool(self.rules.options(left)) and not self.rules.winning(left, self.misere)

    def less_than_part(self, most: str, part: str) -> bool:
        return self.may_take(most) and not self.winning and number(most) < number(part)

    def opponent_takes_part(self) -> bool:
        return all(self.rules.winning(each.left, self.misere) for each in self.legal)

    # --- Greedy Nim ---

    def even_is_lost(self, misere: str | None) -> bool:
        return bool(misere) == self.misere and self.can_win == (self.largest() % 2 == 1)

    def largest(self) -> int:
        return self.piles.count(max(self.piles))

    def largest_piles(self, count: str, size: str, parity: str) -> bool:
        return (
            number(count) == self.largest()
            and number(size) == max(self.piles)
            and parity == ("odd" if self.largest() % 2 else "even")
        )

    def ones_only(self) -> bool:
        return self.misere and max(self.piles) == 1 and self.can_win == (self.singles % 2 == 0)

    def number_of_ones(self, count: str) -> bool:
        return number(count) == self.singles == self.largest()


FIBONACCI = [1, 2]
while FIBONACCI[-1] < 2**53:
    FIBONACCI.append(FIBONACCI[-2] + FIBONACCI[-1])

CHECKS_OF_OTHERS: dict[str, Callable[..., Any]] = {
    rf"A move takes from (1 pile|1 to {DIGITS} piles), so what counts is what the number of 1s "
    rf"in each column leaves when divided by {NUMBER}\.": Others.moore_rule,
    rf"{NUMBER} piles are larger than 1, so the columns decide as in normal play, "
    rf"until at most {NUMBER} piles? (?:is|are) larger than 1\.": Others.as_normal,
    rf"In every column it is divisible by {NUMBER}\.": Others.all_divisible,
    r"Any move changes that in the highest column in which it changes a pile; the opponent can "
    r"then make every column divisible again(, or leave a lost ending)?\.": Others.divisible_again,
    rf"In column {NUMBER} it leaves {NUMBER}\.": Others.leaves,
    rf"It leaves something in {NUMBER} more of the columns\.": Others.more_columns,
    rf"The player who always makes every column divisible by {NUMBER} (takes the last object|"
    r"is the one who later meets at most .* larger than 1, and wins from there)\.": (
        Others.makes_divisible
    ),
    r"In misère play a position without a pile larger than 1 is lost exactly if the number of 1s "
    rf"leaves 1 when divided by {NUMBER}\.": Others.ending_rule,
    rf"There (?:is|are) {NUMBER} piles? larger than 1, and a move can take from as many: "
    r"the player to move chooses how many 1s are left\.": Others.chooses_ones,
    rf"There (?:is|are) ({DIGITS}|no) piles? of 1, which leaves {NUMBER}\.": Others.counts_ones,
    r"The lost positions are the cold pairs \(⌊nφ⌋, ⌊nφ²⌋\) with the golden ratio φ: "
    r"(?:\(0, 0\), \(1, 2\), \(3, 5\), \(4, 7\) …|\(3, 5\), \(4, 7\), \(6, 10\) … as in normal "
    r"play, but in (misère) play \(0, 1\) and \(2, 2\) in place of the first two\.)": (
        Others.cold_pairs
    ),
    rf"\({NUMBER}, {NUMBER}\) is one of them, and no move from a cold pair leaves another\.": (
        Others.is_a_pair
    ),
    rf"\({NUMBER}, {NUMBER}\) is none of them, so a move can leave one\.": Others.is_no_pair,
    r"In misère play the player who takes the last object loses, so 1 is left aside\.": (
        Others.one_aside
    ),
    r"The one object that is left must be taken\.": Others.last_one,
    rf"{NUMBER} is a Fibonacci number\.": Others.fibonacci_number,
    rf"{NUMBER} is the sum of the Fibonacci numbers ({SEVERAL}), "
    r"of which no two are neighbours\.": Others.sum_of,
    rf"This move may take at most {NUMBER}, so it can take {NUMBER} and leave "
    r"(nothing|only 1, which the opponent must take)\.": Others.takes_all,
    rf"This move may take at most {NUMBER}, so it can take the smallest part, {NUMBER}\.": (
        Others.takes_part
    ),
    r"The opponent, who may take at most twice as many, can then not take the smallest part of "
    r"what is left\.": Others.cant_take_part,
    rf"This move may take at most {NUMBER}, which is less than the smallest part, {NUMBER}\.": (
        Others.less_than_part
    ),
    r"Whatever it takes, the opponent can take the smallest part of what is left\.": (
        Others.opponent_takes_part
    ),
    r"A position is lost exactly if the number of its largest piles is even"
    r"(, in misère play while a pile is larger than 1)?\.": Others.even_is_lost,
    rf"There (?:is|are) {NUMBER} largest piles?, of {NUMBER}: that is (odd|even)\.": (
        Others.largest_piles
    ),
    r"In misère play with no pile larger than 1 each move takes a whole pile, and only the number "
    r"of 1s counts: an odd number is lost\.": Others.ones_only,
    rf"There (?:is|are) {NUMBER} piles? of 1\.": Others.number_of_ones,
}
Others.checks = {**CHECKS, **CHECKS_OF_OTHERS}
