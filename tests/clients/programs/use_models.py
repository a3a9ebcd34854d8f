"""Reads responses into the pydantic models that datamodel-code-generator generates.

Arguments: a file with examples of responses, by the name of their model. Writes what the models
hold of each, read and written again, and what Python says of the booleans in them.
"""

import json
import sys
from pathlib import Path
from typing import Any

import models
from pydantic import BaseModel


def main(examples: dict[str, list[Any]]) -> None:
    """Read and write them all."""
    written: dict[str, list[Any]] = {}
    truths: list[tuple[bool, bool]] = []
    for name, responses in examples.items():
        model: type[BaseModel] = getattr(models, name)
        for response in responses:
            read = model.model_validate(response)
            written.setdefault(name, []).append(json.loads(read.model_dump_json(by_alias=True)))
            for key, value in response.items():
                if isinstance(value, bool):
                    truths.append((value, bool(getattr(read, key))))
    json.dump({"written": written, "truths": truths}, sys.stdout)


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text()))
