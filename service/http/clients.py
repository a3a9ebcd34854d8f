"""Who sent a request: its client's address, which a trusted proxy may name."""

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address
from wsgiref.types import WSGIEnvironment

MAPPED = "::ffff:"
"""What an address of IPv4 begins with on a socket for both versions of IP."""

Networks = tuple[IPv4Network | IPv6Network, ...]


class Clients:
    """Tells a client's address from those of the proxies that pass its requests on."""

    def __init__(self, proxies: Networks) -> None:
        self._proxies = proxies
        self._behind = lru_cache(maxsize=128)(self._last_untrusted)

    def address(self, environ: WSGIEnvironment) -> str:
        """The address of the client, which a trusted proxy may name.

        >>> from ipaddress import ip_network
        >>> clients = Clients((ip_network("10.0.0.0/8"),))
        >>> forwarded = {"HTTP_X_FORWARDED_FOR": "1.2.3.4, 192.0.2.7, 10.0.0.9"}
        >>> clients.address({"REMOTE_ADDR": "10.0.0.1", **forwarded})
        '192.0.2.7'
        >>> clients.address({"REMOTE_ADDR": "192.0.2.1", **forwarded})  # may say what it likes
        '192.0.2.1'
        """
        peer: str = environ.get("REMOTE_ADDR", "").removeprefix(MAPPED)
        forwarded = environ.get("HTTP_X_FORWARDED_FOR") if self._proxies else None
        return self._behind(peer, forwarded) if forwarded else peer

    def _last_untrusted(self, peer: str, forwarded: str) -> str:
        """The first address, from the nearest on, that is no trusted proxy's."""
        client = peer
        for hop in reversed([*forwarded.split(","), peer]):
            try:
                address = ip_address(hop.strip().removeprefix(MAPPED))
                if "%" in hop:  # a zone of IPv6 is any text, and of this machine only
                    return client
            except ValueError:
                return client  # what named it is the last that can be believed
            client = str(address)
            if not any(address in network for network in self._proxies):
                return client
        return client
