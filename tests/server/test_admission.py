"""Which connection gives way to which, by a clock of the tests' own."""

import os
from typing import Any, NoReturn

import pytest

from service import limits
from service.server import admission
from service.server.admission import HEAD, NOTHING, ROOM, TURN, Admission, Transfer
from service.server.served import Served

TIMEOUT, KEEPALIVE = 10.0, 75.0
MIB = 2**20
ROOM_FOR_BODIES = 3 * MIB
"""What the tests' budget leaves for bodies beside the connections and an answer."""


def unused(*_: object) -> NoReturn:
    raise AssertionError("an account asks nothing of what is served")


class Socket:
    """A socket in which nothing happens."""

    ends = os.pipe()

    def fileno(self) -> int:
        return self.ends[0]


class Client:
    """A connection that only remembers what was asked of it."""

    def __init__(self, waits: int = HEAD, since: float = 0.0) -> None:
        self.waits, self.since = waits, since
        self.upload: Transfer | None = None
        self.reading: Transfer | None = None
        self.buffer: Transfer | None = None
        self.ended = False
        self.environ: dict[str, Any] = {}
        self.here = self.in_kernel = self.looks = self.comparisons = 0
        self.asked: list[str] = []
        self.socket = Socket()

    @property
    def is_idle(self) -> bool:
        self.comparisons += 1
        return self.waits == NOTHING and not self.reading

    def unread(self) -> tuple[int, int]:
        self.looks += 1
        return self.here, self.in_kernel

    def receive(self, upload: Transfer) -> None:
        self.upload = upload
        self.asked.append("receive")

    def give_up(self) -> None:
        self.asked.append("give up")

    def close(self) -> None:
        self.asked.append("close")


class Account:
    """An account whose clients are cut or give way as real ones are."""

    def __init__(self, max_body_bytes: int = MIB, *, is_tls: bool = False) -> None:
        self.now = 1_000.0
        served = Served(unused, max_body_bytes=max_body_bytes, request_timeout=TIMEOUT)
        self.account: Any = Admission(served, KEEPALIVE, is_tls=is_tls)

    def client(self, waits: int = HEAD) -> Any:
        made: Any = Client(waits, self.now)

        def cut() -> None:
            made.asked.append("cut")
            self.account.dismiss(made)

        def give_way(transfer: Transfer) -> None:
            made.asked.append("give way")
            self.account.end(transfer)

        made.cut, made.give_way = cut, give_way
        self.account.admit(made)
        return made

    def upload(self, size: int = MIB) -> Any:
        client = self.client()
        self.account.waiting[client] = size
        self.account.let_go_on(self.now)
        return client

    def reader(self, size: int) -> Any:
        client = self.client()
        client.here = size
        self.account.send(client, self.now)
        return client

    def pass_time(self, seconds: float, needed: int = 0) -> None:
        self.now += seconds
        self.account.tick(self.now, needed)
        self.account.let_go_on(self.now)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Account:
    monkeypatch.setattr(admission, "CONNECTION_COST", 0)
    monkeypatch.setattr(admission, "MOST_CONNECTIONS", 1_000)
    monkeypatch.setattr(limits, "BUDGET", limits.LARGEST_ANSWER + ROOM_FOR_BODIES)
    return Account()


def asked(*clients: Any) -> list[list[str]]:
    return [client.asked for client in clients]


# --- Time -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waits", "seconds"),
    [
        (HEAD, TIMEOUT),
        (NOTHING, KEEPALIVE),
        (ROOM, limits.LONGEST_WAIT),
        (TURN, limits.LONGEST_WAIT),
    ],
)
def test_what_is_awaited_has_its_time(world: Account, waits: int, seconds: float) -> None:
    client = world.client(waits)
    world.pass_time(seconds - 0.1)
    assert client.asked == []
    world.pass_time(0.1)
    assert client.asked == ["give up"]


# --- Connections ------------------------------------------------------------------------------


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> Account:
    monkeypatch.setattr(admission, "MOST_CONNECTIONS", 3)
    return Account()


def crowd(world: Account, *waits: int) -> list[Any]:
    clients = []
    for each in waits:
        clients.append(world.client(each))
        world.now += 1
    return clients


def test_the_longest_idle_gives_way_to_a_newcomer(crowded: Account) -> None:
    clients = crowd(crowded, HEAD, NOTHING, NOTHING)
    clients[1].since = crowded.now  # so that the second has been idle for longer
    crowded.client()
    assert asked(*clients) == [[], [], ["cut"]]


def test_where_none_is_idle_the_longest_slow_gives_way(crowded: Account) -> None:
    clients = crowd(crowded, TURN, HEAD, HEAD)
    crowded.client()
    assert asked(*clients) == [[], ["cut"], []]


def test_many_newcomers_take_the_places_of_the_idle_and_not_of_each_other(
    crowded: Account,
) -> None:
    clients = crowd(crowded, NOTHING, NOTHING, NOTHING)
    newcomers = [crowded.client() for _ in range(3)]
    assert asked(*clients, *newcomers) == [["cut"]] * 3 + [[]] * 3
    assert [each.comparisons for each in clients] == [1, 1, 1]  # not once for each newcomer


def test_connections_and_transfers_are_within_the_budget_together() -> None:
    world = Account()
    room = limits.BUDGET - limits.MOST_CONNECTIONS * limits.CONNECTION_COST
    assert world.account.has_room(room)
    assert not world.account.has_room(room + 1)


def test_there_are_half_as_many_connections_over_tls() -> None:
    world = Account(is_tls=True)
    for _ in range(limits.MOST_TLS_CONNECTIONS + 1):
        world.client(NOTHING)
    assert len(world.account.connections) == limits.MOST_TLS_CONNECTIONS


def test_one_that_is_no_longer_idle_keeps_its_place(crowded: Account) -> None:
    clients = crowd(crowded, NOTHING, NOTHING, NOTHING)
    crowded.client()
    crowded.now += 1
    clients[1].waits, clients[1].since = HEAD, crowded.now
    crowded.client()
    assert asked(*clients) == [["cut"], [], ["cut"]]


def test_there_are_no_more_connections_than_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (64, 64))
    assert admission.most_connections(1_000) == 64 - limits.SPARE_DESCRIPTORS


# --- Bodies -----------------------------------------------------------------------------------


def test_bodies_beyond_the_budget_wait_and_go_on_in_order_of_arrival(world: Account) -> None:
    bodies = [world.upload() for _ in range(5)]
    assert asked(*bodies) == [["receive"]] * 3 + [[]] * 2
    world.account.end(bodies[1].upload)
    world.account.end(bodies[0].upload)
    world.account.let_go_on(world.now)
    assert asked(*bodies[3:]) == [["receive"]] * 2


def test_the_room_of_a_body_is_given_back_when_its_client_goes(world: Account) -> None:
    bodies = [world.upload() for _ in range(4)]
    world.account.dismiss(bodies[0])
    world.account.let_go_on(world.now)
    assert bodies[3].asked == ["receive"]


def test_a_client_that_goes_while_it_waits_gets_no_room(world: Account) -> None:
    bodies = [world.upload() for _ in range(5)]
    world.account.dismiss(bodies[3])
    world.account.dismiss(bodies[0])
    world.account.let_go_on(world.now)
    assert asked(*bodies[3:]) == [[], ["receive"]]


def test_a_small_body_does_not_overtake_those_that_wait(world: Account) -> None:
    bodies = [world.upload() for _ in range(4)]
    small = world.upload(1)
    assert asked(bodies[3], small) == [[], []]


def test_bodies_leave_room_for_an_answer(world: Account) -> None:
    for _ in range(10):
        world.upload()
    assert world.account.has_room(limits.LARGEST_ANSWER)


def test_a_stalled_body_gives_way_only_while_another_waits(world: Account) -> None:
    stalled, *steady = (world.upload() for _ in range(3))

    def half_a_second() -> None:
        for body in steady:
            body.upload.move(body.upload.left - MIB // 20, world.now + 0.5)
        world.pass_time(0.5)

    half_a_second()
    assert stalled.asked == ["receive"]
    waits = world.upload()
    half_a_second()
    assert asked(stalled, *steady, waits) == [["receive", "give way"], *[["receive"]] * 3]


def test_a_body_that_was_fast_and_stalls_before_its_end_gives_way(world: Account) -> None:
    almost = world.upload(3 * MIB)
    almost.upload.move(1, world.now)
    world.upload()
    world.pass_time(limits.STALLED)
    assert almost.asked == ["receive", "give way"]


def test_the_slowest_gives_way_and_those_that_would_be_in_time_keep_their_places(
    world: Account,
) -> None:
    in_time, slow, slowest = (world.upload() for _ in range(3))
    world.upload()
    for tick in range(1, 9):
        for body, moved in ((in_time, 0.03), (slow, 0.012), (slowest, 0.01)):
            body.upload.move(int(MIB * (1 - moved * tick)), world.now + 0.25)
        world.pass_time(0.25)
        if len(slowest.asked) > 1:
            break
    assert asked(in_time, slow, slowest) == [["receive"], ["receive"], ["receive", "give way"]]


def test_a_body_that_waits_for_its_turn_is_not_slow(world: Account) -> None:
    bodies = [world.upload() for _ in range(3)]
    for body in bodies:
        body.upload.move(0, world.now)
        body.waits = TURN
    world.upload()
    world.pass_time(9)
    assert asked(*bodies) == [["receive"]] * 3


@pytest.mark.usefixtures("world")
def test_two_bodies_of_the_largest_size_fit_whatever_the_setting() -> None:
    largest = 100 * MIB
    large = Account(largest)
    assert asked(*(large.upload(largest) for _ in range(3))) == [["receive"], ["receive"], []]


# --- Answers ----------------------------------------------------------------------------------


def test_a_reader_is_cut_only_if_it_takes_nothing_for_the_whole_timeout(world: Account) -> None:
    reader = world.reader(100_000)
    for left in range(99_999, 99_990, -1):
        world.now += TIMEOUT - 0.1
        reader.here = left
        world.account.look(reader, world.now)
    assert reader.asked == []
    world.now += TIMEOUT
    world.account.look(reader, world.now)
    assert reader.asked == ["cut"]


def test_a_slow_reader_gives_way_to_an_answer_that_waits(world: Account) -> None:
    reader = world.reader(4 * MIB)
    assert not world.account.has_room(limits.LARGEST_ANSWER)
    world.pass_time(limits.STALLED, needed=limits.LARGEST_ANSWER)
    assert reader.asked == ["give way"]
    assert world.account.has_room(limits.LARGEST_ANSWER)


def test_a_reader_that_would_be_in_time_keeps_its_place(world: Account) -> None:
    reader = world.reader(4 * MIB)
    while reader.here > MIB:
        assert not world.account.has_room(limits.LARGEST_ANSWER)
        reader.here -= MIB // 4
        world.pass_time(0.25, needed=limits.LARGEST_ANSWER)
    assert reader.asked == []


def test_beyond_the_budget_those_are_cut_at_once_that_would_read_for_longest(
    world: Account,
) -> None:
    readers = []
    for _ in range(6):
        readers.append(world.reader((limits.LARGEST_ANSWER + ROOM_FOR_BODIES) // 6 + 1))
        world.now += 0.1
    assert asked(*readers) == [["give way"], [], [], [], [], []]


def test_beyond_the_budget_many_give_way_so_that_it_is_not_needed_again_soon(
    world: Account,
) -> None:
    """To find the slowest, all of them are looked at: not for each answer that is one too many."""
    readers: list[Any] = []
    while not any(reader.asked for reader in readers):
        world.now += 0.001
        readers.append(world.reader(14_000))
    assert world.account.has_room((limits.LARGEST_ANSWER + ROOM_FOR_BODIES) // 16)
    assert sum(bool(reader.asked) for reader in readers) < len(readers) / 10


def test_an_answer_counts_whole_until_all_of_it_is_in_the_kernel(world: Account) -> None:
    reader = world.reader(4 * MIB)
    reader.here = MIB
    world.account.look(reader, world.now)
    assert not world.account.has_room(limits.LARGEST_ANSWER)
    reader.here, reader.in_kernel = 0, 100_000
    world.account.look(reader, world.now)
    assert world.account.has_room(limits.LARGEST_ANSWER)


def test_what_is_read_counts_no_more(world: Account) -> None:
    reader = world.reader(4 * MIB)
    reader.here = limits.SMALL_BODY
    world.account.look(reader, world.now)
    assert reader.reading is None
    assert world.account.has_room(limits.LARGEST_ANSWER + ROOM_FOR_BODIES)


def test_readers_are_looked_at_once_in_a_tick_and_not_for_each_other(world: Account) -> None:
    readers = [world.reader(14_000) for _ in range(700)]  # all that there is room for
    assert {reader.looks for reader in readers} == {1}
    world.pass_time(0.25)
    assert {reader.looks for reader in readers} == {2}


def test_a_large_receive_buffer_of_an_idle_client_gives_way(world: Account) -> None:
    client = world.client(NOTHING)
    client.buffer = Transfer(client, ROOM_FOR_BODIES, world.now)
    client.buffer.left = 0
    world.account.begin(client.buffer)
    world.upload()
    world.pass_time(TIMEOUT)
    assert client.asked == []
    world.pass_time(0.1)
    assert client.asked == ["give way"]
