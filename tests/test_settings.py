"""Settings: each from its variable, checked at start, and in the manual."""

import re
import sys
from ipaddress import ip_network
from typing import Any

import pytest

from service.settings import SETTINGS, BadSetting, Config
from tests.support.paths import ROOT
from tests.support.programs import run

DEFAULTS = Config()


GOOD: list[tuple[str, str, str, Any]] = [
    ("HOST", "::1", "host", "::1"),
    ("HOST", "nim.internal", "host", "nim.internal"),
    ("PORT", "0", "port", 0),
    ("WEB_CONCURRENCY", "16", "workers", 16),
    ("NIM_MAX_PILES", "5", "max_piles", 5),
    ("NIM_MAX_POSITIONS", "7", "max_positions", 7),
    ("NIM_MAX_BODY_BYTES", "2048", "max_body_bytes", 2048),
    ("NIM_REQUEST_TIMEOUT", "0.5", "request_timeout", 0.5),
    ("NIM_DRAIN_SECONDS", "0", "drain_seconds", 0.0),
    ("NIM_CORS_ORIGINS", "*", "cors_origins", ("*",)),
    ("NIM_CORS_ORIGINS", "", "cors_origins", ()),
    ("NIM_CORS_ORIGINS", "https://a.example http://b:1", "cors_origins",
     ("https://a.example", "http://b:1")),
    ("NIM_LOG_LEVEL", "warning", "log_level", "WARNING"),
    ("NIM_ACCESS_LOG", "on", "access_log", True),
    ("NIM_ACCESS_LOG", "off", "access_log", False),
    ("NIM_ACCESS_LOG", "errors", "access_log", "errors"),
    ("NIM_LOG_PROBES", "off", "log_probes", False),
    ("NIM_TRUSTED_PROXIES", "10.0.0.0/8 ::1", "trusted_proxies",
     (ip_network("10.0.0.0/8"), ip_network("::1"))),
    ("NIM_METRICS", "on", "metrics", True),
    ("NIM_METRICS", "off", "metrics", False),
    ("NIM_METRICS_PORT", "8001", "metrics_port", 8001),
    ("NIM_PAGES", "off", "pages", False),
    ("NIM_EMBED_ORIGINS", "", "embed_origins", ()),
    ("NIM_REVISION", "4f5d2c8-dirty", "revision", "4f5d2c8-dirty"),
]  # fmt: skip


@pytest.mark.parametrize(("variable", "text", "name", "value"), GOOD)
def test_a_variable_sets_its_setting_alone(variable: str, text: str, name: str, value: Any) -> None:
    config = Config.from_environment({variable: text})
    changed = {
        key: value
        for (key, value), default in zip(config._asdict().items(), DEFAULTS, strict=True)
        if value != default
    }
    assert changed == ({} if value == getattr(DEFAULTS, name) else {name: value})


BAD = [
    ("HOST", ""),
    ("HOST", "a b"),
    ("HOST", "127.0.0.1:80"),
    ("HOST", ".."),
    ("HOST", "-"),
    ("HOST", "::1x"),
    ("HOST", "fe80::1%eth0"),
    ("PORT", "65536"),
    ("PORT", "-1"),
    ("PORT", "http"),
    ("PORT", "٣"),
    ("PORT", ""),
    ("WEB_CONCURRENCY", "0"),
    ("WEB_CONCURRENCY", "2.5"),
    ("NIM_MAX_PILES", "0"),
    ("NIM_MAX_PILES", "9" * 5000),
    ("NIM_MAX_POSITIONS", "many"),
    ("NIM_MAX_BODY_BYTES", "1"),
    ("NIM_REQUEST_TIMEOUT", "0"),
    ("NIM_REQUEST_TIMEOUT", "nan"),
    ("NIM_REQUEST_TIMEOUT", "5_0"),
    ("NIM_REQUEST_TIMEOUT", " 5"),
    ("NIM_REQUEST_TIMEOUT", "٥"),
    ("NIM_REQUEST_TIMEOUT", "inf"),
    ("NIM_DRAIN_SECONDS", "-1"),
    ("NIM_CORS_ORIGINS", "example.org"),
    ("NIM_CORS_ORIGINS", "https://a.example/path"),
    ("NIM_CORS_ORIGINS", "https://A.example"),
    ("NIM_CORS_ORIGINS", "https://a.example:443"),
    ("NIM_CORS_ORIGINS", "* https://a.example"),
    ("NIM_LOG_LEVEL", "INFO"),
    ("NIM_ACCESS_LOG", "yes"),
    ("NIM_REVISION", "a b"),
    ("NIM_REVISION", "a" * 65),
    ("NIM_LOG_PROBES", "yes"),
    ("NIM_TRUSTED_PROXIES", "proxy"),
    ("NIM_TRUSTED_PROXIES", "10.0.0.1/8"),
    ("NIM_METRICS", "true"),
    ("NIM_METRICS_PORT", "65536"),
    ("NIM_PAGES", "0"),
    ("NIM_EMBED_ORIGINS", "example.org"),
]


@pytest.mark.parametrize(("variable", "text"), BAD)
def test_a_bad_value_is_refused_by_name(variable: str, text: str) -> None:
    with pytest.raises(BadSetting) as caught:
        Config.from_environment({variable: text})
    message = str(caught.value)
    assert message.startswith(f"{variable} is {text[:60]!r}, but must be ")
    assert len(message) < 250


def test_each_setting_is_tried_with_a_good_and_a_bad_value() -> None:
    variables = {setting.name for setting in SETTINGS.values()}
    assert {variable for variable, *_ in GOOD} == variables
    assert {variable for variable, _ in BAD} == variables


def test_a_bad_value_stops_the_start_with_its_message() -> None:
    result = run(
        [sys.executable, "-m", "service"], environment={"NIM_MAX_PILES": "lots", "PORT": "0"}
    )
    assert (result.returncode, result.stderr) == (
        1,
        "nim: NIM_MAX_PILES is 'lots', but must be an integer from 1 to 1,000,000\n",
    )


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("NIM_MAX_PILE", "NIM_MAX_PILES"),
        ("NIM_LOGLEVEL", "NIM_LOG_LEVEL"),
        ("NIM_PORT", "PORT"),
        ("NIM_METRIC_PORT", "NIM_METRICS_PORT"),
        ("NIM_max_piles", "NIM_MAX_PILES"),
        ("NIM_REQUEST_TIMEOUT_SECONDS", "NIM_REQUEST_TIMEOUT"),
    ],
)
def test_a_mistyped_name_is_refused_with_the_nearest_one(name: str, nearest: str) -> None:
    with pytest.raises(BadSetting) as caught:
        Config.from_environment({name: "1"})
    assert str(caught.value) == f"{name} is not a setting; the nearest is {nearest}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NIM_SERVICE_HOST", "10.0.0.1"),
        ("NIM_SERVICE_PORT_HTTP", "80"),
        ("NIM_PORT", "tcp://10.0.0.1:80"),
        ("NIM_PORT_80_TCP_ADDR", "10.0.0.1"),
        ("NIMBUS", "2000"),
    ],
)
def test_what_the_platform_sets_for_a_service_called_nim_is_no_mistake(
    name: str, value: str
) -> None:
    assert Config.from_environment({name: value}) == DEFAULTS


def test_the_metrics_need_another_port_than_the_service() -> None:
    with pytest.raises(BadSetting, match="NIM_METRICS_PORT is 9000, but must differ from PORT"):
        Config.from_environment({"PORT": "9000", "NIM_METRICS_PORT": "9000"})


def shown(value: Any) -> str:
    """A default as the manual shows it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return " ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


def test_the_manual_lists_every_setting() -> None:
    """Each has its default, its meaning and what is allowed."""
    manual = (ROOT / "docs" / "operations.md").read_text()
    rows = re.findall(r"^\| `([A-Z_]+)` \| `([^`]*)` \| (.*) \| (.*) \|$", manual, re.MULTILINE)
    assert rows == [
        (setting.name, shown(getattr(Config(), key)), setting.meaning, setting.allowed)
        for key, setting in SETTINGS.items()
    ]
