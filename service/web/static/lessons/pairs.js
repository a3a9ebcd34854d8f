import { oddColumns, piles } from "./index.js";

export default [
  {
    text: "Two equal piles cancel out, and so do equal parts of piles. Write each pile as a sum of 4, 2 and 1, each used at most once: 6 is 4 + 2.",
    question: "What is 5?",
    answers: ["2 + 2 + 1", "3 + 2", "4 + 1"],
    right: 2,
    why: "Only 4, 2 and 1 are used, and each at most once.",
  },
  {
    text: "Now pair off equal parts: a 4 with a 4, a 2 with a 2, a 1 with a 1. If everything pairs off, the player to move loses.",
    shows: { piles: [1, 2, 3], picture: "sums" },
    question: "Does everything pair off in 1, 2, 3?",
    answers: ["Yes", "No"],
    right: 0,
    why: "3 is 2 + 1, so each 1 and each 2 has a partner.",
  },
  {
    text: "So make a move after which everything pairs off. Often one pile has all the parts without a partner: take them away.",
    ask: "Take away what has no partner.",
    solved: "The 4s pair off, and so do the 2s. Only the 1 of the pile of 3 had no partner, so you took it.",
    piles: [6, 4, 3],
    picture: "sums",
    oneMove: true,
    explains: "parts",
    another: piles(3, 1, 7),
    fits: oddColumns(1),
  },
  {
    text: "Here two parts have no partner. Find the pile that has both.",
    ask: "Take both parts away.",
    solved: "The 4 had no partner, and neither did one of the three 2s. Only the pile of 7 has both, so you took 6 from it.",
    piles: [7, 3, 2],
    picture: "sums",
    oneMove: true,
    explains: "parts",
    another: piles(3, 1, 7),
    fits: (solution) => oddColumns(2)(solution) && solution.winning_moves.some(({ remove }) => remove === solution.nim_sum),
  },
  {
    text: "Sometimes no pile has all the parts without a partner. Then a part must be broken up, and a later lesson shows how.",
    shows: { piles: [3, 9, 12], picture: "sums" },
    question: "Which parts have no partner in 3, 9 and 12?",
    answers: ["none", "8 and 1", "4 and 2"],
    right: 2,
    why: "The 4 is in 12, the 2 is in 3: no pile has both.",
  },
];
