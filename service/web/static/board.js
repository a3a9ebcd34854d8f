// The piles, drawn: each object is a button that takes itself and everything to its right. Where
// the rule forbids to take so many, the button says so.

import { element } from "./dom.js";
import { allows, amount, most } from "./rule.js";
import { capital, take } from "./words.js";

/** Objects of a pile that are drawn; of a larger pile a field takes any number. */
const DRAWN = 30;

/** How large an object is drawn, by the largest pile that the game began with. */
const SCALES = [
  { upTo: 8, scale: "large" },
  { upTo: 10, scale: "medium" },
  { upTo: Infinity, scale: "small" },
];

export class Board {
  #root;
  #onTake;
  #state = null;
  #at = null; // the object that the Tab key reaches: {pile, index}

  constructor(root, onTake) {
    this.#root = root;
    this.#onTake = onTake;
    root.addEventListener("click", (event) => this.#click(event.target.closest(".object")));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("pointerover", (event) => this.#preview(event.target.closest(".object")));
    root.addEventListener("focusin", ({ target }) => {
      if (target.matches(".object:focus-visible")) this.#preview(target);
    });
    for (const end of ["pointerout", "focusout"]) {
      root.addEventListener(end, () => this.#preview(null));
    }
  }

  get hasFocus() {
    return this.#root.contains(document.activeElement);
  }

  focus() {
    this.#tabStop()?.focus();
  }

  /** Draw the state's position; `active` says whether it is the person's turn. */
  draw({ game, hint }, active) {
    const { game: drawn, hint: given, active: was } = this.#state ?? {};
    // What is hovered or typed there stays where nothing changed.
    if (game === drawn && hint === given && active === was) return;
    const focused = this.hasFocus;
    this.#state = { game, hint, active };
    this.#root.toggleAttribute("data-waiting", !active);
    this.#root.dataset.scale = SCALES.find(({ upTo }) => Math.max(...game.start) <= upTo).scale;
    this.#root.replaceChildren(...game.piles.map((_, pile) => this.#row(pile)));
    this.#settle();
    if (focused) this.focus();
  }

  #row(pile) {
    const { game, hint, active } = this.#state;
    const count = game.piles[pile];
    const winning = (hint?.winning_moves ?? []).filter((move) => move.pile === pile);
    const last = game.moves.at(-1);
    const gone = last?.pile === pile ? Math.min(last.remove, DRAWN) : 0;
    const first = Math.max(0, count - DRAWN);
    const drawn = Array.from({ length: count - first }, (_, i) =>
      this.#object(pile, first + i, winning),
    );
    return element(
      "li",
      { class: count > 0 ? "pile" : "pile none", "data-pile": pile },
      element(
        "div",
        { class: "pile-label" },
        element("span", { class: "pile-name" }, `Pile ${pile + 1}`),
        element("span", { class: "pile-count" }, String(count)),
      ),
      element(
        "div",
        { class: "objects", role: "group", "aria-label": `Pile ${pile + 1}: ${count}` },
        first > 0 ? element("span", { class: "more" }, `${first} more and these:`) : null,
        ...drawn,
        ...Array.from({ length: gone }, () => element("span", { class: `gone by-${last.by}` })),
        count + gone === 0 ? element("span", { class: "empty" }, "empty") : null,
      ),
      element(
        "div",
        { class: "pile-side" },
        ...(active ? winning : []).map((move) => this.#winningMove(move)),
        this.#reachesFurther(first, count) ? this.#anyNumber(pile, count, active) : null,
      ),
    );
  }

  #object(pile, index, winning) {
    const { game, active } = this.#state;
    const remove = game.piles[pile] - index;
    const allowed = allows(game.rule, remove);
    const hinted = winning.some((move) => remove <= move.remove);
    return element("button", {
      type: "button",
      class: ["object", hinted && "hinted", !allowed && "fixed"].filter(Boolean).join(" "),
      tabindex: "-1",
      "data-index": index,
      "aria-disabled": active && allowed ? null : "true",
      "aria-label": allowed
        ? `${capital(take({ pile, remove }))}, leave ${index}${
            winning.some((move) => remove === move.remove) ? ": wins" : ""
          }`
        : `Can’t ${take({ pile, remove })}: a move takes ${amount(game.rule)}`,
    });
  }

  /** Whether some move takes more from a pile than the objects that are drawn of it. */
  #reachesFurther(hidden, count) {
    return hidden > 0 && Math.min(most(this.#state.game.rule), count) > DRAWN;
  }

  #winningMove({ pile, remove }) {
    const label = `${capital(take({ pile, remove }))}: a winning move`;
    const onclick = () => this.#take({ pile, remove });
    return element(
      "button",
      { type: "button", class: "winning", "aria-label": label, onclick },
      `take ${remove}`,
    );
  }

  #anyNumber(pile, count, active) {
    const { rule } = this.#state.game;
    const limit = Math.min(count, most(rule));
    const input = element("input", {
      type: "number",
      min: 1,
      max: limit,
      required: true,
      inputmode: "numeric",
      placeholder: `1 to ${limit}`,
      "aria-label": `How many to take from pile ${pile + 1}`,
      oninput: () => {
        const fits = Number.isNaN(input.valueAsNumber) || allows(rule, input.valueAsNumber);
        input.setCustomValidity(fits ? "" : `A move takes ${amount(rule)}.`);
      },
    });
    const onsubmit = (event) => {
      event.preventDefault();
      this.#take({ pile, remove: input.valueAsNumber });
    };
    const button = element("button", { type: "submit", disabled: !active }, "Take");
    return element("form", { class: "any-number", onsubmit }, input, button);
  }

  #click(object) {
    if (!object) return;
    const { pile, index } = place(object);
    this.#at = { pile, index };
    this.#take({ pile, remove: this.#state.game.piles[pile] - index });
  }

  #take(move) {
    if (this.#state.active) this.#onTake(move);
  }

  /** Mark what a click on `object` would take. */
  #preview(object) {
    for (const marked of this.#root.querySelectorAll(".going")) marked.classList.remove("going");
    for (const said of this.#root.querySelectorAll("[data-leaves]")) delete said.dataset.leaves;
    if (!object || !this.#state.active || object.matches(".fixed")) return;
    const { index } = place(object);
    const row = object.closest(".pile");
    row.querySelector(".pile-count").dataset.leaves = index;
    for (const other of row.querySelectorAll(".object")) {
      other.classList.toggle("going", place(other).index >= index);
    }
  }

  #key(event) {
    const object = event.target.closest(".object");
    if (!object || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = [...object.parentElement.querySelectorAll(".object")];
    const column = row.indexOf(object);
    const target = {
      ArrowLeft: () => row[column - 1],
      ArrowRight: () => row[column + 1],
      Home: () => row[0],
      End: () => row.at(-1),
      ArrowUp: () => this.#neighbour(object, column, -1),
      ArrowDown: () => this.#neighbour(object, column, 1),
    }[event.key];
    if (!target) return;
    event.preventDefault();
    const next = target();
    if (!next) return;
    this.#at = place(next);
    this.#settle();
    next.focus();
  }

  /** The object in the same column of the next pile, up or down, that has objects. */
  #neighbour(object, column, step) {
    const rows = [...this.#root.children].map((row) => [...row.querySelectorAll(".object")]);
    let pile = place(object).pile + step;
    while (rows[pile]?.length === 0) pile += step;
    return rows[pile]?.[column] ?? rows[pile]?.at(-1);
  }

  /** Let the Tab key reach one object: where the person was, or as near to it as there is one. */
  #settle() {
    for (const object of this.#root.querySelectorAll('.object[tabindex="0"]')) {
      object.tabIndex = -1;
    }
    const wanted = this.#at ?? { pile: 0, index: Infinity };
    const rows = [...this.#root.children]
      .map((row) => [...row.querySelectorAll(".object")])
      .filter((row) => row.length > 0);
    const distance = (row) => Math.abs(place(row[0]).pile - wanted.pile);
    rows.sort((a, b) => distance(a) - distance(b));
    const row = rows[0] ?? [];
    const object = row.find((candidate) => place(candidate).index >= wanted.index) ?? row.at(-1);
    if (object) object.tabIndex = 0;
  }

  #tabStop() {
    return this.#root.querySelector('.object[tabindex="0"]');
  }
}

function place(object) {
  return {
    pile: Number(object.closest(".pile").dataset.pile),
    index: Number(object.dataset.index),
  };
}
