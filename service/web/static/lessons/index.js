// What the lessons ask. What they teach stands in learn.html, what they say of each task in
// learn-texts.js; who wins, and with which move, only the service knows.
//
// A lesson has an `id`, which its link carries, and `tasks`. A task is a position (`piles`, `misere`,
// `rule`, and `first`, the player who begins) and optionally:
// - `oneMove`: a winning move is enough; otherwise the game is played to its end;
// - `picture`: "sums", "columns" or "groups", drawn for the position on the board;
// - `explains`: by what a losing move is explained, "columns" or "groups"; otherwise by the reply to it;
// - `graph`, `token`: a game drawn as dots and arrows, and the dot on which its token stands;
// - `sizes`: the sizes from which to choose a pile to stand beside the token;
// - `another()`: something new of the same kind, as it may come; `fits` says whether it will do, given
//   the service's solution of it, besides that it must be won for you.

import { OTHER, YOU } from "../core/game.js";
import { LESSON_IDS } from "../core/progress.js";
import { TASK_TEXTS } from "../pages/learn/learn-texts.js";

/** A small game: from each dot, the dots to which its token may move. */
const GRAPH = {
  a: [],
  b: ["a"],
  c: ["a", "b"],
  d: ["b"],
  e: ["c", "d"],
  f: ["b", "c", "d"],
};

/** From each dot, the dots to which an arrow can be drawn without crossing another dot. */
const ARROWS = { a: [], b: ["a"], c: ["a", "b"], d: ["a", "b", "c"], e: ["c", "d"], f: ["b", "c", "d"] };

const SIZES = Object.freeze([0, 1, 2, 3, 4]);

const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));
const piles = (count, low, high) => () => ({ piles: Array.from({ length: count }, () => between(low, high)) });
const onlyOne = ({ winning_moves: moves }) => moves.length === 1;
const oddColumns = (count) => ({ nim_sum: sum }) => sum.toString(2).replace(/0/g, "").length === count;
const inOneMove = { oneMove: true, explains: "columns" };

const KAYLES = Object.freeze({ game: "kayles" });
const WYTHOFF = Object.freeze({ game: "wythoff" });
const FIBONACCI = Object.freeze({ game: "fibonacci" });

const TASKS = {
  "one-pile": [{ piles: [5], another: piles(1, 2, 20) }],
  "equal-piles": [
    {
      piles: [3, 3],
      first: OTHER,
      another: () => {
        const size = between(2, 7);
        return { piles: [size, size] };
      },
    },
    { piles: [2, 5], another: piles(2, 1, 9) },
  ],
  "at-most": [
    { piles: [11], rule: { max_remove: 3 }, picture: "groups", explains: "groups", another: piles(1, 5, 23) },
    {
      piles: [21],
      rule: { max_remove: 3 },
      misere: true,
      first: OTHER,
      picture: "groups",
      explains: "groups",
      another: piles(1, 9, 29),
    },
    {
      piles: [18],
      rule: { max_remove: 4 },
      explains: "groups",
      another: () => ({ piles: [between(12, 30)], rule: { max_remove: between(2, 6) } }),
    },
  ],
  "one-two-three": [
    { piles: [1, 2, 3], first: OTHER, another: piles(3, 1, 6) },
    { piles: [3, 1, 4], another: piles(3, 1, 5) },
  ],
  pairs: [
    { piles: [6, 4, 3], picture: "sums", ...inOneMove, another: piles(3, 1, 7), fits: oddColumns(1) },
    { piles: [7, 3, 2], picture: "sums", ...inOneMove, another: piles(3, 1, 7), fits: takesTwoParts },
  ],
  columns: [
    { piles: [5, 6, 7], picture: "columns", ...inOneMove, another: piles(3, 1, 7), fits: oddColumns(1) },
    { piles: [2, 5, 6], picture: "columns", ...inOneMove, another: piles(3, 1, 15), fits: onlyOne },
  ],
  "winning-move": [
    { piles: [3, 4, 5], picture: "columns", ...inOneMove, another: piles(3, 1, 9), fits: onlyOne },
    { piles: [3, 9, 12], picture: "columns", ...inOneMove, another: piles(3, 1, 15), fits: oddColumns(2) },
    { piles: [2, 3, 5], explains: "columns", another: piles(3, 1, 7) },
  ],
  "largest-pile": [
    { piles: [8, 8, 1], ...inOneMove, another: piles(3, 1, 12), fits: notTheLargest },
    { piles: [5, 8, 9], picture: "columns", ...inOneMove, another: piles(3, 3, 15), fits: notTheLargest },
  ],
  misere: [
    { piles: [5, 1], misere: true, explains: "columns", another: () => ({ piles: [between(2, 9), 1] }) },
    {
      piles: [1, 4, 1],
      misere: true,
      explains: "columns",
      another: () => ({ piles: [...Array(between(1, 4)).fill(1), between(2, 7)] }),
    },
    { piles: [3, 4, 5], misere: true, explains: "columns", another: piles(3, 2, 7) },
  ],
  "any-game": [
    { graph: GRAPH, token: "e", piles: [], sizes: SIZES, oneMove: true, another: otherGraph },
    { graph: GRAPH, token: "f", piles: [], sizes: SIZES, oneMove: true, another: otherGraph },
    {
      graph: GRAPH,
      token: "f",
      piles: [2, 5],
      numbers: true,
      another: () => ({ ...otherGraph(), piles: [between(1, 5), between(1, 5)] }),
    },
  ],
  kayles: [
    { piles: [7], rule: KAYLES, another: piles(1, 3, 11) },
    { piles: [8], rule: KAYLES, another: piles(1, 3, 11) },
    { piles: [5, 1], rule: KAYLES, oneMove: true, another: piles(2, 1, 7), fits: onlyOne },
  ],
  wythoff: [
    { piles: [3, 4], rule: WYTHOFF, oneMove: true, another: piles(2, 2, 10), fits: onlyOne },
    { piles: [4, 6], rule: WYTHOFF, another: piles(2, 3, 12) },
  ],
  fibonacci: [
    { piles: [11], rule: FIBONACCI, another: piles(1, 4, 20) },
    { piles: [20], rule: FIBONACCI, another: piles(1, 10, 30) },
  ],
};

export const LESSONS = LESSON_IDS.map((id) => {
  const texts = TASK_TEXTS[id];
  const tasks = TASKS[id].map((task, i) => ({ first: YOU, misere: false, ...task, ...texts[i] }));
  return Object.freeze({ id, tasks });
});

/** Whether a move wins that takes away two parts which have no partner. */
function takesTwoParts(solution) {
  return oddColumns(2)(solution) && solution.winning_moves.some(({ remove }) => remove === solution.nim_sum);
}

/** Whether the only pile to take from is smaller than another one. */
function notTheLargest({ winning_moves: moves }, { piles: sizes }) {
  return moves.length === 1 && sizes[moves[0].pile] < Math.max(...sizes);
}

function otherGraph() {
  const graph = Object.fromEntries(
    Object.entries(ARROWS).map(([dot, ends]) => [dot, ends.filter((_, i) => i === 0 || Math.random() < 0.6)]),
  );
  return { graph, token: "cdef"[between(0, 3)] };
}
