import { piles } from "./index.js";

const rule = Object.freeze({ game: "fibonacci" });

export default [
  {
    text: "There is one pile, and the first move may not take all of it. After that, a move takes at most twice what the move before it took.",
    question: "Your opponent has taken 3. How many may you take?",
    answers: ["At most 3", "At most 6", "Any number"],
    right: 1,
    why: "Twice 3 is 6.",
  },
  {
    text: "The Fibonacci numbers are 1, 2, 3, 5, 8, 13, 21 and so on: each is the sum of the two before it. Every number is a sum of Fibonacci numbers, no two of them neighbours: 11 is 8 + 3.",
    ask: "Write 11 as 8 + 3, take the smallest part, and win.",
    again: "Take the smallest part each time, and win.",
    solved: "You took 3, so the computer could take up to 6, but not all of the 8. Then you did the same with what was left.",
    piles: [11],
    rule,
    another: piles(1, 4, 20),
  },
  {
    text: "Take the smallest part of the sum. The next part is more than twice as large, so your opponent cannot take all of it.",
    ask: "Here are 20 stones: 13 + 5 + 2. Win.",
    again: "Find the parts yourself, and win.",
    solved: "Each time you took the smallest part. The next one is more than twice as large, so the computer could never take all of it.",
    piles: [20],
    rule,
    another: piles(1, 10, 30),
  },
  {
    text: "A pile that is itself a Fibonacci number has only one part. The player who begins may not take all of it, and loses.",
    question: "With which pile do you let your opponent begin?",
    answers: ["20", "21", "22"],
    right: 1,
    why: "21 is 8 + 13, a Fibonacci number.",
  },
];
