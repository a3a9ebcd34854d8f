"""The client, and its scheme, that trusted proxies name."""

import re
from ipaddress import ip_network

import pytest

from service.api.trusted_proxies import MAX_PROXIES, TrustedProxies
from service.app import create_app
from service.settings import UNIX, Config
from tests.support.wsgi import call, get

PROXY = "10.0.0.1"


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (None, PROXY),
        ("", PROXY),
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("1.2.3.4, 192.0.2.7", "192.0.2.7"),  # the client invented the left part
        ("192.0.2.7, 10.1.2.3", "192.0.2.7"),
        ("192.0.2.7, ::ffff:10.1.2.3", "192.0.2.7"),
        ("10.9.9.9", "10.9.9.9"),
        ("192.0.2.7, nonsense", PROXY),
        ("fe80::1%eth0", PROXY),  # a zone is arbitrary text, possibly from a client
        (", ".join(["192.0.2.7", "10.0.0.8", *["10.0.0.9"] * (MAX_PROXIES - 1)]), "10.0.0.8"),
    ],
)
def test_a_trusted_proxy_names_the_client(forwarded: str | None, client: str) -> None:
    proxies = TrustedProxies((ip_network("10.0.0.0/8"),))
    environ = {"REMOTE_ADDR": PROXY}
    if forwarded is not None:
        environ["HTTP_X_FORWARDED_FOR"] = forwarded
    assert proxies.client(environ) == client


@pytest.mark.parametrize(
    ("trusted", "forwarded", "client"),
    [
        (UNIX, None, UNIX),
        (UNIX, "192.0.2.7", "192.0.2.7"),
        (UNIX, "1.2.3.4, 192.0.2.7", "192.0.2.7"),
        (UNIX, "192.0.2.7, unix:", UNIX),  # a client can write the word
        ("10.0.0.0/8", "192.0.2.7", UNIX),
        ("10.0.0.0/8", None, UNIX),
        (f"10.0.0.0/8 {UNIX}", "192.0.2.7, 10.0.0.9", "192.0.2.7"),
    ],
)
def test_a_peer_on_a_unix_socket_names_the_client_if_it_is_trusted(
    trusted: str, forwarded: str | None, client: str
) -> None:
    proxies = TrustedProxies(Config.from_config({"TRUSTED_PROXIES": trusted}).trusted_proxies)
    environ = {"REMOTE_ADDR": ""} | ({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {})
    assert proxies.client(environ) == client


def test_a_peer_with_an_address_gets_nothing_from_trust_in_a_unix_socket() -> None:
    environ = {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": "192.0.2.7"}
    assert TrustedProxies((UNIX,)).client(environ) == PROXY


@pytest.mark.parametrize(
    ("peer", "forwarded", "scheme"),
    [
        (PROXY, "https", "https"),
        (PROXY, "HTTPS", "https"),
        ("::ffff:10.0.0.1", "https", "https"),
        ("", "https", "https"),
        ("192.0.2.1", "https", "http"),  # a client claims it
        ("not an address", "https", "http"),
        (PROXY, "http", "http"),
        (PROXY, "https, https,HTTPS", "https"),  # each of three added it
        (PROXY, "https,http", "http"),  # which of them, nobody says
        (PROXY, "http,https", "http"),
        (PROXY, "https,", "http"),
        (PROXY, "javascript,javascript", "http"),
        ("192.0.2.1", "https,https", "http"),
        (PROXY, "javascript", "http"),
        (PROXY, "", "http"),
    ],
)
def test_a_trusted_proxy_names_the_scheme(peer: str, forwarded: str, scheme: str) -> None:
    trusted = Config.from_config({"TRUSTED_PROXIES": "10.0.0.0/8 unix:"}).trusted_proxies
    environ = {"wsgi.url_scheme": "http", "REMOTE_ADDR": peer, "HTTP_X_FORWARDED_PROTO": forwarded}
    assert TrustedProxies(trusted).scheme(environ) == scheme


@pytest.mark.parametrize("through_flask", [False, True])
@pytest.mark.parametrize("trusted", ["192.0.2.0/24", ""])
@pytest.mark.parametrize("path", ["/", "/play/nim/3,4", "/docs", "/sitemap.xml"])
def test_behind_tls_everything_that_names_the_service_says_https(
    path: str, trusted: str, through_flask: bool
) -> None:
    app = create_app(ACCESS_LOG=False, TRUSTED_PROXIES=trusted)
    if through_flask:
        app.before_request(lambda: None)
    headers = {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_HOST": "nim.example"}
    text = call(app, get(path, **headers)).body.decode()
    assert {*re.findall(r"(https?)://nim\.example/", text)} == {"https" if trusted else "http"}
