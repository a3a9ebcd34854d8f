"""Games given as graphs, and sums of their positions, against playing them out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.theory.digraph import (
    EndlessGame,
    NameOfTwo,
    Steps,
    TooManyPositions,
    UnknownPosition,
    solve_graph,
)
from tests.support import oracle
from tests.support.strategies import NAMES, GameWithSums, conventions, games, games_with_sums

MOST = Steps(10_000_000, 10_000_000)
"""More than any game that is drawn here takes: one takes 100,000 now and then."""


def nim(largest: int) -> dict[str, list[str]]:
    """The graph of a single pile."""
    return {f"{n}": [f"{left}" for left in range(n)] for n in range(largest + 1)}


# --- Values, classes and winning moves ------------------------------------------------------------


@given(games_with_sums(), conventions)
def test_values_classes_and_plies_are_those_of_playing_out(
    game: GameWithSums, misere: bool
) -> None:
    """They come in the order of the positions, and then of the sums."""
    options, sums = game
    solution = solve_graph(options, None, sums, misere, MOST)
    played = {at: oracle.played_out(options, [at], sums) for at in [*options, *sums]}

    assert [*solution["grundy_values"].items()] == [(at, p.value) for at, p in played.items()]
    assert [*solution["position_classes"].items()] == [
        (at, "N" if p.to_move_wins(misere) else "P") for at, p in played.items()
    ]
    assert [*solution["plies"].items()] == [(at, p.plies(misere)) for at, p in played.items()]


@given(games_with_sums(), st.lists(st.sampled_from(NAMES), max_size=4), conventions)
def test_sum_is_solved_as_playing_it_out_solves_it(
    game: GameWithSums, components: list[str], misere: bool
) -> None:
    options, sums = game
    solution = solve_graph(options, components, sums, misere, MOST)["sum"]

    def wins(at: list[str]) -> bool:
        return oracle.played_out(options, at, sums).to_move_wins(misere)

    assert solution == {
        "nim_sum": oracle.played_out(options, components, sums).value,
        "position_class": "N" if wins(components) else "P",
        "to_move_wins": wins(components),
        "winning_moves": [
            {"component": i, "to": option}
            for i, at in enumerate(components)
            for option in dict.fromkeys(options[at])
            if not wins([*components[:i], option, *components[i + 1 :]])
        ],
        "plies": oracle.played_out(options, components, sums).plies(misere),
    }


def test_move_in_a_sum_may_lead_to_a_named_sum() -> None:
    options = {"0": [], "1": ["0"], "2": ["1", "0"], "3": ["1+1", "2"]}

    assert solve_graph(options, ["3", "0"], {"1+1": ["1", "1"]})["sum"] == {
        "nim_sum": 1,
        "position_class": "N",
        "to_move_wins": True,
        "winning_moves": [{"component": 0, "to": "1+1"}],
        "plies": None,
    }


def test_chains_of_2000_positions_and_sums_are_solved() -> None:
    """Play may last longer than Python's limit on recursion."""
    chain = {f"{n}": [f"{n - 1}"] if n else [] for n in range(2_000)}
    sums = {f"s{n}": [f"s{n - 1}" if n else "1"] for n in reversed(range(2_000))}
    classes = solve_graph(chain, sums=sums, misere=True, most=MOST)["position_classes"]

    assert [classes[name] for name in ("0", "1", "1998", "1999", "s1999")] == [*"NPNPP"]


# --- The limit of misère play ---------------------------------------------------------------------


def test_sum_counts_its_components_for_each_position_and_move() -> None:
    """1+1 has one position of two components, and one move leads from it."""
    assert solve_graph(nim(1), ["1", "1"], misere=True, most=Steps(4))["sum"]["to_move_wins"]
    with pytest.raises(TooManyPositions) as error:
        solve_graph(nim(1), ["1", "1"], misere=True, most=Steps(3))

    assert error.value.locations == [("sum",)]
    assert str(error.value) == (
        "In misère play this sum is solved by search, which takes more than 3 steps: "
        "one for each reachable position and for each of its moves, times the components."
    )


@pytest.mark.parametrize(
    ("sums", "max_steps", "too_long"),
    [
        ({"same": ["1"]}, 0, "same"),
        ({"1+1": ["1", "1"], "many": ["5", "5", "5"]}, 100, "many"),
        # This one is rejected before its components are written out.
        ({"s0": ["1", "1"]} | {f"s{i}": [f"s{i - 1}"] * 2 for i in range(1, 99)}, 1000, "s8"),
    ],
    ids=["none allowed", "three components", "sums of sums"],
)
def test_named_sum_that_takes_too_long_is_named(
    sums: dict[str, list[str]], max_steps: int, too_long: str
) -> None:
    with pytest.raises(TooManyPositions) as error:
        solve_graph(nim(5), None, sums, misere=True, most=Steps(max_steps))

    assert error.value.locations == [("sums", too_long)]


def test_sum_of_one_position_takes_one_step() -> None:
    same = solve_graph(nim(1), sums={"same": ["1"]}, misere=True, most=Steps(1))
    assert same["position_classes"]["same"] == "P"


@pytest.mark.parametrize(
    ("components", "misere"), [(["50"] * 9, False), (["50"], True)], ids=["normal play", "one"]
)
def test_sum_that_needs_no_search_has_no_limit(components: list[str], misere: bool) -> None:
    assert solve_graph(nim(50), components, misere=misere)["sum"]["to_move_wins"]


# --- The plies of sums ----------------------------------------------------------------------------


@pytest.mark.parametrize("misere", [False, True])
def test_plies_of_a_sum_count_its_components_for_each_position_and_move(misere: bool) -> None:
    """1+1 has one position of two components, and a move in either of them; it is written out."""
    found = [
        solve_graph(nim(1), ["1", "1"], None, misere, Steps(4, steps))["sum"]["plies"]
        for steps in (3, 4)
    ]

    assert found == [None, 2]


@pytest.mark.parametrize("misere", [False, True])
def test_plies_are_unknown_only_where_they_depend_on_a_sum_that_takes_too_long(
    misere: bool,
) -> None:
    """ "on" wins, in normal play by moving to a lost position, whatever the sum does."""
    options = {**nim(9), "to": ["sum"], "on": ["sum", "0", "1"], "beside": ["9", "0"]}
    sums = {"small": ["1", "1"], "sum": ["9", "9", "1"], "another": ["small", "sum"]}
    plies = solve_graph(options, None, sums, misere, Steps(MOST.search, 20))["plies"]

    assert [name for name, each in plies.items() if each is None] == ["to", "sum", "another"]
    assert plies["on"] == oracle.played_out(options, ["on"], sums).plies(misere)


def test_plies_of_sums_of_sums_with_too_many_parts_are_unknown() -> None:
    sums = {"s0": ["1", "1"]} | {f"s{i}": [f"s{i - 1}"] * 2 for i in range(1, 99)}
    plies = solve_graph(nim(1), None, sums, most=Steps(plies=100))["plies"]

    assert (plies["1"], plies["s0"], plies["s98"]) == (1, 2, None)


# --- Errors ---------------------------------------------------------------------------------------


@given(games(), st.data())
def test_endless_game_raises_with_one_cycle(
    options: dict[str, list[str]], data: st.DataObject
) -> None:
    # Closing a walk through the game makes the only cycles there are, whatever else it holds.
    walk = [data.draw(st.sampled_from(NAMES))]
    length = data.draw(st.integers(1, len(NAMES)))
    while options[walk[-1]] and len(walk) < length:
        walk.append(data.draw(st.sampled_from(options[walk[-1]])))
    looped = {**options, walk[-1]: [*options[walk[-1]], walk[0]]}

    with pytest.raises(EndlessGame) as error:
        solve_graph(looped)

    cycle = list(error.value.cycle)
    assert len(set(cycle)) == len(cycle) > 0
    assert all(b in looped[a] for a, b in zip(cycle, cycle[1:] + cycle[:1], strict=True))


@pytest.mark.parametrize(
    ("options", "sums", "cycle"),
    [
        ({"in": ["a"], "a": ["c"], "c": ["a", "b"]}, {}, ["a", "c"]),
        ({}, {"s": ["s"]}, ["s"]),
        ({}, {"s": ["t"], "t": ["s"]}, ["s", "t"]),
        ({"a": ["s"]}, {"s": ["b", "a"]}, ["a", "s"]),
        ({"a": ["s"]}, {"s": ["t", "b"], "t": ["a"]}, ["a", "s", "t"]),
    ],
    ids=["positions", "itself", "each other", "through a position", "through both"],
)
def test_cycle_is_shown_alone(
    options: dict[str, list[str]], sums: dict[str, list[str]], cycle: list[str]
) -> None:
    """The way to the cycle, or from it, is not shown."""
    with pytest.raises(EndlessGame) as error:
        solve_graph({**options, "b": []}, sums=sums)

    assert error.value.cycle == cycle
    assert error.value.locations == [("options",) if {*cycle} & {*options} else ("sums",)]


def test_unknown_names_are_named_by_their_places() -> None:
    with pytest.raises(UnknownPosition) as error:
        solve_graph({"a": ["s", "x"]}, ["y", "a"], {"s": ["a", "z"], "t": ["s"]})

    assert error.value.locations == [("options", "a", 1), ("sums", "s", 1), ("sum", 0)]


def test_name_of_a_position_and_a_sum_is_rejected() -> None:
    with pytest.raises(NameOfTwo) as error:
        solve_graph({"a": [], "b": []}, sums={"b": ["a"], "c": [], "a": []})

    assert error.value.locations == [("sums", "b"), ("sums", "a")]
    assert str(error.value) == "This name is already a position in `options`."
