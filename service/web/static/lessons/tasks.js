// Parts that tasks of several lessons share.

/** A whole number by chance. */
export const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));

/** Piles by chance, each from `low` to `high`. */
export const piles = (count, low, high) => () => ({ piles: Array.from({ length: count }, () => between(low, high)) });

/** Whether exactly one move wins. */
export const onlyOne = ({ winning_moves: moves }) => moves.length === 1;

/** Whether this many columns are odd. */
export const oddColumns = (count) => ({ nim_sum: sum }) => sum.toString(2).replaceAll("0", "").length === count;

/** A task in which one move is enough, explained by columns. */
export const inOneMove = { oneMove: true, explains: "columns" };
