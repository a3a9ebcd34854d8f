"""The client that trusted proxies name."""

from ipaddress import ip_network

from service.api.trusted_proxies import MAX_PROXIES, TrustedProxies


def test_no_more_proxies_are_believed_than_there_can_be() -> None:
    proxies = TrustedProxies((ip_network("10.0.0.0/8"),))
    forwarded = ", ".join(["192.0.2.7", "10.0.0.8", *["10.0.0.9"] * (MAX_PROXIES - 1)])
    environ = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": forwarded}
    assert proxies.client(environ) == "10.0.0.8"


def test_an_address_with_a_zone_names_no_client() -> None:
    """A zone is arbitrary text, which a client may have written."""
    proxies = TrustedProxies((ip_network("10.0.0.0/8"),))
    environ = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "fe80::1%eth0"}
    assert proxies.client(environ) == "10.0.0.1"
