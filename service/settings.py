"""Settings, read from environment variables or from `app.config`, and checked at startup.

`Config` declares them all: type, default, variable, allowed values and meaning. A test compares the
table in docs/operations.md with it.
"""

import logging
import re
import socket
from collections.abc import Callable, Container, Mapping
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeVar

from service.limits import MAX_QUOTED

log = logging.getLogger("nim")

T = TypeVar("T")

PREFIX = "NIM_"
"""The prefix of the service's own environment variables."""

NEAR = 2
"""Letters that may differ where an unknown name is taken for a mistyped one."""

MAX_NAMED = 10
"""Unknown variables that the warning lists."""

# Patterns, which are only compiled where there is something to look at.
# What Kubernetes adds for each service of the namespace whose name begins with "nim", and what
# container links add for a container that is called "nim". One of them has a setting's name
# (NIM_METRICS_PORT, of a service called "nim-metrics"), so the value is looked at, too.
_NOT_SETTINGS = (
    r"(?s:NIM_(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)=.*"
    r"|PORT=(tcp|udp|sctp)://.*|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?=.*)"
    r"|NIM_(NAME=/|ENV_\w+=).*)"
)
_HOST_NAME = r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?"
# No browser sends capital letters, or the port that is usual for the scheme.
_ORIGIN = r"(?!http:.*:80$|https:.*:443$)https?://[^/*?#@,A-Z]+"


class BadSetting(ValueError):
    """A setting has a value that is not allowed, or an environment variable a mistyped name."""


class Setting(NamedTuple):
    """The variable of a setting: its name, its parser, its allowed values and its meaning."""

    name: str
    parse: Callable[[str], object]
    """The value for a text; raises LookupError or ValueError where that is not allowed."""

    allowed: str
    meaning: str

    @property
    def key(self) -> str:
        """Its key in the `config` of an application."""
        return self.name.removeprefix(PREFIX)


def _integer(low: int, high: int) -> tuple[Callable[[str], int], str]:
    def parse(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high:
            return int(text)
        raise ValueError

    return parse, f"an integer from {low:,} to {high:,}"


def _number(low: float, high: float) -> tuple[Callable[[str], float], str]:
    def parse(text: str) -> float:
        if re.fullmatch(r"[0-9]*\.?[0-9]+", text) and low <= float(text) <= high:
            return float(text)
        raise ValueError

    return parse, f"a number from {low:g} to {high:g}"


def _choice(
    values: Mapping[str, T], synonyms: Mapping[str, str] | None = None
) -> tuple[Callable[[str], T], str]:
    """One of a few words in any case; synonyms are accepted, but not documented."""

    def parse(text: str) -> T:
        word = text.lower()
        return values[(synonyms or {}).get(word, word)]

    return parse, " or ".join(f"`{value}`" for value in values)


_ON_OR_OFF = {"true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"}
"""The words that operators may write for `on` and `off`."""


def _host(text: str) -> str:
    if not re.fullmatch(_HOST_NAME, text.lower()) and IPv6Address(text).scope_id:
        raise ValueError  # as IPv6Address does for what is no address
    return text


def _origins(text: str) -> tuple[str, ...]:
    if text in {"*", "none"}:
        return ("*",) if text == "*" else ()
    origins = tuple(text.split())
    if not (text.isascii() and all(re.fullmatch(_ORIGIN, origin) for origin in origins)):
        raise ValueError
    return origins


_ORIGINS_IN_WORDS = (
    "`*`, or `none`, or origins as browsers send them, such as `https://example.org`, with spaces "
    "between"
)


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(map(ip_network, text.split()))


def _revision(text: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z._-]{1,64}", text):
        raise ValueError
    return text


_SWITCH = _choice({"on": True, "off": False}, _ON_OR_OFF)
_ORIGINS = _origins, _ORIGINS_IN_WORDS
_LEVELS = {level.lower(): level for level in ("DEBUG", "INFO", "WARNING", "ERROR")}


class Config(NamedTuple):
    """The settings of one process, with their defaults."""

    host: Annotated[
        str, Setting("HOST", _host, "a host name or address", "address to listen on")
    ] = "127.0.0.1"
    port: Annotated[int, Setting("PORT", *_integer(0, 65535), "port to listen on")] = 8000
    workers: Annotated[
        int,
        Setting("WEB_CONCURRENCY", *_integer(1, 512), "worker processes; one per core is best"),
    ] = 2
    max_piles: Annotated[
        int, Setting("NIM_MAX_PILES", *_integer(1, 1_000_000), "most piles in a position")
    ] = 10_000
    max_positions: Annotated[
        int, Setting("NIM_MAX_POSITIONS", *_integer(1, 1_000_000), "most positions in a batch")
    ] = 10_000
    max_body_bytes: Annotated[
        int, Setting("NIM_MAX_BODY_BYTES", *_integer(1_024, 2**30), "most bytes in a request body")
    ] = 2**20
    request_timeout: Annotated[
        float,
        Setting(
            "NIM_REQUEST_TIMEOUT",
            *_number(0.1, 3600),
            "seconds that a client has to send its whole request",
        ),
    ] = 10.0
    drain_seconds: Annotated[
        float,
        Setting(
            "NIM_DRAIN_SECONDS",
            *_number(0, 300),
            "seconds to keep serving after SIGTERM, while `/readyz` returns 503",
        ),
    ] = 2.0
    cors_origins: Annotated[
        tuple[str, ...],
        Setting("NIM_CORS_ORIGINS", *_ORIGINS, "origins whose pages may read the responses"),
    ] = ("*",)
    log_level: Annotated[
        str, Setting("NIM_LOG_LEVEL", *_choice(_LEVELS), "least severe level that is logged")
    ] = "INFO"
    access_log: Annotated[
        bool | Literal["errors"],
        Setting(
            "NIM_ACCESS_LOG",
            *_choice({"on": True, "errors": "errors", "off": False}, _ON_OR_OFF),
            "log each request as a JSON line on stdout, or only those with a 4xx or 5xx response",
        ),
    ] = True
    log_probes: Annotated[
        bool, Setting("NIM_LOG_PROBES", *_SWITCH, "log health checks and scrapes too")
    ] = True
    trusted_proxies: Annotated[
        tuple[IPv4Network | IPv6Network, ...],
        Setting(
            "NIM_TRUSTED_PROXIES",
            _networks,
            "addresses or networks such as `10.0.0.0/8` with spaces between, or nothing",
            "proxies whose `X-Forwarded-For` is trusted to name the client in the log",
        ),
    ] = ()
    metrics: Annotated[bool, Setting("NIM_METRICS", *_SWITCH, "serve `/metrics`")] = True
    metrics_port: Annotated[
        int,
        Setting(
            "NIM_METRICS_PORT",
            *_integer(0, 65535),
            "port that serves `/metrics` and nothing else; with 0, `PORT` serves it",
        ),
    ] = 0
    pages: Annotated[bool, Setting("NIM_PAGES", *_SWITCH, "serve the pages, including `/docs`")] = (
        True
    )
    embed_origins: Annotated[
        tuple[str, ...],
        Setting("NIM_EMBED_ORIGINS", *_ORIGINS, "origins whose pages may show `/embed` in a frame"),
    ] = ("*",)
    revision: Annotated[
        str,
        Setting(
            "NIM_REVISION",
            _revision,
            "up to 64 letters, digits, `.`, `_` and `-`",
            "commit that runs, shown by `/readyz` and `nim_build_info`; an image has its own",
        ),
    ] = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        """Read the settings; a bad value raises BadSetting, which names what is allowed.

        >>> Config.from_environment({"PORT": "9000"}).port
        9000
        >>> Config.from_environment({"PORT": "http"})
        Traceback (most recent call last):
        ...
        service.settings.BadSetting: PORT is 'http', but must be an integer from 0 to 65,535

        So does a name that is nearly a setting's. An empty value is the default.

        >>> Config.from_environment({"NIM_MAX_PILE": "5"})
        Traceback (most recent call last):
        ...
        service.settings.BadSetting: NIM_MAX_PILE is not a setting; the nearest is NIM_MAX_PILES
        """
        values = {
            key: _read(setting, setting.name, text)
            for key, setting in SETTINGS.items()
            if (text := environment.get(setting.name)) and not _is_link(setting.name, text)
        }
        for name in unknown(environment):
            if near := _nearest(name):
                raise BadSetting(f"{name[:MAX_QUOTED]} is not a setting; the nearest is {near}")
        return cls._of(values, PREFIX)

    @classmethod
    def from_config(cls, config: Mapping[str, object], only: Container[str] | None = None) -> Self:
        """Read the settings from an application's `config`, or only those of these names.

        Each is checked as its variable is, a text as well as a value of the setting's type. What
        is None, an empty text or not there has its default.

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
            if (only is None or key in only) and config.get(setting.key, "") not in (None, "")
        }
        return cls._of(values, "")

    def to_config(self) -> dict[str, object]:
        """The settings by their keys in an application's `config`."""
        return {setting.key: getattr(self, key) for key, setting in SETTINGS.items()}

    @classmethod
    def _of(cls, values: Mapping[str, Any], prefix: str) -> Self:
        config = cls(**{"revision": _built_from(), **values})
        if config.metrics_port and config.metrics_port == config.port:
            raise BadSetting(f"{prefix}METRICS_PORT is {config.port}, but must differ from PORT")
        return config

    def check_host(self) -> None:
        """Raise BadSetting where the host's name has no address, of the kind that is bound."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        try:
            socket.getaddrinfo(self.host, self.port, family, flags=socket.AI_PASSIVE)
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadSetting(f"HOST is {self.host!r}, which has no address: {reason}") from None


SETTINGS: Mapping[str, Setting] = {
    key: annotated.__metadata__[0] for key, annotated in Config.__annotations__.items()
}
"""Each setting by its name in Config."""


def unknown(environment: Mapping[str, str]) -> list[str]:
    """The variables with the prefix of settings that are neither settings nor set by a platform."""
    known = {setting.name for setting in SETTINGS.values()}
    return [
        name
        for name, text in environment.items()
        if name.startswith(PREFIX) and name not in known and not _is_link(name, text)
    ]


def warn_of_unknown(environment: Mapping[str, str]) -> None:
    """Log which variables have no effect, such as a newer version's settings after a rollback."""
    if names := unknown(environment):
        shown = [name[:MAX_QUOTED] for name in names[:MAX_NAMED]]
        more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
        log.warning("not settings of this version, ignored: %s%s", ", ".join(shown), more)


def _is_link(name: str, text: str) -> bool:
    """Whether Kubernetes or a container engine has added a variable, as it does for services."""
    return name.startswith(PREFIX) and bool(re.fullmatch(_NOT_SETTINGS, f"{name}={text}"))


def _built_from() -> str:
    """The commit that the image was built from, in a file that the Dockerfile writes."""
    try:
        return _revision(Path(__file__).with_name("revision").read_text().strip())
    except (OSError, ValueError):
        return ""


def _read(setting: Setting, name: str, value: object) -> object:
    """The setting's value for a text, or for a typed value; BadSetting where it is not allowed."""
    text = " ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
    try:
        return setting.parse(text)
    except (LookupError, ValueError):
        quoted = repr(value[:MAX_QUOTED]) if isinstance(value, str) else repr(value)[:MAX_QUOTED]
        message = f"{name} is {quoted}, but must be {setting.allowed}"
        raise BadSetting(message) from None


def _nearest(name: str) -> str | None:
    """The setting whose name is nearest to this one, in any case; None if none is near."""
    # PORT may be meant by NIM_PORT, so each name is compared as it is with the prefix.
    for edits in range(NEAR + 1):
        for setting in SETTINGS.values():
            if _is_near(name.upper(), PREFIX + setting.key, edits):
                return setting.name
    return None


def _is_near(one: str, other: str, edits: int) -> bool:
    """Whether so many letters inserted, left out, changed or swapped make one word of the other.

    >>> _is_near("PORT", "PROT", 1), _is_near("PILE", "PILES", 1), _is_near("PORT", "PILES", 2)
    (True, True, False)
    """
    if one[:1] == other[:1]:
        return not one or _is_near(one[1:], other[1:], edits)
    return edits > 0 and (
        _is_near(one[1:], other, edits - 1)
        or _is_near(one, other[1:], edits - 1)
        or _is_near(one[1:], other[1:], edits - 1)
        or (one[:2] == other[1::-1] and _is_near(one[2:], other[2:], edits - 1))
    )
