"""docs/learning.md: programs that learn get the judge's rewards, and learn from them."""

from typing import Any

import pytest

from tests.support import oracle
from tests.support.examples import load
from tests.support.rows import rows
from tests.support.servers import Server
from tests.support.service import Service


@pytest.fixture
def judge(server: Server, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example judge.py, which the others import."""
    module: Any = load("judge")
    monkeypatch.setattr(module, "SERVICE", f"http://localhost:{server.port}")
    return module


# --- Gymnasium ------------------------------------------------------------------------------------


@pytest.fixture
def nim_env(judge: Any) -> Any:
    """The example nim_env.py."""
    pytest.importorskip("gymnasium")
    assert judge
    return load("nim_env")


def test_gymnasium_finds_nothing_wrong_with_the_environment(nim_env: Any) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    gymnasium.register("Nim-v0", entry_point=nim_env.NimEnv)
    checker.check_env(gymnasium.make("Nim-v0").unwrapped)


def test_the_winner_of_a_won_position_gets_a_reward_for_each_move(nim_env: Any) -> None:
    env = nim_env.NimEnv(piles=(1, 3, 4), misere=False)
    env.reset(seed=1)
    rewards, done = [], False
    while not done:
        pile, remove = next(
            (pile, remove)
            for pile, remove, left in oracle.legal_moves(tuple(env.piles))
            if not oracle.to_move_wins(left, misere=False)
        )
        _, reward, done, *_ = env.step(pile * env.most + remove - 1)
        rewards.append(reward)
    assert {*rewards} == {1.0}


def test_a_perfect_opponent_punishes_a_mistake(nim_env: Any) -> None:
    env = nim_env.NimEnv(piles=(1, 3, 4), misere=False, skill=1)
    env.reset(seed=1)
    observation, reward, done, *_ = env.step(2 * env.most)  # 1 from the pile of 4
    assert (reward, done) == (-1.0, False)
    assert not oracle.to_move_wins(tuple(map(int, observation)), misere=False)


def test_an_agent_that_begins_with_the_defaults_gets_rewards(nim_env: Any) -> None:
    env = nim_env.NimEnv()
    _, info = env.reset(seed=1)
    found, done = set(), False
    for _ in range(30):
        legal = info["action_mask"].nonzero()[0]
        _, reward, done, _, info = env.step(env.np_random.choice(legal))
        found.add(reward)
        if done:
            _, info = env.reset()
    assert found == {-1.0, 0.0, 1.0}


def test_an_illegal_action_ends_the_game(nim_env: Any) -> None:
    env = nim_env.NimEnv(piles=(1, 3, 4), misere=False)
    _, info = env.reset(seed=1)
    assert [*info["action_mask"]] == [1, 0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1]
    observation, reward, done, *_ = env.step(1)  # 2 from the pile of 1
    assert ([*observation], reward, done) == ([1, 3, 4], -1.0, True)


def test_an_agent_learns_misere_nim(
    judge: Any, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a won position, what it values above 0 is exactly what wins."""

    def post(path: str, keys: Any) -> tuple[int, Any]:
        """The same without a socket: thousands of moves are judged."""
        reply = service.post(path, keys)
        return reply.status, reply.json

    monkeypatch.setattr(judge, "post", post)
    pytest.importorskip("gymnasium")
    load("nim_env")
    curve, values = load("learn_nim").learn()
    assert curve[0] < 0.7
    assert curve[-1] > 0.85
    judged = 0
    for (piles, action), value in values.items():
        position = tuple(map(int, piles))
        if not value or not oracle.to_move_wins(position, misere=True):
            continue
        pile, remove = divmod(int(action), 7)
        left = (*position[:pile], position[pile] - remove - 1, *position[pile + 1 :])
        assert (value > 0) is not oracle.to_move_wins(left, misere=True), (position, action)
        judged += 1
    assert judged > 500


# --- Language models ------------------------------------------------------------------------------


@rows(
    ("text", "misere", "score"),
    [
        ("Take 2 from pile 1.", False, 1.0),
        ("Take 1 from pile 3? No. Moves: take 2 from pile 1", False, 1.0),
        ("Moves: take 1 from pile 3", False, -1.0),
        ("Moves: take 2 from pile 1; take 1 from pile 2; take 3 from pile 3", False, 1.0),
        ("Moves: take 2 from pile 1; take 1 from pile 2; take 1 from pile 3", False, 0.0),
        ("Moves: take 1 from pile 1; take 1 from pile 2", False, -1.0),
        ("Moves: take 1 from pile 1; take 4 from pile 2; take 5 from pile 3", False, -1.0),
        ("Moves: take 6 from pile 3", False, -1.0),
        ("Moves: take 1 from pile 0", False, -1.0),
        ("Moves: take 9999999999999999 from pile 99999", False, -1.0),
        ("Moves: " + "take 1 from pile 1; " * 2_000, False, -1.0),
        ("I resign.", True, -1.0),
        ("", True, -1.0),
    ],
)
def test_a_text_is_scored_by_the_moves_in_it(
    judge: Any, text: str, misere: bool, score: float
) -> None:
    assert judge
    assert load("text_reward").score(text, {"piles": [3, 4, 5], "misere": misere}) == score


def test_a_lost_position_has_nothing_to_keep(judge: Any) -> None:
    assert judge
    assert load("text_reward").score("take 1 from pile 1", {"piles": [1, 2, 3]}) == 0


def test_the_reward_function_is_called_as_trl_calls_it(judge: Any) -> None:
    """With a batch's columns as keywords; completions are texts or messages; keys may be null."""
    assert judge
    position = {"game": "nim", "piles": [3, 4, 5], "max_remove": None}
    texts = ["take 2 from pile 1", "take 1 from pile 1"]
    others: dict[str, Any] = {
        "prompts": ["…", "…"],
        "completion_ids": [[1], [2]],
        "trainer_state": None,
    }
    for completions in (texts, [[{"role": "assistant", "content": text}] for text in texts]):
        rewards = load("text_reward").reward(
            completions=completions, position=[position, position], **others
        )
        assert rewards == [1.0, -1.0]
