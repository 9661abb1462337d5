"""Tic-tac-toe and the m,n,k-games: model, tables, search, and the player of the original program."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy

if TYPE_CHECKING:
    from zet.engines.ttt import (
        constants as constants,
        model as model,
        original as original,
        player as player,
        proof as proof,
        solver as solver,
        symmetry as symmetry,
        table as table,
    )
    from zet.engines.ttt.model import Position as Position, PositionError as PositionError
    from zet.engines.ttt.original import original_moves as original_moves
    from zet.engines.ttt.player import (
        Player as Player,
        best_move as best_move,
        original_player as original_player,
        perfect_player as perfect_player,
        random_player as random_player,
    )
    from zet.engines.ttt.solver import Result as Result, solve as solve
    from zet.engines.ttt.symmetry import move_classes as move_classes
    from zet.engines.ttt.table import (
        Counts as Counts,
        count_positions as count_positions,
        evaluate as evaluate,
        positions as positions,
    )
else:
    __getattr__, __dir__ = lazy(
        __name__,
        "constants",
        "proof",
        model="Position PositionError",
        original="original_moves",
        player="Player best_move original_player perfect_player random_player",
        solver="Result solve",
        symmetry="move_classes",
        table="Counts count_positions evaluate positions",
    )
