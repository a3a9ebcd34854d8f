// Any take-and-break game, by its code.

import { oneOf } from "../core/words.js";
import { parseCode, takeAndBreak } from "./families/take-and-break.js";

export default takeAndBreak({
  title: "Take-and-break game",
  rule: ({ code }) => `Code ${code}: ${digitsOf(code)}`,
  codeOf: ({ code }) => code,
  link: "code",
  wrong: ({ code }) => (parseCode(code) ? null : "Enter a code like 0.77 or 4.[3]."),
  fields: [{ name: "code", label: "Code, such as 0.77", required: true, type: "string", first: "0.6" }],
  presets: ["6,5", "9", "4,5,7"],
});

/** "take 1 and leave one pile or two; take 2 and leave nothing": what a code allows. */
function digitsOf(code) {
  const { digit, unequal, length, repeats } = parseCode(code);
  const texts = digit(0) === 0 ? [] : [`split a row into two${unequal ? " unequal ones" : ""}`];
  for (let remove = 1; remove <= length; remove += 1) {
    const left = ["nothing", "one pile", "two piles"].filter((_, i) => digit(remove) & (1 << i));
    const number = repeats && remove === length ? `${remove} or more` : remove;
    if (left.length > 0) texts.push(`take ${number} and leave ${oneOf(left)}`);
  }
  return texts.join("; ");
}
