"""The command `nim-move-service`, or `python -m` with the name of this package: serves."""

import gc
import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).parent

OTHERS = """\
All other options are those of gunicorn (see gunicorn --help), for example:

  nim-move-service --port 8080 --workers 4
  nim-move-service --certfile cert.pem --keyfile key.pem

Settings are environment variables, checked at startup. Defaults are in brackets:

"""


def main() -> None:
    """Run gunicorn with the configuration of the service; most arguments are those of gunicorn."""
    if {"-h", "--help", "-v", "--version"} & {*sys.argv[1:]}:
        parser().parse_known_args()
        return
    if sys.argv[1:]:
        given, sys.argv[1:] = parser().parse_known_args()
        os.environ |= {name: value for name, value in vars(given).items() if value is not None}

    # Everything loaded stays, so a search for garbage would take time and find none. The hook
    # before the first fork enables it again.
    gc.disable()

    # Before gunicorn is imported, which reads WEB_CONCURRENCY and would end with a traceback.
    from .settings import BadSetting, Config  # noqa: PLC0415

    try:
        Config.from_environment(os.environ).check_host()
    except BadSetting as error:
        sys.exit(f"nim: {error}")
    if not os.environ.get("WEB_CONCURRENCY"):  # an empty value is the default
        os.environ.pop("WEB_CONCURRENCY", None)
    if sys.argv[1:]:
        check_options()
    sys.argv[1:1] = ["--config", f"python:{__package__}.configuration"]
    serve()


def serve() -> None:
    """Run gunicorn with the arguments of the command line."""
    from gunicorn.app.wsgiapp import WSGIApplication  # noqa: PLC0415

    class Application(WSGIApplication):  # type: ignore[misc]  # gunicorn has no types
        def reload(self) -> None:
            """Read nothing again: at a HUP, no file and no directory of the start need exist."""

    Application().run()


def check_options() -> None:
    """End with a sentence if an argument is no option of gunicorn's."""
    from gunicorn.config import Config as Options  # noqa: PLC0415

    options = Options().parser()
    options.error = refuse
    words = options.parse_args().args
    if words and ":" not in words[0]:  # not an application, such as attached:app
        refuse(
            f"{words[0]!r} is not an option. To serve on port 8080: nim-move-service --port 8080"
        )


def refuse(mistake: str) -> NoReturn:
    """End with a sentence, without argparse's usage of seventy lines."""
    sys.exit(f"nim: {mistake}. All options: nim-move-service --help")


def parser() -> ArgumentParser:
    """The parser of the service's own options."""
    from importlib.metadata import version  # noqa: PLC0415

    from . import __version__  # noqa: PLC0415
    from .settings import SETTINGS, Config  # noqa: PLC0415

    defaults = Config()
    lines = [
        f"  {setting.name:<21}{setting.meaning} [{shown(getattr(defaults, key))}]\n"
        for key, setting in SETTINGS.items()
    ]
    found = ArgumentParser(
        "nim-move-service",
        description="Serve the Nim move service over HTTP, by default at http://127.0.0.1:8000.",
        epilog=OTHERS + "".join(lines).replace("`", ""),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    found.error = refuse  # type: ignore[method-assign,assignment]
    versions = f"%(prog)s {__version__} (gunicorn {version('gunicorn')})"
    found.add_argument("-v", "--version", action="version", version=versions)
    for name in ("HOST", "PORT"):
        found.add_argument(
            f"--{name.lower()}", dest=name, metavar=name, help=f"as the variable {name}"
        )
    return found


def shown(value: object) -> str:
    """A default, as it is written in the environment.

    >>> shown(("*",)), shown(True), shown(10.0)
    ('*', 'on', '10')
    """
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:g}"
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


if __name__ == "__main__":
    if __package__:
        main()
    else:  # started by its path, as a second master is (USR2): without the package around it
        sys.path[0] = str(HERE.parent)
        import_module(f"{HERE.name}.__main__").main()
