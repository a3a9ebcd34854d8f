// Games as pictures: of any game of the service its map and its values, and the map of a game that is typed.

import * as api from "../../core/api.js";
import { byId, drawn, element, show } from "../../core/dom.js";
import { GameForm } from "../../core/form.js";
import { GIVEN, formatAddress, fragmentOfMoves, pageOf, parseHere, wrongPiles } from "../../core/setup.js";
import { after, titleOf } from "../../core/game.js";
import { gameOf, nameOf, ruleOf, tell } from "../../core/games.js";
import { shade } from "./figures.js";

const FIRST = Object.freeze({ piles: [7], rule: { game: "kayles" }, misere: false });
const VALUES = 121;
const MAX_DRAWN = 150; // positions; of more the picture would show nothing

/** The games that have a map, and those whose piles have values: the page lists them. */
const { mapped, valued } = byId("any-game").dataset;
const isMapped = (name) => mapped.split(" ").includes(name);
const isValued = (name) => valued.split(" ").includes(name);

export class AnyGame {
  #requests; // for each of {map, values}
  #onChange;
  #form = new GameForm(byId("any-game"), () => this.#read());
  #map = new GameMap(byId("map"));
  #setup = null; // {piles, rule, misere, played}
  #instead = ""; // why another game is shown than the address has

  /** Called when a game is shown. */
  onShown = () => {};

  /** `notice` shows what fails; `onChange()` is called after each change. */
  constructor({ notice, onChange }) {
    this.#requests = { map: notice.requests(), values: notice.requests() };
    this.#onChange = onChange;
    byId("any-game").addEventListener("submit", (event) => event.preventDefault());
  }

  /** The address of this page with the game, without a fragment; null while it shows what it shows without one. */
  get address() {
    return this.#setup && pageOf(this.#setup, "see") !== pageOf(FIRST, "see") ? pageOf(this.#setup, "see") : null;
  }

  /** The moves that were played, for the fragment. */
  get moves() {
    return fragmentOfMoves(this.#setup?.played?.moves ?? []).slice("#moves=".length);
  }

  /** Show the page's game, or the one that a fragment names; the first one if there is none. */
  async open(link) {
    const parsed = link || GIVEN ? await parseHere(link) : FIRST;
    const isKnown = parsed?.piles && (isMapped(nameOf(parsed.rule)) || isValued(nameOf(parsed.rule)));
    this.#setup = isKnown ? parsed : FIRST;
    const what = parsed?.piles && (parsed.rule.parts ? "a sum of games" : titleOf(parsed.rule));
    this.#instead = isKnown ? "" : `${what ? `There is no picture of ${what}.` : parsed.error} This is ${titleOf(this.#setup.rule)}. `;
    await this.#form.show(this.#setup);
    await this.#draw();
    this.onShown();
  }

  #read() {
    const read = this.#form.read();
    this.#form.mark(read);
    if (read.error) return;
    this.#setup = { ...read, played: null };
    this.#instead = "";
    this.#onChange();
    this.#draw();
  }

  /** Request all that is drawn of the game, until it is. */
  #draw() {
    const { rule } = this.#setup;
    const [hasMap, hasValues] = [isMapped(nameOf(rule)), isValued(nameOf(rule))];
    show({ "map-exhibit": hasMap, "values-exhibit": hasValues });
    const say = () => (byId("game-rule").textContent = `${this.#instead}${ruleOf(rule)}`);
    say();
    const { piles } = this.#setup;
    if (!ruleOf(rule)) this.#requests.map.send(async () => (await tell(api, { ...rule, piles }), say));
    byId("game-play").href = formatAddress(this.#setup);
    byId("game-sheet").href = pageOf({ rule, misere: this.#setup.misere }, "sheet");
    for (const requests of [this.#requests.map, this.#requests.values]) requests.leave();
    return Promise.all([hasMap && this.#drawMap(), hasValues && this.#drawValues()]);
  }

  #drawMap() {
    const { piles, rule, misere, played } = this.#setup;
    const position = { ...rule, piles };
    return this.#send(this.#requests.map, async (signal) => {
      const { response: counted } = await api.listPositions({ ...position, misere }, signal);
      const isDrawn = counted.count <= MAX_DRAWN;
      const graph = isDrawn ? await api.drawGraph(position, signal) : null;
      return () => {
        byId("map-words").textContent = mapText(counted, isDrawn);
        if (!isDrawn) {
          this.#map.clear();
          return;
        }
        const games = played ? played.moves.map((_, i) => after(played, i + 1)) : [];
        byId("map-line").hidden = games.length === 0;
        const line = [piles, ...games.map((game) => game.piles)];
        this.#map.draw({
          options: graph.response.options,
          lost: counted.p_positions,
          played: line,
          linkOf: (left) => this.#linkOf(left),
        });
      };
    });
  }

  #drawValues() {
    return this.#send(this.#requests.values, async (signal) => {
      const { quota: _, ...rule } = this.#setup.rule;
      const { response } = await api.listValues({ ...rule, size: VALUES }, signal);
      return () => {
        byId("values-words").textContent = valuesText(response) + (this.#setup.misere ? " The values are those of normal play: here, where the last move loses, they don’t decide." : "");
        byId("values").replaceChildren(...valueStrip(response, (size) => this.#linkOf([size])));
      };
    });
  }

  /** Request what is drawn; show at the form why the service rejects it, as for a position that is too large. */
  #send(requests, operation) {
    return requests.send(async (signal) => {
      try {
        return await operation(signal);
      } catch (error) {
        if (error.status !== 422 || signal.aborted) throw error;
        return () => this.#form.mark({ error: error.detail, field: byId("piles") });
      }
    });
  }

  /** The address of the board with these piles; null if the game has another number of them. */
  #linkOf(piles) {
    const { rule, misere } = this.#setup;
    const { piles: count } = gameOf(rule);
    if (piles.length === 0 || (count !== undefined && piles.length !== count) || wrongPiles(piles, rule)) return null;
    return formatAddress({ piles, rule, misere });
  }
}

function mapText({ count, p_count: lost }, isDrawn) {
  const text = `${count.toLocaleString("en")} ${count === 1 ? "position" : "positions"}, of which ${lost.toLocaleString("en")} ${lost === 1 ? "loses" : "lose"} for the player to move.`;
  return isDrawn ? text : `${text} That is too many to draw. Choose fewer objects.`;
}

// --- A map of a game: the positions below a small one, in layers by how long play can still last, with the moves between
// them. Lost ones are marked, and each one that can be played is a link ---

class GameMap {
  #root;
  #layers = element("ol", { class: "layers", "aria-label": "Positions, by the longest game still possible" });
  #picture = drawn("svg", { class: "arcs", "aria-hidden": "true" });
  #arcs = []; // {from, to, wins, played}
  #nodes = new Map(); // by the names of positions

  constructor(root) {
    this.#root = root;
    root.replaceChildren(this.#picture, this.#layers);
    new ResizeObserver(() => this.#drawArcs()).observe(this.#layers);
    for (const begin of ["pointerover", "focusin"]) {
      root.addEventListener(begin, ({ target }) => this.#show(target.closest("[data-name]")?.dataset.name));
    }
    for (const end of ["pointerleave", "focusout"]) root.addEventListener(end, () => this.#show(null));
  }

  /**
   * `options` is what the service's /graph says, `lost` the lost positions, `played` the piles of each position of a
   * game that was played, and `linkOf(piles)` the address of the board, or null.
   */
  draw({ options, lost, played, linkOf }) {
    const start = keyOf(played[0], options);
    const line = played.length > 1 ? played.map((piles) => keyOf(piles, options)) : [];
    const ranks = ranksOf(options);
    const losing = new Set(lost.map((piles) => keyOf(piles, options)));
    this.#arcs = Object.entries(options).flatMap(([from, ends]) =>
      ends.map((to) => ({ from, to, wins: losing.has(to), played: line.some((one, i) => one === from && line[i + 1] === to) })),
    );
    const layers = [];
    for (const name of Object.keys(options)) (layers[ranks.get(name)] ??= []).push(name);
    this.#nodes = new Map();
    this.#layers.replaceChildren(
      ...layers.reverse().map((names) =>
        element("li", { class: "layer" }, ...names.map((name) => this.#node(name, losing.has(name), { start, line, linkOf, isEnd: options[name].length === 0 }))),
      ),
    );
    this.#drawArcs();
  }

  clear() {
    this.#arcs = [];
    this.#layers.replaceChildren();
    this.#picture.replaceChildren();
  }

  #node(name, lost, { start, line, linkOf, isEnd }) {
    const piles = name === "0" ? [] : name.split("+").map(Number);
    const css = ["node", lost && "lost", name === start && "start", line.includes(name) && "played"];
    const href = isEnd ? null : linkOf(piles);
    const text = `the player to move ${lost ? "loses" : "wins"}${line.includes(name) ? ", on the line that was played" : ""}`;
    const attributes = { class: css.filter(Boolean).join(" "), "data-name": name };
    const node = href
      ? element("a", { ...attributes, href }, name, element("span", { class: "unseen" }, `${text}. Play it`))
      : element("span", attributes, name, element("span", { class: "unseen" }, text));
    this.#nodes.set(name, node);
    return node;
  }

  /** Lines from the foot of each position to the head of those that a move leaves. */
  #drawArcs() {
    const box = this.#root.getBoundingClientRect();
    const at = (name) => this.#nodes.get(name).getBoundingClientRect();
    this.#picture.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    // Those that stand out come last, above the others.
    const ordered = [...this.#arcs].sort((a, b) => a.played - b.played || a.wins - b.wins);
    this.#picture.replaceChildren(
      ...ordered.map(({ from, to, wins, played }) => {
        const [a, b] = [at(from), at(to)];
        const [x1, y1] = [a.left + a.width / 2 - box.left, a.bottom - box.top];
        const [x2, y2] = [b.left + b.width / 2 - box.left, b.top - box.top];
        const bend = (y2 - y1) / 2;
        return drawn("path", {
          d: `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`,
          class: ["arc", wins && "wins", played && "played"].filter(Boolean).join(" "),
          "data-from": from,
        });
      }),
    );
  }

  /** Make the moves from one position stand out. */
  #show(name) {
    for (const arc of this.#picture.children) arc.classList.toggle("shown", arc.getAttribute("data-from") === name);
  }
}

/** From each position the most moves that play can take from there. */
function ranksOf(options) {
  const ranks = new Map();
  const rank = (name) => {
    if (!ranks.has(name)) ranks.set(name, 1 + Math.max(-1, ...options[name].map(rank)));
    return ranks.get(name);
  };
  for (const name of Object.keys(options)) rank(name);
  return ranks;
}

/** What the graph calls a position: some games keep their empty piles, or the order of all. */
function keyOf(piles, options) {
  const own = piles.join("+");
  if (own in options) return own;
  const sorted = [...piles].sort((a, b) => a - b);
  const name = sorted.join("+");
  return name in options ? name : sorted.filter((count) => count > 0).join("+") || "0";
}

// --- A value strip: the Grundy values of single piles one after another, coloured, with the period in which they repeat ---

/** The strip for what the service's /values says; `linkOf(size)` is the board's address, or null. */
function valueStrip({ values, preperiod, period }, linkOf) {
  const most = Math.max(1, ...values);
  return values.map((value, size) => {
    const cell = element("span", { class: "value" }, String(value));
    const { background, ink } = shade(value / most);
    cell.style.backgroundColor = background;
    cell.style.color = ink;
    const href = size > 0 ? linkOf(size) : null;
    const label = `A pile of ${size} has the value ${value}`;
    const parts = [element("span", { class: "of" }, String(size)), cell];
    return element(
      "li",
      { class: periodOf(size, preperiod, period) },
      href
        ? element("a", { href }, ...parts, element("span", { class: "unseen" }, `${label}. Play it`))
        : element("span", { class: "alone" }, element("span", { class: "unseen" }, label), element("span", { "aria-hidden": "true" }, ...parts)),
    );
  });
}

/** Which period a size is in: none yet, or by turns one and the other. */
function periodOf(size, preperiod, period) {
  if (period === null) return null;
  if (size < preperiod) return "before";
  const number = Math.floor((size - preperiod) / period);
  return `${number % 2 === 0 ? "one" : "other"}${(size - preperiod) % period === 0 ? " begins" : ""}`;
}

/** Whether the values repeat, and how. */
function valuesText({ preperiod, period, saltus, proof }) {
  if (period === null) return "The service states no period for these values.";
  if (saltus === 1 && period === 1 && preperiod === 0) return "The value of a pile is its size.";
  const from = preperiod === 0 ? "From the beginning" : `From ${preperiod} upward`;
  if (saltus) return `${from} the values grow by ${saltus} every ${period}.`;
  return `${from} the values repeat every ${period}${proof === "published" ? " (a published result)" : ""}.`;
}

// --- A game of one's own, typed as a table: each line has a position and its next positions -------------------------------

const typedMap = new GameMap(byId("typed-map"));

/** Solve the game that is typed, beginning at its first position, and draw it. */
export function drawTyped(requests) {
  requests.leave();
  typedMap.clear();
  byId("typed-words").textContent = "";
  const table = new Map();
  for (const line of byId("typed").value.split("\n")) {
    const [name, ...ends] = line.split(/[\s:,]+/).filter(Boolean);
    if (name) table.set(name, [...new Set([...(table.get(name) ?? []), ...ends])]);
  }
  if (table.size === 0) return;
  for (const end of [...table.values()].flat()) if (!table.has(end)) table.set(end, []);
  const [[start]] = table;
  const options = Object.fromEntries(table);
  requests.send(async (signal) => {
    try {
      const { response } = await api.grundy({ options, sum: [start] }, signal);
      return () => showTyped(start, options, response);
    } catch (error) {
      if (error.status !== 422) throw error;
      return () => (byId("typed-words").textContent = error.detail);
    }
  });
}

function showTyped(start, options, { grundy_values: values, position_classes: classes, sum }) {
  const moves = sum.winning_moves.map(({ to }) => to).join(" or ");
  const fate = sum.to_move_wins ? `wins by moving to ${moves}` : "loses";
  const listed = Object.keys(options).map((name) => `${name} ${values[name]}`).join(", ");
  byId("typed-words").textContent = `At ${start}, the player to move ${fate}. The value of each position: ${listed}.`;
  if (Object.keys(options).length > MAX_DRAWN) return;
  const lost = Object.keys(options).filter((name) => classes[name] === "P").map((name) => [name]);
  typedMap.draw({ options, lost, played: [[start]], linkOf: () => null });
}
