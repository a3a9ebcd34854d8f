import { inOneMove, oddColumns, onlyOne, piles } from "./index.js";

export default [
  {
    text: "With larger piles the sums have 8, 16 and so on, too. A table keeps them in order: a row for each pile, and a 1 below each number that is part of its sum.",
    shows: { piles: [5, 6, 7], picture: "columns" },
    question: "Which column has an odd number of 1s?",
    answers: ["4", "2", "1"],
    right: 0,
    why: "All three piles have a 4. There are two 2s and two 1s.",
  },
  {
    text: "Parts pair off when a column has an even number of 1s. An empty table is even, too: that is the position after the last move.",
    question: "So which position do you leave to your opponent?",
    answers: ["One with a single odd column", "One with odd columns only", "One with even columns only"],
    right: 2,
    why: "The position after the last move is even, and you want to make the last move.",
  },
  {
    text: "If every column is even, each move makes a column odd, because it changes only one row. If a column is odd, some move makes every column even again.",
    ask: "Make every column even with one move.",
    solved: "Only column 4 was odd. You removed one of its three 1s, and every column became even.",
    piles: [5, 6, 7],
    picture: "columns",
    ...inOneMove,
    another: piles(3, 1, 7),
    fits: oddColumns(1),
  },
  {
    text: "Once you have left every column even, you can do it after every move. So you take the last stone.",
    ask: "Again: make every column even.",
    solved: "Only column 1 was odd, and only the pile of 5 has a 1 there.",
    piles: [2, 5, 6],
    picture: "columns",
    ...inOneMove,
    another: piles(3, 1, 15),
    fits: onlyOne,
  },
];
