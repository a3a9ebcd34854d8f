// What several pages say. What only one of them says is in the module of its name.

import { OTHER, YOU } from "./game.js";
import { kind, least, most } from "./rule.js";

/** "a", "a or b", "a, b or c" */
export const oneOf = (items) => listed(items, "or");

/** "a", "a and b", "a, b and c" */
export const and = (items) => listed(items, "and");

function listed(items, word) {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${word} ${items[items.length - 1]}`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// --- Players and moves; people count piles from 1 ------------------------------------------------

/** What the two players are called, with a capital. */
export function names({ two, names: given = {} }) {
  if (two) return { [YOU]: given[YOU] || "Player 1", [OTHER]: given[OTHER] || "Player 2" };
  return { [YOU]: "You", [OTHER]: "The computer" };
}

/** "take 2 from pile 1", "move the token to d", "choose a pile of 3" */
export function take({ pile, remove, to, size }) {
  if (to !== undefined) return `move the token to ${to}`;
  if (size !== undefined) return `choose a pile of ${size}`;
  return `take ${remove} from pile ${pile + 1}`;
}

/** "The computer took 2 from pile 1, leaving 3." */
export function took(game, { by, pile, remove, leaves, to, size }) {
  const who = names(game)[by];
  if (to !== undefined) return `${who} moved the token to ${to}.`;
  if (size !== undefined) return `${who} chose a pile of ${size}.`;
  return `${who} took ${remove} from pile ${pile + 1}, ${leaves === 0 ? "leaving none" : `leaving ${leaves}`}.`;
}

// --- Rules ---------------------------------------------------------------------------------------

/** "as many objects as you like", "at most 3 objects", "1, 3 or 4 objects" */
export function amount(rule) {
  const objects = most(rule) === 1 ? "object" : "objects";
  return {
    any: "as many objects as you like",
    max: `at most ${rule.max_remove} ${objects}`,
    set: `${oneOf(rule.subtraction_set ?? [])} ${objects}`,
  }[kind(rule)];
}

/** "Take at most 3 objects. The last object loses." */
export function describeRule({ rule, misere }) {
  return `${kind(rule) === "any" ? "" : `Take ${amount(rule)}. `}${lastObject({ rule, misere })}`;
}

/** "The last object loses.", or the last move where objects may be left. */
export function lastObject({ rule, misere }) {
  return `The ${least(rule) > 1 ? "last move" : "last object"} ${misere ? "loses" : "wins"}.`;
}

export const moveTakes = (rule) => `A move takes ${amount(rule)}.`;

// --- The board -----------------------------------------------------------------------------------

export const BOARD = {
  pile: (pile) => `Pile ${pile + 1}`,
  pileOf: (pile, count) => `Pile ${pile + 1}: ${count}`,
  more: (count) => `${count} more and these:`,
  empty: "empty",
  takeLeaving: (move, leaves, wins) => `${capital(take(move))}, leave ${leaves}${wins ? ": wins" : ""}`,
  notAllowed: (move, rule) => `Can’t ${take(move)}: a move takes ${amount(rule)}`,
  short: (remove) => `take ${remove}`,
  winning: (move) => `${capital(take(move))}: a winning move`,
  range: (limit) => `1 to ${limit}`,
  howMany: (pile) => `How many to take from pile ${pile + 1}`,
  take: "Take",
};

// --- The service ---------------------------------------------------------------------------------

export const SERVICE = {
  notJSON: "The service gave an answer that is not JSON.",
  silent: "The service does not answer.",
  unreachable: "The service cannot be reached.",
  says: (status, said) => `The service says (${status}): ${said}`,
  failed: (status) => `The service failed (${status}).`,
  waiting: "One moment …",
};

// --- Links and fields ----------------------------------------------------------------------------

export const LINKS = {
  pilesLook: "Piles look like 3, 4, 5.",
  oneNumber: "Give one number, like 3.",
  numbersLook: "The numbers look like 1, 3, 4.",
  tooManyPiles: (limit, count) => `This page plays with up to ${limit} piles; these are ${count}.`,
  tooManyObjects: (limit) => `This page plays with up to ${limit} objects in a pile.`,
  nothingToTake: "There must be an object to take. Piles look like 3, 4, 5.",
  noMove: (rule) => `No move is legal here: a move takes ${amount(rule)}.`,
  howMany: (example) => `How many objects may a move take? ${example}`,
  outOfRange: (limit) => `A move takes between 1 and ${limit} objects on this page.`,
  tooManyNumbers: (limit, count) => `This page plays with up to ${limit} numbers; these are ${count}.`,
  damaged: "The link is damaged.",
  noPosition: (text) => `“${text}” is not a position. Links end like #3,4,5 or #21;max=3;misere.`,
  noNumber: (text, example) => `“${text}” is not a number of objects. ${example}`,
};

// --- Hints, in steps -----------------------------------------------------------------------------

export const HINTS = {
  first: "Hint",
  next: "Next hint",
  column: ({ value, ones }) =>
    `Write each pile as a sum of 1, 2, 4, 8 and so on. An odd number of these sums, ${ones}, ${
      ones === 1 ? "has" : "have"
    } a ${value}: take from such a pile.`,
  pile: (piles) => `Take from pile ${oneOf(piles.map((pile) => pile + 1))}.`,
  moves: (moves) =>
    moves.length === 1 ? `One move wins: ${take(moves[0])}.` : `${moves.length} moves win: ${oneOf(moves.map(take))}.`,
};

// --- Why -----------------------------------------------------------------------------------------

export const WHY = {
  binary:
    "Each row is a pile, written in binary: as a sum of the numbers above, with a 1 under each number that is part of it.",
  values:
    "Each row is the value of a pile, the size of the pile of Nim that it is worth, written as a sum of the numbers above.",
  misere: "Misère play means that the last object loses.",
  region: "Binary rows and columns",
  ones: "Ones",
  parity: "Parity",
  odd: "odd",
  even: "even",
  legend: "Shaded: columns with an odd number of 1s. Solid: the leftmost of them, the leading one.",
  setApart: "The object that is set apart is the last one, which loses.",
  takeRest: (rest) => `Take the ${rest} left over.`,
  nothingOver: "Nothing is left over.",
  keepGroups: "Then, whatever the opponent takes of a group, take the rest of it.",
  lostGroups: "Whatever you take of a group, the opponent takes the rest of it.",
  inGroups: (pile, equation, value) => `Pile ${pile + 1}: ${equation}. Its value is ${value}.`,
  ofSizes: (pile, words) => `Pile ${pile + 1}. ${words}`,
  becomes: (pile) => [`Pile ${pile + 1}: `, " becomes ", "."],
  noMove: (size) => `No move is legal in a pile of ${size}, so its value is 0.`,
  leaves: (size, sizes, values, value) =>
    sizes.length === 1
      ? `From ${size} a move leaves ${oneOf(sizes)}, which has the value ${and(values)}. The least number missing is ${value}.`
      : `From ${size} a move leaves ${oneOf(sizes)}, with the values ${and(values)}. The least number missing is ${value}.`,
  further: (count) => `… ${count} more …`,
};
