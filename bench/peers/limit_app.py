"""The limit: the service's application on a bare protocol."""

import asyncio
import gc
import sys

import uvloop

from bench.peers.bare import Answered, Bare
from service.telemetry import processes

processes.install()  # before the instruments are declared, as in the service's own master

from service.app import EXTENSION, create_app  # noqa: E402


async def main(port: int) -> None:
    """Serve on a port until the process is ended."""
    application = create_app(ACCESS_LOG=False).extensions[EXTENSION]
    gc.freeze()  # as the service's worker does
    loop = asyncio.get_running_loop()
    answered = Answered(application, loop)
    made = loop.create_server(lambda: Bare(application, answered, port), "127.0.0.1", port)
    await (await made).serve_forever()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1])))
