"""What trusted proxies say of a request: its client, and its scheme."""

from functools import lru_cache
from ipaddress import ip_address
from wsgiref.types import WSGIEnvironment

from ..settings import UNIX, Proxies

IPV4_MAPPED = "::ffff:"
"""The prefix of an IPv4 address on a socket for both versions of IP."""

SCHEMES = {"http", "https"}

MAX_PROXIES = 32
"""Addresses that are read from X-Forwarded-For: a client can send any number."""


class TrustedProxies:
    """Finds the address of a client behind trusted proxies, and the scheme that it used."""

    def __init__(self, proxies: Proxies) -> None:
        self._trusts_unix = UNIX in proxies
        self._networks = [network for network in proxies if not isinstance(network, str)]
        self._cached_client = lru_cache(maxsize=128)(self._last_untrusted)

    def client(self, environ: WSGIEnvironment) -> str:
        """The address of the client: behind trusted proxies the one in X-Forwarded-For.

        A peer on a Unix socket has no address; it is UNIX.

        >>> from ipaddress import ip_network
        >>> proxies = TrustedProxies((ip_network("10.0.0.0/8"),))
        >>> forwarded = {"HTTP_X_FORWARDED_FOR": "1.2.3.4, 192.0.2.7, 10.0.0.9"}
        >>> proxies.client({"REMOTE_ADDR": "10.0.0.1", **forwarded})
        '192.0.2.7'
        >>> proxies.client({"REMOTE_ADDR": "192.0.2.1", **forwarded})  # is not trusted
        '192.0.2.1'
        """
        peer: str = environ.get("REMOTE_ADDR", "").removeprefix(IPV4_MAPPED) or UNIX
        is_trusted = self._trusts_unix if peer == UNIX else self._networks
        forwarded = environ.get("HTTP_X_FORWARDED_FOR") if is_trusted else None
        return self._cached_client(peer, forwarded) if forwarded else peer

    def scheme(self, environ: WSGIEnvironment) -> str:
        """The scheme that the client used: of a trusted proxy the one in X-Forwarded-Proto.

        Several proxies may each have added one. If these differ, nobody says which is the client's.

        >>> from ipaddress import ip_network
        >>> proxies = TrustedProxies((ip_network("10.0.0.0/8"),))
        >>> sent = {"wsgi.url_scheme": "http", "HTTP_X_FORWARDED_PROTO": "https"}
        >>> proxies.scheme({"REMOTE_ADDR": "10.0.0.1", **sent})
        'https'
        >>> proxies.scheme({"REMOTE_ADDR": "192.0.2.1", **sent})  # is not trusted
        'http'
        """
        scheme: str = environ["wsgi.url_scheme"]
        forwarded = environ["HTTP_X_FORWARDED_PROTO"].lower()
        if len(named := {each.strip() for each in forwarded.split(",")}) > 1:
            return scheme
        return named.pop() if named <= SCHEMES and self._trusts(environ) else scheme

    def _trusts(self, environ: WSGIEnvironment) -> bool:
        peer = environ.get("REMOTE_ADDR", "").removeprefix(IPV4_MAPPED)
        if not peer:
            return self._trusts_unix
        try:
            return any(ip_address(peer) in network for network in self._networks)
        except ValueError:
            return False

    def _last_untrusted(self, peer: str, forwarded: str) -> str:
        """The nearest address that does not belong to a trusted proxy."""
        client = peer
        hops = [*reversed(forwarded.rsplit(",", MAX_PROXIES)[-MAX_PROXIES:])]
        for hop in hops if peer == UNIX else [peer, *hops]:
            try:
                address = ip_address(hop.strip().removeprefix(IPV4_MAPPED))
                if "%" in hop:  # an IPv6 zone is arbitrary text, valid on one machine only
                    return client
            except ValueError:
                return client  # not an address: the proxy that sent it counts as the client
            client = str(address)
            if not any(address in network for network in self._networks):
                return client
        return client
