// Games as text: what is typed into the form, what a link carries, what the history keeps.
//
// A link is the page's address and a fragment: the piles with commas between them, and after
// semicolons what else there is to set, in any order: `misere`; a rule of Nim, `max=3` or
// `set=1,3,4`; another game, `kayles`, or with the key that it needs, `octal=0.6`, `moore=2`;
// `second` where the person who opens it is the second to move; a strength, `easy`, `hard` or
// `perfect`; `two` where two people play; the moves that were made, `moves=1-2,3-4`, as pile and
// number, piles counted from 1: `1-2_3_4` leaves 3 and 4, `1-2+2-1` takes from two piles.
// So /#3,4,5, or /#21;max=3;misere;second;perfect, or /#7,5;kayles;two.

import { MISTAKES, USUAL } from "./strategy.js";
import { OTHER, YOU, newGame, play } from "./game.js";
import { ANY, formOf, kind, least, legalMoves, parseCode } from "./rule.js";
import { LINKS } from "./words.js";

/** What the pages take on; the service itself takes far more. */
export const LIMITS = Object.freeze({ piles: 16, objects: 9999, set: 16, split: 60 });

const FLAGS = ["misere", "second", "two", ...Object.keys(MISTAKES)];

/** The key that a game's name stands for in a link, where it needs one. */
const NEEDED = { octal: "code", moore: "max_piles" };

/** How many piles a game has, where it says so. */
const EXACTLY = { wythoff: 2, fibonacci: 1 };

/** `{piles}`, or `{error}` with what is wrong, in words. */
export function parsePiles(text, rule = ANY) {
  const { error, numbers: piles } = parseNumbers(text, LINKS.pilesLook);
  if (error) return { error };
  const exactly = EXACTLY[rule.game];
  const most = formOf(rule) === "split" ? LIMITS.split : LIMITS.objects;
  if (exactly && piles.length !== exactly) return { error: LINKS.exactly(exactly) };
  if (piles.length > LIMITS.piles) return { error: LINKS.tooManyPiles(LIMITS.piles, piles.length) };
  if (piles.some((count) => count > most)) return { error: LINKS.tooManyObjects(most) };
  if (!piles.some((count) => count > 0)) return { error: LINKS.nothingToTake };
  if (kind(rule) !== "other" && !piles.some((count) => count >= least(rule))) return { error: LINKS.noMove(rule) };
  if (kind(rule) === "other" && formOf(rule) && isStuck({ piles, rule })) return { error: LINKS.stuck };
  return { piles };
}

const isStuck = ({ piles, rule }) => legalMoves({ piles, rule, quota: rule.quota }).next().done;

/** `{rule}` for a kind of rule and the numbers that go with it, or `{error}`, in words. */
export function parseRule(kindOfRule, text) {
  if (kindOfRule === "any") return { rule: ANY };
  const example = kindOfRule === "max" ? LINKS.oneNumber : LINKS.numbersLook;
  const { error, numbers } = parseNumbers(text, example);
  if (error) return { error };
  if (numbers.length === 0 || (kindOfRule === "max" && numbers.length > 1)) {
    return { error: LINKS.howMany(example) };
  }
  if (numbers.some((number) => number < 1 || number > LIMITS.objects)) {
    return { error: LINKS.outOfRange(LIMITS.objects) };
  }
  if (kindOfRule === "max") return { rule: Object.freeze({ max_remove: numbers[0] }) };
  const set = [...new Set(numbers)].sort((a, b) => a - b);
  if (set.length > LIMITS.set) return { error: LINKS.tooManyNumbers(LIMITS.set, set.length) };
  return { rule: Object.freeze({ subtraction_set: Object.freeze(set) }) };
}

/**
 * `{piles, rule, misere, first, two, strength, played}` from a location's hash, `{error}` if it is not
 * one, null if it is empty; `played` is the game with the moves that it carries. `{unknown}` where it
 * may name a game that only `games`, what the service says of all games, has.
 */
export function parseLink(hash, games = null) {
  let text = hash.replace(/^#/, "");
  if (text === "") return null;
  try {
    text = decodeURIComponent(text);
  } catch {
    return { error: LINKS.damaged };
  }
  const [piles, ...options] = text.split(";");
  const flags = options.filter((option) => FLAGS.includes(option));
  const moves = options.filter((option) => option.startsWith("moves="));
  const rules = options.filter((option) => !FLAGS.includes(option) && !moves.includes(option));
  const strengths = flags.filter((flag) => flag in MISTAKES);
  const refused = { error: LINKS.noPosition(shorten(text)) };
  if (new Set(flags).size < flags.length || strengths.length > 1 || moves.length > 1) return refused;
  const found = parseRuleParts(rules, games);
  if (found === null) return refused;
  if (!found.rule) return found;
  const { error, piles: counts } = parsePiles(piles, found.rule);
  if (error) return { error };
  const setup = {
    piles: counts,
    rule: found.rule,
    misere: flags.includes("misere"),
    first: flags.includes("second") ? OTHER : YOU,
    two: flags.includes("two"),
    strength: strengths[0] ?? USUAL,
  };
  if (moves.length === 0) return setup;
  try {
    const made = moves[0].slice("moves=".length).split(",").map((move) => parseMove(move, found.rule));
    return { ...setup, played: made.reduce(play, newGame(setup)) };
  } catch (error) {
    if (error instanceof RangeError) return { error: LINKS.noMoves };
    throw error;
  }
}

/** `{rule}` from the parts of a link that name it; `{error}`, `{unknown}`, or null where they are none. */
export function parseRuleParts(options, games) {
  if (options.length === 0) return { rule: ANY };
  const pairs = options.map((option) => option.split("=", 2));
  const [name, value] = pairs[0];
  if (options.length === 1 && ["max", "set"].includes(name) && value !== undefined) return parseRule(name, value);
  const listed = games?.find((game) => game.name === name);
  if (formOf({ game: name }) === null && !listed) return games ? null : { unknown: name };
  if (name === "nim") return options.length === 1 && value === undefined ? { rule: ANY } : null;
  const needed = NEEDED[name] ?? listed?.keys.find(({ required }) => required)?.name;
  const rule = { game: name };
  if (value !== undefined && !needed) return null;
  if (needed) rule[needed] = valueOf(value ?? "");
  for (const [key, text] of pairs.slice(1)) {
    if (key in rule || text === undefined || !isKey(key, name, listed)) return null;
    rule[key] = valueOf(text);
  }
  const wrong = wrongKey(rule);
  return wrong ? { error: wrong } : { rule: Object.freeze(rule) };
}

function isKey(key, name, listed) {
  return (name === "fibonacci" && key === "quota") || Boolean(listed?.keys.some((one) => one.name === key));
}

/** What is wrong with the keys of a game that these pages know, in words; else null. */
export function wrongKey(rule) {
  const isCount = (count) => Number.isInteger(count) && count >= 1;
  if (rule.game === "octal" && !parseCode(rule.code)) return LINKS.noCode;
  if (rule.game === "moore" && !(isCount(rule.max_piles) && rule.max_piles <= 100)) return LINKS.noCount;
  return rule.quota === undefined || isCount(rule.quota) ? null : LINKS.noCount;
}

/** A value in a link as the service takes it: the numbers, lists and words that JSON has. */
function valueOf(text) {
  if (/^\d+$/.test(text)) return Number(text);
  if (/^\d+(,\d+)+$/.test(text)) return text.split(",").map(Number);
  return text === "true" ? true : text;
}

export function formatLink({ piles, rule = ANY, misere, first, two, strength = USUAL, moves = [] }) {
  const options = formatRule(rule);
  if (misere) options.push("misere");
  if (first === OTHER) options.push("second");
  if (two) options.push("two");
  else if (strength !== USUAL) options.push(strength);
  if (moves.length > 0) options.push(`moves=${moves.map(formatMove).join(",")}`);
  return `#${[piles.join(","), ...options].join(";")}`;
}

/** The parts of a link that name a rule. */
export function formatRule(rule) {
  if (kind(rule) === "max") return [`max=${rule.max_remove}`];
  if (kind(rule) === "set") return [`set=${rule.subtraction_set.join(",")}`];
  if (kind(rule) === "any") return [];
  const { game, ...keys } = rule;
  const needed = NEEDED[game] ?? Object.keys(keys)[0];
  const isNamed = formOf({ game }) === null || game in NEEDED;
  const named = isNamed && needed !== undefined ? [`${game}=${keys[needed]}`] : [game];
  const further = Object.entries(keys).filter(([key]) => named[0] === game || key !== needed);
  return [...named, ...further.map(([key, value]) => `${key}=${value}`)];
}

function formatMove({ pile, remove, leaves_piles: left, removals }) {
  if (removals) return removals.map(formatMove).join("+");
  return [`${pile + 1}-${remove}`, ...(left ?? [])].join("_");
}

function parseMove(text, rule) {
  const removals = text.split("+").map((part) => {
    if (!/^\d{1,4}-\d{1,4}(_\d{1,4}){0,2}$/.test(part)) throw new RangeError(part);
    const [taken, ...left] = part.split("_");
    const [pile, remove] = taken.split("-").map(Number);
    return { pile: pile - 1, remove, left: left.map(Number) };
  });
  const form = formOf(rule) ?? (removals.length > 1 ? "removals" : removals[0].left.length > 0 ? "split" : "removal");
  if (form === "removals") return { removals: removals.map(({ pile, remove }) => ({ pile, remove })) };
  const [{ pile, remove, left }] = removals;
  return form === "split" ? { pile, remove, leaves_piles: left } : { pile, remove };
}

export function parseNumbers(text, example) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const stranger = parts.find((part) => !/^\d+$/.test(part));
  if (stranger !== undefined) return { error: LINKS.noNumber(shorten(stranger), example) };
  return { numbers: parts.map(Number) };
}

function shorten(text) {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}

// --- The game that was played at an address: a reload goes on with it, moves and all, and a step back
// in the history leads to the game before ---

/** Keep a game, and show this fragment in the address. */
export function keep(hash, { game, strength }) {
  const { start, misere, rule, first, two, names, moves } = game;
  const saved = { start, misere, rule, first, two, names, moves, strength };
  const text = JSON.stringify(saved);
  if (location.hash === hash && history.state?.text === text) return;
  try {
    history.replaceState({ text }, "", hash);
  } catch {
    // Safari refuses many changes at once: a reload begins with what was kept last.
  }
}

/** `{game, strength}` if one was kept at this place in the history, else null. */
export function kept() {
  try {
    const { moves, strength = USUAL, start, ...setup } = JSON.parse(history.state.text);
    return { game: moves.reduce(play, newGame({ ...setup, piles: start })), strength };
  } catch {
    return null; // nothing was kept, or something else than a game
  }
}
