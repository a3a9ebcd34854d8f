"""Large requests, handled in one thread: a queue for each client, one request of each in turn."""

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from wsgiref.types import WSGIEnvironment

from .errors import Overloaded
from .kernel import resident, return_free_memory
from .limits import GROWTH, LONGEST_RETRY
from .responses import Response

TOO_MANY = "More large requests are waiting than this process can handle in time; please try again."

Done = Callable[["Job", Response | BaseException], None]


class Job:
    """A request that waits for the thread, or that the thread is handling."""

    __slots__ = ("began", "done", "environ", "is_answered", "queue", "respond")

    def __init__(
        self,
        queue: str | None,
        environ: WSGIEnvironment,
        respond: Callable[[], Response],
        done: Done,
    ) -> None:
        """`respond` makes the response in the thread; `done` gets it, on the event loop.

        If `respond` raises, `done` gets the exception.
        """
        self.queue = queue
        self.environ = environ
        self.respond = respond
        self.done = done
        self.began = 0.0
        """The `perf_counter()` time at which the thread began; 0 while the request waits."""
        self.is_answered = False
        """Whether the client has already received another response."""


class Offload:
    """One worker's large requests: those in queues, and the one in the thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, has_memory: Callable[[], bool]) -> None:
        """`has_memory` returns whether there is memory for a response."""
        self._loop = loop
        self._has_memory = has_memory
        self._thread = ThreadPoolExecutor(1, "large requests")
        self._thread.submit(gc.isenabled).result()  # if no thread can be started, fail now
        self._resident = resident()
        """Bytes of this process in memory when free ones were last returned, or fewer."""
        self.computing: Job | None = None
        self._mean_seconds = 0.05  # seconds that a request takes, on average
        # The queues in the order of their turns, each with its jobs in the order of their arrival.
        self._queues: dict[str | None, dict[Job, None]] = {}
        self._waiting = 0  # the jobs in them

    def add(self, job: Job) -> None:
        """Add a request to its queue."""
        self._queues.setdefault(job.queue, {})[job] = None
        self._waiting += 1
        self.start_next()

    def remove(self, job: Job) -> None:
        """Remove a request from its queue, if it is there."""
        if (queue := self._queues.get(job.queue)) and job in queue:
            del queue[job]
            self._waiting -= 1
            if not queue:
                del self._queues[job.queue]

    @property
    def waits_for_memory(self) -> bool:
        """Whether a request waits only for memory for its response."""
        return bool(self._queues) and not self.computing

    def start_next(self) -> None:
        """Start the next request, if the thread is free and there is memory."""
        if not self.waits_for_memory or not self._has_memory():
            return
        name, queue = next(iter(self._queues.items()))
        job = next(iter(queue))
        task = self._loop.run_in_executor(self._thread, self._attempt, job)
        self.computing, job.began = job, perf_counter()
        task.add_done_callback(lambda future: self._finish(job, future))
        self.remove(job)
        if queue:
            self._queues[name] = self._queues.pop(name)  # behind all others
        gc.disable()  # it would examine all decoded data, and stop everything else

    def _attempt(self, job: Job) -> Response | BaseException:
        """The response to a request, or the exception, which not every future can hold."""
        try:
            return job.respond()
        except BaseException as error:  # noqa: BLE001  # as above
            return error
        finally:
            self._return_memory()

    def _return_memory(self) -> None:
        """Return what requests have left free, if that may be much."""
        if resident() > self._resident + GROWTH:
            return_free_memory()
            self._resident = resident()
        else:
            self._resident = min(self._resident, resident())

    def _finish(self, job: Job, future: "asyncio.Future[Response | BaseException]") -> None:
        gc.enable()
        self.computing = None
        self._mean_seconds += (perf_counter() - job.began - self._mean_seconds) / 8
        job.done(job, future.result())
        self.start_next()

    def overloaded(self) -> Overloaded:
        """The error for a request that has waited too long."""
        seconds = round(self._waiting * self._mean_seconds)
        return Overloaded(TOO_MANY, min(LONGEST_RETRY, max(1, seconds)))
