"""The numbers of the pictures in explanations, counted from the rule alone."""

from typing import Any

from service.game.games.nim import Nim
from service.game.heap_game import PILES_PICTURED
from service.game.questions.explain import explain
from tests.support.oracle import mex
from tests.support.rows import rows


def value(pile: int, numbers: list[int]) -> int:
    """The Grundy value of a pile from which one of these numbers is taken."""
    found: list[int] = []
    for size in range(pile + 1):
        found.append(mex(found[size - number] for number in numbers if number <= size))
    return found[pile]


@rows("most", [1, 3, 7])
@rows("piles", [[19], [0, 8], [5, 4, 12], [0], []])
def test_groups_make_up_each_pile_and_the_rest_is_its_value(piles: list[int], most: int) -> None:
    found = explain(Nim.position(piles, max_remove=most), 100).get("groups", [])
    assert [each["count"] * each["size"] + each["rest"] for each in found] == piles
    for pile, each in zip(piles, found, strict=True):
        assert each["size"] == most + 1
        assert each["rest"] == value(pile, [*range(1, most + 1)])
        assert "aside" not in each


@rows("pile", [1, 2, 4, 17, 18])
def test_in_misere_play_the_last_object_of_a_single_pile_is_set_apart(pile: int) -> None:
    explained = explain(Nim.position([0, pile], misere=True, max_remove=3), 100)
    empty, groups = explained["groups"]
    assert empty == {"size": 4, "count": 0, "rest": 0}
    assert groups == {"size": 4, "count": (pile - 1) // 4, "rest": (pile - 1) % 4, "aside": 1}
    taken = [each["remove"] for each in explained["winning_moves"]]
    assert taken == ([groups["rest"]] if groups["rest"] else [])


def test_of_several_piles_none_is_set_apart() -> None:
    groups = explain(Nim.position([5, 6], misere=True, max_remove=3), 100)["groups"]
    assert groups == [{"size": 4, "count": 1, "rest": 1}, {"size": 4, "count": 1, "rest": 2}]


@rows("numbers", [[1, 3, 4], [2, 5], [3]])
@rows("pile", [0, 1, 2, 9, 24, 25, 40])
def test_sizes_have_the_values_up_to_a_pile_and_of_what_a_move_leaves(
    pile: int, numbers: list[int]
) -> None:
    [found] = explain(Nim.position([pile], subtraction_set=numbers), 100)["sizes"]
    assert found["first"] == max(0, pile - 24)
    sizes = range(found["first"], pile + 1)
    assert found["values"] == [value(size, numbers) for size in sizes]
    left = [pile - number for number in numbers if number <= pile]
    assert found["leaves"] == [{"size": size, "value": value(size, numbers)} for size in left]


def test_as_many_piles_are_pictured_as_pages_play_with() -> None:
    for rule, kind in ({"max_remove": 3}, "groups"), ({"subtraction_set": [1, 2]}, "sizes"):
        keys: dict[str, Any] = rule
        assert len(explain(Nim.position([5] * 20, **keys), 100)[kind]) == PILES_PICTURED == 16


@rows("keys", [{}, {"min_remove": 2}, {"min_remove": 2, "max_remove": 3}])
def test_other_rules_of_nim_have_no_picture(keys: dict[str, Any]) -> None:
    explained = explain(Nim.position([9, 5], **keys), 100)
    assert not explained.keys() & {"groups", "sizes"}
