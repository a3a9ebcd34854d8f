"""The objects that `kubectl apply --kustomize` would send."""

from pathlib import Path
from typing import Any

import yaml

from tests.support.paths import DEPLOY
from tests.support.programs import run

KUBERNETES = DEPLOY / "kubernetes"

Manifests = dict[str, dict[str, Any]]
Pod = dict[str, Any]


def render(directory: Path) -> str:
    result = run(["kubectl", "kustomize", directory])
    assert result.returncode == 0, result.stderr
    return result.stdout


def rendered(directory: Path) -> Manifests:
    """The objects by kind."""
    return {manifest["kind"]: manifest for manifest in yaml.safe_load_all(render(directory))}
