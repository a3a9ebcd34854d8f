// What the page to play on says, besides what stands in its HTML and what all pages say.

import { OTHER, YOU, isOver, turn, winner } from "./game.js";
import { HINTS, SERVICE, amount, moveTakes, names, oneOf, take, took } from "./texts.js";

export const PLAY = {
  noHint: "There is no hint.",
  nothingLost: "Nothing is lost: the game goes on from here.",
  noExplanation: "There is no explanation.",
  notJudged: "The moves are not judged yet.",
  insteadOf: (error, piles) => `${error} The game here is ${piles.join(", ")}.`,
  hint: HINTS.first,
  nextHint: HINTS.next,
  copied: (what) => `Link copied: it opens ${what}.`,
  notCopied: "The link could not be copied: select it, and copy it by hand.",
  codeCopied: "Code copied: it shows the board on another page.",
  thisPosition: "this position",
  beginning: "the game from its beginning",
  qr: (link) => `QR picture of ${link}`,
  embedded: "Nim: a game to play",
  large: "Show large",
  small: "Back to the page",
};

export const SETUP = {
  max: { text: "3", label: "At most this many objects" },
  set: { text: "1, 3, 4", label: "One of these numbers of objects" },
  any: { text: "", label: "" },
  you: "you",
  computer: "the computer",
  /** What the folded part of the form holds. */
  summary: ({ rule, misere, first, two, names: given }) => {
    const begins = first === OTHER ? "the computer begins" : "you begin";
    const who = two ? `${names({ two, names: given })[first]} begins` : begins;
    return `Take ${amount(rule)}, the last object ${misere ? "loses" : "wins"}, ${who}`;
  },
};

// --- The state of the game, in a headline and a sentence; screen readers hear it at every change --

/** `{headline, detail}` for a session's state. */
export function describe({ game, visited, refused, hint, review, waiting }) {
  if (visited !== null) return visiting(game, visited, review);
  const last = game.moves[game.moves.length - 1];
  const news = last ? took(game, last) : "";
  if (isOver(game)) return ending(game, review);
  const headline = turnOf(game);
  if (!game.two && turn(game) === OTHER) return { headline, detail: news };
  if (refused) return { headline, detail: moveTakes(game.rule) };
  if (waiting) return { headline, detail: SERVICE.waiting };
  if (hint) return { headline, detail: advice(game, hint) };
  if (last && (game.two || last.by === OTHER)) return { headline, detail: news };
  return {
    headline,
    detail: `Take ${amount(game.rule)} from one pile. Choose an object: you take it, and all after it.`,
  };
}

function turnOf(game) {
  if (game.two) return `${names(game)[turn(game)]}, your turn`;
  return turn(game) === YOU ? "Your turn" : "The computer’s turn";
}

function advice(game, { steps, given }) {
  const { column, piles, moves } = steps[given - 1];
  if (column) return HINTS.column(column);
  if (piles) return HINTS.pile(piles);
  if (moves.length > 0) return HINTS.moves(moves);
  const rival = game.two ? names(game)[turn(game) === YOU ? OTHER : YOU] : "the computer";
  return `No move wins here: ${rival} wins, unless there is a mistake.`;
}

function ending(game, review) {
  const won = winner(game);
  const headline = game.two || won === OTHER ? `${names(game)[won]} won` : "You won";
  return { headline, detail: `${lastMove(game)} ${review ? verdict(game, review) : ""}`.trim() };
}

/** "You took the last object.", or what it is called where the rule leaves objects over. */
function lastMove(game) {
  const { by } = game.moves[game.moves.length - 1];
  const who = names(game)[by];
  const loses = who === "You" ? "lose" : "loses";
  const left = game.piles.some((count) => count > 0);
  const what = left ? "made the last move" : "took the last object";
  const why = left ? ` No move is legal any more: a move takes ${amount(game.rule)}.` : "";
  return `${who} ${what}${game.misere ? `, and so ${loses}` : ""}.${why}`;
}

/** Who erred how often, and where the game was decided. */
function verdict(game, review) {
  const errors = { [YOU]: 0, [OTHER]: 0 };
  for (const { ply, mistake } of review.plies) if (mistake) errors[game.moves[ply - 1].by] += 1;
  if (errors[YOU] + errors[OTHER] === 0) return flawless(game);
  const called = names(game);
  const its = game.two ? called[OTHER] : "the computer";
  const first = errors[YOU] === 0 ? `${called[YOU]} made no mistake` : `${called[YOU]} made ${mistakes(errors[YOU])}`;
  const second = errors[OTHER] === 0 ? `${its} none` : `${its} ${errors[OTHER] === 1 ? "one" : errors[OTHER]}`;
  return `${first}, ${second}. Move ${review.decisive_mistake} decided the game.`;
}

/** Without a mistake the first position decides: the one who has lost can begin better. */
function flawless(game) {
  const said = "Neither side made a mistake.";
  const won = winner(game);
  if (game.two) return `${said} The first position was won for ${names(game)[won]} from the start.`;
  if (won === YOU) return said;
  const advised = game.first === YOU ? "Let the computer begin" : "Begin yourself";
  return `${said} The first position was lost for you from the start. ${advised}, and you can win.`;
}

function mistakes(count) {
  return count === 1 ? "one mistake" : `${count} mistakes`;
}

// --- A move of a game that is over, looked at again -----------------------------------------------

function visiting(game, index, review) {
  const move = game.moves[index];
  const ply = review?.plies[index];
  const said = took(game, move);
  return { headline: `Before move ${index + 1}`, detail: ply ? `${said} ${judgement(game, ply, index)}` : said };
}

function judgement(game, { mistake, winning_moves: wins, position_class: found }, index) {
  const called = names(game);
  const by = game.moves[index].by;
  const rival = game.two ? called[by === YOU ? OTHER : YOU] : by === YOU ? "the computer" : "you";
  if (mistake) {
    const could = rival === "you" ? "you could win" : `${rival} could win`;
    return `That was a mistake: after it ${could}. To win: ${oneOf(wins.map(take))}.`;
  }
  return found === "N" ? "A winning move." : "No move was better: this position is lost.";
}

export const MOVES = {
  made: ({ pile, remove }) => `${remove} from pile ${pile + 1}`,
  decisive: "The mistake that decided it.",
  mistake: "A mistake.",
  better: (moves) => ` To win: ${oneOf(moves.map(take))}.`,
};

// --- The computer's last turn, for developers -----------------------------------------------------

export const TURN = {
  nothing: ["Each of the computer’s turns is one request, ", ". You will see it here, and what came back."],
  values: "Grundy values",
  sum: "Nim-sum",
  class: "Class",
  classOf: (answer) =>
    `${answer.position_class}, the player to move ${answer.to_move_wins ? "wins" : "loses"}`,
  winning: "Winning moves",
  none: "none",
  move: take,
  played: "Played",
  playedMove: (move) => `${take(move)}${move.mistake ? ", a mistake on purpose" : ""}`,
  asItCame: (status, milliseconds) => `The answer as it came, ${status} in ${milliseconds} ms`,
  answer: "Answer",
};
