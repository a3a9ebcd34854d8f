// The piles, drawn: each object is a button that takes itself and everything after it. Where the
// rule doesn't allow taking that many, the button says so.

import { element } from "./dom.js";
import { linesOf } from "./lines.js";
import { allows, least, most } from "./rule.js";
import { BOARD, moveTakes } from "./texts.js";

/** Objects of a pile that are drawn; of a larger pile a field takes any number. */
const DRAWN = 30;

/** How large an object is drawn, by the largest pile that the game began with. */
const SCALES = [
  { upTo: 8, scale: "large" },
  { upTo: 10, scale: "medium" },
  { upTo: Infinity, scale: "small" },
];

const NO_MARKS = Object.freeze({ moves: [], piles: [] });

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
    new ResizeObserver(() => this.#arrange()).observe(root);
  }

  get hasFocus() {
    return this.#root.contains(document.activeElement);
  }

  focus() {
    this.#tabStop()?.focus();
  }

  /** Let the Tab key reach the least that can be taken, as when a new game begins. */
  startAnew() {
    this.#at = null;
  }

  /**
   * Draw a game; `active` says whether a person may move. `marks` are a hint's: `moves` that win, and
   * `piles` to take from.
   */
  draw(game, active, marks = NO_MARKS) {
    const { game: drawn, marks: given, active: was } = this.#state ?? {};
    // What is hovered or typed there stays where nothing changed.
    if (game === drawn && marks === given && active === was) return;
    const focused = this.hasFocus;
    this.#state = { game, marks, active };
    this.#root.toggleAttribute("data-waiting", !active);
    this.#root.dataset.scale = SCALES.find(({ upTo }) => Math.max(...game.start) <= upTo).scale;
    this.#root.replaceChildren(...game.piles.map((_, pile) => this.#row(pile)));
    this.#arrange();
    this.#settle();
    if (focused) this.focus();
  }

  #row(pile) {
    const { game, marks, active } = this.#state;
    const count = game.piles[pile];
    const winning = marks.moves.filter((move) => move.pile === pile);
    const last = game.moves[game.moves.length - 1];
    const gone = last?.pile === pile ? Math.min(last.remove, DRAWN) : 0;
    const first = Math.max(0, count - DRAWN);
    const drawn = Array.from({ length: count - first }, (_, i) =>
      this.#object(pile, first + i, winning),
    );
    const further = this.#reachesFurther(first, count);
    const kinds = ["pile", count === 0 && "none", marks.piles.includes(pile) && "advised"];
    return element(
      "li",
      { class: kinds.filter(Boolean).join(" "), "data-pile": pile },
      element(
        "div",
        { class: "pile-label" },
        element("span", { class: "pile-name" }, BOARD.pile(pile)),
        element("span", { class: "pile-count" }, String(count)),
      ),
      element(
        "div",
        { class: "objects", role: "group", "aria-label": BOARD.pileOf(pile, count) },
        first > 0 ? element("span", { class: "more" }, BOARD.more(first)) : null,
        ...drawn,
        ...Array.from({ length: gone }, () => element("span", { class: `gone by-${last.by}` })),
        count + gone === 0 ? element("span", { class: "empty" }, BOARD.empty) : null,
      ),
      element(
        "div",
        { class: further ? "pile-side wide" : "pile-side" },
        ...winning.map((move) => this.#winningMove(move, active)),
        further ? this.#anyNumber(pile, count, active) : null,
      ),
    );
  }

  #object(pile, index, winning) {
    const { game, active } = this.#state;
    const remove = game.piles[pile] - index;
    const allowed = allows(game.rule, remove);
    const hinted = winning.some((move) => remove <= move.remove);
    const wins = winning.some((move) => remove === move.remove);
    return element("button", {
      type: "button",
      class: ["object", hinted && "hinted", !allowed && "fixed"].filter(Boolean).join(" "),
      tabindex: "-1",
      "data-index": index,
      "aria-disabled": active && allowed ? null : "true",
      "aria-label": allowed
        ? BOARD.takeLeaving({ pile, remove }, index, wins)
        : BOARD.notAllowed({ pile, remove }, game.rule),
    });
  }

  /** How many objects stand beside each other, at most. */
  #perLine() {
    const style = getComputedStyle(this.#root);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const length = (name) => parseFloat(style.getPropertyValue(name)) * rem;
    return Math.max(5, Math.floor((this.#root.clientWidth - length("--beside")) / length("--size")));
  }

  /** Put the objects of each pile into lines that fit, see lines.js. */
  #arrange() {
    const { game } = this.#state ?? {};
    if (!game || this.#root.clientWidth === 0) return;
    const perLine = this.#perLine();
    for (const row of this.#root.children) {
      const objects = row.querySelector(".objects");
      const drawn = objects.querySelectorAll(".object");
      const gone = objects.querySelectorAll(".gone").length;
      const { columns, skipped } = linesOf({ size: drawn.length, gone, perLine, reach: most(game.rule) });
      objects.style.setProperty("--columns", columns);
      for (const object of drawn) object.style.gridColumnStart = "";
      if (skipped > 0 && drawn.length > 0) drawn[0].style.gridColumnStart = skipped + 1;
      objects.dataset.columns = columns;
      objects.dataset.skipped = skipped;
    }
  }

  /** Whether some move takes more from a pile than the objects that are drawn of it. */
  #reachesFurther(hidden, count) {
    return hidden > 0 && Math.min(most(this.#state.game.rule), count) > DRAWN;
  }

  #winningMove({ pile, remove }, active) {
    const label = BOARD.winning({ pile, remove });
    if (!active) return element("span", { class: "winning" }, BOARD.short(remove));
    const onclick = () => this.#take({ pile, remove });
    return element(
      "button",
      { type: "button", class: "winning", "aria-label": label, onclick },
      BOARD.short(remove),
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
      placeholder: BOARD.range(limit),
      "aria-label": BOARD.howMany(pile),
      oninput: () => {
        const fits = Number.isNaN(input.valueAsNumber) || allows(rule, input.valueAsNumber);
        input.setCustomValidity(fits ? "" : moveTakes(rule));
      },
    });
    const onsubmit = (event) => {
      event.preventDefault();
      this.#take({ pile, remove: input.valueAsNumber });
    };
    const button = element("button", { type: "submit", disabled: !active }, BOARD.take);
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
    const i = row.indexOf(object);
    const target = {
      ArrowLeft: () => row[i - 1],
      ArrowRight: () => row[i + 1],
      Home: () => row[0],
      End: () => row[row.length - 1],
      ArrowUp: () => this.#neighbour(object, -1),
      ArrowDown: () => this.#neighbour(object, 1),
    }[event.key];
    if (!target) return;
    event.preventDefault();
    const next = target();
    if (!next) return;
    this.#at = place(next);
    this.#settle();
    next.focus();
  }

  /** The object above or below: in the next line of the pile, or of the next pile that has objects. */
  #neighbour(object, step) {
    const { column, line, lines } = this.#lines(object.parentElement, object);
    const within = lines[line + step];
    if (within) return nearest(within, column);
    const rows = [...this.#root.querySelectorAll(".objects")];
    let i = rows.indexOf(object.parentElement) + step;
    while (rows[i] && !rows[i].querySelector(".object")) i += step;
    if (!rows[i]) return undefined;
    const { lines: others } = this.#lines(rows[i]);
    return nearest(others[step > 0 ? 0 : others.length - 1], column);
  }

  /** The lines of a pile, each a list of {column, object}, and where an object is in them. */
  #lines(objects, wanted) {
    const { columns, skipped } = objects.dataset;
    const lines = [];
    let found = {};
    [...objects.querySelectorAll(".object")].forEach((object, i) => {
      const at = Number(skipped) + i;
      const [line, column] = [Math.floor(at / columns), at % columns];
      lines[line] = [...(lines[line] ?? []), { column, object }];
      if (object === wanted) found = { line, column };
    });
    return { ...found, lines };
  }

  /** Let the Tab key reach one object: where the person was, or as near to it as there is one. */
  #settle() {
    for (const object of this.#root.querySelectorAll('.object[tabindex="0"]')) {
      object.tabIndex = -1;
    }
    const wanted = this.#at ?? this.#leastMove();
    const rows = [...this.#root.children]
      .map((row) => [...row.querySelectorAll(".object")])
      .filter((row) => row.length > 0);
    const distance = (row) => Math.abs(place(row[0]).pile - wanted.pile);
    rows.sort((a, b) => distance(a) - distance(b));
    const row = rows[0] ?? [];
    const object = row.find((candidate) => place(candidate).index >= wanted.index) ?? row[row.length - 1];
    if (object) object.tabIndex = 0;
  }

  /** The object that takes the least that is allowed from the first pile that has so many. */
  #leastMove() {
    const { piles, rule } = this.#state.game;
    const fewest = least(rule);
    const pile = Math.max(0, piles.findIndex((count) => count >= fewest));
    return { pile, index: piles[pile] - fewest };
  }

  #tabStop() {
    return this.#root.querySelector('.object[tabindex="0"]');
  }
}

/** The object of a line in this column, or else the nearest one. */
function nearest(line, column) {
  const [first] = [...line].sort((a, b) => Math.abs(a.column - column) - Math.abs(b.column - column));
  return first.object;
}

function place(object) {
  return {
    pile: Number(object.closest(".pile").dataset.pile),
    index: Number(object.dataset.index),
  };
}
