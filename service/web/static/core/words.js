// The texts of several pages. Those of only one page are in the module of its name.

import { OTHER, YOU, after } from "./game.js";
import { acrossOf, boardOf, gameOf, kind, least, most, mostFrom, parseCode } from "./rule.js";

/** "a", "a or b", "a, b or c" */
export const oneOf = (items) => listed(items, "or");

/** "a", "a and b", "a, b and c" */
export const and = (items) => listed(items, "and");

export function lower(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

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

/** "take 2 from pile 1", "split pile 1 into 2 and 3", "move the token to d", "choose a pile of 3" */
export function take({ pile, remove, leaves_piles: left, removals, to, size }) {
  if (to !== undefined) return `move the token to ${to}`;
  if (size !== undefined) return `choose a pile of ${size}`;
  if (removals) return `take ${and(removals.map((one) => `${one.remove} from pile ${one.pile + 1}`))}`;
  if (remove === 0) return `split pile ${pile + 1} into ${and(left)}`;
  const apart = left?.length === 2 ? `, leaving ${and(left)}` : "";
  return `take ${remove} from pile ${pile + 1}${apart}`;
}

/** A function that describes a move of a game: as `take` does, or on the queen's board "move the queen 2 left". */
export function wordsOf(game) {
  if (boardOf(game) !== "queen") return take;
  return (move) => `move the queen ${steps(move, game)}`;
}

/** "left", "down" or "diagonally": where the queen goes when a move takes from these piles. */
export function directionOf(places, { start }) {
  if (places.length > 1) return "diagonally";
  return places[0] === acrossOf(start) ? "left" : "down";
}

/** "2 left" */
export function steps({ removals }, game) {
  return `${removals[0].remove} ${directionOf(removals.map(({ pile }) => pile), game)}`;
}

/** "The computer took 2 from pile 1, leaving 3." */
export function took(game, made) {
  const { by, to, size, ...move } = made;
  const who = names(game)[by];
  if (boardOf(game) === "queen") {
    const left = after(game, game.moves.indexOf(made) + 1).piles;
    return `${who} moved the queen ${steps(move, game)}, to ${and(left)}.`;
  }
  if (to !== undefined) return `${who} moved the token to ${to}.`;
  if (size !== undefined) return `${who} chose a pile of ${size}.`;
  if (move.remove === 0) return `${who} split pile ${move.pile + 1} into ${and(move.leaves_piles)}.`;
  const { pile, remove, removals } = move;
  const what = (removals ?? [{ pile, remove }]).map((one) => `${one.remove} from pile ${one.pile + 1}`);
  return `${who} took ${and(what)}, leaving ${leftBy(move)}.`;
}

/** "3", "2 and 3", "none": what is left of the piles that a move changes. */
export function leftBy({ leaves, leaves_piles: left, removals }) {
  const parts = left ?? (removals ?? [{ leaves }]).map((one) => one.leaves);
  return parts.length === 0 || String(parts) === "0" ? "none" : and(parts);
}

// --- Rules ---------------------------------------------------------------------------------------

/** What the games are called, and what a move does, of those that the pages know. */
export const GAMES = {
  nim: { title: "Nim" },
  octal: { title: "Take-and-break game", rule: ({ code }) => `Code ${code}: ${digitsOf(code)}` },
  kayles: { title: "Kayles", rule: () => "Knock down one pin, or two neighbours" },
  "dawsons-kayles": { title: "Dawson’s Kayles", rule: () => "Knock down two neighbours" },
  "dawsons-chess": {
    title: "Dawson’s chess",
    rule: () => "Take three neighbours, two at an end, or one that stands alone",
  },
  "laskers-nim": { title: "Lasker’s Nim", rule: () => "Take any number from an end of a pile, or split it in two" },
  "grundys-game": { title: "Grundy’s game", rule: () => "Split a pile into two unequal piles" },
  moore: {
    title: "Moore’s Nim",
    rule: ({ max_piles: most }) => `Take any numbers from at most ${most} ${most === 1 ? "pile" : "piles"}`,
  },
  wythoff: {
    title: "Wythoff’s queen",
    rule: () => "Move the queen left, down or diagonally to the corner",
    onPiles: "Take any number from one pile, or the same number from both",
  },
  fibonacci: { title: "Fibonacci Nim", rule: () => "Take at most twice what the last move took; at first, all but one at most" },
  greedy: { title: "Greedy Nim", rule: () => "Take any number from a largest pile" },
};

/** "take 1 and leave one pile or two; take 2 and leave nothing": what a code allows. */
function digitsOf(code) {
  const { digit, unequal, length, repeats } = parseCode(code);
  const texts = digit(0) === 0 ? [] : [`split a pile into two${unequal ? " unequal ones" : ""}`];
  for (let remove = 1; remove <= length; remove += 1) {
    const left = ["nothing", "one pile", "two piles"].filter((_, i) => digit(remove) & (1 << i));
    const number = repeats && remove === length ? `${remove} or more` : remove;
    if (left.length > 0) texts.push(`take ${number} and leave ${oneOf(left)}`);
  }
  return texts.join("; ");
}

/** "as many objects as you like", "at most 3 objects", "1, 3 or 4 objects" */
export function amount(rule) {
  const objects = most(rule) === 1 ? "object" : "objects";
  return {
    any: "as many objects as you like",
    max: `at most ${rule.max_remove} ${objects}`,
    set: `${oneOf(rule.subtraction_set ?? [])} ${objects}`,
    other: "what the rule of the game allows",
  }[kind(rule)];
}

/** "Take at most 3 objects. The last object loses." `listed` is what the service says of the game. */
export function describeRule({ rule, misere, start = [0] }, listed = null) {
  const known = GAMES[gameOf(rule)];
  const move = boardOf({ rule, start }) === "piles" && known?.onPiles ? known.onPiles : known?.rule?.(rule);
  const text = move ? `${move}. ` : kind(rule) === "other" ? `${listed?.rule ?? ""} `.trimStart() : "";
  return `${text || (kind(rule) === "any" ? "" : `Take ${amount(rule)}. `)}${lastObject({ rule, misere })}`;
}

/** "The last object loses.", or the last move where objects may be left. */
export function lastObject({ rule, misere }) {
  const takesAll = kind(rule) === "other" ? ["moore", "greedy", "fibonacci"].includes(rule.game) : least(rule) === 1;
  return `The ${takesAll ? "last object" : "last move"} ${misere ? "loses" : "wins"}.`;
}

export function moveTakes(rule) {
  if (kind(rule) !== "other") return `A move takes ${amount(rule)}.`;
  const known = GAMES[gameOf(rule)];
  return `${known?.onPiles ?? known?.rule?.(rule) ?? "That is not a legal move"}.`; // the queen's board offers no other
}

/** What is to be known of the next move beside the rule: in Fibonacci Nim the most that it takes. */
export function quotaOf(game) {
  return game.rule.game === "fibonacci" ? `This move takes at most ${mostFrom(game, 0)}.` : "";
}

// --- The board -----------------------------------------------------------------------------------

export const BOARD = {
  pile: (pile) => `Pile ${pile + 1}`,
  pileOf: (pile, count) => `Pile ${pile + 1}: ${count}`,
  more: (count) => `${count} more and these:`,
  empty: "empty",
  takeLeaving: (move, leaves, wins) => `${capital(take(move))}, leave ${leaves}${wins ? ": wins" : ""}`,
  notAllowed: (move, rule) => `Can’t ${take(move)}: ${lower(moveTakes(rule).slice(0, -1))}`,
  short: (remove) => `take ${remove}`,
  winning: (text) => `${text}: a winning move`,
  range: (limit) => `1 to ${limit}`,
  howMany: (pile) => `How many to take from pile ${pile + 1}`,
  take: "Take",
  takeAll: (removals) =>
    removals.length === 0 ? "Take" : `Take ${removals.reduce((sum, { remove }) => sum + remove, 0)}`,
  chosen: (removals) =>
    removals.length === 0
      ? "Choose objects first."
      : `${and(removals.map(({ pile, remove }) => `${remove} from pile ${pile + 1}`))}, leaving ${leftBy({ removals })}`,
};

/** A move as a button's name: what it does, and what it leaves. */
export function moveName(move, wins = false) {
  const { remove, leaves_piles: left } = move;
  const text = capital(take(move));
  if (remove === undefined && !move.removals) return text; // of the token, or of a pile that is chosen
  const isSaid = remove === 0 || left?.length === 2; // what it leaves
  return `${text}${isSaid ? "" : `, leaves ${leftBy(move) === "none" ? 0 : leftBy(move)}`}${wins ? ": wins" : ""}`;
}

// --- The service ---------------------------------------------------------------------------------

export const SERVICE = {
  notJSON: "The response of the service is not JSON.",
  silent: "The service does not respond.",
  unreachable: "The service cannot be reached.",
  says: (status, detail) => `The service says (${status}): ${detail}`,
  failed: (status) => `The service failed (${status}).`,
  waiting: "One moment …",
  thinking: "The computer is thinking …",
};

// --- Links and fields ----------------------------------------------------------------------------

export const LINKS = {
  pilesLook: "Piles look like 3, 4, 5.",
  oneNumber: "Give one number, like 3.",
  numbersLook: "The numbers look like 1, 3, 4.",
  tooManyPiles: (limit, count) => `This page plays with up to ${limit} piles; these are ${count}.`,
  tooManyObjects: (limit) => `This page plays with up to ${limit} objects in a pile.`,
  exactly: (count) => (count === 1 ? "This game has one pile." : `This game has exactly ${count} piles.`),
  stuck: "No move is legal here.",
  noCode: "A code looks like 0.77 or 4.[3].",
  noCount: "Give a number from 1 on.",
  noMoves: "The moves in the link are not legal.",
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
  /** Lists of piles, from which a move takes at once. */
  places: (places) => {
    const each = places.map((piles) => `from ${piles.length > 1 ? "piles" : "pile"} ${and(piles.map((pile) => pile + 1))}`);
    return `Take ${oneOf(each)}.`;
  },
  /** Lists of piles from which a move of the queen takes. */
  directions: (places, game) => `A winning move of the queen goes ${oneOf(places.map((piles) => directionOf(piles, game)))}.`,
  where: (piles) => `A winning move is in pile ${oneOf(piles.map((pile) => pile + 1))}.`,
  amounts: (amounts, piles) => {
    const each = amounts.map((count) => (count === 0 ? "split it" : `take ${count}`));
    return `In pile ${oneOf(piles.map((pile) => pile + 1))}: ${oneOf(each)}.`;
  },
  moves: (moves, game) => {
    const text = oneOf(moves.map(wordsOf(game)));
    return moves.length === 1 ? `One move wins: ${text}.` : `${moves.length} moves win: ${text}.`;
  },
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
  conclusion: "Who wins, and how",
  remainder: "Remainder",
  legendOfRemainders: "Shaded: columns with a remainder. Solid: the leftmost of them, the leading one.",
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
