// The texts of the page to play on, besides those in its HTML and those of all pages.

import { OTHER, YOU, isOver, turn, winner } from "../../core/game.js";
import { boardOf, formOf, kind } from "../../core/rule.js";
import { HINTS, SERVICE, amount, and, capital, leftBy, lower, moveTakes, names, oneOf, quotaOf, steps, take, took, wordsOf } from "../../core/words.js";

export const PLAY = {
  noHint: "There is no hint.",
  nothingLost: "Nothing is lost: the game goes on from here.",
  noExplanation: "There is no explanation.",
  noMoves: "Which moves are legal is not known yet.",
  notJudged: "The moves are not judged yet.",
  insteadOf: (error, piles) => `${error} The game here is ${piles.join(", ")}.`,
  hint: HINTS.first,
  nextHint: HINTS.next,
  copied: (what) => `Link copied: it opens ${what}.`,
  notCopied: "The link could not be copied: select it, and copy it by hand.",
  codeCopied: "Code copied: it shows the board on another page.",
  opens: { beginning: "the game from its beginning", now: "this position", moves: "the game with its moves" },
  qr: (link) => `QR picture of ${link}`,
  embedded: "Nim: a game to play",
  again: "Play again",
  otherBegins: ({ two, first, names: given }) => {
    const next = names({ two, names: given })[first === YOU ? OTHER : YOU];
    return `Play again, ${two ? `${next} begins` : `${lower(next)} ${next === "You" ? "begin" : "begins"}`}`;
  },
};

export const SETUP = {
  max: { text: "3", label: "At most this many objects" },
  set: { text: "1, 3, 4", label: "One of these numbers of objects" },
  any: { text: "", label: "" },
  you: "you",
  computer: "the computer",
  random: "Random",
  lost: "the first loses",
  fromNow: "From now on:",
  nim: "Take objects from one pile.",
  preset: (value) => (value.startsWith("21;") ? "21: take 1 to 3, the last loses, the other side begins" : value.replaceAll(",", ", ")),
  missing: (label) => `${label}: this is required.`,
  noValue: (label) => `${label}: this is not valid.`,
  optional: (label) => `${label} (may be left out)`,
  keys: {
    code: "Code, such as 0.77",
    max_remove: "A move takes at most",
    subtraction_set: "A move takes one of",
    max_piles: "Piles that a move may take from, at most",
    quota: "The first move takes at most",
  },
  /** What the folded part of the form holds. */
  summary: ({ rule, misere, first, two, names: given, strength }) => {
    const begins = first === OTHER ? "the computer begins" : "you begin";
    const who = two ? `${names({ two, names: given })[first]} begins` : begins;
    const last = kind(rule) === "other" ? "last move" : "last object";
    const move = { any: "take any number, the", other: "the" }[kind(rule)] ?? `take ${amount(rule)}, the`;
    const against = two ? "Two players" : `${capital(strength)} computer`;
    return `${against}: ${move} ${last} ${misere ? "loses" : "wins"}, ${who}`;
  },
};

// --- The state of the game, in a headline and a sentence; screen readers hear it at every change --

/** `{headline, detail, decisive}` for a session's state; `decisive` is the move that decided it. */
export function describe({ game, visited, found, refused, hint, review, waiting }) {
  if (visited !== null) return visiting(game, visited, review, found);
  const last = game.moves[game.moves.length - 1];
  const news = last ? took(game, last) : "";
  if (isOver(game)) return ending(game, review);
  const headline = turnOf(game);
  if (game.options === null) return { headline: SERVICE.waiting, detail: news };
  if (!game.two && turn(game) === OTHER) {
    return { headline, detail: waiting ? `${news} ${SERVICE.thinking}`.trim() : news };
  }
  if (refused) return { headline, detail: refused.words ?? moveTakes(game.rule) };
  if (waiting) return { headline, detail: SERVICE.waiting };
  if (hint) return { headline, detail: advice(game, hint) };
  if (last && (game.two || last.by === OTHER)) return { headline, detail: `${news} ${quotaOf(game)}`.trim() };
  return { headline, detail: invitation(game) };
}

function turnOf(game) {
  if (game.two) return `${names(game)[turn(game)]}, your turn`;
  return turn(game) === YOU ? "Your turn" : "The computer’s turn";
}

/** What to do, before the first move. */
function invitation(game) {
  const { rule } = game;
  if (boardOf(game) === "queen") return "Choose a square: left, down or diagonally.";
  if (rule.game === "fibonacci") return `${quotaOf(game)} Choose an object: you take it, and all after it.`;
  if (rule.game === "wythoff") return "Choose objects, in one pile or equally many in both: you take them, and all after them.";
  if (rule.game === "moore") return "Choose objects, in one pile or more: you take them, and all after them.";
  if (rule.game === "greedy") return "Choose an object of a largest pile: you take it, and all after it.";
  if (formOf(rule) === "split") return "Choose where to take or split.";
  if (formOf(rule) === null) return "Choose a move.";
  return `Take ${amount(rule)} from one pile. Choose an object: you take it, and all after it.`;
}

function advice(game, { steps, given }) {
  const { places, piles, amounts, moves } = steps[given - 1];
  if (amounts) return HINTS.amounts(amounts, piles);
  if (piles && steps.some((step) => step.amounts)) return HINTS.where(piles);
  if (piles && boardOf(game) === "queen") return HINTS.directions(places, game);
  if (piles) return places.some(({ length }) => length > 1) ? HINTS.places(places) : HINTS.pile(piles);
  if (moves.length > 0) return HINTS.moves(moves, game);
  const rival = game.two ? names(game)[turn(game) === YOU ? OTHER : YOU] : "the computer";
  return `No move wins here: ${rival} wins, unless there is a mistake.`;
}

function ending(game, review) {
  const won = winner(game);
  const headline = game.two || won === OTHER ? `${names(game)[won]} won` : "You won";
  const detail = `${lastMove(game)} ${review ? verdict(game, review) : ""}`.trim();
  return { headline, detail, decisive: review?.decisive_mistake ?? null };
}

export const decided = (ply) => `Move ${ply} decided the game`;

/** "You took the last object.", or what it is called where the rule leaves objects over. */
function lastMove(game) {
  if (game.moves.length === 0) return "No move is legal.";
  const { by, remove } = game.moves[game.moves.length - 1];
  const who = names(game)[by];
  const loses = who === "You" ? "lose" : "loses";
  const left = game.piles.some((count) => count > 0);
  const taken = boardOf(game) === "queen" ? "moved the queen into the corner" : "took the last object";
  const what = left || remove === 0 ? "made the last move" : taken;
  const why = left ? ` No move is legal any more${kind(game.rule) === "other" ? "." : `: a move takes ${amount(game.rule)}.`}` : "";
  return `${who} ${what}${game.misere ? `, and so ${loses}` : ""}.${why}`;
}

/** Who erred how often, and where the game was decided. */
function verdict(game, review) {
  const errors = { [YOU]: 0, [OTHER]: 0 };
  for (const { ply, mistake } of review.plies) if (mistake) errors[game.moves[ply - 1].by] += 1;
  if (errors[YOU] + errors[OTHER] === 0) return flawless(game);
  const called = names(game);
  const its = game.two ? called[OTHER] : "the computer";
  const made = (count) => (count === 0 ? "made no mistake" : `made ${mistakes(count)}`);
  const short = { 0: "made none", 1: "made one" }[errors[OTHER]] ?? `made ${errors[OTHER]}`;
  return `${called[YOU]} ${made(errors[YOU])} and ${its} ${short}. ${decided(review.decisive_mistake)}.`;
}

/** Without a mistake the first position decides: the one who has lost can begin better. */
function flawless(game) {
  const text = "Neither side made a mistake.";
  const won = winner(game);
  if (game.two) return `${text} The first position was won for ${names(game)[won]} from the start.`;
  if (won === YOU) return text;
  const advised = game.first === YOU ? "Let the computer begin" : "Begin yourself";
  return `${text} The first position was lost for you from the start. ${advised}, and you can win.`;
}

function mistakes(count) {
  return count === 1 ? "one mistake" : `${count} mistakes`;
}

// --- A move of a game that is over, looked at again -----------------------------------------------

function visiting(game, index, review, found) {
  const move = game.moves[index];
  const ply = review?.plies[index];
  const text = took(game, move);
  return { headline: `Before move ${index + 1}`, detail: ply ? `${text} ${judgement(game, ply, index, found)}` : text };
}

function judgement(game, { mistake, winning_moves: wins, position_class: position }, index, found) {
  const called = names(game);
  const by = game.moves[index].by;
  const rival = game.two ? called[by === YOU ? OTHER : YOU] : by === YOU ? "the computer" : "you";
  if (mistake) {
    const could = rival === "you" ? "you could win" : `${rival} could win`;
    return `That was a mistake: after it ${could}. ${better(game, wins, found)}`;
  }
  return position === "N" ? "A winning move." : "No move was better: this position is lost.";
}

function better(game, wins, found) {
  if (found === null) return "Which move wins? Try it on the board.";
  const words = wordsOf(game);
  const solution = `To win: ${oneOf(wins.map(words))}.`;
  if (!found.move) return solution;
  return found.wins ? `Right: ${words(found.move)} wins.` : `No, that loses too. ${solution}`;
}

export const MOVES = {
  made: (move, game) => {
    if (boardOf(game) === "queen") return `the queen ${steps(move, game)}`;
    const { pile, remove, removals, leaves_piles: left } = move;
    if (remove === 0) return `pile ${pile + 1} into ${and(left)}`;
    if (removals) return and(removals.map((one) => `${one.remove} from pile ${one.pile + 1}`));
    return `${remove} from pile ${pile + 1}${left?.length === 2 ? `, leaving ${leftBy(move)}` : ""}`;
  },
  decisive: "The mistake that decided it.",
  mistake: "A mistake.",
};

// --- The computer's last turn, for developers -----------------------------------------------------

export const TURN = {
  nothing: ["Each of the computer’s turns is one request, ", ". The last one is shown here, with its response."],
  values: "Grundy values",
  sum: "Nim-sum",
  class: "Class",
  classOf: (response) =>
    `${response.position_class}, the player to move ${response.to_move_wins ? "wins" : "loses"}`,
  winning: "Winning moves",
  none: "none",
  move: take,
  played: "Played",
  playedMove: (move) => `${take(move)}${move.mistake ? ", a mistake on purpose" : ""}`,
  asItCame: (status, milliseconds) => `The response, ${status} in ${milliseconds} ms`,
  response: "Response",
};
