// What the lessons say and ask. Who wins, and with which move, only the service knows.
//
// A lesson has an `id`, which its link carries, a `title`, paragraphs of `text`, and `tasks`. A task
// is a position (`piles`, `misere`, `rule`, and `first`, the player who begins), what to `ask`, what
// to say once it is `solved`, and optionally:
// - `oneMove`: a winning move is enough; otherwise the game is played to its end;
// - `picture`: "columns" or "groups", drawn for the position on the board;
// - `graph`, `token`: a game drawn as dots and arrows, and the dot on which its token stands;
// - `sizes`: the sizes from which to choose a pile to stand beside the token.

import { SERVICE, YOU } from "./game.js";

/** A small game: from each dot, the dots to which its token may move. */
const GRAPH = {
  a: [],
  b: ["a"],
  c: ["a", "b"],
  d: ["b"],
  e: ["c", "d"],
  f: ["b", "c", "d"],
};

export const LESSONS = [
  {
    id: "one-pile",
    title: "One pile",
    text: [
      "Nim is a game for two players with piles of objects. The players take turns. In each turn you choose a pile and take as many objects from it as you like, but at least one. If you take the last object of all, you win.",
      "With a single pile you can win at once.",
    ],
    tasks: [
      {
        piles: [5],
        ask: "Win in one move.",
        solved: "You took the whole pile, so the service has nothing left to take. If you leave even one object, the service takes it and wins.",
      },
    ],
  },
  {
    id: "equal-piles",
    title: "Two equal piles",
    text: [
      "If there are two equal piles and it is your opponent’s turn, you win by copying. Your opponent takes some objects from one pile; you take the same number from the other pile. The piles are equal again, and you always have an answer. So you take the last object.",
    ],
    tasks: [
      {
        piles: [3, 3],
        first: SERVICE,
        ask: "The service begins. Copy its moves and win.",
        solved: "Every time, you left two equal piles. The last two equal piles you left were empty.",
      },
      {
        piles: [2, 5],
        ask: "Now you begin. Make the piles equal and win.",
        solved: "With two different piles, the player to move wins: make them equal, then copy. With two equal piles, the player to move loses.",
      },
    ],
  },
  {
    id: "one-two-three",
    title: "1, 2, 3",
    text: [
      "With piles of 1, 2 and 3, the player to move loses. Try each move in your head. If it empties a pile, two different piles are left, and the opponent makes them equal. If it makes two piles equal, the opponent takes all of the third pile. There is no other kind of move.",
      "So 1, 2, 3 is a position to leave to your opponent, just like two equal piles.",
    ],
    tasks: [
      {
        piles: [1, 2, 3],
        first: SERVICE,
        ask: "The service begins. Leave it two equal piles and win.",
        solved: "Whatever the service does from 1, 2, 3, you can leave it two equal piles.",
      },
      {
        piles: [3, 1, 4],
        ask: "Now you begin. Leave 1, 2 and 3 in any order, and win.",
        solved: "You needed only one new position. But there are many more like 1, 2, 3, too many to learn by heart. The next lesson shows how to recognise them.",
      },
    ],
  },
  {
    id: "columns",
    title: "Rows and columns",
    text: [
      "Write each pile as a sum of 1, 2, 4, 8 and so on, each used at most once. For example, 6 is 4 + 2. The table below has a row for each pile, with a 1 under each number that is part of the sum.",
      "Now count the 1s in each column. If every column has an even number of 1s, the player to move loses. The reason: a move changes one row, so it makes at least one column odd. And from a position with an odd column, some move makes every column even again.",
    ],
    tasks: [
      {
        piles: [5, 6, 7],
        oneMove: true,
        picture: "columns",
        ask: "Make every column even with one move.",
        solved: "Only column 4 was odd. You removed one of its three 1s, and every column became even.",
      },
      {
        piles: [2, 5, 6],
        oneMove: true,
        picture: "columns",
        ask: "Again: make every column even.",
        solved: "Only column 1 was odd, and only the pile of 5 has a 1 there.",
      },
    ],
  },
  {
    id: "winning-move",
    title: "Find the winning move",
    text: [
      "You can find the winning move in three steps. First, find the leftmost odd column. Second, choose a pile that has a 1 in this column. Third, flip the digits of this pile in every odd column: a 1 becomes 0, and a 0 becomes 1.",
      "Every column is now even. The pile has become smaller, because its leftmost change is from 1 to 0. So it is a legal move: take the difference.",
    ],
    tasks: [
      {
        piles: [3, 4, 5],
        oneMove: true,
        picture: "columns",
        ask: "Find the only winning move.",
        solved: "Only column 2 was odd, and only the pile of 3 has a 1 there. 3 is 011 in binary; flipping the 2 gives 001, which is 1.",
      },
      {
        piles: [3, 9, 12],
        oneMove: true,
        picture: "columns",
        ask: "Two columns are odd now. Flip both digits.",
        solved: "Columns 4 and 2 were odd. Flipping both digits of 12, which is 1100, gives 1010, which is 10. The 2 under it changed from 0 to 1, and the pile still became smaller.",
      },
      {
        piles: [2, 3, 5],
        ask: "Now without the table: win the whole game.",
        solved: "You can now win every game of Nim in which some column is odd and it is your turn.",
      },
    ],
  },
  {
    id: "largest-pile",
    title: "The trap of the largest pile",
    text: [
      "Many players always take from the largest pile. It is often right, but not always: only a pile with a 1 in the leftmost odd column will do, and the largest pile may have a 0 there.",
    ],
    tasks: [
      {
        piles: [8, 8, 1],
        oneMove: true,
        ask: "Find the only winning move.",
        solved: "The two equal piles cancel out. What remains is the pile of 1, so it has to go.",
      },
      {
        piles: [5, 8, 9],
        oneMove: true,
        picture: "columns",
        ask: "Again, there is only one winning move.",
        solved: "Column 4 was the only odd one, and only the smallest pile has a 1 there.",
      },
    ],
  },
  {
    id: "at-most",
    title: "At most three",
    text: [
      "In many games a move may take only a few objects, for example at most three. With a single pile, think of it in groups of four. Leave only whole groups. Whatever your opponent takes of a group, you take the rest of it, so you also take the last object. The same works for every limit: the groups have one object more than a move may take.",
      "If the last object loses, set one object apart and leave it beside whole groups. Your opponent has to take it in the end.",
    ],
    tasks: [
      {
        piles: [11],
        rule: { max_remove: 3 },
        picture: "groups",
        ask: "Leave whole groups of four, and win.",
        solved: "11 is 2 × 4 + 3, so you took 3. After that, you and the service took 4 together in every round.",
      },
      {
        piles: [21],
        rule: { max_remove: 3 },
        misere: true,
        first: SERVICE,
        picture: "groups",
        ask: "Twenty-one: the last object loses. The service begins. Win.",
        solved: "21 is 1 + 5 × 4, so the player who begins loses. When you play this game, let your opponent begin.",
      },
      {
        piles: [18],
        rule: { max_remove: 4 },
        ask: "Now a move takes at most four, and there is no picture. Win.",
        solved: "The groups have five objects now. 18 is 3 × 5 + 3, so you took 3.",
      },
    ],
  },
  {
    id: "misere",
    title: "When the last object loses",
    text: [
      "Many people play that the player who takes the last object loses. This is called misère play. You need to change very little.",
      "Play as before, until your move would leave no pile larger than 1. Then leave an odd number of piles of 1, so that your opponent has to take the last one.",
    ],
    tasks: [
      {
        piles: [5, 1],
        misere: true,
        ask: "The last object loses. Win.",
        solved: "You left one pile of 1, an odd number. The service had to take it.",
      },
      {
        piles: [1, 4, 1],
        misere: true,
        ask: "Leave an odd number of piles of 1, and win.",
        solved: "Where the last object wins, you would have taken all 4. Here you left one of them, so that there were three piles of 1.",
      },
      {
        piles: [3, 4, 5],
        misere: true,
        ask: "Begin as if the last object won. Change over at the end.",
        solved: "The moment to change over always comes to you. With exactly one pile larger than 1 some column is odd, and you only leave even columns: so it is the service that leaves you such a position.",
      },
    ],
  },
  {
    id: "any-game",
    title: "Any game is Nim",
    text: [
      "Here is a different game. The token moves along one arrow in each turn. The player who can’t move loses. Many games are like this one: draw a dot for each position and an arrow for each move.",
      "Give each dot a number: the smallest number that none of its arrows leads to. A dot without arrows gets 0. A dot whose arrows lead to 0 and 1 gets 2, and so on. From a dot with number 3 you can move to 0, 1 and 2, exactly as from a pile of 3. An arrow may also lead to a larger number, but that gains nothing: the opponent can move back to the old number.",
      "So a token on a dot with number 3 is worth a pile of 3. This is true for every game in which both players have the same moves and which always ends. Roland Sprague and Patrick Grundy found it in the 1930s.",
    ],
    tasks: [
      {
        graph: GRAPH,
        token: "e",
        piles: [],
        sizes: [0, 1, 2, 3, 4],
        oneMove: true,
        ask: "Choose a pile to put beside the token, so that the service loses. It moves next: the token, or in the pile.",
        solved: "The token on e and a pile of 1 cancel out, like two equal piles. So the number of e is 1, although one of its arrows leads to c, which has the number 2.",
      },
      {
        graph: GRAPH,
        token: "f",
        piles: [],
        sizes: [0, 1, 2, 3, 4],
        oneMove: true,
        ask: "The same for f: which pile is it worth?",
        solved: "The arrows of f lead to the numbers 0, 1 and 2, so its number is 3. The numbers are now written beside the dots.",
      },
      {
        graph: GRAPH,
        token: "f",
        piles: [2, 5],
        numbers: true,
        ask: "A token worth 3, a pile of 2 and a pile of 5. Play it as Nim, and win.",
        solved: "You won a game that you had never seen before, by playing Nim with the numbers of its positions. That is why Nim is worth learning: every game of this kind is Nim.",
      },
    ],
  },
].map(complete);

function complete(lesson) {
  const tasks = lesson.tasks.map((task) => ({ first: YOU, misere: false, ...task }));
  return Object.freeze({ ...lesson, tasks });
}
