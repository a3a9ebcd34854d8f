"""The memory of a worker's transfers, and the choice of those to abort when it runs short.

Beyond the base cost of a connection, bytes are counted: those of a body until its request has a
response, those of a response until the client has read it. When memory runs short, the slowest
transfer is aborted: the one that would take longest at its average pace. One that would finish
within the timeout of a request is kept, and others wait.
"""

from collections import Counter
from collections.abc import Callable

from service.server import limits


class Transfer:
    """A large body being received, responses being sent, or a large receive buffer."""

    __slots__ = ("abort", "began", "held", "left", "moved", "moved_at")

    def __init__(self, size: int, now: float, abort: Callable[[], None]) -> None:
        self.held = size  # bytes of memory, in the process and in the kernel
        self.left = size  # bytes that the client still has to send or to read
        self.moved = 0
        self.began = self.moved_at = now
        self.abort = abort  # called to free its memory for others

    def move(self, left: int, now: float) -> None:
        """Note how many bytes are left."""
        if left < self.left:
            self.moved += self.left - left
            self.moved_at = now
        self.left = left

    def expected_seconds(self, now: float) -> float:
        """Seconds that it will take in all, at its pace so far."""
        if not self.left:  # it is complete
            return 0
        age = now - self.began
        if now - self.moved_at >= limits.STALLED:
            return age + 1e6  # stalled ones are the slowest, the oldest of them first
        return age + self.left * age / (self.moved + limits.CREDIT)


class ReceiveBuffer(Transfer):
    """An enlarged receive buffer, which an idle client does not need."""

    __slots__ = ("idle_seconds",)

    def __init__(
        self, size: int, now: float, abort: Callable[[], None], idle: Callable[[float], float]
    ) -> None:
        super().__init__(size, now, abort)
        self.idle_seconds = idle

    def expected_seconds(self, now: float) -> float:
        """Seconds for which its client has been idle, so that idle ones are aborted first."""
        return self.idle_seconds(now)


class Upload(Transfer):
    """A large body being received. A chunked one reserves memory as it grows."""

    __slots__ = ("client", "largest", "on_memory", "wanted", "wanted_at")

    def __init__(
        self,
        largest: int,
        now: float,
        abort: Callable[[], None],
        on_memory: Callable[[], None],
        client: str,
    ) -> None:
        """A body of at most `largest` bytes; `on_memory` is called once its memory is granted."""
        super().__init__(largest, now, abort)
        self.held = 0
        self.largest = largest
        self.on_memory = on_memory
        self.client = client
        self.wanted = 0  # bytes of memory that it needs, including those that it has
        self.wanted_at = now

    def expected_seconds(self, now: float) -> float:
        """Seconds that it will take in all; 0 while it waits for memory, which is not its fault."""
        return 0 if self.wanted > self.held else super().expected_seconds(now)

    def take(self, now: float) -> None:
        """Take the memory that is granted; the wait does not count as time of the transfer."""
        self.began += now - self.wanted_at
        self.moved_at = now
        self.held = self.wanted

    def complete(self, size: int, now: float) -> None:
        """Note that the body is complete, with `size` bytes."""
        self.move(0, now)
        self.largest = self.wanted = size


class MemoryBudget:
    """The memory of all transfers of one worker, and its limit."""

    def __init__(self, largest_response: int, largest_body: int) -> None:
        self._for_response = largest_response
        # Two of the largest bodies fit in any case, beside a response and small bodies.
        two = 2 * (largest_body + limits.LARGE_BUFFER)
        size = limits.BUDGET - limits.MAX_CONNECTIONS * limits.CONNECTION_COST
        self._size = max(size, largest_response + limits.KEPT_FOR_SMALL + two)
        self._held = 0
        self._transfers: dict[Transfer, None] = {}
        self._uploads: dict[Upload, None] = {}  # those that have memory, or wait for it

    def has(self, size: float) -> bool:
        """Whether so many more bytes may be held."""
        return self._held + size <= self._size

    def has_for_response(self) -> bool:
        """Whether there is memory for a response of the largest size."""
        return self.has(self._for_response)

    def begin(self, transfer: Transfer) -> None:
        """Start to count a transfer."""
        self._transfers[transfer] = None
        self._held += transfer.held

    def resize(self, transfer: Transfer, size: int) -> None:
        """Change the bytes that a transfer holds."""
        if transfer in self._transfers:
            self._held += size - transfer.held
            transfer.held = size

    def end(self, transfer: Transfer | None) -> None:
        """Stop counting a transfer."""
        if transfer in self._transfers:
            del self._transfers[transfer]
            self._held -= transfer.held
        if isinstance(transfer, Upload):
            self._uploads.pop(transfer, None)

    def ask(self, upload: Upload, size: int, now: float) -> None:
        """Let a body wait for `size` bytes of memory; if they are free, it goes on at once."""
        self._uploads.setdefault(upload)
        upload.wanted, upload.wanted_at = size, now
        self.grant(now)

    def grant(self, now: float) -> None:
        """Grant free memory to the bodies that wait for it."""
        while (upload := self._next()) and self.has(self._needed(upload)):
            size = upload.wanted - upload.held
            upload.take(now)
            self._transfers[upload] = None
            self._held += size
            upload.on_memory()

    def _next(self) -> Upload | None:
        """The body that gets memory next: a small one, else one whose client holds least."""
        waiting = [upload for upload in self._uploads if upload.wanted > upload.held]
        if len(waiting) < 2:
            return waiting[0] if waiting else None
        leader = self._leader()
        if leader and leader in waiting and self.has(self._needed(leader)):
            return leader
        held: Counter[str] = Counter()
        for upload in self._uploads:
            held[upload.client] += upload.held
        return min(waiting, key=lambda each: (_is_large(each), held[each.client], each.wanted_at))

    def _leader(self) -> Upload | None:
        """The growing body that holds most."""
        growing = [each for each in self._uploads if 0 < each.held < each.largest]
        return max(growing, key=lambda each: each.held, default=None)

    def _needed(self, upload: Upload) -> int:
        """Bytes that must be free before a body gets more.

        Enough must stay free for a response, and for the growing body that holds most to be
        completed; otherwise all could wait for each other.
        """
        needed = upload.wanted - upload.held + self._for_response
        if (leader := self._leader()) is not upload:
            needed += leader.largest - leader.held if leader else 0
            needed += limits.KEPT_FOR_SMALL if _is_large(upload) else 0
        return needed

    def relieve(self, now: float) -> None:
        """Abort the slowest transfers if more is held than the limit."""
        if not self.has(0):
            # More than necessary: the search through all transfers takes long, so it must be rare.
            self._abort_slowest(0, now, lambda: not self.has(self._size // 16))

    def free_memory(self, longest: float, now: float, *, for_response: bool) -> None:
        """Abort transfers that take longer than this while others wait for their memory."""

        def is_short() -> bool:
            self.grant(now)
            return bool(self._next()) or (for_response and not self.has_for_response())

        if is_short():
            self._abort_slowest(longest, now, is_short)

    def abort_slow(self, longest: float, now: float) -> None:
        """Abort all transfers that take longer than this."""
        self._abort_slowest(longest, now, lambda: True)

    def _abort_slowest(self, longest: float, now: float, is_short: Callable[[], bool]) -> None:
        slow = [(transfer.expected_seconds(now), transfer) for transfer in self._transfers]
        for expected_seconds, transfer in sorted(slow, key=lambda pair: pair[0], reverse=True):
            if expected_seconds <= longest or not is_short():
                break
            transfer.abort()


def _is_large(upload: Upload) -> bool:
    return upload.wanted > limits.SMALL_UPLOAD
