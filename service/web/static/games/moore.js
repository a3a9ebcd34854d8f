import { several } from "./families/several.js";

export default several({
  title: "Moore’s Nim",
  rule: ({ max_piles: most }) => `Take any numbers from at most ${most} ${most === 1 ? "pile" : "piles"}`,
  invite: ({ rule: { max_piles: most } }) => `Choose a stone in up to ${most} piles: you take each one and everything to its right.`,
  severalPiles: ({ max_piles: most }) => most,
  link: "max_piles",
  wrong: ({ max_piles: most }) => (Number.isInteger(most) && most >= 1 && most <= 100 ? null : "Enter a number from 1 to 100."),
  fields: [{ name: "max_piles", label: "Piles that a move may take from, at most", required: true, type: "integer", minimum: 1, maximum: 100, first: 2 }],
  presets: ["3,4,5", "1,3,5,7", "2,4,6"],
  sheet: {
    easy: { piles: [3, 3], objects: [1, 5] },
    medium: { piles: [3, 4], objects: [1, 7] },
    hard: { piles: [4, 5], objects: [2, 12] },
  },
});
