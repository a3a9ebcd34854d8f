"""The client that trusted proxies name."""

from ipaddress import ip_network

import pytest

from service.api.trusted_proxies import MAX_PROXIES, TrustedProxies

PROXY = "10.0.0.1"


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (None, PROXY),
        ("", PROXY),
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("1.2.3.4, 192.0.2.7", "192.0.2.7"),  # the left part is the client's own invention
        ("192.0.2.7, 10.1.2.3", "192.0.2.7"),
        ("192.0.2.7, ::ffff:10.1.2.3", "192.0.2.7"),
        ("10.9.9.9", "10.9.9.9"),
        ("192.0.2.7, nonsense", PROXY),
        ("fe80::1%eth0", PROXY),  # a zone is arbitrary text, which a client may have written
        (", ".join(["192.0.2.7", "10.0.0.8", *["10.0.0.9"] * (MAX_PROXIES - 1)]), "10.0.0.8"),
    ],
)
def test_a_trusted_proxy_names_the_client(forwarded: str | None, client: str) -> None:
    proxies = TrustedProxies((ip_network("10.0.0.0/8"),))
    environ = {"REMOTE_ADDR": PROXY}
    if forwarded is not None:
        environ["HTTP_X_FORWARDED_FOR"] = forwarded
    assert proxies.client(environ) == client
