"""The limits of the server, with reasons; application.py has those that an application sets."""

# --- The bytes of a request ----------------------------------------------------------------------

LONGEST_METHOD = 32  # letters: the longest one that is registered has 17
LONGEST_TARGET = 8_190  # bytes in path and query
MAX_FIELDS = 100  # headers
LONGEST_FIELD = 8_190  # bytes in the name of a header, and in its value
LARGEST_HEAD = 16 * 2**10  # bytes before the body
LONGEST_CACHED_HEAD = 2 * 2**10  # bytes of a head whose environ is cached
MAX_CACHED_HEADS = 128  # in the cache: about 1 MiB with their environs
MAX_FRAMING = 16 * 2**10  # bytes around chunks, besides an eighth of the largest body

# --- What a worker holds at a time ---------------------------------------------------------------

# BUDGET bounds what connections hold, so that two workers and their master stay within 256 MiB,
# with the buffers of sockets: 2 × (53 for the budget + 40 for the one large request that is
# computed) = 186. Idle processes take 63, and memory allocators waste the rest. 1,000 connections
# of 32 KiB take 31 of the budget, a response 9, and bodies and responses what is left.
# tests/server/test_memory_served.py uses all of it at the same time.
BUDGET = 53 * 2**20  # bytes of all connections, in the process and in the kernel
CONNECTION_COST = 32 * 2**10  # bytes of the budget for each connection, whatever it does
SMALL_BODY = 8 * 2**10  # bytes of a body, and of unread responses, that are not counted besides
SMALL_UPLOAD = 32 * 2**10  # bytes of a body up to which it does not wait for larger ones
KEPT_FOR_SMALL = 2**20  # bytes of memory that larger bodies leave for small ones
MAX_CONNECTIONS = 1_000  # fewer where the limit on file descriptors is lower
MAX_TLS_CONNECTIONS = MAX_CONNECTIONS // 2  # TLS doubles what a connection keeps
SPARE_DESCRIPTORS = 32  # file descriptors kept for everything but connections
MIN_DESCRIPTORS = SPARE_DESCRIPTORS + 16  # the least with which the service starts
RECEIVE_BUFFER = 8 * 2**10  # bytes that the kernel receives while no large body comes; it doubles
LARGE_BUFFER = 64 * 2**10  # bytes that it receives once a connection has sent a large body
SEND_BUFFER = 64 * 2**10  # bytes of a connection's responses that the kernel holds; it doubles them
TLS_PIECE = 16 * 2**10  # bytes that are encrypted, or decrypted, ahead of the client

# --- Scheduling and timeouts ---------------------------------------------------------------------

LARGEST_INLINE = 16 * 2**10  # most bytes of query and body in a request that the event loop handles
LONGEST_TURNS = 0.004  # seconds of turns after which the event loop reads and writes again
CHUNKS_AT_ONCE = 200  # chunks of a body that are read in one turn: this takes about COSTLY
FRAMING_AT_ONCE = 8 * 2**10  # bytes of their lines, after which no other chunk is read then
COSTLY = 0.0003  # seconds that a request may take before its connection comes after others
MAX_WRITTEN = 2**20  # bytes of responses after which the event loop reads and writes again
SWITCH_INTERVAL = 0.0005  # seconds that the thread keeps the interpreter while the loop waits
CREDIT = 64 * 2**10  # bytes that count as moved from the start, so that no new transfer looks slow
STALLED = 0.5  # seconds without progress after which a transfer counts as endless
LONGEST_HANDSHAKE = 10.0  # seconds in which a client has to agree on TLS
ACCEPTED_AT_ONCE = 8  # TLS connections, before those that are aborted for them are really closed
LATE_TICK = 1.0  # seconds after which a tick is late: the process was stopped, or had no time
OVERDUE = 5.0  # seconds after which turns that are not taken show that the worker is broken
LONGEST_WAIT = 30.0  # seconds that a request waits for memory or in the queue before it is rejected
LONGEST_RETRY = 60  # seconds, at most, in Retry-After
GRACE = 5  # seconds that requests in flight have once a stopping worker no longer listens
GRACE_FOR_NEW = 1.0  # seconds of GRACE in which a new connection may still send a request
GRACE_FOR_REJECTIONS = 0.5  # the last seconds of GRACE, to reject what is incomplete or waits
GRACE_FOR_COMPUTED = 0.15  # the last seconds of GRACE, to reject what the thread still computes
