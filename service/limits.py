"""Every limit that no setting changes, each with its reason."""

# Limits that no setting changes, because the answers themselves depend on them.
MAX_PILE = 2**53 - 1
"""Objects in a pile: the largest integer that no JSON client rounds. XOR stays below it."""

MAX_NIMBER_OPERAND = 2**32 - 1
"""Operands of a nimber product: the nimbers below 2^32 are a field, so results stay below it."""

MAX_BATCH_PILES = 100_000
"""Piles in all positions of a batch together: each of them may be answered with a move."""

MAX_EXPLAINED_PILES = 1_000
"""Piles in a position to be explained: each is answered with up to 53 binary digits."""

MAX_REVIEWED_PILES = 100
"""Piles in a game to be reviewed: each is answered once for each move."""

MAX_REVIEWED_MOVES = 1_000
"""Moves in a game to be reviewed."""

MAX_REVIEWED_TOTAL = 20_000
"""Moves times piles in a game to be reviewed, times the numbers of its subtraction set."""

MAX_SET_NUMBERS = 64
"""Numbers in a subtraction set."""

MAX_SET_NUMBER = 10_000
"""Each number in a subtraction set: a period is proven by as many values as the largest has."""

MAX_SET_MOVES = 50_000
"""Piles times numbers of their subtraction set, in a request: each may be a winning move."""

MAX_SET_VALUES = 65_536
"""Grundy values that are computed for a subtraction set, or for those of a batch together."""

MAX_OCTAL_DIGITS = 8
"""Digits after the point in the code of a take-and-break game."""

MAX_OCTAL_PILE = 1_000
"""Objects in a pile of such a game."""

MAX_OCTAL_PILES = 100
"""Piles in a position of such a game."""

MAX_OCTAL_MOVES = 10_000
"""Legal moves in such a position: each may be a winning one."""

MAX_OCTAL_VALUES = 16_384
"""Grundy values that are computed to prove the period of such a game."""

MAX_SEQUENCE = 1_000
"""Grundy values in a sequence of them."""

MAX_GRAPH_POSITIONS = 10_000
"""Positions of a game given as a graph, those that are sums included."""

MAX_GRAPH_OPTIONS = 100_000
"""Options and components of all positions of such a game together."""

MAX_NAME = 60
"""Characters in the name of a position: few enough to be quoted whole."""

MAX_COMPONENTS = 1_000
"""Components of a sum of positions."""

MAX_SUM_MOVES = 10_000
"""Moves from all components of a sum together: each may be a winning one."""

MAX_GRAPH_STEPS = 300_000
"""Steps of playing out the sums of such a game in misère play: about 0.2 s, and 15 MiB."""

MAX_LISTED_PILES = 100
"""Piles in a position from which all others are listed."""

MAX_LISTED_POSITIONS = 10_000
"""Positions that such a list has, or a game graph: as many as a graph that is sent may have."""

MAX_LISTED_NUMBERS = 500_000
"""Piles in all of these positions, and in the winning results listed with them."""

MAX_DRAWN_MOVES = 60_000
"""Moves in a game graph: each is a line of Graphviz with the names of two positions."""

MAX_MOORE_PILES = 100
"""Piles in a position of Moore's Nim, and those that a move may take from."""

MAX_VARIANT_MOVES = 100
"""Winning moves that are listed in games that can have any number of them."""

MAX_VARIANT_NUMBERS = 400_000
"""Piles that these moves leave, in all."""

MAX_NIMBER_OPERANDS = 1_000
"""Operands of a nimber sum or product."""

MAX_TABLE_SIZE = 256
"""Rows of a table of nimber sums or products, and columns too."""

DEEPEST = 500
"""Lists and objects inside each other in a body: no request needs more than four."""

MOST_CONTAINERS = 50_000
"""Lists and objects in a body that is read carefully: more than any request has by default."""

MAX_CYCLE_SHOWN = 10
"""Positions of a cycle that an error shows."""

MAX_ERRORS = 100
"""Faults that one problem lists; the search for faults stops at the next one."""

MAX_QUOTED = 60
"""Characters of a request that an error quotes at most."""

# What a worker holds at once: within BUDGET, so that two workers and their master stay within
# 256 MiB, the sockets' buffers included. 2 × (56 for the budget + 40 for the one large request that
# is computed) = 192; 50 are what idle processes take, and the rest is what memory allocators waste.
# Of the budget 1,000 connections of 32 KiB take 31, an answer 9, and bodies and answers the rest.
# tests/server/test_memory.py and test_bounds.py try with all of it used up at the same moment.
LONGEST_TARGET = 8_190
"""Bytes in the path and the query of a request, for the sake of GET /move with many piles."""

MOST_FIELDS = 100
"""Headers of a request."""

LONGEST_FIELD = 8_190
"""Bytes in the name of a header, and in its value."""

LARGEST_HEAD = 16 * 2**10
"""Bytes in a request before its body."""

LONGEST_REMEMBERED_HEAD = 2 * 2**10
"""Bytes of a head that a worker remembers, with what it says, in case the same one comes again."""

MOST_REMEMBERED_HEADS = 128
"""Heads that a worker remembers: some 1 MiB with all that they say."""

SMALL_BODY = 8 * 2**10
"""Bytes of a body, and of unread answers, that a connection may hold without being counted."""

MOST_FRAMING = 16 * 2**10
"""Bytes around the chunks of a body, besides an eighth of the largest body."""

BUDGET = 56 * 2**20
"""Bytes that all connections of a worker may hold, in its process and in the kernel."""

CONNECTION_COST = 32 * 2**10
"""Bytes of these that a connection counts with, whatever it does."""

MOST_CONNECTIONS = 1_000
"""Connections of a worker; fewer where the limit on file descriptors is lower."""

MOST_TLS_CONNECTIONS = MOST_CONNECTIONS // 2
"""The same over TLS, where what is encrypted and what is kept for that takes as much again."""

SPARE_DESCRIPTORS = 32
"""File descriptors of a worker that are kept for everything but connections."""

FEWEST_DESCRIPTORS = SPARE_DESCRIPTORS + 16
"""File descriptors without which the service does not start."""

LARGEST_INLINE = 16 * 2**10
"""Bytes of a request, query and body, up to which it is answered on the event loop."""

MOST_REMEMBERED = 128
"""Answers of an operation that always takes long which a worker keeps, so that they don't."""

LARGEST_REMEMBERED = 8 * 2**10
"""Bytes of such an answer and its query."""

LARGEST_ANSWER = 9 * 2**20
"""Bytes in the largest answer."""

RECEIVE_BUFFER = 8 * 2**10
"""Bytes that the kernel receives for a connection while no large body comes; it doubles them."""

LARGE_BUFFER = 64 * 2**10
"""Bytes that the kernel receives for a connection from its first large body on."""

SEND_BUFFER = 64 * 2**10
"""Bytes that the kernel holds of a connection's answers; it doubles them."""

TLS_PIECE = 16 * 2**10
"""Bytes of an answer, or of a body, that are encrypted or decrypted ahead of the client."""

CREDIT = 64 * 2**10
"""Bytes that a transfer is taken to have moved when it begins, so that a new one is not slow."""

STALLED = 0.5
"""Seconds without progress after which a transfer is taken to last for ever."""

LONGEST_WAIT = 30.0
"""Seconds that a request waits for room or for its turn before it is refused."""

LONGEST_RETRY = 60
"""Seconds after which a client that is refused is told to come again, at most."""

ROUND = 8
"""Requests of one connection that are answered before others have their turn."""

MOST_WRITTEN = 2**20
"""Bytes of answers after which others wait until these are handed to the kernel."""

SWITCH_INTERVAL = 0.0005
"""Seconds for which a large request computes while a small one waits."""

GRACE = 5
"""Seconds that requests in flight get to finish once a stopping worker no longer listens."""

FIRST_WORDS = 1.0
"""Seconds of these for the request of a client that has only just connected."""

LAST_WORDS = 0.5
"""Seconds of these for the answers to requests that have not come whole."""

LONGEST_LOGGED = 200
"""Characters of a path, and of a query, that a line of the log holds."""
