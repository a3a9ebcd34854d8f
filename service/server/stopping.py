"""Whether the service is stopping: a byte that the master and its workers share."""

import mmap

_stopping = mmap.mmap(-1, 1)  # the workers are forked from the master, so they see its byte


def note_stop() -> None:
    """Tell all workers that the service is stopping, so they will not be replaced."""
    _stopping[0] = 1


def is_stopping() -> bool:
    """Whether the master, and so the service, is stopping."""
    return _stopping[0] != 0
