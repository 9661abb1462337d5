"""match5: five in a row on 9 x 9 fields, by a player that learns a pattern from each loss."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy

if TYPE_CHECKING:
    from zet.engines.match5.model import Knowledge as Knowledge
    from zet.engines.match5.model import Pattern as Pattern
    from zet.engines.match5.model import PatternError as PatternError
    from zet.engines.match5.model import Position as Position
    from zet.engines.match5.model import PositionError as PositionError
    from zet.engines.match5.original import pattern_of_loss as pattern_of_loss
    from zet.engines.match5.player import Choice as Choice
    from zet.engines.match5.player import Match as Match
    from zet.engines.match5.player import Player as Player
    from zet.engines.match5.player import best_move as best_move
    from zet.engines.match5.prover import prove as prove
    from zet.engines.match5.prover import prove_all as prove_all
    from zet.engines.match5.training import Setting as Setting
    from zet.engines.match5.training import Tally as Tally
    from zet.engines.match5.training import Trainer as Trainer
else:
    __getattr__, __dir__ = lazy(
        __name__,
        model="Knowledge Pattern PatternError Position PositionError",
        original="pattern_of_loss",
        player="Choice Match Player best_move",
        prover="prove prove_all",
        training="Setting Tally Trainer",
    )
