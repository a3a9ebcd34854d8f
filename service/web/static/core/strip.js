// A pile under "one of a set", as a picture: the sizes up to it with their Grundy values, and the
// ones that a move leaves.

import { element } from "./dom.js";
import { WHY } from "./words.js";

const SHOWN = 24; // sizes before the pile itself

/** The sizes whose values the pictures of these piles show. */
export function sizesOf({ piles, subtraction_set: set }) {
  const sizes = piles.filter((size) => size > 0).flatMap((size) => [...range(size), ...options(size, set)]);
  return [...new Set(sizes)];
}

/** The picture of a pile of `size`; `values` says the value of each size. */
export function stripPicture(size, set, values) {
  const left = options(size, set);
  const first = range(size)[0];
  const further = left.filter((option) => option < first).sort((a, b) => a - b);
  return element(
    "div",
    { class: "strip", "aria-hidden": "true" },
    ...further.map((option) => cell(option, values.get(option), "option")),
    first > 0 ? element("span", { class: "quiet" }, "…") : null,
    ...range(size).map((each) =>
      cell(each, values.get(each), each === size ? "pile-itself" : left.includes(each) ? "option" : ""),
    ),
  );
}

/** Why the pile has its value. */
export function stripWords(size, set, values) {
  const left = options(size, set);
  if (left.length === 0) return WHY.noMove(size);
  return WHY.leaves(size, left, left.map((option) => values.get(option)), values.get(size));
}

function options(size, set) {
  return set.filter((number) => number <= size).map((number) => size - number);
}

function range(size) {
  const first = Math.max(0, size - SHOWN);
  return Array.from({ length: size - first + 1 }, (_, i) => first + i);
}

function cell(size, value, kind) {
  return element(
    "span",
    { class: `size ${kind}`.trim() },
    element("span", { class: "of" }, String(size)),
    element("span", { class: "value" }, String(value)),
  );
}
