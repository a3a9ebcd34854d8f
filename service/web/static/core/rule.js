// What a move may do: the rules of the games that the pages know by themselves.
//
// A rule is an object with the keys that the service takes beside `piles` and `misere`: {} for Nim
// with any number, {max_remove: 3}, {subtraction_set: [1, 3, 4]}, {game: "moore", max_piles: 2}.

export const ANY = Object.freeze({});

/** The codes of the take-and-break games that have names. */
const CODES = {
  kayles: "0.77",
  "dawsons-kayles": "0.07",
  "dawsons-chess": "0.137",
  "laskers-nim": "4.[3]",
  "grundys-game": "4!.0",
};

/** The form of a move: as the contract has it. Of a game that is not here, the service defines it. */
const FORMS = { nim: "removal", fibonacci: "removal", greedy: "removal", octal: "split", moore: "removals", wythoff: "removals" };

const LONGEST_CODE = 8; // digits after the point

export const gameOf = ({ game = "nim" }) => game;

/** "removal", "split" or "removals"; null in a game that these pages do not know. */
export function formOf({ game = "nim" }) {
  return game in CODES ? "split" : (FORMS[game] ?? null);
}

/** The largest pile of Wythoff's game that is played as a queen on squares. */
const LARGEST_ON_SQUARES = 24;

/**
 * The board on which a game is played: "pins", "queen", "piles", or "general" for one that these
 * pages do not know.
 */
export function boardOf({ rule, start }) {
  if (formOf(rule) === null) return "general";
  if (formOf(rule) === "split") return "pins";
  return rule.game === "wythoff" && Math.max(...start) <= LARGEST_ON_SQUARES ? "queen" : "piles";
}

/** The pile that is counted to the right on the queen's board; the other one is counted upwards. */
export const acrossOf = (start) => (start[0] <= start[1] ? 0 : 1);

/** "any", "max" or "set": the kind of rule in Nim, by the words of links; "other" in other games. */
export function kind({ game = "nim", max_remove: most, subtraction_set: set }) {
  if (game !== "nim") return "other";
  if (most !== undefined) return "max";
  return set === undefined ? "any" : "set";
}

/** Whether a move of Nim may remove so many objects from a pile that has them. */
export function allows({ max_remove: most = Infinity, subtraction_set: set }, remove) {
  return Number.isInteger(remove) && remove >= 1 && remove <= most && (set?.includes(remove) ?? true);
}

/** The least number that a move may remove: a smaller pile stays as it is. */
export function least({ subtraction_set: set }) {
  return set ? Math.min(...set) : 1;
}

/** The greatest number that a move may remove. */
export function most({ max_remove: limit = Infinity, subtraction_set: set }) {
  return set ? Math.max(...set) : limit;
}

/** `{digit(n), unequal, length, repeats}` of a take-and-break game's code, or null where it is none. */
export function parseCode(text) {
  const parts = /^(0|4!?)\.([0-7]*)(?:\[([0-7])\])?$/.exec(text ?? "");
  if (!parts) return null;
  const [, first, digits, repeated] = parts;
  const length = digits.length + (repeated ? 1 : 0);
  if (length === 0 || length > LONGEST_CODE) return null;
  const digit = (n) => (n === 0 ? Number(first[0]) : Number(digits[n - 1] ?? repeated ?? 0));
  return { digit, unequal: first === "4!", length, repeats: Boolean(repeated) };
}

const codeOf = ({ game, code }) => parseCode(CODES[game] ?? code);

// --- Legal moves ---------------------------------------------------------------------------------

/** The most that a move may take from a pile of a position, which may be less than the pile. */
export function mostFrom({ piles, rule, quota }, pile) {
  const count = piles[pile];
  if (rule.game === "fibonacci") return Math.min(count, quota ?? count - 1);
  if (rule.game === "greedy") return count === Math.max(...piles) ? count : 0;
  return Math.min(count, most(rule));
}

/** Whether a move is legal in a game whose rules are known here. */
export function isLegal(game, move) {
  const { piles, rule } = game;
  const form = formOf(rule);
  if (form === "removals") return areLegal(game, move.removals ?? []);
  if (!(move.pile >= 0 && move.pile < piles.length)) return false;
  if (form === "split") return canLeave(rule, piles[move.pile], move);
  return allows(rule, move.remove) && move.remove <= mostFrom(game, move.pile);
}

function areLegal({ piles, rule }, removals) {
  const each = removals.every(
    ({ pile, remove }) => pile in piles && Number.isInteger(remove) && remove >= 1 && remove <= piles[pile],
  );
  const apart = new Set(removals.map(({ pile }) => pile)).size === removals.length;
  if (!each || !apart || removals.length === 0 || removals.length > mostPiles(rule)) return false;
  return rule.game !== "wythoff" || removals.every(({ remove }) => remove === removals[0].remove);
}

/** From how many piles one move may take. */
export function mostPiles({ game, max_piles: most = 1 }) {
  return game === "wythoff" ? 2 : most;
}

function canLeave(rule, count, { remove, leaves_piles: left = [] }) {
  const { digit, unequal } = codeOf(rule);
  const rest = left.reduce((sum, size) => sum + size, 0);
  if (!(remove >= 0 && remove <= count) || rest !== count - remove || left.some((size) => size < 1)) return false;
  if (remove === 0 && (left.length !== 2 || (unequal && left[0] === left[1]))) return false;
  return (digit(remove) & [1, 2, 4][left.length]) !== 0;
}

/** The numbers of objects that a move may remove somewhere on the board, 0 where it only splits. */
export function removable({ piles, rule }) {
  const largest = Math.max(0, ...piles);
  const numbers = Array.from({ length: largest + 1 }, (_, remove) => remove);
  return numbers.filter((remove) => piles.some((count) => splitsOf(rule, count, remove).next().done === false));
}

/** What may be left of a pile of which so many are removed: none, one or two piles, in ascending order. */
export function* splitsOf(rule, count, remove) {
  const rest = count - remove;
  if (rest < 0 || count === 0) return;
  const candidates = rest === 0 ? [[]] : [[rest]];
  for (let smaller = 1; smaller <= rest / 2; smaller += 1) candidates.push([smaller, rest - smaller]);
  for (const left of candidates) if (canLeave(rule, count, { remove, leaves_piles: left })) yield left;
}

/** Every legal move of a game whose rules are known here, one after another. */
export function* legalMoves(game) {
  const form = formOf(game.rule);
  if (form === "removals") {
    yield* severalRemovals(game);
    return;
  }
  for (const [pile, count] of game.piles.entries()) {
    if (form === "split") {
      for (let remove = 0; remove <= count; remove += 1) {
        for (const left of splitsOf(game.rule, count, remove)) yield { pile, remove, leaves_piles: left };
      }
    } else {
      const limit = mostFrom(game, pile);
      for (let remove = 1; remove <= limit; remove += 1) {
        if (allows(game.rule, remove)) yield { pile, remove, leaves: count - remove };
      }
    }
  }
}

/** First those from one pile, then those from two, and so on. */
function* severalRemovals({ piles, rule }) {
  const from = (pile, remove) => ({ pile, remove, leaves: piles[pile] - remove });
  function* chosen(first, count) {
    if (count === 0) yield [];
    for (let pile = first; count > 0 && pile < piles.length; pile += 1) {
      for (let remove = 1; remove <= piles[pile]; remove += 1) {
        for (const others of chosen(pile + 1, count - 1)) yield [from(pile, remove), ...others];
      }
    }
  }
  for (let count = 1; count <= Math.min(mostPiles(rule), piles.length); count += 1) {
    for (const removals of chosen(0, count)) if (areLegal({ piles, rule }, removals)) yield { removals };
  }
}
