// Staircase Nim: a move takes objects down one step, and from the lowest step out of play.

import { removal } from "./nim.js";

export default removal({
  title: "Staircase Nim",
  unit: "step",
  rule: () => "Move any number of stones from one step to the next one down; from step 1 they leave the game",
  invite: () => "Choose a stone: it and everything to its right move one step down.",
  say: ({ pile, remove }) => `move ${remove} down from step ${pile + 1}`,
  said: ({ pile, remove }) => `moved ${remove} down from step ${pile + 1}`,
  mostFrom: ({ piles }, pile) => piles[pile],
  leaves: ({ pile, remove }, piles) =>
    piles.map((count, i) => (i === pile ? count - remove : i === pile - 1 ? count + remove : count)),
  presets: ["2,3,1", "1,2,3,4", "0,3,0,5"],
  sheet: {
    blanks: () => [["Move", null, "down from step", null]],
    easy: { piles: [2, 3], objects: [0, 4] },
    medium: { piles: [3, 4], objects: [0, 5] },
    hard: { piles: [4, 4], objects: [1, 6] },
  },
});
