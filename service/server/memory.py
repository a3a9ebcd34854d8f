"""The memory of a worker's connections, for bodies and unread responses.

A body waits until there is enough memory. A response exists already, so other transfers give way to
it: first the slowest, which would take longest at its average pace.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from .limits import CREDIT, KEPT_FOR_SMALL, SMALL_UPLOAD, STALLED

if TYPE_CHECKING:
    from .connection import Connection


class Transfer:
    """The progress of a large body, or of unread responses."""

    __slots__ = ("began", "left", "moved", "moved_at")

    def __init__(self, size: int, now: float) -> None:
        self.left = size  # bytes that the client still has to send or to read
        self.moved = 0
        self.began = self.moved_at = now

    def move(self, left: int, now: float) -> None:
        """Note how many bytes are left."""
        if left < self.left:
            self.moved += self.left - left
            self.moved_at = now
        self.left = left

    def expected_seconds(self, now: float) -> float:
        """Seconds that the whole transfer takes at its average pace."""
        if not self.left:
            return 0
        age = now - self.began
        if now - self.moved_at >= STALLED:
            return age + 1e6  # stalled ones are the slowest, the oldest of them first
        return age + self.left * age / (self.moved + CREDIT)


class Memory:
    """The free bytes, the connections that hold the others, and those that wait for some."""

    def __init__(self, size: int, for_response: int) -> None:
        """Bodies leave `for_response` bytes free, for the response to a request in the thread."""
        self.free = size
        self._slack = size // 16
        self._for_response = for_response
        self._held: dict[Connection, int] = {}
        self._wanted: dict[Connection, int] = {}

    @property
    def has_for_response(self) -> bool:
        """Whether there is enough for the largest response."""
        return self.free >= self._for_response

    def hold(self, holder: "Connection", size: int) -> None:
        """Count the bytes that a connection now holds; it no longer waits for any."""
        self._wanted.pop(holder, None)
        if size:
            self.free += self._held.get(holder, 0) - size
            self._held[holder] = size
        elif holder in self._held:
            self.free += self._held.pop(holder)

    def ask(self, holder: "Connection", size: int) -> None:
        """Let a connection wait until this many bytes are free for it."""
        self._wanted[holder] = size
        if len(self._wanted) == 1:
            self.grant()

    def grant(self) -> None:
        """Give free memory to waiting connections: small bodies first, then clients with least."""
        for holder, size in self._in_line():
            needed = size - self._held.get(holder, 0) + self._for_response
            needed += KEPT_FOR_SMALL if size > SMALL_UPLOAD else 0
            if needed > self.free:
                break
            self.hold(holder, size)
            holder.receive_more()

    def _in_line(self) -> "Iterator[tuple[Connection, int]]":
        """The waiting connections in order: next comes the client that holds least by then.

        A heap of the clients, by the memory they hold, gives all of them in one pass.
        """
        if len(self._wanted) < 2:
            yield from [*self._wanted.items()]
            return
        held: Counter[str] = Counter()
        for holder, size in self._held.items():
            held[holder.client] += size
        waiting: dict[tuple[bool, str], deque[tuple[Connection, int]]] = {}
        for holder, size in self._wanted.items():
            waiting.setdefault((size > SMALL_UPLOAD, holder.client), deque()).append((holder, size))
        places = [(large, held[name], i, name) for i, (large, name) in enumerate(waiting)]
        heapify(places)
        while places:
            large, holds, place, name = heappop(places)
            queue = waiting[large, name]
            if holds != held[name]:  # it has received memory for smaller bodies
                heappush(places, (large, held[name], place, name))
                continue
            holder, size = queue.popleft()
            held[name] += size - self._held.get(holder, 0)
            yield holder, size
            if queue:
                heappush(places, (large, held[name], place, name))

    def relieve(self, now: float) -> None:
        """Have the slowest transfers give way if more is held than allowed.

        They free more than necessary: finding them takes long, so it must be rare.
        """
        if self.free < 0:
            self._give_way(0, now, lambda: self.free < self._slack)

    def free_for_others(self, longest: float, now: float, *, for_response: bool) -> None:
        """Have transfers longer than this give way while others wait for memory."""

        def is_short() -> bool:
            self.grant()
            return bool(self._wanted) or (for_response and not self.has_for_response)

        if is_short():
            self._give_way(longest, now, is_short)

    def free_slow(self, longest: float, now: float) -> None:
        """Have all transfers longer than this give way."""
        self._give_way(longest, now, lambda: True)

    def _give_way(self, longest: float, now: float, is_short: Callable[[], bool]) -> None:
        slow = [(holder.expected_seconds(now), holder) for holder in self._held]
        for seconds, holder in sorted(slow, key=lambda pair: pair[0], reverse=True):
            if seconds <= longest or not is_short():
                break
            holder.give_way()
