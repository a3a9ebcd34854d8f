"""Asks the service by MCP with FastMCP, a framework for agents.

Arguments: the URL. Writes the names of the tools, and the results of a call and of a wrong one.
"""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.exceptions import ToolError


async def main(url: str) -> None:
    """List the tools, solve a position, and ask once wrongly."""
    async with Client(url) as agent:
        tools = [tool.name for tool in await agent.list_tools()]
        solved = await agent.call_tool("solve_position", {"piles": [3, 4, 5]})
        try:
            await agent.call_tool("solve_position", {"piles": "3,4,5"})
        except ToolError as error:
            wrong = [True, str(error)]
    output = {"tools": tools, "result": solved.structured_content, "wrong": wrong}
    json.dump(output, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
