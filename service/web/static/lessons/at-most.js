import { OTHER } from "../core/game.js";
import { between, piles } from "./index.js";

export default [
  {
    text: "Here a move takes at most three stones. Think of the pile in groups of four, and leave only whole groups.",
    ask: "Leave whole groups of four, and win.",
    solved: "11 is 2 × 4 + 3, so you took 3. After that, you and the computer took 4 together in every round.",
    piles: [11],
    rule: { max_remove: 3 },
    picture: "groups",
    explains: "groups",
    another: piles(1, 5, 23),
  },
  {
    text: "Whatever your opponent takes from a group, take the rest of it. If the last stone loses, set one stone aside, and leave it with whole groups.",
    ask: "Twenty-one: the last stone loses. The computer begins. Win.",
    again: "The last stone loses. The computer begins. Win.",
    solved: "21 is 1 + 5 × 4, so the player who begins loses. When you play this game, let your opponent begin.",
    piles: [21],
    rule: { max_remove: 3 },
    misere: true,
    first: OTHER,
    picture: "groups",
    explains: "groups",
    another: piles(1, 9, 29),
  },
  {
    text: "The same works for every limit. A group has one stone more than a move may take.",
    ask: "Now a move takes at most four, and there is no picture. Win.",
    again: "There is no picture. Win.",
    solved: "The groups have five stones now. 18 is 3 × 5 + 3, so you took 3.",
    piles: [18],
    rule: { max_remove: 4 },
    explains: "groups",
    another: () => ({ piles: [between(12, 30)], rule: { max_remove: between(2, 6) } }),
  },
];
