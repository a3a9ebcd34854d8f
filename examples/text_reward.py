"""A verifier for training language models: a text with moves in, a score out.

`reward` has the signature of a reward function of TRL, as in GRPOTrainer(reward_funcs=reward, ...);
the data set has a column `position` besides the prompts. `score` is the same for one text.
"""

import re

from judge import judge

MOVE = re.compile(r"take (\d{1,16}) from pile (\d{1,5})", re.IGNORECASE)
MOST = 200  # moves that are judged, of a text that goes on and on


def score(text, position):
    """How well the moves after the last "Moves:" of a text keep the win, from -1 to 1.

    The players make them in turn, and pile 1 is the first. The score is the mean reward of the
    moves that had a win to keep, 0 without such a move, and -1 if a move is illegal or none found.
    """
    found = MOVE.findall(text.rpartition("Moves:")[2])
    moves = [{"pile": int(pile) - 1, "remove": int(remove)} for remove, pile in found[:MOST]]
    rewards, illegal, _ = judge({**position, "moves": moves})
    if illegal is not None or not moves:
        return -1.0
    judged = [each for each in rewards if each]
    return sum(judged) / len(judged) if judged else 0.0


def reward(completions, position, **_columns):
    """The score of each completion, which is a text or a list of messages."""
    texts = [each if isinstance(each, str) else each[-1]["content"] for each in completions]
    return [score(*each) for each in zip(texts, position, strict=True)]


if __name__ == "__main__":
    texts = [
        "5 is 101 in binary, so ... Moves: take 2 from pile 1",
        "Take 1 from pile 2? No. Moves: take 1 from pile 3",
        "Moves: take 6 from pile 3",
    ]
    for text, points in zip(texts, reward(texts, [{"piles": [3, 4, 5]}] * 3), strict=True):
        print(f"{points:4} {text}")
