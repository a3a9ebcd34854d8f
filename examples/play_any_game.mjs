const SERVICE = process.env.NIM ?? "http://localhost:8000";

async function post(path, keys) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(SERVICE + path, { method: "POST", headers, body: JSON.stringify(keys) });
  if (!response.ok) throw new Error((await response.json()).detail);
  return response.json();
}

const isSame = (move, { text, ...listed }) => JSON.stringify(move) === JSON.stringify(listed);

const position = { game: "kayles", piles: [5, 2] };
let found = await post("/legal", position);
console.log(found.rule);
let winner = "The service has";
while (found.legal.length > 0) {
  // A person would choose one of these texts; this one always chooses the first.
  const [chosen] = found.legal;
  Object.assign(position, chosen.leaves);
  console.log(`You ${chosen.move.text}.`);
  found = await post("/move", { ...position, legal: 2 });
  if (found.legal.length === 0) {
    winner = "You have";
    break;
  }
  // The best move is the one that the service lists with the same keys.
  const reply = found.legal.find(({ move }) => isSame(found.best_move, move));
  Object.assign(position, reply.leaves);
  console.log(`The service replies: ${reply.move.text}.`);
  found = reply.legal ? reply : await post("/legal", position);
}
console.log(`${winner} won.`);
