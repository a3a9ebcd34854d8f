"""Nim as a Gymnasium environment: the reward of each move is the judge's."""

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from judge import post, reward


class NimEnv(gymnasium.Env):
    """The agent moves first. Its opponent is perfect with the probability `skill`, else random.

    From 1, 3, 5, 7 nothing can be won of a perfect opponent: with `skill=1` begin elsewhere.

    Action a removes a % most + 1 objects from pile a // most, where most is the largest pile at
    the start. An illegal move ends the game with the reward -1.
    """

    def __init__(self, piles=(1, 3, 5, 7), misere=True, skill=0.0):
        self.start, self.misere, self.skill = list(piles), misere, skill
        self.piles, self.most = self.start, max(piles)
        self.observation_space = MultiDiscrete([pile + 1 for pile in piles])
        self.action_space = Discrete(len(piles) * self.most)

    def reset(self, *, seed=None, options=None):  # noqa: ARG002
        super().reset(seed=seed)
        self.piles = self.start
        return self._observed()

    def step(self, action):
        pile, remove = divmod(int(action), self.most)
        move = {"pile": pile, "remove": remove + 1}
        game = {"piles": self.piles, "misere": self.misere, "moves": [move]}
        status, result = post("/review", game)
        if status != 200:
            return self._observed()[0], -1.0, True, False, {}
        [ply] = result["plies"]
        self.piles = result["position"]["piles"]
        if any(self.piles):
            self._reply(result["position"]["best_move"])
        observation, info = self._observed()
        return observation, float(reward(ply)), not any(self.piles), False, info

    def _reply(self, best):
        pile, leaves = best["pile"], best["leaves"]
        if self.np_random.random() >= self.skill:
            pile = self.np_random.choice(np.flatnonzero(self.piles))
            leaves = self.np_random.integers(self.piles[pile])
        self.piles = [*self.piles]
        self.piles[pile] = int(leaves)

    def _observed(self):
        legal = [n < pile for pile in self.piles for n in range(self.most)]
        return np.array(self.piles), {"action_mask": np.array(legal, dtype=np.int8)}
