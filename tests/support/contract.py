"""The contract, openapi.yaml, as data."""

from typing import Any

import yaml

from tests.support.paths import ROOT

SPEC: dict[str, Any] = yaml.safe_load((ROOT / "openapi.yaml").read_text())
