// Choosing a move and then confirming it: the button that makes the chosen move.

import { element } from "./dom.js";
import { moveName, say, capital } from "./words.js";

const SHOWN = 12; // winning moves that have a button

export class Confirm {
  form;
  #button = element("button", { type: "submit", class: "primary" });
  #text = element("span", { class: "chosen-text" });
  #move = null;

  constructor(onMake) {
    const onsubmit = (event) => {
      event.preventDefault();
      if (this.#move) onMake(this.#move);
    };
    this.form = element("form", { class: "confirm", onsubmit }, this.#button, this.#text);
  }

  /**
   * Offer a move in `game`, or none; `shown` says whether choices are to be confirmed at all. `verb` is what
   * the button says, and `text` what is said of the choice where it is not a move yet.
   */
  choose(move, game, { shown = true, verb = "Take", text = "Choose a move first." } = {}) {
    this.#move = move;
    this.form.hidden = !shown;
    this.#button.disabled = move === null;
    this.#button.textContent = move ? verbOf(move, game) : verb;
    this.#text.textContent = move ? moveName(move, game) : text;
  }
}

/** "Take 3", "Split", "Move" */
function verbOf(move, game) {
  if (move.size !== undefined) return "Choose";
  if (move.remove === 0) return "Split";
  if (move.to !== undefined || say(move, game).startsWith("move")) return "Move";
  const taken = (move.removals ?? [move]).reduce((sum, { remove }) => sum + remove, 0);
  return `Take ${taken}`;
}

/** A button for each winning move, as many as fit; only words if no move may be made. */
export function winningMoves(moves, game, active, onMake) {
  return moves.slice(0, SHOWN).map((move) => {
    const text = capital(say(move, game));
    if (!active) return element("span", { class: "winning" }, text);
    return element("button", { type: "button", class: "winning", "aria-label": `${text}: a winning move`, onclick: () => onMake(move) }, text);
  });
}
