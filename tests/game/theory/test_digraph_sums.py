"""Positions that are given as sums of others, against games without sums."""

import pytest
from hypothesis import given

from service.game.games.take_and_break.code import parse_code
from service.game.games.take_and_break.values import grundy_values
from service.game.theory.digraph import EndlessGame, NameOfTwo, UnknownPosition, solve_graph
from tests.support import oracle
from tests.support.games import components_of, game_graph, kayles_moves, name, rows_of_kayles
from tests.support.strategies import GameWithSums, games_with_sums


def played_out(options: dict[str, list[str]], sums: dict[str, list[str]]) -> dict[str, int]:
    """The values by the definition of mex, a sum being the list of its components."""
    found: dict[tuple[str, ...], int] = {}

    def value(at: tuple[str, ...]) -> int:
        if at not in found:
            reached = [
                tuple(sorted((*at[:i], *components_of(option, sums), *at[i + 1 :])))
                for i, part in enumerate(at)
                for option in options[part]
            ]
            found[at] = oracle.mex([value(left) for left in reached])
        return found[at]

    return {at: value(tuple(sorted(components_of(at, sums)))) for at in [*options, *sums]}


@given(games_with_sums())
def test_values_are_those_of_playing_the_sums_out(game: GameWithSums) -> None:
    """Sums come after the positions, in the order given; the classes follow from the values."""
    solution = solve_graph(game[0], sums=game[1])
    expected = played_out(*game)

    assert [*solution["grundy_values"].items()] == [*expected.items()]
    assert [*solution["position_classes"].items()] == [
        (at, "N" if value else "P") for at, value in expected.items()
    ]


def test_small_kayles_agrees_with_its_product_graph() -> None:
    options, sums = rows_of_kayles(8)
    product = game_graph((8,), kayles_moves)

    values = solve_graph(options, sums=sums)["grundy_values"]
    rows = solve_graph(product)["grundy_values"]
    assert values["8"] == rows[name((8,))]
    assert {at: values[at] for at in sums if name_of_rows(at) in rows} == {
        at: rows[name_of_rows(at)] for at in sums if name_of_rows(at) in rows
    }


def name_of_rows(at: str) -> str:
    return name(tuple(int(row) for row in at.split("+") if row != "0"))


def test_kayles_of_100_pins_fits() -> None:
    options, sums = rows_of_kayles(100)

    values = solve_graph(options, sums=sums)["grundy_values"]
    expected = grundy_values(parse_code("0.77", max_digits=8), 101)
    assert [values[f"{n}"] for n in range(101)] == list(expected)[:101]


def test_move_of_a_sum_may_lead_to_a_named_sum() -> None:
    options = {"0": [], "1": ["0"], "2": ["1", "0"], "3": ["1+1", "2"]}

    assert solve_graph(options, ["3", "0"], {"1+1": ["1", "1"]})["sum"] == {
        "nim_sum": 1,
        "position_class": "N",
        "to_move_wins": True,
        "winning_moves": [{"component": 0, "to": "1+1"}],
    }


def test_chain_of_10000_sums_is_solved() -> None:
    sums = {f"s{i}": [f"s{i - 1}" if i else "a"] for i in reversed(range(10_000))}

    assert set(solve_graph({"a": ["b"], "b": []}, sums=sums)["grundy_values"].values()) == {0, 1}


# --- Errors ---------------------------------------------------------------------------------------


def test_unknown_names_are_named_by_their_places() -> None:
    with pytest.raises(UnknownPosition) as error:
        solve_graph({"a": ["s", "x"]}, ["y", "a"], {"s": ["a", "z"], "t": ["s"]})

    assert error.value.locations == [("options", "a", 1), ("sums", "s", 1), ("sum", 0)]


def test_name_of_a_position_and_a_sum_is_rejected() -> None:
    with pytest.raises(NameOfTwo) as error:
        solve_graph({"a": [], "b": []}, sums={"b": ["a"], "c": [], "a": []})

    assert error.value.locations == [("sums", "b"), ("sums", "a")]
    assert str(error.value) == "This is also a position with options of its own."


@pytest.mark.parametrize(
    ("options", "sums", "cycle"),
    [
        ({}, {"s": ["s"]}, {"s"}),
        ({}, {"s": ["t"], "t": ["s"]}, {"s", "t"}),
        ({"a": ["s"]}, {"s": ["b", "a"]}, {"a", "s"}),
        ({"a": ["s"]}, {"s": ["t", "b"], "t": ["a"]}, {"a", "s", "t"}),
    ],
    ids=["itself", "each other", "through a position", "through both"],
)
def test_sum_on_a_cycle_is_rejected(
    options: dict[str, list[str]], sums: dict[str, list[str]], cycle: set[str]
) -> None:
    with pytest.raises(EndlessGame) as error:
        solve_graph({**options, "b": []}, sums=sums)

    assert set(error.value.cycle) == cycle
    assert error.value.locations == [("options",) if cycle & {*options} else ("sums",)]
    successors = {**options, **sums}
    shown = list(error.value.cycle)
    assert all(b in successors[a] for a, b in zip(shown, shown[1:] + shown[:1], strict=True))
