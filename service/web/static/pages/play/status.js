// The state of the game, in a headline and a sentence; screen readers hear it at every change.

import { OTHER, YOU, after, gameOf, isOver, turn, winner } from "../../core/game.js";
import { WAITING } from "../../core/requests.js";
import { alternatives, and, capital, did, lower, moveTakes, names, oneOf, pilesName, said, say, titleOf } from "../../core/words.js";

/** "Against the easy computer" */
export function whatIsPlayed({ game, strength, byLink }) {
  if (game.two) return byLink ? "Two players, by link" : "Two players";
  return `Against the ${strength} computer`;
}

/** `{headline, detail, decisive}` for a session's state; `decisive` is the move that decided it. */
export function describe(state) {
  const { game, visited, refused, hint, waiting, sent } = state;
  if (visited !== null) return visiting(state);
  if (isOver(game)) return ending(state);
  const last = game.moves[game.moves.length - 1];
  const news = last ? said(last, game) : "";
  const headline = `${titleOf(game.rule)}: ${turnOf(game)}`;
  if (game.options === null) return { headline: WAITING, detail: news };
  if (sent) return { headline: `${titleOf(game.rule)}: ${names(game)[turn(game)]} to move`, detail: `${news} Send your move.` };
  if (!game.two && turn(game) === OTHER) {
    return { headline, detail: waiting ? `${news} The computer is thinking …`.trim() : news };
  }
  if (refused) return { headline, detail: refused.words ?? moveTakes(game) };
  if (waiting) return { headline, detail: WAITING };
  if (hint) return { headline, detail: advice(game, hint) };
  if (state.reason) return { headline, detail: `${news} Your move gave the win away. ${state.reason} Take it back?` };
  const now = gameOf(game.rule).now?.(game) ?? "";
  if (last && (game.two || last.by === OTHER)) return { headline, detail: `${news} ${now}`.trim() };
  return { headline, detail: gameOf(game.rule).invite(game) };
}

function turnOf(game) {
  if (game.two) return `${names(game)[turn(game)]}, your turn`;
  return turn(game) === YOU ? "your turn" : "the computer’s turn";
}

// --- Hints ---------------------------------------------------------------------------------------

/** What a step of a hint says. */
export function advice(game, { steps, given }) {
  const { column, places, piles, amounts, moves, trap } = steps[given - 1];
  if (column) {
    const { value, ones } = column;
    return `Write each pile as a sum of 1, 2, 4, 8 and so on. An odd number of piles, ${ones}, ${ones === 1 ? "contains" : "contain"} a ${value}: take from one of them.`;
  }
  if (amounts) {
    const each = amounts.map((count) => (count === 0 ? "split it" : `take ${count}`));
    return `In ${pilesName(game, piles)}: ${oneOf(each)}.`;
  }
  if (places) {
    const own = gameOf(game.rule).hint?.places?.(places, game);
    if (own) return own;
    if (places.some(({ length }) => length > 1)) return `Take from ${oneOf(places.map((one) => pilesName(game, one, and)))}.`;
    return steps.some((step) => step.amounts) ? `There is a winning move in ${pilesName(game, piles)}.` : `Take from ${pilesName(game, piles)}.`;
  }
  if (moves.length > 0) return moves.length === 1 ? `One move wins: ${say(moves[0], game)}.` : `Each of these wins: ${alternatives(moves, game)}.`;
  return lost(game, trap);
}



/** In a lost position: the move after which the opponent errs most easily. */
function lost(game, trap) {
  const text = "Every move loses against perfect play.";
  if (!trap) return text;
  const move = capital(say(trap.move, game));
  if (trap.legal === undefined) return `${text} ${move}: that lasts longest.`;
  if (trap.winning === trap.legal) return `${text} ${move}: every reply wins, but that lasts longest.`;
  return `${text} ${move}: only ${trap.winning} of ${trap.legal} replies ${trap.winning === 1 ? "wins" : "win"}.`;
}

// --- The end -------------------------------------------------------------------------------------

function ending({ game, review, standing, strength, day }) {
  const won = winner(game);
  const headline = game.two || won === OTHER ? `${names(game)[won]} won` : "You won";
  const parts = [lastMove(game), praise(game, strength, standing), day ? `The position of ${day}.` : "", review ? verdict(game, review) : ""];
  return { headline, detail: parts.filter(Boolean).join(" "), decisive: review?.decisive_mistake ?? null };
}

/** A win against the perfect computer is a feat; other wins count. */
function praise(game, strength, standing) {
  if (game.two || winner(game) !== YOU) return "";
  if (strength === "perfect") return "You beat the perfect computer: every one of your moves was right.";
  const streak = standing && standing.streak > 1 ? `That’s ${standing.streak} wins in a row.` : "";
  return `${streak}${standing?.rose ? ` In the next game, the computer plays at ${capital(standing.level)}.` : ""}`.trim();
}

export const decided = (ply) => `Move ${ply} decided the game`;

/** "You took the last stone.", or what it is called if the rule leaves objects over. */
function lastMove(game) {
  if (game.moves.length === 0) return "No move is legal.";
  const last = game.moves[game.moves.length - 1];
  const known = gameOf(game.rule);
  const who = names(game)[last.by];
  const left = game.piles.some((count) => count > 0);
  const ended = known.ended && known.board(game.start) === "queen" ? known.ended : `took the last ${known.noun[0]}`;
  const what = left || last.remove === 0 || !known.takesAll(game.rule) ? "made the last move" : ended;
  return `${who} ${what}${game.misere ? ", which loses in misère play" : ""}.${left ? " No further move is legal." : ""}`;
}

/** Who erred how often, and where the game was decided. */
function verdict(game, review) {
  const errors = { [YOU]: 0, [OTHER]: 0 };
  for (const { ply, mistake } of review.plies) if (mistake) errors[game.moves[ply - 1].by] += 1;
  if (errors[YOU] + errors[OTHER] === 0) return flawless(game);
  const called = names(game);
  const its = game.two ? called[OTHER] : "the computer";
  const mistakes = (count) => (count === 0 ? "no mistake" : count === 1 ? "one mistake" : `${count} mistakes`);
  const short = { 0: "made none", 1: "made one" }[errors[OTHER]] ?? `made ${errors[OTHER]}`;
  return `${called[YOU]} made ${mistakes(errors[YOU])} and ${its} ${short}. ${decided(review.decisive_mistake)}.`;
}

/** Without a mistake the first position decides: the player who has lost can begin better. */
function flawless(game) {
  const text = "Neither side made a mistake.";
  const won = winner(game);
  if (game.two) return `${text} ${names(game)[won]} had a winning position from the start.`;
  if (won === YOU) return text;
  const advised = game.first === YOU ? "Let the computer go first" : "Go first";
  return `${text} Your position was lost from the start. ${advised}, and you can win.`;
}

// --- A move of a game that is over, looked at again -----------------------------------------------

function visiting({ game, visited, review, found }) {
  const ply = review?.plies[visited];
  const text = said(game.moves[visited], game);
  return { headline: `Before move ${visited + 1}`, detail: ply ? `${text} ${judgement(game, ply, visited, found)}` : text };
}

function judgement(game, { mistake, winning_moves: wins, position_class: position }, index, found) {
  const { by } = game.moves[index];
  const called = names(game);
  const rival = game.two ? called[by === YOU ? OTHER : YOU] : by === YOU ? "the computer" : "you";
  if (!mistake) return position === "N" ? "A winning move." : "No move was better: the position was already lost.";
  return `That was a mistake: it gave ${rival} a winning position. ${better(after(game, index), wins, found)}`;
}

function better(game, wins, found) {
  if (found === null) return "Which move wins? Try it on the board.";
  const solution = `To win: ${alternatives(wins, game)}.`;
  if (!found.move) return solution;
  return found.wins ? `Right! This wins: ${say(found.move, game)}.` : `No, that loses too. ${solution}`;
}

export const otherBegins = (game) => {
  const next = names(game)[game.first === YOU ? OTHER : YOU];
  return `Play again, ${game.two ? `${next} begins` : `${lower(next)} ${next === "You" ? "begin" : "begins"}`}`;
};
