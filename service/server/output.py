"""Sends responses to a client, and counts what the client has not read yet."""

import asyncio
from collections.abc import Callable

from service.server.kernel import discard_when_closed, unread_in_kernel
from service.server.limits import SMALL_BODY, TLS_PIECE
from service.server.rounds import Rounds
from service.server.transfers import MemoryBudget, Transfer

NOTHING_LEFT = memoryview(b"")


class Output:
    """The responses of one connection that are being sent."""

    __slots__ = (
        "_budget", "_rounds", "_socket", "_transport", "_uncounted", "_unsent", "_unwritten",
        "is_full", "is_tls", "transfer",
    )  # fmt: skip

    def __init__(self, transport: asyncio.Transport, budget: MemoryBudget, rounds: Rounds) -> None:
        self._transport, self._budget, self._rounds = transport, budget, rounds
        self._socket = transport.get_extra_info("socket")
        self.is_tls = not transport.can_write_eof()
        self.is_full = False  # so much is unsent that the next request has to wait
        self._unsent: list[bytes] = []  # small responses, until the end of the round
        self._unwritten = NOTHING_LEFT  # of a response over TLS
        self._uncounted = 0  # bytes of responses since the unread ones were last counted
        self.transfer: Transfer | None = None
        if self.is_tls:
            transport.set_write_buffer_limits(TLS_PIECE)
            transport.set_read_buffer_limits(TLS_PIECE)  # type: ignore[attr-defined]

    def write(self, pieces: list[bytes], size: int, now: float, abort: Callable[[], None]) -> int:
        """Send a whole response, a small one at the end of the round.

        A proxy can't retry a response that has begun, so none begins before it is complete.
        `size` is the length of its body, and `abort` is called if the client reads too slowly.
        Returns the bytes written since it last returned a number; 0 while they are few.
        """
        if self.is_tls:
            self._unwritten = memoryview(b"".join(pieces))
            self._continue_writing()
        else:
            if not self._unsent:
                self._rounds.call_at_end(self.send)
            self._unsent += pieces
        self._uncounted += size
        if self._uncounted <= SMALL_BODY:
            return 0
        self.send()
        written, self._uncounted = self._uncounted, 0
        self._count(now, abort)
        return written

    def send(self) -> None:
        """Send at once what waits for the end of the round."""
        pieces, self._unsent = self._unsent, []
        if pieces and len(pieces[-1]) <= SMALL_BODY:
            self._transport.write(b"".join(pieces))
        elif pieces:
            self._transport.writelines(pieces)

    def _count(self, now: float, abort: Callable[[], None]) -> None:
        """Count the unread bytes as a transfer if they are many."""
        unread = sum(self.unread())
        if transfer := self.transfer:
            self._budget.resize(transfer, transfer.held + unread - transfer.left)
            transfer.left = unread
        elif unread > SMALL_BODY:
            self.transfer = Transfer(unread, now, abort)
            self._budget.begin(self.transfer)
        self._budget.relieve(now)

    def pause(self) -> None:
        """Stop writing until the client has read more."""
        self.is_full = True

    def resume(self) -> None:
        """Continue to write: the kernel has taken almost all."""
        self.is_full = False
        self._continue_writing()

    def _continue_writing(self) -> None:
        """Write as much of a response over TLS as the client reads.

        Whatever is written there is encrypted at once, into buffers that nothing can count.
        """
        while self._unwritten and not self.is_full:
            piece, self._unwritten = self._unwritten[:TLS_PIECE], self._unwritten[TLS_PIECE:]
            self._transport.write(piece)

    def check_progress(self, now: float, longest: float) -> bool:
        """Note how much the client has read, and return whether that is all; abort if it stalls."""
        if not (transfer := self.transfer):
            return False
        here, in_kernel = self.unread()
        transfer.move(here + in_kernel, now)
        if not here:  # while a part of a response is here, all of it is in memory
            self._budget.resize(transfer, in_kernel)
        if here + in_kernel <= SMALL_BODY:
            self.release()
            return True
        if transfer.moved_at + longest <= now:
            transfer.abort()
        return False

    def unread(self) -> tuple[int, int]:
        """Bytes of responses that are still in the process, and in the kernel."""
        here = len(self._unwritten) + sum(map(len, self._unsent))
        here += self._transport.get_write_buffer_size()
        return here, unread_in_kernel(self._socket)

    def close(self, *, wait: bool) -> None:
        """Close once everything is read; with `wait`, once the client closes, too."""
        self.send()
        if self._unwritten:
            return  # until the client has read that far
        if not self.is_tls and (wait or any(self.unread())):
            self._transport.write_eof()
            self._transport.resume_reading()
        else:
            self._transport.close()

    def abort(self) -> None:
        """Close the connection at once, and discard what the client has not read."""
        if any(self.unread()):
            discard_when_closed(self._socket)
        self.discard()
        self._transport.abort()

    def release(self) -> None:
        """Stop counting what is unread."""
        self._budget.end(self.transfer)
        self.transfer = None

    def discard(self) -> None:
        """Discard what is not written yet."""
        self._unsent, self._unwritten = [], NOTHING_LEFT
