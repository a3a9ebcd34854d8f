// The form that chooses any game of the service, and the pictures of it: its map and its values.

import * as api from "../../core/api.js";
import { byId, element } from "../../core/dom.js";
import { newGame, after } from "../../core/game.js";
import { formatLink, parseLink, parsePiles } from "../../core/link.js";
import { GameMap } from "./map.js";
import { MAX_DRAWN } from "../../core/drawable.js";
import { ANY, gameOf } from "../../core/rule.js";
import { SEE } from "./see-texts.js";
import { KeyFields } from "../../core/key-fields.js";
import { GAMES } from "../../core/words.js";
import { valueStrip } from "./values.js";

export const FIRST = "7;kayles";
const PILES = "3,4";
const VALUES = 121;

export class AnyGame {
  #request;
  #onChange;
  #games = null; // what the service says of all games
  #keys = new KeyFields(byId("game-keys"), () => this.#read());
  #map = new GameMap(byId("map"));
  #setup = null; // {piles, rule, misere, played}
  #waiting = new AbortController();

  /** `request(again, controller, operation)` calls the service; `onChange()` is called by other input. */
  constructor({ request, onChange }) {
    this.#request = request;
    this.#onChange = onChange;
    byId("game-name").addEventListener("change", () => this.#choose());
    byId("game-piles").addEventListener("input", () => this.#read());
    for (const radio of byId("any-game").querySelectorAll("[name=last]")) radio.addEventListener("change", () => this.#read());
    byId("any-game").addEventListener("submit", (event) => event.preventDefault());
  }

  /** The game as a link has it. */
  get link() {
    if (!this.#setup) return FIRST;
    const { piles, rule, misere, played } = this.#setup;
    return formatLink({ piles, rule, misere, moves: played?.moves }).slice(1);
  }

  /** Show the game that a link names, to the end; the first one where it names none. */
  async open(link) {
    this.#supersede();
    if (!this.#games) {
      const response = await this.#request(() => this.open(link), this.#waiting, (signal) => api.games(signal));
      if (!response) return;
      this.#games = response.games;
      const drawable = this.#games.filter((game) => offers(game, "/graph") || offers(game, "/values"));
      byId("game-name").replaceChildren(...drawable.map(({ name, title }) => element("option", { value: name }, GAMES[name]?.title ?? title)));
    }
    const parsed = parseLink(`#${link}`, this.#games);
    this.#setup = parsed?.piles && this.#entry(gameOf(parsed.rule)) ? parsed : parseLink(`#${FIRST}`, this.#games);
    const { piles, rule, misere } = this.#setup;
    byId("game-name").value = gameOf(rule);
    byId("game-piles").value = piles.join(", ");
    byId("any-game").elements.last.value = misere ? "misere" : "normal";
    this.#drawKeys(rule);
    await this.#draw();
  }

  #entry(name) {
    return this.#games.find((game) => game.name === name);
  }

  #drawKeys(rule) {
    const { name, keys } = this.#entry(byId("game-name").value);
    this.#keys.draw({ name: name === "nim" ? "" : name, keys }, rule); // here Nim has its keys, too
  }

  /** Another game: its own keys, and piles that it can have. */
  #choose() {
    this.#drawKeys(ANY);
    const { name } = this.#entry(byId("game-name").value);
    const { error } = parsePiles(byId("game-piles").value, { game: name, ...this.#keys.read().keys });
    if (error) byId("game-piles").value = PILES;
    this.#read();
  }

  #read() {
    const { keys, error: wrongKey, field } = this.#keys.read();
    const name = byId("game-name").value;
    const rule = { ...(name === "nim" ? {} : { game: name }), ...keys };
    const { piles, error: wrongPiles } = wrongKey ? {} : parsePiles(byId("game-piles").value, rule);
    this.#complain(wrongKey ?? wrongPiles ?? "");
    for (const input of this.#keys.inputs) input.setAttribute("aria-invalid", String(input === field));
    byId("game-piles").setAttribute("aria-invalid", String(Boolean(wrongPiles)));
    if (!piles) return;
    const misere = byId("any-game").elements.last.value === "misere";
    this.#setup = { piles, rule, misere, played: null };
    this.#onChange();
    this.#draw();
  }

  #complain(words) {
    byId("game-error").textContent = words;
    byId("game-error").hidden = words === "";
  }

  /** Request all that is drawn of the game. */
  #draw() {
    this.#supersede();
    const entry = this.#entry(gameOf(this.#setup.rule));
    byId("map-exhibit").hidden = !offers(entry, "/graph");
    byId("values-exhibit").hidden = !offers(entry, "/values");
    byId("game-rule").textContent = entry.rule;
    byId("game-play").href = `./${formatLink(this.#setup)}`;
    byId("game-sheet").href = `sheet${formatLink(this.#setup)}`;
    const drawings = [offers(entry, "/graph") && this.#drawMap(), offers(entry, "/values") && this.#drawValues()];
    return Promise.all(drawings);
  }

  /** Drop what was requested so far. */
  #supersede() {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }

  async #drawMap() {
    const { piles, rule, misere, played } = this.#setup;
    const position = { ...rule, piles };
    const response = await this.#requestDrawing(() => this.#drawMap(), async (signal) => {
      const { response: counted } = await api.listPositions({ ...position, misere }, signal);
      if (counted.count > MAX_DRAWN) return { response: { counted } };
      const [listed, graph] = await Promise.all([
        api.listPositions({ ...position, misere, all: true }, signal),
        api.drawGraph(position, signal),
      ]);
      return { response: { counted, listed: listed.response.positions, options: graph.response.options } };
    });
    if (!response) return;
    const { counted, listed, options } = response;
    byId("map-words").textContent = SEE.map.words(counted.count, counted.p_count, Boolean(options));
    if (!options) {
      this.#map.clear();
      return;
    }
    const games = played ? played.moves.map((_, i) => after(played, i + 1)) : [];
    byId("map-line").hidden = games.length === 0;
    const line = [piles, ...games.map((game) => game.piles)];
    this.#map.draw({ options, listed, played: line, linkOf: (left) => this.#linkOf(left) });
  }

  async #drawValues() {
    const response = await this.#requestDrawing(() => this.#drawValues(), (signal) =>
      api.listValues({ ...this.#setup.rule, size: VALUES }, signal),
    );
    if (!response) return;
    byId("values-words").textContent = SEE.values.words(response);
    byId("values").replaceChildren(...valueStrip(response, (size) => this.#linkOf([size])));
  }

  /** Request what is drawn; show at the form why the service rejects it, as for a position that is too large. */
  #requestDrawing(again, operation) {
    return this.#request(again, this.#waiting, async (signal) => {
      try {
        return await operation(signal);
      } catch (error) {
        if (error.status !== 422 || signal.aborted) throw error;
        this.#complain(error.detail);
        return { response: null };
      }
    });
  }

  /** The address of the board with these piles; null where no move is legal there. */
  #linkOf(piles) {
    const { rule, misere } = this.#setup;
    const link = formatLink(newGame({ piles, rule, misere }));
    return parseLink(link, this.#games)?.piles ? `./${link}` : null;
  }
}

function offers({ operations }, path) {
  return operations.includes(path);
}
