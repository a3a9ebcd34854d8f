"""A finite proof that a rule for misère play is right, for any number of rows.

A rule that looks at finitely many features of a position maps positions to finitely many classes,
so that the class of two positions side by side follows from theirs. Whether the rule is right is
then a finite question. A position and its options are summarized by its class and the set of its
options' classes, and the pair of two positions side by side follows from their own pairs.
Every pair that occurs is checked: the position must be lost exactly when it has an option and
none of its options is lost.

Source: T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", Journal of
Combinatorial Theory A 115 (2008).
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

Rows = tuple[int, ...]
Pair = tuple[int, frozenset[int]]
"""A position's class, and the classes of its options."""


class Quotient(NamedTuple):
    """Positions sorted into as few classes as the rule needs; class 0 means no rows."""

    products: Sequence[Sequence[int]]
    """The class of two positions side by side."""
    of_row: Mapping[int, int]
    lost: frozenset[int]

    def together(self, first: Pair, second: Pair) -> Pair:
        """The pair of two positions side by side."""
        (a, options_of_a), (b, options_of_b) = first, second
        options = [self.products[option][b] for option in options_of_a]
        options += [self.products[a][option] for option in options_of_b]
        return self.products[a][b], frozenset(options)

    def sums(self, kinds: set[Pair]) -> set[Pair]:
        """The pairs of all positions made of rows of these kinds, except the empty one."""
        found: set[Pair] = {(0, frozenset())}
        waiting = list(found)
        while waiting:
            pair = waiting.pop()
            sums = {self.together(pair, kind) for kind in kinds} - found
            found |= sums
            waiting += sums
        return found - {(0, frozenset())}

    def is_right(self, pair: Pair) -> bool:
        """Whether a position that has a row is lost exactly when no option of it is."""
        return (pair[0] in self.lost) == self.lost.isdisjoint(pair[1])


def quotient(
    rows: Iterable[int], features: Callable[[Rows], Hashable], lost: Callable[[Rows], bool]
) -> Quotient:
    """The quotient of a rule that depends only on the features.

    The features of a position and a row must determine those of the two together.
    """
    kinds: dict[Hashable, int] = {}  # one row for each kind of rows
    kind_of = {row: kinds.setdefault(features((row,)), row) for row in rows}
    words: dict[Hashable, Rows] = {features(()): ()}  # a position for each combination of features
    waiting: list[Rows] = [()]
    following: list[list[Hashable]] = []
    for word in waiting:
        reached = {features((*word, row)): (*word, row) for row in kinds.values()}
        following.append([*reached])
        new = {key: longer for key, longer in reached.items() if key not in words}
        words.update(new)
        waiting += new.values()
    classes = _coarsest(list(words), following, {key: lost(word) for key, word in words.items()})
    words_of = {classes[key]: word for key, word in reversed(words.items())}
    products = [
        [classes[features(words_of[a] + words_of[b])] for b in range(len(words_of))]
        for a in range(len(words_of))
    ]
    of_row = {row: classes[features((kind,))] for row, kind in kind_of.items()}
    lost_classes = frozenset(a for a, word in words_of.items() if lost(word))
    return Quotient(products, of_row, lost_classes)


def _coarsest(
    keys: Sequence[Hashable], following: Sequence[Sequence[Hashable]], lost: Mapping[Hashable, bool]
) -> dict[Hashable, int]:
    """The fewest classes that separate lost from won, and agree on the result of one more row."""
    classes: dict[Hashable, int] = {key: int(lost[key] != lost[keys[0]]) for key in keys}
    count = 2
    while True:
        numbers: dict[tuple[int, ...], int] = {}
        classes = {
            key: numbers.setdefault((classes[key], *(classes[k] for k in after)), len(numbers))
            for key, after in zip(keys, following, strict=True)
        }
        if len(numbers) == count:
            return classes
        count = len(numbers)
