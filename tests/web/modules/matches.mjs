// Matches that the service answers, and waiting for its answers.

import * as service from "../../../service/web/static/core/api.js";
import "../../../service/web/static/core/explain.js"; // so that no test waits for their loading
import "../../../service/web/static/core/hints.js";
import { Match } from "../../../service/web/static/pages/play/match.js";
import { answer } from "./legal.mjs";

answer();

/**
 * A match, `more` being what it is started with besides its `setup`; `instead` has operations that stand in for those of
 * the service. `asked` are the names of the operations that were requested, and `settled()` waits for all of them.
 */
export function matchOf(setup, more = {}, { instead = {}, ...tools } = {}) {
  const asked = [];
  const counted = []; // the arguments with which games were counted
  let waiting = 0;
  const counting = ([name, operation]) => [name, async (...all) => {
    asked.push(name);
    waiting += 1;
    return operation(...all).finally(() => (waiting -= 1));
  }];
  const operations = ["solve", "solveAll", "legal", "explain", "review", "positions", "analyse"].map((name) => [name, (...all) => (instead[name] ?? service[name])(...all)]);
  const api = Object.fromEntries(operations.map(counting));
  const count = (...all) => (counted.push(all), { level: "easy" });
  const match = new Match({ api, pause: async () => {}, count, changed: () => {}, ...tools });
  const settled = async () => {
    do await new Promise((done) => setTimeout(done, 1));
    while (waiting > 0);
    await new Promise((done) => setTimeout(done, 1));
    if (waiting > 0) await settled();
  };
  match.start({ first: "you", ...setup }, { strength: "perfect", ...more });
  return { match, asked, counted, settled };
}

export const take = (pile, remove) => ({ pile, remove });

export const xor = (piles) => piles.reduce((sum, pile) => sum ^ pile, 0);
