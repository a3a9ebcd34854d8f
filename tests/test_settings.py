"""Settings: each is read from its variable, checked at start, and in the manual."""

import gc
import re
import signal
import sys
from ipaddress import ip_network
from typing import Any

import msgspec
import pytest

from service.__main__ import main, shown
from service.settings import SETTINGS, BadSetting, Config, LogLevel, warn_of_unknown
from tests.support.paths import ROOT
from tests.support.programs import run
from tests.support.rows import rows
from tests.support.servers import Server
from tests.support.waiting import wait_until

DEFAULTS = Config()


GOOD: list[tuple[str, str, str, Any]] = [
    ("HOST", "::1", "host", "::1"),
    ("HOST", "nim.internal", "host", "nim.internal"),
    ("PORT", "0", "port", 0),
    ("WEB_CONCURRENCY", "16", "workers", 16),
    ("NIM_PATH_PREFIX", "/games/nim", "path_prefix", "/games/nim"),
    ("NIM_MAX_PILES", "5", "max_piles", 5),
    ("NIM_MAX_POSITIONS", "7", "max_positions", 7),
    ("NIM_MAX_BODY_BYTES", "2048", "max_body_bytes", 2048),
    ("NIM_REQUEST_TIMEOUT", "0.5", "request_timeout", 0.5),
    ("NIM_DRAIN_SECONDS", "0", "drain_seconds", 0.0),
    ("NIM_CORS_ORIGINS", "*", "cors_origins", ("*",)),
    ("NIM_CORS_ORIGINS", "none", "cors_origins", ()),
    ("NIM_CORS_ORIGINS", "https://a.example http://b:1", "cors_origins",
     ("https://a.example", "http://b:1")),
    ("NIM_LOG_LEVEL", "warning", "log_level", LogLevel.WARNING),
    ("NIM_LOG_LEVEL", "Error", "log_level", LogLevel.ERROR),
    ("NIM_ACCESS_LOG", "on", "access_log", True),
    ("NIM_ACCESS_LOG", "off", "access_log", False),
    ("NIM_ACCESS_LOG", "errors", "access_log", "errors"),
    ("NIM_ACCESS_LOG", "false", "access_log", False),
    ("NIM_LOG_PROBES", "off", "log_probes", False),
    ("NIM_LOG_PROBES", "0", "log_probes", False),
    ("NIM_LOG_PROBES", "1", "log_probes", True),
    ("NIM_LOG_PROBES", "no", "log_probes", False),
    ("NIM_TRUSTED_PROXIES", "10.0.0.0/8 unix: ::1", "trusted_proxies",
     (ip_network("10.0.0.0/8"), "unix:", ip_network("::1"))),
    ("NIM_METRICS", "on", "metrics", True),
    ("NIM_METRICS", "off", "metrics", False),
    ("NIM_METRICS", "False", "metrics", False),
    ("NIM_METRICS", "TRUE", "metrics", True),
    ("NIM_METRICS_PORT", "8001", "metrics_port", 8001),
    ("NIM_PAGES", "off", "pages", False),
    ("NIM_EMBED_ORIGINS", "none", "embed_origins", ()),
    ("NIM_REVISION", "4f5d2c8-dirty", "revision", "4f5d2c8-dirty"),
]  # fmt: skip


@pytest.mark.parametrize(("variable", "text", "name", "value"), GOOD)
def test_a_variable_sets_its_setting_alone(variable: str, text: str, name: str, value: Any) -> None:
    config = Config.from_environment({variable: text})
    assert config == msgspec.structs.replace(DEFAULTS, **{name: value})
    assert type(getattr(config, name)) is type(value)


BAD = [
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
    ("WEB_CONCURRENCY", "0"),
    ("WEB_CONCURRENCY", "2.5"),
    ("NIM_PATH_PREFIX", "/"),
    ("NIM_PATH_PREFIX", "nim"),
    ("NIM_PATH_PREFIX", "/nim/"),
    ("NIM_PATH_PREFIX", "/games//nim"),
    ("NIM_PATH_PREFIX", "/games/../nim"),
    ("NIM_PATH_PREFIX", "/games/%6eim"),
    ("NIM_PATH_PREFIX", "/nim?x"),
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
    ("NIM_CORS_ORIGINS", "none https://a.example"),
    ("NIM_LOG_LEVEL", "loud"),
    ("NIM_ACCESS_LOG", "error"),
    ("NIM_REVISION", "a b"),
    ("NIM_REVISION", "a" * 65),
    ("NIM_LOG_PROBES", "2"),
    ("NIM_TRUSTED_PROXIES", "proxy"),
    ("NIM_TRUSTED_PROXIES", "10.0.0.1/8"),
    ("NIM_TRUSTED_PROXIES", "unix:/run/nim.sock"),
    ("NIM_METRICS", "enabled"),
    ("NIM_METRICS_PORT", "65536"),
    ("NIM_PAGES", "-1"),
    ("NIM_EMBED_ORIGINS", "example.org"),
]


@pytest.mark.parametrize(("variable", "text"), BAD)
def test_a_bad_value_is_rejected_by_name(variable: str, text: str) -> None:
    with pytest.raises(BadSetting) as caught:
        Config.from_environment({variable: text})
    message = str(caught.value)
    assert message.startswith(f"{variable} is {text[:60]!r}, but must be ")
    assert len(message) < 250


def test_each_setting_is_tried_with_a_good_and_a_bad_value() -> None:
    variables = {setting.name for setting in SETTINGS.values()}
    assert {variable for variable, *_ in GOOD} == variables
    assert {variable for variable, _ in BAD} == variables


@rows("variable", [setting.name for setting in SETTINGS.values()])
def test_an_empty_value_is_the_default(variable: str) -> None:
    assert Config.from_environment({variable: ""}) == DEFAULTS


@pytest.mark.serving
@pytest.mark.long
def test_a_service_starts_with_all_its_variables_empty() -> None:
    started = [sys.executable, "-m", "service"]
    empty = dict.fromkeys((setting.name for setting in SETTINGS.values()), "")
    asked = run([*started, "--check-config"], environment=empty)
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, "", "")


# --- In an application's config -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "given", "value"),
    [
        ("MAX_PILES", 50, 50),
        ("MAX_PILES", "50", 50),
        ("REQUEST_TIMEOUT", 5, 5.0),
        ("PAGES", False, False),
        ("PAGES", "off", False),
        ("ACCESS_LOG", "errors", "errors"),
        ("LOG_LEVEL", "warning", LogLevel.WARNING),
        ("CORS_ORIGINS", ["https://a.example", "http://b"], ("https://a.example", "http://b")),
        ("CORS_ORIGINS", (), ()),
        ("CORS_ORIGINS", "none", ()),
        ("TRUSTED_PROXIES", (ip_network("10.0.0.0/8"),), (ip_network("10.0.0.0/8"),)),
        ("TRUSTED_PROXIES", ["unix:"], ("unix:",)),
        ("MAX_PILES", None, 10_000),
        ("CORS_ORIGINS", "", ("*",)),
    ],
)
def test_a_config_may_have_values_or_texts(key: str, given: Any, value: Any) -> None:
    read = Config.from_config({key: given}).to_config()[key]
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("key", "given", "message"),
    [
        ("MAX_PILES", 0, "MAX_PILES is 0, but must be an integer from 1 to 1,000,000"),
        ("MAX_PILES", True, "MAX_PILES is True, but must be an integer from 1 to 1,000,000"),
        ("MAX_PILES", 5.0, "MAX_PILES is 5.0, but must be an integer from 1 to 1,000,000"),
        ("MAX_PILES", "many", "MAX_PILES is 'many', but must be an integer from 1 to 1,000,000"),
        ("PAGES", 2, "PAGES is 2, but must be `on` or `off`"),
        ("REQUEST_TIMEOUT", float("nan"), "REQUEST_TIMEOUT is nan, but must be a number from"),
        ("CORS_ORIGINS", ["*", "https://a"], r"CORS_ORIGINS is \['\*', 'https://a'\], but must be"),
        ("METRICS_PORT", 8000, "METRICS_PORT is 8000, but must differ from PORT"),
    ],
)
def test_a_value_of_a_config_that_is_not_allowed_is_rejected_by_name(
    key: str, given: Any, message: str
) -> None:
    with pytest.raises(BadSetting, match=f"^{message}"):
        Config.from_config({key: given})


# --- Errors that stop the start ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("PORT", "http", "PORT is 'http', but must be an integer from 0 to 65,535$"),
        ("HOST", "a" * 64, "HOST is 'a+', which does not resolve: .+"),
    ],
)
def test_what_is_not_allowed_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, message: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["nim-move-service"])
    monkeypatch.setattr(gc, "disable", lambda: None)
    monkeypatch.setattr("gunicorn.app.wsgiapp.run", lambda: None)
    monkeypatch.setenv(name, text)
    with pytest.raises(SystemExit, match=f"^nim: {message}"):
        main()


@pytest.mark.serving
def test_a_wrong_number_of_workers_stops_the_start_with_one_line() -> None:
    """gunicorn reads it as soon as it is imported, and would end with a traceback."""
    result = run([sys.executable, "-m", "service"], environment={"WEB_CONCURRENCY": "abc"})
    message = "nim: WEB_CONCURRENCY is 'abc', but must be an integer from 1 to 512\n"
    assert (result.returncode, result.stdout, result.stderr) == (1, "", message)


@pytest.mark.parametrize("host", [64 * "a", "b..example"])
def test_a_host_that_can_be_no_name_is_rejected(host: str) -> None:
    with pytest.raises(BadSetting, match=f"HOST is {host!r}, which does not resolve: .+"):
        Config(host=host).check_host()


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::1", "::", "localhost"])  # noqa: S104
def test_a_host_with_an_address_is_no_mistake(host: str) -> None:
    Config(host=host).check_host()


# --- Names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("NIM_MAX_PILE", "NIM_MAX_PILES"),
        ("NIM_MAX_PIELS", "NIM_MAX_PILES"),
        ("NIM_MAX_PLIESE", "NIM_MAX_PILES"),
        ("NIM_LOGLEVEL", "NIM_LOG_LEVEL"),
        ("NIM_LOGLEVL", "NIM_LOG_LEVEL"),
        ("NIM_PORT", "PORT"),
        ("NIM_PROT", "PORT"),
        ("NIM_WEB_CONCURENCY", "WEB_CONCURRENCY"),
        ("NIM_METRIC_PORT", "NIM_METRICS_PORT"),
        ("NIM_max_piles", "NIM_MAX_PILES"),
    ],
)
def test_a_mistyped_name_is_rejected_with_the_nearest_one(name: str, nearest: str) -> None:
    with pytest.raises(BadSetting) as caught:
        Config.from_environment({name: "1"})
    assert str(caught.value) == f"Unknown setting {name}. Did you mean {nearest}?"


NOT_NEAR = ["NIM_FOO", "NIM_REQUEST_TIMEOUT_SECONDS", "NIM_MAX_HEAPSIZE", "NIM_"]


@pytest.mark.parametrize("name", NOT_NEAR)
def test_a_name_that_is_near_no_other_has_no_effect(name: str) -> None:
    assert Config.from_environment({name: "1"}) == DEFAULTS


def test_names_that_are_near_no_other_are_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    warn_of_unknown({**dict.fromkeys(NOT_NEAR, "1"), "NIM_MAX_PILES": "5", "NIMBUS": "2000"})
    assert caplog.messages == [f"ignoring unknown settings: {', '.join(NOT_NEAR)}"]


def test_the_warning_is_short_however_many_names_there_are(
    caplog: pytest.LogCaptureFixture,
) -> None:
    warn_of_unknown({f"NIM_{number:03}{'x' * 500}": "" for number in range(100)})
    (message,) = caplog.messages
    assert message.endswith(" and 90 more")
    assert len(message) < 800


@pytest.mark.serving
@pytest.mark.long
def test_a_service_with_settings_of_a_newer_version_starts_and_warns_once() -> None:
    with Server(NIM_FOO=1, NIM_BAR=2) as server:
        old = server.workers
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.has_replaced(old))
        warned = [line["message"] for line in server.log if line["level"] == "WARNING"]
        assert warned == ["ignoring unknown settings: NIM_FOO, NIM_BAR"]


LINKS = [
    ("NIM_SERVICE_HOST", "10.0.0.1"),
    ("NIM_SERVICE_PORT_HTTP", "80"),
    ("NIM_PORT", "tcp://10.0.0.1:80"),
    ("NIM_PORT_80_TCP_ADDR", "10.0.0.1"),
    ("NIM_PROXY_SERVICE_HOST", "10.0.0.1"),
    ("NIM_PROXY_SERVICE_PORT", "80"),
    ("NIM_PROXY_SERVICE_PORT_HTTP", "80"),
    ("NIM_CANARY_PORT", "tcp://10.0.0.1:80"),
    ("NIM_CANARY_PORT_80_TCP", "tcp://10.0.0.1:80"),
    ("NIM_CANARY_PORT_80_TCP_PROTO", "tcp"),
    ("NIM_CANARY_PORT_80_TCP_PORT", "80"),
    ("NIM_CANARY_PORT_80_TCP_ADDR", "10.0.0.1"),
    ("NIM_DNS_PORT_53_UDP_ADDR", "10.0.0.1"),
    ("NIM_NAME", "/web/nim"),
    ("NIM_ENV_PATH", "/bin"),
]


@rows(("name", "value"), LINKS)
def test_what_the_platform_sets_for_other_services_is_no_mistake(name: str, value: str) -> None:
    assert Config.from_environment({name: value}) == DEFAULTS


def test_the_metrics_need_another_port_than_the_service() -> None:
    with pytest.raises(BadSetting, match="NIM_METRICS_PORT is 9000, but must differ from PORT"):
        Config.from_environment({"PORT": "9000", "NIM_METRICS_PORT": "9000"})


def test_the_manual_lists_every_setting() -> None:
    """Each has its default, its meaning and its allowed values."""
    manual = (ROOT / "docs" / "configuration.md").read_text()
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\S+) \| (.*) \| (.*) \|$", manual, re.MULTILINE)
    defaults = {key: shown(getattr(Config(), key)) for key in SETTINGS}
    assert rows == [
        (
            setting.name,
            f"`{defaults[key]}`" if defaults[key] else "(empty)",
            setting.meaning,
            setting.allowed,
        )
        for key, setting in SETTINGS.items()
    ]
