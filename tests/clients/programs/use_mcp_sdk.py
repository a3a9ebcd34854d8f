"""Asks the service by MCP with the Python SDK of the protocol's makers.

Arguments: the URL. Writes the names of the tools, and the results of a call and of a wrong one.
"""

import asyncio
import json
import sys

from mcp.client import Client


async def main(url: str) -> None:
    """List the tools, solve a position, and ask once wrongly."""
    async with Client(url) as agent:
        tools = [tool.name for tool in (await agent.list_tools()).tools]
        solved = await agent.call_tool("solve_position", {"piles": [3, 4, 5]})
        wrong = await agent.call_tool("solve_position", {"piles": "3,4,5"})
    output = {
        "tools": tools,
        "result": solved.structured_content,
        "wrong": [wrong.is_error, wrong.content[0].text],
    }
    json.dump(output, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
