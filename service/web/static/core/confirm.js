// The button that makes a chosen move.

import { CONFIRM } from "../boards/board-texts.js";
import { element } from "./dom.js";
import { moveName } from "./words.js";

export class Confirm {
  form;
  #button = element("button", { type: "submit", class: "primary" });
  #text = element("span", { class: "chosen-text" });
  #move = null;
  #verb;

  /** `verb` is the button's text while there is nothing to confirm. */
  constructor(onTake, verb = CONFIRM.make) {
    this.#verb = verb;
    const onsubmit = (event) => {
      event.preventDefault();
      if (this.#move) onTake(this.#move);
    };
    this.form = element("form", { class: "confirm", onsubmit }, this.#button, this.#text);
  }

  /** Offer a move, or none; `shown` says whether choices are to be confirmed at all. */
  choose(move, shown) {
    this.#move = move;
    this.form.hidden = !shown;
    this.#button.disabled = move === null;
    this.#button.textContent = move ? CONFIRM.verb(move) : this.#verb;
    this.#text.textContent = move ? moveName(move) : CONFIRM.first;
  }
}
