"""The service built with bare ASGI and msgspec: the same checks, but neither metrics nor ids.

Written by hand for these two paths. No framework can be faster.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from bench.peers import structs
from service.game.questions.plain_nim import solve_nim as solve

Message = MutableMapping[str, Any]


def solve_one(body: bytes) -> object:
    """The solution of one position."""
    position = structs.position(body)
    return solve(position.piles, position.misere is True)


def solve_batch(body: bytes) -> object:
    """The solutions of a batch."""
    positions = structs.batch(body).positions
    return {"results": [solve(each.piles, each.misere is True) for each in positions]}


SOLVERS = {"/move": solve_one, "/moves": solve_batch}


async def app(
    scope: Message,
    receive: Callable[[], Awaitable[Message]],
    send: Callable[[Message], Awaitable[None]],
) -> None:
    """Respond to a request. Nothing needs to be started or stopped."""
    if scope["type"] != "http":
        return
    message = await receive()
    body = message["body"]
    while message["more_body"]:
        message = await receive()
        body += message["body"]
    status, media_type = 200, b"application/json"
    try:
        content = structs.encode(SOLVERS[scope["path"]](body))
    except structs.Rejected as rejected:
        problem = structs.problem(rejected)
        status, media_type = problem["status"], structs.PROBLEM.encode()
        content = structs.encode(problem)
    length = b"%d" % len(content)
    headers = [(b"content-type", media_type), (b"content-length", length)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
