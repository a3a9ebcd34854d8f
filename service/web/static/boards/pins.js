// Rows of pins. A move takes neighbouring pins and may thereby split a row, or splits a row without taking
// any. Pins that fall leave a gap, so that people see the row split.

import { Confirm, winningMoves } from "../core/confirm.js";
import { all, around, element } from "../core/dom.js";
import { isLegal, keyOf, legalMoves } from "../core/game.js";
import { Roving } from "../core/roving.js";
import { capital, moveName, numberOf, pileName } from "../core/words.js";
import { piecesOf } from "./pieces.js";

const BUTTONS = 5; // numbers that have a button each; of more one is chosen from a list

export class PinBoard {
  #rows = element("ol", { class: "board pins", "aria-label": "Rows of pins" });
  #amounts = element("div", { class: "amounts" });
  #advice = element("div", { class: "advice" });
  #roving = new Roving(this.#rows, ".pin:not([aria-disabled])");
  #confirm;
  #onTake;
  #confirms;
  #state = null;
  #amount = null; // how many a click takes; 0: it splits

  constructor(root, { onTake, confirms }) {
    this.#onTake = onTake;
    this.#confirms = confirms;
    this.#confirm = new Confirm(onTake);
    root.replaceChildren(this.#amounts, this.#rows, this.#confirm.form, this.#advice);
    this.#rows.addEventListener("click", (event) => this.#click(around(event, ".pin")));
    for (const begin of ["pointerover", "focusin"]) {
      this.#rows.addEventListener(begin, (event) => this.#preview(around(event, ".pin")));
    }
    for (const end of ["pointerout", "focusout"]) this.#rows.addEventListener(end, () => this.#preview(null));
  }

  get hasFocus() {
    return this.#roving.hasFocus;
  }

  focus() {
    this.#roving.focus();
  }

  startAnew() {
    this.#amount = null;
    this.#roving.startAnew();
  }

  refresh() {
    if (this.#state) this.#redraw();
  }

  draw(game, active, marks) {
    const { game: drawn, active: was, marks: given } = this.#state ?? {};
    if (game === drawn && active === was && marks === given) return;
    this.#state = { game, active, marks };
    const amounts = removable(game);
    const [hinted] = marks.moves;
    if (hinted && given !== marks) this.#amount = hinted.remove;
    if (!amounts.includes(this.#amount)) this.#amount = amounts.find((amount) => amount > 0) ?? amounts[0] ?? null;
    this.#redraw();
  }

  #redraw() {
    const { game, active, marks } = this.#state;
    const focused = this.hasFocus;
    const last = game.moves[game.moves.length - 1];
    this.#confirm.choose(null, game, { shown: active && this.#confirms(), verb: this.#amount === 0 ? "Split" : "Take" });
    this.#drawAmounts(active ? removable(game) : []);
    this.#rows.style.setProperty("--most", String(Math.max(...game.start)));
    this.#rows.style.setProperty("--rows", String(game.start.length));
    this.#rows.replaceChildren(...piecesOf(game).map((row) => this.#row(row, last)));
    this.#rows.toggleAttribute("data-waiting", !active);
    this.#advice.replaceChildren(...winningMoves(marks.moves, game, active, this.#onTake));
    this.#roving.settle();
    if (focused) this.focus();
  }

  #row(parts, last) {
    return element(
      "li",
      { class: parts.some(({ pile, fell }) => pile !== undefined || fell) ? "pin-row" : "pin-row cleared" },
      ...parts.map(({ pile, size, fell }) =>
        pile === undefined
          ? element("span", { class: `fallen${fell ? ` just by-${last.by}` : ""}`, "aria-hidden": "true" })
          : this.#piece(pile, size),
      ),
    );
  }

  #piece(pile, size) {
    const { game, marks } = this.#state;
    const advised = marks.piles.includes(pile) ? " advised" : "";
    return element(
      "div",
      { class: `pile piece${advised}`, "data-pile": pile, role: "group", "aria-label": `${capital(pileName(game, pile))}: ${size}` },
      element(
        "div",
        { class: "pile-label" },
        element("span", { class: "pile-name" }, `Row ${numberOf(game, pile)}`),
        element("span", { class: "pile-count" }, String(size)),
      ),
      element("div", { class: "standing" }, ...Array.from({ length: size }, (_, i) => this.#pin(pile, size, i))),
    );
  }

  #pin(pile, size, index) {
    const { game, active, marks } = this.#state;
    const move = this.#move(pile, size, index);
    const allowed = active && move !== null && isLegal(game, move);
    const hinted = move !== null && marks.moves.some((one) => keyOf(one) === keyOf(move));
    const attributes = {
      class: ["pin", hinted && "hinted", !allowed && active && "fixed"].filter(Boolean).join(" "),
      "data-index": index,
    };
    if (!allowed) {
      const label = `Pin ${index + 1} of ${pileName(game, pile)}`;
      return element("button", { ...attributes, type: "button", tabindex: "-1", "aria-disabled": "true", "aria-label": label });
    }
    const sides = [move.at, size - move.remove - move.at].filter((part) => part > 0);
    const label = moveName({ ...move, leaves_piles: sides }, game) + (hinted ? ": wins" : "");
    return element("button", { ...attributes, type: "button", "aria-label": label });
  }

  /** The move that a click on a pin makes, legal or not; null where it makes none. */
  #move(pile, size, index) {
    const remove = this.#amount;
    if (remove === null || remove > size || (remove === 0 && index === 0)) return null;
    const at = Math.min(index, size - remove);
    const parts = [at, size - remove - at].filter((part) => part > 0).sort((a, b) => a - b);
    return { pile, remove, leaves_piles: parts, at };
  }

  #click(pin) {
    if (!pin || pin.hasAttribute("aria-disabled")) return;
    const piece = pin.closest(".piece");
    const pile = Number(piece.dataset.pile);
    const move = this.#move(pile, this.#state.game.piles[pile], Number(pin.dataset.index));
    if (!this.#confirms()) {
      this.#onTake(move);
      return;
    }
    this.#confirm.choose(move, this.#state.game);
    this.#mark(pin, "chosen");
  }

  #preview(pin) {
    this.#mark(pin?.hasAttribute("aria-disabled") ? null : pin, "going");
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

  /** What a click takes, where there is more than one number to choose from. */
  #drawAmounts(amounts) {
    const choose = (amount) => {
      this.#amount = amount;
      this.#redraw();
      all(this.#amounts, ":checked, select")[0]?.focus();
    };
    this.#amounts.hidden = amounts.length < 2;
    if (amounts.length < 2) this.#amounts.replaceChildren();
    else if (amounts.length > BUTTONS) this.#amounts.replaceChildren(list(amounts, this.#amount, choose));
    else this.#amounts.replaceChildren(buttons(amounts, this.#amount, choose));
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

/** The numbers of objects that a move may take somewhere on the board, 0 where it only splits. */
function removable(game) {
  return [...new Set([...legalMoves(game)].map(({ remove }) => remove))].sort((a, b) => a - b);
}
