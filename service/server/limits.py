"""The limits of the server, with reasons; application.py has those that an application sets."""

# --- The bytes of a request ----------------------------------------------------------------------

LONGEST_TARGET = 8_190  # bytes in path and query
MAX_FIELDS = 100  # headers
LONGEST_FIELD = 8_190  # bytes in the name of a header, and in its value
LARGEST_HEAD = 16 * 2**10  # bytes before the body
LONGEST_CACHED_HEAD = 2 * 2**10  # bytes of a head that is kept in case it comes again
MAX_CACHED_HEADS = 128  # kept so: some 1 MiB in all, with what they say
MAX_FRAMING = 16 * 2**10  # bytes around chunks, besides an eighth of the largest body

# --- What a worker holds at once -----------------------------------------------------------------

# All of it is within BUDGET, so that two workers and their master stay within 256 MiB, with the
# buffers of sockets: 2 × (53 for the budget + 40 for the one large request that is computed) = 186;
# 63 are what idle processes take, and the rest is what memory allocators waste. Of the budget 1,000
# connections of 32 KiB take 31, a response 9, and bodies and responses the rest.
# tests/server/test_memory.py and test_bounds.py try with all of it used up at the same moment.
BUDGET = 53 * 2**20  # bytes of all connections, in the process and in the kernel
CONNECTION_COST = 32 * 2**10  # bytes of these that a connection counts with, whatever it does
SMALL_BODY = 8 * 2**10  # bytes of a body, and of unread responses, that a connection has uncounted
SMALL_UPLOAD = 32 * 2**10  # bytes of a body that waits for no larger ones
KEPT_FOR_SMALL = 2**20  # bytes of memory that larger bodies leave for these
GROWTH = 64 * 2**10  # bytes of memory that a chunked body asks for at a time
MAX_CONNECTIONS = 1_000  # fewer where the limit on file descriptors is lower
MAX_TLS_CONNECTIONS = MAX_CONNECTIONS // 2  # TLS keeps as much again for each of them
SPARE_DESCRIPTORS = 32  # file descriptors kept for everything but connections
MIN_DESCRIPTORS = SPARE_DESCRIPTORS + 16  # without which the service does not start
RECEIVE_BUFFER = 8 * 2**10  # bytes that the kernel receives while no large body comes; it doubles
LARGE_BUFFER = 64 * 2**10  # bytes that it receives from a connection's first large body on
SEND_BUFFER = 64 * 2**10  # bytes of a connection's responses that the kernel holds; it doubles them
TLS_PIECE = 16 * 2**10  # bytes that are encrypted, or decrypted, ahead of the client

# --- Who comes next, and how long one waits ------------------------------------------------------

LARGEST_INLINE = (
    16 * 2**10
)  # bytes of query and body that a request handled on the event loop has at most
LONGEST_ROUND = 0.004  # seconds of a round after which no other request is handled in it
SHORTEST_ROUND = 0.001  # seconds since the last round within which none is taken to begin
DELAY_PER_COST = 500  # times what its last request took: so long a connection waits in a busy round
REQUESTS_PER_ROUND = 8  # requests of one connection that are handled before others come next
MAX_WRITTEN = 2**20  # bytes of responses after which others wait until the kernel has these
SWITCH_INTERVAL = (
    0.0005  # seconds that the thread keeps the interpreter while the loop waits for it
)
CREDIT = (
    64 * 2**10
)  # bytes that count as moved when a transfer begins, so that it does not look slow
STALLED = 0.5  # seconds without progress after which a transfer counts as endless
LATE_TICK = 1.0  # seconds after which a tick is late: the process was stopped, or had no time
LONGEST_WAIT = 30.0  # seconds that a request waits for memory or in the queue before it is rejected
LONGEST_RETRY = 60  # seconds, at most, in Retry-After
GRACE = 5  # seconds that requests in flight have once a stopping worker no longer listens
GRACE_FOR_NEW = 1.0  # seconds of these for the request of a client that has only just connected
GRACE_FOR_REJECTIONS = (
    0.5  # seconds of these for the responses to requests that have not come whole
)
