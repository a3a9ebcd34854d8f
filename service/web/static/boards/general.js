// The board of any game of piles: what stands in each pile, and a button for each legal move; a list to
// choose from where there are many, and fields where only the service can say what is legal.

import { CONFIRM, GENERAL } from "./board-texts.js";
import { winningMoves } from "./choice.js";
import { element } from "../core/dom.js";
import { ALL } from "../core/game.js";
import { Roving } from "../core/roving.js";
import { BOARD, moveName } from "../core/words.js";

const BUTTONS = 40; // legal moves that have a button each
const DRAWN = 60; // objects of a pile that are drawn

export class GeneralBoard {
  #piles = element("ol", { class: "board general", "aria-label": GENERAL.piles });
  #moves = element("div", { class: "legal", role: "group", "aria-label": GENERAL.moves });
  #advice = element("div", { class: "advice" });
  #roving = new Roving(this.#moves, "button, select, input");
  #onTake;
  #state = null;

  constructor(root, onTake) {
    this.#onTake = onTake;
    root.replaceChildren(this.#piles, this.#moves, this.#advice);
  }

  get hasFocus() {
    return this.#moves.contains(document.activeElement);
  }

  focus() {
    this.#roving.focus();
  }

  startAnew() {
    this.#roving.startAnew();
  }

  refresh() {}

  draw(game, active, marks) {
    const { game: drawn, active: was, marks: given } = this.#state ?? {};
    if (game === drawn && active === was && marks === given) return;
    const focused = this.hasFocus;
    this.#state = { game, active, marks };
    this.#piles.replaceChildren(...game.piles.map((count, pile) => row(count, pile, marks.piles.includes(pile))));
    this.#moves.replaceChildren(...(active ? this.#controls(game) : []));
    this.#advice.replaceChildren(...winningMoves(marks.moves, game, active, this.#onTake));
    this.#roving.settle();
    if (focused) this.focus();
  }

  #controls({ options, piles, form }) {
    if (options === ALL) return [form === "removal" ? this.#numbers(piles) : this.#parts(piles, form)];
    if (!Array.isArray(options)) return [];
    if (options.length > BUTTONS) return [this.#list(options)];
    return options.map((move) => {
      const name = moveName(move);
      return element("button", { type: "button", onclick: () => this.#onTake(move) }, name);
    });
  }

  #list(options) {
    const select = element(
      "select",
      { "aria-label": GENERAL.moves },
      ...options.map((move, i) => element("option", { value: i }, moveName(move))),
    );
    return this.#form(() => this.#onTake(options[select.value]), select);
  }

  #numbers(piles) {
    const pile = this.#pileList(piles);
    const remove = number(GENERAL.remove, 1);
    return this.#form(() => this.#onTake({ pile: Number(pile.value), remove: remove.valueAsNumber }), pile, remove);
  }

  /** Fields for a move that splits a pile, or that takes from several. */
  #parts(piles, form) {
    if (form === "removals") {
      const fields = piles.map((count, pile) => number(BOARD.howMany(pile), 0, count));
      const read = () => fields.map(({ valueAsNumber }, pile) => ({ pile, remove: valueAsNumber || 0 }));
      return this.#form(() => this.#onTake({ removals: read().filter(({ remove }) => remove > 0) }), ...fields);
    }
    const pile = this.#pileList(piles);
    const remove = number(GENERAL.remove, 0);
    const apart = number(GENERAL.apart, 0);
    return this.#form(() => {
      const rest = piles[pile.value] - remove.valueAsNumber;
      const parts = [apart.valueAsNumber || 0, rest - (apart.valueAsNumber || 0)];
      const left = parts.filter((part) => part > 0).sort((a, b) => a - b);
      this.#onTake({ pile: Number(pile.value), remove: remove.valueAsNumber, leaves_piles: left });
    }, pile, remove, apart);
  }

  #pileList(piles) {
    const options = piles.map((count, pile) => (count > 0 ? element("option", { value: pile }, BOARD.pileOf(pile, count)) : null));
    return element("select", { "aria-label": GENERAL.pile }, ...options);
  }

  #form(take, ...fields) {
    const onsubmit = (event) => (event.preventDefault(), take());
    return element("form", { class: "any-number", onsubmit }, ...fields, element("button", { type: "submit" }, CONFIRM.make));
  }
}

function number(label, least, value = null) {
  return element("input", { type: "number", min: least, max: value, required: least > 0, inputmode: "numeric", placeholder: label, "aria-label": label });
}

function row(count, pile, advised) {
  const stones = Array.from({ length: Math.min(count, DRAWN) }, () => element("span", { class: "stone" }));
  return element(
    "li",
    { class: `pile${count === 0 ? " none" : ""}${advised ? " advised" : ""}`, "data-pile": pile },
    element(
      "div",
      { class: "pile-label" },
      element("span", { class: "pile-name" }, BOARD.pile(pile)),
      element("span", { class: "pile-count" }, String(count)),
    ),
    element("div", { class: "stones", "aria-hidden": "true" }, ...stones),
  );
}
