"""The WSGI application as an ASGI one: called on the event loop, or beside it where it takes long.

A move takes microseconds, so handing a request to a thread would cost more than answering it, and
a thread that waits for a slow client is lost to all others. So a small request is answered on the
event loop once it is read whole. A large one is computed in a thread, one at a time and in order
of arrival, and small ones are answered meanwhile.
"""

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from time import perf_counter
from typing import Any
from wsgiref.types import WSGIApplication

from service.api.body import Overloaded
from service.api.cost import takes_long
from service.api.environ import REQUEST_FAULT, STARTED
from service.api.health import Process
from service.app import create_app, create_process
from service.limits import MOST_WAITING
from service.serving.capacity import LONGEST_WAIT, Capacity
from service.serving.connections import CONNECTION, Connection
from service.serving.rounds import Rounds
from service.serving.wsgi import Answer, Scope, call, make_environ
from service.settings import Config

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]


def create_server(config: Config | None = None) -> "Bridge":
    """Make the ASGI application that gunicorn serves, from the environment's settings."""
    config = config or Config.from_environment(os.environ)
    process = create_process(config)
    application = create_app(config, process)
    # For good: else Flask would make one for each request, for a twentieth of its time.
    application.app_context().push()
    bridge = Bridge(application, config, process)
    # What exists now lasts as long as the process: the collector need not look at it again,
    # and forked workers go on sharing its memory.
    gc.collect()
    gc.freeze()
    return bridge


class Bridge:
    """An ASGI application around a WSGI one."""

    def __init__(self, application: WSGIApplication, config: Config, process: Process) -> None:
        self._application = application
        self._rounds = Rounds()
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._thread = ThreadPoolExecutor(1, "large requests")
        self.config = config
        self.process = process
        self.capacity = Capacity(config.request_timeout, config.max_body_bytes)

    async def __call__(self, scope: Scope, receive: Receive, _: Any) -> None:
        """Serve one request."""
        self.process.in_flight += 1
        try:
            await self._serve(scope, receive)
        finally:
            self.process.in_flight -= 1

    async def _serve(self, scope: Scope, receive: Receive) -> None:
        connection: Connection = scope[CONNECTION]
        environ = make_environ(scope)
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body: bytes | bytearray = message["body"]
        if connection.flow.write_paused:
            await connection.flow.drain()  # no answer is made while the last one is unread
        environ[STARTED] = perf_counter()
        long = takes_long(scope["path"], scope["query_string"], body)
        if fault := scope.pop(REQUEST_FAULT, None):
            environ[REQUEST_FAULT] = fault
            body = b""
        environ["wsgi.input"] = BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))
        del body, message
        if long and not fault:
            answer = await self._call_beside(connection, environ)
            if not answer:
                connection.abandon()
                return
        else:
            if place := self._rounds.place():
                await place
            answer = call(self._application, environ)

        last = self.process.draining or self.process.is_stopping()
        connection.answer(*answer, last=last)

    async def _call_beside(self, connection: Connection, environ: dict[str, Any]) -> Answer | None:
        """The answer to a large request, when its turn has come; None if its client has gone."""
        capacity, loop = self.capacity, asyncio.get_running_loop()
        latest = environ[STARTED] + LONGEST_WAIT
        self._waiting += 1
        try:
            if self._waiting > MOST_WAITING:
                environ[REQUEST_FAULT] = Overloaded()
                return call(self._application, environ)
            async with self._turn:
                capacity.answers_wait = True
                while not capacity.has_room_for_an_answer and perf_counter() < latest:
                    await asyncio.sleep(0.01)
                capacity.answers_wait = False
                if connection.is_gone:
                    return None
                if perf_counter() >= latest:
                    environ[REQUEST_FAULT] = Overloaded()
                capacity.release(connection)
                return await loop.run_in_executor(
                    self._thread, call_uncollected, self._application, environ
                )
        finally:
            self._waiting -= 1


def call_uncollected(application: WSGIApplication, environ: dict[str, Any]) -> Answer:
    """The same with no garbage collector going through what is decoded, which holds up all else."""
    gc.disable()
    try:
        return call(application, environ)
    finally:
        gc.enable()
