// What is going on, in a headline and a sentence. Screen readers hear it at every change.

import { SERVICE, YOU, isOver, turn, winner } from "./game.js";
import { oneOf, take, took } from "./words.js";

/** `{headline, detail}` for a session's state. */
export function describe({ game, hint, review }) {
  const last = game.moves.at(-1);
  const news = last ? took(last) : "";
  if (isOver(game)) return ending(game, review);
  if (turn(game) === SERVICE) return { headline: "The service’s turn", detail: news };
  if (hint) return { headline: "Your turn", detail: advice(hint) };
  if (last?.by === SERVICE) return { headline: "Your turn", detail: news };
  return {
    headline: "Your turn",
    detail:
      "Take as many objects as you like from one pile. Pick one: it goes, with all to its right.",
  };
}

function advice({ winning_moves: moves, to_move_wins: wins }) {
  if (!wins) return "No move wins here: the service wins, unless it makes a mistake.";
  const count = moves.length === 1 ? "One move wins" : `${moves.length} moves win`;
  return `${count}: ${oneOf(moves.map(take))}.`;
}

function ending(game, review) {
  const won = winner(game) === YOU;
  const last = game.moves.at(-1).by === YOU ? "You" : "The service";
  const object = game.misere ? "took the last object, and so loses" : "took the last object";
  const detail = `${last} ${last === "You" ? object.replace("loses", "lose") : object}.`;
  return {
    headline: won ? "You won" : "The service won",
    detail: review ? `${detail} ${verdict(game, review)}` : detail,
  };
}

/** Who erred how often, and where the game was decided. */
function verdict(game, review) {
  const errors = { [YOU]: 0, [SERVICE]: 0 };
  for (const { ply, mistake } of review.plies) if (mistake) errors[game.moves[ply - 1].by] += 1;
  if (errors[YOU] + errors[SERVICE] === 0) return "Nobody made a mistake.";
  const yours = errors[YOU] === 0 ? "You made no mistake" : `You made ${mistakes(errors[YOU])}`;
  const its = errors[SERVICE] === 0 ? "the service none" : `the service ${errors[SERVICE]}`;
  return `${yours}, ${its}. Move ${review.decisive_mistake} decided the game.`;
}

function mistakes(count) {
  return count === 1 ? "one mistake" : `${count} mistakes`;
}
