// How well the computer plays: in what share of the positions that it could win it errs on purpose.

/** By the words that links have for them. */
export const MISTAKES = Object.freeze({ easy: 0.6, medium: 0.3, hard: 0.1, perfect: 0 });

/** What a newcomer plays against, and what a link without a word for it means. */
export const USUAL = "medium";
