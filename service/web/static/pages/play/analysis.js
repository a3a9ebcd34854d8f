// Every legal move of a position, with what it leads to.

/**
 * `{wins, plies, legal, winning, moves, more}`: each of `moves` is `{move, wins, plies, reply}`, the winning ones
 * first, then those that resist longest. Where there is too much play to look at, only winning moves are known:
 * `legal` and `plies` are null. `more` says that there are further moves.
 */
export async function judgedMoves(api, position, signal) {
  try {
    const { response } = await api.analyse({ ...position, moves: true }, signal);
    const moves = response.moves.map(({ plies, ...move }) => ({ ...move, plies: plies + 1 }));
    moves.sort((a, b) => b.wins - a.wins || (a.wins ? a.plies - b.plies : b.plies - a.plies));
    const { to_move_wins: wins, plies, legal_move_count: legal, winning_move_count: winning, more = false } = response;
    return { wins, plies, legal, winning, moves, more };
  } catch (error) {
    if (error.status !== 422) throw error;
    const { response } = await api.solve(position, signal);
    const moves = response.winning_moves.map((move) => ({ move, wins: true, plies: null, reply: null }));
    return { wins: response.to_move_wins, plies: null, legal: null, winning: moves.length, moves, more: response.more ?? false };
  }
}
