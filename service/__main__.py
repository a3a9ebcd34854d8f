"""`nim-move-service`, or `python -m service`: serves as `make run` does."""

import sys
from pathlib import Path

from gunicorn.app.wsgiapp import run

CONFIGURATION = Path(__file__).parent / "gunicorn.conf.py"


def main() -> None:
    """Run gunicorn with the service's own configuration; arguments are gunicorn's."""
    sys.argv[1:1] = ["--config", str(CONFIGURATION)]
    run()


if __name__ == "__main__":
    main()
