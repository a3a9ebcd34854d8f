// What is wrong with a move that gives the win away: what the position that it leaves is like.

import { alone, equation, shapeOf } from "../core/explanation.js";
import { boardOf, gameOf } from "../core/game.js";
import { and, say } from "../core/words.js";

/**
 * A sentence or two. `reply` is the service's to the move, null if the game is over; `explained` is its explanation
 * of the position, null if only the reply counts, and `voice` what the explanation speaks of: "columns", "parts" or
 * "groups".
 */
export function reasonOf(game, reply, explained, voice) {
  if (reply === null) return `You took the last ${gameOf(game.rule).noun[0]}.`;
  const large = game.piles.filter((count) => count > 1).length;
  if (!explained) return `${standing(game)}: the winning reply is to ${say(reply, game)}${leaving(game, reply)}.`;
  if (voice === "groups") return leftOver(shapeOf(explained));
  if (game.misere && large < 2) return tooEven(game, reply, large);
  if (voice === "parts") return `You left ${alone(explained.response)} without a partner, so a reply can make everything pair off.`;
  const [value, ...others] = explained.response.binary.odd_columns;
  const more = others.length === 0 ? "" : `, and so ${others.length === 1 ? "is column" : "are columns"} ${and(others)}`;
  return `Column ${value} is odd now${more}. The computer can make every column even.`;
}

function leftOver(shape) {
  const [are, them] = shape.rest === 1 ? ["is", "it"] : ["are", "them"];
  return `${equation(shape)}: ${shape.rest} ${are} left over, and a reply can take ${them}.`;
}

/** At the end of misère play, the opponent must not be able to leave an odd number of 1s. */
function tooEven(game, reply, large) {
  if (large) return `You left one pile larger than 1: the winning reply is to ${say(reply, game)}, and leave an odd number of 1s.`;
  return `You left ${game.piles.filter((count) => count === 1).length} piles of 1, an even number: the last one will be yours.`;
}

function standing(game) {
  const { piles, at } = game;
  if (boardOf(game) === "queen") return `The queen is at ${and(piles)}`;
  if (at !== undefined) return `The token is on ${at}${piles.length > 0 ? `, next to ${pilesOf(game)}` : ""}`;
  return `You left ${pilesOf(game)}`;
}

function pilesOf({ piles, rule }) {
  const { unit = "pile" } = gameOf(rule);
  const left = piles.filter((count) => count > 0);
  return left.length === 1 ? `a ${unit} of ${left[0]}` : `${unit}s of ${and(left)}`;
}

/** What the reply leaves, if that says something: of piles alone. */
function leaving({ piles, at, rule }, { pile, leaves }) {
  if (at !== undefined || rule.game) return "";
  const left = piles.map((size, i) => (i === pile ? leaves : size)).filter((size) => size > 0);
  return left.length === 0 ? " and wins" : ` and leave ${left.length === 1 ? `a single pile of ${left[0]}` : and(left)}`;
}
