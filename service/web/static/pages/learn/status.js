// Where a task stands, in a headline and a sentence; screen readers hear it at every change.

import { WAITING } from "../../core/api.js";
import { boardOf, gameOf } from "../../core/game.js";
import { alternatives, and, capital, did, moveTakes, names, oneOf, pilesName, say } from "../../core/words.js";
import { ASKED, REFUTED, SOLVED, YOURS } from "./lesson.js";

/** `{headline, detail}` for a lesson's state. */
export function describe({ task, phase, game, refused, hint, reason, extra, waiting, answered }) {
  if (task.question) return question(task, phase, answered);
  const last = game.moves[game.moves.length - 1];
  const ask = extra ? (task.again ?? task.ask) : task.ask;
  if (phase === SOLVED) return { headline: "Solved", detail: extra ? "Solved again. Try another one, or continue." : task.solved };
  if (phase === REFUTED) return { headline: "That move loses", detail: wrong(game, reason) };
  if (refused) return { headline: ask, detail: moveTakes(game) };
  if (waiting) return { headline: ask, detail: WAITING };
  if (hint && phase === YOURS) return { headline: ask, detail: advice(game, hint) };
  const now = gameOf(game.rule).now?.(game) ?? "";
  return { headline: ask, detail: `${last ? `${names(game)[last.by]} ${did(last, game)}.` : ""} ${now}`.trim() };
}

function question({ question: ask, why }, phase, answered) {
  if (phase === SOLVED) return { headline: "Right", detail: why };
  return { headline: ask, detail: phase === ASKED && answered !== null ? "No. Try another answer." : "" };
}

function advice(game, { steps, given }) {
  const { column, amounts, places, piles, token, moves } = steps[given - 1];
  if (column) return `Column ${column.value} is odd: take from a pile that has a 1 there.`;
  if (token) return "Move the token.";
  if (amounts) return `In ${pilesName(game, piles)}: ${oneOf(amounts.map((count) => (count === 0 ? "split it" : `take ${count}`)))}.`;
  if (piles) return gameOf(game.rule).hint?.places?.(places, game) ?? `Take from ${pilesName(game, piles)}.`;
  const text = alternatives(moves, game);
  return moves.length === 1 ? `This wins: ${text}.` : `Each of these wins: ${text}.`;
}

// --- What is wrong with a move: the position that it leaves ----------------------------------------

/** `reason` is {reply, columns, groups, ones}, of which only what applies is there. */
function wrong(game, { reply, columns, groups, ones }) {
  if (reply === null) return `You took the last ${gameOf(game.rule).noun[0]}.`;
  if (groups) return leftOver(groups);
  if (ones) return tooEven(ones, game, reply);
  if (columns) return oddNow(columns);
  return `${standing(game)}: the computer can ${say(reply, game)}${leaving(game, reply)}.`;
}

/** Which columns are odd, and why the leftmost of them is. */
function oddNow([{ value, piles }, ...others]) {
  const list = and(piles.map((pile) => pile + 1));
  const reason = piles.length === 1 ? `only pile ${list} has a 1 there` : `piles ${list} have a 1 there`;
  const more = others.length === 0 ? "" : ` So ${others.length === 1 ? "is column" : "are columns"} ${and(others.map((one) => one.value))}.`;
  return `Column ${value} is odd now: ${reason}.${more} The computer can make every column even.`;
}

function leftOver({ equation, rest }) {
  return `${equation}: ${rest} ${rest === 1 ? "is" : "are"} left over, and the computer takes ${rest === 1 ? "it" : "them"}.`;
}

/** At the end of misère play, the opponent must not be able to leave an odd number of 1s. */
function tooEven({ count, large }, game, reply) {
  if (large) return `One pile is larger than 1: the computer can ${say(reply, game)}, and leave an odd number of 1s.`;
  return `You left ${count} piles of 1, an even number: the last one will be yours.`;
}

function standing(game) {
  const { piles, at } = game;
  if (boardOf(game) === "queen") return `The queen is at ${and(piles)}`;
  if (at !== undefined) return `The token is on ${at}${piles.length > 0 ? `, next to ${pilesOf(piles)}` : ""}`;
  return `You left ${pilesOf(piles)}`;
}

function pilesOf(piles) {
  return piles.length === 1 ? `a pile of ${piles[0]}` : `piles of ${and(piles)}`;
}

/** What the reply leaves, where that says something: of piles alone. */
function leaving({ piles, at, rule }, { pile, leaves }) {
  if (at !== undefined) return ", and wins from there";
  if (rule.game) return "";
  const left = piles.map((size, i) => (i === pile ? leaves : size)).filter((size) => size > 0);
  return left.length === 0 ? " and wins" : ` and leave ${left.length === 1 ? `a single pile of ${left[0]}` : and(left)}`;
}

/** "Task 2 of 3" */
export const stepText = (number, count) => capital(`step ${number + 1} of ${count}`);
