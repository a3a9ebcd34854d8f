// The solved lessons, kept only in this browser.

import { kind } from "./rule.js";

const LESSONS = "nim-lessons"; // the ids of the solved ones
const EXTRA = "nim-extra"; // how many further tasks of each lesson were solved

/** The lessons by their ids, in their order. */
export const LESSON_IDS = Object.freeze([
  "one-pile",
  "equal-piles",
  "at-most",
  "one-two-three",
  "pairs",
  "columns",
  "winning-move",
  "largest-pile",
  "misere",
  "any-game",
  "kayles",
  "wythoff",
  "fibonacci",
]);

/** The ids of the lessons that are solved. */
export function solved() {
  const ids = read(LESSONS);
  return new Set(Array.isArray(ids) ? ids : []);
}

export function remember(id) {
  write(LESSONS, [...solved().add(id)]);
}

/** How many further tasks of a lesson were solved. */
export function extraOf(id) {
  const count = read(EXTRA)?.[id];
  return Number.isInteger(count) ? count : 0;
}

export function countExtra(id) {
  write(EXTRA, { ...read(EXTRA), [id]: extraOf(id) + 1 });
}

export function forget() {
  write(LESSONS, []);
  write(EXTRA, {});
}

/** The lesson to learn from after a lost game: the first unsolved one, or else one for such a game. */
export function lessonFor({ rule, misere }) {
  const done = solved();
  if (LESSON_IDS.some((id) => !done.has(id))) return "learn";
  if (kind(rule) === "max") return "learn#at-most";
  if (kind(rule) === "set") return "learn#any-game";
  if (LESSON_IDS.includes(rule.game)) return `learn#${rule.game}`;
  return misere ? "learn#misere" : "learn#winning-move";
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage is switched off, or holds something else
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is switched off: the lessons work, and a reload forgets.
  }
}
