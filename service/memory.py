"""What glibc keeps of memory that is free. Elsewhere nothing happens here.

By itself it keeps more, the larger the pieces are that were once freed: a third of a worker that
has answered many full batches.
"""

import contextlib
import ctypes

M_MMAP_THRESHOLD = -3
"""The number that mallopt(3) gives this parameter."""

LARGE_PIECE = 2**17
"""Bytes from which a piece of memory is a mapping of its own, which is given back when freed."""


def give_back_large_pieces() -> None:
    """Have what is large given back to the system at once, here and in all workers to come."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_PIECE)


def give_back_all() -> None:
    """Give back whatever is free now; it takes a few milliseconds."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
