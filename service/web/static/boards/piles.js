// The piles, drawn: each object is a button that takes itself and everything to its right. If the rule
// doesn't allow taking that many, the button says so. If a choice is to be confirmed, or may include
// several piles, the button only chooses, and another button takes all that is chosen.

import { all, around, element, patch } from "../core/dom.js";
import { gameOf, isLegal } from "../core/game.js";
import { capital, lower, moveName, moveTakes, pileName, say } from "../core/words.js";
import { Board } from "./board.js";

/** Objects of a pile that are drawn; of a larger pile a field takes any number. */
const DRAWN = 30;

/** How large an object is drawn, by the largest pile that the game began with. */
const SCALES = [
  { upTo: 8, scale: "large" },
  { upTo: 10, scale: "medium" },
  { upTo: Infinity, scale: "small" },
];

export class PilesBoard extends Board {
  #piles;
  #chosen = new Map(); // from piles to what is left of them

  constructor(root, options) {
    const piles = element("ol", { class: "board", "aria-label": "Piles" });
    super(root, piles, ".object", options);
    this.#piles = piles;
    root.replaceChildren(piles, this.confirm.form, this.advice);
    piles.addEventListener("click", (event) => this.#click(around(event, ".object")));
    piles.addEventListener("pointerover", (event) => this.#preview(around(event, ".object")));
    piles.addEventListener("focusin", (event) => this.#preview(around(event, ".object:focus-visible")));
    for (const end of ["pointerout", "focusout"]) piles.addEventListener(end, () => this.#preview(null));
    new ResizeObserver(() => this.#arrange()).observe(piles);
  }

  startAnew() {
    super.startAnew();
    this.#chosen.clear();
  }

  paint(isOther) {
    const { game, active, marks } = this.state;
    if (isOther) this.#chosen.clear();
    this.#piles.toggleAttribute("data-waiting", !active);
    this.#piles.dataset.unit = gameOf(game.rule).unit ?? "pile";
    this.#piles.style.setProperty("--widest", String(Math.min(DRAWN, Math.max(...game.start))));
    this.#piles.style.setProperty("--piles", String(game.start.length));
    this.#piles.dataset.scale = SCALES.find(({ upTo }) => Math.max(...game.start) <= upTo).scale;
    patch(this.#piles, game.piles.map((_, pile) => this.#row(pile)));
    this.advise(marks.moves.filter((move) => move.removals)); // that take from several piles
    this.#arrange();
    this.#drawChoice();
  }

  /** Whether a click chooses, and does not take. */
  get isConfirmed() {
    const known = gameOf(this.state.game.rule);
    return known.form === "removals" || known.confirms || super.isConfirmed;
  }

  #row(pile) {
    const { game, marks, active } = this.state;
    const count = game.piles[pile];
    const winning = removalsOf(marks.moves).filter((move) => move.pile === pile);
    const last = game.moves[game.moves.length - 1];
    const taken = last ? removalsOf([last]).find((one) => one.pile === pile) : undefined;
    const gone = taken ? Math.min(taken.remove, DRAWN) : 0;
    const first = Math.max(0, count - DRAWN);
    const drawn = Array.from({ length: count - first }, (_, i) => this.#object(pile, first + i, winning));
    const further = first > 0 && this.#mostFrom(pile) > DRAWN;
    const parts = Math.max(...game.piles) > DRAWN ? null : this.state.parts;
    const kinds = ["pile", count === 0 && "none", count + gone === 0 && "cleared", marks.piles.includes(pile) && "advised"];
    return element(
      "li",
      { class: kinds.filter(Boolean).join(" "), "data-pile": pile, "data-key": pile },
      element(
        "div",
        { class: "pile-label" },
        element("span", { class: "pile-name" }, capital(gameOf(game.rule).unit ?? "pile"), ` ${pile + 1}`),
        element("span", { class: "pile-count" }, String(count)),
        this.state.binary ? element("span", { class: "pile-digits", "aria-hidden": "true" }, this.state.binary[pile].join(" ")) : null,
      ),
      element(
        "div",
        { class: parts ? "objects grouped" : "objects", role: "group", "aria-label": `${capital(pileName(game, pile))}: ${count}` },
        first > 0 ? element("span", { class: "more" }, `${first} more and these:`) : null,
        ...(parts ? groups(drawn, parts[pile]) : drawn),
        ...Array.from({ length: gone }, (_, i) => element("span", { class: `gone by-${last.by}`, "data-key": `${game.moves.length} ${i}` })),
        count + gone === 0 ? element("span", { class: "empty" }, "empty") : null,
      ),
      element(
        "div",
        { class: further ? "pile-side wide" : "pile-side" },
        ...winning.filter(({ several }) => !several).map((move) => this.#winningMove(move, active)),
        further ? this.#anyNumber(pile, count, active) : null,
      ),
    );
  }

  #mostFrom(pile) {
    return gameOf(this.state.game.rule).mostFrom(this.state.game, pile);
  }

  #object(pile, index, winning) {
    const { game, active, marks } = this.state;
    const move = { pile, remove: game.piles[pile] - index, leaves: index };
    const allowed = this.#allows(move);
    const hinted = winning.some(({ remove }) => move.remove <= remove);
    const wins = winning.some(({ remove }) => move.remove === remove);
    const name = moveName(move, game) + (wins ? ": wins" : "");
    return element("button", {
      type: "button",
      class: ["object", hinted && "hinted", !allowed && "fixed"].filter(Boolean).join(" "),
      tabindex: "-1",
      "data-index": index,
      "data-key": index,
      "data-at": `${pile},${index}`,
      "aria-disabled": active && allowed ? null : "true",
      "aria-label": allowed ? name : `Can’t ${say(move, game)}: ${lower(gameOf(game.rule).rule(game.rule, game.start))}`,
    });
  }

  /** Whether this many may be taken from a pile; together with others, if a move may take from several. */
  #allows({ pile, remove }) {
    const { game } = this.state;
    return gameOf(game.rule).form === "removals" ? remove <= this.#mostFrom(pile) : isLegal(game, { pile, remove });
  }

  /** Put the objects of each pile into lines that fit, see linesOf. */
  #arrange() {
    if (!this.state || this.#piles.clientWidth === 0) return;
    for (const objects of all(this.#piles, ".objects:not(.grouped)")) {
      const drawn = all(objects, ".object");
      const gone = objects.querySelectorAll(".gone").length;
      const size = (drawn[0] ?? all(objects, "*")[0]).offsetWidth;
      const perLine = Math.max(1, Math.floor(objects.clientWidth / size));
      const { columns, skipped } = linesOf({ size: drawn.length, gone, perLine, reach: this.#mostFrom(Number(objects.closest(".pile")["dataset"].pile)) });
      objects.style.setProperty("--columns", String(columns));
      for (const object of drawn) object.style.gridColumnStart = "";
      if (skipped > 0 && drawn.length > 0) drawn[0].style.gridColumnStart = String(skipped + 1);
    }
  }

  #winningMove({ pile, remove }, active) {
    if (!active) return element("span", { class: "winning" }, `take ${remove}`);
    const label = `${capital(say({ pile, remove }, this.state.game))}: a winning move`;
    const onclick = () => this.take({ pile, remove });
    return element("button", { type: "button", class: "winning", "aria-label": label, onclick }, `take ${remove}`);
  }

  #anyNumber(pile, count, active) {
    const { game } = this.state;
    const limit = this.#mostFrom(pile);
    const input = element("input", {
      type: "number",
      min: 1,
      max: limit,
      required: true,
      inputmode: "numeric",
      placeholder: `1 to ${limit}`,
      "aria-label": `How many to take from ${pileName(game, pile)}`,
      oninput: () => {
        const remove = input.valueAsNumber;
        input.setCustomValidity(Number.isNaN(remove) || this.#allows({ pile, remove }) ? "" : moveTakes(game));
        if (this.isConfirmed && active) this.#choose(pile, input.checkValidity() ? count - remove : null);
      },
    });
    const onsubmit = (event) => {
      event.preventDefault();
      if (this.isConfirmed) this.confirm.form.requestSubmit();
      else this.take({ pile, remove: input.valueAsNumber });
    };
    const button = this.isConfirmed ? null : element("button", { type: "submit", disabled: !active }, "Take");
    return element("form", { class: "any-number", "data-key": game.moves.length, onsubmit }, input, button);
  }

  #click(object) {
    if (!object) return;
    const { pile, index } = place(object);
    const move = { pile, remove: this.state.game.piles[pile] - index };
    if (!this.isConfirmed || !this.state.active || !this.#allows(move)) this.take(move);
    else this.#choose(pile, this.#chosen.get(pile) === index ? null : index);
  }

  /** Choose what leaves this many of a pile, or nothing of it any more. */
  #choose(pile, leaves) {
    this.#chosen.delete(pile);
    if (leaves !== null) this.#chosen.set(pile, leaves);
    const { rule } = this.state.game;
    while (this.#chosen.size > gameOf(rule).severalPiles(rule)) this.#chosen.delete(this.#chosen.keys().next().value);
    this.#drawChoice();
  }

  #drawChoice() {
    const { game, active } = this.state;
    for (const object of all(this.#piles, ".object")) {
      const { pile, index } = place(object);
      const leaves = this.#chosen.get(pile) ?? Infinity;
      object.classList.toggle("chosen", index >= leaves);
      if (this.isConfirmed) object.setAttribute("aria-pressed", String(index === leaves));
    }
    const removals = [...this.#chosen]
      .map(([pile, leaves]) => ({ pile, remove: game.piles[pile] - leaves, leaves }))
      .sort((a, b) => a.pile - b.pile);
    const move = removals.length > 0 ? this.#asMove(removals) : null;
    const legal = move !== null && isLegal(game, move);
    const text = removals.length === 0 ? `Choose ${gameOf(game.rule).noun[1]} first.` : moveTakes(game);
    this.confirm.choose(legal ? move : null, game, { shown: active && this.isConfirmed, text });
  }

  /** Removals as a move of the game. */
  #asMove(removals) {
    return gameOf(this.state.game.rule).form === "removals" ? { removals } : removals[0];
  }

  /** Mark what a click on `object` would take. */
  #preview(object) {
    for (const marked of all(this.#piles, ".going")) marked.classList.remove("going");
    for (const label of all(this.#piles, "[data-leaves]")) delete label.dataset.leaves;
    if (!object || !this.state.active || object.matches(".fixed")) return;
    const { index } = place(object);
    const row = object.closest(".pile");
    all(row, ".pile-count")[0].dataset.leaves = String(index);
    for (const other of all(row, ".object")) other.classList.toggle("going", place(other).index >= index);
  }

  /** The object that takes the fewest allowed from the first pile of which anything may be taken. */
  first(objects) {
    return objects.filter((one) => place(one).pile === place(objects[0]).pile).pop();
  }
}

/** Objects in groups of 4, 2 and 1, of which those stand out that have no partner in another pile. */
function groups(objects, parts) {
  let next = 0;
  return parts.map(({ value, isAlone }) => {
    const label = element("small", { "aria-hidden": "true" }, isAlone ? `${value} · no partner` : String(value));
    const group = element("span", { class: isAlone ? "group alone" : "group", "data-key": value }, ...objects.slice(next, (next += value)), label);
    group.style.setProperty("--columns", String(Math.min(value, 4)));
    return group;
  });
}

/** The parts of moves that each take from one pile. */
function removalsOf(moves) {
  return moves.flatMap((move) => move.removals?.map((one) => ({ ...one, several: true })) ?? [move]);
}

/** @param {HTMLElement} object */
function place(object) {
  const { pile } = /** @type {HTMLElement} */ (object.closest(".pile")).dataset;
  return { pile: Number(pile), index: Number(object.dataset.index) };
}

/**
 * `{columns, skipped}` for a pile of `size` objects, of which `perLine` fit into a line: as few lines
 * as possible, of equal length, `skipped` places of the first one empty. If possible, the last
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
