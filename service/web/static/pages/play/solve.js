// The panel to solve a position: its piles can be changed, and each legal move is listed with its result.

import { byId, element } from "../../core/dom.js";
import { asItStands, gameOf, isOver, play } from "../../core/game.js";
import { WAITING } from "../../core/requests.js";
import { capital, plural, say } from "../../core/words.js";
import { parsePiles } from "../../setup/link.js";

const SHOWN = 12; // moves at first

export class Solving {
  #onEdit;
  #onMake;
  #inputs = [];
  #game = null;
  #listed = null; // the analysis whose moves are listed
  #isActive = false;

  /** `onEdit(piles)` is called when the piles are changed, `onMake(move, reply)` when a move is chosen. */
  constructor({ onEdit, onMake }) {
    this.#onEdit = onEdit;
    this.#onMake = onMake;
    byId("solve-add").addEventListener("click", () => {
      this.#edit([...this.#piles, 1]);
      this.#inputs[this.#inputs.length - 1]?.focus();
    });
  }

  draw(game, analysis, active) {
    if (game !== this.#game) this.#drawPiles(game);
    this.#game = game;
    const over = isOver(game);
    byId("solve-list").setAttribute("aria-busy", String(analysis === null && !over));
    if (analysis === this.#listed && active === this.#isActive && !over) return;
    this.#isActive = active;
    if (over) this.#show("No move is legal: the game is over.", null, []);
    else if (analysis === null && this.#listed === null) this.#show(WAITING, null, []);
    if (analysis === null || over) return;
    this.#listed = analysis;
    this.#show(verdictOf(analysis), analysis.wins, this.#rows(analysis, SHOWN));
  }

  #show(verdict, wins, rows) {
    if (rows.length === 0) this.#listed = null;
    const said = byId("solve-verdict");
    said.className = wins === null ? "" : `verdict ${wins ? "wins" : "loses"}`;
    if (said.textContent !== verdict) said.textContent = verdict;
    const list = byId("solve-list");
    const focused = list.contains(document.activeElement);
    list.replaceChildren(...rows);
    if (focused) list.querySelector("button")?.focus();
  }

  // --- The piles ---

  get #piles() {
    return this.#inputs.map((input) => (/^\d+$/.test(input.value.trim()) ? Number(input.value) : NaN));
  }

  #drawPiles(game) {
    const known = gameOf(game.rule);
    const { piles } = asItStands(game);
    byId("solve-add").hidden = known.piles !== undefined || Boolean(game.parts);
    byId("solve-piles").hidden = Boolean(game.parts);
    byId("solve-add").textContent = `+ ${known.unit ?? "pile"}`;
    if (piles.length !== this.#inputs.length) this.#makeInputs(piles.length, known);
    for (const [i, count] of piles.entries()) if (Number(this.#inputs[i].value) !== count) this.#inputs[i].value = String(count);
    this.#complain("");
  }

  #makeInputs(count, { unit = "pile", noun }) {
    const rows = Array.from({ length: count }, (_, i) => {
      const name = `${capital(unit)} ${i + 1}`;
      const input = element("input", { inputmode: "numeric", autocomplete: "off", size: 3, "aria-label": `${name}: number of ${noun[1]}` });
      input.addEventListener("input", () => this.#edit(this.#piles));
      const step = (by, sign, words) =>
        element("button", { type: "button", "aria-label": `${name}: one ${words}`, onclick: () => this.#step(i, by) }, sign);
      return { input, row: element("li", {}, element("span", { "aria-hidden": "true" }, String(i + 1)), step(-1, "−", "less"), input, step(1, "+", "more")) };
    });
    this.#inputs = rows.map(({ input }) => input);
    byId("solve-piles").replaceChildren(...rows.map(({ row }) => row));
  }

  #step(i, by) {
    const piles = this.#piles.map((count) => count || 0);
    piles[i] = Math.max(0, piles[i] + by);
    this.#edit(piles);
  }

  #edit(piles) {
    if (piles.some(Number.isNaN)) return this.#complain("A number, like 3.");
    const { error } = parsePiles(piles.join(), this.#game.rule);
    if (error) return this.#complain(error);
    this.#onEdit(piles);
  }

  #complain(error) {
    byId("solve-error").hidden = error === "";
    byId("solve-error").textContent = error;
  }

  // --- The moves ---

  #rows(analysis, most) {
    const { moves } = analysis;
    const rows = moves.slice(0, most).map((judged) => element("li", {}, this.#line(judged)));
    const all = () => {
      byId("solve-list").replaceChildren(...this.#rows(analysis, Infinity));
      byId("solve-list").querySelectorAll("button")[most]?.focus();
    };
    if (moves.length > most) rows.push(element("li", {}, element("button", { type: "button", onclick: all }, `${moves.length - most} more`)));
    if (analysis.more) rows.push(element("li", { class: "quiet" }, "There are further moves, which are not listed."));
    return rows;
  }

  #line({ move, wins, plies, reply }) {
    const game = this.#game;
    const fate = `${wins ? "wins" : "loses"}${plies === null ? "" : ` in ${plies}`}`;
    const answer = reply ? `then ${say(reply, play(game, move))}` : plies === null ? "" : "the last move";
    return element(
      "button",
      { type: "button", class: `judged ${wins ? "wins" : "loses"}`, disabled: !this.#isActive, onclick: () => this.#onMake(move, reply) },
      element("span", { class: "what" }, capital(say(move, game))),
      element("span", { class: "fate" }, fate),
      answer ? element("span", { class: "answer" }, answer) : null,
    );
  }
}

/** "Can be won: 1 of 12 moves wins." */
function verdictOf({ wins, legal, winning, more }) {
  if (legal === null) return wins ? `Can be won: ${more ? "by these moves and more" : `${plural(winning, ["move wins", "moves win"])}`}.` : "Lost: every move loses.";
  if (!wins) return `Lost: ${legal === 1 ? "the only move loses" : `all ${legal} moves lose`}.`;
  return `Can be won: ${winning} of ${plural(legal, ["move", "moves"])} ${winning === 1 ? "wins" : "win"}.`;
}

// --- Every legal move of a position, with what it leads to ---

/**
 * `{wins, plies, legal, winning, moves, more}`: each of `moves` is `{move, wins, plies, reply}`, the winning ones
 * first, then those that resist longest. If there is too much play to look at, only winning moves are known:
 * `legal` and `plies` are null. `more` is true if there are further moves.
 */
export async function judgedMoves(api, position, signal) {
  try {
    const { response } = await api.analyse({ ...position, moves: true }, signal);
    const moves = response.moves.map(({ plies, ...move }) => ({ ...move, plies: plies + 1 }));
    moves.sort((a, b) => b.wins - a.wins || (a.wins ? a.plies - b.plies : b.plies - a.plies));
    const { to_move_wins: wins, plies, legal_move_count: legal, winning_move_count: winning, more = false } = response;
    return { wins, plies, legal, winning, moves, more };
  } catch (error) {
    if (error.status !== 422) throw error;
    const { response } = await api.solve(position, signal);
    const moves = response.winning_moves.map((move) => ({ move, wins: true, plies: null, reply: null }));
    return { wins: response.to_move_wins, plies: null, legal: null, winning: moves.length, moves, more: response.more ?? false };
  }
}
