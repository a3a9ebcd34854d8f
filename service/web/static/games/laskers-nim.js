import { takeAndBreak } from "./families/take-and-break.js";

export default takeAndBreak({
  title: "Lasker’s Nim",
  rule: () => "Take any number from an end of a row, or split it in two",
  takesAll: () => true,
  codeOf: () => "4.[3]",
  presets: ["3,4,5", "2,7", "9"],
});
