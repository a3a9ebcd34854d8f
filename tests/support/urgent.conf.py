"""How gunicorn serves any application whose requests are all large, but for `?release`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from service.server.application import URGENT, Application
from service.server.responses import Response, call

bind = "127.0.0.1:0"
workers = 1
worker_class = "service.server.worker.Worker"
control_socket_disable = True


class Queued(Application):
    """An application that puts each request in a queue."""

    def prepare(self, environ: Any, body: bytes) -> tuple[str, Callable[[], Response]]:  # noqa: ARG002
        queue = URGENT if environ["QUERY_STRING"] == "release" else "large"
        return queue, partial(call, self.wsgi, environ)


def post_worker_init(worker: Any) -> None:
    """Set what the worker serves."""
    worker.application = Queued(worker.wsgi)
