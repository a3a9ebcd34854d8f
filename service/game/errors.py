"""The errors that the theory finds in a request, and where they are."""

from collections.abc import Iterator
from contextlib import contextmanager

Location = tuple[str | int, ...]
"""The path to a part of a request: `("piles", 2)` is the third pile, `()` the whole position."""


class InputError(ValueError):
    """An error in a request, described by its message."""

    code: str
    """The kind of error, in a word or two, for clients that translate errors."""

    def __init__(self, message: str, *locations: Location) -> None:
        super().__init__(message)
        self.locations = [*locations] or [()]
        """All parts of the request that have this error."""

    def places(self, *path: str | int, whole: str | None = None) -> list[Location]:
        """The locations in a larger request, which has the part with the error at a path.

        An error of the part as a whole is placed at the key `whole` of it, if that is given.
        """
        key = () if whole is None else (whole,)
        return [(*path, *(location or key)) for location in self.locations]


@contextmanager
def at(*path: str | int, whole: str | None = None) -> Iterator[None]:
    """Place errors of a part in a larger request: see InputError.places.

    >>> try:
    ...     with at("components", 2, whole="piles"):
    ...         raise TooMuchWork("This takes too long.")
    ... except TooMuchWork as error:
    ...     error.locations
    [('components', 2, 'piles')]
    """
    try:
        yield
    except InputError as error:
        error.locations = error.places(*path, whole=whole)
        raise


class WrongPiles(InputError):
    """A position has too few or too many piles for its game, or a pile that is too large."""

    def __init__(self, code: str, message: str, *locations: Location) -> None:
        super().__init__(message, *locations)
        self.code = code


class WrongKeys(InputError):
    """Keys of a position that can't be used together, or that its game can't have."""

    def __init__(self, code: str, message: str, key: str) -> None:
        super().__init__(message, (key,))
        self.code = code


class TooMuchWork(InputError):
    """A position that takes too long to solve, or whose response would be too long."""

    code = "too-much-work"


class IllegalMove(InputError):
    """A move that the rules forbid; the path leads to the part that is wrong."""

    code = "illegal-move"

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message, path)


class AmbiguousMove(IllegalMove):
    """A move that could be one of several."""

    code = "ambiguous-move"


class WrongForm(IllegalMove):
    """A move in a form that its game does not use."""

    code = "conflict"


class MissingPart(IllegalMove):
    """A move without a part that its game needs."""

    code = "required"
