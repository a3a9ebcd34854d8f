"""YAML files, some of which every test process reads when it collects tests."""

from pathlib import Path
from typing import Any

import yaml

# The C loader, if available, takes a tenth of the time.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(file: Path) -> Any:
    """The content of a file."""
    return yaml.load(file.read_text(), LOADER)  # noqa: S506  # both are safe
