"""Files in YAML, of which every process that tests reads some when it collects them."""

from pathlib import Path
from typing import Any

import yaml

# The one in C, where there is one: it takes a tenth of the time.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(file: Path) -> Any:
    """What is in a file."""
    return yaml.load(file.read_text(), LOADER)  # noqa: S506  # both are safe
