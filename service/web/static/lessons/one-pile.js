import { piles } from "./index.js";

export default [
  {
    text: "Here is a pile of stones. Take as many as you like, but at least one: the player who takes the last stone wins.",
    ask: "Win in one move.",
    solved: "You took the whole pile, so the computer has nothing left to take. If you leave even one stone, the computer takes it and wins.",
    piles: [5],
    another: piles(1, 2, 20),
  },
  {
    text: "With several piles, each move takes from only one of them. The last stone of all wins.",
    question: "There are piles of 3 and 1, and you take all 3. Who wins?",
    answers: ["You", "Your opponent"],
    right: 1,
    why: "Your opponent takes the last stone.",
  },
];
