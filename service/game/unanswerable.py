"""What is wrong with a question that gets no answer, and where."""

Place = tuple[str | int, ...]
"""The path to a part of a question: `("piles", 2)` is the third pile."""


class Unanswerable(ValueError):
    """A question that gets no answer; the message says what is wrong with it."""

    code: str
    """The kind of fault, in a word or two that apps can translate by."""

    def __init__(self, message: str, *places: Place) -> None:
        super().__init__(message)
        self.places = [*places]
        """All parts of the question that are at fault."""
