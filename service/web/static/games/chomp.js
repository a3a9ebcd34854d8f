// Chomp: a move takes a square with all squares right of it, below it, or both.

import { general } from "./families/general.js";

export default {
  ...general({ keys: [], limits: { piles: 20, least_piles: 1, pile: 9999 } }),
  title: "Chomp",
  noun: ["square", "squares"],
  unit: "row",
  rule: () => "Take a square with all squares right of it or below, but never the first square of row 1",
  sheet: { arrange: (rows) => rows.sort((a, b) => b - a) },
  presets: ["3,3,3", "4,4", "5,4,2", "4,1,1,1"],
  random: () => Array(2 + Math.floor(3 * Math.random())).fill(3 + Math.floor(3 * Math.random())),
};
