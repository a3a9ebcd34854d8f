// The games of the pages. To add one, add an entry to OWN: a rule in words and the moves, which one of three families
// makes of a few functions. A game without an entry is played with the moves that the service lists.
//
// Here is what is legal and how moves are called. Titles and what objects are called are the service's, in told.js; who
// wins and why comes from the service. `Known` in types.d.ts has all that an entry may say; what it leaves out is as in
// USUAL.

import { TOLD } from "./told.js";

const lists = { or: new Intl.ListFormat("en-GB", { type: "disjunction" }), and: new Intl.ListFormat("en-GB") };

/** "a", "a or b", "a, b or c" */
export const oneOf = (items) => lists.or.format([...items].map(String));

/** "a", "a and b", "a, b and c" */
export const and = (items) => lists.and.format([...items].map(String));

/** How many piles, and how many objects in each, by difficulty. */
const sizes = (easy, medium, hard) => {
  /** @type {(numbers: number[]) => Sizes} */
  const range = ([least, most, fewest, largest]) => ({ piles: [least, most], objects: [fewest, largest] });
  return { easy: range(easy), medium: range(medium), hard: range(hard) };
};

const TAKE = ["Take", null, "from pile", null];

/** @type {Omit<Known, "title" | "rule" | "isLegal" | "legalMoves">} */
const USUAL = {
  noun: ["stone", "stones"],
  unit: "pile",
  board: () => "piles",
  form: null,
  fields: [],
  most: 9999,
  presets: ["3,4,5"],
  last: () => "make the last move",
  mostFrom: ({ piles }, pile) => piles[pile],
  severalPiles: () => 1,
  sizes: () => sizes([2, 2, 1, 7], [3, 3, 1, 7], [3, 4, 3, 15]),
  blanks: () => [["Your move:", null]],
  arrange: (piles) => piles,
  fit: (piles) => piles,
};

/** A move in the form of a request, without what else is known of it. @param {Move} move @returns {Move} */
export function plain({ component, pile, remove, leaves, leaves_piles: left, removals }) {
  const of = component === undefined ? {} : { component };
  if (remove === undefined && leaves !== undefined) return { ...of, pile, leaves }; // what the pile becomes
  if (removals) return { ...of, removals: removals.map((one) => ({ pile: one.pile, remove: one.remove })) };
  return left ? { ...of, pile, remove, leaves_piles: left } : { ...of, pile, remove };
}

/** Equal for equal moves. @param {Move} move */
export const keyOf = (move) => JSON.stringify(plain(move));

// --- Families: games whose moves have the same form ------------------------------------------------

/**
 * A move removes objects from one pile: at most `mostFrom(game, pile)`, and only a number that `allows` lets pass.
 *
 * @param {Partial<Known> & Pick<Known, "rule"> & {allows?: (game: Game, pile: number, remove: number) => boolean}} own
 * @returns {Own}
 */
function removal({ allows = () => true, ...own }) {
  const { mostFrom } = { ...USUAL, ...own };
  return {
    ...USUAL,
    form: "removal",
    last: () => "take the last stone",
    blanks: ({ piles }) => [piles.length > 1 ? TAKE : TAKE.slice(0, 2)],
    isLegal: (game, { pile, remove }) =>
      pile in game.piles && Number.isInteger(remove) && remove >= 1 && remove <= mostFrom(game, pile) && allows(game, pile, remove),
    *legalMoves(game) {
      for (const [pile, count] of game.piles.entries()) {
        for (let remove = 1; remove <= mostFrom(game, pile); remove += 1) {
          if (allows(game, pile, remove)) yield { pile, remove, leaves: count - remove };
        }
      }
    },
    ...own,
  };
}

/**
 * A move takes from up to `severalPiles(rule)` piles, if the removals go `together`.
 *
 * @param {Partial<Known> & Pick<Known, "rule" | "severalPiles"> & {together?: (removals: Move["removals"]) => boolean}} own
 * @returns {Own}
 */
function several({ together = () => true, ...own }) {
  const { severalPiles } = own;
  const fits = ({ piles }, { pile, remove }) => pile in piles && Number.isInteger(remove) && remove >= 1 && remove <= piles[pile];
  return {
    ...USUAL,
    form: "removals",
    last: () => "take the last stone",
    blanks: ({ piles, rule }) => [TAKE, ...Array(Math.min(severalPiles(rule), piles.length) - 1).fill(["and", ...TAKE.slice(1)])],
    isLegal: (game, { removals = [] }) =>
      removals.length > 0 && removals.length <= severalPiles(game.rule) && removals.every((one) => fits(game, one)) &&
      new Set(removals.map(({ pile }) => pile)).size === removals.length && together(removals),
    /** First those from one pile, then those from two, and so on. */
    *legalMoves({ piles, rule }) {
      function* chosen(first, count) {
        if (count === 0) yield [];
        for (let pile = first; count > 0 && pile < piles.length; pile += 1) {
          for (let remove = 1; remove <= piles[pile]; remove += 1) {
            for (const others of chosen(pile + 1, count - 1)) yield [{ pile, remove, leaves: piles[pile] - remove }, ...others];
          }
        }
      }
      for (let count = 1; count <= Math.min(severalPiles(rule), piles.length); count += 1) {
        for (const removals of chosen(0, count)) if (together(removals)) yield { removals };
      }
    },
    ...own,
  };
}

/**
 * A move takes neighbours from a row of pins and may split it: what may be left says the code, `codeOf(rule)`.
 *
 * @param {Partial<Known> & Pick<Known, "rule"> & {codeOf: (rule: Rule) => string}} own
 * @returns {Own}
 */
function takeAndBreak({ codeOf, ...own }) {
  function* legalMoves({ piles, rule }) {
    const code = parseCode(codeOf(rule));
    for (const [pile, count] of piles.entries()) {
      for (let remove = 0; remove <= count; remove += 1) {
        for (const left of partsOf(count - remove)) if (canLeave(code, count, remove, left)) yield { pile, remove, leaves_piles: left };
      }
    }
  }
  return {
    ...USUAL,
    form: "split",
    board: () => "pins",
    most: 60,
    labels: (game) => new Map(piecesOf(game).flat().filter(({ pile }) => pile !== undefined).map(({ pile }, i) => [pile, i + 1])),
    // No more objects in total than the service solves in misère play by search.
    sizes: () => sizes([1, 2, 2, 9], [2, 2, 2, 10], [3, 3, 2, 9]),
    blanks(position) {
      const amounts = new Set([...legalMoves(position)].map(({ remove }) => remove));
      const split = (words) => [words, null, "into", null, "and", null];
      if (amounts.has(0)) return amounts.size === 1 ? [split("Split row")] : [["Take", null, "from row", null], split("or split row")];
      return [["Circle the pins to take, and write what is left:", null]];
    },
    isLegal: ({ piles, rule }, { pile, remove, leaves_piles: left = [] }) =>
      pile in piles && canLeave(parseCode(codeOf(rule)), piles[pile], remove, left),
    legalMoves,
    ...own,
  };
}

/** The parts into which this many objects may fall, in ascending order: none, one or two. */
const partsOf = (rest) => [rest > 0 ? [rest] : [], ...Array.from({ length: Math.floor(rest / 2) }, (_, i) => [i + 1, rest - i - 1])];

function canLeave({ digit, unequal }, count, remove, left) {
  const rest = left.reduce((sum, size) => sum + size, 0);
  if (count === 0 || !(remove >= 0 && remove <= count) || rest !== count - remove || left.some((size) => size < 1)) return false;
  if (remove === 0 && (left.length !== 2 || (unequal && left[0] === left[1]))) return false;
  return (digit(remove) & [1, 2, 4][left.length]) !== 0;
}

const CODE = /^(0|4!?)?\.(?:[0-7]{1,8}|[0-7]{0,7}\[[0-7]\])$/;

/** `{digit(n), unequal, length, repeats}` of a code: its n-th digit says what may remain after n objects are removed. */
function parseCode(text) {
  const [, first = "0", digits, repeated] = /^(0|4!?)?\.([0-7]*)(?:\[(\d)\])?$/.exec(text);
  const digit = (n) => Number(n === 0 ? first[0] : (digits[n - 1] ?? repeated ?? 0));
  return { digit, unequal: first === "4!", length: digits.length + (repeated ? 1 : 0), repeats: Boolean(repeated) };
}

/** "take 1 and leave one pile or two; take 2 and leave nothing": what a code allows. */
function codeInWords(code) {
  const { digit, unequal, length, repeats } = parseCode(code);
  const texts = digit(0) === 0 ? [] : [`split a row into two${unequal ? " unequal ones" : ""}`];
  for (let remove = 1; remove <= length; remove += 1) {
    const left = ["nothing", "one pile", "two piles"].filter((_, i) => digit(remove) & (1 << i));
    if (left.length > 0) texts.push(`take ${remove}${repeats && remove === length ? " or more" : ""} and leave ${oneOf(left)}`);
  }
  return texts.join("; ");
}

/** Whose moves only the service knows: a game by its entry in the service's list. @returns {Known} */
const remote = ({ title = "", rule = "", keys = [], limits }) => {
  const most = limits.piles ?? 3;
  const presets = [[3, 4, 5].slice(0, most), [5, 7].slice(0, most), [10]].filter((piles) => piles.length >= (limits.least_piles ?? 1));
  return {
    ...USUAL,
    title,
    rule: () => rule.replace(/\.$/, ""),
    noun: ["object", "objects"],
    board: () => "general",
    isRemote: true,
    piles: limits.piles === limits.least_piles ? limits.piles : undefined,
    fields: keys,
    presets: [...new Set(presets.map(String))],
    isLegal: ({ options }, move) => (options ?? []).some((one) => keyOf(one) === keyOf(move)),
    *legalMoves({ options }) {
      yield* options ?? [];
    },
  };
};

// --- Rows of pins, in pieces -----------------------------------------------------------------------

/** How many pins are left of what a move takes: its `at`, or the smaller part if it says only what it leaves. */
export const leftOf = ({ size, remove, left, at }) => Math.min(at ?? (left.length === 2 ? left[0] : size - remove), size - remove);

/**
 * The rows that the game began with, from left to right: pieces that stand, `{pile, size}`, and places of pins that are
 * gone, `{fell}`, true for the last move's.
 */
export function piecesOf({ start, moves }) {
  const pieces = start.map((size, row) => ({ row, from: 0, size }));
  let fallen = null;
  for (const { pile, remove, leaves_piles: parts, at } of moves) {
    const { row, from, size } = pieces[pile];
    const left = leftOf({ size, remove, left: parts, at });
    const sides = [{ row, from, size: left }, { row, from: from + left + remove, size: size - remove - left }].filter((side) => side.size > 0);
    sides.sort((a, b) => a.size - b.size); // as the service does: the smaller one keeps the pile's place
    pieces[pile] = sides[0] ?? { row, from, size: 0 };
    if (sides[1]) pieces.push(sides[1]);
    fallen = { row, from: from + left, to: from + left + remove };
  }
  return start.map((size, row) => {
    const parts = [];
    for (let place = 0; place < size; place += parts[parts.length - 1].size ?? 1) {
      const pile = pieces.findIndex((piece) => piece.row === row && piece.size > 0 && piece.from === place);
      const fell = fallen !== null && fallen.row === row && place >= fallen.from && place < fallen.to;
      parts.push(pile === -1 ? { fell } : { pile, size: pieces[pile].size });
    }
    return parts;
  });
}

// --- Nim -------------------------------------------------------------------------------------------

/** "any", "max" or "set": the kind of a rule of Nim. @param {Rule} rule */
export const kindOf = ({ max_remove: most, subtraction_set: set }) => (most !== undefined ? "max" : set !== undefined ? "set" : "any");

/** "any number of stones", "1 to 3 stones", "1, 3 or 4 stones" @param {Rule} rule */
function amount({ min_remove: least = 1, max_remove: most, subtraction_set: set }) {
  if (least > 1) return most === undefined ? `at least ${least} stones` : `${least === most ? "" : `${least} to `}${most} stones`;
  if (most !== undefined) return most === 1 ? "1 stone" : `1 to ${most} stones`;
  return set === undefined ? "any number of stones" : `${oneOf(set)} ${String(set) === "1" ? "stone" : "stones"}`;
}

// --- Numbers of a kind: whether a number may be removed from a pile, and what such numbers are called ----------------

const isPrime = (n) => n > 1 && !Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, i) => i + 2).some((d) => n % d === 0);

const isFactorial = (n, from = 1) => (n <= 1 ? n === 1 : Number.isInteger(n / (from + 1)) && isFactorial(n / (from + 1), from + 1));

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

const KINDS = {
  squares: { fits: (n) => Number.isInteger(Math.sqrt(n)), words: "a square number of stones (1, 4, 9, …)" },
  cubes: { fits: (n) => Math.round(Math.cbrt(n)) ** 3 === n, words: "1, 8, 27, … stones, a cube" },
  primes: { fits: isPrime, words: "a prime number of stones (2, 3, 5, …)" },
  "powers-of-2": { fits: (n) => Number.isInteger(Math.log2(n)), words: "1, 2, 4, 8, … stones" },
  odd: { fits: (n) => n % 2 === 1, words: "an odd number of stones" },
  "proper-divisors": { fits: (n, pile) => n < pile && pile % n === 0, words: "a divisor of the pile’s size, but not all of it" },
  "at-most-half": { fits: (n, pile) => 2 * n <= pile, words: "at most half of the stones" },
  factorials: { fits: (n) => isFactorial(n), words: "a factorial, such as 1, 2 or 6" },
  "to-divisors": { fits: (n, pile) => n < pile && pile % (pile - n) === 0, words: "what leaves a smaller divisor of the pile’s size" },
  coprime: { fits: (n, pile) => divisor(n, pile) === 1, words: "a number without a common factor with the pile’s size" },
};

// --- Wythoff's game: the piles are a queen's distances from the left and the lower edge ------------------------------

const isQueen = (start) => Math.max(...start) <= 24; // larger piles are played as piles

/** The pile that is counted to the right on the queen's board; the other one is counted upwards. */
export const acrossOf = (start) => (start[0] <= start[1] ? 0 : 1);

/** "left", "down" or "diagonally": where the queen goes when a move takes from these piles. */
const direction = (piles, { start }) => (piles.length > 1 ? "diagonally" : piles[0] === acrossOf(start) ? "left" : "down");

// --- Chomp: the piles are the rows of a bar, from the top ----------------------------------------------

/** The move that leaves so many squares of a row, and no more of the rows below. @returns {Move} */
export function biteAt({ piles }, row, left) {
  const cut = piles.map((count, pile) => ({ pile, remove: count - left, leaves: left }));
  return { removals: cut.filter(({ pile, remove }) => pile >= row && remove > 0) };
}

// --- Growing piles: each way to make a pile larger, by what it adds or by what it multiplies ---------------------------

/** `{sign, words, leaves}` for each; none once the target is reached. @param {any} game @param {number} pile */
export function growth({ piles, rule: { add = [], multiply = [], target } }, pile) {
  const count = piles[pile];
  if (count === undefined || piles.reduce((sum, each) => sum + each, 0) >= target) return [];
  const ways = [
    ...add.map((by) => ({ sign: `+ ${by}`, words: `add ${by} to pile ${pile + 1}`, leaves: count + by })),
    ...(count > 0 ? multiply.map((by) => ({ sign: `× ${by}`, words: `multiply pile ${pile + 1} by ${by}`, leaves: count * by })) : []),
  ];
  return ways.filter(({ leaves }, i) => ways.findIndex((way) => way.leaves === leaves) === i).sort((a, b) => a.leaves - b.leaves);
}

// --- The table ---------------------------------------------------------------------------------------

const INTEGER = { type: "integer", minimum: 1 };
const LIST = { type: "array", items: { ...INTEGER, maximum: 10000 } };

/** @type {Record<string, Own>} */
const OWN = {
  nim: removal({
    rule: (keys, start = []) => `Take ${amount(keys)}${start.length === 1 ? "" : " from one pile"}`,
    last: ({ min_remove: least = 1, subtraction_set: set }) => (least === 1 && Math.min(...(set ?? [1])) === 1 ? "take the last stone" : "make the last move"),
    invite: ({ rule }) => (Object.keys(rule).length === 0 ? "Choose a stone: you take it and everything to its right." : null),
    mostFrom: ({ piles, rule: { max_remove: most = Infinity, subtraction_set: set } }, pile) => Math.min(piles[pile], set ? Math.max(...set) : most),
    allows: ({ rule: { min_remove: least = 1, subtraction_set: set } }, _, remove) => remove >= least && (set?.includes(remove) ?? true),
    presets: ["3,4,5", "1,3,5,7", "21;max=3;misere;second", "8,8,1", "19,20,21", "41,163,13"],
    sizes: (rule) => (kindOf(rule) === "any" ? sizes([2, 2, 1, 7], [3, 3, 1, 7], [3, 4, 3, 15]) : sizes([1, 1, 4, 15], [2, 2, 4, 15], [3, 3, 5, 21])),
  }),
  octal: takeAndBreak({
    rule: ({ code }) => `Code ${code}: ${codeInWords(code)}`,
    codeOf: ({ code }) => code,
    fields: [{ name: "code", label: "Code, such as 0.77", required: true, type: "string", pattern: CODE, example: "a code like 0.77 or 4.[3]", first: "0.6" }],
    presets: ["6,5", "9", "4,5,7"],
  }),
  kayles: takeAndBreak({
    rule: () => "Knock down one pin, or two neighbours",
    last: () => "take the last pin",
    invite: () => "Choose a pin to knock down, alone or with its neighbour.",
    codeOf: () => "0.77",
    presets: ["7,5", "10", "13", "4,5,6"],
  }),
  "dawsons-kayles": takeAndBreak({
    rule: () => "Knock down two neighbours",
    invite: () => "Choose a pin to knock down with its neighbour.",
    codeOf: () => "0.07",
    presets: ["8,5", "12", "5,6,7"],
  }),
  "dawsons-chess": takeAndBreak({
    rule: () => "Take three in a row, two at an end, or one that stands alone",
    codeOf: () => "0.137",
    presets: ["8,5", "11", "5,6,7"],
  }),
  "laskers-nim": takeAndBreak({
    rule: () => "Take any number from an end of a row, or split it in two",
    last: () => "take the last pin",
    codeOf: () => "4.[3]",
    presets: ["3,4,5", "2,7", "9"],
  }),
  "grundys-game": takeAndBreak({
    rule: () => "Split a row into two unequal rows",
    invite: () => "Choose where to split a row: the two parts must differ.",
    codeOf: () => "4!.0",
    presets: ["9", "7,8", "12"],
  }),
  moore: several({
    rule: ({ max_piles: most }) => `Take any numbers from at most ${most} ${most === 1 ? "pile" : "piles"}`,
    invite: ({ rule: { max_piles: most } }) => `Choose a stone in up to ${most} piles: you take each one and everything to its right.`,
    severalPiles: ({ max_piles: most }) => most,
    fields: [{ name: "max_piles", label: "Piles that a move may take from, at most", required: true, ...INTEGER, maximum: 100, first: 2 }],
    presets: ["3,4,5", "1,3,5,7", "2,4,6"],
    sizes: () => sizes([3, 3, 1, 5], [3, 4, 1, 7], [4, 5, 2, 12]),
  }),
  wythoff: several({
    rule: (_, start = [0, 0]) => (isQueen(start) ? "Move the queen left, down or diagonally" : "Take any number from one pile, or the same number from both"),
    last: (_, start) => (isQueen(start) ? "bring the queen to the corner" : "take the last stone"),
    invite: ({ start }) => (isQueen(start) ? null : "Choose stones in one pile, or the same number in both."),
    say: ({ removals }, game) => (isQueen(game.start) ? `move the queen ${removals[0].remove} ${direction(removals.map(({ pile }) => pile), game)}` : null),
    where: (places, game) => (isQueen(game.start) ? `A winning move goes ${oneOf(new Set(places.map((piles) => direction(piles, game))))}.` : null),
    severalPiles: () => 2,
    together: (removals) => removals.every(({ remove }) => remove === removals[0].remove),
    board: (start) => (isQueen(start) ? "queen" : "piles"),
    piles: 2,
    presets: ["5,8", "7,7", "4,7", "9,12"],
    sizes: () => sizes([2, 2, 1, 6], [2, 2, 2, 10], [2, 2, 5, 14]),
    blanks: ({ piles }) => (isQueen(piles) ? [["Mark the square to move to:", null]] : [TAKE, ["and", ...TAKE.slice(1)]]),
  }),
  fibonacci: removal({
    rule: ({ quota }) => (quota === undefined ? "Take at most twice as many as the last move took; the first move may not take all" :
      `The first move takes at most ${quota}, and every later move at most twice as many as the one before`),
    now: (game) => `This move takes at most ${GAMES.fibonacci.mostFrom(game, 0)}.`,
    mostFrom: ({ piles, quota }, pile) => Math.min(piles[pile], quota ?? piles[pile] - 1),
    begin: ({ quota }) => ({ quota }),
    after: ({ remove }, piles) => ({ quota: Math.min(2 * remove, piles[0]) }),
    piles: 1,
    fields: [{ name: "quota", label: "The first move takes at most", required: false, ...INTEGER }],
    presets: ["20", "13", "30"],
    sizes: () => {
      const { easy, medium, hard } = sizes([1, 1, 4, 30], [1, 1, 6, 30], [1, 1, 20, 60]);
      return { easy, medium: { ...medium, quota: true }, hard: { ...hard, quota: true } };
    },
  }),
  greedy: removal({
    rule: () => "Take any number from a largest pile",
    invite: () => "Choose a stone in a largest pile: you take it and everything to its right.",
    mostFrom: ({ piles }, pile) => (piles[pile] === Math.max(...piles) ? piles[pile] : 0),
    confirms: true,
    presets: ["4,5,5", "3,4,5", "2,6,6,6"],
    sizes: () => sizes([2, 3, 1, 5], [3, 4, 1, 7], [4, 5, 3, 12]),
  }),
  numbers: removal({
    rule: ({ numbers }) => `Take ${KINDS[numbers].words}, from one pile`,
    last: ({ numbers }) => (["primes", "proper-divisors", "at-most-half", "to-divisors"].includes(numbers) ? "make the last move" : "take the last stone"),
    allows: ({ piles, rule: { numbers } }, pile, remove) => KINDS[numbers].fits(remove, piles[pile]),
    fields: [{ name: "numbers", label: "A move takes", required: true, type: "string", enum: Object.keys(KINDS), first: "squares" }],
    presets: ["7,4", "10,6", "5,8,12", "20"],
    sizes: () => sizes([1, 1, 4, 15], [2, 2, 4, 12], [3, 3, 5, 16]),
  }),
  euclid: removal({
    rule: () => "Take a multiple of the smaller pile from the larger one",
    last: () => "make the last move",
    mostFrom: ({ piles }, pile) => (Math.min(...piles) > 0 && piles[pile] === Math.max(...piles) ? piles[pile] : 0),
    allows: ({ piles }, _, remove) => remove % Math.min(...piles) === 0,
    piles: 2,
    presets: ["5,12", "7,10", "8,13", "6,9"],
    sizes: () => sizes([2, 2, 1, 9], [2, 2, 2, 15], [2, 2, 5, 24]),
  }),
  staircase: removal({
    rule: () => "Move any number of stones from one step to the next one down; from step 1 they leave the game",
    say: ({ pile, remove }) => `move ${remove} from step ${pile + 1} ${pile ? `to step ${pile}` : "out of the game"}`,
    leaves: ({ pile, remove }, { piles }) => piles.map((count, i) => count + (i === pile - 1 ? remove : i === pile ? -remove : 0)),
    presets: ["2,3,1", "1,2,3,4", "0,3,0,5"],
    sizes: () => sizes([2, 3, 0, 4], [3, 4, 0, 5], [4, 4, 1, 6]),
    blanks: () => [["Move", null, "from step", null]],
  }),
  chomp: {
    ...USUAL,
    form: "removals",
    board: (start) => (start[0] <= 20 ? "bar" : "general"),
    say: ({ removals }) => `take square ${removals[0].leaves + 1} of row ${removals[0].pile + 1} with all right of it and below`,
    isLegal: (game, move) => move.removals?.[0] !== undefined && keyOf(move) === keyOf(biteAt(game, move.removals[0].pile, game.piles[move.removals[0].pile] - move.removals[0].remove)),
    *legalMoves(game) {
      for (const [row, count] of game.piles.entries()) {
        for (let left = count - 1; left >= (row === 0 ? 1 : 0); left -= 1) yield biteAt(game, row, left);
      }
    },
    wrong(rows) {
      const i = rows.findIndex((count, row) => count > (rows[row - 1] ?? Infinity));
      if (i !== -1) return `Row ${i + 1} has ${rows[i]} squares, more than the ${rows[i - 1]} of the row before.`;
      return rows[0] > 0 ? "" : "The first square of row 1 is never taken.";
    },
    rule: () => "Take a square with all squares right of it or below, but never the first square of row 1",
    arrange: (rows) => rows.sort((a, b) => b - a),
    fit: (rows, row) => rows.map((count, i) => (i < row ? Math.max(count, rows[row]) : Math.min(count, rows[row]))),
    presets: ["3,3,3", "4,4", "5,4,2", "4,1,1,1"],
  },
  growing: {
    ...USUAL,
    board: () => "growing",
    say: ({ pile, leaves }, game) => growth(game, pile).find((way) => way.leaves === leaves).words,
    where: (places) => `A winning move makes pile ${oneOf(places.map(([pile]) => pile + 1))} larger.`,
    isLegal: (game, { pile, leaves }) => growth(game, pile).some((way) => way.leaves === leaves),
    *legalMoves(game) {
      for (const pile of game.piles.keys()) for (const { leaves } of growth(game, pile)) yield { pile, leaves };
    },
    wrong: (piles) => (piles.length > 3 ? "This game has at most 3 piles." : ""),
    rule({ add, multiply, target }) {
      const ways = [add && `add ${oneOf(add)} to a pile`, multiply && `multiply a pile by ${oneOf(multiply)}`];
      const text = ways.filter(Boolean).join(", or ") || "add to a pile";
      return `${text[0].toUpperCase()}${text.slice(1)}, until all together reach ${target}`;
    },
    fields: [
      { name: "target", label: "Target", required: true, ...INTEGER, maximum: 10000, first: 20 },
      { name: "add", label: "Add one of", needed: "multiply", first: "1", ...LIST },
      { name: "multiply", label: "Multiply by one of", needed: "add", first: "2", ...LIST },
    ],
    presets: ["2,5", "3", "1,1,7"],
  },
  welter: removal({
    rule: () => "Move a coin to an empty square of a smaller number",
    last: () => "make the last move",
    board: () => "strip",
    say: ({ pile, remove }, { piles }) => `move the coin on square ${piles[pile]} to square ${piles[pile] - remove}`,
    where: (places, { piles }) => `There is a winning move with the coin on square ${oneOf(places.map(([pile]) => piles[pile]))}.`,
    allows: ({ piles }, pile, remove) => !piles.includes(piles[pile] - remove),
    wrong(squares) {
      const twice = squares.find((square, i) => squares.indexOf(square) !== i);
      return twice === undefined ? "" : `There is another coin on square ${twice}.`;
    },
    arrange: (squares) => squares.sort((a, b) => a - b).map((square, i) => square + i),
    blanks: () => [["Move the coin on square", null, "to square", null]],
    presets: ["1,3,6", "2,5", "0,4,5,7"],
    sizes: () => sizes([2, 2, 0, 7], [3, 3, 0, 7], [4, 4, 0, 11]),
  }),
  /** Several games that are played together: each move is in one of them, see core/game.js. */
  sum: {
    ...USUAL,
    rule: ({ parts }) => `Make a move in one of the games: ${parts.map(({ rule }) => gameOf(rule).title).join(", ")}`,
    board: () => "sum",
    presets: ["3,4"],
  },
};

/** @type {Record<string, Known>} */
export const GAMES = Object.fromEntries(Object.entries(OWN).map(([name, own]) => [name, { ...own, ...TOLD[name] }]));
Object.assign(GAMES.sum, { noun: ["object", "objects"], unit: "game" }); // its boards have piles of their own

/** The service's name of a game. @param {Rule} rule */
export const nameOf = ({ game = "nim" }) => game;

/** Whether the pages know a game by its name. */
export const isKnown = (name) => Object.hasOwn(GAMES, name);

/** @param {Rule} rule */
export const gameOf = (rule) => GAMES[nameOf(rule)];

/** Know a game that has no entry above, by its entry in the service's list. */
export const add = (listed) => (GAMES[listed.name] ??= { ...remote(listed), ...TOLD[listed.name] });

/** The key that a rule needs in any case, and that a link has behind the game's name. @param {Rule} rule */
export const neededKey = (rule) => gameOf(rule).fields.find(({ required }) => required)?.name;
