"""The servers that are compared: this service, and what a user would choose instead.

Each has one worker by default, and logs requests only if its name ends in "-log" or "-deployed".
The names are those in the figures.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.servers import Server, free_port

GO_SOURCE = str(Path(__file__).parent / "peers" / "go" / "main.go")


@dataclass(frozen=True)
class Programs:
    """The directories with the programs of both environments."""

    run: str
    peers: str


def service(
    programs: Programs, workers: int = 1, *, log: bool = False, metrics_port: int = 0
) -> Server:
    """The service as `make run` starts it, by default without its access log."""
    settings = {
        "WEB_CONCURRENCY": str(workers),
        "NIM_ACCESS_LOG": "on" if log else "off",
        "NIM_DRAIN_SECONDS": "0",
    }
    if metrics_port:
        settings["NIM_METRICS_PORT"] = str(metrics_port)
    name = "service, access log" if log else "service"
    return Server(name, [f"{programs.run}/python", "-m", "service"], settings, logs=log)


def tutorial(programs: Programs, workers: int = 1) -> Server:
    """Flask on gunicorn's threads."""
    # Without a named file, gunicorn would read the project's gunicorn.conf.py.
    options = ["--config", os.devnull, "--no-control-socket", "--bind", "127.0.0.1:PORT"]
    threads = ["--worker-class", "gthread", "--threads", "4", "--workers", str(workers)]
    command = [f"{programs.peers}/gunicorn", *options, *threads, "bench.peers.tutorial:app"]
    return Server("tutorial", command)


def fastapi(programs: Programs, *, multiprocess: bool = True, log: bool = False) -> Server:
    """FastAPI with pydantic."""
    name = "FastAPI" if multiprocess else "FastAPI, single process"
    return _uvicorn(
        programs,
        "FastAPI, access log" if log else name,
        "fastapi_app",
        multiprocess=multiprocess,
        log=log,
    )


def limit(programs: Programs) -> Server:
    """The service's application on a protocol that promises nothing."""
    return Server("limit", [f"{programs.run}/python", "-m", "bench.peers.limit_app", "PORT"])


def go(programs: Programs) -> Server:  # noqa: ARG001
    """Go's own server, compiled first, on one core like the others."""
    program = Path(tempfile.mkdtemp(prefix="nim-bench-"), "nim")
    subprocess.run(["go", "build", "-o", program, GO_SOURCE], check=True)
    server = Server("Go", [str(program), "PORT"], multiprocess=False)
    shutil.rmtree(program.parent)
    return server


def _uvicorn(
    programs: Programs, name: str, module: str, *, multiprocess: bool = True, log: bool = False
) -> Server:
    """An ASGI application on uvicorn with its fastest parts."""
    options = ["--loop", "uvloop", "--http", "httptools", "--port", "PORT"]
    logging = [] if log else ["--no-access-log"]
    command = [f"{programs.peers}/uvicorn", *options, *logging, f"bench.peers.{module}:app"]
    return Server(name, command, multiprocess=multiprocess, logs=log)


STACKS: dict[str, Callable[[Programs], Server]] = {
    "service": service,
    "service-log": lambda programs: service(programs, log=True),
    "service-deployed": lambda programs: service(programs, log=True, metrics_port=free_port()),
    "fastapi": fastapi,
    "fastapi-log": lambda programs: fastapi(programs, log=True),
    "fastapi-single": lambda programs: fastapi(programs, multiprocess=False),
    "falcon": lambda programs: _uvicorn(programs, "Falcon", "falcon_app"),
    "blacksheep": lambda programs: _uvicorn(programs, "BlackSheep", "blacksheep_app"),
    "litestar": lambda programs: _uvicorn(programs, "Litestar", "litestar_app"),
    "raw": lambda programs: _uvicorn(programs, "raw ASGI", "raw_app", multiprocess=False),
    "limit": limit,
    "go": go,
    "tutorial": tutorial,
}
"""Each by its name in the figures."""

SAME_BYTES = {"falcon", "blacksheep", "litestar", "raw", "limit"}
"""Peers that return the same bytes and problems as the service; others space JSON differently."""


def is_there(name: str) -> bool:
    """Whether a server can be started here. Go's needs a compiler."""
    return name != "go" or shutil.which("go") is not None
