const SERVICE = process.env.NIM ?? "http://localhost:8000";

async function post(path, keys) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(SERVICE + path, { method: "POST", headers, body: JSON.stringify(keys) });
  if (!response.ok) throw new Error((await response.json()).detail);
  return response.json();
}

async function areEquivalent(...components) {
  return !(await post("/move", { game: "sum", components })).to_move_wins;
}

for (let pins = 1; pins < 8; pins += 1) {
  const row = { game: "kayles", piles: [pins] };
  let pile = 0;
  while (!(await areEquivalent(row, { piles: [pile] }))) pile += 1;
  console.log(`A row of ${pins} is worth a pile of ${pile}.`);
}
