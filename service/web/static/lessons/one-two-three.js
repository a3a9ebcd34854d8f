import { OTHER } from "../core/game.js";
import { piles } from "./index.js";

export default [
  {
    text: "With piles of 1, 2 and 3 the player to move loses. If a move empties one of the piles, two different ones are left, and the other player makes them equal.",
    question: "From 1, 2, 3 your opponent takes the pile of 3. What do you leave?",
    answers: ["nothing", "1 alone", "1 and 1"],
    right: 2,
    why: "1 and 2 are different, so you make them equal.",
  },
  {
    text: "If a move makes two of the piles equal, the other player takes all of the third. There is no other kind of move.",
    ask: "The computer begins. Leave it two equal piles, and win.",
    again: "The computer begins. Win.",
    solved: "Whatever the computer does from 1, 2, 3, you can leave it two equal piles.",
    piles: [1, 2, 3],
    first: OTHER,
    another: piles(3, 1, 6),
  },
  {
    text: "So 1, 2, 3 is a position to leave to your opponent, just like two equal piles. Find the move that leaves it.",
    ask: "Now you begin. Leave 1, 2 and 3 in any order, and win.",
    again: "You begin. Win.",
    solved: "You needed only one new position. There are too many like 1, 2, 3 to learn by heart: the next lessons show how to recognise them.",
    piles: [3, 1, 4],
    another: piles(3, 1, 5),
  },
];
