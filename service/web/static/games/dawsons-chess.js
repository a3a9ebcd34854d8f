import { takeAndBreak } from "./families/take-and-break.js";

export default takeAndBreak({
  title: "Dawson’s chess",
  rule: () => "Take three in a row, two at an end, or one that stands alone",
  invite: () => "Choose the first of the pins to take.",
  codeOf: () => "0.137",
  presets: ["8,5", "11", "5,6,7"],
});
