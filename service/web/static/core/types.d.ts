// The types of the pages, for TypeScript, which checks the scripts (tests/web/test_types.py). Nothing loads this file.

/** The one at the page, and the computer or a second person. */
type Player = "you" | "other";

/** The keys that the service takes besides `piles` and `misere`. */
interface Rule {
  game?: string;
  board?: string; // the first one, of a game on a board, as the service writes it
  min_remove?: number;
  max_remove?: number;
  subtraction_set?: readonly number[];
  code?: string;
  max_piles?: number;
  numbers?: string;
  quota?: number;
  parts?: Setup[];
  [key: string]: unknown;
}

interface Setup {
  piles: number[];
  misere?: boolean;
  rule?: Rule;
  first?: Player;
  two?: boolean; // whether two people play
  names?: { you?: string; other?: string }; // of the two, if they have any
}

/** A game, frozen. */
interface Game {
  start: number[]; // the counts before the first move
  piles: number[]; // the counts now
  board?: string; // now, of a game that is played on one
  misere: boolean;
  rule: Rule;
  first: Player;
  two: boolean;
  names: { you?: string; other?: string };
  moves: Move[];
  quota?: number; // the most that the next move may take, in Fibonacci Nim
  parts?: Game[]; // the games that a sum consists of
  graph?: Record<string, string[]>; // of dots and arrows, see lessons/token.js
  at?: string; // where its token is
  sizes?: number[] | null; // of the pile that is to be chosen there
}

/** A move in the form that its game has; piles are counted from 0. */
interface Move {
  by?: Player; // who has made it
  component?: number; // of a sum
  pile?: number;
  remove?: number;
  leaves?: number;
  leaves_piles?: number[];
  play?: string; // what is played on a board
  removals?: { pile: number; remove: number; leaves?: number }[];
  at?: number; // how many pins stand to the left of those that fell
  to?: string; // where a token goes
  size?: number; // of a pile that is chosen
  text?: string; // what the service says of it
  left?: Left; // what it leaves, once the service has said so
  mistake?: boolean; // whether the computer made it on purpose
}

/** What a move changes in a position. */
interface Left {
  piles?: number[];
  board?: string;
  quota?: number;
  at?: string;
  sizes?: number[] | null;
}

/** What the pages know of a game, see core/games.js. */
interface Known {
  // Words
  title: string;
  rule: string; // what a move does, whatever its keys are
  last: (keys: Rule, start: number[]) => string; // what the last move does
  noun: string[]; // what the objects are called, one and several
  unit: string; // what a pile is called
  invite?: (game: Game) => string | null; // what to do on the board, if that says the whole rule
  now?: (game: Game, most: number) => string; // what holds for this move only, which takes at most so many
  say?: (move: Move, game: Game) => string | null; // a move in words
  where?: (places: number[][], game: Game) => string | null; // where a winning move is, in a hint
  isTold?: boolean; // whether moves are called what the service calls them
  labels?: (game: Game) => Map<number, number>; // the numbers of piles on the board

  // Moves
  legalMoves?: (game: Game) => Generator<Move>; // with what they leave, of a game that is not the service's
  form: "removal" | "removals" | "split" | "board" | null; // of its moves, as the contract has it
  severalPiles: (rule: Rule) => number; // that a move takes from, at most
  begin?: (rule: Rule) => object; // what the first position has besides piles

  // The board, the form and the sheet
  board: (start: number[]) => string; // the name of the board that it is played on
  confirms?: boolean; // whether choices are always confirmed
  piles?: number; // how many it has, if that is fixed
  most: number; // objects in each pile
  fields: Field[]; // its keys
  presets: string[]; // positions to begin with, as links without the game
  sizes: (rule: Rule) => Difficulties; // of positions that come by chance
  arrange: (piles: number[]) => number[]; // as the game wants them
  fit: (piles: number[], pile: number) => number[]; // the same once one of them has changed
  blanks: (position: Game) => (string | null)[][]; // what is filled in on a sheet
}

/** What a game's own entry has: its title and words are the service's, in told.js. */
type Own = Omit<Known, "title" | "noun" | "unit" | "rule"> & Partial<Pick<Known, "title" | "noun" | "unit" | "rule">>;

/** How many, from and to. */
interface Sizes {
  piles: [number, number];
  objects: [number, number];
  quota?: boolean;
}

interface Difficulties {
  easy: Sizes;
  medium: Sizes;
  hard: Sizes;
}

/** A key of a game, as the service describes it, and the value that its field has at first. */
interface Field {
  name: string;
  label?: string;
  required?: boolean;
  type: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  items?: {type?: string, minimum?: number, maximum?: number};
  first?: string | number;
  pattern?: RegExp | string;
  example?: string; // of what it takes, in words
  needed?: string; // the key without which this one is needed
}

/** The service's entry for a game. */
interface Listed {
  name: string;
  title: string;
  rule: string;
  keys: Field[];
  limits: {piles: number, pile?: number, least_piles?: number};
  operations: string[];
}

/** Of a hint: moves that win, piles to take from. */
interface Marks {
  moves: Move[];
  piles: number[];
}
