// What is going on, in a headline and a sentence. Screen readers hear it at every change.

import { SERVICE, YOU, isOver, turn, winner } from "./game.js";
import { amount } from "./rule.js";
import { oneOf, take, took } from "./words.js";

/** `{headline, detail}` for a session's state. */
export function describe({ game, refused, hint, review }) {
  const last = game.moves.at(-1);
  const news = last ? took(last) : "";
  if (isOver(game)) return ending(game, review);
  if (turn(game) === SERVICE) return { headline: "The service’s turn", detail: news };
  if (refused) return { headline: "Your turn", detail: `A move takes ${amount(game.rule)}.` };
  if (hint) return { headline: "Your turn", detail: advice(hint) };
  if (last?.by === SERVICE) return { headline: "Your turn", detail: news };
  return {
    headline: "Your turn",
    detail: `Take ${amount(game.rule)} from one pile. Choose an object: you take it, and all to its right.`,
  };
}

function advice({ winning_moves: moves, to_move_wins: wins }) {
  if (!wins) return "No move wins here: the service wins, unless it makes a mistake.";
  const count = moves.length === 1 ? "One move wins" : `${moves.length} moves win`;
  return `${count}: ${oneOf(moves.map(take))}.`;
}

function ending(game, review) {
  const won = winner(game) === YOU;
  const detail = `${lastMove(game)} ${review ? verdict(game, review) : ""}`.trim();
  return { headline: won ? "You won" : "The service won", detail };
}

/** "You took the last object.", or what it is called where the rule leaves objects over. */
function lastMove(game) {
  const [who, loses] = game.moves.at(-1).by === YOU ? ["You", "lose"] : ["The service", "loses"];
  const left = game.piles.some((count) => count > 0);
  const what = left ? "made the last move" : "took the last object";
  const why = left ? ` No move is legal any more: a move takes ${amount(game.rule)}.` : "";
  return `${who} ${what}${game.misere ? `, and so ${loses}` : ""}.${why}`;
}

/** Who erred how often, and where the game was decided. */
function verdict(game, review) {
  const errors = { [YOU]: 0, [SERVICE]: 0 };
  for (const { ply, mistake } of review.plies) if (mistake) errors[game.moves[ply - 1].by] += 1;
  if (errors[YOU] + errors[SERVICE] === 0) return "Neither side made a mistake.";
  const yours = errors[YOU] === 0 ? "You made no mistake" : `You made ${mistakes(errors[YOU])}`;
  const its = errors[SERVICE] === 0 ? "the service none" : `the service ${errors[SERVICE]}`;
  return `${yours}, ${its}. Move ${review.decisive_mistake} decided the game.`;
}

function mistakes(count) {
  return count === 1 ? "one mistake" : `${count} mistakes`;
}
