"""The errors that the theory finds in a request, and where they are."""

Location = tuple[str | int, ...]
"""The path to a part of a request: `("piles", 2)` is the third pile."""


class InputError(ValueError):
    """An error in a request, described by its message."""

    code: str
    """The kind of error, in a word or two, for clients that translate errors."""

    def __init__(self, message: str, *locations: Location) -> None:
        super().__init__(message)
        self.locations = [*locations]
        """All parts of the request that have this error."""


class WrongPiles(InputError):
    """A position has too few or too many piles for its game, or a pile that is too large."""

    def __init__(self, code: str, message: str, *locations: Location) -> None:
        super().__init__(message, *(locations or [("piles",)]))
        self.code = code


class WrongKeys(InputError):
    """Keys of a position that can't be used together, or that its game can't have."""

    def __init__(self, code: str, message: str, key: str) -> None:
        super().__init__(message, (key,))
        self.code = code


class TooMuchWork(InputError):
    """A position that takes too long to solve, or whose response would be too long."""

    code = "too-much-work"

    def __init__(self, message: str, key: str = "piles") -> None:
        super().__init__(message, (key,))


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
