// The texts of the boards of the games beside Nim.

import { acrossOf } from "../core/rule.js";
import { and, directionOf } from "../core/words.js";

export const CONFIRM = {
  first: "Choose a move first.",
  make: "Take",
  verb: (move) => {
    if (move.to !== undefined) return "Move";
    if (move.size !== undefined) return "Choose";
    if (move.remove === 0) return "Split";
    return move.removals ? `Move ${move.removals[0].remove}` : `Take ${move.remove}`;
  },
};

export const PINS = {
  rows: "Rows of pins",
  click: "A click takes",
  amount: (amount) => (amount === 0 ? "none: it splits" : String(amount)),
  pin: (pile, index) => `Pin ${index + 1} of pile ${pile + 1}`,
};

export const QUEEN = {
  make: "Move",
  board: "Board of the queen",
  queen: (piles) => `The queen, at ${and(piles)}`,
  axis: (pile, across) => `Pile ${pile + 1}, ${across ? "to the right" : "upwards"}: `,
  move: ({ removals }, game, { wins, isLost }) => {
    const left = game.piles.map((count, i) => removals.find((one) => one.pile === i)?.leaves ?? count);
    const text = wins ? ": wins" : isLost ? ", a lost square" : "";
    return `Move ${removals[0].remove} ${directionOf(removals.map(({ pile }) => pile), game)}, leaves ${and(left)}${text}`;
  },
  uncover: "Show the lost squares",
  cover: "Hide the lost squares",
  golden:
    "Marked: squares that are lost for the one who must move from them. They lie along two lines whose steepness is the golden ratio, 1.618, and its inverse.",
};

export const GENERAL = {
  piles: "Piles",
  moves: "Legal moves",
  pile: "Pile to take from",
  remove: "How many to take",
  apart: "Of the rest, set apart",
};
