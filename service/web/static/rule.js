// What a move may remove: any number of objects, at most so many, or one of a set of numbers.
//
// A rule is an object with the keys that the service takes beside `piles` and `misere`: {} for any
// number, {max_remove: 3}, or {subtraction_set: [1, 3, 4]}.

export const ANY = Object.freeze({});

/** "any", "max" or "set": which kind of rule it is, by the words that links have for them. */
export function kind({ max_remove: most, subtraction_set: set }) {
  if (most !== undefined) return "max";
  return set === undefined ? "any" : "set";
}

/** Whether a move may remove so many objects from a pile that has them. */
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
