// A move removes a number of a named kind, such as a square, or a divisor of the pile's size.

import { removal } from "./nim.js";

const isSquare = (n) => Number.isInteger(Math.sqrt(n));
const isCube = (n) => Math.round(Math.cbrt(n)) ** 3 === n;
const isPrime = (n) => n > 1 && !Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, i) => i + 2).some((d) => n % d === 0);

/** By the service's names: whether a number may be removed from a pile, and what such numbers are called. */
const KINDS = {
  squares: { fits: isSquare, words: "a square number of stones (1, 4, 9, …)" },
  cubes: { fits: isCube, words: "a cube number of stones (1, 8, 27, …)" },
  primes: { fits: isPrime, words: "a prime number of stones (2, 3, 5, …)" },
  "powers-of-2": { fits: (n) => Number.isInteger(Math.log2(n)), words: "1, 2, 4, 8, … stones" },
  odd: { fits: (n) => n % 2 === 1, words: "an odd number of stones" },
  "proper-divisors": { fits: (n, pile) => n < pile && pile % n === 0, words: "a divisor of the pile’s size, but not all of it" },
  "at-most-half": { fits: (n, pile) => 2 * n <= pile, words: "at most half of a pile" },
};

export default removal({
  title: "Numbers of a kind",
  rule: ({ numbers }) => `Take ${KINDS[numbers].words}, from one pile`,
  takesAll: ({ numbers }) => !["primes", "proper-divisors", "at-most-half"].includes(numbers),
  invite: ({ rule: { numbers } }) => `Take ${KINDS[numbers].words}.`,
  mostFrom: ({ piles }, pile) => piles[pile],
  allows: ({ piles, rule: { numbers } }, pile, remove) => KINDS[numbers].fits(remove, piles[pile]),
  link: "numbers",
  wrong: ({ numbers }) => (Object.keys(KINDS).includes(numbers) ? null : `Choose one of ${Object.keys(KINDS).join(", ")}.`),
  fields: [{ name: "numbers", label: "A move takes", required: true, type: "string", enum: Object.keys(KINDS), first: "squares" }],
  presets: ["7,4", "10,6", "5,8,12", "20"],
  sheet: {
    easy: { piles: [1, 1], objects: [4, 15] },
    medium: { piles: [2, 2], objects: [4, 12] },
    hard: { piles: [3, 3], objects: [5, 16] },
  },
});
