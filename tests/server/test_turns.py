"""Small requests have their turns: each time that the loop looks, each client is answered once."""

import selectors

import pytest

from tests.support.clients import BODY, clients, post
from tests.support.servers import Server

pytestmark = pytest.mark.serving


def test_of_sixteen_clients_none_waits_for_all_others_three_times() -> None:
    """Counted in answers, not in time, so the speed of the machine doesn't matter.

    A request that comes just after a look waits for the rest of that look, and for one more. What
    is asked while connections are still being accepted is left out.
    """
    request, count = post(BODY), 16
    with Server(WEB_CONCURRENCY=1) as server, clients(server, count) as all_clients:
        waits, answers, sent = [], 0, [0] * count
        with selectors.DefaultSelector() as selector:
            for n, client in enumerate(all_clients):
                selector.register(client.socket, selectors.EVENT_READ, n)
                client.send(request)
            while answers < 200 * count:
                for key, _ in selector.select():
                    client = all_clients[key.data]
                    assert client.reply().status == 200
                    waits.append(answers - sent[key.data])
                    answers += 1
                    sent[key.data] = answers
                    client.send(request)
    waits = sorted(waits[10 * count :])
    assert waits[len(waits) * 98 // 100] < 3 * count
