"""An urgent request waits for no large one."""

from pathlib import Path

import pytest

from tests.support.clients import Client, get
from tests.support.servers import Server

pytestmark = pytest.mark.serving

CONFIG = Path(__file__).parent.parent / "support" / "urgent.conf.py"


def test_an_urgent_request_is_handled_while_a_large_one_is() -> None:
    """The large one waits for it, so that it would never end otherwise."""
    arguments = ("--config", str(CONFIG), "tests.support.applications:held")
    with (
        Server(arguments=arguments, WEB_CONCURRENCY=1) as server,
        Client(server) as large,
        Client(server) as behind,
        Client(server) as urgent,
    ):
        large.send(get(b"/?hold"))
        behind.send(get(b"/?hold"))
        assert urgent.ask(get(b"/?release")).status == 200
        assert [large.reply().status, behind.reply().status] == [200, 200]
