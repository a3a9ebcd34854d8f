// Asks the service by MCP with the TypeScript SDK of the protocol's makers, version 1, which begins with `initialize`.
// Arguments: the URL. Writes the names of the tools, and the results of a call and of a wrong one.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const agent = new Client({ name: "test", version: "1" });
await agent.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
await agent.ping();
const { tools } = await agent.listTools();
const solved = await agent.callTool({ name: "solve_position", arguments: { piles: [3, 4, 5] } });
const wrong = await agent.callTool({ name: "solve_position", arguments: { piles: "3,4,5" } });
await agent.close();
const output = {
  tools: tools.map((tool) => tool.name),
  result: solved.structuredContent,
  wrong: [wrong.isError, wrong.content[0].text],
};
process.stdout.write(JSON.stringify(output));
