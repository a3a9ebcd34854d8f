// Where a task stands, in a headline and a sentence; screen readers hear it at every change.

import { gameOf } from "../../core/game.js";
import { WAITING } from "../../core/requests.js";
import { alternatives, capital, did, moveTakes, names, oneOf, pilesName, say } from "../../core/words.js";
import { ASKED, REFUTED, SOLVED, YOURS } from "./lesson.js";

/** `{headline, detail}` for a lesson's state. */
export function describe({ task, phase, game, refused, hint, reason, extra, waiting, answered }) {
  if (task.question) return question(task, phase, answered);
  const last = game.moves[game.moves.length - 1];
  const ask = extra ? (task.again ?? task.ask) : task.ask;
  if (phase === SOLVED) return { headline: "Solved", detail: extra ? "Solved again. Try another one, or continue." : task.solved };
  if (phase === REFUTED) return { headline: "That move loses", detail: reason };
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

/** "Task 2 of 3" */
export const stepText = (number, count) => capital(`step ${number + 1} of ${count}`);
