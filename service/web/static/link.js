// Games as text: what is typed into the form and what a link carries.
//
// A link is the page's address and a fragment: the piles with commas between them, and after
// semicolons what else there is to set, in any order: `misere`; a rule, `max=3` or `set=1,3,4`;
// `second` where the person who opens it is the second to move; a strength, `easy`, `hard` or
// `perfect`; `two` where two people play. So /#3,4,5, or /#21;max=3;misere;second;perfect.

import { OTHER, YOU } from "./game.js";
import { ANY, kind, least } from "./rule.js";
import { MISTAKES, USUAL } from "./strength.js";
import { LINKS } from "./texts.js";

/** What the pages take on; the service itself takes far more. */
export const LIMITS = Object.freeze({ piles: 16, objects: 9999, set: 16 });

const FLAGS = ["misere", "second", "two", ...Object.keys(MISTAKES)];

/** `{piles}`, or `{error}` with what is wrong, in words. */
export function parsePiles(text, rule = ANY) {
  const { error, numbers: piles } = parseNumbers(text, LINKS.pilesLook);
  if (error) return { error };
  if (piles.length > LIMITS.piles) return { error: LINKS.tooManyPiles(LIMITS.piles, piles.length) };
  if (piles.some((count) => count > LIMITS.objects)) return { error: LINKS.tooManyObjects(LIMITS.objects) };
  if (!piles.some((count) => count > 0)) return { error: LINKS.nothingToTake };
  if (!piles.some((count) => count >= least(rule))) return { error: LINKS.noMove(rule) };
  return { piles };
}

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
 * `{piles, rule, misere, first, two, strength}` from a location's hash, `{error}` if it is not one,
 * null if it is empty.
 */
export function parseLink(hash) {
  let text = hash.replace(/^#/, "");
  if (text === "") return null;
  try {
    text = decodeURIComponent(text);
  } catch {
    return { error: LINKS.damaged };
  }
  const [piles, ...options] = text.split(";");
  const flags = options.filter((option) => FLAGS.includes(option));
  const rules = options.filter((option) => !FLAGS.includes(option));
  const strengths = flags.filter((flag) => flag in MISTAKES);
  const [name, numbers] = rules.length > 0 ? rules[0].split("=") : ["any", ""];
  const known = rules.length === 0 || (["max", "set"].includes(name) && numbers !== undefined);
  const repeated = new Set(flags).size < flags.length || rules.length > 1 || strengths.length > 1;
  if (!known || repeated) return { error: LINKS.noPosition(shorten(text)) };
  const { error: wrongRule, rule } = parseRule(name, numbers);
  if (wrongRule) return { error: wrongRule };
  const { error, piles: counts } = parsePiles(piles, rule);
  if (error) return { error };
  return {
    piles: counts,
    rule,
    misere: flags.includes("misere"),
    first: flags.includes("second") ? OTHER : YOU,
    two: flags.includes("two"),
    strength: strengths[0] ?? USUAL,
  };
}

export function formatLink({ piles, rule = ANY, misere, first, two, strength = USUAL }) {
  const options = {
    any: [],
    max: [`max=${rule.max_remove}`],
    set: [`set=${rule.subtraction_set?.join(",")}`],
  }[kind(rule)];
  if (misere) options.push("misere");
  if (first === OTHER) options.push("second");
  if (two) options.push("two");
  else if (strength !== USUAL) options.push(strength);
  return `#${[piles.join(","), ...options].join(";")}`;
}

function parseNumbers(text, example) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const stranger = parts.find((part) => !/^\d+$/.test(part));
  if (stranger !== undefined) return { error: LINKS.noNumber(shorten(stranger), example) };
  return { numbers: parts.map(Number) };
}

function shorten(text) {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
