"""The service measures every request in the memory that /dev/shm has."""

import os
import re
import sys

import pytest

from tests.support.any_server import serving
from tests.support.http_client import request


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount a file system")
@pytest.mark.parametrize(("mebibytes", "workers"), [(1, 1), (4, 8)])
def test_every_worker_measures_in_little_memory_too(mebibytes: int, workers: int) -> None:
    """Before a client has made every series, a tenth of it is enough."""
    mount = f'mount -t tmpfs -o size={mebibytes}m nim /dev/shm && exec "$@"'
    command = ("unshare", "--mount", "sh", "-c", mount, "sh", sys.executable, "-m", "service")
    with serving(*command, WEB_CONCURRENCY=f"{workers}") as port:
        for _ in range(100):
            assert request(port, "GET", "/move?piles=3,4,5").status == 200
        text = request(port, "GET", "/metrics").body.decode()
    series = r'duration_seconds_count\{.*http_route="/move".*\} (\S+)'
    assert [float(count) for count in re.findall(series, text)] == [100]
