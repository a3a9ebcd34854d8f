"""Whether the service stops: a byte that the master and its workers share."""

import mmap

_stopping = mmap.mmap(-1, 1)  # the workers are forked from the master, so they see its byte


def note_stop() -> None:
    """Let all workers know that no others will take their place."""
    _stopping[0] = 1


def is_stopping() -> bool:
    """Whether the master stops, and the service with it."""
    return _stopping[0] != 0
