"""The programs in examples/ as modules, for tests that call their functions."""

import importlib.util
import sys
from types import ModuleType

from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


def load(name: str) -> ModuleType:
    """An example, imported anew: its main program does not run."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    if not spec or not spec.loader:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
