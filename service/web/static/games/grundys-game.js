import { takeAndBreak } from "./families/take-and-break.js";

export default takeAndBreak({
  title: "Grundy’s game",
  rule: () => "Split a row into two unequal rows",
  invite: () => "Choose where to split a row: the two parts must differ.",
  codeOf: () => "4!.0",
  presets: ["9", "7,8", "12"],
});
