"""Makes calls with the Python client that openapi-generator generates.

Arguments: the service's URL, and a file with the calls. Writes what each returned, by its name.
"""

import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

import nim_client


def make(client: nim_client.ApiClient, call: dict[str, Any]) -> dict[str, Any]:
    """What a call returns: a model of the response, or of a problem."""
    api = getattr(nim_client, f"{call['tag']}Api")(client)
    method = getattr(api, re.sub("(?=[A-Z])", "_", call["operation"]).lower())
    arguments = dict(call["query"])
    if call["body"] is not None:
        first = next(iter(inspect.signature(method).parameters))
        arguments[first] = call["body"]
    try:
        result: dict[str, Any] = method(**arguments).to_dict()
    except nim_client.ApiException as error:
        result = error.data.to_dict()
    return result


if __name__ == "__main__":
    client = nim_client.ApiClient(nim_client.Configuration(host=sys.argv[1]))
    calls = json.loads(Path(sys.argv[2]).read_text())
    json.dump({call["name"]: make(client, call) for call in calls}, sys.stdout)
