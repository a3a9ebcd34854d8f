"""The server's limits, with reasons. application.py has those that an application sets."""

# --- The bytes of a request ----------------------------------------------------------------------

LONGEST_METHOD = 32  # letters: the longest registered method has 17
LONGEST_TARGET = 8_190  # bytes in path and query
MAX_FIELDS = 100  # headers
LONGEST_FIELD = 8_190  # bytes in the name of a header, and in its value
LONGEST_HOST = 255  # bytes of a Host without its port: no name is longer (RFC 1035)
LARGEST_HEAD = 16 * 2**10  # bytes before the body
LONGEST_CACHED_HEAD = 2 * 2**10  # bytes of a head whose environ is cached
MAX_CACHED_HEADS = 128  # in the cache: about 1 MiB with their environs
LONGEST_CACHED_LINE = 256  # bytes of a header whose key and value are cached
MAX_CACHED_LINES = 256  # in the cache: less than 256 KiB
MAX_FRAMING = 16 * 2**10  # bytes around chunks, plus an eighth of the largest body

# --- What a worker holds at a time ---------------------------------------------------------------

# BUDGET bounds the memory of connections, so that two workers and their master stay within 256
# MiB, including socket buffers: 2 × (53 for the budget + 40 for the large request that is being
# computed) = 186. Idle processes take 63, and memory allocators waste the rest. In the budget,
# 1,000 connections of 32 KiB take 31, and a response 9; bodies and other responses share the rest.
# tests/server/test_memory_served.py uses all of it at once.
BUDGET = 53 * 2**20  # bytes of all connections, in the process and in the kernel
CONNECTION_COST = 32 * 2**10  # bytes of the budget for each connection, even an idle one
SMALL_BODY = 8 * 2**10  # bytes of a body, and of unread responses, not counted separately
SMALL_UPLOAD = 32 * 2**10  # bytes of the largest body that does not wait for larger ones
KEPT_FOR_SMALL = 2**20  # bytes of memory that larger bodies leave for small ones
MAX_CONNECTIONS = 1_000  # fewer if the limit on file descriptors is lower
MAX_TLS_CONNECTIONS = MAX_CONNECTIONS // 2  # TLS doubles the memory of a connection
SPARE_DESCRIPTORS = 32  # file descriptors kept for everything but connections
MIN_DESCRIPTORS = SPARE_DESCRIPTORS + 16  # the minimum to start the service
RECEIVE_BUFFER = 8 * 2**10  # bytes that the kernel receives if no large body arrives; doubled
LARGE_BUFFER = 64 * 2**10  # the same once a connection has sent a large body
SEND_BUFFER = 64 * 2**10  # bytes of responses that the kernel holds; it doubles this number
TLS_PIECE = 16 * 2**10  # bytes encrypted or decrypted ahead of the client
GROWTH = 2 * 2**20  # bytes that a large request leaves in the process if it looks for free ones

# --- Scheduling and timeouts ---------------------------------------------------------------------

LARGEST_INLINE = 16 * 2**10  # bytes of query and body in a request that the event loop handles
LONGEST_TURNS = 0.004  # seconds of turns after which the event loop reads and writes again
CHUNKS_AT_ONCE = 200  # chunks of a body read in one turn, which takes about COSTLY
FRAMING_AT_ONCE = 8 * 2**10  # bytes of their lines in one turn
COSTLY = 0.0003  # seconds of a request after which its connection comes behind others
MAX_WRITTEN = 2**20  # bytes of responses after which the event loop reads and writes again
SWITCH_INTERVAL = 0.0005  # seconds that the thread keeps the interpreter while the loop waits
CREDIT = 64 * 2**10  # bytes credited at the start, so that a new transfer does not look slow
STALLED = 0.5  # seconds without progress after which a transfer counts as stalled
LONGEST_HANDSHAKE = 10.0  # seconds for a client to complete a TLS handshake
ACCEPTED_AT_ONCE = 8  # TLS connections, until the ones aborted for them are really closed
LATE_TICK = 1.0  # seconds after which a tick is late: the process was stopped or had no CPU
OVERDUE = 5.0  # seconds without the turns that are due: the worker is broken
LONGEST_WAIT = 30.0  # seconds after which a request that waits for memory or the thread is rejected
LONGEST_RETRY = 60  # maximum seconds in Retry-After
GRACE = 5  # seconds for requests in flight once a stopping worker no longer listens
GRACE_FOR_NEW = 1.0  # seconds of GRACE in which a new connection may send a request
GRACE_FOR_REJECTIONS = 0.5  # last seconds of GRACE, to reject incomplete and waiting requests
GRACE_FOR_COMPUTED = 0.15  # last seconds of GRACE, to reject what the thread is computing
