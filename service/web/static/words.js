// Moves in words. People count piles from 1.

export function name(player) {
  return player === "you" ? "You" : "The service";
}

/** "take 2 from pile 1", "move the token to d", "choose a pile of 3" */
export function take({ pile, remove, to, size }) {
  if (to !== undefined) return `move the token to ${to}`;
  if (size !== undefined) return `choose a pile of ${size}`;
  return `take ${remove} from pile ${pile + 1}`;
}

/** "takes 2 from pile 1", "moves the token to d" */
export function takes(move) {
  return take(move).replace(/^\w+/, "$&s");
}

/** "The service took 2 from pile 1, leaving 3." */
export function took({ by, pile, remove, leaves, to, size }) {
  if (to !== undefined) return `${name(by)} moved the token to ${to}.`;
  if (size !== undefined) return `${name(by)} chose a pile of ${size}.`;
  const rest = leaves === 0 ? "leaving none" : `leaving ${leaves}`;
  return `${name(by)} took ${remove} from pile ${pile + 1}, ${rest}.`;
}

/** "a", "a or b", "a, b or c" */
export const oneOf = (items) => listed(items, "or");

/** "a", "a and b", "a, b and c" */
export const and = (items) => listed(items, "and");

function listed(items, word) {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
