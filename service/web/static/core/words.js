// Words for players, moves, positions and rules.

import { OTHER, YOU, before, gameOf } from "./game.js";

const lists = { or: new Intl.ListFormat("en-GB", { type: "disjunction" }), and: new Intl.ListFormat("en-GB") };

/** "a", "a or b", "a, b or c" */
export const oneOf = (items) => lists.or.format([...items].map(String));

/** "a", "a and b", "a, b and c" */
export const and = (items) => lists.and.format([...items].map(String));

export const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @type {(count: number, noun: string[]) => string} */
export const plural = (count, [one, several]) => `${count} ${count === 1 ? one : several}`;

/** What the two players are called, with a capital. */
export function names({ two, names: given = {} }) {
  if (two) return { [YOU]: given[YOU] || "Player 1", [OTHER]: given[OTHER] || "Player 2" };
  return { [YOU]: "You", [OTHER]: "The computer" };
}

// --- Piles: people count them from 1, and rows of pins in the order in which they stand ----------

/** The number that people give a pile. */
export const numberOf = (game, pile) => gameOf(game.rule).labels?.(game).get(pile) ?? pile + 1;

/** "pile 2", "row 3", "the pile" if there is only one */
export function pileName(game, pile) {
  const unit = gameOf(game.rule).unit ?? "pile";
  return game.piles.length === 1 ? `the ${unit}` : `${unit} ${numberOf(game, pile)}`;
}

/** "pile 1 or 2", "row 3" */
export function pilesName(game, piles, join = oneOf) {
  const unit = gameOf(game.rule).unit ?? "pile";
  if (game.piles.length === 1) return `the ${unit}`;
  const numbers = piles.map((pile) => numberOf(game, pile)).sort((a, b) => a - b);
  return `${unit}${join === and && piles.length > 1 ? "s" : ""} ${join(numbers)}`;
}

/** "take 1 or take 2"; "take 1 from pile 1, leaving 2 and 3; or take 2" if a part has commas itself. */
export function alternatives(moves, game) {
  const texts = moves.map((move) => say(move, game));
  return texts.some((text) => /,| and /.test(text)) ? texts.join("; or ") : oneOf(texts);
}

/** "2 from pile 1"; "2" if there is only one pile */
const from = (game, { pile, remove }) => (game.piles.length === 1 ? String(remove) : `${remove} from ${pileName(game, pile)}`);

// --- Moves ---------------------------------------------------------------------------------------

/** "take 2 from pile 1", "split the row into 2 and 3", "move the queen 2 left": a move in `game`. */
export function say(move, game) {
  const { component, pile, remove, leaves, leaves_piles: left, removals, to, size } = move;
  if (component !== undefined) return inPart(game, component, say(partOf(move), game.parts[component]));
  if (to !== undefined) return `move the token to ${to}`;
  if (size !== undefined) return `choose a pile of ${size}`;
  const own = gameOf(game.rule).say?.(move, game);
  if (own) return own;
  if (removals) return `take ${and(removals.map((one) => from(game, one)))}`;
  if (remove === undefined) return `change ${pileName(game, pile)} to ${leaves}`;
  if (remove === 0) return `split ${pileName(game, pile)} into ${and(left)}`;
  return `take ${from(game, { pile, remove })}${left?.length === 2 ? `, leaving ${and(left)}` : ""}`;
}

/** "The computer took 2 from pile 1, leaving 3.": a move that was made in `game`. */
export function said(move, game) {
  const who = names(game)[move.by];
  return `${who} ${did(move, before(game, move))}.`;
}

/** "took 2 from pile 1, leaving 3" */
export function did(move, game) {
  const { component, pile, remove, leaves, leaves_piles: left, removals, to, size } = move;
  if (component !== undefined) return inPart(game, component, did(partOf(move), game.parts[component]));
  if (to !== undefined) return `moved the token to ${to}`;
  if (size !== undefined) return `chose a pile of ${size}`;
  const own = gameOf(game.rule).said?.(move, game);
  if (own) return own;
  if (remove === undefined && !removals) return `changed ${pileName(game, pile)} to ${leaves}`;
  if (remove === 0) return `split ${pileName(game, pile)} into ${and(left)}`;
  return `took ${and((removals ?? [{ pile, remove }]).map((one) => from(game, one)))}, leaving ${leftBy(move)}`;
}

/**
 * A move of a sum as a move of its part.
 *
 * @param {Move} move
 * @returns {Move}
 */
export const partOf = ({ component: _, ...move }) => move;
const inPart = (game, component, text) => `${text} in game ${component + 1}, ${gameOf(game.parts[component].rule).title}`;

/** "3", "2 and 3", "none": what is left of the piles that a move changes. */
function leftBy({ leaves, leaves_piles: left, removals }) {
  const parts = left ?? (removals ?? [{ leaves }]).map((one) => one.leaves);
  return parts.length === 0 || String(parts) === "0" ? "none" : and(parts);
}

/** A move as a button's name: what it does, and what it leaves. */
export function moveName(move, game) {
  const text = capital(say(move, game));
  const { remove, leaves_piles: left } = move;
  if (remove === undefined && !move.removals) return text; // of the token, or of a pile that is chosen
  const isSaid = remove === 0 || left?.length === 2; // what it leaves
  return isSaid ? text : `${text}, leaving ${leftBy(move) === "none" ? 0 : leftBy(move)}`;
}

// --- Rules ---------------------------------------------------------------------------------------

/** "Take 1 to 3 stones from one pile. Take the last stone and you win." */
export function describeRule({ rule, misere, start }) {
  const known = gameOf(rule);
  const last = known.takesAll(rule) ? `Take the last ${known.noun[0]}` : "Make the last move";
  return `${known.rule(rule, start)}. ${known.goal?.(start) ?? last} and you ${misere ? "lose" : "win"}.`;
}

/** The rule, for a person who tried a move against it. */
export const moveTakes = ({ rule, start }) => `Not allowed here. ${gameOf(rule).rule(rule, start)}.`;

/** "Kayles" */
export const titleOf = (rule) => gameOf(rule).title;

/** "3, 4, 5"; "Nim 3, 4 + Kayles 7" */
export function positionOf({ piles, parts = null }) {
  return parts ? parts.map((part) => `${titleOf(part.rule)} ${positionOf(part)}`).join(" + ") : piles.join(", ");
}

/** "3, 4 and 5" */
export const pilesOf = ({ piles }) => and(piles.filter((count) => count > 0)) || "nothing";
