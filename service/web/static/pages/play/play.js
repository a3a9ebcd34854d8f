// The page to play on: one state, the match's, and one function that draws it.

import * as api from "../../core/api.js";
import { Board } from "../../core/boards.js";
import { FIRST, LOOKS_UP, ROOT, START, all, bring, byId, element, keepChecked, onClick, pause, read, setText, settleLinks, show, write } from "../../core/dom.js";
import {
  OTHER, YOU, after, alternatives, anew, asItStands, canUndo, capital, describeGoal, describeRule, inWords, isOver, isUnknown, lower, mostFrom, moveTakes,
  names, newGame, other, past, play, positionOf, said, say, standing, titleOf, turn, winner,
} from "../../core/game.js";
import { gameOf, learn, nameOf, ruleOf } from "../../core/games.js";
import { GIVEN, addressHere, formatAddress, fragmentOfMoves, hasPiles, isAtHome, isWhole, keep, kept, pageOf, parseHere } from "../../core/setup.js";
import { MISTAKES, Match } from "./match.js";
import { count, level, NewGame } from "./new-game.js";

const PATIENCE_MS = 5000;

/** @type {[keyof Ids, keyof Ids][]} What is beside the board, one at a time, and its button. */
const PANELS = [["moves-panel", "list"], ["explanation", "why"], ["solving", "solve"], ["sharing", "share"]];

if (FIRST) learn(FIRST.position, FIRST);

/** What a game is begun with unless a link says more. */
const DEFAULT = Object.freeze({ ...GIVEN, first: YOU, two: false, byLink: false, names: {}, strength: null });

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const embedded = document.documentElement.dataset.view === "embed";
const { title } = document;

const match = new Match({ api, pause, count, coaches, changed: (state) => state.game && keepingFocus(() => draw(state)) });
const board = new Board(byId("board"), { onTake: (move) => match.take(move), confirms: () => byId("confirms").checked, onUncover: () => match.uncover() });
const newGameForm = new NewGame({ onStart: begin });
const notice = new api.Notice(byId("problem"));
const loading = notice.requests();

/** What the first move does not need, by its name: it is loaded when it is first shown. */
const modules = {};

/**
 * What was drawn last, where it matters what has changed since.
 *
 * @type {Record<string, any>}
 */
let before = { game: null, refused: null, explanation: null, end: null };

/** Whether the page has its first list of moves, if it looks a position up: what stands below waits, so that it need not move. */
let settled = false;
setTimeout(() => {
  settled = true;
  main.removeAttribute("data-settling");
}, PATIENCE_MS);

keepChecked("confirms", { usual: matchMedia("(pointer: coarse)").matches, onChange: () => board.refresh() });
keepChecked("sound");
keepChecked("coach");
onClick({
  hint: () => match.hint().then(showStatus),
  list: () => openPanel("moves-panel"),
  why: () => openPanel("explanation"),
  solve: () => openPanel("solving"),
  share: () => openPanel("sharing"),
  undo: () => match.undo(),
  "take-back": () => match.undo(),
  again: () => again(match.state.game.first),
  swap: () => again(other(match.state.game.first)),
  find: () => (match.visit(match.mistakes[0]), showStatus()),
  better: () => match.showBetter(),
  "next-mistake": () => (match.visit(nextMistake()), showStatus()),
  moves: () => isWide() || showStatus(),
  "from-here": () => match.playFromHere(),
  "to-end": () => match.visit(null),
  "play-here": playHere,
  "to-game": () => match.backToGame(),
  "send-move": () => (match.send(), use("panels", (panels) => panels.sendMove(match.state))),
  result: () => use("panels", (panels) => panels.sendResult(match.state)),
  "say-position": sayPosition,
});
byId("board").addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
  if (key.toLowerCase() === "p" && !altKey && !ctrlKey && !metaKey && !/** @type {Element} */ (target).matches("input, select")) sayPosition();
});
for (const card of all(document, ".gallery a")) {
  card.addEventListener("click", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    visit(card.getAttribute("href"));
  });
}
addEventListener("popstate", open);
settleLinks();
if (embedded) new ResizeObserver(() => parent.postMessage({ nimHeight: document.body.offsetHeight }, "*")).observe(document.body);
open().then(() => delete document.documentElement.dataset.loading);

// --- Which game is played ------------------------------------------------------------------------

/** Go to another page; without a connection say so, and leave this one as it is. */
function visit(address) {
  if (navigator.onLine) location.assign(address);
  else if (!match.state.problem) notice.show("page", { words: "Can’t reach the service.", retry: () => (notice.show("page", null), visit(address)) });
}

async function begin(chosen) {
  if (!embedded && (LOOKS_UP || !isAtHome(chosen))) {
    visit(formatAddress(chosen));
    return;
  }
  byId("link-error").hidden = true;
  board.startAnew();
  await newGameForm.show(chosen);
  history.pushState(null, "", place(chosen)); // so that a step back leads to the earlier game
  match.start(chosen, playersOf(chosen));
  bring(byId("playing"));
  board.focus();
}

/** The address of a game, which a frame has in its fragment. */
const place = (setup) => addressHere(setup, embedded ? "embed" : "play");

/** Whether a game is played on this page, and not on its own page. */
const belongsHere = (setup) => embedded || isAtHome(setup);

function again(first) {
  const { game, strength, isAutomatic, byLink } = match.state;
  begin({ ...game, piles: game.start, first, byLink, strength: isAutomatic ? null : strength });
}

/** Begin a game in the position that is looked at. */
function playHere() {
  const { game, strength, isAutomatic } = match.state;
  begin({ ...game, ...anew(match.onBoard), first: YOU, byLink: false, strength: isAutomatic ? null : strength });
}

/** How the computer plays: as the link says, else as this device has it, else as the wins so far have earned. */
function playersOf({ strength, byLink = false, day = null, helped = false }) {
  const kept = read("strength");
  const chosen = strength ?? (kept in MISTAKES ? kept : null);
  return { strength: chosen ?? level().level, isAutomatic: !chosen, byLink, day, helped };
}

/** Go on with the game that was played at this address, or begin the one that it carries. */
async function open() {
  const isToday = location.hash === "#today";
  const saved = isToday ? null : await kept();
  if (!saved && location.href.split("#", 1)[0] !== START) location.reload(); // a step back to another page
  const linked = isToday ? await today() : await parseHere();
  const wrong = Boolean(linked.error) && !saved;
  if (!saved && !wrong && !belongsHere(linked) && isWhole()) {
    if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
    location.replace(isToday ? `${ROOT}#today` : formatAddress(linked));
    return;
  }
  const begun = wrong ? DEFAULT : { ...DEFAULT, ...linked };
  byId("link-error").hidden = !wrong;
  byId("link-error").textContent = wrong ? `${linked.error} This page starts with ${positionOf(newGame(begun))} instead.` : "";
  board.startAnew();
  before.end = null;
  if (saved) {
    const { game, ...more } = saved;
    newGameForm.show({ ...game, ...more, piles: game.start });
    match.resume(game, { ...more, ...playersOf(more) });
  } else {
    newGameForm.show(begun);
    const more = { ...playersOf(begun), looked: LOOKS_UP ? begun : null };
    if (begun.played) match.resume(begun.played, more);
    else match.start(begun, more);
  }
}

/** The position of the day, against the perfect computer, as far as it was played in this browser. */
async function today() {
  const date = new Date();
  try {
    const { dateText, pilesOf } = await api.part(import("./today.js"));
    const piles = await pilesOf(date, api, new AbortController().signal);
    const setup = { ...DEFAULT, piles, strength: "perfect", day: dateText(date) };
    const { day, start, moves, helped } = read("today", {});
    const isSame = day === setup.day && String(start) === String(piles);
    try {
      return isSame ? { ...setup, helped, played: moves.reduce(play, newGame(setup)) } : setup;
    } catch {
      return setup; // what was kept can't be read
    }
  } catch (error) {
    if (!(error instanceof api.ServiceError)) throw error;
    return { error: error.message };
  }
}

/** Look at the position with other piles, a list for each game, while the game waits. */
function edit(piles, how) {
  const { rule, ...setup } = anew(match.onBoard);
  const parts = rule.parts?.map((part, i) => ({ ...part, piles: piles[i] }));
  match.look({ ...setup, rule: parts ? { ...rule, parts } : rule, piles: piles.flat() }, how);
}

/** The game as it stands, for a link: the person who opens it is to move. */
function now({ game, looked, strength, isAutomatic, byLink }) {
  if (looked) return { ...anew(asItStands(looked.game)), strength: isAutomatic ? null : strength, moves: [] };
  const stands = { ...game, ...anew(asItStands(game)), strength: isAutomatic ? null : strength, byLink, moves: [] };
  // Between two people it matters who is who.
  if (!game.two) return { ...stands, first: undefined };
  return byLink ? { ...stands, piles: game.start, rule: game.rule, moves: game.moves } : { ...stands, first: turn(game) };
}

// --- The page ------------------------------------------------------------------------------------

/** Draw all that the state says. What belongs to a phase of the game only is hidden by [data-in] in play.css. */
function draw(state) {
  const { game, looked, visited, found, refused, hint, byLink, sent, day, panel, explanation } = state;
  const over = !looked && isOver(game);
  const ended = over && visited === null;
  const shown = ended && (panel === "explanation" || panel === "solving") ? "moves-panel" : panel;
  const said = describe(state);
  const wins = winner(game);

  setText("playing", whatIsPlayed(state));
  setText("rule", describeRule(game));
  const turnIs = embedded ? `${titleOf(game.rule)}: ${said.turn}` : game.two ? said.turn : `It’s ${said.turn}`;
  setText("headline", said.turn ? turnIs : said.headline);
  setDetail(said, refused !== null && refused !== before.refused);
  const isComing = isUnknown(match.onBoard) || (ended && !state.review && !state.problem) || (state.judging && !state.problem);
  byId("headline").parentElement.setAttribute("aria-busy", String(isComing && !state.waiting)); // spoken once it is complete
  // The page of a game keeps its own title as long as its position is on the board.
  document.title = titleFor(state, said);
  notice.show("game", state.problem);

  main.dataset.phase = looked ? "look" : visited !== null ? "visit" : over ? "over" : sent ? "sent" : "play";
  main.toggleAttribute("data-by-link", byLink);
  settled ||= !LOOKS_UP || Boolean(modules.solve && (state.analysis || state.problem || over || isOver(match.onBoard)));
  main.toggleAttribute("data-settling", !settled);
  board.draw(match.onBoard, match.isBoardActive, marksOf(state), state);

  show({
    find: match.mistakes.length > 0,
    better: match.isToFind,
    "next-mistake": found !== null && nextMistake() !== undefined,
    lesson: !game.two && wins === OTHER,
    result: day && state.review,
    "send-move": sent || (byLink && ended),
    "take-back": state.reason !== null,
    ...Object.fromEntries(PANELS.map(([id]) => [id, id === shown])),
    "moves-none": game.moves.length === 0,
    whole: embedded,
    "to-game": looked && !(LOOKS_UP && game.moves.length === 0),
  });
  placeActions(ended);
  if (state.problem) notice.show("page", null);
  byId("swap").textContent = otherBegins(game);
  byId("send-move").textContent = over ? "Send the final position" : `Send your move to ${names(game)[turn(game)]}`;
  byId("hint").disabled = !match.isPersonsTurn || (hint !== null && hint.given === hint.steps.length);
  byId("hint").textContent = hint ? "Next hint" : "Hint";
  byId("undo").disabled = !match.canUndo;
  byId("coach").checked = coaches();
  for (const [id, button] of PANELS) byId(button).setAttribute("aria-expanded", String(id === shown));
  const lacks = explanation ? !modules.panels : state.waiting;
  setText("explanation-waits", shown !== "explanation" ? "" : lacks ? api.WAITING : !explanation && state.problem?.retry ? "It hasn’t loaded." : "");
  const isExplained = explanation !== null && explanation !== before.explanation;
  if (over !== before.over || (explanation === null && before.explanation)) setText("spoken", "");
  markCard(day ? "today" : nameOf(game.rule));

  const strength = state.isAutomatic ? null : state.strength;
  const beginning = looked ? now(state) : { ...game, piles: game.start, strength, byLink, moves: [] };
  const links = { now: over ? beginning : now(state), beginning, moves: looked ? beginning : { ...beginning, moves: game.moves }, over };
  drawAddress(state, strength, beginning);
  if (ended) drawEnd(state, wins);
  if (shown === "solving") {
    const onMake = (move, reply) => (visited === null ? match.take(move, reply) : match.lookAfter(move));
    const does = { onEdit: edit, onMake, onPoint: (move) => board.point(move) };
    use("solve", (solver) => solver.drawSolving(match.onBoard, state, match.isBoardActive || visited !== null, does));
  }
  if (game.moves.length > 0 || shown === "explanation" || shown === "sharing" || over || modules.panels) {
    use("panels", (panels) => {
      panels.draw(match, { links, ended, shown });
      if (isExplained) setText("spoken", all(byId("explanation-body"), ".verdict, .reasons p, .conclusions p").map((one) => one.textContent).join(" "));
    });
  }

  if (game.moves.length > 0) byId("link-error").hidden = true;
  if (canUndo(game) && !knownGames().includes(nameOf(game.rule))) write("known", [...knownGames(), nameOf(game.rule)]);
  const heading = document.getElementById("page-piles");
  if (heading) heading.textContent = day ? `: position of the day, ${day}` : hasPiles() ? titled(positionOf(over ? after(game, 0) : match.onBoard)) : "";
  const isOther = !looked || addressHere(now(state), "solve") !== START;
  for (const id of ["answer", "reasons"]) document.getElementById(id)?.toggleAttribute("hidden", isOther); // of the page's position
  before = { game, over, refused, explanation, end: ended ? null : game };
}

const TITLED = 32; // characters of a position in the title of a page

/** A position after the name of its game, unless it is too long. */
const titled = (text) => (text.length <= TITLED || /^[\d, ]+$/.test(text) ? `: ${text}` : "");

/** Do something with a module of this folder, once it is loaded. */
function use(name, act) {
  if (modules[name]) return act(modules[name]);
  return loading.send(async () => {
    const module = await api.part(import(`./${name}.js`));
    return () => {
      const isFirst = !modules[name];
      modules[name] = module;
      if (isFirst) draw(match.state);
      act(module);
    };
  });
}

/** The page of a position keeps its own title as long as that is on the board. */
function titleFor(state, said) {
  const headline = said.turn ? `${titleOf(state.game.rule)}: ${said.turn}` : said.headline;
  const { game, looked } = state;
  if (looked) return addressHere(now(state), "solve") === START ? title : `${titleOf(game.rule)} ${positionOf(looked.game)}: who wins`;
  const isOwn = !embedded && !state.day && game.moves.length === 0 && place(now(state)) === START;
  return isOwn ? title : `${headline} · ${state.day ? `Position of the day, ${state.day}` : whatIsPlayed(state)}`;
}

/** Let screen readers say what is on the board. */
function sayPosition() {
  setText("spoken", inWords(match.onBoard), true);
}

/** Show the address of the game, and the links that depend on it. */
function drawAddress(state, strength, beginning) {
  const { game, looked, byLink, sent, day, helped } = state;
  const panel = state.panel === "solving" ? "solving" : undefined;
  const isShown = match.isPersonsTurn && belongsHere(game);
  const address = looked && !embedded ? addressHere(now(state), "solve") : day ? "#today" : isShown ? place(now(state)) : location.href;
  keep(address, { game, strength, byLink, sent, panel, looked: looked && anew(looked.game) });
  if (day && game !== before.game) write("today", { day, start: game.start, moves: game.moves, helped });
  byId("whole").href = formatAddress(looked ? beginning : { ...now(state), first: game.two ? turn(game) : undefined });
  byId("all-positions").href = pageOf(beginning, "see") + fragmentOfMoves(beginning.moves);
}

/** At the end the rarer buttons are in a menu. */
function placeActions(ended) {
  const [menu, undo] = [byId("more-actions"), byId("undo")];
  if (ended === menu.contains(undo)) return;
  if (ended) menu.lastElementChild.append(undo);
  else menu.before(undo);
}

function markCard(shown) {
  for (const card of all(document, ".gallery a")) {
    if (card.dataset.game === shown) card.setAttribute("aria-current", "true");
    else card.removeAttribute("aria-current");
  }
}

/** The sentence below the headline, in which the move that decided a game is a link. */
function setDetail({ detail, decisive = null }, again) {
  if (decisive === null || byId("detail").textContent === detail) {
    setText("detail", detail, again);
    return;
  }
  const link = decided(decisive);
  const [start, end] = detail.split(link);
  const onclick = (event) => (event.preventDefault(), match.visit(decisive - 1));
  byId("detail").replaceChildren(start, element("a", { id: "decided", href: location.hash, onclick }, link), end);
}

function drawEnd(state, wins) {
  const { game } = state;
  const played = before.end !== null && before.end.start === game.start && game.moves.length === before.end.moves.length + 1;
  if (played && (game.two || wins === YOU)) {
    use("panels", (panels) => panels.celebrate());
  }
  if (before.game === game) return;
  if (wins === OTHER) use("panels", (panels) => (byId("lesson").href = ROOT + panels.lessonFor(game)));
  const offers = (games) => games.find(({ name }) => name === nameOf(game.rule))?.operations.includes("/graph");
  api.games().then((games) => show({ "all-positions": offers(games) }), () => {}); // without the list there is no link
}

/** The person's next mistake after the one that is looked at. */
const nextMistake = () => match.mistakes.find((index) => index > match.state.visited);

/** Whether a move that gives the win away is objected to: as was chosen on this device, else unless a level was chosen. */
function coaches() {
  return read("ways", {}).coach ?? (match.state.isAutomatic || match.state.strength === "easy");
}

/** What the board marks: the winning piles or moves of a hint or of the position that is looked at. */
function marksOf({ hint, visited, found, review }) {
  const hinted = hint?.steps[hint.given - 1];
  const { moves = [], piles = [] } = (visited === null ? hinted : found && { moves: review?.plies[visited].winning_moves }) ?? {};
  return { moves, piles };
}

/** Draw the page; if what was focused can't be any more, focus what comes next. */
function keepingFocus(drawing) {
  const focused = document.activeElement;
  drawing();
  const { game, visited } = match.state;
  const stays = focused.isConnected && !focused.matches(":disabled") && focused.getClientRects().length > 0;
  const atEnd = isOver(game) && visited === null && board.hasFocus; // a board of pins may have some left
  if ((stays && !atEnd) || focused === document.body || byId("moves").contains(document.activeElement)) return;
  // A player who presses a button one time too many presses a harmless one, and makes no move.
  const beside = focused.matches(".actions > :disabled") && [/** @type {HTMLElement | null} */ (focused.nextElementSibling), byId("why")];
  const harmless = beside && beside.find((one) => one && one.getClientRects().length > 0 && !one.matches(":disabled"));
  if (harmless) {
    harmless.focus();
    return;
  }
  const next = ["send-move", "better", "from-here", "again"].map((id) => document.getElementById(id)).find((one) => one.getClientRects().length > 0);
  if (next) next.focus();
  else if (!board.hasFocus) board.focus();
}

// --- What explains the position: it is scrolled into view if it is below the board, and not beside it ---

/** What a button said above the board is seen. */
const showStatus = () => bring(byId("headline").parentElement);

const isWide = () => matchMedia("(min-width: 60rem)").matches;

async function openPanel(panel) {
  await match.open(panel);
  if (isWide() || byId(panel).hidden) return;
  const drawn = panel === "explanation" && byId("board").querySelector(".group"); // the picture is on the stones, and the words are below them
  bring(drawn ? byId("board") : byId("list").parentElement, "start");
}

// --- What the page says: the state of the game, in a headline and a sentence; screen readers hear it at every change ---

/** "Against the easy computer" */
function whatIsPlayed({ game, looked, strength, byLink, day }) {
  if (looked) return "Analysis";
  if (game.two) return byLink ? "Two players, by link" : "Two players";
  return `Against the ${strength} computer`;
}

/**
 * `{headline, detail, decisive}` for a session's state, with `turn` in place of the headline while the game goes on;
 * `decisive` is the move that decided it.
 */
function describe(state) {
  const { game, looked, visited, refused, hint, waiting, sent } = state;
  if (looked) return looking(state);
  if (visited !== null) return visiting(state);
  if (isOver(game)) return ending(state);
  const last = game.moves[game.moves.length - 1];
  const news = last ? said(last, game) : "";
  const whose = turnOf(game);
  if (isUnknown(game) && (game.two || turn(game) === YOU)) return { turn: whose, detail: waiting ? `${news} ${api.WAITING}`.trim() : news };
  if (sent) return { turn: `${names(game)[turn(game)]} to move`, detail: sent === "gone" ? news : `${news} Send your move.` };
  if (!game.two && turn(game) === OTHER) {
    return { turn: whose, detail: waiting ? `${news} The computer is thinking …`.trim() : news };
  }
  if (refused) return { turn: whose, detail: refused.words ?? moveTakes(game) };
  if (waiting) return { turn: whose, detail: api.WAITING };
  if (hint) return { turn: whose, detail: hint.steps[hint.given - 1].words };
  if (state.reason) return { turn: whose, detail: `${news} Your move before gave the win away. ${state.reason} Take it back?` };
  if (state.missed) return { turn: whose, detail: `${news} Your move before gave the win away, but the computer missed it: you can win again.` };
  if (state.undone) return { turn: whose, detail: `Taken back. ${inWords(game)}` };
  const isKnown = knownGames().includes(nameOf(game.rule));
  return { turn: whose, detail: `${news} ${isKnown ? (gameOf(game.rule).now?.(game, mostFrom(game, 0)) ?? "") : invitation(game)}`.trim() };
}

/** What a newcomer hears before the first move: the rule, as what to do on the board if that says it. */
function invitation(game) {
  const { invite, now } = gameOf(game.rule);
  const how = invite?.(game) ?? ruleOf(game.rule);
  return [how, now?.(game, mostFrom(game, 0)), byId("confirms").checked && "Choose first, then confirm.", describeGoal(game)].filter(Boolean).join(" ");
}

/** The games of which somebody has made a move on this device: no invitation says how. */
const knownGames = () => [read("known", [])].flat();

/** A position that is looked at by itself. */
function looking({ game, looked, refused, analysis }) {
  const last = looked.game.moves[looked.game.moves.length - 1];
  const headline = isOver(looked.game) ? "No move is left" : "Move for either side";
  const move = last ? `${capital(said(last, looked.game).replace(/^Player . /, ""))} ` : "";
  const waits = game.moves.length > 0 ? "Your game waits as it is." : "";
  if (refused) return { headline, detail: moveTakes(looked.game) };
  if (looked.undone) return { headline, detail: `Taken back. ${inWords(looked.game)}` };
  return { headline, detail: `${move}${waits}`.trim() || (analysis?.wrong || looked.game.board !== undefined ? "" : "Or change the piles.") };
}

function turnOf(game) {
  if (game.two) return `${names(game)[turn(game)]}, your turn`;
  return turn(game) === YOU ? "your turn" : "the computer’s turn";
}

// --- The end -------------------------------------------------------------------------------------

function ending(state) {
  const { game, review } = state;
  const won = winner(game);
  const headline = game.two || won === OTHER ? `${names(game)[won]} won` : "You won";
  const parts = [lastMove(game), praise(state), review ? verdict(game, review) : ""];
  return { headline, detail: parts.filter(Boolean).join(" "), decisive: review?.decisive_mistake ?? null };
}

/** A win against the perfect computer is a feat; other wins count. */
function praise({ game, strength, standing, helped }) {
  if (game.two || winner(game) !== YOU) return "";
  if (strength === "perfect") return helped ? "You had help." : "You beat the perfect computer: every one of your moves was right.";
  const streak = standing && standing.streak > 1 ? `That’s ${standing.streak} wins in a row.` : "";
  return `${streak}${standing?.rose ? ` In the next game, the computer plays at ${capital(standing.level)}.` : ""}`.trim();
}

const decided = (ply) => `Move ${ply} decided the game`;

/** "You took the last stone.", or what it is called if the rule leaves objects over. */
function lastMove(game) {
  const { rule, start, moves, piles, misere } = game;
  if (moves.length === 0) return "No move is legal.";
  const what = past(gameOf(rule).last(rule, start));
  const further = piles.some((count) => count > 0) ? " No further move is legal." : "";
  return `${names(game)[moves[moves.length - 1].by]} ${what}${misere ? ", which loses in misère play" : ""}.${further}`;
}

/** Who erred how often, and where the game was decided. */
function verdict(game, review) {
  const errors = { [YOU]: 0, [OTHER]: 0 };
  for (const { ply, mistake } of review.plies) if (mistake) errors[game.moves[ply - 1].by] += 1;
  if (errors[YOU] + errors[OTHER] === 0) return flawless(game);
  const called = names(game);
  const its = game.two ? called[OTHER] : "the computer";
  const mistakes = (count) => (count === 0 ? "no mistake" : count === 1 ? "one mistake" : `${count} mistakes`);
  const short = { 0: "made none", 1: "made one" }[errors[OTHER]] ?? `made ${errors[OTHER]}`;
  return `${called[YOU]} made ${mistakes(errors[YOU])} and ${its} ${short}. ${decided(review.decisive_mistake)}.`;
}

/** Without a mistake the first position decides: the player who has lost can begin better. */
function flawless(game) {
  const text = "Neither side made a mistake.";
  const won = winner(game);
  if (game.two) return `${text} ${names(game)[won]} had a winning position from the start.`;
  if (won === YOU) return text;
  const advised = game.first === YOU ? "Let the computer go first" : "Go first";
  return `${text} Your position was lost from the start. ${advised}, and you can win.`;
}

// --- A move of a game that is over, looked at again -----------------------------------------------

function visiting({ game, visited, review, found }) {
  const ply = review?.plies[visited];
  const text = said(game.moves[visited], game);
  return { headline: `Before move ${visited + 1}`, detail: ply ? `${text} ${judgement(game, ply, visited, found)}` : text };
}

function judgement(game, { mistake, winning_moves: wins, position_class: position }, index, found) {
  const { by } = game.moves[index];
  const called = names(game);
  const rival = game.two ? called[by === YOU ? OTHER : YOU] : by === YOU ? "the computer" : "you";
  if (!mistake) return position === "N" ? "A winning move." : "No move was better: the position was already lost.";
  return `That was a mistake: it gave ${rival} a winning position. ${better(after(game, index), wins, found)}`;
}

function better(game, wins, found) {
  if (found === null) return "Which move wins? Try it on the board.";
  const solution = `To win: ${alternatives(wins, game)}.`;
  if (!found.move) return solution;
  return found.wins ? `Right! This wins: ${say(found.move, game)}.` : `No, that loses too. ${solution}`;
}

const otherBegins = (game) => {
  const next = names(game)[game.first === YOU ? OTHER : YOU];
  return `Play again, ${game.two ? `${next} begins` : `${lower(next)} ${next === "You" ? "begin" : "begins"}`}`;
};
