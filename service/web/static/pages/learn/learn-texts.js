// The texts of the lessons, besides those in their HTML and those of all pages.

import { boardOf, kind } from "../../core/rule.js";
import { HINTS, SERVICE, and, capital, moveTakes, oneOf, quotaOf, take, took, wordsOf } from "../../core/words.js";

export const LEARN = {
  title: (lesson) => `${lesson} · Learn Nim`,
  kicker: (number, count, solved) => `Lesson ${number} of ${count}${solved ? ", solved" : ""}`,
  solved: " (solved)",
  task: (number, count) => `Task ${number} of ${count}. `,
  anotherTask: "Another one. ",
  graphRule: "A player who can’t move loses.",
  chooseSize: (size) => `Choose a pile of ${size}`,
  nextTask: "Next task",
  nextLesson: "Next lesson",
  play: "Play against the computer",
  noneFound: "The service found no other one: please try again.",
  extra: (count) => (count === 0 ? "" : `${count} more solved in this lesson.`),
  hint: HINTS.first,
  nextHint: HINTS.next,
  nothing: "0",
};

export const GRAPH_WORDS = {
  number: (wins, move, number) =>
    `${capital(take(move))}${number === null ? "" : `, number ${number}`}${wins ? ": wins" : ""}`,
  token: " (token)",
  none: (dot) => `${dot} has no arrows`,
  arrows: (dot, ends) => `${dot} has ${ends.length === 1 ? "an arrow" : "arrows"} to ${and(ends)}`,
  picture: (arrows, numbers) => `Dots and arrows: ${arrows.join("; ")}.${numbers}`,
  numbers: (numbers) => ` The numbers: ${numbers.map(([dot, number]) => `${dot} ${number}`).join(", ")}.`,
};

// --- Where a task stands, in a headline and a sentence; screen readers hear it at every change ----

const SOLVED_ANOTHER = "Solved as well. Try yet another one, or go on.";

/** `{headline, detail}` for a lesson's state. */
export function describe({ task, phase, game, refused, hint, reason, extra, waiting }) {
  const last = game.moves[game.moves.length - 1];
  const ask = extra ? (task.again ?? task.ask) : task.ask;
  if (phase === "solved") return { headline: "Solved", detail: extra ? SOLVED_ANOTHER : task.solved };
  if (phase === "refuted") return { headline: "That move loses", detail: wrong(game, reason) };
  if (refused) return { headline: ask, detail: moveTakes(game.rule) };
  if (waiting) return { headline: ask, detail: SERVICE.waiting };
  if (hint && phase === "yours") return { headline: ask, detail: advice(game, hint) };
  return { headline: ask, detail: `${last ? took(game, last) : ""} ${quotaOf(game)}`.trim() };
}

function advice(game, { steps, given }) {
  const { column, amounts, places, piles, token, moves } = steps[given - 1];
  if (column) return `Column ${column.value} is odd: take from a pile that has a 1 there.`;
  if (token) return "Move the token.";
  if (amounts) return HINTS.amounts(amounts, piles);
  if (piles) return boardOf(game) === "queen" ? HINTS.directions(places, game) : HINTS.pile(piles);
  const text = oneOf(moves.map(wordsOf(game)));
  return moves.length === 1 ? `This wins: ${text}.` : `Each of these wins: ${text}.`;
}

// --- What is wrong with a move: the position that it leaves ----------------------------------------

/** `reason` is {reply, columns, groups, ones}, of which only what applies is there. */
function wrong(game, { reply, columns, groups, ones }) {
  if (reply === null) return "You took the last object.";
  if (groups) return leftOver(groups);
  if (ones) return tooEven(ones, reply);
  if (columns) return oddNow(columns);
  return `${standing(game)}: the computer can ${wordsOf(game)(reply)}${leaving(game, reply)}.`;
}

/** Which columns are odd, and why the leftmost of them is. */
function oddNow([{ value, piles }, ...others]) {
  const list = and(piles.map((pile) => pile + 1));
  const reason = piles.length === 1 ? `only pile ${list} has a 1 there` : `piles ${list} have a 1 there`;
  const more = others.length === 0 ? "" : ` So ${others.length === 1 ? "is column" : "are columns"} ${and(others.map((one) => one.value))}.`;
  return `Column ${value} is odd now: ${reason}.${more} The computer can make every column even.`;
}

function leftOver({ equation, rest }) {
  return `${equation}: ${rest} ${rest === 1 ? "is" : "are"} left over, and the computer takes ${rest === 1 ? "it" : "them"}.`;
}

/** At the end of misère play, the opponent must not be able to leave an odd number of 1s. */
function tooEven({ count, large }, reply) {
  if (large) return `One pile is larger than 1: the computer can ${take(reply)}, and leave an odd number of 1s.`;
  return `You left ${count} piles of 1, an even number: the last one will be yours.`;
}

function standing(game) {
  const { piles, at } = game;
  if (boardOf(game) === "queen") return `The queen is at ${and(piles)}`;
  if (at !== undefined) return `The token is on ${at}${piles.length > 0 ? `, beside ${pilesOf(piles)}` : ""}`;
  return `You left ${pilesOf(piles)}`;
}

function pilesOf(piles) {
  return piles.length === 1 ? `a pile of ${piles[0]}` : `piles of ${and(piles)}`;
}

/** What the reply leaves, where that says something: of piles alone. */
function leaving({ piles, at, rule }, { pile, leaves }) {
  if (at !== undefined) return ", and wins from there";
  if (kind(rule) === "other") return "";
  const left = piles.map((size, i) => (i === pile ? leaves : size)).filter((size) => size > 0);
  return left.length === 0 ? " and wins" : ` and leave ${left.length === 1 ? `a single pile of ${left[0]}` : and(left)}`;
}

// --- The lessons -----------------------------------------------------------------------------------

export const TASK_TEXTS = {
  "one-pile": [
    {
      ask: "Win in one move.",
      solved: "You took the whole pile, so the computer has nothing left to take. If you leave even one object, the computer takes it and wins.",
    },
  ],
  "equal-piles": [
    {
      ask: "The computer begins. Copy its moves and win.",
      solved: "Every time, you left two equal piles. The last two equal piles you left were empty.",
    },
    {
      ask: "Now you begin. Make the piles equal and win.",
      solved: "With two different piles, the player to move wins: make them equal, then copy. With two equal piles, the player to move loses.",
    },
  ],
  "at-most": [
    {
      ask: "Leave whole groups of four, and win.",
      solved: "11 is 2 × 4 + 3, so you took 3. After that, you and the computer took 4 together in every round.",
    },
    {
      ask: "Twenty-one: the last object loses. The computer begins. Win.",
      again: "The last object loses. The computer begins. Win.",
      solved: "21 is 1 + 5 × 4, so the player who begins loses. When you play this game, let your opponent begin.",
    },
    {
      ask: "Now a move takes at most four, and there is no picture. Win.",
      again: "There is no picture. Win.",
      solved: "The groups have five objects now. 18 is 3 × 5 + 3, so you took 3.",
    },
  ],
  "one-two-three": [
    {
      ask: "The computer begins. Leave it two equal piles and win.",
      again: "The computer begins. Win.",
      solved: "Whatever the computer does from 1, 2, 3, you can leave it two equal piles.",
    },
    {
      ask: "Now you begin. Leave 1, 2 and 3 in any order, and win.",
      again: "You begin. Win.",
      solved: "You needed only one new position. But there are many more like 1, 2, 3, too many to learn by heart. The next lessons show how to recognise them.",
    },
  ],
  pairs: [
    {
      ask: "Take away what has no partner.",
      solved: "The 4s pair off, and so do the 2s. Only the 1 of the pile of 3 had no partner, so you took it.",
    },
    {
      ask: "Two parts have no partner now. Take both away.",
      solved: "The 4 had no partner, nor had one of the three 2s. Only the pile of 7 has both, so you took 6 from it.",
    },
  ],
  columns: [
    {
      ask: "Make every column even with one move.",
      solved: "Only column 4 was odd. You removed one of its three 1s, and every column became even.",
    },
    {
      ask: "Again: make every column even.",
      solved: "Only column 1 was odd, and only the pile of 5 has a 1 there.",
    },
  ],
  "winning-move": [
    {
      ask: "Find the only winning move.",
      solved: "Only column 2 was odd, and only the pile of 3 has a 1 there. The row of 3 is 011; flipping the 2 gives 001, which is 1.",
    },
    {
      ask: "Two columns are odd now. Flip both digits.",
      solved: "Columns 4 and 2 were odd. Flipping both digits of 12, which is 1100, gives 1010, which is 10. The 2 under it changed from 0 to 1, and the pile still became smaller.",
    },
    {
      ask: "Now without the table: win the whole game.",
      solved: "You can now win every game of Nim in which some column is odd and it is your turn.",
    },
  ],
  "largest-pile": [
    {
      ask: "Find the only winning move.",
      solved: "The two equal piles cancel out. What remains is the pile of 1, so it has to go.",
    },
    {
      ask: "Again, there is only one winning move.",
      solved: "Column 4 was the only odd one, and only the smallest pile has a 1 there.",
    },
  ],
  misere: [
    {
      ask: "The last object loses. Win.",
      solved: "You left one pile of 1, an odd number. The computer had to take it.",
    },
    {
      ask: "Leave an odd number of piles of 1, and win.",
      solved: "Where the last object wins, you would have taken all 4. Here you left one of them, so that there were three piles of 1.",
    },
    {
      ask: "Begin as if the last object won. Change over at the end.",
      solved: "You always get to change over. With exactly one pile larger than 1 some column is odd. You leave only even columns, so it is never you who leaves such a position: the computer leaves it to you.",
    },
  ],
  "any-game": [
    {
      ask: "Choose a pile to put beside the token, so that the computer loses. It moves next: the token, or in the pile.",
      solved: "The token on e and a pile of 1 cancel out, like two equal piles. So the number of e is 1, although one of its arrows leads to c, which has the number 2.",
    },
    {
      ask: "The same for f: which pile is it worth?",
      again: "The same again: which pile is the token worth?",
      solved: "The arrows of f lead to the numbers 0, 1 and 2, so its number is 3. The numbers are now written beside the dots.",
    },
    {
      ask: "A token worth 3, a pile of 2 and a pile of 5. Play it as Nim, and win.",
      again: "Play it as Nim, with the numbers of the dots, and win.",
      solved: "You won a game that you had never seen before, by playing Nim with the numbers of its positions. That is why Nim is worth learning: every game of this kind is Nim.",
    },
  ],
  kayles: [
    {
      ask: "Split the row into two equal parts, and win.",
      solved: "You took the pin in the middle, and then copied. The computer had nothing that you could not copy.",
    },
    {
      ask: "Here are eight pins. Win again.",
      again: "Split the row into two equal parts, and win.",
      solved: "An even row has two pins in its middle: you took both.",
    },
    {
      ask: "Two rows. Make one of them worth as much as the other, and win.",
      solved: "A row of 4 is worth a pile of 1, exactly as a row of 1 is. Rows that are worth the same pair off, whatever their lengths.",
    },
  ],
  wythoff: [
    {
      ask: "Move the queen to a square from which every move helps you.",
      solved: "You moved her to 1 and 2. From there each move lets you go to the corner at once.",
    },
    {
      ask: "Move to the next such square, 3 and 5, and win.",
      again: "Move to a lost square each time, and win.",
      solved: "You moved from lost square to lost square, down to the corner. The computer could never do the same.",
    },
  ],
  fibonacci: [
    {
      ask: "Write 11 as 8 + 3, take the smallest part, and win.",
      again: "Take the smallest part each time, and win.",
      solved: "You took 3, so the computer might take up to 6, not the 8. Then you began again with what was left.",
    },
    {
      ask: "Here are 20 objects: 13 + 5 + 2. Win.",
      again: "Find the parts yourself, and win.",
      solved: "Each time you took the smallest part. The next one is more than twice as large, so the computer could never take all of it.",
    },
  ],
};
