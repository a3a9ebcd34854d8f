"""Makes calls with the client that openapi-python-client generates.

Arguments: the service's URL, and a file with the calls. Writes what each returned, by its name.
"""

import json
import re
import sys
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

from nim_client import Client


def make(client: Client, call: dict[str, Any]) -> dict[str, Any]:
    """What a call returns: a model of the response, or of a problem."""
    name = re.sub("(?=[A-Z])", "_", call["operation"]).lower()
    sync = import_module(f"nim_client.api.{call['tag'].lower()}.{name}").sync
    types = get_type_hints(sync)
    arguments: dict[str, Any] = {}
    for key, value in call["query"].items():
        parameter = key if key in types else f"{key}_"  # all, which is a name of Python's own
        kinds = get_args(types[parameter]) or (types[parameter],)
        words = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Enum)]
        arguments[parameter] = words[0](value) if words else value
    if call["body"] is not None:
        model = (get_args(types["body"]) or (types["body"],))[0]
        arguments["body"] = model.from_dict(call["body"])
    result: dict[str, Any] = sync(client=client, **arguments).to_dict()
    return result


if __name__ == "__main__":
    client = Client(sys.argv[1], raise_on_unexpected_status=True)
    calls = json.loads(Path(sys.argv[2]).read_text())
    json.dump({call["name"]: make(client, call) for call in calls}, sys.stdout)
