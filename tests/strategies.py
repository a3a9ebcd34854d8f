"""Hypothesis strategies for positions of every size, with both classes and the endgames common."""

from functools import reduce
from operator import xor

from hypothesis import strategies as st

LARGEST_PILE = 2**53 - 1

sizes = st.one_of(st.integers(0, 3), st.integers(0, LARGEST_PILE))
any_piles = st.lists(sizes, max_size=20)


@st.composite
def balanced_piles(draw: st.DrawFn) -> list[int]:
    """Piles with the nim-sum 0, which random ones hardly ever have."""
    piles = draw(any_piles)
    piles.insert(draw(st.integers(0, len(piles))), reduce(xor, piles, 0))
    return piles


piles = st.one_of(any_piles, balanced_piles(), st.lists(st.integers(0, 1), max_size=9))
conventions = st.booleans()
