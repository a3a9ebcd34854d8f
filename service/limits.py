"""The limits that no setting changes, each with its reason; server/limits.py has the server's.

EXAMPLES, here and beside the limits of a game, has what limits were chosen for: requests of people
outside, which tests/test_limits.py sends. docs/http.md lists them.
"""

from .game.bounds import Example

# --- What a request may ask for. No setting changes it, because the responses depend on it. ------
# Limits of one game are in its file under game/games/.

# Positions and moves
LARGEST_EXACT = 2**53 - 1  # the largest integer that no JSON client rounds
LARGEST_PILE = LARGEST_EXACT  # objects
MAX_LISTED_MOVES = 100  # winning moves in the games that can have very many
MAX_BATCH_PILES = 100_000  # in all positions of a batch: each may get a move
MAX_BATCH_MOVES = 140_000  # winning moves of a batch, in games other than Nim: about 9 MiB
MAX_BATCH_NUMBERS = 150_000  # in the lists of legal moves of a batch, shared evenly: up to 8 MiB
MAX_EXPLAINED_PILES = 1_000  # in an explanation: each gets up to 53 binary digits
MAX_REVIEWED_PILES = 100  # in a review: each is solved once for each move
MAX_REVIEWED_MOVES = 1_000  # in a review
MAX_REVIEWED_NUMBERS = 100_000  # moves times piles and winning moves, in a review
MAX_VALUES_LISTED = 1_000  # Grundy values in a sequence of them

# Games given as graphs
MAX_GRAPH_POSITIONS = 10_000  # including sums
MAX_GRAPH_OPTIONS = 200_000  # options and components of all positions together: 20 MiB as texts
LARGEST_GRAPH = 4 * 2**20  # bytes of a body: as many options with names of 18 characters
MAX_NAME = 60  # characters in the name of a position: few enough to be quoted whole
MAX_SUM_SIZE = 1_000  # in the sum to be solved
MAX_SUM_MOVES = 10_000  # moves from all its components together: each may be a winning one
MAX_GRAPH_STEPS = 300_000  # of playing out sums in misère play: about 0.2 s, and 15 MiB
MAX_PLIES_STEPS = 60_000  # of finding how long play in sums lasts: about 0.03 s

# Lists of reachable positions
MAX_LISTED_PILES = 100  # in the position from which it begins
MAX_LISTED_POSITIONS = 10_000  # as many as a graph that is sent may have
MAX_LISTED_NUMBERS = 500_000  # piles in all of these, and in the winning results listed with them
MAX_JUDGED_MOVES = 1_000  # legal moves in an analysis: each gets a reply
MAX_STEPS_TO_JUDGE = 800_000  # to find the replies to them by theory, under a second
MAX_STARTS = 1_000  # sizes of a pile in a table of starts
MAX_DRAWN_MOVES = 60_000  # in a game graph: each is a line of Graphviz with two names

# Nimbers
MAX_NIMBER_OPERAND = 2**64 - 1  # Library Checker's products have 64 bits; they are a field
MAX_EXPONENT = LARGEST_EXACT  # of a power of a nimber
MAX_NIMBER_OPERANDS = 1_000  # of a sum or product
MAX_EXCLUDING_OPERAND = 64  # each pair of smaller operands is calculated
MAX_TABLE_SIZE = 256  # rows of a table of sums or products, and also its columns

# JSON
MAX_DEPTH = 500  # lists and objects inside each other in a body: no request needs more than four

MAX_PARAMETERS = 100  # different parameters in a query: no operation has as many
MAX_QUERY_VALUES = 1_024  # parameters in a query with repeated ones: a target has 1,023 at most

# --- Errors and the log --------------------------------------------------------------------------

MAX_ERRORS = 100  # errors that a problem lists; the search for them stops at the next one
MAX_QUOTED = 60  # characters of a request that an error quotes
MAX_CYCLE_SHOWN = 10  # positions of a cycle that an error shows
LONGEST_LOGGED = 200  # characters of a path, and of a query, in a line of the log

# --- Responses -----------------------------------------------------------------------------------

LARGEST_RESPONSE = 9 * 2**20  # bytes in the largest response: the server keeps room for one

# --- Where a request runs: see api/operation.py --------------------------------------------------

LARGEST_INLINE = 16 * 2**10  # bytes of a query and a body that the event loop reads
LARGEST_EXPLAINED = 768  # bytes of an invalid request whose errors the event loop finds
MAX_INLINE_STEPS = 1_000  # steps of about a microsecond, for a request that the event loop runs

# --- What limits were chosen for ------------------------------------------------------------------

EXAMPLES = (
    Example(
        LARGEST_PILE,
        "a number of `subtraction_set`, and objects in a pile",
        "/move?subtraction_set=1,2,1000000000&piles=1000000000",
        "1-2-K Game, Codeforces 1194D, in which both have up to 10^9",
    ),
    Example(
        MAX_STARTS,
        "sizes in `starts`",
        '/analysis {"game": "growing", "add": [1], "multiply": [2], "target": 77, "piles": [7, 1], '
        '"starts": {"pile": 1, "from": 1, "to": 69}}',
        "tasks 19 to 21 of the Russian state exam in informatics",
    ),
    Example(
        MAX_GRAPH_OPTIONS,
        "options of a graph",
        "/grundy",
        "Wythoff's Nim on a board of 51 × 51 squares, which has 172,975",
    ),
    Example(
        MAX_NIMBER_OPERAND,
        "a nimber",
        "/nimbers/product?operands=18446744073709551615,18446744073709551615",
        "Nim Product of Library Checker, whose nimbers have 64 bits",
    ),
)
