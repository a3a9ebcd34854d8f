"""What keeps a bug in one connection from the others, and from the event loop."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar


class Failing(Protocol):
    """What a bug can break."""

    def fail(self, error: BaseException, /) -> None:
        """Log the bug, respond to what it has kept without its response, and close."""


F = TypeVar("F", bound=Failing)
P = ParamSpec("P")


def guarded(step: Callable[Concatenate[F, P], None]) -> Callable[Concatenate[F, P], None]:
    """A method of a connection that others call: a bug there fails this connection alone."""

    @wraps(step)
    def take(self: F, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            step(self, *args, **kwargs)
        except Exception as error:  # noqa: BLE001  # fail() logs it
            self.fail(error)

    return take
