// The tasks of a sheet, which a set for a class has too: positions that come by chance, the same ones for everyone who
// has the same settings, judged by the service. The settings are in the page's address.

import * as api from "../../core/api.js";
import { ROOT, seeded } from "../../core/dom.js";
import { ANY, alternatives, capital, newGame, position } from "../../core/game.js";
import { gameOf, keyOf, learn, nameOf } from "../../core/games.js";
import { GIVEN, know, pageOf, parseLink, readRule, textOf } from "../../core/setup.js";

const DIFFICULTIES = ["easy", "medium", "hard"];
const LOST_IN = 5; // one task in this many is a position without a winning move
const CANDIDATES = { nim: 16, other: 6 }; // positions that are sent for each one that is wanted
const SENT_TOGETHER = 16; // positions in a request, so few that the service solves even those that need a search
const MOST_ANSWERS = 8; // winning moves of a position; more would not fit into the key

// --- Settings ----------------------------------------------------------------------------------------

export const newSeed = () => Math.floor(Math.random() * 1e6);

/**
 * `{rule, misere, difficulty, count, seed}` of the address; the rule is that of the settings before, if that says none;
 * `instead` says why it is about Nim if there are no tasks of what the address names.
 */
export async function readSettings(before = GIVEN ?? { rule: ANY, misere: false }) {
  const read = textOf(location.hash);
  const text = read?.replace(/^game=/, "") ?? "";
  const game = /^[\d(]/.test(text) ? await parseLink(`#${text}`) : null;
  const options = new Map(text.split(";").map((option) => option.split("=")).map(([name, value]) => [name, value]));
  const rule = game ? game.rule : read === null ? undefined : await ruleOf(text, before.rule);
  const number = (name, usual) => (/^\d{1,9}$/.test(options.get(name) ?? "") ? Number(options.get(name)) : usual);
  const isSum = rule?.game === "sum" || options.has("sum");
  return {
    instead: isSum || !rule ? `${isSum ? "There are no tasks of a sum of games." : read === null ? "The link is damaged." : (game?.error ?? `There is no game “${text.slice(0, 40)}”.`)} These tasks are of Nim.` : "",
    rule: rule && !isSum ? withoutBoard(rule) : ANY,
    misere: game?.misere ?? (options.has("misere") || before.misere),
    difficulty: (game ? null : DIFFICULTIES.find((name) => options.has(name))) ?? "medium",
    count: Math.max(2, Math.min(number("count", 8), 24)),
    seed: number("seed", newSeed()),
  };
}

/** A game, whichever board it is played on. */
const withoutBoard = ({ board: _, ...rule }) => rule;

/** The rule that the fragment of a sheet names, as links had before; `otherwise` if it names none, undefined if there is none of that name. */
async function ruleOf(text, otherwise) {
  const others = ["misere", ...DIFFICULTIES];
  const parts = text.split(";").filter((part) => part && !others.includes(part) && !/^(count|seed)=/.test(part));
  if (parts.length === 0) return otherwise;
  const pairs = parts.map((part) => part.replace(/^game=/, "").split("="));
  const read = readRule(pairs);
  if (read?.unknown) await know(read.unknown);
  return (read?.unknown ? readRule(pairs) : read)?.rule;
}

/** The address of a sheet, or of a set, that `readSettings` reads. */
/** @param {Record<string, any>} settings @param {string} purpose */
export function formatSettings({ rule, misere, difficulty, count, seed }, purpose) {
  const isUsual = purpose === "sheet" && Object.keys(rule).length === 0 && !misere; // as it is without a game
  return (isUsual ? `${ROOT}${purpose}` : pageOf({ rule, misere }, purpose)) + settingsOf({ difficulty, count, seed });
}

/** What it has in its fragment. */
export const settingsOf = ({ difficulty, count, seed }) => `#${difficulty};count=${count};seed=${seed}`;

// --- Tasks -------------------------------------------------------------------------------------------

/** The tasks, with the service's solutions; fewer than `count` if there are no more. */
export async function tasksOf({ rule, misere, difficulty, count, seed }, signal) {
  await know(nameOf(rule));
  const { limits } = (await api.games()).find(({ name }) => name === nameOf(rule));
  const most = count * (CANDIDATES[nameOf(rule)] ?? CANDIDATES.other);
  const tasks = candidates({ rule, misere, difficulty, limits, seed, count: most });
  const solved = [];
  while (solved.length < tasks.length && !isFull(solved, count, MOST_ANSWERS, difficulty)) {
    const sent = tasks.slice(solved.length, solved.length + SENT_TOGETHER);
    const conventions = misere ? [true, false] : [false]; // with its twin in normal play
    const { response } = await api.solveAll(conventions.flatMap((each) => sent.map((task) => ({ misere: each, ...rule, ...task }))), signal, { legal: 1 });
    const made = sent.map(({ piles = [], quota, board }, i) => {
      const game = newGame({ piles, misere, rule: board ? { ...rule, board } : quota ? { ...rule, quota } : rule });
      const solution = response.results[i];
      learn(position(game), solution);
      const differs = misere && moveKeys(solution) !== moveKeys(response.results[sent.length + i]);
      return { ...game, rule: game.rule, quota, game, solution, differs, legal: solution.legal.length };
    });
    solved.push(...made);
  }
  return choose(solved, count, MOST_ANSWERS, difficulty);
}

const moveKeys = ({ winning_moves: moves }) => moves.map(keyOf).sort().join(" ");

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
  if (known.form === "board") return boards(known.presets, seeded(seed)).slice(0, count);
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

/** Boards in an order by chance. */
function boards(presets, random) {
  const order = presets.map((board) => ({ board, place: random() })).sort((a, b) => a.place - b.place);
  return order.map(({ board }) => ({ board }));
}

/**
 * The tasks of a sheet, of positions with the service's solutions: most have a winning move, and not more of
 * them than `answers`, some are lost. Of twice as many, an easy sheet has those where a guess is most often right,
 * and a hard one those where it is least often.
 */
export function choose(solved, count, answers, difficulty = "medium") {
  const { won, lost } = fitting(solved, count, answers, difficulty);
  const chosen = new Set([...lost, ...won.slice(0, count - lost.length)]);
  return solved.filter((one) => chosen.has(one));
}

/** Whether further positions would change nothing in the sheet. */
export function isFull(solved, count, answers, difficulty = "medium") {
  const { won, telling, lost } = fitting(solved, count, answers, difficulty);
  const wanted = Math.floor(count / LOST_IN);
  const isTold = !solved[0]?.misere || telling.length === Math.ceil(count / 2);
  return isTold && lost.length === wanted && won.length >= (difficulty === "medium" ? 1 : 2) * (count - wanted);
}

/** The positions that a sheet may have, those first that it prefers, and of the lost ones no more than it has. */
function fitting(solved, count, answers, difficulty) {
  const fits = ({ legal, solution: { winning_moves: moves, best_move: best } }) => best !== null && moves.length <= answers && moves.length !== legal;
  const ofKind = (wins) => solved.filter((one) => fits({ ...one, legal: wins ? one.legal : null }) && one.solution.to_move_wins === wins);
  const guessed = ({ legal, solution: { winning_moves: moves } }) => moves.length / legal;
  const order = { easy: -1, medium: 0, hard: 1 }[difficulty];
  const won = ofKind(true).sort((a, b) => order && order * (guessed(a) - guessed(b)));
  const telling = won.filter(({ differs }) => differs).slice(0, Math.ceil(count / 2));
  return { won: [...telling, ...won.filter((one) => !telling.includes(one))], telling, lost: ofKind(false).slice(0, Math.floor(count / LOST_IN)) };
}
