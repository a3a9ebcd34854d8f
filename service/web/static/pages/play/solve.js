// The panel to solve a position: its piles can be changed, and each legal move is listed with its result.

import { WAITING } from "../../core/api.js";
import { byId, element, patch, setText, show } from "../../core/dom.js";
import { asItStands, capital, isOver, play, plural, say, titleOf } from "../../core/game.js";
import { gameOf } from "../../core/games.js";
import { LIMITS, wrongPiles } from "../../core/setup.js";

const SHOWN = 12; // moves at first

let whole = null; // the analysis of which all moves are shown
let drawn = null; // the game whose piles are in the fields
let wrong = ""; // what is wrong with what was typed there

/**
 * `onEdit(piles, {typed})` is called when the piles are changed (`piles` has a list for each game of a sum, or for the
 * only game), `onMake(move, reply)` when a move is chosen, and `onPoint(move)` when one is pointed at, or null. What is
 * wrong with the piles takes the place of a verdict, and a wait of `waiting` is said.
 */
export function drawSolving(game, { analysis, waiting }, active, does) {
  const again = () => drawSolving(game, { analysis, waiting }, active, does);
  const over = isOver(game);
  drawSteppers(game, does.onEdit, again);
  const error = wrong || (analysis?.wrong ?? "");
  const isKnown = !error && !over && analysis !== null;
  show({ "solve-error": error, "solve-numbers": isKnown && analysis.moves.some(({ plies }) => plies !== null) });
  setText("solve-error", error);
  byId("solve-list").setAttribute("aria-busy", String(!error && analysis === null && !over));
  if (!error && analysis === null && !over && !waiting) return; // the last one stays until the next one has come, or it takes long
  byId("solve-verdict").className = isKnown ? `verdict ${analysis.wins ? "wins" : "loses"}` : "";
  setText("solve-verdict", error ? "" : over ? "No move is legal: the game is over." : analysis === null ? WAITING : verdictOf(analysis));
  const all = () => {
    whole = analysis;
    again();
    byId("solve-list").querySelectorAll("button")[SHOWN]?.focus();
  };
  patch(byId("solve-list"), isKnown ? judgedRows(game, analysis, { all, active, ...does }) : []);
}

/** A field for each pile of each game, with buttons for one more and one less. `again()` draws the panel again. */
function drawSteppers(game, onEdit, again) {
  const games = (game.parts ?? [game]).map(asItStands);
  const root = byId("solve-piles");
  const fields = () => /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("input")]);
  if (game !== drawn) wrong = "";
  drawn = game;
  const edit = (next, typed = false) => {
    const wrongs = next.map((piles, i) => (piles.some(Number.isNaN) ? "A number, like 3." : wrongPiles(piles, games[i].rule)));
    wrong = wrongs.find(Boolean) ?? "";
    if (wrong) again();
    else onEdit(next, { typed });
  };
  /** All piles, with others in one of the games. */
  const withPiles = (i, piles) => games.map((each, j) => (j === i ? piles : each.piles));
  const typed = () => {
    const numbers = fields().map(({ value }) => (/^\d+$/.test(value.trim()) ? Number(value) : NaN));
    return games.map(({ piles }) => numbers.splice(0, piles.length));
  };
  const add = (i) => {
    edit(withPiles(i, [...games[i].piles, 1]));
    fields()[games.slice(0, i + 1).reduce((sum, { piles }) => sum + piles.length, 0)]?.focus();
  };
  const canGrow = ({ rule, piles }) => gameOf(rule).piles === undefined && piles.length < LIMITS.piles;
  const stepper = (i, pile) => {
    const { rule, piles } = games[i];
    const known = gameOf(rule);
    const name = capital(`${game.parts ? `game ${i + 1}, ` : ""}${known.unit} ${pile + 1}`);
    const button = (sign, words, next, disabled = false) => element("button", { type: "button", "aria-label": `${name}: ${words}`, disabled, onclick: () => edit(withPiles(i, next)) }, sign);
    const step = (by) => known.fit(piles.map((count, j) => count + (j === pile ? by : 0)), pile);
    const attributes = { inputmode: "numeric", autocomplete: "off", size: 3, "aria-label": `${name}: number of ${known.noun[1]}`, oninput: () => edit(typed(), true) };
    return element(
      "li",
      {},
      element("span", { "aria-hidden": "true" }, String(pile + 1)),
      button("−", "one less", step(-1), piles[pile] === 0),
      element("input", attributes),
      button("+", "one more", step(1)),
      known.piles || piles.length === 1 ? null : button("×", "remove it", piles.filter((_, j) => j !== pile)),
    );
  };
  const further = (i) => element("li", {}, element("button", { type: "button", "aria-label": `Game ${i + 1}: one more ${gameOf(games[i].rule).unit}`, onclick: () => add(i) }, `+ ${gameOf(games[i].rule).unit}`));
  const steppers = games.map(({ piles, rule }, i) => [
    game.parts ? element("li", { class: "of" }, `${i + 1}. ${titleOf(rule)}`) : null,
    ...piles.map((_, pile) => stepper(i, pile)),
    game.parts && canGrow(games[i]) ? further(i) : null,
  ]);
  byId("solve-add").hidden = Boolean(game.parts) || !canGrow(games[0]);
  byId("solve-add").textContent = `+ ${gameOf(games[0].rule).unit}`;
  byId("solve-add").onclick = () => add(0);
  patch(root, steppers.flat());
  const counts = games.flatMap(({ piles }) => piles);
  if (!wrong) for (const [i, input] of fields().entries()) if (input.value.trim() === "" || Number(input.value) !== counts[i]) input.value = String(counts[i]);
}

function judgedRows(game, analysis, { all, active, onMake, onPoint }) {
  const { moves, more } = analysis;
  const shown = whole === analysis ? moves : moves.slice(0, SHOWN);
  const rows = shown.map((judged) => element("li", {}, judgedLine(game, judged, { active, onMake, onPoint })));
  if (shown.length < moves.length) rows.push(element("li", {}, element("button", { type: "button", onclick: all }, `${moves.length - SHOWN} more`)));
  if (more) rows.push(element("li", { class: "quiet" }, "There are further moves, which are not listed."));
  return rows;
}

function judgedLine(game, { move, wins, plies, reply }, { active, onMake, onPoint }) {
  const [point, leave] = [() => onPoint(move), () => onPoint(null)];
  const fate = `${wins ? "wins" : "loses"}${plies === null ? "" : ` in ${plies}`}`;
  const answer = reply ? `then ${say(reply, play(game, move))}` : plies === null ? "" : "the last move";
  return element(
    "button",
    { type: "button", class: `judged ${wins ? "wins" : "loses"}`, disabled: !active, onclick: () => onMake(move, reply), onfocus: point, onblur: leave, onpointerenter: point, onpointerleave: leave },
    element("span", { class: "what" }, capital(say(move, game))),
    element("span", { class: "fate" }, fate),
    answer ? element("span", { class: "answer" }, answer) : null,
  );
}

/** "Can be won: 1 of 12 moves wins." */
function verdictOf({ wins, legal, winning, more }) {
  if (legal === null) return wins ? `Can be won: ${more ? "by these moves and more" : `${plural(winning, ["move wins", "moves win"])}`}.` : "Lost: every move loses.";
  if (!wins) return `Lost: ${legal === 1 ? "the only move loses" : `${legal === 2 ? "both" : `all ${legal}`} moves lose`}.`;
  return `Can be won: ${winning} of ${plural(legal, ["move", "moves"])} ${winning === 1 ? "wins" : "win"}.`;
}
