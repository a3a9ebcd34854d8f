"""The values in metrics files, read in spite of damage: a bad file costs only itself."""

import logging
from pathlib import Path

from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector

log = logging.getLogger(__name__)


def merge(files: list[str]) -> list[Metric]:
    """The values of all files together, less those of files that can't be read."""
    try:
        return _merge(files)
    except Exception:  # noqa: BLE001  # whatever damage does to a parser
        return _merge([file for file in files if is_readable(file)])


def is_readable(file: str) -> bool:
    """Whether the values of a file can be read; if not, the log says why."""
    try:
        _merge([file])
    except Exception as error:  # noqa: BLE001
        log.warning("metrics file %s can't be read: %r", Path(file).name, error)
        return False
    return True


def _merge(files: list[str]) -> list[Metric]:
    return list(MultiProcessCollector.merge(files, accumulate=True))
