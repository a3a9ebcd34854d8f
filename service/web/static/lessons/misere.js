import { between, piles } from "./index.js";

export default [
  {
    text: "Many people play by the opposite rule: the player who takes the last stone loses. This is called misère play.",
    ask: "The last stone loses. Win.",
    solved: "You left one pile of 1, an odd number. The computer had to take it.",
    piles: [5, 1],
    misere: true,
    explains: "columns",
    another: () => ({ piles: [between(2, 9), 1] }),
  },
  {
    text: "Play as before, until your move would leave no pile larger than 1. Then leave an odd number of piles of 1, so that your opponent has to take the last one.",
    ask: "Leave an odd number of piles of 1, and win.",
    solved: "If the last stone won, you would have taken all 4. Here you left one of them, so there were three piles of 1.",
    piles: [1, 4, 1],
    misere: true,
    explains: "columns",
    another: () => ({ piles: [...Array(between(1, 4)).fill(1), between(2, 7)] }),
  },
  {
    text: "So very little changes: you switch only once, near the end.",
    ask: "Begin as if the last stone won. Switch at the end.",
    solved: "You always get to switch. With exactly one pile larger than 1, some column is odd, and you leave only even columns: so it is the computer that leaves you such a position.",
    piles: [3, 4, 5],
    misere: true,
    explains: "columns",
    another: piles(3, 2, 7),
  },
];
