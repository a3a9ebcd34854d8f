"""gunicorn's worker: uvicorn's, with the service's own connections and drain."""

import logging
import signal
import sys
from types import FrameType

from gunicorn.arbiter import Arbiter
from uvicorn_worker import UvicornWorker

from service.serving.connections import Connection
from service.serving.lifecycle import GRACE, Server, is_stopping


class Worker(UvicornWorker):  # type: ignore[misc]  # which is not annotated
    """A process that serves."""

    CONFIG_KWARGS = {  # noqa: RUF012  # as uvicorn has it
        "loop": "uvloop",
        "http": Connection,
        "ws": "none",
        "lifespan": "off",
        "interface": "asgi3",
        "access_log": False,
        "proxy_headers": False,
        "server_header": False,
        "timeout_notify": 1,
        "timeout_graceful_shutdown": GRACE,
    }

    _server: Server | None = None

    def init_signals(self) -> None:
        """Set what counts until the server runs, and after it."""
        super().init_signals()
        # uvicorn raises SIGTERM again in the end, which by default is no exit with 0.
        for sig in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            signal.signal(sig, self.handle_exit)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, also where the server is only just being made."""
        super().handle_exit(sig, frame)
        if self._server:
            self._server.handle_exit(sig, frame)

    def run(self) -> None:
        """Serve until told to stop."""
        # It reports each request that it can't read, and the application does that too.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        self.config.app = self.wsgi
        self._server = Server(self.config)
        # A SIGTERM just after the fork went to the handler that the worker had from its master.
        if not self.alive or is_stopping():
            return
        self._server.run(self.sockets)
        if not self._server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)
