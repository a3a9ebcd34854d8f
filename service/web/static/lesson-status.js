// Where a task stands, in a headline and a sentence. Screen readers hear it at every change.

import { judgeOf } from "./judges.js";
import { REFUTED, SOLVED, YOURS } from "./lesson.js";
import { amount } from "./rule.js";
import { oneOf, take, takes, took } from "./words.js";

const TRY_AGAIN = "Take your move back and try another one.";

/** `{headline, detail}` for a lesson's state. */
export function describe({ task, phase, game, refused, hint, refuting }) {
  const last = game.moves.at(-1);
  if (phase === SOLVED) return { headline: "Solved", detail: task.solved };
  if (phase === REFUTED) return { headline: "That move loses", detail: refutation(task, game, refuting) };
  if (refused) return { headline: task.ask, detail: `A move takes ${amount(game.rule)}.` };
  const news = last ? took(last) : "";
  return { headline: task.ask, detail: hint && phase === YOURS ? advice(hint) : news };
}

/** Why a move loses: the answer to it. */
function refutation(task, game, answer) {
  if (answer === null) return `You took the last object. ${TRY_AGAIN}`;
  return `The service ${takes(answer)}${judgeOf(task).isOver(game) ? " and wins" : ". From there it always wins"}. ${TRY_AGAIN}`;
}

function advice(winning) {
  const moves = winning.map(take);
  return moves.length === 1 ? `This wins: ${moves[0]}.` : `Each of these wins: ${oneOf(moves)}.`;
}
