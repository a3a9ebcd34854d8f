// The lessons, in their order. Each is a file here, of its id, which is loaded when it is opened. Its default
// export is its steps. A step has a `text` of two sentences and then either a question or a task:
//
// - `question`, `answers`, `right` (the index of the right one) and `why`, said after it; `shows`, a position
//   with a `picture`, drawn above it
// - a task: a position (`piles`, `misere`, `rule`, and `first`, the player who begins), what it asks (`ask`,
//   and `again` for another one of the kind) and what is said once it is solved (`solved`); optionally:
//   - `oneMove`: a winning move is enough; otherwise the game is played to its end
//   - `picture`: "sums", "columns" or "groups", drawn for the position on the board
//   - `explains`: by what a losing move is explained, "parts", "columns" or "groups"; otherwise by the reply to it
//   - `graph`, `token`: a game of dots and arrows, and the dot on which its token stands; `drawing`, the class
//     that draws it, and `judge`, what judges it, see boards/token.js
//   - `sizes`: the sizes from which to choose a pile to put beside the token
//   - `another()`: something new of the same kind, as it may come; `fits` says whether it will do, given
//     the service's solution of it, besides that it must be won for you

export const LESSONS = Object.freeze(
  [
    ["one-pile", "One pile"],
    ["equal-piles", "Two equal piles"],
    ["at-most", "At most three"],
    ["one-two-three", "1, 2, 3"],
    ["pairs", "What pairs off"],
    ["columns", "Rows and columns"],
    ["winning-move", "Find the winning move"],
    ["largest-pile", "The trap of the largest pile"],
    ["misere", "When the last object loses"],
    ["any-game", "Any game is Nim"],
    ["kayles", "Kayles"],
    ["wythoff", "Wythoff’s queen"],
    ["fibonacci", "Fibonacci Nim"],
  ].map(([id, title]) => Object.freeze({ id, title })),
);

/** `{id, title, steps}` */
export async function loadLesson({ id, title }) {
  return { id, title, steps: (await import(`./${id}.js`)).default };
}
