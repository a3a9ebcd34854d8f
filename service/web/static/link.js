// Positions as text: what is typed into the form and what a link carries.
//
// A link is the page's address and a fragment: the piles with commas between them, and after
// semicolons the rule and the convention, as in /#3,4,5, /#3,4,5;misere, /#21;max=3;misere and
// /#13;set=1,3,4. The person who opens it is to move.

import { ANY, amount, kind, least } from "./rule.js";

/** What the page takes on; the service itself takes far more. */
export const LIMITS = Object.freeze({ piles: 16, objects: 9999, set: 16 });

/** `{piles}`, or `{error}` with what is wrong, in words. */
export function parsePiles(text, rule = ANY) {
  const { error, numbers: piles } = parseNumbers(text, "Piles look like 3, 4, 5.");
  if (error) return { error };
  if (piles.length > LIMITS.piles) {
    return { error: `This page plays with up to ${LIMITS.piles} piles; these are ${piles.length}.` };
  }
  if (piles.some((count) => count > LIMITS.objects)) {
    return { error: `This page plays with up to ${LIMITS.objects} objects in a pile.` };
  }
  if (!piles.some((count) => count > 0)) {
    return { error: "There must be an object to take. Piles look like 3, 4, 5." };
  }
  if (!piles.some((count) => count >= least(rule))) {
    return { error: `No move is legal here: a move takes ${amount(rule)}.` };
  }
  return { piles };
}

/** `{rule}` for a kind of rule and the numbers that go with it, or `{error}`, in words. */
export function parseRule(kindOfRule, text) {
  if (kindOfRule === "any") return { rule: ANY };
  const example = kindOfRule === "max" ? "Give one number, like 3." : "The numbers look like 1, 3, 4.";
  const { error, numbers } = parseNumbers(text, example);
  if (error) return { error };
  if (numbers.length === 0 || (kindOfRule === "max" && numbers.length > 1)) {
    return { error: `How many objects may a move take? ${example}` };
  }
  if (numbers.some((number) => number < 1 || number > LIMITS.objects)) {
    return { error: `A move takes between 1 and ${LIMITS.objects} objects on this page.` };
  }
  if (kindOfRule === "max") return { rule: Object.freeze({ max_remove: numbers[0] }) };
  const set = [...new Set(numbers)].sort((a, b) => a - b);
  if (set.length > LIMITS.set) {
    return { error: `This page plays with up to ${LIMITS.set} numbers; these are ${set.length}.` };
  }
  return { rule: Object.freeze({ subtraction_set: Object.freeze(set) }) };
}

/** `{piles, rule, misere}` from a location's hash, `{error}` if it is not one, null if it is empty. */
export function parseLink(hash) {
  let text = hash.replace(/^#/, "");
  if (text === "") return null;
  try {
    text = decodeURIComponent(text);
  } catch {
    return { error: "The link is damaged." };
  }
  const [piles, ...options] = text.split(";");
  const rules = options.filter((option) => option !== "misere");
  const [name, numbers] = rules[0]?.split("=") ?? ["any", ""];
  const known = rules.length === 0 || (["max", "set"].includes(name) && numbers !== undefined);
  if (!known || rules.length > 1 || options.length - rules.length > 1) {
    return { error: `“${shorten(text)}” is not a position. Links end like #3,4,5 or #21;max=3;misere.` };
  }
  const { error: wrongRule, rule } = parseRule(name, numbers);
  if (wrongRule) return { error: wrongRule };
  const { error, piles: counts } = parsePiles(piles, rule);
  return error ? { error } : { piles: counts, rule, misere: rules.length < options.length };
}

export function formatLink({ piles, rule = ANY, misere }) {
  const options = {
    any: "",
    max: `;max=${rule.max_remove}`,
    set: `;set=${rule.subtraction_set?.join(",")}`,
  };
  return `#${piles.join(",")}${options[kind(rule)]}${misere ? ";misere" : ""}`;
}

function parseNumbers(text, example) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const stranger = parts.find((part) => !/^\d+$/.test(part));
  if (stranger !== undefined) {
    return { error: `“${shorten(stranger)}” is not a number of objects. ${example}` };
  }
  return { numbers: parts.map(Number) };
}

function shorten(text) {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
