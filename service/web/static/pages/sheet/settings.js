// The settings of a sheet, as its address has them, and the tasks that they make: the same ones for everyone.

import * as api from "../../core/api.js";
import { ANY, nameOf } from "../../core/game.js";
import { alternatives, capital } from "../../core/words.js";
import { loadGame } from "../../games/index.js";
import { formatRule, parseLink, readRule, textOf } from "../../setup/link.js";
import { DIFFICULTIES, candidates, choose, isFull } from "./positions.js";

const CANDIDATES = { nim: 16, other: 6 }; // positions that are sent for each one that is wanted
const SENT_TOGETHER = 16; // positions in a request, so few that the service solves even those that need a search
const MOST_ANSWERS = 8; // winning moves of a position; more would not fit into the key

export const newSeed = () => Math.floor(Math.random() * 1e6);

/** `{rule, misere, difficulty, count, seed}` of the address: of a sheet, or of a game; `games` are as the service lists them. */
export async function readSettings(games) {
  const text = textOf(location.hash) ?? "";
  const game = /^[\d(]/.test(text) ? await parseLink(location.hash, () => games) : null;
  const options = new Map(text.split(";").map((option) => option.split("=", 2)).map(([name, value]) => [name, value]));
  const rule = game?.rule ?? (await ruleOf(text, games));
  const number = (name, usual) => (/^\d{1,9}$/.test(options.get(name) ?? "") ? Number(options.get(name)) : usual);
  return {
    rule: rule.game === "sum" ? ANY : rule,
    misere: game ? game.misere : options.has("misere"),
    difficulty: (game ? null : DIFFICULTIES.find((name) => options.has(name))) ?? "medium",
    count: Math.max(2, Math.min(number("count", 8), 24)),
    seed: number("seed", newSeed()),
  };
}

/** The rule that the address of a sheet names, if it does. */
async function ruleOf(text, games) {
  const others = ["misere", ...DIFFICULTIES];
  const parts = text.split(";").filter((part) => part && !others.includes(part) && !/^(count|seed)=/.test(part));
  const pairs = parts.map((part) => part.split("=", 2));
  for (const [name] of pairs) await loadGame(name, games.find((game) => game.name === name));
  return readRule(pairs)?.rule ?? ANY;
}

/** The fragment that `readSettings` reads. */
export function formatSettings({ rule, misere, difficulty, count, seed }) {
  return `#${[...formatRule(rule), misere && "misere", difficulty, `count=${count}`, `seed=${seed}`].filter(Boolean).join(";")}`;
}

/** The tasks, with the service's solutions; fewer than `count` if there are no more. */
export async function tasksOf({ rule, misere, difficulty, count, seed }, games, signal) {
  const { limits } = games.find(({ name }) => name === nameOf(rule));
  const most = count * (CANDIDATES[nameOf(rule)] ?? CANDIDATES.other);
  const tasks = candidates({ rule, difficulty, limits, seed, count: most });
  const solved = [];
  while (solved.length < tasks.length && !isFull(solved, count, MOST_ANSWERS)) {
    const sent = tasks.slice(solved.length, solved.length + SENT_TOGETHER);
    const { response } = await api.solveAll(sent.map((position) => ({ misere, ...rule, ...position })), signal);
    solved.push(...sent.map((task, i) => ({ ...task, rule, misere, start: task.piles, moves: [], solution: response.results[i] })));
  }
  return choose(solved, count, MOST_ANSWERS);
}

/** The entry of a task in the answer key. */
export function answerOf({ solution: { winning_moves: moves }, ...position }) {
  return moves.length === 0 ? "None: this position is lost." : `${capital(alternatives(moves, position))}.`;
}
