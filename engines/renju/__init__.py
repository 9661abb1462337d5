"""Renju and go-moku: rules, forced wins, and the choice of moves."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy

if TYPE_CHECKING:
    from zet.engines.renju import (
        analysis as analysis,
        board as board,
        constants as constants,
        ending as ending,
        levels as levels,
        match as match,
        model as model,
        opening_rules as opening_rules,
        openings as openings,
        player as player,
        proof as proof,
        puzzle as puzzle,
        referee as referee,
        results as results,
        rules as rules,
        search as search,
        swap2 as swap2,
        symmetry as symmetry,
        threads as threads,
        timing as timing,
        tuning as tuning,
        weights as weights,
    )
    from zet.engines.renju.analysis import (
        Analysis as Analysis,
        Standing as Standing,
        Step as Step,
        analyze as analyze,
    )
    from zet.engines.renju.board import forbidden_cells as forbidden_cells
    from zet.engines.renju.defense import (
        Defense as Defense,
        Threat as Threat,
        defend as defend,
        threats_of as threats_of,
    )
    from zet.engines.renju.model import (
        Game as Game,
        GameOverError as GameOverError,
        PositionError as PositionError,
        cell_of as cell_of,
        name as name,
    )
    from zet.engines.renju.openings import Opening as Opening, opening_of as opening_of
    from zet.engines.renju.player import (
        Choice as Choice,
        Explanation as Explanation,
        best_move as best_move,
        explain as explain,
    )
    from zet.engines.renju.proof import Proof as Proof, verify as verify
    from zet.engines.renju.puzzle import (
        Problem as Problem,
        problems_in as problems_in,
        trimmed as trimmed,
    )
    from zet.engines.renju.referee import Verdict as Verdict, judge as judge
    from zet.engines.renju.rules import Board as Board
    from zet.engines.renju.solver import Result as Result, solve as solve
    from zet.engines.renju.symmetry import canonical as canonical, image as image, swapped as swapped
else:
    __getattr__, __dir__ = lazy(
        __name__,
        "constants",
        "ending",
        "levels",
        "match",
        "opening_rules",
        "results",
        "search",
        "swap2",
        "threads",
        "timing",
        "tuning",
        "weights",
        analysis="Analysis Standing Step analyze",
        board="forbidden_cells",
        defense="Defense Threat defend threats_of",
        model="Game GameOverError PositionError cell_of name",
        openings="Opening opening_of",
        player="Choice Explanation best_move explain",
        proof="Proof verify",
        puzzle="Problem problems_in trimmed",
        referee="Verdict judge",
        rules="Board",
        solver="Result solve",
        symmetry="canonical image swapped",
    )
