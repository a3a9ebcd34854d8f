"""A floor: an ASGI application that reads a request and answers a constant."""

from collections.abc import Awaitable, Callable
from typing import Any

BODY = (
    b'{"nim_sum":2,"position_class":"N","to_move_wins":true,'
    b'"winning_moves":[{"pile":0,"remove":2,"leaves":1}],'
    b'"best_move":{"pile":0,"remove":2,"leaves":1}}'
)
HEADERS = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(BODY))]


async def app(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[dict[str, Any]]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
) -> None:
    """Answer."""
    if scope["type"] != "http":
        raise ValueError("only HTTP is spoken here")
    while (await receive())["more_body"]:
        pass
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": BODY})
