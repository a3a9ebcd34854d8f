const SERVICE = process.env.NIM ?? "http://localhost:8000";
const SKILL = 0.6; // of the beatable opponent: 0 plays at random, 1 never makes a mistake
const CARELESS = { perfect: 0, trap: 0, beatable: 1 - SKILL, random: 1 };

async function post(path, keys) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(SERVICE + path, { method: "POST", headers, body: JSON.stringify(keys) });
  if (!response.ok) throw new Error((await response.json()).detail);
  return response.json();
}

const after = (piles, move) => piles.map((pile, i) => (i === move.pile ? move.leaves : pile));

/** The move with the fewest winning replies; on a tie, the one that lasts longest. */
async function trap(piles, moves) {
  const positions = moves.map(({ move }) => ({ piles: after(piles, move) }));
  const { results } = await post("/moves", { positions });
  const ranked = moves.map(({ move, plies }, i) => ({ move, plies, replies: results[i].winning_moves.length }));
  return ranked.sort((a, b) => a.replies - b.replies || b.plies - a.plies)[0].move;
}

async function choose(strength, piles) {
  const analysis = await post("/analysis", { piles, moves: true });
  if (analysis.moves.length === 0) throw new Error("No move is legal.");
  if (Math.random() < CARELESS[strength]) return analysis.moves[Math.floor(Math.random() * analysis.moves.length)].move;
  if (strength === "trap" && !analysis.to_move_wins) return trap(piles, analysis.moves);
  return analysis.move; // the fastest win, or the longest resistance
}

const [strength, ...numbers] = process.argv.length > 2 ? process.argv.slice(2) : ["trap", "1", "3", "5", "7"];
const piles = numbers.map(Number);
if (!(strength in CARELESS)) throw new Error(`The strengths are ${Object.keys(CARELESS).join(", ")}.`);
const move = await choose(strength, piles);
console.log(`Take ${move.remove} from pile ${move.pile + 1}, which leaves ${after(piles, move).join(", ")}.`);
