"""Tabular Q-learning of misère Nim from the judge's rewards."""

import random
from collections import defaultdict

from nim_env import NimEnv

GAMES, WINDOW, SEED = 2_000, 250, 1
RATE, DISCOUNT, EXPLORING = 0.5, 0.3, 0.2


def learn():
    """The share of wins that the agent's choices kept, by window, and the value of each action."""
    draw = random.Random(SEED)
    env = NimEnv()
    env.reset(seed=SEED)
    values = defaultdict(float)
    curve = []
    for _ in range(GAMES // WINDOW):
        rewards = []
        for _ in range(WINDOW):
            observation, info = env.reset()
            done = False
            while not done:
                state, legal = tuple(observation), info["action_mask"].nonzero()[0]
                best = max(legal, key=lambda action: values[state, action])
                explores = draw.random() < EXPLORING
                action = draw.choice(legal) if explores else best
                observation, reward, done, _, info = env.step(action)
                after = tuple(observation)
                later = [values[after, each] for each in info["action_mask"].nonzero()[0]]
                target = reward + DISCOUNT * max(later, default=0)
                values[state, action] += RATE * (target - values[state, action])
                if not explores:
                    rewards.append(reward)
        curve.append(rewards.count(1) / (rewards.count(1) + rewards.count(-1)))
    return curve, values


if __name__ == "__main__":
    for number, kept in enumerate(learn()[0], 1):
        print(f"{number * WINDOW:5} games: kept {kept:4.0%} of its wins")
