"""Who sent a request, and whose turn it has to wait for."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address
from wsgiref.types import WSGIEnvironment

from service.http.operation import Operation
from service.limits import LARGEST_INLINE

URGENT = ""
"""The turn that comes before all others."""

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


class Turns:
    """What a server asks of each request before it has the application answer it."""

    def __init__(self, operations: Iterable[Operation], clients: Clients) -> None:
        self._operations = {(each.method, each.path): each for each in operations}
        self._clients = clients

    def __call__(self, environ: WSGIEnvironment, body: bytes | bytearray) -> str | None:
        """Whose turn a request waits for, its client's; None where it is answered at once."""
        method = environ["REQUEST_METHOD"]
        asked = "GET" if method == "HEAD" else method, environ["PATH_INFO"]
        query = environ["QUERY_STRING"]
        if operation := self._operations.get(asked):
            if not operation.takes_long(query, body):
                return None
            return URGENT if operation.urgent else self._clients.address(environ)
        return None if len(query) + len(body) <= LARGEST_INLINE else self._clients.address(environ)
