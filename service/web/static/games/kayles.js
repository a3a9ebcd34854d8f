import { takeAndBreak } from "./families/take-and-break.js";

export default takeAndBreak({
  title: "Kayles",
  rule: () => "Knock down one pin, or two neighbours",
  takesAll: () => true,
  invite: () => "Choose a pin to knock down, alone or with its neighbour.",
  codeOf: () => "0.77",
  presets: ["7,5", "10", "13", "4,5,6"],
});
