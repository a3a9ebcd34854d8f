// Several games that are played together: each move is in one of them.

import { gameOf, isLegal, legalMoves, newGame, play, turn } from "../core/game.js";
import { partOf } from "../core/words.js";

/** @param {Setup} part */
const titleOf = ({ rule }) => gameOf(rule).title;

/** A part after a move in it, which the player to move in the whole game has made. */
function playPart(game, move) {
  const part = play(game.parts[move.component], partOf(move));
  const done = { ...part.moves[part.moves.length - 1], by: turn(game) };
  return { ...part, moves: [...part.moves.slice(0, -1), done] };
}

/** @type {Known} */
export default {
  title: "Sum of games",
  noun: ["object", "objects"],
  rule: ({ parts }) => `Make a move in one of the games: ${parts.map(titleOf).join(", ")}`,
  takesAll: () => false,
  invite: () => "Choose a game, and make a move in it.",
  form: null,
  board: () => "sum",
  most: 9999,
  fields: [],
  presets: ["3,4"],
  begin: ({ rule: { parts } }) => ({ parts: parts.map(newGame) }),
  isLegal: ({ parts }, move) => move.component in parts && isLegal(parts[move.component], partOf(move)),
  *legalMoves({ parts }) {
    for (const [component, part] of parts.entries()) {
      for (const move of legalMoves(part)) yield { component, ...move };
    }
  },
  complete(game, move) {
    const { by: _, ...done } = playPart(game, move).moves.slice(-1)[0];
    return { component: move.component, ...done };
  },
  leaves: (move, _, game) => game.parts.flatMap((part, i) => (i === move.component ? playPart(game, move).piles : part.piles)),
  after: (move, _, game) => ({ parts: game.parts.map((part, i) => (i === move.component ? playPart(game, move) : part)) }),
  hint: {
    places: (places, { parts }) => {
      const each = places.map(([component]) => `game ${component + 1}, ${titleOf(parts[component])}`);
      return `There is a winning move in ${each.join(" or ")}.`;
    },
  },
  standing: ({ parts }) => ({ game: "sum", parts: parts.map(({ piles, rule, quota }) => ({ piles, rule: quota ? { ...rule, quota } : rule })) }),
};
