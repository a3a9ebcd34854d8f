"""The choices of piles in Moore's Nim, against all combinations."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from service.game.moore_moves import choose_by_size
from tests.support.tries import tries


@tries(100)
@given(st.lists(st.integers(1, 4), max_size=9), st.integers(0, 9))
def test_each_choice_of_sizes_is_made_once(sizes: list[int], count: int) -> None:
    choices = choose_by_size(sizes, range(len(sizes)), count)
    chosen = [sorted(sizes[i] for i in choice) for choice in choices]
    different = {tuple(sorted(each)) for each in combinations(sizes, count)}

    assert Counter(map(tuple, chosen)) == Counter(different)
