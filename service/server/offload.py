"""Large requests, handled in one thread: a queue for each client, one request of each in turn."""

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.server.errors import Overloaded
from service.server.limits import LONGEST_RETRY
from service.server.responses import FAILED, Response, call

TOO_MANY = "More large requests wait than this process can handle in time; please try again."

Done = Callable[[Response], None]


class Job:
    """A request that waits for the thread, or is handled there."""

    __slots__ = ("began", "done", "environ", "key")

    def __init__(self, key: str, environ: WSGIEnvironment, done: Done) -> None:
        self.key = key
        self.environ = environ
        self.done = done
        self.began = 0.0
        """The `perf_counter()` time at which the thread began with it; 0 while it waits."""


class Offload:
    """The large requests of one worker: those in queues, and the one in the thread."""

    def __init__(
        self,
        application: WSGIApplication,
        loop: asyncio.AbstractEventLoop,
        has_memory: Callable[[], bool],
    ) -> None:
        """`has_memory` returns whether there is memory for a response."""
        self._application = application
        self._loop = loop
        self._has_memory = has_memory
        self._thread = ThreadPoolExecutor(1, "large requests")
        self.computing: Job | None = None
        self._mean_seconds = 0.05  # seconds that a request takes, on average
        # The keys in the order of their turns, each with its jobs in the order of their arrival.
        self._queues: dict[str, dict[Job, None]] = {}

    def add(self, key: str, environ: WSGIEnvironment, done: Done) -> Job:
        """Add a request to the queue of a key; `done` is called with its response."""
        job = Job(key, environ, done)
        self._queues.setdefault(key, {})[job] = None
        self.start_next()
        return job

    def remove(self, job: Job) -> None:
        """Remove a request from its queue."""
        if (queue := self._queues.get(job.key)) and job in queue:
            del queue[job]
            if not queue:
                del self._queues[job.key]

    @property
    def waits_for_memory(self) -> bool:
        """Whether a request waits for nothing but memory for its response."""
        return bool(self._queues) and not self.computing

    def start_next(self) -> None:
        """Start the next request, if the thread is free and there is memory."""
        queues = self._queues
        if not self.waits_for_memory or not self._has_memory():
            return
        key = "" if "" in queues else next(iter(queues))
        queue = queues.pop(key)
        job = next(iter(queue))
        del queue[job]
        if queue:
            queues[key] = queue  # behind all others
        self.computing, job.began = job, perf_counter()
        gc.disable()  # it would look at all that is decoded, and stop everything else meanwhile
        task = self._loop.run_in_executor(self._thread, call, self._application, job.environ)
        task.add_done_callback(lambda future: self._finish(job, future))

    def _finish(self, job: Job, future: "asyncio.Future[Response]") -> None:
        gc.enable()
        self.computing = None
        self._mean_seconds += (perf_counter() - job.began - self._mean_seconds) / 8
        job.done(FAILED if future.exception() else future.result())  # for a SystemExit
        self.start_next()

    def overloaded(self) -> Overloaded:
        """The error for a request that has waited too long."""
        seconds = round(sum(map(len, self._queues.values())) * self._mean_seconds)
        return Overloaded(TOO_MANY, min(LONGEST_RETRY, max(1, seconds)))
