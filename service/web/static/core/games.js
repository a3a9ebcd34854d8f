// The games of the pages: their boards, and what people are offered of them. A game that the service has needs no entry
// in OWN to be played; with one it has a board of its own, positions to begin with, an invitation.
//
// No rule is here. Which moves are legal, what they leave and the rule in words come from the service, see the end; so do
// titles and what objects are called, which are in told.js. `Known` in types.d.ts has all that an entry may say; what
// it leaves out is as in USUAL.

import { TOLD } from "./told.js";

const formats = { or: new Intl.ListFormat("en-GB", { type: "disjunction" }), and: new Intl.ListFormat("en-GB") };

/** "a", "a or b", "a, b or c" */
export const oneOf = (items) => formats.or.format([...items].map(String));

/** "a", "a and b", "a, b and c" */
export const and = (items) => formats.and.format([...items].map(String));

/**
 * How many piles, perhaps from and to, and how many objects in each, from and to; by difficulty.
 *
 * @typedef {[number | [number, number], number, number]} Span
 * @type {(easy: Span, medium: Span, hard: Span) => Difficulties}
 */
const sizes = (easy, medium, hard) => {
  /** @type {(span: Span) => Sizes} */
  const range = ([piles, fewest, largest]) => ({ piles: typeof piles === "number" ? [piles, piles] : piles, objects: [fewest, largest] });
  return { easy: range(easy), medium: range(medium), hard: range(hard) };
};

const TAKE = ["Take", null, "from pile", null];

/** @type {Omit<Known, "title" | "rule">} */
const USUAL = {
  noun: ["stone", "stones"],
  unit: "pile",
  board: () => "piles",
  form: null,
  fields: [],
  most: 9999,
  presets: ["3,4,5"],
  last: () => "make the last move",
  severalPiles: () => 1,
  sizes: () => sizes([2, 1, 7], [3, 1, 7], [[3, 4], 3, 15]),
  blanks: () => [["Your move:", null]],
  arrange: (piles) => piles,
  fit: (piles) => piles,
};

/** A move in the form of a request, without what else is known of it. @param {Move} move @returns {Move} */
export function plain({ component, pile, remove, leaves, leaves_piles: left, removals, play, to, size }) {
  if (to !== undefined || size !== undefined) return to === undefined ? { size } : { to }; // of dots and arrows
  const of = component === undefined ? {} : { component };
  if (play !== undefined) return { ...of, play };
  if (remove === undefined && leaves !== undefined) return { ...of, pile, leaves }; // what the pile becomes
  if (removals) return { ...of, removals: removals.map((one) => ({ pile: one.pile, remove: one.remove })) };
  return left ? { ...of, pile, remove, leaves_piles: left } : { ...of, pile, remove };
}

/** Equal for equal moves. @param {Move} move */
export const keyOf = (move) => JSON.stringify(plain(move));

// --- Families: games whose moves have the same form ------------------------------------------------

/** A move removes objects from one pile. @param {Partial<Known>} own @returns {Own} */
const removal = (own) => ({
  ...USUAL,
  form: "removal",
  last: () => "take the last stone",
  blanks: ({ piles }) => [piles.length > 1 ? TAKE : TAKE.slice(0, 2)],
  ...own,
});

/** A move takes from up to `severalPiles(rule)` piles. @param {Partial<Known> & Pick<Known, "severalPiles">} own @returns {Own} */
const several = (own) => ({
  ...USUAL,
  form: "removals",
  last: () => "take the last stone",
  blanks: ({ piles, rule }) => [TAKE, ...Array(Math.min(own.severalPiles(rule), piles.length) - 1).fill(["and", ...TAKE.slice(1)])],
  ...own,
});

/** A move takes neighbours from a row of pins and may split it. @param {Partial<Known>} own @returns {Own} */
const takeAndBreak = (own) => ({
  ...USUAL,
  form: "split",
  board: () => "pins",
  most: 60,
  labels: (game) => new Map(piecesOf(game).flat().filter(({ pile }) => pile !== undefined).map(({ pile }, i) => [pile, i + 1])),
  // No more objects in total than the service solves in misère play by search.
  sizes: () => sizes([[1, 2], 2, 9], [2, 2, 10], [3, 2, 9]),
  blanks: () => [["Circle the pins to take, and write what is left:", null]],
  ...own,
});

/** A game on a board: all that is needed to draw it are its shape and some positions, which the service has in told.js. */
const onBoard = ({ shape, boards }) => ({
  ...USUAL,
  form: "board",
  board: () => shape,
  isTold: true,
  piles: 0,
  presets: boards,
  blanks: () => [["Your move:", null]],
});

const CODE = /^(0|4!?)?\.(?:[0-7]{1,64}|[0-7]{0,63}\[[0-7]\])$/;

const SPLIT = [null, "into", null, "and", null];

/** The boards that games have by the form of their moves; any other form has buttons with the service's words. */
const BY_FORM = { removal: removal({}), split: takeAndBreak({}) };

/** A game that has no entry here, by its entry in the service's list. @returns {Omit<Known, "rule">} */
const listed = ({ title = "", keys = [], limits, form }) => {
  const most = limits.piles ?? 3;
  const presets = [[3, 4, 5].slice(0, most), [5, 7].slice(0, most), [10]].filter((piles) => piles.length >= (limits.least_piles ?? 1));
  return {
    ...(BY_FORM[form] ?? { ...USUAL, board: () => "general" }),
    title,
    noun: ["object", "objects"],
    isTold: true,
    piles: limits.piles === limits.least_piles ? limits.piles : undefined,
    fields: keys,
    presets: [...new Set(presets.map(String))],
  };
};

// --- Rows of pins, in pieces -----------------------------------------------------------------------

/** How many pins are left of what a move takes: its `at`, or the smaller part if it says only what it leaves. */
export const leftOf = ({ size, remove, left, at }) => Math.min(at ?? (left.length === 2 ? left[0] : size), size - remove);

/**
 * The rows that the game began with, from left to right: pieces that stand, `{pile, size}`, and places of pins that are
 * gone, `{fell}`, true for the last move's.
 */
export function piecesOf({ start, moves }) {
  const pieces = start.map((size, row) => ({ row, from: 0, size }));
  let fallen = null;
  for (const { pile, remove, leaves_piles: parts, at, left: after } of moves) {
    const { row, from, size } = pieces[pile];
    const left = leftOf({ size, remove, left: parts, at });
    const sides = [{ row, from, size: left }, { row, from: from + left + remove, size: size - remove - left }].filter((side) => side.size > 0);
    if (sides[0]?.size !== after.piles[pile]) sides.reverse(); // the one that keeps the pile's place
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

// --- Wythoff's game: the piles are a queen's distances from the left and the lower edge ------------------------------

const isQueen = (start) => Math.max(...start) <= 24; // larger piles are played as piles

/** The pile that is counted to the right on the queen's board; the other one is counted upwards. */
export const acrossOf = (start) => (start[0] <= start[1] ? 0 : 1);

/** "left", "down" or "diagonally": where the queen goes when a move takes from these piles. */
const direction = (piles, { start }) => (piles.length > 1 ? "diagonally" : piles[0] === acrossOf(start) ? "left" : "down");

// --- The table ---------------------------------------------------------------------------------------

const INTEGER = { type: "integer", minimum: 1 };
const LIST = { type: "array", items: { ...INTEGER, maximum: 10000 } };

const LINES = ["turtles", "mock", "ruler", "twins"];
const CODES = [...LINES, ...LINES.flatMap((along) => LINES.map((down) => `${along}*${down}`))];

/** @type {Record<string, Partial<Own>>} */
const OWN = {
  nim: removal({
    last: ({ min_remove: least = 1, subtraction_set: set }) => (least === 1 && Math.min(...(set ?? [1])) === 1 ? "take the last stone" : "make the last move"),
    invite: ({ rule }) => (Object.keys(rule).length === 0 ? "Choose a stone: you take it and everything to its right." : null),
    presets: ["3,4,5", "1,3,5,7", "21;max=3;misere;second", "8,8,1", "19,20,21", "41,163,13"],
    sizes: (rule) => (kindOf(rule) === "any" ? sizes([2, 1, 7], [3, 1, 7], [[3, 4], 3, 15]) : sizes([1, 4, 15], [2, 4, 15], [3, 5, 21])),
  }),
  octal: takeAndBreak({
    fields: [{ name: "code", label: "Code, such as 0.77", required: true, type: "string", pattern: CODE, example: "a code like 0.77 or 4.[3]", first: "0.6" }],
    presets: ["6,5", "9", "4,5,7"],
  }),
  kayles: takeAndBreak({
    last: () => "take the last pin",
    invite: () => "Choose a pin to knock down, alone or with its neighbour.",
    presets: ["7,5", "10", "13", "4,5,6"],
  }),
  "dawsons-kayles": takeAndBreak({
    invite: () => "Choose a pin to knock down with its neighbour.",
    presets: ["8,5", "12", "5,6,7"],
  }),
  "dawsons-chess": takeAndBreak({
    presets: ["8,5", "11", "5,6,7"],
  }),
  "laskers-nim": takeAndBreak({
    blanks: () => [["Take", null, "from row", null], ["or split row", ...SPLIT]],
    last: () => "take the last pin",
    presets: ["3,4,5", "2,7", "9"],
  }),
  "grundys-game": takeAndBreak({
    blanks: () => [["Split row", ...SPLIT]],
    invite: () => "Choose where to split a row: the two parts must differ.",
    presets: ["9", "7,8", "12"],
  }),
  moore: several({
    invite: ({ rule: { max_piles: most } }) => `Choose a stone in up to ${most} piles: you take each one and everything to its right.`,
    severalPiles: ({ max_piles: most }) => most,
    fields: [{ name: "max_piles", label: "Piles that a move may take from, at most", required: true, ...INTEGER, maximum: 100, first: 2 }],
    presets: ["3,4,5", "1,3,5,7", "2,4,6"],
    sizes: () => sizes([3, 1, 5], [[3, 4], 1, 7], [[4, 5], 2, 12]),
  }),
  wythoff: several({
    last: (_, start) => (isQueen(start) ? "bring the queen to the corner" : "take the last stone"),
    invite: ({ start }) => (isQueen(start) ? null : "Choose stones in one pile, or the same number in both."),
    say: ({ removals }, game) => (isQueen(game.start) ? `move the queen ${removals[0].remove} ${direction(removals.map(({ pile }) => pile), game)}` : null),
    where: (places, game) => (isQueen(game.start) ? `A winning move goes ${oneOf(new Set(places.map((piles) => direction(piles, game))))}.` : null),
    severalPiles: () => 2,
    board: (start) => (isQueen(start) ? "queen" : "piles"),
    piles: 2,
    presets: ["5,8", "7,7", "4,7", "9,12"],
    sizes: () => sizes([2, 1, 6], [2, 2, 10], [2, 5, 14]),
    blanks: ({ piles }) => (isQueen(piles) ? [["Mark the square to move to:", null]] : [TAKE, ["and", ...TAKE.slice(1)]]),
  }),
  fibonacci: removal({
    now: (game, most) => `This move takes at most ${most}.`,
    piles: 1,
    fields: [{ name: "quota", label: "The first move takes at most", required: false, ...INTEGER }],
    presets: ["20", "13", "30"],
    sizes: () => {
      const { easy, medium, hard } = sizes([1, 4, 30], [1, 6, 30], [1, 20, 60]);
      return { easy, medium: { ...medium, quota: true }, hard: { ...hard, quota: true } };
    },
  }),
  greedy: removal({
    invite: () => "Choose a stone in a largest pile: you take it and everything to its right.",
    confirms: true,
    presets: ["4,5,5", "3,4,5", "2,6,6,6"],
    sizes: () => sizes([[2, 3], 1, 5], [[3, 4], 1, 7], [[4, 5], 3, 12]),
  }),
  numbers: removal({
    last: ({ numbers }) => (["primes", "proper-divisors", "at-most-half", "to-divisors"].includes(numbers) ? "make the last move" : "take the last stone"),
    fields: [{ name: "numbers", label: "A move takes", required: true, type: "string", enum: ["squares", "cubes", "primes", "powers-of-2", "odd", "proper-divisors", "at-most-half", "factorials", "to-divisors", "coprime"], first: "squares" }],
    presets: ["7,4", "10,6", "5,8,12", "20"],
    sizes: () => sizes([1, 4, 15], [2, 4, 12], [3, 5, 16]),
  }),
  euclid: removal({
    last: () => "make the last move",
    piles: 2,
    presets: ["5,12", "7,10", "8,13", "6,9"],
    sizes: () => sizes([2, 1, 9], [2, 2, 15], [2, 5, 24]),
  }),
  staircase: removal({
    say: ({ pile, remove }) => `move ${remove} from step ${pile + 1} ${pile ? `to step ${pile}` : "out of the game"}`,
    presets: ["2,3,1", "1,2,3,4", "0,3,0,5"],
    sizes: () => sizes([[2, 3], 0, 4], [[3, 4], 0, 5], [4, 1, 6]),
    blanks: () => [["Move", null, "from step", null]],
  }),
  chomp: {
    ...USUAL,
    form: "removals",
    board: (start) => (start[0] <= 20 ? "bar" : "general"),
    say: ({ removals }) => `take square ${removals[0].leaves + 1} of row ${removals[0].pile + 1} with all right of it and below`,
    arrange: (rows) => rows.sort((a, b) => b - a),
    fit: (rows, row) => rows.map((count, i) => (i < row ? Math.max(count, rows[row]) : Math.min(count, rows[row]))),
    presets: ["3,3,3", "4,4", "5,4,2", "4,1,1,1"],
  },
  growing: {
    ...USUAL,
    board: () => "growing",
    say: ({ pile, leaves }, { piles, rule }) =>
      /** @type {number[]} */ (rule.add ?? []).includes(leaves - piles[pile]) ? `add ${leaves - piles[pile]} to pile ${pile + 1}` : `multiply pile ${pile + 1} by ${leaves / piles[pile]}`,
    where: (places) => `A winning move makes pile ${oneOf(places.map(([pile]) => pile + 1))} larger.`,
    fields: [
      { name: "target", label: "Target", required: true, ...INTEGER, maximum: 10000, first: 20 },
      { name: "add", label: "Add one of", needed: "multiply", first: "1", ...LIST },
      { name: "multiply", label: "Multiply by one of", needed: "add", first: "2", ...LIST },
    ],
    presets: ["2,5", "3", "1,1,7"],
  },
  welter: removal({
    last: () => "make the last move",
    board: () => "strip",
    say: ({ pile, remove }, { piles }) => `move the coin on square ${piles[pile]} to square ${piles[pile] - remove}`,
    where: (places, { piles }) => `There is a winning move with the coin on square ${oneOf(places.map(([pile]) => piles[pile]))}.`,
    arrange: (squares) => squares.sort((a, b) => a - b).map((square, i) => square + i),
    blanks: () => [["Move the coin on square", null, "to square", null]],
    presets: ["1,3,6", "2,5", "0,4,5,7"],
    sizes: () => sizes([2, 0, 7], [3, 0, 7], [4, 0, 11]),
  }),
  coins: {
    fields: [{ name: "code", label: "A move turns coins as in", required: true, type: "string", enum: CODES, first: "turtles" }],
  },
  /** Several games that are played together: each move is in one of them, see core/game.js. */
  sum: {
    ...USUAL,
    board: () => "sum",
    presets: ["3,4"],
  },
};

/** @type {Record<string, Known>} */
export const GAMES = Object.fromEntries(
  Object.entries(TOLD).flatMap((/** @type {[string, any]} */ [name, told]) => {
    const own = { ...(told.shape && onBoard(told)), ...OWN[name] };
    return own.board ? [[name, { ...own, ...told }]] : [];
  }),
);
Object.assign(GAMES.sum, { noun: ["object", "objects"], unit: "game" }); // its boards have piles of their own

/**
 * How boards are drawn whose drawing is loaded with their first game, by their shapes, as those in boards.js are; and
 * `still(game)`, the picture alone. on-board.js fills it.
 *
 * @type {Record<string, (view: any) => any>}
 */
export const DRAWINGS = {};

/** Whether a game is known, but not yet how its board is drawn. */
export const isUndrawn = (name) => GAMES[name]?.form === "board" && DRAWINGS.still === undefined;

/** The service's name of a game. @param {Rule} rule */
export const nameOf = ({ game = "nim" }) => game;

/** Whether the pages know a game by its name. */
export const isKnown = (name) => Object.hasOwn(GAMES, name);

/** @param {Rule} rule */
export const gameOf = (rule) => GAMES[nameOf(rule)];

/** Know a game that has no entry above, by its entry in the service's list. */
export const add = (entry) => (GAMES[entry.name] ??= { ...listed(entry), rule: entry.rule, ...TOLD[entry.name] });

/** The key that a rule needs in any case, and that a link has behind the game's name. @param {Rule} rule */
export const neededKey = (rule) => gameOf(rule).fields.find(({ required }) => required)?.name;

// --- What the service has said of positions: the rule in words, the legal moves, and what each leaves. The boards play from
// these lists and know no rule themselves. A position that was never listed is unknown until its list has come ---

/** @typedef {{moves: Move[], by: Map<string, Move>, more: boolean, tried: Move[]}} List */

/** @type {Map<string, List>} */
const lists = new Map(); // by positions
const rules = new Map(); // in words, by games with their keys
const asked = new Map(); // requests under way, by positions

/** The name of a game with its keys; the titles of its games are the rule of a sum. @param {any} at */
function nameOfRule({ piles: _p, board: _b, misere: _m, quota: _q, components, parts, ...keys }) {
  const games = (components ?? parts?.map(({ rule }) => rule))?.map(({ game }) => game);
  const own = Object.entries({ ...keys, games }).filter(([name, value]) => value !== undefined && !(name === "game" && value === "nim"));
  return JSON.stringify(own.sort());
}

/** What tells positions apart whose legal moves differ; the convention is no part of it. @param {any} at */
const nameOfPosition = ({ piles = [], board = null, quota = null, ...keys }) => JSON.stringify([piles, board, quota, nameOfRule(keys)]);

/** @returns {List} */
const list = (moves, more = false, tried = []) => ({ moves, by: new Map(moves.map((move) => [keyOf(move), move])), more, tried });

/** Keep what a response says of a position, as a request has it, and of those behind its moves. */
export function learn(at, { rule = null, legal, more_legal: more = false }) {
  if (rule) rules.set(nameOfRule(at), rule);
  if (at.components) {
    for (const [i, component] of at.components.entries()) {
      const own = legal.filter(({ move }) => move.component === i);
      learn(component, { legal: own.map(({ move, ...one }) => ({ ...one, move: alone(move) })), more_legal: more });
    }
    return;
  }
  const { tried = [] } = lists.get(nameOfPosition(at)) ?? {};
  lists.set(nameOfPosition(at), list([...legal.map(({ move, leaves }) => ({ ...move, left: leaves })), ...tried], more, tried));
  for (const { leaves, ...behind } of legal) if (behind.legal) learn({ ...at, ...leaves }, behind);
}

/** A move of a sum, as it is in its game alone. */
export const alone = ({ component: _, text, ...move }) => ({ ...move, text: text.replace(/^in game \d+, /, "") });

/** Keep a move that the service has found legal, though it is not among the first that are listed. */
export function learnMove(at, move, left) {
  const { moves, more, tried } = lists.get(nameOfPosition(at)) ?? list([], true);
  const made = { ...move, left };
  lists.set(nameOfPosition(at), list([...moves, made], more, [...tried, made]));
}

/**
 * Ask for the list of a position, unless that is being done; with a depth of 2 for those behind its moves as well. The
 * list is kept, whoever still waits for it.
 */
export function tell(api, at, depth = 1) {
  const name = JSON.stringify([at, depth]);
  if (!asked.has(name)) {
    const request = api.legal({ ...at, depth }, new AbortController().signal).then(({ response }) => learn(at, response));
    asked.set(name, request.finally(() => asked.delete(name)));
  }
  return asked.get(name);
}

/** The list of a game that is no sum; undefined while it is unknown. @param {Game} game @returns {List | undefined} */
export function listOf(game) {
  const { rule, piles, board, quota } = game;
  const own = gameOf(rule).legalMoves;
  return own ? list([...own(game)]) : lists.get(nameOfPosition({ ...rule, piles, board, quota }));
}

/** Whether the rule is known in words. @param {Rule} rule */
export const isTold = (rule) => rules.has(nameOfRule(rule));

/** The rule for moves, in a sentence or two; of a game whose keys make it another one, nothing before it is known. @param {Rule} rule @returns {string} */
export const ruleOf = (rule) => rules.get(nameOfRule(rule)) ?? (Object.keys(rule).some((key) => key !== "game" && key !== "board") ? "" : gameOf(rule).rule);
