// The types of the pages, for TypeScript, which checks the scripts (tests/web/test_types.py). Nothing loads this file.

/** The one at the page, and the computer or a second person. */
type Player = "you" | "other";

/** The keys that the service takes besides `piles` and `misere`. */
interface Rule {
  game?: string;
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
  misere: boolean;
  rule: Rule;
  first: Player;
  two: boolean;
  names: { you?: string; other?: string };
  moves: Move[];
  quota?: number; // the most that the next move may take, in Fibonacci Nim
  parts?: Game[]; // the games that a sum consists of
  options?: Move[] | null; // the legal moves of a game that only the service knows, null until they are fetched
  graph?: Record<string, string[]>; // of dots and arrows, see boards/token.js
  at?: string; // where its token is
}

/** A move in the form that its game has; piles are counted from 0. */
interface Move {
  by?: Player; // who has made it
  component?: number; // of a sum
  pile?: number;
  remove?: number;
  leaves?: number;
  leaves_piles?: number[];
  removals?: { pile: number; remove: number; leaves?: number }[];
  at?: number; // how many pins stand to the left of those that fell
  to?: string; // where a token goes
  size?: number; // of a pile that is chosen
  mistake?: boolean; // whether the computer made it on purpose
}

/** What the pages know of a game. Most games leave out what is optional. */
interface Known {
  title: string;
  noun: string[]; // what the objects are called, one and several
  rule: (keys: Rule, start?: number[]) => string; // what a move does
  takesAll: (keys: Rule) => boolean; // whether play ends with nothing left
  invite: (game: Game) => string; // what to do, said before the first move
  form: "removal" | "removals" | "split" | null; // of its moves, as the contract has it
  isLegal: (game: Game, move: Move) => boolean;
  legalMoves: (game: Game) => Generator<Move>;
  board: (start: number[]) => string; // that it is played on, a file of boards/
  link?: string; // the key that follows its name in a link
  piles?: number; // how many it has, if that is fixed
  most: number; // objects in each pile
  fields: Field[]; // its keys for the form, with what they are at first
  presets: string[]; // positions to begin with, as links without the game
  random?: () => number[]; // piles by chance
  hint?: {places?: (places: number[][], game: Game) => string | null}; // how a hint says where to move, if not by piles
  wrong?: (rule: Rule) => string | null; // what is wrong with the keys
  sheet?: Sheet; // the positions of a sheet by difficulty, and `blanks(position)`, what is filled in
  remote?: boolean; // whether only the service knows its moves
  unit?: string; // what a pile is called
  labels?: (game: Game) => Map<number, number>; // the numbers of piles on the board
  say?: (move: Move, game: Game) => string | null; // a move in words
  said?: (move: Move, game: Game) => string | null; // a move that was made
  goal?: (start: number[]) => string; // what the last move does
  ended?: string; // what the player did who made it
  now?: (game: Game) => string; // what holds for this move only
  confirms?: boolean; // whether choices are always confirmed
  mostFrom?: (game: Game, pile: number) => number; // for the board of piles
  severalPiles?: (rule: Rule) => number; // that a move may take from, there
  begin?: (setup: {piles: number[], rule: Rule}) => object; // what the position has besides piles
  complete?: (game: Game, move: Move) => Move; // a move with all its keys
  leaves?: (move: Move, piles: number[], game: Game) => number[]; // the piles that a move leaves
  after?: (move: Move, piles: number[], game: Game) => object; // how a move changes what `begin` says
  standing?: (game: Game) => Rule; // the rule of a link that begins in the middle of a game
}

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

type Sheet = Partial<Difficulties> & { ruled?: Difficulties; blanks?: (position: Game) => (string | null)[][]; arrange?: (piles: number[]) => number[] };

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

/** What a board draws. */
interface State {
  game: Game;
  active: boolean; // whether a person may move
  marks: Marks;
  lost: number[][] | null; // the lost positions below the first one, null while they are covered
  parts: {value: number, isAlone: boolean}[][] | null; // of each pile, while they are shown, see core/explanation.js
  binary: number[][] | null; // the digits of each pile, while they are shown
}

/** Of a hint: moves that win, piles to take from. */
interface Marks {
  moves: Move[];
  piles: number[];
}
