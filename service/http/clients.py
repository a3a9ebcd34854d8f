"""The client that sent a request, and the queue in which it waits."""

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address
from wsgiref.types import WSGIEnvironment

from service.http.compression import ON_LOOP
from service.http.operation import Operations

URGENT = ""
"""The queue that is served before all others."""

IPV4_MAPPED = "::ffff:"
"""What an address of IPv4 begins with on a socket for both versions of IP."""

MAX_PROXIES = 32
"""Proxies of a request that are looked at: a client can name any number of them."""

Networks = tuple[IPv4Network | IPv6Network, ...]


class Clients:
    """Finds the address of a client behind trusted proxies."""

    def __init__(self, proxies: Networks) -> None:
        self._proxies = proxies
        self._cached_client = lru_cache(maxsize=128)(self._last_untrusted)

    def address(self, environ: WSGIEnvironment) -> str:
        """The address of the client, which a trusted proxy may name.

        >>> from ipaddress import ip_network
        >>> clients = Clients((ip_network("10.0.0.0/8"),))
        >>> forwarded = {"HTTP_X_FORWARDED_FOR": "1.2.3.4, 192.0.2.7, 10.0.0.9"}
        >>> clients.address({"REMOTE_ADDR": "10.0.0.1", **forwarded})
        '192.0.2.7'
        >>> clients.address({"REMOTE_ADDR": "192.0.2.1", **forwarded})  # is not trusted
        '192.0.2.1'
        """
        peer: str = environ.get("REMOTE_ADDR", "").removeprefix(IPV4_MAPPED)
        forwarded = environ.get("HTTP_X_FORWARDED_FOR") if self._proxies else None
        return self._cached_client(peer, forwarded) if forwarded else peer

    def _last_untrusted(self, peer: str, forwarded: str) -> str:
        """The first address, from the nearest on, that is no trusted proxy's."""
        client = peer
        for hop in [peer, *reversed(forwarded.rsplit(",", MAX_PROXIES)[-MAX_PROXIES:])]:
            try:
                address = ip_address(hop.strip().removeprefix(IPV4_MAPPED))
                if "%" in hop:  # a zone of IPv6 is any text, and of this machine only
                    return client
            except ValueError:
                return client  # what named it is the last that can be believed
            client = str(address)
            if not any(address in network for network in self._proxies):
                return client
        return client


class QueueKeys:
    """Finds the queue in which a request waits, if it waits at all."""

    def __init__(self, operations: Operations, clients: Clients) -> None:
        self._operations = operations
        self._clients = clients

    def __call__(self, environ: WSGIEnvironment, body: bytes | bytearray) -> str | None:
        """The queue of a request: its client's; None where it is responded to at once.

        There is nothing to compute where there is no operation.
        """
        operation = self._operations.find(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        if operation is None or not operation.runs_in_thread(environ, body):
            environ[ON_LOOP] = True
            return None
        return URGENT if operation.urgent else self._clients.address(environ)
