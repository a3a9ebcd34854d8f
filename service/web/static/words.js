// Moves in words. People count piles from 1.

export function name(player) {
  return player === "you" ? "You" : "The service";
}

/** "take 2 from pile 1" */
export function take({ pile, remove }) {
  return `take ${remove} from pile ${pile + 1}`;
}

/** "The service took 2 from pile 1, leaving 3." */
export function took({ by, pile, remove, leaves }) {
  const rest = leaves === 0 ? "leaving none" : `leaving ${leaves}`;
  return `${name(by)} took ${remove} from pile ${pile + 1}, ${rest}.`;
}

/** "a", "a or b", "a, b or c" */
export function oneOf(items) {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

export function rule(misere) {
  return misere
    ? "Misère play: the last object loses"
    : "Normal play: the last object wins";
}
