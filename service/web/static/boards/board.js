// What all boards share: they draw what has changed, keep the keyboard's place, and have moves confirmed.

import { element, patch } from "../core/dom.js";
import { capital, moveName, say } from "../core/words.js";

const SHOWN = 12; // winning moves that have a button

/** @type {Marks} */
export const NO_MARKS = Object.freeze({ moves: [], piles: [] });

export class Board {
  /** @type {State} */
  state;
  confirm = new Confirm((move) => this.take(move));
  #root;
  #roving;
  #advice = element("div", { class: "advice" }); // a button for each winning move that has none
  #onTake;
  #confirms;
  #drawn = "";

  /**
   * `cells` has the buttons that a selector fits, each of which makes or chooses a move. `confirms()` says
   * whether choices are to be confirmed on this device.
   */
  constructor(root, cells, css, { onTake, confirms = () => false }) {
    this.#root = root;
    this.#roving = new Roving(cells, css);
    this.#onTake = onTake;
    this.#confirms = confirms;
    root.tabIndex = -1;
  }

  /** The element for the moves that a hint shows. */
  get advice() {
    return this.#advice;
  }

  /** Whether a click chooses, and does not take. */
  get isConfirmed() {
    return this.#confirms();
  }

  get hasFocus() {
    return this.#root.contains(document.activeElement);
  }

  /** Focus what a move is made with, or else the board. */
  focus() {
    if (!this.#roving.focus()) this.#root.focus({ preventScroll: true });
  }

  /** Let the Tab key reach the first move again, as when a new game begins. */
  startAnew() {
    this.#roving.startAnew();
  }

  /** Draw again what depends on a setting. */
  refresh() {
    if (this.state) this.#draw(true);
  }

  /**
   * @param {State["game"]} game
   * @param {boolean} active
   * @param {Marks} marks
   * @param {{lost?: State["lost"], explanation?: any, digits?: boolean}} more
   */
  draw(game, active, marks, { lost = null, explanation = null, digits = false } = {}) {
    const isOther = game !== this.state?.game;
    const isExplained = String(explanation?.position.piles) === String(game.piles) && !explanation.response.grundy_values;
    const parts = isExplained && !digits ? explanation.parts : null;
    const binary = isExplained && digits ? explanation.response.binary.rows : null;
    const drawn = JSON.stringify([active, marks, lost, parts, binary]);
    if (!isOther && drawn === this.#drawn) return; // what is hovered stays
    this.#drawn = drawn;
    this.state = { game, active, marks, lost, parts, binary };
    this.#draw(isOther);
  }

  /** `isOther` says whether another position, or another way to choose, is drawn than before. */
  #draw(isOther) {
    const hadFocus = this.hasFocus;
    this.paint(isOther);
    this.#roving.settle((cells) => this.first(cells));
    if (hadFocus && (!this.hasFocus || document.activeElement === this.#root || this.#roving.isElsewhere)) this.focus();
  }

  /** Draw the state; a board does that in its own way. */
  paint(_isOther) {}

  /** The cell that the Tab key reaches at first, of those that can be chosen. */
  first(cells) {
    return cells[0];
  }

  /** Have a move made, or chosen first if choices are confirmed; `mark()` marks what is chosen. */
  make(move, mark) {
    if (!this.isConfirmed) {
      this.take(move);
      return;
    }
    this.confirm.choose(move, this.state.game);
    mark();
  }

  take(move) {
    if (this.state.active) this.#onTake(move);
  }

  /** Advise these moves, and no others. */
  advise(moves) {
    const { game, active } = this.state;
    patch(
      this.#advice,
      moves.slice(0, SHOWN).map((move) => {
        const text = capital(say(move, game));
        if (!active) return element("span", { class: "winning" }, text);
        return element("button", { type: "button", class: "winning", "aria-label": `${text}: a winning move`, onclick: () => this.take(move) }, text);
      }),
    );
  }
}

/** Choosing a move and then confirming it: the button that makes the chosen move. */
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
   * the button says, and `text` describes the choice while it is not a move yet.
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
  if (move.remove === undefined && !move.removals) return "Change";
  const taken = (move.removals ?? [move]).reduce((sum, { remove }) => sum + remove, 0);
  return `Take ${taken}`;
}

// --- Moving through buttons by keyboard: the Tab key reaches one of them, arrow keys move to the nearest in
// their direction, Home and End to the first and the last in the line ---

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class Roving {
  #root;
  #css;
  #at = null; // the place where the person was last, see placeOf

  constructor(root, css) {
    this.#root = root;
    this.#css = css;
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", ({ target }) => {
      const button = target.closest(css);
      if (!button) return;
      this.#at = placeOf(button, this.#buttons.indexOf(button));
      this.#reach(button);
    });
  }

  get #buttons() {
    return [...this.#root.querySelectorAll(this.#css)];
  }

  /** Whether the focus is on a button, but not on the one that the Tab key reaches. */
  get isElsewhere() {
    return document.activeElement?.closest(this.#css) !== null && document.activeElement?.getAttribute("tabindex") === "-1";
  }

  startAnew() {
    this.#at = null;
  }

  /** Focus the button that the Tab key reaches; false if there is none. */
  focus() {
    const button = this.#buttons.find(({ tabIndex }) => tabIndex === 0);
    button?.focus();
    return Boolean(button);
  }

  /**
   * Let the Tab key reach one of the buttons that are there now: the nearest to where the person was, of those
   * that can be chosen if there are any; at first the one that `first` picks.
   */
  settle(first = (/** @type {HTMLElement[]} */ open) => open[0]) {
    const buttons = this.#buttons;
    const open = buttons.filter((one) => !one.hasAttribute("aria-disabled"));
    const among = open.length > 0 ? open : buttons;
    const distance = (one) => {
      const [line, place] = placeOf(one, buttons.indexOf(one));
      return 1000 * Math.abs(line - this.#at[0]) + Math.abs(place - this.#at[1]);
    };
    const ordered = this.#at ? [...among].sort((a, b) => distance(a) - distance(b)) : [first(among)];
    this.#reach(ordered[0]);
  }

  #reach(button) {
    for (const one of this.#buttons) one.tabIndex = one === button ? 0 : -1;
  }

  #key(event) {
    const button = event.target.closest(this.#css);
    if (!button || event.altKey || event.ctrlKey || event.metaKey) return;
    const places = this.#buttons.map((one) => ({ one, ...middle(one) }));
    const here = places.find(({ one }) => one === button);
    const next = event.key in DIRECTIONS ? nearest(places, here, DIRECTIONS[event.key]) : end(places, here, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next?.one.focus();
  }
}

/** The nearest button in a direction; null if there is none. */
function nearest(places, here, [x, y]) {
  const along = (at) => (at.x - here.x) * x + (at.y - here.y) * y;
  const aside = (at) => Math.abs((at.x - here.x) * y) + Math.abs((at.y - here.y) * x);
  const ahead = places.filter((at) => along(at) > 1 && (y !== 0 || aside(at) < at.height / 2));
  ahead.sort((a, b) => along(a) + 3 * aside(a) - along(b) - 3 * aside(b));
  return ahead[0] ?? null;
}

/** The first or the last button in the line; undefined for other keys. */
function end(places, here, key) {
  const line = places.filter(({ y, height }) => Math.abs(y - here.y) < height / 2);
  return { Home: line[0], End: line[line.length - 1] }[key];
}

function middle(button) {
  const { left, top, width, height } = button.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, height };
}

/** `[line, place]` of a button on its board, as it says; of one that does not, its place among the others. */
function placeOf(button, index) {
  return button.dataset.at?.split(",").map(Number) ?? [0, index];
}
