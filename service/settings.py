"""Settings, each from one environment variable and checked at start.

The manual's table of settings, in docs/operations.md, is compared with this module by a test.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Any, Literal, NamedTuple, Self

from service.limits import MAX_QUOTED

PREFIX = "NIM_"
"""What the names of the service's own environment variables begin with."""

# What Kubernetes and container links add for a service that is called "nim".
_NOT_SETTINGS = re.compile(
    r"NIM_(SERVICE_(HOST|PORT.*)=|PORT=tcp://|PORT_.*=|NAME=|ENV_.*=).*", re.DOTALL
)
_HOST_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?")
# No browser sends capital letters, or the port that is usual for the scheme.
_ORIGIN = re.compile(r"(?!http:.*:80$|https:.*:443$)https?://[^/*?#@,A-Z]+")


class BadSetting(ValueError):
    """An environment variable has a value that is not allowed, or isn't a setting."""


class Kind(NamedTuple):
    """What a setting may be."""

    parse: Callable[[str], Any]
    """What reads its text; LookupError or ValueError where it is not allowed."""

    allowed: str
    """What is allowed, in words."""


def _integer(low: int, high: int) -> Kind:
    def parse(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high:
            return int(text)
        raise ValueError

    return Kind(parse, f"an integer from {low:,} to {high:,}")


def _number(low: float, high: float) -> Kind:
    def parse(text: str) -> float:
        if re.fullmatch(r"[0-9]*\.?[0-9]+", text) and low <= float(text) <= high:
            return float(text)
        raise ValueError

    return Kind(parse, f"a number from {low:g} to {high:g}")


def _choice(values: Mapping[str, Any]) -> Kind:
    return Kind(values.__getitem__, " or ".join(f"`{value}`" for value in values))


def _host(text: str) -> str:
    if not _HOST_NAME.fullmatch(text.lower()) and IPv6Address(text).scope_id:
        raise ValueError  # as IPv6Address does for what is no address
    return text


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(text.split())
    if origins != ("*",) and not (text.isascii() and all(map(_ORIGIN.fullmatch, origins))):
        raise ValueError
    return origins


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(map(ip_network, text.split()))


def _revision(text: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z._-]{0,64}", text):
        raise ValueError
    return text


_SWITCH = _choice({"on": True, "off": False})
_ORIGINS = Kind(
    _origins,
    "`*`, or origins as browsers send them, such as `https://example.org`, with spaces between, "
    "or nothing",
)


def _setting(variable: str, default: Any, kind: Kind, meaning: str) -> Any:
    metadata = {"variable": variable, **kind._asdict(), "meaning": meaning}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one process; the attributes' meanings stand beside them."""

    host: str = _setting(
        "HOST", "127.0.0.1", Kind(_host, "a host name or address"), "address to listen on"
    )
    port: int = _setting("PORT", 8000, _integer(0, 65535), "port to listen on")
    workers: int = _setting(
        "WEB_CONCURRENCY", 2, _integer(1, 512), "worker processes; one per core is best"
    )
    max_piles: int = _setting(
        "NIM_MAX_PILES", 10_000, _integer(1, 1_000_000), "piles in a position"
    )
    max_positions: int = _setting(
        "NIM_MAX_POSITIONS", 10_000, _integer(1, 1_000_000), "positions in a batch"
    )
    max_body_bytes: int = _setting(
        "NIM_MAX_BODY_BYTES", 2**20, _integer(1_024, 2**30), "bytes in a request body"
    )
    request_timeout: float = _setting(
        "NIM_REQUEST_TIMEOUT",
        10.0,
        _number(0.1, 3600),
        "seconds that a client has to send a request",
    )
    drain_seconds: float = _setting(
        "NIM_DRAIN_SECONDS",
        2.0,
        _number(0, 300),
        "seconds that the service goes on listening after SIGTERM, while `/readyz` says 503",
    )
    cors_origins: tuple[str, ...] = _setting(
        "NIM_CORS_ORIGINS", ("*",), _ORIGINS, "origins whose pages may read the answers"
    )
    log_level: str = _setting(
        "NIM_LOG_LEVEL",
        "INFO",
        _choice({level.lower(): level for level in ("DEBUG", "INFO", "WARNING", "ERROR")}),
        "least severe level that is logged",
    )
    access_log: bool | Literal["errors"] = _setting(
        "NIM_ACCESS_LOG",
        True,
        _choice({"on": True, "errors": "errors", "off": False}),
        "one JSON line on stdout for each request, or only for those that end in 4xx or 5xx",
    )
    log_probes: bool = _setting(
        "NIM_LOG_PROBES", True, _SWITCH, "log health checks and scrapes too"
    )
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = _setting(
        "NIM_TRUSTED_PROXIES",
        (),
        Kind(
            _networks, "addresses or networks such as `10.0.0.0/8` with spaces between, or nothing"
        ),
        "proxies whose `X-Forwarded-For` names the client in the log",
    )
    metrics: bool = _setting("NIM_METRICS", True, _SWITCH, "measure, and answer `/metrics`")
    metrics_port: int = _setting(
        "NIM_METRICS_PORT",
        0,
        _integer(0, 65535),
        "port on which `/metrics` is answered, and nothing else; 0: on `PORT`",
    )
    pages: bool = _setting("NIM_PAGES", True, _SWITCH, "the pages, `/docs` among them")
    embed_origins: tuple[str, ...] = _setting(
        "NIM_EMBED_ORIGINS", ("*",), _ORIGINS, "origins whose pages may show `/embed` in a frame"
    )
    revision: str = _setting(
        "NIM_REVISION",
        "",
        Kind(_revision, "up to 64 letters, digits, `.`, `_` and `-`; the image has it set"),
        "commit that runs, for `/readyz` and `nim_build_info`",
    )

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
        known = {setting.metadata["variable"]: setting for setting in fields(cls)}
        values = {}
        for name, text in environment.items():
            if setting := known.get(name):
                values[setting.name] = _read(name, text, setting.metadata)
            elif name.startswith(PREFIX) and not _NOT_SETTINGS.fullmatch(f"{name}={text}"):
                from difflib import get_close_matches  # noqa: PLC0415  # not at every start

                (nearest,) = get_close_matches(name, known, n=1, cutoff=0)
                shown = name[:MAX_QUOTED]
                raise BadSetting(f"{shown} is not a setting; the nearest is {nearest}")
        config = cls(**values)
        if config.metrics_port and config.metrics_port == config.port:
            raise BadSetting(f"NIM_METRICS_PORT is {config.port}, but must differ from PORT")
        return config


def _read(variable: str, text: str, metadata: Mapping[str, Any]) -> Any:
    try:
        return metadata["parse"](text)
    except (LookupError, ValueError):
        quoted, allowed = repr(text[:MAX_QUOTED]), metadata["allowed"]
        raise BadSetting(f"{variable} is {quoted}, but must be {allowed}") from None
