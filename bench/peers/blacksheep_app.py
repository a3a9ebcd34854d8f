"""The service built with BlackSheep and msgspec: a handler decodes, solves and encodes."""

from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

from blacksheep import Application, Content, Request, Response, get, post

from bench.peers import structs
from bench.peers.counting import exposition, observe, route

app = Application()
JSON = structs.JSON.encode()
PROBLEM = structs.PROBLEM.encode()


@post("/move")
async def move(request: Request) -> Response:
    """Solve a position."""
    return json_response(structs.solve_one(await request.read() or b""))


@post("/moves")
async def moves(request: Request) -> Response:
    """Solve many positions."""
    return json_response(structs.solve_batch(await request.read() or b""))


@get("/metrics")
async def metrics() -> Response:
    """The metrics."""
    return Response(200, content=Content(b"text/plain", exposition()))


def json_response(value: Any) -> Response:
    """A response in JSON."""
    return Response(200, content=Content(JSON, structs.encode(value)))


async def measure(request: Request, handler: Callable[[Request], Awaitable[Response]]) -> Response:
    """Count a request that gets a solution, and one that is rejected."""
    started = perf_counter()
    try:
        response = await handler(request)
    except structs.Rejected as rejected:
        response = problem(structs.problem(rejected))
    observe(request.method, route(request.path), str(response.status), perf_counter() - started)
    return response


app.middlewares.append(measure)


async def not_found(request: Request) -> Response:
    """Respond to an unknown path with a problem."""
    return problem(structs.describe(404, "Not found", f"There is no {request.path}."))


app.router.fallback = not_found


def problem(said: dict[str, Any]) -> Response:
    """A response with a problem."""
    return Response(said["status"], content=Content(PROBLEM, structs.encode(said)))
