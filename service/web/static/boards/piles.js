// The piles, drawn: each object is a button that takes itself and everything after it. Where the
// rule doesn't allow taking that many, the button says so. Where a choice is to be confirmed, or may
// reach over several piles, the button chooses, and one that says how many takes them all.

import { Choice, winningMoves } from "./choice.js";
import { element } from "../core/dom.js";
import { allows, least, mostFrom } from "../core/rule.js";
import { BOARD, capital, moveTakes, take } from "../core/words.js";

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
  #advice = element("div", { class: "advice" }); // winning moves that take from several piles
  #choice; // what is chosen and not yet taken

  /** `confirms(game)` says whether a choice is to be confirmed where a move is from one pile. */
  constructor(root, onTake, { confirms = () => false } = {}) {
    this.#root = root;
    this.#onTake = onTake;
    this.#choice = new Choice(root, { confirms, onTake: (move) => this.#take(move) });
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
    this.#choice.clear();
  }

  /** Draw again what depends on a setting. */
  refresh() {
    const { game, active, marks } = this.#state ?? {};
    this.#state = null;
    if (game) this.draw(game, active, marks);
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
    this.#choice.begin(game, active);
    this.#root.toggleAttribute("data-waiting", !active);
    this.#root.style.setProperty("--widest", Math.min(DRAWN, Math.max(...game.start)));
    this.#root.dataset.scale = SCALES.find(({ upTo }) => Math.max(...game.start) <= upTo).scale;
    this.#root.replaceChildren(...game.piles.map((_, pile) => this.#row(pile)));
    const several = marks.moves.filter((move) => move.removals);
    this.#advice.replaceChildren(...winningMoves(several, game, active, (move) => this.#take(move)));
    if (several.length > 0) this.#root.after(this.#advice);
    else this.#advice.remove();
    this.#arrange();
    this.#settle();
    this.#choice.draw();
    if (focused) this.focus();
  }

  #row(pile) {
    const { game, marks, active } = this.#state;
    const count = game.piles[pile];
    const winning = removalsOf(marks.moves).filter((move) => move.pile === pile);
    const last = game.moves[game.moves.length - 1];
    const taken = last ? removalsOf([last]).find((one) => one.pile === pile) : undefined;
    const gone = taken ? Math.min(taken.remove, DRAWN) : 0;
    const first = Math.max(0, count - DRAWN);
    const drawn = Array.from({ length: count - first }, (_, i) =>
      this.#object(pile, first + i, winning),
    );
    const further = this.#reachesFurther(first, count, pile);
    const kinds = ["pile", count === 0 && "none", count + gone === 0 && "cleared", marks.piles.includes(pile) && "advised"];
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
        ...winning.filter(({ several }) => !several).map((move) => this.#winningMove(move, active)),
        further ? this.#anyNumber(pile, count, active) : null,
      ),
    );
  }

  #object(pile, index, winning) {
    const { game, active } = this.#state;
    const remove = game.piles[pile] - index;
    const allowed = this.#allows(pile, remove);
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

  #allows(pile, remove) {
    const { game } = this.#state;
    return allows(game.rule, remove) && remove <= mostFrom(game, pile);
  }

  /** Put the objects of each pile into lines that fit, see lines.js. */
  #arrange() {
    const { game } = this.#state ?? {};
    if (!game || this.#root.clientWidth === 0) return;
    for (const row of this.#root.children) {
      const objects = row.querySelector(".objects");
      const drawn = objects.querySelectorAll(".object");
      const gone = objects.querySelectorAll(".gone").length;
      const size = (drawn[0] ?? objects.firstElementChild).offsetWidth;
      const perLine = Math.max(1, Math.floor(objects.clientWidth / size));
      const { columns, skipped } = linesOf({ size: drawn.length, gone, perLine, reach: mostFrom(game, Number(row.dataset.pile)) });
      objects.style.setProperty("--columns", columns);
      for (const object of drawn) object.style.gridColumnStart = "";
      if (skipped > 0 && drawn.length > 0) drawn[0].style.gridColumnStart = skipped + 1;
      objects.dataset.columns = columns;
      objects.dataset.skipped = skipped;
    }
  }

  /** Whether some move takes more from a pile than the objects that are drawn of it. */
  #reachesFurther(hidden, count, pile) {
    return hidden > 0 && Math.min(mostFrom(this.#state.game, pile), count) > DRAWN;
  }

  #winningMove({ pile, remove }, active) {
    const label = BOARD.winning(capital(take({ pile, remove })));
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
    const limit = mostFrom(this.#state.game, pile);
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
        if (this.#choice.confirms && active) this.#choice.set(pile, input.checkValidity() ? count - input.valueAsNumber : null);
      },
    });
    const onsubmit = (event) => {
      event.preventDefault();
      if (this.#choice.confirms) this.#choice.submit();
      else this.#take({ pile, remove: input.valueAsNumber });
    };
    if (this.#choice.confirms) return element("form", { class: "any-number", onsubmit }, input);
    const button = element("button", { type: "submit", disabled: !active }, BOARD.take);
    return element("form", { class: "any-number", onsubmit }, input, button);
  }

  #click(object) {
    if (!object) return;
    const { pile, index } = place(object);
    this.#at = { pile, index };
    const remove = this.#state.game.piles[pile] - index;
    if (this.#choice.confirms && this.#state.active && this.#allows(pile, remove)) this.#choice.toggle(pile, index);
    else this.#take({ pile, remove });
  }

  #take(move) {
    if (this.#state.active) this.#onTake(move);
  }

  /** Mark what a click on `object` would take. */
  #preview(object) {
    for (const marked of this.#root.querySelectorAll(".going")) marked.classList.remove("going");
    for (const label of this.#root.querySelectorAll("[data-leaves]")) delete label.dataset.leaves;
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

/** The parts of moves that each take from one pile. */
function removalsOf(moves) {
  return moves.flatMap((move) => move.removals?.map((one) => ({ ...one, several: true })) ?? [move]);
}

function place(object) {
  return {
    pile: Number(object.closest(".pile").dataset.pile),
    index: Number(object.dataset.index),
  };
}

// --- How the objects of a pile stand in lines ---

/**
 * `{columns, skipped}` for a pile of `size` objects, of which `perLine` fit into a line: as few lines
 * as possible, of equal length, `skipped` places of the first one empty. Where it can be, the last
 * `reach` objects, those that a move may take, stand in one line; `gone` places follow them.
 */
function linesOf({ size, gone = 0, perLine, reach = Infinity }) {
  const all = size + gone;
  const lines = Math.max(1, Math.ceil(all / perLine));
  const fewest = Math.max(1, Math.ceil(all / lines));
  const usual = { columns: fewest, skipped: 0 };
  if (lines === 1 || reach > perLine) return usual;
  for (let columns = fewest; columns <= perLine; columns += 1) {
    for (const skipped of [0, (columns - (all % columns)) % columns]) {
      const line = (index) => Math.floor((skipped + index) / columns);
      if (line(Math.max(0, size - reach)) === line(size - 1)) return { columns, skipped };
    }
  }
  return usual;
}
