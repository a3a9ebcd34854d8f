"""Where the files at the top of the project are."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def project_file(name: str) -> Path:
    """A file at the top of the project, which an installed package has among its modules.

    >>> project_file("openapi.yaml").name
    'openapi.yaml'
    """
    packed = PACKAGE / name
    return packed if packed.exists() else PACKAGE.parent / name
