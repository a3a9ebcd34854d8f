"""Requests that were refused only after work, so that the same one isn't computed again."""

from collections import OrderedDict
from hashlib import sha256

from .errors import FieldError, InvalidRequest

REFUSALS_KEPT = 64
"""For each operation and form of request, each about a kilobyte with the digest of its request."""


class Refusals:
    """The last requests of one kind that were refused after work, each with its error.

    An answer depends on nothing but the request and the settings, and so does a refusal.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._errors = OrderedDict[bytes, FieldError]()

    def repeat(self, request: bytes | str) -> None:
        """Raise InvalidRequest if this request was refused."""
        if self._errors and (error := self._errors.get(_digest(request))):
            raise InvalidRequest([error])

    def remember(self, request: bytes | str, found: InvalidRequest) -> InvalidRequest:
        """Remember the error of a request that has no other, to be raised.

        A caller that kept it in a variable would be garbage in a cycle, with all that it refers to.
        """
        if self._kept and len(found.errors) == 1:
            if len(self._errors) >= self._kept:
                self._errors.popitem(last=False)
            self._errors[_digest(request)] = found.errors[0]
        return found


def _digest(request: bytes | str) -> bytes:
    return sha256(request if isinstance(request, bytes) else request.encode()).digest()
