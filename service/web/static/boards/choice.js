// What is chosen on the board of piles and not yet taken, and the button that takes it; the buttons of
// the moves that a hint says; whether choices are to be confirmed on this device.

import { byId, element } from "../core/dom.js";
import { formOf, isLegal, mostPiles } from "../core/rule.js";
import { BOARD, capital, moveTakes, wordsOf } from "../core/words.js";

const SHOWN = 12; // winning moves that have a button

export class Choice {
  #root;
  #confirms;
  #onTake;
  #form;
  #button = element("button", { type: "submit", class: "primary" });
  #text = element("span", { class: "chosen-text" });
  #game = null;
  #active = false;
  #chosen = new Map(); // from piles to what is left of them

  constructor(root, { confirms, onTake }) {
    this.#root = root;
    this.#confirms = confirms;
    this.#onTake = onTake;
    const onsubmit = (event) => (event.preventDefault(), this.submit());
    this.#form = element("form", { class: "confirm", onsubmit }, this.#button, this.#text);
  }

  /** Whether a click chooses, and does not take at once. */
  get confirms() {
    const { rule } = this.#game;
    return formOf(rule) === "removals" || rule.game === "greedy" || this.#confirms(this.#game);
  }

  clear() {
    this.#chosen.clear();
  }

  /** Begin with nothing chosen, unless the board is only drawn again. */
  begin(game, active) {
    if (game !== this.#game) this.clear();
    this.#game = game;
    this.#active = active;
  }

  /** Choose what leaves so many of a pile, or nothing of it any more if that was chosen. */
  toggle(pile, leaves) {
    this.set(pile, this.#chosen.get(pile) === leaves ? null : leaves);
  }

  set(pile, leaves) {
    this.#chosen.delete(pile);
    if (leaves !== null) this.#chosen.set(pile, leaves);
    while (this.#chosen.size > mostPiles(this.#game.rule)) this.#chosen.delete(this.#chosen.keys().next().value);
    this.draw();
  }

  submit() {
    if (!this.#active || this.#chosen.size === 0) return;
    this.#onTake(this.#move);
  }

  get #move() {
    const { piles, rule } = this.#game;
    const removals = this.#removals(piles);
    return formOf(rule) === "removals" ? { removals } : removals[0];
  }

  draw() {
    const { piles } = this.#game;
    for (const row of this.#root.children) {
      const leaves = this.#chosen.get(Number(row.dataset.pile)) ?? Infinity;
      for (const object of row.querySelectorAll(".object")) {
        const index = Number(object.dataset.index);
        object.classList.toggle("chosen", index >= leaves);
        if (this.confirms) object.setAttribute("aria-pressed", String(index === leaves));
      }
    }
    if (this.confirms && this.#active) this.#root.after(this.#form);
    else this.#form.remove();
    const removals = this.#removals(piles);
    this.#button.textContent = BOARD.takeAll(removals);
    const legal = removals.length > 0 && isLegal(this.#game, this.#move);
    this.#button.disabled = !legal;
    this.#text.textContent = legal || removals.length === 0 ? BOARD.chosen(removals) : moveTakes(this.#game.rule);
  }

  #removals(piles) {
    return [...this.#chosen]
      .map(([pile, leaves]) => ({ pile, remove: piles[pile] - leaves, leaves }))
      .sort((a, b) => a.pile - b.pile);
  }
}

/** A button for each move that wins, as far as they fit; words only where no move may be made. */
export function winningMoves(moves, game, active, onTake) {
  return moves.slice(0, SHOWN).map((move) => {
    const text = capital(wordsOf(game)(move));
    if (!active) return element("span", { class: "winning" }, text);
    return element("button", { type: "button", class: "winning", "aria-label": BOARD.winning(text), onclick: () => onTake(move) }, text);
  });
}

// --- How a person plays on this device: whether a choice is to be confirmed, whether the end sounds ---

const KEY = "nim-ways";

export class Ways {
  /** `onChange()` is called when a choice is to be confirmed from now on, or no more. */
  constructor(onChange) {
    const { confirms = matchMedia("(pointer: coarse)").matches } = read();
    byId("confirms").checked = confirms;
    byId("confirms").addEventListener("change", () => (write({ confirms: this.confirms }), onChange()));
    if (byId("sound")) {
      byId("sound").checked = read().sound ?? false;
      byId("sound").addEventListener("change", () => write({ sound: this.sound }));
    }
  }

  get confirms() {
    return byId("confirms").checked;
  }

  get sound() {
    return byId("sound").checked;
  }
}

function write(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...changes }));
  } catch {
    // Storage is switched off: a reload forgets.
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
