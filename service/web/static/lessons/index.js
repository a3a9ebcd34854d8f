// The lessons, in their order, which of them are solved, and what their tasks share. Each is a file here, of its id,
// which is loaded when it is opened. Its default export is its steps. A step has a `text` of two sentences and then
// either a question or a task:
//
// - `question`, `answers`, `right` (the index of the right one) and `why`, said after it; `shows`, a position
//   with a `picture`, drawn above it
// - a task: a position (`piles`, `misere`, `rule`, and `first`, the player who begins), what it asks (`ask`,
//   and `again` for another one of the kind) and what is said once it is solved (`solved`); optionally:
//   - `oneMove`: a winning move is enough; otherwise the game is played to its end
//   - `picture`: "sums", "columns" or "groups", drawn for the position on the board
//   - `explains`: by what a losing move is explained, "parts", "columns" or "groups"; otherwise by the reply to it
//   - `judge`: what judges it, if that is not /move, see token.js; `numbers`: whether its numbers are shown at once
//   - `another()`: something new of the same kind, as it may come; `fits` says whether it will do, given
//     the service's solution of it, besides that it must be won for you

import { part } from "../core/api.js";
import { read, write } from "../core/dom.js";
import { kindOf, learn } from "../core/games.js";

export const LESSONS = Object.freeze(
  [
    ["one-pile", "One pile"],
    ["equal-piles", "Two equal piles"],
    ["at-most", "At most three", "max=3"],
    ["one-two-three", "1, 2, 3"],
    ["pairs", "What pairs off"],
    ["columns", "Rows and columns"],
    ["winning-move", "Find the winning move"],
    ["largest-pile", "The trap of the largest pile"],
    ["misere", "When the last object loses"],
    ["any-game", "Any game is Nim"],
    ["kayles", "Kayles", "kayles"],
    ["wythoff", "Wythoff’s queen", "wythoff"],
    ["fibonacci", "Fibonacci Nim", "fibonacci"],
  ].map(([id, title, sheet]) => Object.freeze({ id, title, sheet })), // a sheet of the game that it teaches
);

/** The steps of a lesson. */
export const loadSteps = async ({ id }) => (await part(import(`./${id}.js`))).default;

/** A lesson with its `steps`, whose first moves need no request. */
export async function loadLesson(lesson) {
  const [steps, { LISTS }] = await Promise.all([loadSteps(lesson), part(import("./lists.js"))]);
  for (const [at, listed] of LISTS) learn(at, listed);
  return { ...lesson, steps };
}

// --- The solved lessons, kept only in this browser ---

const SOLVED = "lessons"; // the ids of the solved ones
const EXTRA = "extra"; // how many further tasks of each lesson were solved

/** The ids of the lessons that are solved. */
export function solved() {
  const ids = read(SOLVED);
  return new Set(Array.isArray(ids) ? ids : []);
}

export const remember = (id) => write(SOLVED, [...solved().add(id)]);

/** How many further tasks of a lesson were solved. */
export function extraOf(id) {
  const number = read(EXTRA)?.[id];
  return Number.isInteger(number) ? number : 0;
}

export const countExtra = (id) => write(EXTRA, { ...read(EXTRA), [id]: extraOf(id) + 1 });

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

// --- Parts of tasks ---

/** A whole number by chance. */
export const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));

/** Piles by chance, each from `low` to `high`. */
export const piles = (count, low, high) => () => ({ piles: Array.from({ length: count }, () => between(low, high)) });

/** Whether exactly one move wins. */
export const onlyOne = ({ winning_moves: moves }) => moves.length === 1;

/** Whether this many columns are odd. */
export const oddColumns = (count) => ({ nim_sum: sum }) => sum.toString(2).replaceAll("0", "").length === count;

/** A task in which one move is enough, explained by columns. */
export const inOneMove = { oneMove: true, explains: "columns" };
