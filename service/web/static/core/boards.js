// The boards. Each is a function of a view, at the end of this file: what it returns is drawn. To add one, write such a
// function, name it in BOARDS, and let a game name it. A view has
//
//   game, active (whether a person may move), hint (`{moves, piles}`), parts, binary, lost: what is drawn
//   chosen    the moves that are chosen and not yet confirmed; of a game that takes from several piles one for each
//   confirms  whether a click chooses, and another button makes the move
//   cell(move, attributes, {covers})  a button that makes a move; `covers` are the places of the cells that it takes
//   take(move), choose(move, pile)  make a move, or choose one; `pile` is chosen anew if no move is given
//   option, setOption(value)  one setting of the board, such as how many pins a click takes
//
// All else is here once: what is hovered or chosen, the keyboard, the button that confirms.

import { all, classes, element, patch } from "./dom.js";
import {
  boardOf, capital, inWords, isCut, isLegal, isUnknown, leaves, legalMoves, listedMove, lower, mostFrom, moveName, moveTakes, numberOf, partOf, pileName, say,
  titleOf,
} from "./game.js";
import { DRAWINGS, acrossOf, and, gameOf, keyOf, piecesOf, ruleOf } from "./games.js";

const ADVISED = 12; // winning moves that have a button

/** @type {Marks} */
export const NO_MARKS = Object.freeze({ moves: [], piles: [] });

export class Board {
  #root;
  #options;
  #roving;
  #cells = new Map(); // what is drawn, by the names of cells: {move, covers, made}
  #state = null; // what is drawn: {game, active, hint, lost, parts, binary, fates}
  #drawn = "";
  #chosen = [];
  #settings = new Map(); // by the number of the game in a sum

  /**
   * `onTake(move)` is called for each move that a person makes, `confirms()` says whether choices are to be confirmed
   * on this device, and `onUncover()` is called to show the lost squares, or to hide them.
   *
   * @param {HTMLElement} root
   * @param {{onTake: (move: Move) => void, confirms?: () => boolean, onUncover?: () => void}} options
   */
  constructor(root, { onTake, confirms = () => false, onUncover = null }) {
    this.#root = root;
    this.#options = { onTake, confirms, onUncover };
    this.#roving = new Roving(root, "[data-cell], .legal :is(button, select), .reachable, #sizes button");
    root.tabIndex = -1;
    root.addEventListener("click", ({ target }) => this.#click(this.#cellOf(target)));
    root.addEventListener("pointerover", ({ target }) => this.#preview(this.#cellOf(target)));
    root.addEventListener("focusin", ({ target }) => this.#preview(this.#cellOf(target)?.matches(":focus-visible") ? this.#cellOf(target) : null));
    for (const end of ["pointerout", "focusout"]) root.addEventListener(end, () => this.#preview(null));
    new ResizeObserver(() => arrange(root)).observe(root);
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
    this.#settings.clear();
  }

  /** Draw again what depends on a setting. */
  refresh() {
    if (this.#state) this.#paint();
  }

  /**
   * @param {Game} game
   * @param {boolean} active
   * @param {Marks} hint
   * @param {{lost?: number[][] | null, explanation?: any, digits?: boolean, numbers?: Record<string, number>, sizes?: number[], analysis?: any}} more
   */
  draw(game, active, hint, { lost = null, explanation = null, digits = false, numbers = null, sizes = null, analysis = null } = {}) {
    const isExplained = String(explanation?.position.piles) === String(game.piles) && !explanation.response.grundy_values;
    const parts = isExplained && !digits ? explanation.parts : null;
    const binary = isExplained && digits ? explanation.response.binary.rows : null;
    const fates = analysis?.moves ? Object.fromEntries(analysis.moves.map(({ move, wins }) => [keyOf(move), wins])) : {};
    const drawn = JSON.stringify([active, isUnknown(game), hint, lost, parts, binary, numbers, sizes, fates]);
    if (game === this.#state?.game && drawn === this.#drawn) return; // what is hovered stays
    const [hinted] = hint.moves;
    if (hinted && hinted !== this.#state?.hint.moves[0]) this.#settings.set(hinted.component, settingOf(hinted, game));
    if (game !== this.#state?.game) this.#chosen = [];
    this.#drawn = drawn;
    this.#state = { game, active, hint, lost, parts, binary, numbers, sizes, fates };
    this.#paint();
  }

  #paint() {
    const hadFocus = this.hasFocus;
    const { game, active } = this.#state;
    this.#cells.clear();
    const kind = boardOf(game);
    const view = { ...this.#state, ...this.#part(undefined, game), chosen: this.#chosen, onUncover: this.#options.onUncover };
    const isConfirmed = active && [game, ...(game.parts ?? [])].some((each) => this.#confirms(each));
    const board = framed(kind, view, isConfirmed ? this.#confirm(game) : null, this.#advice(view));
    Object.assign(board.dataset, { board: kind, key: kind });
    patch(this.#root, [board]);
    arrange(this.#root);
    this.#roving.settle();
    if (hadFocus && (!this.hasFocus || document.activeElement === this.#root || this.#roving.isElsewhere)) this.focus();
  }

  #confirms(game) {
    if (boardOf(game) === "coins") return false; // a choice of coins always is
    return this.#options.confirms() || takesTogether(game) || Boolean(gameOf(game.rule).confirms);
  }

  /** What a view can do, for one game of a sum or for the only game. */
  #part(component, game) {
    const whole = (move) => (component === undefined ? move : { component, ...move });
    const confirms = this.#confirms(game);
    const choose = (move, pile) => {
      this.#chosen = chosenWith(this.#chosen, move && whole(move), whole({ pile }), game);
      this.#paint();
    };
    return {
      confirms,
      take: (move) => this.#take(whole(move)),
      choose,
      /** @type {(move: Move | null, attributes: object, more?: {covers?: string[]}) => HTMLElement} */
      cell: (move, attributes, { covers = [attributes["data-at"]] } = {}) => {
        const nameOf = (at) => `${component ?? ""}:${at}`;
        const name = nameOf(attributes["data-at"]);
        const made = move && keyOf(whole(move));
        this.#cells.set(name, { move, made, covers: covers.map(nameOf), pick: confirms ? choose : null, take: () => this.#take(whole(move)) });
        return element("button", { type: "button", tabindex: "-1", "data-cell": name, ...attributes, ...fated(attributes["aria-label"], this.#state.fates[made]) });
      },
      option: this.#settings.get(component),
      setOption: (value) => {
        this.#settings.set(component, value);
        this.#chosen = [];
        this.#paint();
      },
      /** The view of one game of a sum. */
      part: (i) => {
        const { hint, active } = this.#state;
        const own = (moves) => moves.filter((move) => move.component === i).map(partOf);
        return { game: game.parts[i], active, hint: { moves: own(hint.moves), piles: [] }, parts: null, binary: null, lost: null, chosen: own(this.#chosen), ...this.#part(i, game.parts[i]) };
      },
    };
  }

  #take(move) {
    if (this.#state.active && move) this.#options.onTake(move);
  }

  #cellOf(target) {
    return target instanceof Element ? target.closest("[data-cell]") : null;
  }

  #click(button) {
    const cell = button && this.#cells.get(button.dataset.cell);
    if (!cell?.move || !this.#state.active) return;
    if (cell.pick && !button.matches("[aria-disabled]")) cell.pick(cell.move);
    else cell.take();
  }

  /** Mark what a click on a cell would take. */
  #preview(button) {
    this.#mark(button && this.#state.active && !button.matches("[aria-disabled]") ? [button.dataset.cell] : []);
  }

  /** Mark what a move takes that is pointed at elsewhere; null for none. @param {Move | null} move */
  point(move) {
    const { component, removals } = move ?? {};
    if (move && settingOf(move, this.#state.game) !== this.#settings.get(component)) {
      this.#settings.set(component, settingOf(move, this.#state.game)); // else no cell makes it
      this.#paint();
    }
    const isDivided = removals && takesTogether(component === undefined ? this.#state.game : this.#state.game.parts[component]);
    const keys = (isDivided ? removals.map((one) => ({ component, ...one })) : move ? [move] : []).map(keyOf);
    const cells = [...this.#cells];
    this.#mark(keys.flatMap((key) => cells.find(([, { made }]) => made === key)?.[0] ?? []));
  }

  /** Mark what moves take, by the names of their cells, and say what they leave. */
  #mark(names) {
    for (const marked of all(this.#root, ".going")) marked.classList.remove("going");
    for (const label of all(this.#root, "[data-leaves]")) delete label.dataset.leaves;
    const buttons = new Map(all(this.#root, "[data-cell]").map((button) => [button.dataset.cell, button]));
    for (const { move, covers } of names.map((name) => this.#cells.get(name))) {
      for (const name of covers) buttons.get(name)?.classList.add("going");
      const row = buttons.get(covers[0])?.closest("[data-pile]");
      const [label] = row ? all(row, ".pile-count") : [];
      if (label && move.leaves !== undefined) label.dataset.leaves = String(move.leaves);
    }
  }

  /** The button that makes what is chosen. */
  #confirm(game) {
    const of = this.#chosen[0]?.component;
    const part = of === undefined ? game : game.parts[of];
    const known = gameOf(part.rule);
    const parts = /** @type {any[]} */ (this.#chosen.map(partOf));
    const move = parts.length > 0 && takesTogether(part) ? { removals: parts.sort((a, b) => a.pile - b.pile) } : (parts[0] ?? null);
    const legal = move && (isLegal(part, move) || isCut(part)); // of too many to list, the service says
    const onsubmit = (event) => {
      event.preventDefault();
      if (legal) this.#take(of === undefined ? move : { component: of, ...move });
    };
    const thing = { queen: "a square", bar: "a square", strip: "a coin and a square", piles: known.noun[1] }[boardOf(game)] ?? "a move";
    const text = legal ? moveName(listedMove(part, move) ?? move, part) : move ? moveTakes(part) : `Choose ${thing} first.`;
    const takes = ["piles", "pins", "bar"].includes(boardOf(game)) && known.unit !== "step";
    const verb = legal ? verbOf(move, part) : this.#settings.get(undefined) === 0 ? "Split" : takes ? "Take" : "Move";
    return element("form", { class: "confirm", onsubmit }, element("button", { type: "submit", class: "primary", disabled: !legal }, verb), element("span", { class: "chosen-text" }, text));
  }

  /** A button for each winning move of a hint that has none on the board. */
  #advice({ game, active, hint, take }) {
    const moves = boardOf(game) === "piles" ? hint.moves.filter(({ removals }) => removals) : hint.moves;
    const button = (move) => {
      const text = capital(say(move, game));
      if (!active) return element("span", { class: "winning" }, text);
      return element("button", { type: "button", class: "winning", "aria-label": `${text}: a winning move`, onclick: () => take(move) }, text);
    };
    return element("div", { class: "advice" }, ...moves.slice(0, ADVISED).map(button));
  }
}

/** The setting of the board with which a cell makes a move: how many pins it takes, or which coin goes. @param {Move} move @param {any} game */
function settingOf({ component, pile, remove, leaves_piles: left, play }, game) {
  const part = component === undefined ? game : game.parts[component];
  if (boardOf(part) === "grid") return play.split("-")[0];
  if (boardOf(part) === "coins") return null;
  return boardOf(part) === "strip" ? pile : left && remove;
}

/** What a cell says of its move once every move is judged. */
const fated = (label, wins) => (wins === undefined ? {} : { "data-fate": wins ? "wins" : "loses", "aria-label": /wins$/.test(label) ? label : `${label}: ${wins ? "wins" : "loses"}` });

/** Whether a move may take from several piles, each of which is chosen by itself. */
const takesTogether = (game) => boardOf(game) === "piles" && gameOf(game.rule).form === "removals";

/** What is chosen once a move is chosen too, or again, or none in a pile. */
function chosenWith(chosen, move, { component, pile }, game) {
  const of = move ?? { component, pile };
  const isReplaced = (one) => !takesTogether(game) || one.pile === of.pile;
  const others = chosen.filter((one) => one.component === of.component && !isReplaced(one));
  const isAgain = move && chosen.some((one) => JSON.stringify(one) === JSON.stringify(move));
  const several = takesTogether(game) ? gameOf(game.rule).severalPiles(game.rule) : 1;
  return move && !isAgain ? [...others, move].slice(-several) : others;
}

/** "Take 3", "Split", "Move" */
function verbOf(move, game) {
  if (move.play !== undefined) return capital(say(move, game).split(" ", 1)[0]);
  if (move.size !== undefined) return "Choose";
  if (move.remove === 0) return "Split";
  if (move.to !== undefined || say(move, game).startsWith("move")) return "Move";
  if (move.remove === undefined && !move.removals) return say(move, game).startsWith("add") ? "Add" : say(move, game).startsWith("multiply") ? "Multiply" : "Change";
  return `Take ${(move.removals ?? [move]).reduce((sum, { remove }) => sum + remove, 0)}`;
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
    return all(this.#root, this.#css);
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
   * that can be chosen if there are any; at first the one that the board has marked, or else the first.
   */
  settle() {
    const buttons = this.#buttons;
    const open = buttons.filter((one) => !one.hasAttribute("aria-disabled"));
    const among = open.length > 0 ? open : buttons;
    const distance = (one) => {
      const [line, place] = placeOf(one, buttons.indexOf(one));
      return 1000 * Math.abs(line - this.#at[0]) + Math.abs(place - this.#at[1]);
    };
    const ordered = this.#at ? [...among].sort((a, b) => distance(a) - distance(b)) : [among.find((one) => "first" in one.dataset) ?? among[0]];
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
function placeOf({ dataset: { cell, at } }, index) {
  const [line, place] = at?.split(",").map(Number) ?? [0, index];
  return [100 * parseInt(cell || "0") + line || line, place]; // of the first game in a sum, then of the next one
}

// --- Piles: each object takes itself and everything to its right. If the rule doesn't allow taking that many, the
// button says so ---

/** Objects of a pile that are drawn; of a larger pile a field takes any number. */
const DRAWN = 30;

/** How large an object is drawn, by the largest pile that the game began with. */
const scaleOf = (largest) => (largest <= 8 ? "large" : largest <= 10 ? "medium" : "small");

function piles(view) {
  const { game, active } = view;
  const largest = Math.max(...game.start);
  const attributes = {
    class: "board", "aria-label": "Piles", "data-waiting": !active, "data-unit": gameOf(game.rule).unit,
    "data-scale": scaleOf(largest), "data-widest": Math.min(DRAWN, largest), "data-piles": game.start.length,
  };
  return [element("ol", attributes, ...game.piles.map((_, pile) => pileRow(view, pile)))];
}

function pileRow(view, pile) {
  const { game, hint, binary, take, active } = view;
  const known = gameOf(game.rule);
  const count = game.piles[pile];
  const winning = hint.moves.flatMap((move) => move.removals ?? [move]).filter((move) => move.pile === pile);
  const last = game.moves[game.moves.length - 1];
  const taken = (last?.removals ?? [last]).find((one) => one?.pile === pile)?.remove ?? 0;
  const gone = Math.min(taken, DRAWN);
  const first = Math.max(0, count - DRAWN);
  const most = mostFrom(game, pile);
  const further = first > 0 && most > DRAWN;
  const parts = Math.max(...game.piles) > DRAWN ? null : view.parts;
  const objects = Array.from({ length: count - first }, (_, i) => pileObject(view, pile, first + i, winning));
  const fewest = objects.filter((one) => !one.classList.contains("fixed")).pop();
  if (fewest) fewest.dataset.first = "";
  const win = ({ remove }) => {
    if (!active) return element("span", { class: "winning" }, `take ${remove}`);
    const label = `${capital(say({ pile, remove }, game))}: a winning move`;
    return element("button", { type: "button", class: "winning", "aria-label": label, onclick: () => take({ pile, remove }) }, `take ${remove}`);
  };
  const name = capital(pileName(game, pile));
  return element(
    "li",
    { class: classes("pile", count === 0 && "none", count + gone === 0 && "cleared", hint.piles.includes(pile) && "advised"), "data-pile": pile, "data-key": pile, "data-reach": most },
    pileLabel(`${capital(known.unit)} ${pile + 1}`, count, binary && element("span", { class: "pile-digits", "aria-hidden": "true" }, binary[pile].join(" "))),
    element(
      "div",
      { class: classes("objects", parts && "grouped"), role: "group", "aria-label": `${name}: ${count}` },
      first > 0 ? element("span", { class: "more" }, `${first} more and these:`) : null,
      ...(parts ? groups(objects, parts[pile]) : objects),
      ...Array.from({ length: gone }, (_, i) => element("span", { class: `gone by-${last.by}`, "data-key": `${game.moves.length} ${i}` })),
      count + gone === 0 ? element("span", { class: "empty" }, "empty") : null,
    ),
    element(
      "div",
      { class: classes("pile-side", further && "wide") },
      ...(known.form === "removals" ? [] : winning.map(win)),
      further ? anyNumber(view, pile) : null,
    ),
  );
}

const pileLabel = (name, count, more = null) =>
  element("div", { class: "pile-label" }, element("span", { class: "pile-name" }, name), element("span", { class: "pile-count" }, String(count)), more);

/** Whether this many may be taken from a pile; together with others, if a move may take from several. */
function allows({ game }, { pile, remove }) {
  if (isUnknown(game) || isCut(game)) return remove <= game.piles[pile];
  return gameOf(game.rule).form === "removals" ? remove <= mostFrom(game, pile) : isLegal(game, { pile, remove });
}

function pileObject(view, pile, index, winning) {
  const { game, active, chosen, confirms } = view;
  const count = game.piles[pile];
  const move = { pile, remove: count - index, leaves: index };
  const allowed = allows(view, move);
  const wins = winning.some(({ remove }) => move.remove === remove);
  const leaves = chosen.find((one) => one.pile === pile)?.leaves;
  const attributes = {
    class: classes("object", winning.some(({ remove }) => move.remove <= remove) && "hinted", !allowed && "fixed", index >= leaves && "chosen"),
    "data-index": index,
    "data-key": index,
    "data-at": `${pile},${index}`,
    "aria-disabled": active && allowed ? null : "true",
    "aria-pressed": confirms ? String(index === leaves) : null,
    "aria-label": allowed ? moveName(move, game) + (wins ? ": wins" : "") : `Can’t ${say(move, game)}: ${lower(ruleOf(game.rule))}`,
  };
  return view.cell(move, attributes, { covers: Array.from({ length: move.remove }, (_, i) => `${pile},${index + i}`) });
}

/** Objects in groups of 4, 2 and 1, of which those stand out that have no partner in another pile. */
function groups(objects, parts) {
  let next = 0;
  return parts.map(({ value, isAlone }) => {
    const label = element("small", { "aria-hidden": "true" }, isAlone ? `${value} · no partner` : String(value));
    const group = element("span", { class: classes("group", isAlone && "alone"), "data-key": value }, ...objects.slice(next, (next += value)), label);
    group.style.setProperty("--columns", String(Math.min(value, 4)));
    return group;
  });
}

/** A field for how many to take from a pile of which not all objects are drawn. */
function anyNumber(view, pile) {
  const { game, active, confirms, take, choose } = view;
  const limit = mostFrom(game, pile);
  const oninput = ({ currentTarget: input }) => {
    const remove = input.valueAsNumber;
    input.setCustomValidity(Number.isNaN(remove) || allows(view, { pile, remove }) ? "" : moveTakes(game));
    if (confirms && active) choose(input.checkValidity() ? { pile, remove, leaves: game.piles[pile] - remove } : null, pile);
  };
  const onsubmit = (event) => {
    event.preventDefault();
    if (confirms) event.currentTarget.closest("[data-board]").querySelector(".confirm").requestSubmit();
    else take({ pile, remove: event.currentTarget.querySelector("input").valueAsNumber });
  };
  const label = `How many to take from ${pileName(game, pile)}`;
  const input = element("input", { type: "number", min: 1, max: limit, required: true, inputmode: "numeric", placeholder: `1 to ${limit}`, "aria-label": label, oninput });
  return element("form", { class: "any-number", "data-key": game.moves.length, onsubmit }, input, confirms ? null : element("button", { type: "submit", disabled: !active }, "Take"));
}

/** Put the objects of each pile into lines that fit, see linesOf. */
function arrange(root) {
  for (const objects of all(root, ".objects:not(.grouped)")) {
    const cells = all(objects, ".object");
    const gone = all(objects, ".gone").length;
    const size = (cells[0] ?? all(objects, "*")[0]).offsetWidth;
    if (size === 0) continue; // not shown
    const perLine = Math.max(1, Math.floor(objects.clientWidth / size));
    const { columns, skipped } = linesOf({ size: cells.length, gone, perLine, reach: Number(/** @type {HTMLElement} */ (objects.closest(".pile")).dataset.reach) });
    objects.style.setProperty("--columns", String(columns));
    for (const cell of cells) cell.style.gridColumnStart = "";
    if (skipped > 0 && cells.length > 0) cells[0].style.gridColumnStart = String(skipped + 1);
  }
}

/**
 * `{columns, skipped}` for a pile of `size` objects, of which `perLine` fit into a line: as few lines
 * as possible, of equal length, `skipped` places of the first one empty. If possible, the last
 * `reach` objects, those that a move may take, stand in one line; `gone` places follow them.
 */
function linesOf({ size, gone, perLine, reach }) {
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

// --- Rows of pins. A move takes neighbouring pins and may thereby split a row, or splits a row without taking any. Pins
// that fall leave a gap, so that people see the row split ---

const BUTTONS = 5; // numbers that have a button each; of more one is chosen from a list

function pins(view) {
  const { game, active } = view;
  const amounts = [...new Set(legalMoves(game).map(({ remove }) => remove))].sort((a, b) => a - b);
  const amount = amounts.includes(view.option) ? view.option : (amounts.find((one) => one > 0) ?? amounts[0] ?? null);
  const rows = element("ol", { class: "board pins", "aria-label": "Rows of pins", "data-waiting": !active, "data-splits": amount === 0 }, ...piecesOf(game).map((row, i) => pinRow(view, amount, row, i)));
  rows.style.setProperty("--most", String(Math.max(...game.start)));
  rows.style.setProperty("--rows", String(game.start.length));
  const offered = active && amounts.length > 1 ? amounts : [];
  return [element("div", {}, element("form", { class: "amounts", hidden: offered.length === 0 }, offered.length === 0 ? null : amountChoice(offered, amount, view)), rows)];
}

function pinRow(view, amount, parts, row) {
  const { moves } = view.game;
  let place = 0; // of the first pin of a part in its row
  const children = parts.map(({ pile, size = 1, fell }) => {
    place += size;
    if (pile !== undefined) return piece(view, amount, pile, size, [row, place - size]);
    return element("span", { class: classes("fallen", fell && `just by-${moves[moves.length - 1].by}`), "aria-hidden": "true" });
  });
  const isCleared = parts.every(({ pile, fell }) => pile === undefined && !fell);
  return element("li", { class: classes("pin-row", isCleared && "cleared") }, ...children);
}

function piece(view, amount, pile, size, [row, place]) {
  const { game, hint } = view;
  return element(
    "div",
    { class: classes("pile piece", hint.piles.includes(pile) && "advised"), "data-pile": pile, "data-key": place, role: "group", "aria-label": `${capital(pileName(game, pile))}: ${size}` },
    pileLabel(`Row ${numberOf(game, pile)}`, size),
    element("div", { class: "standing" }, ...Array.from({ length: size }, (_, i) => pin(view, pinMove(game, pile, i, amount), pile, i, [row, place]))),
  );
}

/** The move that a click on a pin makes, legal or not; null if it makes none. */
function pinMove({ piles: sizes }, pile, index, remove) {
  const size = sizes[pile];
  if (remove === null || remove > size || (remove === 0 && index === 0)) return null;
  const at = Math.min(index, size - remove);
  return { pile, remove, leaves_piles: [at, size - remove - at].filter((part) => part > 0).sort((a, b) => a - b), at };
}

function pin(view, move, pile, index, [row, start]) {
  const { game, active, hint, chosen } = view;
  const legal = active && move !== null && (isLegal(game, move) || isCut(game));
  const hinted = move !== null && hint.moves.some((one) => keyOf(one) === keyOf(move));
  const covered = (one) => index >= one.at && index < one.at + Math.max(1, one.remove);
  const attributes = {
    class: classes("pin", hinted && "hinted", !legal && active && "fixed", chosen.some((one) => one.pile === pile && covered(one)) && "chosen"),
    "data-index": index,
    "data-at": `${row},${start + index}`,
    "aria-disabled": legal ? null : "true",
    "aria-label": legal ? `${pinsName(move, game)}${hinted ? ": wins" : ""}` : `Pin ${index + 1} of ${pileName(game, pile)}`,
  };
  return view.cell(legal ? move : null, attributes, { covers: move ? Array.from({ length: Math.max(1, move.remove) }, (_, i) => `${row},${start + move.at + i}`) : [] });
}

/** A move in words, with what it leaves from left to right. */
function pinsName({ leaves_piles: _, ...move }, game) {
  const sides = [move.at, game.piles[move.pile] - move.remove - move.at];
  return moveName({ ...move, leaves_piles: sides.filter((part) => part > 0) }, game);
}

/** How many a click takes, if there is more than one number to choose from. */
function amountChoice(amounts, chosen, { setOption }) {
  const text = (amount) => (amount === 0 ? "none: it splits" : String(amount));
  if (amounts.length > BUTTONS) {
    const options = amounts.map((amount) => element("option", { value: amount, selected: amount === chosen }, text(amount)));
    const onchange = ({ currentTarget }) => setOption(Number(currentTarget.value));
    return element("label", {}, "A click takes ", element("select", { onchange }, ...options));
  }
  const one = (amount) => {
    const attributes = { type: "radio", name: "amount", value: amount, checked: amount === chosen, autocomplete: "off", onchange: () => setOption(amount) };
    return element("label", {}, element("input", attributes), element("span", {}, text(amount)));
  };
  return element("fieldset", {}, element("legend", {}, "A click takes"), element("div", { class: "choice" }, ...amounts.map(one)));
}

// --- The queen: the piles are her distances from the left and the lower edge, and she moves to the corner -----------

const GOLDEN =
  "Marked: squares from which the player to move loses. They lie along two lines whose slopes are the golden ratio, 1.618, and its inverse.";

function queen(view) {
  const { game, active, hint, lost, onUncover } = view;
  const { start, piles: now } = game;
  const across = acrossOf(start);
  const [width, height] = [start[across], start[1 - across]];
  const after = (move) => leaves(game, move);
  const place = (left) => `${left[across]},${left[1 - across]}`;
  const moves = new Map(active ? legalMoves(game).map((move) => [place(after(move)), move]) : []);
  const winning = new Set(hint.moves.filter((move) => isLegal(game, move)).map((move) => place(after(move))));
  const lostPlaces = new Set((lost ?? []).flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
  const axis = (text) => element("span", { class: "axis", "aria-hidden": "true" }, String(text));
  const square = (at, isDark) => {
    const move = moves.get(at);
    const wins = winning.has(at);
    const isQueen = at === place(now);
    const isChosen = move && view.chosen.some((one) => keyOf(one) === keyOf(move));
    const css = classes("square", isDark && "dark", lostPlaces.has(at) && "lost", at === "0,0" && "corner", isQueen && "queen", wins && "hinted", move && "target", isChosen && "chosen");
    const common = { class: css, "data-key": at, "data-at": at };
    // The queen's own square can have the focus, so that the keyboard does not lose the board after a move.
    if (isQueen) return view.cell(null, { ...common, "aria-disabled": "true", "aria-label": `The queen, at ${and(now)}` });
    if (!move) return element("span", { class: css, "data-key": at, "aria-hidden": "true" });
    const text = wins ? ": wins" : lostPlaces.has(at) ? ", a lost square" : "";
    return view.cell(move, { ...common, "aria-label": `${capital(say(move, game))}, leaving ${and(after(move))}${text}` });
  };
  const line = (y) => [axis(y), ...Array.from({ length: width + 1 }, (_, x) => square(`${x},${y}`, (x + y) % 2 === 0))];
  const lines = Array.from({ length: height + 1 }, (_, i) => line(height - i));
  const grid = element("div", { class: "squares", role: "group", "aria-label": "The queen’s board" }, ...lines.flat(), axis(""), ...Array.from({ length: width + 1 }, (_, x) => axis(x)));
  grid.style.setProperty("--columns", String(width + 1));
  grid.style.setProperty("--lines", String(height + 2));
  const counts = now.flatMap((count, pile) => [
    element("span", { class: "pile-name" }, `Pile ${pile + 1}, ${pile === across ? "to the right" : "upwards"}: `),
    element("span", { class: "pile-count" }, String(count)),
  ]);
  return [
    grid,
    element("p", { class: "counts" }, ...counts),
    onUncover && element("button", { type: "button", onclick: onUncover }, lost ? "Hide the lost squares" : "Show the lost squares"),
    lost && element("p", { class: "quiet" }, GOLDEN),
  ];
}

// --- The bar of Chomp: a square takes itself and all squares right of it and below ------------------------------------

function bar(view) {
  const { game, hint, chosen } = view;
  const { start, piles, moves } = game;
  const winning = new Set(hint.moves.map(keyOf));
  const bites = new Map(legalMoves(game).map((move) => [`${move.removals[0].pile},${move.removals[0].leaves}`, move]));
  const last = moves[moves.length - 1]?.removals ?? [];
  const square = (row, place) => {
    const at = `${row},${place}`;
    if (place >= piles[row]) {
      const just = last.some((one) => one.pile === row && place < one.leaves + one.remove);
      return element("span", { class: classes("crumb", just && "just"), "data-key": at, "aria-hidden": "true" });
    }
    if (at === "0,0") return element("span", { class: "bite poison", "data-key": at, role: "img", "aria-label": "Row 1, square 1: never taken" });
    const move = bites.get(at) ?? null;
    const covers = (move?.removals ?? []).flatMap(({ pile, remove }) => Array.from({ length: remove }, (_, i) => `${pile},${place + i}`));
    const wins = move && winning.has(keyOf(move));
    const attributes = {
      class: classes("bite", wins && "hinted", chosen.some(({ removals }) => removals.some((one) => one.pile === row && place >= one.leaves)) && "chosen"),
      "data-key": at,
      "data-at": at,
      "aria-disabled": view.active ? null : "true",
      "aria-label": `Take ${covers.length}: row ${row + 1}, square ${place + 1}${wins ? ", wins" : ""}`,
    };
    return view.cell(move, attributes, { covers });
  };
  const axis = (text) => element("span", { class: "axis", "aria-hidden": "true" }, String(text));
  const lines = start.map((count, row) => [axis(row + 1), ...Array.from({ length: start[0] }, (_, place) => (place < count ? square(row, place) : element("span", {})))]);
  const top = [axis(""), ...Array.from({ length: start[0] }, (_, i) => axis(i + 1))];
  const grid = element("div", { class: "board bar", role: "group", "aria-label": `The bar: rows of ${and(piles)}`, "data-pile": "all", "data-waiting": !view.active }, ...top, ...lines.flat());
  grid.style.setProperty("--columns", String(start[0]));
  grid.style.setProperty("--lines", String(start.length));
  return [grid];
}

// --- Piles that grow: a button for each number that a move adds, or by which it multiplies ---------------------------

function growing(view) {
  const { game, active, hint, chosen } = view;
  const { target } = game.rule;
  const total = game.piles.reduce((sum, count) => sum + count, 0);
  const winning = new Set(hint.moves.map(keyOf));
  const row = (count, pile) => {
    const ways = legalMoves(game).filter((move) => move.pile === pile).map((move, i) => {
      const { leaves } = move;
      const words = say(move, game);
      const sign = words.startsWith("add") ? `+ ${leaves - count}` : `× ${leaves / count}`;
      const wins = winning.has(keyOf(move));
      const css = classes("way", wins && "hinted", chosen.some((one) => keyOf(one) === keyOf(move)) && "chosen");
      const button = view.cell(move, { class: css, "data-key": leaves, "data-at": `${pile},${i}`, "aria-disabled": active ? null : "true", "aria-label": `${sign} makes ${leaves}: ${words}${wins ? ", wins" : ""}` });
      button.append(element("strong", {}, sign), ` makes ${leaves}`);
      return button;
    });
    return element("li", { class: classes("pile", hint.piles.includes(pile) && "advised"), "data-pile": pile, "data-key": pile }, pileLabel(capital(pileName(game, pile).replace("the ", "")), count), element("div", { class: "ways" }, ...ways));
  };
  const sum = game.piles.length > 1 ? `Together ${total} of ${target}` : `${total} of ${target}`;
  return [
    element("ol", { class: "board growing", "aria-label": "Piles", "data-waiting": !active }, ...game.piles.map(row)),
    element("p", { class: "goal" }, element("progress", { max: target, value: Math.min(total, target), "aria-label": "On the way to the target" }), ` ${sum}`),
  ];
}

// --- Any game of piles: the objects of each pile, and a button for each legal move, or a list if there are many -------

const LISTED = 40; // legal moves that have a button each
const STONES = 60; // objects of a pile that are drawn

function general({ game, active, hint, chosen, confirms, take, choose }) {
  const row = (count, pile) =>
    element(
      "li",
      { class: classes("pile", count === 0 && "none", hint.piles.includes(pile) && "advised"), "data-pile": pile },
      pileLabel(capital(pileName(game, pile).replace("the ", "")), count),
      element("div", { class: "stones", "aria-hidden": "true" }, ...Array.from({ length: Math.min(count, STONES) }, () => element("span", { class: "stone" }))),
    );
  const options = active ? legalMoves(game) : [];
  const onsubmit = (event) => {
    event.preventDefault();
    take(options[event.currentTarget.querySelector("select").value]);
  };
  const list = () => {
    const select = element("select", { "aria-label": "Legal moves" }, ...options.map((move, i) => element("option", { value: i }, moveName(move, game))));
    return element("form", { class: "any-number", onsubmit }, select, element("button", { type: "submit" }, "Make this move"));
  };
  const isChosen = (move) => String(chosen.some((one) => keyOf(one) === keyOf(move)));
  const button = (move) => element("button", { type: "button", "aria-pressed": confirms ? isChosen(move) : null, onclick: () => (confirms ? choose(move, move.pile) : take(move)) }, moveName(move, game));
  return [
    element("ol", { class: "board general", "aria-label": "Piles" }, ...game.piles.map(row)),
    element("div", { class: "legal", role: "group", "aria-label": "Legal moves" }, ...(options.length > LISTED ? [list()] : options.map(button))),
  ];
}

// --- A strip of squares with coins: a coin is chosen, and then the square that it goes to --------------------------------

function strip(view) {
  const { game, active, hint, chosen, option, setOption } = view;
  const moves = active ? [...legalMoves(game)] : [];
  const movable = new Set(moves.map(({ pile }) => pile));
  const coin = movable.has(option) ? option : [...movable].sort((a, b) => game.piles[b] - game.piles[a])[0];
  const targets = new Map(moves.filter(({ pile }) => pile === coin).map((move) => [move.leaves ?? game.piles[coin] - move.remove, move]));
  const winning = new Set(hint.moves.map(keyOf));
  const slot = (_, i) => {
    const common = { "data-key": i, "data-at": `0,${i}` };
    const pile = game.piles.indexOf(i);
    const move = targets.get(i);
    let cell = null;
    if (pile >= 0) {
      const wins = hint.moves.some((one) => one.pile === pile);
      const state = active ? { "aria-pressed": String(pile === coin), "aria-disabled": movable.has(pile) ? null : "true" } : { "aria-disabled": "true" };
      cell = view.cell(null, { ...common, ...state, class: classes("slot", "coin", wins && "hinted"), "aria-label": `${i}: a coin`, onclick: () => movable.has(pile) && setOption(pile) });
    } else if (move) {
      const wins = winning.has(keyOf(move));
      const css = classes("slot", "target", wins && "hinted", chosen.some((one) => keyOf(one) === keyOf(move)) && "chosen");
      cell = view.cell(move, { ...common, class: css, "aria-label": `${i}: ${say(move, game)}${wins ? ", wins" : ""}` });
    } else cell = element("span", { class: "slot", "data-key": i });
    cell.append(String(i));
    return cell;
  };
  return [element("div", { class: "board strip", role: "group", "aria-label": inWords(game) }, ...Array.from({ length: Math.max(...game.start) + 1 }, slot))];
}

// --- Several games side by side, each on its own board -----------------------------------------------------------------

function sum({ game, hint, part }) {
  const section = ({ rule, start }, i) =>
    element(
      "section",
      { class: hint.piles.includes(i) ? "advised" : null },
      element("h3", {}, `${i + 1}. ${titleOf(rule)}`),
      element("p", { class: "rule" }, ruleOf(rule)),
      framed(boardOf({ rule, start }), part(i)),
    );
  return [element("div", { class: "parts" }, ...game.parts.map(section))];
}

/** A board with what stands beside or below it. */
function framed(kind, view, ...more) {
  const [board, ...beside] = (BOARDS[kind] ?? DRAWINGS[kind])(view);
  return element("div", { class: `${kind}-board` }, board, element("div", { class: "beside-board" }, ...more, ...beside));
}

/** @type {Record<string, (view: any) => (HTMLElement | null)[]>} */
export const BOARDS = { piles, pins, queen, bar, growing, strip, general, sum };
