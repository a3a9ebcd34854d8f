"""Clients generated from the contract, each with its generator's own command."""

import json
import shutil
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from tests.clients.calls import Call
from tests.clients.tools import (
    CONTRACT,
    HERE,
    NODE_MODULES,
    PAGE_URL,
    PROGRAMS,
    PYTHON,
    node_tool,
    page_block,
    python_tool,
    run,
)

OPEN = tuple(page_block("sh", "openapi-generator-cli").split()[-2:])
"""The option without which a client in Go rejects keys that it doesn't know."""

# Optimized code would take longer to compile than it saves in such a short run.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


class Generator(ABC):
    """Generates a client into a directory, and makes calls with it."""

    knows_absence = True
    """Whether a missing key differs from null."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    @abstractmethod
    def generate(self, calls: Sequence[Call]) -> str:
        """Generate the client and the program for these calls; return the generator's output."""

    @abstractmethod
    def make_calls(self, url: str, calls: Path) -> str:
        """Make the calls in a file, and return their results as JSON."""

    def run_page(self, _: str) -> str | None:
        """The output of the program in docs/clients.md, if there is one for this client."""
        return None


class OpenAPIPythonClient(Generator):
    """openapi-python-client, as `make clients` runs it."""

    def generate(self, _: Sequence[Call]) -> str:
        return run(
            python_tool("openapi-python-client"),
            *("generate", "--path", CONTRACT, "--output-path", self.directory),
            *("--config", HERE / "openapi-python-client.yaml"),
        )

    def make_calls(self, url: str, calls: Path) -> str:
        program = PROGRAMS / "use_python_client.py"
        return run(PYTHON, program, url, calls, PYTHONPATH=str(self.directory))

    def run_page(self, url: str) -> str:
        program = page_block("python", "from nim_client").replace(PAGE_URL, url)
        return run(PYTHON, "-c", program, PYTHONPATH=str(self.directory))


class OpenAPITypeScript(Generator):
    """openapi-typescript, as `make clients` runs it; its types check the calls, as literals."""

    def generate(self, calls: Sequence[Call]) -> str:
        self.directory.mkdir()
        # Not as declarations, which are not checked where most are the libraries'.
        types = self.directory / "nim.ts"
        output = run(*node_tool("openapi-typescript"), CONTRACT, "--output", types)
        shutil.copy(PROGRAMS / "tsconfig.json", self.directory)
        (self.directory / "package.json").write_text('{"type": "module"}')
        (self.directory / "node_modules").symlink_to(NODE_MODULES)
        (self.directory / "page.ts").write_text(page_block("ts", "import"))
        made = "".join(f"results[{json.dumps(call.name)}] = {self.call(call)};\n" for call in calls)
        (self.directory / "calls.ts").write_text(
            'import createClient from "openapi-fetch";\n'
            'import type { paths } from "./nim.js";\n'
            "declare const process: { argv: string[] };\n"
            "const nim = createClient<paths>({ baseUrl: process.argv[2]! });\n"
            "const results: Record<string, unknown> = {};\n"
            "type Reply = { data?: unknown; error?: unknown };\n"
            "const read = (reply: Reply) => reply.data ?? reply.error;\n"
            f"{made}console.log(JSON.stringify(results));\n"
        )
        run(*node_tool("tsc"), cwd=self.directory)
        return output

    @staticmethod
    def call(call: Call) -> str:
        """A call as written in TypeScript."""
        options = {"params": {"query": call.query}} if call.query else {}
        if call.body is not None:
            options["body"] = call.body
        return f'read(await nim.{call.method}("{call.path}", {json.dumps(options)}))'

    def make_calls(self, url: str, _: Path) -> str:
        return run("node", self.directory / "calls.js", url)

    def run_page(self, url: str) -> str:
        page = self.directory / "page.js"
        page.write_text(page.read_text().replace(PAGE_URL, url))
        return run("node", page)


class OpenAPIGenerator(Generator):
    """openapi-generator, which needs Java."""

    def _generate(self, language: str, *options: str) -> str:
        return run(
            python_tool("openapi-generator-cli"),
            *("generate", "-i", str(CONTRACT), "-g", language, "-o", str(self.directory)),
            *(*options, *OPEN),
            JAVA_TOOL_OPTIONS=JAVA,
        )


class OpenAPIGeneratorPython(OpenAPIGenerator):
    """A Python client with pydantic's models."""

    knows_absence = False

    def generate(self, _: Sequence[Call]) -> str:
        return self._generate("python", "--package-name", "nim_client")

    def make_calls(self, url: str, calls: Path) -> str:
        program = PROGRAMS / "use_openapi_generator.py"
        return run(PYTHON, program, url, calls, PYTHONPATH=str(self.directory))


class OpenAPIGeneratorGo(OpenAPIGenerator):
    """A Go client."""

    knows_absence = False  # of lists: it leaves out those that are null

    def generate(self, _: Sequence[Call]) -> str:
        no_module = ("--additional-properties", "withGoMod=false")
        output = self._generate("go", "--package-name", "nim", *no_module)
        (self.directory / "go.mod").write_text("module example.org/nim\n\ngo 1.19\n")
        use = self.directory / "use"
        use.mkdir()
        shutil.copy(PROGRAMS / "main.go", use)
        (use / "go.mod").write_text(
            "module example.org/use\n\ngo 1.19\n\nrequire example.org/nim v0.0.0\n\n"
            "replace example.org/nim => ../\n"
        )
        run("go", "build", "-o", "use", ".", cwd=use, GOFLAGS="-mod=mod", GOPROXY="off")
        return output

    def make_calls(self, url: str, calls: Path) -> str:
        return run(self.directory / "use" / "use", url, calls)
