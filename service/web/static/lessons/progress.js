// The solved lessons, kept only in this browser.

import { read, write } from "../core/store.js";
import { kindOf } from "../games/nim.js";
import { LESSONS } from "./index.js";

const SOLVED = "lessons"; // the ids of the solved ones
const EXTRA = "extra"; // how many further tasks of each lesson were solved

/** The ids of the lessons that are solved. */
export function solved() {
  const ids = read(SOLVED);
  return new Set(Array.isArray(ids) ? ids : []);
}

export function remember(id) {
  write(SOLVED, [...solved().add(id)]);
}

/** How many further tasks of a lesson were solved. */
export function extraOf(id) {
  const number = read(EXTRA)?.[id];
  return Number.isInteger(number) ? number : 0;
}

export function countExtra(id) {
  write(EXTRA, { ...read(EXTRA), [id]: extraOf(id) + 1 });
}

export function forget() {
  write(SOLVED, []);
  write(EXTRA, {});
}

/** The lesson to learn from after a lost game: the first unsolved one, or else one for such a game. */
export function lessonFor({ rule, misere }) {
  const done = solved();
  const ids = LESSONS.map(({ id }) => id);
  if (ids.some((id) => !done.has(id))) return "learn";
  if (ids.includes(rule.game)) return `learn#${rule.game}`;
  if (rule.game) return "learn#any-game";
  return { max: "learn#at-most", set: "learn#any-game", any: misere ? "learn#misere" : "learn#winning-move" }[kindOf(rule)];
}
