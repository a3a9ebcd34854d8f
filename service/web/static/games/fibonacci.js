// Fibonacci Nim: a move takes at most twice what the last one took.

import { removal } from "./nim.js";

/** @type {Known["mostFrom"]} */
const mostFrom = ({ piles, quota }, pile) => Math.min(piles[pile], quota ?? piles[pile] - 1);

export default removal({
  title: "Fibonacci Nim",
  rule: () => "Take at most twice as many as the last move took; the first move may not take all",
  invite: (game) => `Take 1 to ${mostFrom(game, 0)} stones.`,
  now: (game) => `This move takes at most ${mostFrom(game, 0)}.`,
  mostFrom,
  begin: ({ rule: { quota } }) => ({ quota }),
  /** The quota that a move leaves. */
  after: ({ remove }, piles) => ({ quota: Math.min(2 * remove, piles[0]) }),
  wrong: ({ quota }) => (quota === undefined || (Number.isInteger(quota) && quota >= 1) ? null : "Enter a number from 1 upward."),
  piles: 1,
  fields: [{ name: "quota", label: "The first move takes at most", required: false, type: "integer", minimum: 1 }],
  presets: ["20", "13", "30"],
  random: () => [6 + Math.floor(25 * Math.random())],
  sheet: {
    easy: { piles: [1, 1], objects: [4, 30] },
    medium: { piles: [1, 1], objects: [6, 30], quota: true },
    hard: { piles: [1, 1], objects: [20, 60], quota: true },
  },
});
