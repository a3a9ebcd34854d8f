// What the service has said of positions: the rule in words, the legal moves, and what each leaves. The boards play from
// these lists and know no rule themselves. A position that was never listed is unknown until its list has come.

import { gameOf, keyOf } from "./games.js";

/** @typedef {{moves: Move[], by: Map<string, Move>, more: boolean, tried: Move[]}} List */

/** @type {Map<string, List>} */
const lists = new Map(); // by positions
const rules = new Map(); // in words, by games with their keys
const asked = new Map(); // requests under way, by positions

/** The name of a game with its keys; the titles of its games are the rule of a sum. @param {any} at */
function nameOfRule({ piles: _p, misere: _m, quota: _q, components, parts, ...keys }) {
  const games = (components ?? parts?.map(({ rule }) => rule))?.map(({ game }) => game);
  const own = Object.entries({ ...keys, games }).filter(([name, value]) => value !== undefined && !(name === "game" && value === "nim"));
  return JSON.stringify(own.sort());
}

/** What tells positions apart whose legal moves differ; the convention is no part of it. @param {any} at */
const nameOf = ({ piles, quota = null, ...keys }) => JSON.stringify([piles, quota, nameOfRule(keys)]);

/** @returns {List} */
const list = (moves, more = false, tried = []) => ({ moves, by: new Map(moves.map((move) => [keyOf(move), move])), more, tried });

/** Keep what a response says of a position, as a request has it, and of those behind its moves. */
export function learn(at, { rule = null, legal, more_legal: more = false }) {
  if (rule) rules.set(nameOfRule(at), rule);
  if (at.components) {
    for (const [i, component] of at.components.entries()) {
      const own = legal.filter(({ move }) => move.component === i);
      learn(component, { legal: own.map(({ move, ...one }) => ({ ...one, move: alone(move) })), more_legal: more });
    }
    return;
  }
  const { tried = [] } = lists.get(nameOf(at)) ?? {};
  lists.set(nameOf(at), list([...legal.map(({ move, leaves }) => ({ ...move, left: leaves })), ...tried], more, tried));
  for (const { leaves, ...behind } of legal) if (behind.legal) learn({ ...at, ...leaves }, behind);
}

/** A move of a sum, as it is in its game alone. */
const alone = ({ component: _, text, ...move }) => ({ ...move, text: text.replace(/^in game \d+, /, "") });

/** Keep a move that the service has found legal, though it is not among the first that are listed. */
export function learnMove(at, move, left) {
  const { moves, more, tried } = lists.get(nameOf(at)) ?? list([], true);
  const made = { ...move, left };
  lists.set(nameOf(at), list([...moves, made], more, [...tried, made]));
}

/**
 * Ask for the list of a position, unless that is being done; with a depth of 2 for those behind its moves as well. The
 * list is kept, whoever still waits for it.
 */
export function tell(api, at, depth = 1) {
  const name = JSON.stringify([at, depth]);
  if (!asked.has(name)) {
    const request = api.legal({ ...at, depth }, new AbortController().signal).then(({ response }) => learn(at, response));
    asked.set(name, request.finally(() => asked.delete(name)));
  }
  return asked.get(name);
}

/** The list of a game that is no sum; undefined while it is unknown. @param {Game} game @returns {List | undefined} */
export function listOf(game) {
  const { rule, piles, quota } = game;
  const own = gameOf(rule).legalMoves;
  return own ? list([...own(game)]) : lists.get(nameOf({ ...rule, piles, quota }));
}

/** Whether the rule is known in words. @param {Rule} rule */
export const isTold = (rule) => rules.has(nameOfRule(rule));

/** The rule for moves, in a sentence or two; of a game whose keys make it another one, nothing before it is known. @param {Rule} rule @returns {string} */
export const ruleOf = (rule) => rules.get(nameOfRule(rule)) ?? (Object.keys(rule).some((key) => key !== "game") ? "" : gameOf(rule).rule);
