import { onlyOne, piles } from "./index.js";

const rule = Object.freeze({ game: "kayles" });

export default [
  {
    text: "The pins stand in a row, and a move knocks down one pin, or two neighbours. Take from the middle, so that two equal rows are left; then do in one row what your opponent does in the other.",
    ask: "Split the row into two equal parts, and win.",
    solved: "You left two rows that are worth the same, and then answered every move. With equal rows, to answer is to copy.",
    piles: [7],
    rule,
    another: piles(1, 3, 11),
  },
  {
    text: "An even row has no pin in its middle. It has two.",
    ask: "Here are eight pins. Win again.",
    again: "Split the row into two equal parts, and win.",
    solved: "You took both pins in the middle, and then copied.",
    piles: [8],
    rule,
    another: piles(1, 3, 11),
  },
  {
    text: "Rows of different lengths may be worth the same pile of Nim: rows of 1, 2, 3 and 4 pins are worth 1, 2, 3 and 1. Rows that are worth the same pair off.",
    ask: "Two rows. Make one of them worth as much as the other, and win.",
    solved: "A row of 4 is worth a pile of 1, exactly as a row of 1 is. Rows that are worth the same pair off, whatever their lengths.",
    piles: [5, 1],
    rule,
    oneMove: true,
    another: piles(2, 1, 7),
    fits: onlyOne,
  },
  {
    text: "What longer rows are worth looks random at first. From 71 pins upward, it repeats every 12.",
    question: "A row of 100 pins is worth as much as which other row?",
    answers: ["A row of 50", "A row of 90", "A row of 88"],
    right: 2,
    why: "88 is 12 less than 100, and not below 71.",
  },
];
