const SERVICE = process.env.NIM ?? "http://localhost:8000";

/**
 * The value of each game, the winning moves of their sum, and whether its player to move wins.
 *
 * A game is a position and a function from a position to its next positions. A winning move is the
 * number of the game and the position that it leaves there.
 */
async function solve(games, misere = false) {
  const [numbers, positions, options] = [new Map(), [], {}]; // positions are numbered, so that names are short

  function numberOf(position, following) {
    if (!numbers.has(following)) numbers.set(following, new Map());
    const [known, key] = [numbers.get(following), JSON.stringify(position)];
    if (!known.has(key)) {
      known.set(key, String(positions.length));
      positions.push([position, following]);
    }
    return known.get(key);
  }

  const starts = games.map(([position, following]) => numberOf(position, following));
  for (const [position, following] of positions) { // which grow as they are listed
    const reached = new Set([...following(position)].map((each) => numberOf(each, following)));
    options[numberOf(position, following)] = [...reached];
  }
  const body = JSON.stringify({ options, sum: starts, misere });
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${SERVICE}/grundy`, { method: "POST", headers, body });
  const result = await response.json();
  if (!response.ok) throw new Error(result.detail);
  return {
    values: starts.map((start) => result.grundy_values[start]),
    moves: result.sum.winning_moves.map(({ component, to }) => [component, positions[to][0]]),
    wins: result.sum.to_move_wins,
  };
}

function knight([x, y]) {
  const steps = [[-2, 1], [-2, -1], [1, -2], [-1, -2]];
  const onBoard = (n) => n >= 0 && n < 15;
  return steps.map(([right, down]) => [x + right, y + down]).filter((square) => square.every(onBoard));
}

/** Besides taking objects, a player may pass once, unless the pile is empty. */
function nimWithAPass([pile, canPass]) {
  const taken = Array.from({ length: pile }, (_, left) => [left, canPass]);
  return canPass && pile > 0 ? [...taken, [pile, false]] : taken;
}

/** A tree is a sorted array of the trees on its branches; a move cuts a branch. */
function* hackenbush(tree) {
  const sorted = (branches) => branches.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  for (const [i, branch] of tree.entries()) {
    const others = tree.filter((_, j) => j !== i);
    yield others;
    for (const left of hackenbush(branch)) yield sorted([...others, left]);
  }
}

/** A move covers two neighbouring squares of 4 × 4; a position is the bits of the free ones. */
function cram(free) {
  const right = [0, 1, 2, 3].flatMap((row) => [0, 1, 2].map((column) => 3 << (4 * row + column)));
  const down = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => 17 << (4 * row + column)));
  return [...right, ...down].filter((domino) => (free & domino) === domino).map((domino) => free - domino);
}

/** A move takes a square with all to its right and below; the first square is poisoned. */
function* chomp(rows) {
  for (const [i, row] of rows.entries()) {
    for (let column = i === 0 ? 1 : 0; column < row; column += 1) {
      yield rows.map((left, j) => (j < i ? left : Math.min(left, column)));
    }
  }
}

const STALK = [[[], []]]; // a branch that carries two
const GAMES = {
  "Knight": [[14, 14], knight],
  "Nim with a pass": [[4, true], nimWithAPass],
  "Hackenbush": [[[], STALK], hackenbush],
  "Cram 4 × 4": [2 ** 16 - 1, cram],
  "Chomp 6 × 8": [Array(6).fill(8), chomp],
};

function show(name, { values, moves, wins }) {
  console.log(`${name}: the player to move ${wins ? "wins" : "loses"}`);
  console.log(`- value ${values.join(" and ")}, winning moves: ${moves.length}`);
}

for (const [name, game] of Object.entries(GAMES)) show(name, await solve([game]));
show("Knight and Nim with a pass", await solve([GAMES["Knight"], GAMES["Nim with a pass"]]));
