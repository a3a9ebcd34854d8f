"""`nim-move-service`, or `python -m service`: serves as `make run` does."""

import gc
import os
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    """Run gunicorn with the service's own configuration; arguments are gunicorn's."""
    # As gunicorn.conf.py does, but before gunicorn is imported. Another configuration may be given,
    # so that its hooks can't be relied on to switch it on again.
    gc.disable()
    os.register_at_fork(before=gc.enable)
    from gunicorn.app.wsgiapp import run  # noqa: PLC0415

    sys.argv[1:1] = ["--config", str(HERE / "gunicorn.conf.py")]
    run()


if __name__ == "__main__":
    if sys.path[0] == str(HERE):  # it was started by its path, as a second master is (USR2)
        sys.path[0] = str(HERE.parent)  # else http/ would be taken for Python's own http
    main()
