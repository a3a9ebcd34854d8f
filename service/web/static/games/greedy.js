import { removal } from "./nim.js";

export default removal({
  title: "Greedy Nim",
  rule: () => "Take any number from a largest pile",
  invite: () => "Choose a stone in a largest pile: you take it and everything to its right.",
  mostFrom: ({ piles }, pile) => (piles[pile] === Math.max(...piles) ? piles[pile] : 0),
  confirms: true,
  presets: ["4,5,5", "3,4,5", "2,6,6,6"],
  sheet: {
    easy: { piles: [2, 3], objects: [1, 5] },
    medium: { piles: [3, 4], objects: [1, 7] },
    hard: { piles: [4, 5], objects: [3, 12] },
  },
});
