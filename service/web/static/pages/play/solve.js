// The panel to solve a position: its piles can be changed, and each legal move is listed with its result.

import { WAITING } from "../../core/api.js";
import { byId, element, patch, setText, show } from "../../core/dom.js";
import { asItStands, capital, isOver, play, plural, say } from "../../core/game.js";
import { gameOf } from "../../core/games.js";
import { LIMITS, wrongPiles } from "../../core/setup.js";

const SHOWN = 12; // moves at first

let whole = null; // the analysis of which all moves are shown
let drawn = null; // the game whose piles are in the fields
let wrong = ""; // what is wrong with what was typed there

/**
 * `onEdit(piles, {typed})` is called when the piles are changed, `onMake(move, reply)` when a move is chosen. What is
 * wrong with the piles takes the place of a verdict.
 */
export function drawSolving(game, analysis, active, { onEdit, onMake }) {
  const again = () => drawSolving(game, analysis, active, { onEdit, onMake });
  const over = isOver(game);
  drawSteppers(game, onEdit, again);
  const error = wrong || (analysis?.wrong ?? "");
  const isKnown = !error && !over && analysis !== null;
  show({ "solve-error": error, "solve-numbers": isKnown && analysis.moves.some(({ plies }) => plies !== null) });
  setText("solve-error", error);
  byId("solve-list").setAttribute("aria-busy", String(!error && analysis === null && !over));
  if (!error && analysis === null && !over && byId("solve-list").childElementCount > 0) return; // the last one stays until the next one has come
  byId("solve-verdict").className = isKnown ? `verdict ${analysis.wins ? "wins" : "loses"}` : "";
  setText("solve-verdict", error ? "" : over ? "No move is legal: the game is over." : analysis === null ? WAITING : verdictOf(analysis));
  const all = () => {
    whole = analysis;
    again();
    byId("solve-list").querySelectorAll("button")[SHOWN]?.focus();
  };
  patch(byId("solve-list"), isKnown ? judgedRows(game, analysis, { all, active, onMake }) : []);
}

/** A field for each pile, with buttons for one more and one less. `again()` draws the panel again. */
function drawSteppers(game, onEdit, again) {
  const known = gameOf(game.rule);
  const { piles } = asItStands(game);
  const root = byId("solve-piles");
  const inputs = () => /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("input")]);
  if (game !== drawn) wrong = "";
  drawn = game;
  const edit = (next, typed = false) => {
    wrong = next.some(Number.isNaN) ? "A number, like 3." : wrongPiles(next, game.rule);
    if (wrong) again();
    else onEdit(next, { typed });
  };
  const typed = () => inputs().map(({ value }) => (/^\d+$/.test(value.trim()) ? Number(value) : NaN));
  const step = (i, by) => edit(piles.map((count, pile) => Math.max(0, count + (pile === i ? by : 0))));
  const row = (count, i) => {
    const name = `${capital(known.unit)} ${i + 1}`;
    const button = (sign, words, onclick, disabled = false) => element("button", { type: "button", "aria-label": `${name}: ${words}`, disabled, onclick }, sign);
    const attributes = { inputmode: "numeric", autocomplete: "off", size: 3, "aria-label": `${name}: number of ${known.noun[1]}`, oninput: () => edit(typed(), true) };
    return element(
      "li",
      {},
      element("span", { "aria-hidden": "true" }, String(i + 1)),
      button("−", "one less", () => step(i, -1), count === 0),
      element("input", attributes),
      button("+", "one more", () => step(i, 1)),
      known.piles || piles.length === 1 ? null : button("×", "remove it", () => edit(piles.filter((_, pile) => pile !== i))),
    );
  };
  root.hidden = Boolean(game.parts);
  byId("solve-add").hidden = known.piles !== undefined || Boolean(game.parts) || piles.length >= LIMITS.piles;
  byId("solve-add").textContent = `+ ${known.unit}`;
  byId("solve-add").onclick = () => {
    edit([...piles, 1]);
    inputs().pop().focus();
  };
  patch(root, piles.map(row));
  if (!wrong) for (const [i, input] of inputs().entries()) if (input.value.trim() === "" || Number(input.value) !== piles[i]) input.value = String(piles[i]);
}

function judgedRows(game, analysis, { all, active, onMake }) {
  const { moves, more } = analysis;
  const shown = whole === analysis ? moves : moves.slice(0, SHOWN);
  const rows = shown.map((judged) => element("li", {}, judgedLine(game, judged, active, onMake)));
  if (shown.length < moves.length) rows.push(element("li", {}, element("button", { type: "button", onclick: all }, `${moves.length - SHOWN} more`)));
  if (more) rows.push(element("li", { class: "quiet" }, "There are further moves, which are not listed."));
  return rows;
}

function judgedLine(game, { move, wins, plies, reply }, active, onMake) {
  const fate = `${wins ? "wins" : "loses"}${plies === null ? "" : ` in ${plies}`}`;
  const answer = reply ? `then ${say(reply, play(game, move))}` : plies === null ? "" : "the last move";
  return element(
    "button",
    { type: "button", class: `judged ${wins ? "wins" : "loses"}`, disabled: !active, onclick: () => onMake(move, reply) },
    element("span", { class: "what" }, capital(say(move, game))),
    element("span", { class: "fate" }, fate),
    answer ? element("span", { class: "answer" }, answer) : null,
  );
}

/** "Can be won: 1 of 12 moves wins." */
function verdictOf({ wins, legal, winning, more }) {
  if (legal === null) return wins ? `Can be won: ${more ? "by these moves and more" : `${plural(winning, ["move wins", "moves win"])}`}.` : "Lost: every move loses.";
  if (!wins) return `Lost: ${legal === 1 ? "the only move loses" : `all ${legal} moves lose`}.`;
  return `Can be won: ${winning} of ${plural(legal, ["move", "moves"])} ${winning === 1 ? "wins" : "win"}.`;
}
