import { onlyOne, piles } from "./index.js";

const rule = Object.freeze({ game: "wythoff" });

export default [
  {
    text: "A queen moves left, down or diagonally, as far as you like. The player who brings her to the corner wins.",
    question: "The queen is 1 and 2 away from the edges, and it is your turn. Can you win?",
    answers: ["Yes", "No"],
    right: 1,
    why: "Each of her moves lets the other player go to the corner.",
  },
  {
    text: "So 1 and 2, in either order, is a lost square, like the corner. The next ones are 3 and 5, then 4 and 7, then 6 and 10.",
    ask: "Move the queen to a square from which every move helps you.",
    solved: "You moved her to 1 and 2. From there each move lets you go to the corner.",
    piles: [3, 4],
    rule,
    oneMove: true,
    another: piles(2, 2, 10),
    fits: onlyOne,
  },
  {
    text: "From every other square she can go to a lost one. From a lost square she never can.",
    ask: "Move to the next such square, 3 and 5, and win.",
    again: "Move to a lost square each time, and win.",
    solved: "You moved from lost square to lost square, down to the corner. The computer could never do the same.",
    piles: [4, 6],
    rule,
    another: piles(2, 3, 12),
  },
  {
    text: "Each pair begins with the smallest number that no earlier pair has, and its difference is one more than the last pair’s. Divide the two numbers of a large pair, and you find the golden ratio, 1.618.",
    question: "Which pair follows 6 and 10?",
    answers: ["7 and 12", "8 and 12", "8 and 13"],
    right: 2,
    why: "8 is the smallest unused number, and the difference is now 5.",
  },
];
