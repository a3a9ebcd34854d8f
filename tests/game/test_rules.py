"""What holds for every rule: its interface is all that the rest of the service knows of it."""

import ast
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import get_args

import pytest

from service.game.octal import parse_code
from service.game.rules.any_number import AnyNumber
from service.game.rules.fibonacci import Fibonacci
from service.game.rules.greedy import Greedy
from service.game.rules.max_remove import MaxRemove
from service.game.rules.moore import Moore
from service.game.rules.rule import RemovalRule, Rule, RuleKind
from service.game.rules.subtraction_set import SubtractionSet
from service.game.rules.take_and_break import TakeAndBreak
from service.game.rules.wythoff import Wythoff
from service.game.variants import ALL
from tests.support.paths import ROOT
from tests.support.rule_oracle import PileMoves, Played, removing, taking_and_breaking

SERVICE = ROOT / "service"
RULE_FILES = [
    path
    for path in (SERVICE / "game" / "rules").glob("*.py")
    if path.name not in ("__init__.py", "rule.py")
]


def octal(text: str) -> TakeAndBreak:
    return TakeAndBreak(parse_code(text, most_digits=8), most_moves=10_000)


REMOVALS: list[tuple[RemovalRule, PileMoves]] = [
    (AnyNumber(), removing(range(1, 10))),
    (MaxRemove(2), removing([1, 2])),
    (SubtractionSet((1, 3, 4), most_values=64), removing([1, 3, 4])),
    (SubtractionSet((5, 2), most_values=64), removing([2, 5])),
]
RULES: list[tuple[Rule, PileMoves]] = [
    *REMOVALS,
    (octal("0.77"), taking_and_breaking("0", [7, 7], False)),
    (octal("4!.3"), taking_and_breaking("4!", [3], False)),
]

VARIANTS: list[Rule] = [
    Moore(max_piles=2, most_piles=100, most=ALL),
    Wythoff(),
    Fibonacci(None),
    Greedy(ALL),
]  # their positions are solved in test_variants.py

POSITIONS = [p for count in range(4) for p in combinations_with_replacement(range(7), count)]

each_rule = pytest.mark.parametrize(("rule", "moves"), RULES, ids=[str(rule) for rule, _ in RULES])


def classes_in(path: str) -> set[str]:
    tree = ast.parse((SERVICE / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


@each_rule
def test_options_are_what_each_legal_move_leaves(rule: Rule, moves: PileMoves) -> None:
    def after(piles: Sequence[int]) -> list[tuple[int, ...]]:
        return [
            (*piles[:i], *leaves, *piles[i + 1 :])
            for i, pile in enumerate(piles)
            for _, leaves in moves(pile)
        ]

    for piles in POSITIONS:
        assert sorted(rule.options(piles)) == sorted(after(piles)), piles


@each_rule
@pytest.mark.parametrize("misere", [False, True])
def test_rule_solves_positions(rule: Rule, moves: PileMoves, misere: bool) -> None:
    game = Played(moves, 6)

    for piles in POSITIONS:
        assert rule.solve(piles, misere)["to_move_wins"] == game.to_move_wins(piles, misere), piles


@pytest.mark.parametrize(("rule", "moves"), REMOVALS, ids=[str(rule) for rule, _ in REMOVALS])
def test_removals_are_the_legal_ones(rule: RemovalRule, moves: PileMoves) -> None:
    for pile in range(10):
        legal = [remove for remove, _ in moves(pile)]
        assert list(rule.removals(pile)) == legal
        assert [n for n in range(1, pile + 1) if rule.why_illegal(n) is None] == legal


@pytest.mark.parametrize(("rule", "moves"), REMOVALS, ids=[str(rule) for rule, _ in REMOVALS])
def test_values_of_piles_are_those_of_the_sequence(rule: RemovalRule, moves: PileMoves) -> None:
    game, solver = Played(moves, 9), rule.up_to(9)

    values = [game.truth([pile]).value for pile in range(10)]
    assert [solver.value(pile) for pile in range(10)] == values
    assert list(rule.sequence(10, 64)["values"]) == values


def test_every_kind_is_that_of_a_rule() -> None:
    """One that metrics know and no rule has would be counted at 0 for ever."""
    kinds = [rule.kind for rule in (*VARIANTS, *(rule for rule, _ in RULES))]

    assert {*kinds} == {*get_args(RuleKind)}


def test_each_rule_has_a_file_of_its_own() -> None:
    files = {f"service.game.rules.{path.stem}" for path in RULE_FILES}

    rules = [*VARIANTS, *(rule for rule, _ in RULES)]
    assert {type(rule).__module__ for rule in rules} == files


def test_nothing_asks_which_rule_it_has() -> None:
    """A new rule is one more file only as long as nothing tells rules apart by their class."""
    rules = {name for path in RULE_FILES for name in classes_in(f"game/rules/{path.name}")}
    asking = [
        (path.name, node.lineno)
        for path in SERVICE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("isinstance", "issubclass", "type")
        and rules & {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
    ]

    assert asking == []
