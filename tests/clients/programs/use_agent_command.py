"""Starts a command that gives an agent the tools, as an agent's program would, and calls one.

Arguments: the command. Writes the names of the tools, and the structured result of a call.
"""

import asyncio
import json
import sys
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main(command: str, *arguments: str) -> None:
    """List the tools, and solve a position."""
    async with Client(StdioTransport(command, [*arguments])) as agent:
        tools = sorted(tool.name for tool in await agent.list_tools())
        response: Any = await agent.call_tool("solvePosition", {"piles": [3, 4, 5]})
    json.dump({"tools": tools, "result": response.structured_content}, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
