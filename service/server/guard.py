"""Protects other connections and the event loop from a bug in one connection."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar


class Failing(Protocol):
    """An object that a bug can break."""

    def fail(self, error: BaseException, /) -> None:
        """Log the bug, respond to the requests that it left without responses, and close."""


F = TypeVar("F", bound=Failing)
P = ParamSpec("P")


def guarded(step: Callable[Concatenate[F, P], None]) -> Callable[Concatenate[F, P], None]:
    """A method of a connection in which a bug ends that connection only."""

    @wraps(step)
    def take(self: F, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            step(self, *args, **kwargs)
        except Exception as error:  # noqa: BLE001  # fail() logs it
            self.fail(error)

    return take
