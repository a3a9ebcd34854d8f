"""The service built with Falcon and msgspec: a responder decodes, solves and encodes."""

from time import perf_counter

from falcon import HTTPError
from falcon.asgi import App, Request, Response

from bench.peers import structs
from bench.peers.counting import exposition, observe, route


class Move:
    """One position."""

    async def on_post(self, request: Request, response: Response) -> None:
        """Solve it."""
        response.data = structs.encode(structs.solve_one(await request.stream.read()))


class Moves:
    """A batch."""

    async def on_post(self, request: Request, response: Response) -> None:
        """Solve it."""
        response.data = structs.encode(structs.solve_batch(await request.stream.read()))


class Exposition:
    """The metrics."""

    async def on_get(self, _: Request, response: Response) -> None:
        """Show them."""
        response.data, response.content_type = exposition(), "text/plain"


class Measured:
    """Middleware that measures each request."""

    async def process_request(self, request: Request, _: Response) -> None:
        """Note the time of arrival."""
        request.context.started = perf_counter()

    async def process_response(
        self, request: Request, response: Response, _: object, __: bool
    ) -> None:
        """Count it, even if it was rejected."""
        seconds = perf_counter() - request.context.started
        observe(request.method, route(request.path), str(response.status_code), seconds)


async def reject(
    _: Request, response: Response, rejected: structs.Rejected, __: dict[str, object]
) -> None:
    """Respond to a body that can't be decoded with a problem."""
    send(response, structs.problem(rejected))


def show(_: Request, response: Response, error: HTTPError) -> None:
    """Respond to Falcon's own errors with a problem."""
    send(response, structs.describe(error.status_code, error.title, error.description or ""))


def send(response: Response, problem: dict[str, object]) -> None:
    """Respond with a problem."""
    response.status_code, response.content_type = problem["status"], structs.PROBLEM
    response.data = structs.encode(problem)


app = App(middleware=[Measured()])
app.add_error_handler(structs.Rejected, reject)
app.set_error_serializer(show)
app.add_route("/move", Move())
app.add_route("/moves", Moves())
app.add_route("/metrics", Exposition())
