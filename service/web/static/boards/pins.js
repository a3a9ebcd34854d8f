// Rows of pins. A move takes neighbouring pins and may thereby split a row, or splits a row without taking
// any. Pins that fall leave a gap, so that people see the row split.

import { around, element, patch } from "../core/dom.js";
import { isLegal, keyOf, legalMoves } from "../core/game.js";
import { capital, moveName, numberOf, pileName } from "../core/words.js";
import { piecesOf } from "../games/families/take-and-break.js";
import { Board } from "./board.js";

const BUTTONS = 5; // numbers that have a button each; of more one is chosen from a list

export class PinBoard extends Board {
  #rows;
  #amounts = element("form", { class: "amounts" }); // of which each board in a sum has its own
  #amount = null; // how many a click takes; 0: it splits

  constructor(root, options) {
    const rows = element("ol", { class: "board pins", "aria-label": "Rows of pins" });
    super(root, rows, ".pin", options);
    this.#rows = rows;
    root.replaceChildren(this.#amounts, rows, this.confirm.form, this.advice);
    rows.addEventListener("click", (event) => this.#click(around(event, ".pin:not([aria-disabled])")));
    for (const begin of ["pointerover", "focusin"]) {
      rows.addEventListener(begin, (event) => this.#mark(around(event, ".pin:not([aria-disabled])"), "going"));
    }
    for (const end of ["pointerout", "focusout"]) rows.addEventListener(end, () => this.#mark(null, "going"));
  }

  startAnew() {
    super.startAnew();
    this.#amount = null;
  }

  draw(game, active, marks, more) {
    const [hinted] = marks.moves;
    if (hinted && hinted !== this.state?.marks.moves[0]) this.#amount = hinted.remove;
    super.draw(game, active, marks, more);
  }

  paint() {
    const { game, active, marks } = this.state;
    const amounts = removable(game);
    if (!amounts.includes(this.#amount)) this.#amount = amounts.find((amount) => amount > 0) ?? amounts[0] ?? null;
    this.confirm.choose(null, game, { shown: active && this.isConfirmed, verb: this.#amount === 0 ? "Split" : "Take" });
    this.#drawAmounts(active ? amounts : []);
    this.#rows.style.setProperty("--most", String(Math.max(...game.start)));
    this.#rows.style.setProperty("--rows", String(game.start.length));
    patch(this.#rows, piecesOf(game).map((row, i) => this.#row(row, i)));
    this.#rows.toggleAttribute("data-waiting", !active);
    this.advise(marks.moves);
  }

  #row(parts, row) {
    const { moves } = this.state.game;
    let place = 0; // of the first pin of a part in its row
    const children = parts.map(({ pile, size = 1, fell }) => {
      place += size;
      if (pile !== undefined) return this.#piece(pile, size, [row, place - size]);
      return element("span", { class: `fallen${fell ? ` just by-${moves[moves.length - 1].by}` : ""}`, "aria-hidden": "true" });
    });
    const isCleared = parts.every(({ pile, fell }) => pile === undefined && !fell);
    return element("li", { class: isCleared ? "pin-row cleared" : "pin-row" }, ...children);
  }

  #piece(pile, size, [row, place]) {
    const { game, marks } = this.state;
    const advised = marks.piles.includes(pile) ? " advised" : "";
    return element(
      "div",
      { class: `pile piece${advised}`, "data-pile": pile, "data-key": place, role: "group", "aria-label": `${capital(pileName(game, pile))}: ${size}` },
      element(
        "div",
        { class: "pile-label" },
        element("span", { class: "pile-name" }, `Row ${numberOf(game, pile)}`),
        element("span", { class: "pile-count" }, String(size)),
      ),
      element("div", { class: "standing" }, ...Array.from({ length: size }, (_, i) => this.#pin(pile, i, [row, place + i]))),
    );
  }

  #pin(pile, index, at) {
    const { game, active, marks } = this.state;
    const move = this.#move(pile, index);
    const allowed = active && move !== null && isLegal(game, move);
    const hinted = move !== null && marks.moves.some((one) => keyOf(one) === keyOf(move));
    return element("button", {
      type: "button",
      class: ["pin", hinted && "hinted", !allowed && active && "fixed"].filter(Boolean).join(" "),
      "data-index": index,
      "data-at": at.join(),
      "aria-disabled": allowed ? null : "true",
      "aria-label": allowed ? `${this.#nameOf(move)}${hinted ? ": wins" : ""}` : `Pin ${index + 1} of ${pileName(game, pile)}`,
    });
  }

  /** A move in words, with what it leaves from left to right. */
  #nameOf({ leaves_piles: _, ...move }) {
    const { game } = this.state;
    const sides = [move.at, game.piles[move.pile] - move.remove - move.at];
    return moveName({ ...move, leaves_piles: sides.filter((part) => part > 0) }, game);
  }

  /** The move that a click on a pin makes, legal or not; null if it makes none. */
  #move(pile, index) {
    const remove = this.#amount;
    const size = this.state.game.piles[pile];
    if (remove === null || remove > size || (remove === 0 && index === 0)) return null;
    const at = Math.min(index, size - remove);
    const parts = [at, size - remove - at].filter((part) => part > 0).sort((a, b) => a - b);
    return { pile, remove, leaves_piles: parts, at };
  }

  #click(pin) {
    if (!pin) return;
    const move = this.#move(Number(pin.closest(".piece").dataset.pile), Number(pin.dataset.index));
    this.make(move, () => this.#mark(pin, "chosen"));
  }

  /** Mark the pins that a click on `pin` would take, or the one before which it splits. */
  #mark(pin, name) {
    for (const marked of this.#rows.querySelectorAll(`.${name}`)) marked.classList.remove(name, "split");
    if (!pin) return;
    const pins = [...pin.parentElement.children];
    const start = Math.min(Number(pin.dataset.index), pins.length - this.#amount);
    for (const one of pins.slice(start, start + Math.max(1, this.#amount))) {
      one.classList.add(name);
      one.classList.toggle("split", this.#amount === 0);
    }
  }

  /** What a click takes, if there is more than one number to choose from. */
  #drawAmounts(amounts) {
    const choose = (amount) => {
      this.#amount = amount;
      this.refresh();
    };
    this.#amounts.hidden = amounts.length < 2;
    patch(this.#amounts, amounts.length < 2 ? [] : [(amounts.length > BUTTONS ? list : buttons)(amounts, this.#amount, choose)]);
  }
}

function buttons(amounts, chosen, choose) {
  const one = (amount) =>
    element(
      "label",
      {},
      element("input", { type: "radio", name: "amount", value: amount, checked: amount === chosen, autocomplete: "off", onchange: () => choose(amount) }),
      element("span", {}, amountOf(amount)),
    );
  return element("fieldset", {}, element("legend", {}, "A click takes"), element("div", { class: "choice" }, ...amounts.map(one)));
}

function list(amounts, chosen, choose) {
  const options = amounts.map((amount) => element("option", { value: amount, selected: amount === chosen }, amountOf(amount)));
  const select = element("select", { onchange: () => choose(Number(select.value)) }, ...options);
  return element("label", {}, "A click takes ", select);
}

const amountOf = (amount) => (amount === 0 ? "none: it splits" : String(amount));

/** The numbers of objects that a move may take somewhere on the board, 0 if it only splits. */
function removable(game) {
  return [...new Set([...legalMoves(game)].map(({ remove }) => remove))].sort((a, b) => a - b);
}
