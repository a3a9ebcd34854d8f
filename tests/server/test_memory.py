"""Which connections get memory and which give way, under any sequence of clients' actions."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from service.server.limits import CREDIT, KEPT_FOR_SMALL, SMALL_UPLOAD, STALLED
from service.server.memory import Memory, Transfer

MIB = 2**20
TIMEOUT = 10.0
RESPONSE = 9 * MIB
ALL = RESPONSE + KEPT_FOR_SMALL + 3 * MIB


class Connection:
    """A client that sends a body or reads a response, and the messages of the memory."""

    def __init__(self, machine: "Machine", client: str, size: int) -> None:
        self.machine, self.client, self.size = machine, client, size
        self.transfer = Transfer(size, machine.now)

    @property
    def is_small(self) -> bool:
        return self.size <= SMALL_UPLOAD

    @property
    def leaves(self) -> int:
        """The bytes that must stay free once it has memory for its body."""
        return RESPONSE + (0 if self.is_small else KEPT_FOR_SMALL)

    def receive_more(self) -> None:
        earlier = self.machine.waiting[: self.machine.waiting.index(self)]
        assert not [each for each in earlier if each.is_like(self)], "not in order of arrival"
        self.machine.waiting.remove(self)
        self.machine.holding.append(self)
        self.transfer = Transfer(self.size, self.machine.now)
        assert self.machine.free >= self.leaves, "too little is left for a response"

    def is_like(self, other: "Connection") -> bool:
        """Whether it waits in the same queue, which is first come, first served."""
        return (self.client, self.is_small) == (other.client, other.is_small)

    def give_way(self) -> None:
        self.machine.gave_way.append(self)
        self.leave()

    def leave(self) -> None:
        for connections in (self.machine.waiting, self.machine.holding):
            if self in connections:
                connections.remove(self)
        self.machine.memory.hold(self, 0)
        self.machine.memory.grant()

    def expected_seconds(self, now: float) -> float:
        return self.transfer.expected_seconds(now)


class Machine(RuleBasedStateMachine):
    """Bodies that wait for memory, and responses that take it immediately."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000.0
        self.memory: Any = Memory(ALL, RESPONSE)
        self.waiting: list[Connection] = []
        self.holding: list[Connection] = []
        self.gave_way: list[Connection] = []

    @property
    def free(self) -> int:
        return ALL - sum(each.size for each in self.holding)

    @rule(
        client=st.sampled_from("abc"),
        size=st.sampled_from([1, SMALL_UPLOAD, SMALL_UPLOAD + 1, MIB, 3 * MIB]),
    )
    def send_a_body(self, client: str, size: int) -> None:
        connection = Connection(self, client, size)
        self.waiting.append(connection)
        self.memory.ask(connection, size)
        self.memory.grant()  # as the event loop does next

    @rule(client=st.sampled_from("abc"), size=st.sampled_from([14_000, MIB, 6 * MIB]))
    def begin_to_read(self, client: str, size: int) -> None:
        connection = Connection(self, client, size)
        self.holding.append(connection)
        self.memory.hold(connection, size)
        before = self.free
        self.gave_way.clear()
        self.memory.relieve(self.now)
        assert before < 0 or not self.gave_way
        assert all(each.expected_seconds(self.now) for each in self.gave_way), "one had come whole"
        if self.free < 0:
            assert not [each for each in self.holding if each.expected_seconds(self.now)]

    @precondition(lambda self: self.holding)
    @rule(data=st.data(), share=st.sampled_from([0.0, 0.5, 0.9]))
    def go_on(self, data: st.DataObject, share: float) -> None:
        connection = data.draw(st.sampled_from(self.holding))
        connection.transfer.move(int(connection.transfer.left * share), self.now)

    @precondition(lambda self: self.waiting or self.holding)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        data.draw(st.sampled_from(self.waiting + self.holding)).leave()

    @rule(seconds=st.sampled_from([0.1, STALLED, TIMEOUT + 1]), for_response=st.booleans())
    def pass_time(self, seconds: float, *, for_response: bool) -> None:
        self.now += seconds
        self.gave_way.clear()
        is_short = bool(self.waiting) or (for_response and self.free < RESPONSE)
        self.memory.free_for_others(TIMEOUT, self.now, for_response=for_response)

        assert is_short or not self.gave_way
        left = [each.expected_seconds(self.now) for each in self.holding]
        gone = [each.expected_seconds(self.now) for each in self.gave_way]
        assert gone == sorted(gone, reverse=True)
        assert min(gone, default=TIMEOUT + 1) > TIMEOUT
        assert max(left, default=0) <= min(gone, default=max(left, default=0))
        if self.waiting or (for_response and self.free < RESPONSE):
            assert max(left, default=0) <= TIMEOUT, "a slow one holds what others wait for"

    @invariant()
    def what_is_not_held_is_free(self) -> None:
        assert self.memory.free == self.free
        assert self.memory.has_for_response is (self.free >= RESPONSE)

    @invariant()
    def nobody_waits_for_memory_that_is_free(self) -> None:
        assert not self.waiting or any(each.size + each.leaves > self.free for each in self.waiting)


TestMemory = Machine.TestCase
TestMemory.settings = settings(
    max_examples=settings().max_examples, stateful_step_count=30, deadline=None
)


# --- Transfers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moved", "age", "seconds"),
    [
        (0, 0.0, 0),
        (0, 0.25, 0.25 + 0.25 * MIB / CREDIT),  # as if it had moved the credit
        (MIB // 4, 0.25, 0.25 + 0.25 * 3 / (1 + 4 * CREDIT / MIB)),
        (MIB, 100.0, 0),  # what has come whole is not slow
    ],
)
def test_a_transfer_is_expected_to_go_on_at_its_pace(
    moved: int, age: float, seconds: float
) -> None:
    transfer = Transfer(MIB, 0.0)
    transfer.move(MIB - moved, age)
    assert transfer.expected_seconds(age) == pytest.approx(seconds)


def test_stalled_transfers_are_the_slowest_and_the_oldest_of_them_first() -> None:
    old, new, slow = Transfer(MIB, 0.0), Transfer(MIB, 1.0), Transfer(2**30, 0.0)
    for transfer in (old, new, slow):
        transfer.move(transfer.left - 1, 50.0)
    slow.move(slow.left - 1, 50.0 + STALLED)
    seconds = [transfer.expected_seconds(50.0 + STALLED) for transfer in (old, new, slow)]
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[1] > 1e6


# --- Who is first -----------------------------------------------------------------------------


def waiting(machine: Machine, *sizes: int) -> list[Connection]:
    """Connections of one client that have requested memory."""
    for size in sizes:
        machine.send_a_body("a", size)
    return machine.waiting


@pytest.mark.parametrize(("size", "waits"), [(SMALL_UPLOAD, 1), (SMALL_UPLOAD + 1, 2)])
def test_only_a_small_body_waits_for_no_larger_ones(size: int, waits: int) -> None:
    assert len(waiting(Machine(), *[MIB] * 4, size)) == waits


def test_the_client_that_holds_least_gets_memory_first() -> None:
    machine = Machine()
    waiting(machine, *[MIB] * 9)
    machine.send_a_body("b", MIB)
    machine.holding[0].leave()
    assert [each.client for each in machine.holding] == ["a", "a", "b"]


def test_clients_that_wait_get_memory_in_turns() -> None:
    machine = Machine()
    machine.begin_to_read("reader", 3 * MIB)  # all that bodies may have
    for client in "aaabbb":
        machine.send_a_body(client, MIB // 2)
    assert [each.client for each in machine.waiting] == [*"aaabbb"]
    machine.holding[0].leave()
    assert [each.client for each in machine.holding] == [*"ababab"]


def test_a_client_with_memory_for_a_small_body_waits_behind_others_with_a_larger_one() -> None:
    machine = Machine()
    machine.begin_to_read("reader", 3 * MIB + KEPT_FOR_SMALL)  # all that bodies may have
    for client, size in (("a", SMALL_UPLOAD), ("a", MIB), ("b", MIB)):
        machine.send_a_body(client, size)
    assert len(machine.waiting) == 3
    machine.holding[0].leave()
    assert [(each.client, each.is_small) for each in machine.holding] == [
        ("a", True),
        ("b", False),
        ("a", False),
    ]


def test_beyond_the_memory_the_slowest_give_way_and_many_at_once() -> None:
    """Finding the slowest checks all of them, so it must not happen for each excess response."""
    machine = Machine()
    readers = 0
    while not machine.gave_way:
        machine.now += 0.001
        machine.begin_to_read("a", 14_000)
        readers += 1
    assert machine.memory.free >= ALL // 16
    assert len(machine.gave_way) < readers / 10
    began = [each.transfer.began for each in machine.gave_way]
    assert began == sorted(began)
    assert began[-1] < min(each.transfer.began for each in machine.holding)


class Looked:
    """A connection that counts how often somebody looks whose it is."""

    looks = 0

    def __init__(self, client: str) -> None:
        self._client = client

    @property
    def client(self) -> str:
        Looked.looks += 1
        return self._client

    def receive_more(self) -> None:
        pass


@pytest.mark.parametrize("clients", [1, 7, 500])
def test_many_that_wait_get_memory_in_few_looks(clients: int) -> None:
    memory, others = Memory(30 * MIB, 0), Looked("others")
    connections: list[Any] = [Looked(f"{number % clients}") for number in range(1_000)]
    memory.hold(others, 30 * MIB)  # type: ignore[arg-type]
    Looked.looks = 0
    for connection in connections:
        memory.ask(connection, 9_000)
    assert memory.free == 0
    memory.hold(others, 0)  # type: ignore[arg-type]
    memory.grant()
    assert memory.free == 30 * MIB - 1_000 * 9_000
    assert Looked.looks < 5 * len(connections)
