"""The nearest known name is the one that difflib finds."""

from difflib import get_close_matches

from hypothesis import given
from hypothesis.strategies import integers, lists, sampled_from, text, tuples

from service.api.nearest import LEAST_RATIO, LONGEST_NAME, nearest

KNOWN = ["/move", "/moves", "/nimbers/sum", "piles", "max_remove", "min_remove", "dawsons-kayles"]

CHANGES = lists(tuples(integers(0, 14), text("aemnov_/-MÉ", max_size=1)), max_size=4)


@given(sampled_from(KNOWN), CHANGES)
def test_difflib_finds_the_same_name(name: str, changes: list[tuple[int, str]]) -> None:
    for place, letter in changes:
        name = name[:place] + letter + name[place + 1 :]
    by_lower = {each.lower(): each for each in KNOWN}
    found = get_close_matches(name.lower(), by_lower, n=1, cutoff=LEAST_RATIO)
    assert nearest(name, KNOWN) == (by_lower[found[0]] if found else None)


def test_a_long_name_is_near_to_none() -> None:
    name = "n" * LONGEST_NAME
    assert nearest(name, [name]) == name
    assert nearest(f"{name}n", [f"{name}n"]) is None
