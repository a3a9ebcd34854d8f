// Games in which a move removes objects from one pile.

export const TAKE = ["Take", null, "from pile", null];

/**
 * `mostFrom(game, pile)` is the most that a move may take from a pile, and `allows(game, pile, remove)`
 * whether it may take this number, which is not more than that.
 *
 * @param {Pick<Known, "title" | "rule" | "invite" | "presets"> & Partial<Known> & {
 *   mostFrom: (game: Game, pile: number) => number,
 *   allows?: (game: Game, pile: number, remove: number) => boolean,
 * }} own
 * @returns {Known}
 */
export function removal({ mostFrom, allows = () => true, ...game }) {
  return {
    form: "removal",
    noun: ["stone", "stones"],
    board: () => "piles",
    takesAll: () => true,
    most: 9999,
    fields: [],
    mostFrom,
    severalPiles: () => 1,
    isLegal(position, { pile, remove }) {
      const within = pile >= 0 && pile < position.piles.length && Number.isInteger(remove) && remove >= 1;
      return within && remove <= mostFrom(position, pile) && allows(position, pile, remove);
    },
    *legalMoves(position) {
      for (const [pile, count] of position.piles.entries()) {
        const limit = mostFrom(position, pile);
        for (let remove = 1; remove <= limit; remove += 1) {
          if (allows(position, pile, remove)) yield { pile, remove, leaves: count - remove };
        }
      }
    },
    random: () => Array.from({ length: 3 + Math.floor(3 * Math.random()) }, () => 1 + Math.floor(9 * Math.random())),
    ...game,
    sheet: { blanks: ({ piles }) => [piles.length > 1 ? TAKE : TAKE.slice(0, 2)], ...game.sheet },
  };
}
