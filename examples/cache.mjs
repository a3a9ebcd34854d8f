import { createServer } from "node:http";

const [SERVICE, PORT] = [process.env.NIM ?? "http://localhost:8000", 8080];
const MAX_CACHED = 10_000;
const PASSED_ON = ["content-type", "cache-control", "etag", "vary"];

const cached = new Map(); // by URL and Accept: until when it is fresh, and the response

async function get(path, headers) {
  const response = await fetch(SERVICE + path, { headers });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

async function find(path, accept) {
  const key = `${accept} ${path}`;
  let { until, response } = cached.get(key) ?? { until: 0 };
  if (Date.now() < until) return [response, "hit"];
  const known = response ? { "If-None-Match": response.headers.get("etag") } : {};
  const reply = await get(path, { Accept: accept, ...known });
  const isStillValid = reply.status === 304; // the cached response
  if (!isStillValid) response = reply;
  const [, age] = /max-age=(\d+)/.exec(reply.headers.get("cache-control")) ?? [];
  if (age && response.status === 200 && (cached.has(key) || cached.size < MAX_CACHED)) {
    cached.set(key, { until: Date.now() + 1000 * age, response });
  }
  return [response, isStillValid ? "revalidated" : "miss"];
}

createServer(async (request, out) => {
  if (request.method !== "GET") return out.writeHead(405, { Allow: "GET" }).end();
  const [response, source] = await find(request.url, request.headers.accept ?? "*/*");
  const headers = PASSED_ON.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  out.writeHead(response.status, { ...Object.fromEntries(headers), "X-Cache": source });
  out.end(response.body);
}).listen(PORT, "localhost");
