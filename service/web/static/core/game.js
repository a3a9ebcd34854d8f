// The course of a game: whose turn it is, what a move does, who has won, and words for all of it. The service says which
// moves are legal, what they leave, and which are good. A sum has the games that it consists of in `parts`, and its moves
// say in which of them they are.

import { and, gameOf, keyOf, listOf, oneOf, plain, ruleOf } from "./games.js";

/** @type {Rule} */
export const ANY = Object.freeze({});

/** @type {"you"} */
export const YOU = "you";
/** @type {"other"} */
export const OTHER = "other";

/** @param {Setup} setup @returns {Game} */
export function newGame({ piles, misere = false, rule = ANY, first = YOU, two = false, names = {} }) {
  const known = gameOf(rule);
  const { quota, board } = rule; // of the first position
  const more = { ...(quota && { quota }), ...(board !== undefined && { board }), ...known.begin?.(rule), ...(rule.parts && { parts: rule.parts.map(newGame) }) };
  return Object.freeze({ start: piles, piles, misere, rule, first, two, names, moves: [], ...more });
}

/** The position, in the form of a request. @param {Game} game @returns {Record<string, any>} */
export function position({ piles, misere, rule, quota, board, parts }) {
  if (parts) return { game: "sum", misere, components: parts.map((part) => ({ ...position(part), misere: undefined })) };
  const { quota: _, board: isOnBoard, ...keys } = rule; // what was so at first
  return { ...(isOnBoard === undefined ? { piles } : { board }), misere, ...keys, ...(quota ? { quota } : {}) };
}

/** The whole game, as the service reviews it. @param {Game} game */
export function played(game) {
  const { start, misere, rule, parts, moves } = game;
  const first = rule.board === undefined ? { piles: start, misere, ...rule } : { misere, ...rule };
  return { ...(parts ? position(after(game, 0)) : first), moves: moves.map(plain) };
}

/** The rule of a game that begins where this one stands. @param {Game} game @returns {Rule} */
export function standing({ rule, quota, board, parts }) {
  if (parts) return { game: "sum", parts: parts.map((part) => ({ piles: part.piles, rule: standing(part) })) };
  if (board !== undefined) return { ...rule, board };
  return quota ? { ...rule, quota } : rule;
}

/** What a game that begins where this one stands is set up with. @param {Game} game @returns {Setup} */
export const anew = (game) => ({ piles: game.piles, misere: game.misere, rule: standing(game) });

/** @param {Player} player @returns {Player} */
export const other = (player) => (player === YOU ? OTHER : YOU);

/** @param {Game} game */
export const turn = ({ first, moves }) => (moves.length % 2 === 0 ? first : other(first));

/** A move of a sum as a move of its part. @param {Move} move @returns {Move} */
export const partOf = ({ component: _, ...move }) => move;

/** A legal move as it is listed, with what it leaves; undefined if it is not listed. @param {Game} game @param {Move} move @returns {Move | undefined} */
export function listedMove({ parts, ...game }, move) {
  if (!parts) return listOf(game)?.by.get(keyOf(move));
  const found = parts[move.component] && listedMove(parts[move.component], partOf(move));
  return found && { ...found, component: move.component };
}

/** @param {Game} game @param {Move} move */
export const isLegal = (game, move) => listedMove(game, move) !== undefined;

/** The legal moves that are listed. @param {Game} game @returns {Move[]} */
export const legalMoves = ({ parts, ...game }) => (parts ? parts.flatMap((part, component) => legalMoves(part).map((move) => ({ component, ...move }))) : (listOf(game)?.moves ?? []));

/** Whether there are so many legal moves that not all are listed. @param {Game} game */
export const isCut = ({ parts, ...game }) => (parts ? parts.some(isCut) : Boolean(listOf(game)?.more));

/** Whether the service has yet to say which moves are legal. @param {Game} game */
export const isUnknown = ({ parts, ...game }) => (parts ? parts.some(isUnknown) : listOf(game) === undefined);

/** Whether what each move leads to is known, too, so that two people can go on at once. @param {Game} game */
export const isDeep = (game) => isCut(game) || legalMoves(game).every((move) => !isUnknown(play(game, move)));

/** The most that a move takes from a pile. @param {Game} game @param {number} pile */
export function mostFrom(game, pile) {
  if (isUnknown(game) || isCut(game)) return game.piles[pile];
  return Math.max(0, ...legalMoves(game).flatMap((move) => /** @type {Move[]} */ (move.removals ?? [move])).filter((one) => one.pile === pile).map((one) => one.remove));
}

/** The name of the board that the game is played on. @param {{rule: Rule, start: number[]}} game */
export const boardOf = ({ rule, start }) => gameOf(rule).board(start);

/** The position with its piles in the order in which they stand on the board, as a new game. @param {Game} game @returns {Game} */
export function asItStands(game) {
  if (game.parts) {
    const rule = standing({ ...game, parts: game.parts.map(asItStands) });
    return newGame({ ...game, rule, piles: rule.parts.flatMap(({ piles }) => piles) });
  }
  const labels = gameOf(game.rule).labels?.(game);
  return labels ? newGame({ ...game, piles: [...labels.keys()].map((pile) => game.piles[pile]) }) : game;
}

/** Whether no move is legal; objects may be left, if a rule doesn't allow taking that few. @param {Game} game */
export const isOver = (game) => !isUnknown(game) && !isCut(game) && legalMoves(game).length === 0;

/** Whether a person is to move. @param {Game} game */
export const isPersonsTurn = (game) => !isOver(game) && (game.two || turn(game) === YOU);

/** The winner, or null while a move is legal. @param {Game} game */
export function winner(game) {
  if (!isOver(game)) return null;
  return game.misere ? turn(game) : other(turn(game)); // the other player made the last move
}

/** The game after a move of the player to move: one that is listed, or one that was made before. @param {Game} game @param {Move} move @returns {Game} */
export function play(game, move) {
  const { parts, moves } = game;
  const by = turn(game);
  if (parts) {
    const part = play(parts[move.component], partOf(move));
    const done = { ...part.moves[part.moves.length - 1], by };
    const next = parts.map((each, i) => (i === move.component ? { ...part, moves: [...part.moves.slice(0, -1), done] } : each));
    return Object.freeze({ ...game, parts: next, piles: next.flatMap(({ piles }) => piles), moves: [...moves, { ...done, component: move.component }] });
  }
  const { left, ...made } = move.left ? move : (listedMove(game, move) ?? move);
  if (!left) throw new RangeError(`no such move: ${JSON.stringify(move)}`);
  return Object.freeze({ ...game, ...left, moves: [...moves, { by, ...made, ...(move.at !== undefined && { at: move.at }), left }] });
}

/** The piles that a move leaves. @param {Game} game @param {Move} move @returns {number[]} */
export const leaves = (game, move) => play(game, move).piles;

/** The game as it was after a number of moves. @param {Game} game @param {number} count @returns {Game} */
export const after = (game, count) => game.moves.slice(0, count).reduce(play, newGame({ ...game, piles: game.start }));

/** The game before one of its moves. @param {Game} game @param {Move} move */
export const before = (game, move) => after(game, game.moves.indexOf(move));

const byPerson = (game) => game.moves.map((move) => game.two || move.by === YOU);

export const canUndo = (game) => byPerson(game).includes(true);

/** The game before a person's last move, so that it is that person's turn again. */
export const undo = (game) => after(game, byPerson(game).lastIndexOf(true));

// --- Words for players ---------------------------------------------------------------------------

export const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @type {(count: number, noun: string[]) => string} */
export const plural = (count, [one, several]) => `${count} ${count === 1 ? one : several}`;

/** What the two players are called, with a capital. */
export function names({ two, names: given = {} }) {
  if (two) return { [YOU]: given[YOU] || "Player 1", [OTHER]: given[OTHER] || "Player 2" };
  return { [YOU]: "You", [OTHER]: "The computer" };
}

// --- Piles: people count them from 1, and rows of pins in the order in which they stand ----------

/** The number that people give a pile. */
export const numberOf = (game, pile) => gameOf(game.rule).labels?.(game).get(pile) ?? pile + 1;

const isSingle = ({ piles, parts }) => piles.length === 1 && !parts;

/** "pile 2", "row 3", "the pile" if there is only one */
export const pileName = (game, pile) => pilesName(game, [pile]);

/** "pile 1 or 2", "row 3" */
export function pilesName(game, piles, join = oneOf) {
  const { unit } = gameOf(game.rule);
  if (isSingle(game)) return `the ${unit}`;
  const numbers = piles.map((pile) => numberOf(game, pile)).sort((a, b) => a - b);
  return `${unit}${join === and && piles.length > 1 ? "s" : ""} ${join(numbers)}`;
}

// --- Moves ---------------------------------------------------------------------------------------

/** "take 2 from pile 1", "split the row into 2 and 3", "move the queen 2 left": a move in `game`. */
export function say(move, game) {
  const { component, pile, remove, leaves, leaves_piles: left, removals, to, size } = move;
  if (component !== undefined) return inPart(game, component, say(partOf(move), game.parts[component]));
  const own = ownWords(move, game);
  if (own) return own;
  if (move.play !== undefined) return `choose ${move.play}`;
  if (to !== undefined) return `move the token to ${to}`;
  if (size !== undefined) return `choose a pile of ${size}`;
  if (remove === undefined && !removals) return `change ${pileName(game, pile)} to ${leaves}`;
  if (remove === 0) return `split ${pileName(game, pile)} into ${and(left)}`;
  const each = (removals ?? [{ pile, remove }]).map((one) => (isSingle(game) ? String(one.remove) : `${one.remove} from ${pileName(game, one.pile)}`));
  return `take ${and(each)}${left?.length === 2 ? `, leaving ${and(left)}` : ""}`;
}

/** What a game calls a move in words of its own. */
const ownWords = (move, game) => gameOf(game.rule).say?.(move, game) ?? (gameOf(game.rule).isTold && (move.text ?? listedMove(game, move)?.text));

const PAST = {
  add: "added", bring: "brought", change: "changed", choose: "chose", cover: "covered", make: "made", move: "moved", multiply: "multiplied", take: "took",
  turn: "turned",
};

/** "took 2 from pile 1": what somebody did who did this. */
export const past = (text) => text.replace(/^\w+/, (verb) => PAST[verb] ?? verb);

/** "took 2 from pile 1, leaving 3" */
export function did(move, game) {
  const { component } = move;
  if (component !== undefined) return inPart(game, component, did(partOf(move), game.parts[component]));
  const isAll = saysAll(move) || isWhole(ownWords(move, game));
  if (boardOf(game) === "queen") return `${past(say(move, game))}, to ${and(leaves(game, move))}`;
  return `${past(say(move, game))}${isAll ? "" : `, leaving ${leftInWords(move)}`}`;
}

/** "The computer took 2 from pile 1, leaving 3.": a move that was made in `game`. */
export const said = (move, game) => `${names(game)[move.by]} ${did(move, before(game, move))}.`;

/** A move as a button's name: what it does, and what it leaves. */
export function moveName(move, game) {
  const left = leftInWords(move);
  return `${capital(say(move, game))}${saysAll(move) || ((gameOf(game.rule).isTold || isStrip(game)) && isWhole(ownWords(move, game))) ? "" : `, leaving ${left === "none" ? 0 : left}`}`;
}

/** Whether words of a game's own say what a move leaves. */
const isWhole = (own) => Boolean(own) && !/^take \d+ from/.test(own);

/** Whether the words for a move say what it leaves, or need not. */
const saysAll = ({ remove, leaves_piles: left, removals }) => (remove === undefined && !removals) || remove === 0 || left?.length === 2;

const inPart = (game, component, text) => `${text} in game ${component + 1}, ${titleOf(game.parts[component].rule)}`;

/** "3", "2 and 3", "none": what is left of the piles that a move changes. */
function leftInWords({ leaves, leaves_piles: left, removals }) {
  const parts = left ?? (removals ?? [{ leaves }]).map((one) => one.leaves);
  return parts.length === 0 || String(parts) === "0" ? "none" : and(parts);
}

/** "take 1 or take 2"; "take 1 from pile 1, leaving 2 and 3; or take 2" if a part has commas itself. */
export function alternatives(moves, game) {
  const texts = moves.map((move) => say(move, game));
  const verbs = new Set(texts.map((text) => text.split(" ")[0]));
  return verbs.size > 1 || texts.some((text) => /,| and /.test(text)) ? texts.join("; or ") : oneOf(texts);
}

/** "One move wins: take 1 from pile 2." */
export const whatWins = (moves, game) => `${moves.length === 1 ? "One move wins" : "Each of these wins"}: ${alternatives(moves, game)}.`;

// --- Rules ---------------------------------------------------------------------------------------

/** "Take 1 to 3 stones from one pile. Take the last stone and you win." */
export const describeRule = (game) => `${ruleOf(game.rule)} ${describeGoal(game)}`.trim();

/** "Take the last stone and you win." */
export const describeGoal = ({ rule, misere, start }) => `${capital(gameOf(rule).last(rule, start))} and you ${misere ? "lose" : "win"}.`;

/** The rule, for a person who tried a move against it. */
export const moveTakes = ({ rule }) => `Not allowed here. ${ruleOf(rule)}`;

/** "Kayles" */
export const titleOf = (rule) => gameOf(rule).title;

/** Whether the piles are the squares of coins on a strip. */
export const isStrip = ({ rule }) => gameOf(rule).unit === "coin";

/** "Pile 1 has 3, pile 2 has 4.", "The queen is at 5 and 8.": a position that is heard. */
export function inWords(game) {
  if (game.parts) return game.parts.map((part, i) => `Game ${i + 1}, ${titleOf(part.rule)}: ${inWords(part)}`).join(" ");
  if (game.board !== undefined) return `The board is ${shown(game.board)}.`;
  if (boardOf(game) === "queen") return `The queen is at ${and(game.piles)}.`;
  if (isStrip(game)) return `The coins are on squares ${and([...game.piles].sort((a, b) => a - b))}.`;
  const stands = asItStands(game);
  const { unit, noun } = gameOf(game.rule);
  const texts = stands.piles.map((count, i) => (i === 0 ? `${pileName(stands, i)} has ${plural(count, noun)}` : `${unit} ${i + 1} has ${count}`));
  return `${capital(texts.join(", "))}.`;
}

/** A board's text for people: "0-1, 1-2". @param {string} board */
export const shown = (board) => board.replaceAll(",", ", ") || "empty";

/** "3, 4, 5"; "Nim 3, 4 + Kayles 7"; "0-1, 1-2" */
export function positionOf(game) {
  if (game.board !== undefined) return shown(game.board);
  return game.parts ? game.parts.map((part) => `${titleOf(part.rule)} ${positionOf(part)}`).join(" + ") : asItStands(game).piles.join(", ");
}
