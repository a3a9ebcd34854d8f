"""Imports the contract as tools for AI agents with FastMCP, and calls each with its example.

Arguments: the contract, the service's URL, and a file with the arguments of each tool by its name.
Writes the description of each tool, and the structured result of its call.
"""

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any

import httpx
import yaml
from fastmcp import Client, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.server.providers.openapi import MCPType, RouteMap

# For operators, not for agents.
LEFT_OUT = [RouteMap(tags={"Probes"}, mcp_type=MCPType.EXCLUDE)]


async def main(contract: str, url: str, calls: dict[str, Any]) -> None:
    """List the tools, call each, and call one wrongly."""
    spec = yaml.safe_load(Path(contract).read_text())
    http = httpx.AsyncClient(base_url=url)
    server = FastMCP.from_openapi(openapi_spec=spec, client=http, route_maps=LEFT_OUT)
    async with Client(server) as agent:
        tools = {tool.name: tool.description for tool in await agent.list_tools()}
        results = {
            name: (await agent.call_tool(name, arguments)).structured_content
            for name, arguments in calls.items()
        }
        try:
            await agent.call_tool("solvePosition", {"piles": "3,4,5"})
        except ToolError as error:
            message = str(error)
    json.dump({"tools": tools, "results": results, "message": message}, sys.stdout)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    asyncio.run(main(sys.argv[1], sys.argv[2], json.loads(Path(sys.argv[3]).read_text())))
