"""What sentences claim of Nim without a rule, where a pile's value is its size; and the truth."""

from tests.support.cases import Case
from tests.support.claims import (
    CHECKS,
    DIGITS,
    NUMBER,
    NUMBERS,
    WHERE,
    Checks,
    Claims,
    indexes,
    number,
    xor_all,
)
from tests.support.rules import Piles


class NimClaims(Claims):
    """The same of a position without a rule, where the value of a pile is its size."""

    def __init__(self, case: Case, piles: Piles, misere: bool) -> None:
        super().__init__(case, piles, misere)
        self.large = [i for i, pile in enumerate(piles) if pile > 1]
        self.singles = sum(pile == 1 for pile in piles)

    def columns_decide(self) -> bool:
        decided = self.can_win == (xor_all(self.values) != 0)
        return self.misere and len(self.large) > 1 and decided

    def leading_column(self, column: str, only: str, where: str) -> bool:
        """Every winning move changes such a pile; with two large ones there is one in each."""
        having = [i for i, pile in enumerate(self.piles) if pile & number(column)]
        return (
            number(column) == self.odd_columns()[0]
            and bool(only) == (len(having) == 1)
            and (
                indexes(where) == having if where[:1] == "p" else number(where[:-6]) == len(having)
            )
            and having == sorted({each.move["pile"] for each in self.winning})
        )

    def one_large_pile(self, which: str) -> bool:
        """The winning moves are those that leave an odd number of 1s and nothing else."""
        good = [
            each for each in self.legal if {*each.left.piles} <= {0, 1} and sum(each.left.piles) % 2
        ]
        return self.misere and [number(which) - 1] == self.large and good == self.winning

    def besides(self, count: str, end: str) -> bool:
        left = 0 if end == "be taken whole" else 1
        winning = [(each.move["pile"], each.move["leaves"]) for each in self.winning]
        return number(count.replace("no", "0")) == self.singles and winning == [
            (self.large[0], left)
        ]

    def no_large_pile(self) -> bool:
        """Each move takes a whole pile."""
        whole = all(each.move["leaves"] == 0 for each in self.legal)
        return self.misere and not self.large and whole

    def parity(self, parity: str, count: str, loser: str) -> bool:
        odd = bool(self.singles % 2)
        return (
            number(count) == self.singles
            and (parity == "odd") == (loser == "player to move") == odd
            and odd != self.can_win
        )


CHECKS_OF_NIM: Checks = {
    **CHECKS,
    r"Two or more piles are larger than 1, so the columns decide as in normal play, "
    r"until at most one pile is larger than 1\.": NimClaims.columns_decide,
    rf"Column {NUMBER} holds an odd number of 1s, so the position is odd\.": NimClaims.odd,
    rf"Columns {NUMBERS} each hold an odd number of 1s, so the position is odd\.": (
        NimClaims.each_odd
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
    rf"{NUMBER}: (only )?{WHERE} one\.": NimClaims.leading_column,
    rf"In this misère endgame only pile {NUMBER} is larger than 1: "
    r"the player who leaves an odd number of 1s and nothing else wins\.": NimClaims.one_large_pile,
    rf"Besides it there (?:is|are) ({DIGITS}|no) piles? of 1, "
    r"so it must (be taken whole|become 1)\.": NimClaims.besides,
    r"In this misère endgame no pile is larger than 1: "
    r"each move takes a whole pile, and only the number of 1s counts\.": NimClaims.no_large_pile,
    rf"It is (odd|even), {NUMBER}, "
    r"so the (player to move|opponent) takes the last object and loses\.": NimClaims.parity,
}
NimClaims.checks = CHECKS_OF_NIM
