import { OTHER } from "../core/game.js";
import { between, piles } from "./index.js";

export default [
  {
    text: "Here are two equal piles, and the computer begins. Whatever it takes from one pile, take the same number from the other.",
    ask: "Copy the computer’s moves, and win.",
    solved: "Every time, you left two equal piles. The last two equal piles you left were empty.",
    piles: [3, 3],
    first: OTHER,
    another: () => {
      const size = between(2, 7);
      return { piles: [size, size] };
    },
  },
  {
    text: "After each of your moves the piles were equal again, so you always had an answer. If they are not equal yet, you can make them equal.",
    ask: "Now you begin. Make the piles equal, and win.",
    solved: "With two different piles, the player to move wins: make them equal, then copy.",
    piles: [2, 5],
    another: piles(2, 1, 9),
  },
  {
    text: "With two different piles the player to move wins. With two equal piles the player to move loses.",
    question: "Which of these do you leave to your opponent?",
    answers: ["4 and 5", "4 and 4", "0 and 3"],
    right: 1,
    why: "Two equal piles: whatever your opponent does, you copy it.",
  },
];
