// Any game of the service, as pictures: its map and its values.

import * as api from "../../core/api.js";
import { byId } from "../../core/dom.js";
import { after, gameOf, legalMoves, nameOf, newGame } from "../../core/game.js";
import { GameForm } from "../../setup/game-form.js";
import { formatLink, parseLink } from "../../setup/link.js";
import { GameMap } from "./map.js";
import { valueStrip, valuesText } from "./values.js";

export const FIRST = "7;kayles";
const VALUES = 121;
export const MAX_DRAWN = 150; // positions; of more the picture would show nothing

export class AnyGame {
  #requests; // for each of {games, map, values}
  #onChange;
  #games = null; // the service's list of games
  #form = new GameForm(byId("any-game"), () => this.#read(), async () => this.#games);
  #map = new GameMap(byId("map"));
  #setup = null; // {piles, rule, misere, played}

  /** Called when a game is shown. */
  onShown = () => {};

  /** `notice` shows what fails; `onChange()` is called after each change. */
  constructor({ notice, onChange }) {
    this.#requests = { games: notice.requests(), map: notice.requests(), values: notice.requests() };
    this.#onChange = onChange;
    byId("any-game").addEventListener("submit", (event) => event.preventDefault());
  }

  /** The game as a link has it. */
  get link() {
    if (!this.#setup) return FIRST;
    const { piles, rule, misere, played } = this.#setup;
    return formatLink({ piles, rule, misere, moves: played?.moves }).slice(1);
  }

  /** Show the game that a link names; the first one if it names none. */
  async open(link) {
    this.#requests.games.leave();
    if (!this.#games) {
      await this.#requests.games.send(async (signal) => {
        const { response } = await api.games(signal);
        return () => {
          this.#games = response.games;
          this.#form.offer(this.#games.filter((game) => offers(game, "/graph") || offers(game, "/values")).map(({ name }) => name));
          return this.#show(link);
        };
      });
      return;
    }
    await this.#show(link);
  }

  async #show(link) {
    const listed = () => this.#games;
    const parsed = await parseLink(`#${link}`, listed);
    this.#setup = parsed?.piles && this.#entry(nameOf(parsed.rule)) ? parsed : await parseLink(`#${FIRST}`, listed);
    await this.#form.show(this.#setup);
    this.#draw();
    this.onShown();
  }

  #entry(name) {
    return name === "sum" ? undefined : this.#games.find((game) => game.name === name);
  }

  #read() {
    const read = this.#form.read();
    this.#form.mark(read);
    if (read.error) return;
    this.#setup = { ...read, played: null };
    this.#onChange();
    this.#draw();
  }

  /** Request all that is drawn of the game. */
  #draw() {
    const { rule } = this.#setup;
    const entry = this.#entry(nameOf(rule));
    byId("map-exhibit").hidden = !offers(entry, "/graph");
    byId("values-exhibit").hidden = !offers(entry, "/values");
    byId("game-rule").textContent = `${gameOf(rule).rule(rule)}.`;
    byId("game-play").href = `./${formatLink(this.#setup)}`;
    byId("game-sheet").href = `sheet${formatLink(this.#setup)}`;
    for (const requests of [this.#requests.map, this.#requests.values]) requests.leave();
    if (offers(entry, "/graph")) this.#drawMap();
    if (offers(entry, "/values")) this.#drawValues();
  }

  #drawMap() {
    const { piles, rule, misere, played } = this.#setup;
    const position = { ...rule, piles };
    this.#send(this.#requests.map, async (signal) => {
      const { response: counted } = await api.listPositions({ ...position, misere }, signal);
      const isDrawn = counted.count <= MAX_DRAWN;
      const [listed, graph] = isDrawn
        ? await Promise.all([api.listPositions({ ...position, misere, all: true }, signal), api.drawGraph(position, signal)])
        : [];
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
          listed: listed.response.positions,
          played: line,
          linkOf: (left) => this.#linkOf(left),
        });
      };
    });
  }

  #drawValues() {
    this.#send(this.#requests.values, async (signal) => {
      const { quota: _, ...rule } = this.#setup.rule;
      const { response } = await api.listValues({ ...rule, size: VALUES }, signal);
      return () => {
        byId("values-words").textContent = valuesText(response);
        byId("values").replaceChildren(...valueStrip(response, (size) => this.#linkOf([size])));
      };
    });
  }

  /** Request what is drawn; show at the form why the service rejects it, as for a position that is too large. */
  #send(requests, operation) {
    requests.send(async (signal) => {
      try {
        return await operation(signal);
      } catch (error) {
        if (error.status !== 422 || signal.aborted) throw error;
        return () => this.#form.mark({ error: error.detail, field: byId("piles") });
      }
    });
  }

  /** The address of the board with these piles; null if no move is legal there. */
  #linkOf(piles) {
    const { rule, misere } = this.#setup;
    const known = gameOf(rule);
    if (known.piles !== undefined && piles.length !== known.piles) return null;
    const game = newGame({ piles, rule, misere });
    const playable = known.remote ? piles.some((count) => count > 0) : piles.length > 0 && !legalMoves(game).next().done;
    return playable ? `./${formatLink(game)}` : null;
  }
}

function mapText({ count, p_count: lost }, isDrawn) {
  const text = `${count.toLocaleString("en")} ${count === 1 ? "position" : "positions"}, of which ${lost.toLocaleString("en")} ${lost === 1 ? "loses" : "lose"} for the player to move.`;
  return isDrawn ? text : `${text} That is too many to draw. Choose fewer objects.`;
}

function offers({ operations }, path) {
  return operations.includes(path);
}
