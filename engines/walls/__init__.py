"""Walls: dots and boxes in which the turn always passes, and the standard game with the extra move."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy

if TYPE_CHECKING:
    from zet.engines.walls import (
        constants as constants,
        model as model,
        player as player,
        sample as sample,
        searcher as searcher,
        shape as shape,
        solver as solver,
        table as table,
    )
    from zet.engines.walls.constants import ALGORITHMS as ALGORITHMS
    from zet.engines.walls.counter import perft as perft
    from zet.engines.walls.mirror import Mirror as Mirror, mirrors as mirrors
    from zet.engines.walls.model import (
        Board as Board,
        Position as Position,
        PositionError as PositionError,
        board as board,
    )
    from zet.engines.walls.player import Player as Player, best_move as best_move, play_out as play_out
    from zet.engines.walls.searcher import Choice as Choice, search as search
    from zet.engines.walls.solver import Result as Result, solve as solve
    from zet.engines.walls.table import SearchTable as SearchTable
else:
    __getattr__, __dir__ = lazy(
        __name__,
        "sample",
        "shape",
        constants="ALGORITHMS",
        counter="perft",
        mirror="Mirror mirrors",
        model="Board Position PositionError board",
        player="Player best_move play_out",
        searcher="Choice search",
        solver="Result solve",
        table="SearchTable",
    )
