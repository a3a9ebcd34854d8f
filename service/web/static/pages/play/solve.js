// The panel to solve a position: its piles can be changed, and each legal move is listed with its result.

import { WAITING } from "../../core/api.js";
import { byId, element, patch, setText } from "../../core/dom.js";
import { asItStands, capital, isOver, play, plural, say } from "../../core/game.js";
import { gameOf } from "../../core/games.js";
import { parsePiles } from "../../core/setup.js";

const SHOWN = 12; // moves at first

let whole = null; // the analysis of which all moves are shown

/** `onEdit(piles)` is called when the piles are changed, `onMake(move, reply)` when a move is chosen. */
export function drawSolving(game, analysis, active, { onEdit, onMake }) {
  const over = isOver(game);
  drawSteppers(game, onEdit);
  byId("solve-list").setAttribute("aria-busy", String(analysis === null && !over));
  if (analysis === null && !over && byId("solve-list").childElementCount > 0) return; // the last one stays until the next one has come
  byId("solve-verdict").className = over || analysis === null ? "" : `verdict ${analysis.wins ? "wins" : "loses"}`;
  setText("solve-verdict", over ? "No move is legal: the game is over." : analysis === null ? WAITING : verdictOf(analysis));
  const all = () => {
    whole = analysis;
    drawSolving(game, analysis, active, { onEdit, onMake });
    byId("solve-list").querySelectorAll("button")[SHOWN]?.focus();
  };
  patch(byId("solve-list"), over || analysis === null ? [] : judgedRows(game, analysis, { all, active, onMake }));
}

function drawSteppers(game, onEdit) {
  const known = gameOf(game.rule);
  const { piles } = asItStands(game);
  const root = byId("solve-piles");
  const inputs = () => /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("input")]);
  const complain = (error) => {
    byId("solve-error").hidden = error === "";
    byId("solve-error").textContent = error;
  };
  const edit = (next) => {
    if (next.some(Number.isNaN)) return complain("A number, like 3.");
    const { error } = parsePiles(next.join(), game.rule);
    return error ? complain(error) : onEdit(next);
  };
  const typed = () => inputs().map(({ value }) => (/^\d+$/.test(value.trim()) ? Number(value) : NaN));
  const step = (i, by) => edit(typed().map((count, pile) => Math.max(0, (count || 0) + (pile === i ? by : 0))));
  const row = (count, i) => {
    const name = `${capital(known.unit)} ${i + 1}`;
    const button = (by, sign, words) => element("button", { type: "button", "aria-label": `${name}: one ${words}`, onclick: () => step(i, by) }, sign);
    const attributes = { inputmode: "numeric", autocomplete: "off", size: 3, "aria-label": `${name}: number of ${known.noun[1]}`, oninput: () => edit(typed()) };
    return element("li", {}, element("span", { "aria-hidden": "true" }, String(i + 1)), button(-1, "−", "less"), element("input", attributes), button(1, "+", "more"));
  };
  root.hidden = Boolean(game.parts);
  byId("solve-add").hidden = known.piles !== undefined || Boolean(game.parts);
  byId("solve-add").textContent = `+ ${known.unit}`;
  byId("solve-add").onclick = () => {
    edit([...typed(), 1]);
    inputs().pop().focus();
  };
  patch(root, piles.map(row));
  for (const [i, input] of inputs().entries()) if (Number(input.value || NaN) !== piles[i]) input.value = String(piles[i]);
  complain("");
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
