// The official suite of MCP asks for Node 22 because of fs.globSync, which it does not use here.
import { register } from "node:module";

const asModule = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
const fs = asModule('export * from "node:fs"; export const globSync = undefined;');
register(
  asModule(`export const resolve = (name, context, next) =>
    name === "fs" ? { url: ${JSON.stringify(fs)}, shortCircuit: true } : next(name, context);`),
);
