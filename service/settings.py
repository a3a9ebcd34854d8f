"""Settings, read from environment variables or from `app.config`, and checked at startup.

`Config` declares them all: type, default, allowed values and meaning. A test compares the table in
docs/configuration.md with it.
"""

import difflib
import logging
import re
import socket
from collections.abc import Mapping
from enum import IntEnum
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from .limits import MAX_QUOTED

log = logging.getLogger("nim")

PREFIX = "NIM_"
"""The prefix of the service's own environment variables."""

SHARED = {"host": "HOST", "port": "PORT", "workers": "WEB_CONCURRENCY"}
"""Variables that other programs also use."""

NEAR = 0.86
"""The least similarity of an unknown name and the intended one, by difflib's ratio."""

MAX_NAMED = 10
"""Unknown variables that a warning lists."""

_HOST = r"(?i)^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.?)+\Z|^[0-9a-f:]*:[0-9a-f:.]*\Z"
# No browser sends capital letters, or the port that is usual for the scheme.
_ORIGIN = r"(?a)(?!http:.*:80$|https:.*:443$)https?://[^/*?#@,A-Z\s]+"

_WORDS = {
    **dict.fromkeys(("on", "true", "yes", "1"), True),
    **dict.fromkeys(("off", "false", "no", "0"), False),
}


class BadSetting(ValueError):
    """The value of a setting is not allowed, or the name of a variable is mistyped."""


class LogLevel(IntEnum):
    """The levels of `logging` that can be set."""

    DEBUG = logging.DEBUG
    INFO = logging.INFO
    WARNING = logging.WARNING
    ERROR = logging.ERROR


def _meaning(text: str, allowed: str = "", **limits: Any) -> Meta:
    """A setting's meaning, and its allowed values unless the type shows them."""
    return Meta(description=text, extra={"allowed": allowed}, **limits)


UNIX: Final = "unix:"
"""In place of an address: any peer on a Unix socket."""

Origins = tuple[str, ...]
Proxies = tuple[IPv4Network | IPv6Network | Literal["unix:"], ...]

_ORIGINS = (
    "`*`, `none`, or origins as browsers send them, such as `https://example.org`, separated by "
    "spaces"
)
_PATH = Annotated[
    str,
    _meaning(
        "path under which everything is served",
        "a path such as `/games/nim`, or nothing",
        pattern=r"^(/(?!\.{1,2}(/|\Z))[0-9A-Za-z._~-]+)*\Z",
    ),
]
_REVISION = Annotated[
    str,
    _meaning(
        "commit in use, shown by `/readyz` and `nim_build_info`; an image sets its own",
        "up to 64 letters, digits, `.`, `_` and `-`",
        pattern=r"^[0-9A-Za-z._-]{0,64}\Z",
    ),
]


class Config(Struct, frozen=True, kw_only=True):
    """The settings of one process, with their defaults."""

    host: Annotated[
        str, _meaning("address to listen on", "a host name or address", pattern=_HOST)
    ] = "127.0.0.1"
    port: Annotated[int, _meaning("port to listen on", ge=0, le=65535)] = 8000
    workers: Annotated[int, _meaning("worker processes; one per core is best", ge=1, le=512)] = 2
    path_prefix: _PATH = ""
    max_piles: Annotated[int, _meaning("maximum piles in a position", ge=1, le=1_000_000)] = 10_000
    max_positions: Annotated[int, _meaning("maximum positions in a batch", ge=1, le=1_000_000)] = (
        10_000
    )
    max_body_bytes: Annotated[
        int, _meaning("maximum bytes in a request body", ge=1_024, le=2**30)
    ] = 2**20
    request_timeout: Annotated[
        float, _meaning("seconds that a client has to send its whole request", ge=0.1, le=3600)
    ] = 10.0
    drain_seconds: Annotated[
        float,
        _meaning(
            "seconds to keep serving after SIGTERM, while `/readyz` returns 503", ge=0, le=300
        ),
    ] = 2.0
    cors_origins: Annotated[
        Origins, _meaning("origins whose pages may read the responses", _ORIGINS)
    ] = ("*",)
    log_level: Annotated[LogLevel, _meaning("least severe level to log")] = LogLevel.INFO
    access_log: Annotated[
        bool | Literal["errors"],
        _meaning(
            "log each request as a JSON line on stdout, or only those with a 4xx or 5xx response",
            "`on` or `errors` or `off`",
        ),
    ] = True
    log_probes: Annotated[bool, _meaning("log health checks and scrapes too")] = True
    trusted_proxies: Annotated[
        Proxies,
        _meaning(
            "proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted to name the "
            "client and its scheme",
            "addresses or networks such as `10.0.0.0/8`, and `unix:` for a Unix socket, separated "
            "by spaces, or nothing",
        ),
    ] = ()
    metrics: Annotated[bool, _meaning("serve `/metrics`")] = True
    metrics_port: Annotated[
        int,
        _meaning(
            "port that serves `/metrics` and nothing else; with 0, `PORT` serves it", ge=0, le=65535
        ),
    ] = 0
    pages: Annotated[bool, _meaning("serve the pages, including `/docs`")] = True
    embed_origins: Annotated[
        Origins, _meaning("origins whose pages may show `/embed` in a frame", _ORIGINS)
    ] = ("*",)
    revision: _REVISION = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Read the settings. A bad value raises BadSetting, with the allowed values.

        >>> Config.from_environment({"PORT": "9000"}).port
        9000
        >>> Config.from_environment({"PORT": "http"})
        Traceback (most recent call last):
        ...
        service.settings.BadSetting: PORT is 'http', but must be an integer from 0 to 65,535

        A name that is similar to a setting's also raises it. An empty value means the default.

        >>> Config.from_environment({"NIM_MAX_PILE": "5"})
        Traceback (most recent call last):
        ...
        service.settings.BadSetting: Unknown setting NIM_MAX_PILE. Did you mean NIM_MAX_PILES?
        """
        values = {
            key: _read(setting, setting.name, text)
            for key, setting in SETTINGS.items()
            if (text := environment.get(setting.name))
        }
        # NIM_PORT may be meant as PORT, so all names are compared with their prefix.
        known = {PREFIX + setting.key: setting.name for setting in SETTINGS.values()}
        for name in unknown(environment):
            if "://" in environment[name]:
                continue  # Kubernetes adds NIM_PORT for a service of the name nim
            for near in difflib.get_close_matches(name.upper(), known, n=1, cutoff=NEAR):
                raise BadSetting(
                    f"Unknown setting {name[:MAX_QUOTED]}. Did you mean {known[near]}?"
                )
        return cls._of(values, PREFIX)

    @classmethod
    def from_config(cls, config: Mapping[str, object]) -> Self:
        """Read the settings from an application's `config`.

        Each is checked like its variable, as a text or as a value of the setting's type. None, an
        empty text or a missing key means the default.

        >>> Config.from_config({"MAX_PILES": 5, "PAGES": "off", "THEIRS": "any"}).max_piles
        5
        >>> Config.from_config({"MAX_PILES": 0})
        Traceback (most recent call last):
        ...
        service.settings.BadSetting: MAX_PILES is 0, but must be an integer from 1 to 1,000,000
        """
        values = {
            key: _read(setting, setting.key, config[setting.key])
            for key, setting in SETTINGS.items()
            if config.get(setting.key, "") not in (None, "")
        }
        return cls._of(values, "")

    def to_config(self) -> dict[str, object]:
        """The settings by their keys in an application's `config`."""
        return {setting.key: getattr(self, key) for key, setting in SETTINGS.items()}

    @classmethod
    def _of(cls, values: Mapping[str, Any], prefix: str) -> Self:
        config = cls(**values)
        if config.metrics_port and config.metrics_port == config.port:
            raise BadSetting(f"{prefix}METRICS_PORT is {config.port}, but must differ from PORT")
        return config

    def check_host(self) -> None:
        """Raise BadSetting if the host's name has no address of the family that is bound."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        try:
            socket.getaddrinfo(self.host, self.port, family, flags=socket.AI_PASSIVE)
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadSetting(f"HOST is {self.host!r}, which does not resolve: {reason}") from None


class Setting(NamedTuple):
    """A setting: its variable, type, allowed values and meaning."""

    name: str
    type: Any
    allowed: str
    meaning: str

    @property
    def key(self) -> str:
        """Its key in the `config` of an application."""
        return self.name.removeprefix(PREFIX)


def _setting(name: str, annotated: Any) -> Setting:
    kind, meta = get_args(annotated)
    if kind is int:
        allowed = f"an integer from {meta.ge:,} to {meta.le:,}"
    elif kind is float:
        allowed = f"a number from {meta.ge:g} to {meta.le:g}"
    elif kind is bool:
        allowed = "`on` or `off`"
    elif kind is LogLevel:
        allowed = " or ".join(f"`{level.name.lower()}`" for level in LogLevel)
    else:
        allowed = meta.extra["allowed"]
    return Setting(SHARED.get(name, PREFIX + name.upper()), annotated, allowed, meta.description)


SETTINGS: Mapping[str, Setting] = {
    name: _setting(name, annotated)
    for name, annotated in get_type_hints(Config, include_extras=True).items()
}
"""Each setting by its name in Config."""


def _read(setting: Setting, name: str, value: object) -> object:
    """Parse a text or a typed value. Raises BadSetting if it is not allowed."""
    try:
        return _parse(setting.type, value)
    except (LookupError, TypeError, ValueError):
        quoted = repr(value[:MAX_QUOTED]) if isinstance(value, str) else repr(value)[:MAX_QUOTED]
        raise BadSetting(f"{name} is {quoted}, but must be {setting.allowed}") from None


def _parse(annotated: Any, value: Any) -> object:
    kind = get_args(annotated)[0]
    if kind in {Origins, Proxies}:
        items = value.split() if isinstance(value, str) else [*map(str, value)]
        if kind is Origins:
            return _origins(items)
        return tuple(item if item == UNIX else ip_network(item) for item in items)
    if not isinstance(value, str):
        return msgspec.convert(value, annotated)
    if kind is LogLevel:
        return LogLevel[value.upper()]
    if kind not in {int, float, str}:
        value = _WORDS.get(value.lower(), value.lower())
    return msgspec.convert(value, annotated, strict=False)


def _origins(items: list[str]) -> Origins:
    if items in (["*"], ["none"], []):
        return ("*",) if items == ["*"] else ()
    if not all(re.fullmatch(_ORIGIN, item) for item in items):
        raise ValueError
    return (*items,)


def unknown(environment: Mapping[str, str]) -> list[str]:
    """The variables with the settings' prefix that are not settings."""
    known = {setting.name for setting in SETTINGS.values()}
    return [name for name in environment if name.startswith(PREFIX) and name not in known]


def warn_of_unknown(environment: Mapping[str, str]) -> None:
    """Warn of variables without effect, such as a newer version's settings after a rollback."""
    if names := unknown(environment):
        shown = [name[:MAX_QUOTED] for name in names[:MAX_NAMED]]
        more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
        log.warning("ignoring unknown settings: %s%s", ", ".join(shown), more)
