// Games whose code says what may remain of a pile after each number of objects is removed.

const LONGEST_CODE = 8; // digits after the point

/** `{digit(n), unequal, length, repeats}` of a code, or null if it is not one. */
export function parseCode(text) {
  const parts = /^(|0|4!?)\.([0-7]*)(?:\[([0-7])\])?$/.exec(text ?? "");
  if (!parts) return null;
  const [, first, digits, repeated] = parts;
  const length = digits.length + (repeated ? 1 : 0);
  if (length === 0 || length > LONGEST_CODE) return null;
  const digit = (n) => (n === 0 ? Number(first[0] ?? 0) : Number(digits[n - 1] ?? repeated ?? 0));
  return { digit, unequal: first === "4!", length, repeats: Boolean(repeated) };
}

/**
 * `codeOf(rule)` is the code of the game.
 *
 * @param {Pick<Known, "title" | "rule" | "presets"> & Partial<Known> & {
 *   codeOf: (rule: Rule) => string | undefined,
 * }} own
 * @returns {Known}
 */
export function takeAndBreak({ codeOf, ...game }) {
  /** @type {Known["isLegal"]} */
  const isLegal = ({ piles, rule }, { pile, remove, leaves_piles: left = [] }) =>
    pile >= 0 && pile < piles.length && canLeave(parseCode(codeOf(rule)), piles[pile], remove, left);
  /** What may be left of a pile after a number is removed: none, one or two piles, in ascending order. */
  function* splits(code, count, remove) {
    const rest = count - remove;
    if (rest < 0 || count === 0) return;
    const candidates = rest === 0 ? [[]] : [[rest]];
    for (let smaller = 1; smaller <= rest / 2; smaller += 1) candidates.push([smaller, rest - smaller]);
    for (const left of candidates) if (canLeave(code, count, remove, left)) yield left;
  }
  function* legalMoves({ piles, rule }) {
    const code = parseCode(codeOf(rule));
    for (const [pile, count] of piles.entries()) {
      for (let remove = 0; remove <= count; remove += 1) {
        for (const left of splits(code, count, remove)) yield { pile, remove, leaves_piles: left };
      }
    }
  }
  return {
    form: "split",
    noun: ["pin", "pins"],
    unit: "row",
    labels: numbersOnBoard,
    board: () => "pins",
    takesAll: () => false,
    most: 60,
    fields: [],
    isLegal,
    legalMoves,
    invite: () => "Choose where to take or split.",
    random: () => Array.from({ length: 2 + Math.floor(2 * Math.random()) }, () => 3 + Math.floor(7 * Math.random())),
    ...game,
    sheet: {
      // No more objects in total than the service solves in misère play by search.
      easy: { piles: [1, 2], objects: [2, 9] },
      medium: { piles: [2, 2], objects: [2, 10] },
      hard: { piles: [3, 3], objects: [2, 9] },
      blanks: (position) => {
        const amounts = new Set([...legalMoves(position)].map(({ remove }) => remove));
        const split = (words) => [words, null, "into", null, "and", null];
        if (![...amounts].some((remove) => remove > 0)) return [split("Split row")];
        const takes = ["Circle the pins to take, and write what is left:", null];
        return amounts.has(0) ? [["Take", null, "from row", null], split("or split row")] : [takes];
      },
      ...game.sheet,
    },
  };
}

function canLeave({ digit, unequal }, count, remove, left) {
  const rest = left.reduce((sum, size) => sum + size, 0);
  if (!(remove >= 0 && remove <= count) || rest !== count - remove || left.some((size) => size < 1)) return false;
  if (remove === 0 && (left.length !== 2 || (unequal && left[0] === left[1]))) return false;
  return (digit(remove) & [1, 2, 4][left.length]) !== 0;
}

/** The number by which the board calls each row that stands, from left to right, by its index. */
function numbersOnBoard(game) {
  const standing = piecesOf(game).flat().filter(({ pile }) => pile !== undefined);
  return new Map(standing.map(({ pile }, i) => [pile, i + 1]));
}

// --- Where the piles stand: each row that the game began with, in pieces ---

/**
 * The number of objects to the left of what a move takes: its `at`, or the smaller part for a move of
 * the computer, which says only what it leaves.
 */
export function leftOf({ size, remove, left, at }) {
  return Math.min(at ?? (left.length === 2 ? left[0] : size - remove), size - remove);
}

/**
 * The rows from left to right: pieces that stand, `{pile, size}`, and places of objects that are gone,
 * `{fell}`, true for the last move's.
 */
export function piecesOf({ start, moves }) {
  const pieces = start.map((size, row) => ({ row, from: 0, size }));
  let fallen = null;
  for (const { pile, remove, leaves_piles: parts, at } of moves) {
    const { row, from, size } = pieces[pile];
    const left = leftOf({ size, remove, left: parts, at });
    const sides = [
      { row, from, size: left },
      { row, from: from + left + remove, size: size - remove - left },
    ].filter((side) => side.size > 0);
    sides.sort((a, b) => a.size - b.size); // as the service does: the smaller one keeps the pile's place
    pieces[pile] = sides[0] ?? { row, from, size: 0 };
    if (sides[1]) pieces.push(sides[1]);
    fallen = { row, from: from + left, to: from + left + remove };
  }
  return start.map((size, row) => {
    const parts = [];
    for (let place = 0; place < size; place += 1) {
      const pile = pieces.findIndex((piece) => piece.row === row && piece.size > 0 && piece.from === place);
      if (pile === -1) {
        parts.push({ fell: fallen !== null && fallen.row === row && place >= fallen.from && place < fallen.to });
      } else {
        parts.push({ pile, size: pieces[pile].size });
        place += pieces[pile].size - 1;
      }
    }
    return parts;
  });
}
