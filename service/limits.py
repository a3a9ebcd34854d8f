"""Every limit that no setting changes, each with its reason."""

# --- What a request may ask for. No setting changes it, because the answers depend on it. --------

# Positions and moves
MAX_PILE = 2**53 - 1  # objects: the largest integer no JSON client rounds; XOR stays below it
MAX_BATCH_PILES = 100_000  # in all positions of a batch: each may be answered with a move
MAX_EXPLAINED_PILES = 1_000  # in an explanation: each is answered with up to 53 binary digits
MAX_REVIEWED_PILES = 100  # in a review: each is answered once for each move
MAX_REVIEWED_MOVES = 1_000  # in a review
MAX_REVIEWED_TOTAL = 20_000  # moves times piles times numbers of the set, in a review

# Subtraction sets
MAX_SET_NUMBERS = 64  # numbers in one
MAX_SET_NUMBER = 10_000  # each number: a period is proven by as many values as the largest has
MAX_SET_MOVES = 50_000  # piles times numbers of their set, in a request: each may be a winning move
MAX_SET_VALUES = 65_536  # Grundy values computed for a set, or for those of a batch together

# Take-and-break games
MAX_OCTAL_DIGITS = 8  # after the point in a code
MAX_OCTAL_PILE = 1_000  # objects in a pile
MAX_OCTAL_PILES = 100  # in a position
MAX_OCTAL_MOVES = 10_000  # legal moves in a position: each may be a winning one
MAX_OCTAL_VALUES = 16_384  # Grundy values computed to prove a period
MAX_SEQUENCE = 1_000  # Grundy values in a sequence of them

# Games given as graphs
MAX_GRAPH_POSITIONS = 10_000  # those that are sums included
MAX_GRAPH_OPTIONS = 100_000  # options and components of all positions together
MAX_NAME = 60  # characters in the name of a position: few enough to be quoted whole
MAX_COMPONENTS = 1_000  # in the sum to be solved
MAX_SUM_MOVES = 10_000  # moves from all its components together: each may be a winning one
MAX_GRAPH_STEPS = 300_000  # of playing out sums in misère play: about 0.2 s, and 15 MiB

# Lists of what play can come to
MAX_LISTED_PILES = 100  # in the position from which it begins
MAX_LISTED_POSITIONS = 10_000  # as many as a graph that is sent may have
MAX_LISTED_NUMBERS = 500_000  # piles in all of these, and in the winning results listed with them
MAX_DRAWN_MOVES = 60_000  # in a game graph: each is a line of Graphviz with two names

# Other games called Nim, and nimbers
MAX_MOORE_PILES = 100  # in a position of Moore's Nim, and those that a move may take from
MAX_VARIANT_MOVES = 100  # winning moves that are listed where there can be any number of them
MAX_VARIANT_NUMBERS = 400_000  # piles that these moves leave, in all
MAX_NIMBER_OPERAND = 2**32 - 1  # the nimbers below 2^32 are a field, so products stay below it
MAX_NIMBER_OPERANDS = 1_000  # of a sum or product
MAX_TABLE_SIZE = 256  # rows of a table of sums or products, and columns too

# JSON
DEEPEST = 500  # lists and objects inside each other in a body: no request needs more than four
MOST_CONTAINERS = 50_000  # of them in a body read carefully: more than any request has by default

# --- What is said of a request -------------------------------------------------------------------

MAX_ERRORS = 100  # faults that a problem lists; the search for faults stops at the next one
MAX_QUOTED = 60  # characters of a request that an error quotes
MAX_CYCLE_SHOWN = 10  # positions of a cycle that an error shows
LONGEST_LOGGED = 200  # characters of a path, and of a query, in a line of the log

# --- The bytes of a request ----------------------------------------------------------------------

LONGEST_TARGET = 8_190  # bytes in path and query: room for GET /move with many piles
MOST_FIELDS = 100  # headers
LONGEST_FIELD = 8_190  # bytes in the name of a header, and in its value
LARGEST_HEAD = 16 * 2**10  # bytes before the body
LONGEST_REMEMBERED_HEAD = 2 * 2**10  # bytes of a head that is kept in case it comes again
MOST_REMEMBERED_HEADS = 128  # kept so: some 1 MiB in all, with what they say
MOST_FRAMING = 16 * 2**10  # bytes around chunks, besides an eighth of the largest body

# --- What a worker holds at once -----------------------------------------------------------------

# All of it is within BUDGET, so that two workers and their master stay within 256 MiB, with the
# buffers of sockets: 2 × (56 for the budget + 40 for the one large request that is computed) = 192;
# 50 are what idle processes take, and the rest is what memory allocators waste. Of the budget 1,000
# connections of 32 KiB take 31, an answer 9, and bodies and answers the rest.
# tests/server/test_memory.py and test_bounds.py try with all of it used up at the same moment.
BUDGET = 56 * 2**20  # bytes of all connections, in the process and in the kernel
CONNECTION_COST = 32 * 2**10  # bytes of these that a connection counts with, whatever it does
SMALL_BODY = 8 * 2**10  # bytes of a body, and of unread answers, that a connection has uncounted
LARGEST_ANSWER = 9 * 2**20  # bytes in the largest answer
MOST_CONNECTIONS = 1_000  # fewer where the limit on file descriptors is lower
MOST_TLS_CONNECTIONS = MOST_CONNECTIONS // 2  # TLS keeps as much again for each of them
SPARE_DESCRIPTORS = 32  # file descriptors kept for everything but connections
FEWEST_DESCRIPTORS = SPARE_DESCRIPTORS + 16  # without which the service does not start
RECEIVE_BUFFER = 8 * 2**10  # bytes that the kernel receives while no large body comes; it doubles
LARGE_BUFFER = 64 * 2**10  # bytes that it receives from a connection's first large body on
SEND_BUFFER = 64 * 2**10  # bytes of a connection's answers that the kernel holds; it doubles them
TLS_PIECE = 16 * 2**10  # bytes that are encrypted, or decrypted, ahead of the client

# --- Whose turn it is, and how long one waits ----------------------------------------------------

LARGEST_INLINE = 16 * 2**10  # bytes of query and body up to which the event loop answers
MOST_REMEMBERED = 128  # answers kept of an operation that always takes long, so that they don't
LARGEST_REMEMBERED = 8 * 2**10  # bytes of such an answer and its query
ROUND = 8  # requests of one connection that are answered before others have their turn
MOST_WRITTEN = 2**20  # bytes of answers after which others wait until the kernel has these
SWITCH_INTERVAL = 0.0005  # seconds for which a large request computes while a small one waits
CREDIT = 64 * 2**10  # bytes a transfer is taken to have moved as it begins, so as not to be slow
STALLED = 0.5  # seconds without progress after which a transfer is taken to last for ever
LONGEST_WAIT = 30.0  # seconds that a request waits for room or for its turn before it is refused
LONGEST_RETRY = 60  # seconds after which a client that is refused is told to come again, at most
GRACE = 5  # seconds that requests in flight get once a stopping worker no longer listens
FIRST_WORDS = 1.0  # seconds of these for the request of a client that has only just connected
LAST_WORDS = 0.5  # seconds of these for the answers to requests that have not come whole
