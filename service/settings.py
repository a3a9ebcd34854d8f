"""Settings, each from one environment variable and checked at start.

The manual's table of settings, in docs/operations.md, is compared with this module by a test.
"""

import re
from collections.abc import Callable, Mapping
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Any, Literal, NamedTuple, Self

from service.limits import MAX_QUOTED

PREFIX = "NIM_"
"""What the names of the service's own environment variables begin with."""

# Patterns, which are only compiled where there is something to look at.
# What Kubernetes and container links add for a service that is called "nim".
_NOT_SETTINGS = r"(?s:NIM_(SERVICE_(HOST|PORT.*)=|PORT=tcp://|PORT_.*=|NAME=|ENV_.*=).*)"
_HOST_NAME = r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?"
# No browser sends capital letters, or the port that is usual for the scheme.
_ORIGIN = r"(?!http:.*:80$|https:.*:443$)https?://[^/*?#@,A-Z]+"


class BadSetting(ValueError):
    """An environment variable has a value that is not allowed, or isn't a setting."""


Kind = tuple[Callable[[str], Any], str]
"""What reads the text of a setting, LookupError or ValueError where it is not allowed; and what is
allowed, in words."""


def _integer(low: int, high: int) -> Kind:
    def parse(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high:
            return int(text)
        raise ValueError

    return parse, f"an integer from {low:,} to {high:,}"


def _number(low: float, high: float) -> Kind:
    def parse(text: str) -> float:
        if re.fullmatch(r"[0-9]*\.?[0-9]+", text) and low <= float(text) <= high:
            return float(text)
        raise ValueError

    return parse, f"a number from {low:g} to {high:g}"


def _choice(values: Mapping[str, Any]) -> Kind:
    return values.__getitem__, " or ".join(f"`{value}`" for value in values)


def _host(text: str) -> str:
    if not re.fullmatch(_HOST_NAME, text.lower()) and IPv6Address(text).scope_id:
        raise ValueError  # as IPv6Address does for what is no address
    return text


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(text.split())
    if origins == ("*",):
        return origins
    if not (text.isascii() and all(re.fullmatch(_ORIGIN, origin) for origin in origins)):
        raise ValueError
    return origins


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(map(ip_network, text.split()))


def _revision(text: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z._-]{0,64}", text):
        raise ValueError
    return text


_SWITCH = _choice({"on": True, "off": False})
_ORIGINS_IN_WORDS = (
    "`*`, or origins as browsers send them, such as `https://example.org`, with spaces between, "
    "or nothing"
)
_ORIGINS = _origins, _ORIGINS_IN_WORDS


class Setting(NamedTuple):
    """An environment variable."""

    name: str
    parse: Callable[[str], Any]
    allowed: str
    meaning: str


SETTINGS = {
    "host": Setting("HOST", _host, "a host name or address", "address to listen on"),
    "port": Setting("PORT", *_integer(0, 65535), "port to listen on"),
    "workers": Setting(
        "WEB_CONCURRENCY", *_integer(1, 512), "worker processes; one per core is best"
    ),
    "max_piles": Setting("NIM_MAX_PILES", *_integer(1, 1_000_000), "piles in a position"),
    "max_positions": Setting("NIM_MAX_POSITIONS", *_integer(1, 1_000_000), "positions in a batch"),
    "max_body_bytes": Setting(
        "NIM_MAX_BODY_BYTES", *_integer(1_024, 2**30), "bytes in a request body"
    ),
    "request_timeout": Setting(
        "NIM_REQUEST_TIMEOUT", *_number(0.1, 3600), "seconds that a client has to send a request"
    ),
    "drain_seconds": Setting(
        "NIM_DRAIN_SECONDS",
        *_number(0, 300),
        "seconds that the service goes on listening after SIGTERM, while `/readyz` says 503",
    ),
    "cors_origins": Setting(
        "NIM_CORS_ORIGINS", *_ORIGINS, "origins whose pages may read the answers"
    ),
    "log_level": Setting(
        "NIM_LOG_LEVEL",
        *_choice({level.lower(): level for level in ("DEBUG", "INFO", "WARNING", "ERROR")}),
        "least severe level that is logged",
    ),
    "access_log": Setting(
        "NIM_ACCESS_LOG",
        *_choice({"on": True, "errors": "errors", "off": False}),
        "one JSON line on stdout for each request, or only for those that end in 4xx or 5xx",
    ),
    "log_probes": Setting("NIM_LOG_PROBES", *_SWITCH, "log health checks and scrapes too"),
    "trusted_proxies": Setting(
        "NIM_TRUSTED_PROXIES",
        _networks,
        "addresses or networks such as `10.0.0.0/8` with spaces between, or nothing",
        "proxies whose `X-Forwarded-For` names the client in the log",
    ),
    "metrics": Setting("NIM_METRICS", *_SWITCH, "measure, and answer `/metrics`"),
    "metrics_port": Setting(
        "NIM_METRICS_PORT",
        *_integer(0, 65535),
        "port on which `/metrics` is answered, and nothing else; 0: on `PORT`",
    ),
    "pages": Setting("NIM_PAGES", *_SWITCH, "the pages, `/docs` among them"),
    "embed_origins": Setting(
        "NIM_EMBED_ORIGINS", *_ORIGINS, "origins whose pages may show `/embed` in a frame"
    ),
    "revision": Setting(
        "NIM_REVISION",
        _revision,
        "up to 64 letters, digits, `.`, `_` and `-`; the image has it set",
        "commit that runs, for `/readyz` and `nim_build_info`",
    ),
}
"""What each setting is called, may be and means."""


class Config(NamedTuple):
    """The settings of one process, with what they are by default."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    max_piles: int = 10_000
    max_positions: int = 10_000
    max_body_bytes: int = 2**20
    request_timeout: float = 10.0
    drain_seconds: float = 2.0
    cors_origins: tuple[str, ...] = ("*",)
    log_level: str = "INFO"
    access_log: bool | Literal["errors"] = True
    log_probes: bool = True
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    metrics: bool = True
    metrics_port: int = 0
    pages: bool = True
    embed_origins: tuple[str, ...] = ("*",)
    revision: str = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Read the settings; a bad value raises BadSetting, which names what is allowed.

        >>> Config.from_environment({"PORT": "9000"}).port
        9000
        >>> Config.from_environment({"PORT": "http"})
        Traceback (most recent call last):
        ...
        service.settings.BadSetting: PORT is 'http', but must be an integer from 0 to 65,535

        So does a name that is not a setting's, which names the nearest one that is.

        >>> Config.from_environment({"NIM_MAX_PILE": "5"})
        Traceback (most recent call last):
        ...
        service.settings.BadSetting: NIM_MAX_PILE is not a setting; the nearest is NIM_MAX_PILES
        """
        known = {setting.name: (key, setting) for key, setting in SETTINGS.items()}
        values = {}
        for name, text in environment.items():
            if name in known:
                key, setting = known[name]
                values[key] = _read(setting, text)
            elif name.startswith(PREFIX) and not re.fullmatch(_NOT_SETTINGS, f"{name}={text}"):
                from difflib import get_close_matches  # noqa: PLC0415  # not at every start

                (nearest,) = get_close_matches(name, known, n=1, cutoff=0)
                shown = name[:MAX_QUOTED]
                raise BadSetting(f"{shown} is not a setting; the nearest is {nearest}")
        config = cls(**values)
        if config.metrics_port and config.metrics_port == config.port:
            raise BadSetting(f"NIM_METRICS_PORT is {config.port}, but must differ from PORT")
        return config


def _read(setting: Setting, text: str) -> Any:
    try:
        return setting.parse(text)
    except (LookupError, ValueError):
        quoted = repr(text[:MAX_QUOTED])
        raise BadSetting(f"{setting.name} is {quoted}, but must be {setting.allowed}") from None
