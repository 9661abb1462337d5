"""Tectonic (Suguru): solve, explain, check, rate and generate puzzles."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy

if TYPE_CHECKING:
    from zet.engines.tectonic.checker import Check as Check
    from zet.engines.tectonic.checker import check as check
    from zet.engines.tectonic.explainer import Explanation as Explanation
    from zet.engines.tectonic.explainer import Step as Step
    from zet.engines.tectonic.explainer import explain as explain
    from zet.engines.tectonic.generator import generate as generate
    from zet.engines.tectonic.model import Puzzle as Puzzle
    from zet.engines.tectonic.model import PuzzleError as PuzzleError
    from zet.engines.tectonic.original import explain_by_original as explain_by_original
    from zet.engines.tectonic.rating import Rating as Rating
    from zet.engines.tectonic.rating import rate as rate
    from zet.engines.tectonic.solver import Result as Result
    from zet.engines.tectonic.solver import solve as solve
else:
    __getattr__, __dir__ = lazy(
        __name__,
        checker="Check check",
        explainer="Explanation Step explain",
        generator="generate",
        model="Puzzle PuzzleError",
        original="explain_by_original",
        rating="Rating rate",
        solver="Result solve",
    )
