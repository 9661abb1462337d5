"""match5: five in a row on a board of 9 x 9, with a player that learns a pattern from each loss."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy

if TYPE_CHECKING:
    from zet.engines.match5 import (
        constants as constants,
        lookahead as lookahead,
        model as model,
        player as player,
        prover as prover,
        refuter as refuter,
        training as training,
    )
    from zet.engines.match5.model import (
        Knowledge as Knowledge,
        Pattern as Pattern,
        PatternError as PatternError,
        Position as Position,
        PositionError as PositionError,
    )
    from zet.engines.match5.original import pattern_of_loss as pattern_of_loss
    from zet.engines.match5.player import (
        Choice as Choice,
        Match as Match,
        Player as Player,
        best_move as best_move,
    )
    from zet.engines.match5.prover import prove as prove, prove_all as prove_all
    from zet.engines.match5.refuter import Refutation as Refutation, refute as refute
    from zet.engines.match5.training import Setting as Setting, Tally as Tally, Trainer as Trainer
else:
    __getattr__, __dir__ = lazy(
        __name__,
        "constants",
        "lookahead",
        model="Knowledge Pattern PatternError Position PositionError",
        original="pattern_of_loss",
        player="Choice Match Player best_move",
        prover="prove prove_all",
        refuter="Refutation refute",
        training="Setting Tally Trainer",
    )
