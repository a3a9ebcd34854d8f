import { takeAndBreak } from "./families/take-and-break.js";

export default takeAndBreak({
  title: "Dawson’s Kayles",
  rule: () => "Knock down two neighbours",
  invite: () => "Choose a pin to knock down with its neighbour.",
  codeOf: () => "0.07",
  presets: ["8,5", "12", "5,6,7"],
});
