"""The set of tasks is the same each time, and its solutions follow from the rules alone."""

import json
import re
import sys
from itertools import islice
from typing import Any

import pytest

from bench.tasks import COUNT, KINDS, line_of, tasks
from service.game.games import GAMES
from tests.support.analysis_oracle import Analyst
from tests.support.cases import of
from tests.support.paths import ROOT
from tests.support.programs import run
from tests.support.rules import Rules, State, removing

SOLUTION = ("position_class", "winning_moves", "plies", "difficulty")


def rules_of(keys: dict[str, Any]) -> Rules:
    if "subtraction_set" in keys:
        return Rules(removing(keys["subtraction_set"]))
    return of(GAMES[keys["game"]], **{k: v for k, v in keys.items() if k != "game"}).rules


def check(found: list[dict[str, Any]]) -> None:
    analysts = {
        (json.dumps(kind.keys), misere): Analyst(rules_of(kind.keys), misere)
        for kind in KINDS
        for misere in (False, True)
    }
    for task in found:
        keys = {k: v for k, v in task.items() if k not in {"piles", "misere", *SOLUTION}}
        analyst = analysts[json.dumps(keys), task["misere"]]
        state = State((*task["piles"],))
        outcome, legal = analyst.outcome(state), analyst.rules.options(state)
        winning = [each.move for each in analyst.rules.winning(state, task["misere"])]
        solution = (
            "N" if outcome.to_move_wins else "P",
            winning,
            outcome.plies,
            round(len(winning) / len(legal), 4),
        )
        assert tuple(task[key] for key in SOLUTION) == solution, task


def test_solutions_are_those_of_the_rules() -> None:
    check([*islice(tasks(2), 100)])


def test_the_task_that_the_page_shows_is_solved() -> None:
    page = (ROOT / "bench/README.md").read_text()
    shown = [json.loads(line) for line in re.findall(r"^{.*}$", page, re.MULTILINE)]
    assert shown
    check(shown)


@pytest.mark.serving
def test_a_seed_gives_the_same_bytes_each_time() -> None:
    """Whichever process makes them: each has its own hashes of texts, so its own order of sets."""
    said = run([sys.executable, "-m", "bench.tasks", "--seed", "5"])
    assert (said.returncode, said.stderr) == (0, "")
    lines = said.stdout.splitlines()
    assert lines[:100] == [line_of(task) for task in islice(tasks(5), 100)]
    assert len({*lines}) == len(lines) == COUNT
    check([json.loads(line) for line in lines[::10]])
