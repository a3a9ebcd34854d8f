// The position of the day: the same for everyone on a date, and one that can be won.

import { seeded } from "../../core/dom.js";
import { learn } from "../../core/games.js";

const CANDIDATES = 8;

/** The date as people of the page's language write it, such as "24 November 2026". */
export const dateText = (date) => date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** Positions for a date, in the order in which they are tried. */
export function candidates(date) {
  const random = seeded(10_000 * date.getFullYear() + 100 * (date.getMonth() + 1) + date.getDate());
  const between = (low, high) => low + Math.floor(random() * (high - low + 1));
  return Array.from({ length: CANDIDATES }, () => Array.from({ length: between(3, 4) }, () => between(1, 9)));
}

/** The piles of a date: the first candidate that the service finds won. */
export async function pilesOf(date, api, signal) {
  const tried = candidates(date);
  const { response } = await api.solveAll(tried.map((piles) => ({ piles })), signal, { legal: 1 });
  const found = Math.max(0, response.results.findIndex(({ to_move_wins: wins }) => wins));
  learn({ piles: tried[found] }, response.results[found]);
  return tried[found];
}
