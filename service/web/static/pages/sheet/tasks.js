// The tasks of a sheet, which a set for a class has too: positions that come by chance, the same ones for everyone who
// has the same settings, judged by the service. The settings are in the page's address.

import * as api from "../../core/api.js";
import { seeded } from "../../core/dom.js";
import { ANY, alternatives, capital, legalMoves, newGame, position } from "../../core/game.js";
import { gameOf, keyOf, nameOf } from "../../core/games.js";
import { formatRule, know, parseLink, readRule, textOf } from "../../core/setup.js";

const DIFFICULTIES = ["easy", "medium", "hard"];
const LOST_IN = 5; // one task in this many is a position without a winning move
const CANDIDATES = { nim: 16, other: 6 }; // positions that are sent for each one that is wanted
const SENT_TOGETHER = 16; // positions in a request, so few that the service solves even those that need a search
const MOST_ANSWERS = 8; // winning moves of a position; more would not fit into the key

// --- Settings ----------------------------------------------------------------------------------------

export const newSeed = () => Math.floor(Math.random() * 1e6);

/** `{rule, misere, difficulty, count, seed}` of the address: of a sheet, or of a game. */
export async function readSettings() {
  const text = textOf(location.hash) ?? "";
  const game = /^[\d(]/.test(text) ? await parseLink(location.hash) : null;
  const options = new Map(text.split(";").map((option) => option.split("=", 2)).map(([name, value]) => [name, value]));
  const rule = game?.rule ?? (await ruleOf(text));
  const number = (name, usual) => (/^\d{1,9}$/.test(options.get(name) ?? "") ? Number(options.get(name)) : usual);
  return {
    rule: rule.game === "sum" ? ANY : rule,
    misere: game?.misere ?? options.has("misere"),
    difficulty: (game ? null : DIFFICULTIES.find((name) => options.has(name))) ?? "medium",
    count: Math.max(2, Math.min(number("count", 8), 24)),
    seed: number("seed", newSeed()),
  };
}

/** The rule that the address of a sheet names, if it does. */
async function ruleOf(text) {
  const others = ["misere", ...DIFFICULTIES];
  const parts = text.split(";").filter((part) => part && !others.includes(part) && !/^(count|seed)=/.test(part));
  const pairs = parts.map((part) => part.replace(/^game=/, "").split("=", 2));
  const read = readRule(pairs);
  if (read?.unknown) await know(read.unknown);
  return (read?.unknown ? readRule(pairs) : read)?.rule ?? ANY;
}

/** The fragment that `readSettings` reads. */
export function formatSettings({ rule, misere, difficulty, count, seed }) {
  return `#${[...formatRule(rule), misere && "misere", difficulty, `count=${count}`, `seed=${seed}`].filter(Boolean).join(";")}`;
}

// --- Tasks -------------------------------------------------------------------------------------------

/** The tasks, with the service's solutions; fewer than `count` if there are no more. */
export async function tasksOf({ rule, misere, difficulty, count, seed }, signal) {
  const { limits } = (await api.games()).find(({ name }) => name === nameOf(rule));
  const most = count * (CANDIDATES[nameOf(rule)] ?? CANDIDATES.other);
  const tasks = candidates({ rule, misere, difficulty, limits, seed, count: most });
  const solved = [];
  while (solved.length < tasks.length && !isFull(solved, count, MOST_ANSWERS)) {
    const sent = tasks.slice(solved.length, solved.length + SENT_TOGETHER);
    const solve = (convention) => api.solveAll(sent.map((task) => ({ misere: convention, ...rule, ...task })), signal);
    const [{ response }, twin] = await Promise.all([solve(misere), misere ? solve(false) : null]);
    const made = sent.map(({ piles, quota }, i) => {
      const game = newGame({ piles, misere, rule: quota ? { ...rule, quota } : rule });
      const solution = response.results[i];
      const differs = Boolean(twin) && moveKeys(solution) !== moveKeys(twin.response.results[i]);
      return { ...game, rule, quota, game, solution, differs, legal: 0 };
    });
    await Promise.all(made.map(async (task) => (task.legal = await countMoves(task, signal))));
    solved.push(...made);
  }
  return choose(solved, count, MOST_ANSWERS);
}

const moveKeys = ({ winning_moves: moves }) => moves.map(keyOf).sort().join(" ");

/** How many moves are legal, as far as more than those that win: a task in which all of them win asks nothing. */
async function countMoves({ game, solution: { winning_moves: { length } } }, signal) {
  if (length === 0) return 0;
  if (gameOf(game.rule).isRemote) return (await api.analyse(position(game), signal)).response.legal_move_count;
  let count = 0;
  for (const _ of legalMoves(game)) if ((count += 1) > length) break;
  return count;
}

/** The entry of a task in the answer key. */
export function answerOf({ solution: { winning_moves: moves }, ...position }) {
  return moves.length === 0 ? "None: this position is lost." : `${capital(alternatives(moves, position))}.`;
}

/**
 * This many different positions at most, `{piles}` and perhaps a `quota`, in the order in which the seed
 * makes them come; `limits` are those of the game's entry in the service's list of games.
 */
export function candidates({ rule, misere = false, difficulty, limits, seed, count }) {
  const known = gameOf(rule);
  const { piles, objects, quota } = known.sizes(rule)[difficulty];
  const random = seeded(seed);
  const between = ([low, high]) => low + Math.floor(random() * (high - low + 1));
  const found = new Map();
  for (let i = 0; i < count; i += 1) {
    const number = Math.max(limits.least_piles ?? 1, Math.min(between(piles), limits.piles));
    const isLate = misere && i % 2 === 1; // the two conventions part near the end: but for one pile, all are small
    const sizes = Array.from({ length: number }, (_, pile) => Math.min(between(isLate && pile > 0 ? [objects[0] && 1, 1] : objects), limits.pile));
    const position = { piles: known.arrange(sizes) };
    // Twice what the move before took; if the rule has its own quota, that applies.
    if (quota && !rule.quota) position.quota = 2 * between([1, Math.floor(position.piles[0] / 4)]);
    if (position.piles.some((size) => size > 0)) found.set(JSON.stringify(position), position);
  }
  return [...found.values()];
}

/**
 * The tasks of a sheet, of positions with the service's solutions: most have a winning move, and not more of
 * them than `answers`, some are lost.
 */
export function choose(solved, count, answers) {
  const { won, lost } = fitting(solved, count, answers);
  const chosen = new Set([...lost, ...won.slice(0, count - lost.length)]);
  return solved.filter((one) => chosen.has(one));
}

/** Whether further positions would change nothing in the sheet. */
export function isFull(solved, count, answers) {
  const { won, telling, lost } = fitting(solved, count, answers);
  const wanted = Math.floor(count / LOST_IN);
  const isTold = !solved[0]?.misere || telling.length === Math.ceil(count / 2);
  return isTold && lost.length === wanted && won.length >= count - wanted;
}

/** The positions that a sheet may have, of the lost ones no more than it does. */
function fitting(solved, count, answers) {
  const fits = ({ legal, solution: { winning_moves: moves, best_move: best } }) => best !== null && moves.length <= answers && moves.length !== legal;
  const ofKind = (wins) => solved.filter((one) => fits({ ...one, legal: wins ? one.legal : null }) && one.solution.to_move_wins === wins);
  const won = ofKind(true);
  const telling = won.filter(({ differs }) => differs).slice(0, Math.ceil(count / 2));
  return { won: [...telling, ...won.filter((one) => !telling.includes(one))], telling, lost: ofKind(false).slice(0, Math.floor(count / LOST_IN)) };
}
