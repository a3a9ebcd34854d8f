import { between } from "./index.js";
import * as token from "./token.js";

/** A small game: from each dot, the dots to which its token may move. */
const GRAPH = { a: [], b: ["a"], c: ["a", "b"], d: ["b"], e: ["c", "d"], f: ["b", "c", "d"] };

/** From each dot, the dots to which an arrow can be drawn without crossing another dot. */
const ARROWS = { a: [], b: ["a"], c: ["a", "b"], d: ["a", "b", "c"], e: ["c", "d"], f: ["b", "c", "d"] };

const SIZES = [0, 1, 2, 3, 4];

function otherGraph() {
  const graph = Object.fromEntries(
    Object.entries(ARROWS).map(([dot, ends]) => [dot, ends.filter((_, i) => i === 0 || Math.random() < 0.6)]),
  );
  return { graph, token: "cdef"[between(0, 3)] };
}

/** A task with a token on a graph, and with more of the kind. */
const task = (rule, more = {}) => ({
  judge: token,
  rule: { game: "token", ...rule },
  piles: [],
  another: () => ({ rule: { game: "token", ...rule, ...otherGraph() } }),
  ...more,
});

export default [
  {
    text: "In another kind of game, a token moves along one arrow each turn, and a player who can’t move loses. Many games are like this one: draw a dot for each position, and an arrow for each move.",
    question: "The token is on a dot without arrows, and it is your turn. What happens?",
    answers: ["You win", "You lose"],
    right: 1,
    why: "You can’t move. It is like a pile of 0.",
  },
  {
    text: "Give each dot a number: the smallest number that none of its arrows leads to. A dot without arrows gets 0, and a dot whose arrows lead to 0 and 1 gets 2.",
    ask: "Choose a pile to put next to the token, so that the computer loses. It moves next, either the token or in the pile.",
    solved: "The token on e and a pile of 1 cancel out, like two equal piles. So the number of e is 1, although one of its arrows leads to c, which has the number 2.",
    ...task({ graph: GRAPH, token: "e", sizes: SIZES }, { oneMove: true }),
  },
  {
    text: "From a dot with the number 3 you can move to 0, 1 and 2, exactly as from a pile of 3. An arrow to a larger number gains nothing: the opponent can move back to the old number.",
    ask: "The same for f: which pile is it worth?",
    again: "The same again: which pile is the token worth?",
    solved: "The arrows of f lead to the numbers 0, 1 and 2, so its number is 3. The numbers are now shown next to the dots.",
    ...task({ graph: GRAPH, token: "f", sizes: SIZES }, { oneMove: true }),
  },
  {
    text: "This is true of every game that always ends, gives both players the same moves, and is lost by a player who can’t move. Roland Sprague and Patrick Grundy found it in the 1930s.",
    ask: "A token worth 3, a pile of 2 and a pile of 5. Play it as Nim, and win.",
    again: "Play it as Nim, with the numbers of the dots, and win.",
    solved: "You won a game that you had never seen before, by playing Nim with the numbers of its positions. That is why Nim is worth learning: every game of this kind is Nim.",
    ...task({ graph: GRAPH, token: "f" }, { piles: [2, 5], numbers: true, another: () => ({ rule: { game: "token", ...otherGraph() }, piles: [between(1, 5), between(1, 5)] }) }),
  },
];
