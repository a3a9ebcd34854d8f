"""Whether the service stops: known to the master, to its workers and to the probes."""

import mmap

_stopping = mmap.mmap(-1, 1)  # shared by the master and its workers, who are forked from it


def note_stop() -> None:
    """Let the workers know, from their master, that no others will take their place."""
    _stopping[0] = 1


def is_stopping() -> bool:
    """Whether the master stops, and the service with it."""
    return _stopping[0] != 0
