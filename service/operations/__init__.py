"""All operations of the service, with their paths; each operation or family has a file."""

from itertools import chain

from ..api.operation import AnyOperation, Operation
from ..settings import Config
from . import metrics, nimbers, probes
from .analysis import Analyse
from .batch import SolveBatch
from .explanation import Explain
from .games import ListGames
from .grundy import SolveGraph
from .legal import ListLegalMoves
from .mcp import Agents
from .move import Move
from .positions import DrawGraph, ListPositions
from .review import ReviewGame
from .values import Values


def all_blueprints(config: Config) -> dict[str, list[Operation]]:
    """The operations that are switched on, by the names of their blueprints."""
    of_positions: dict[str, list[AnyOperation]] = {
        "move": [Move("/move", config)],
        "moves": [SolveBatch("/moves", config)],
        "explanation": [Explain("/explanation", config)],
        "legal": [ListLegalMoves("/legal", config)],
        "review": [ReviewGame("/review", config)],
        "positions": [ListPositions("/positions", config), DrawGraph("/graph", config)],
        "values": [Values("/values", config)],
        "analysis": [Analyse("/analysis", config)],
    }
    of_nimbers: list[AnyOperation] = [
        nimbers.AddNimbers("/nimbers/sum", config),
        nimbers.MultiplyNimbers("/nimbers/product", config),
        nimbers.DivideNimbers("/nimbers/quotient", config),
        nimbers.NimberSquareRoot("/nimbers/square-root", config),
        nimbers.NimberPower("/nimbers/power", config),
        nimbers.ListNimbers("/nimbers/table", config),
    ]
    named = [*chain.from_iterable(of_positions.values())]
    games = ListGames("/games", config, named)
    found: dict[str, list[Operation]] = {
        **{name: [*each] for name, each in of_positions.items()},
        "games": [games],
        "mcp": [Agents("/mcp", config, [games, *named, *of_nimbers])],
        "grundy": [SolveGraph("/grundy", config)],
        "nimbers": [*of_nimbers],
        "probes": [probes.live("/healthz", config), probes.ready("/readyz", config)],
        "metrics": [metrics.scrape("/metrics")] if config.metrics else [],
    }
    return {name: operations for name, operations in found.items() if operations}
