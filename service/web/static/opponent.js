// How the computer plays: the service's best move, or, for the given share of its turns, a mistake.

import { ANY, allows } from "./rule.js";

/**
 * The move to make on `piles`, given the service's solution of them. With the probability
 * `mistakes` it is a random one of the moves that throw a won position away; a lost position
 * has none to make, nor has a won one in which every move wins.
 */
export function chooseMove(piles, solution, mistakes, random = Math.random, rule = ANY) {
  const best = { ...solution.best_move, mistake: false };
  if (!solution.to_move_wins || random() >= mistakes) return best;
  const wins = new Set(solution.winning_moves.map((move) => `${move.pile}:${move.remove}`));
  const errors = [];
  for (const [pile, count] of piles.entries()) {
    for (let remove = 1; remove <= count; remove += 1) {
      if (!allows(rule, remove) || wins.has(`${pile}:${remove}`)) continue;
      errors.push({ pile, remove, leaves: count - remove, mistake: true });
    }
  }
  return errors[Math.floor(random() * errors.length)] ?? best;
}
