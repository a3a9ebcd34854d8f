// How the service plays: its own best move, or, for the given share of its turns, a mistake.

/**
 * The move to make on `piles`, given the service's solution of them. With the probability
 * `mistakes` it is a random one of the moves that throw a won position away; a lost position
 * has none to make, nor has a won one in which every move wins.
 */
export function chooseMove(piles, solution, mistakes, random = Math.random) {
  const wins = new Set(solution.winning_moves.map((move) => `${move.pile}:${move.remove}`));
  const legal = piles.reduce((sum, count) => sum + count, 0);
  const mistake = solution.to_move_wins && legal > wins.size && random() < mistakes;
  if (!mistake) return { ...solution.best_move, mistake };
  let skip = Math.floor(random() * (legal - wins.size));
  for (const [pile, count] of piles.entries()) {
    for (let remove = 1; remove <= count; remove += 1) {
      if (!wins.has(`${pile}:${remove}`) && skip-- === 0) {
        return { pile, remove, leaves: count - remove, mistake };
      }
    }
  }
}
