"""The service built with Litestar, without its own binding of bodies, which accepts "3" for 3."""

from time import perf_counter
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bench.peers import structs
from bench.peers.counting import Solved, exposition, observe, route


@post("/move", status_code=200)
async def move(body: bytes) -> Solved:
    """Solve a position."""
    return structs.solve_one(body)


@post("/moves", status_code=200)
async def moves(body: bytes) -> dict[str, list[Solved]]:
    """Solve many positions."""
    return structs.solve_batch(body)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics() -> bytes:
    """The metrics."""
    return exposition()


def measured(app: ASGIApp) -> ASGIApp:
    """Middleware that counts each request."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        started = perf_counter()
        status = "500"

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await app(scope, receive, note)
        finally:
            observe(scope["method"], route(scope["path"]), status, perf_counter() - started)

    return call


def reject(_: Request[Any, Any, Any], rejected: structs.Rejected) -> Response[bytes]:
    """Respond to a body that can't be decoded with a problem."""
    return answer(structs.problem(rejected))


def failed(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Respond to Litestar's own errors with a problem."""
    return answer(structs.describe(error.status_code, "Error", error.detail))


def answer(problem: dict[str, Any]) -> Response[bytes]:
    """A response with a problem."""
    return Response(
        structs.encode(problem), status_code=problem["status"], media_type=structs.PROBLEM
    )


app = Litestar(
    [move, moves, metrics],
    middleware=[measured],
    exception_handlers={structs.Rejected: reject, HTTPException: failed},
    openapi_config=None,
    logging_config=None,
)
