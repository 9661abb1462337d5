"""Tectonic (Suguru): solving, explaining, checking, rating and generating puzzles."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy

if TYPE_CHECKING:
    from zet.engines.tectonic import (
        board as board,
        chains as chains,
        constants as constants,
        enumeration as enumeration,
        essentials as essentials,
        explainer as explainer,
        generator as generator,
        hints as hints,
        mistakes as mistakes,
        model as model,
        rating as rating,
        repair as repair,
        solver as solver,
        symmetry as symmetry,
        techniques as techniques,
        verifier as verifier,
    )
    from zet.engines.tectonic.checker import Check as Check, check as check
    from zet.engines.tectonic.explainer import (
        Explanation as Explanation,
        Step as Step,
        explain as explain,
    )
    from zet.engines.tectonic.generator import Wish as Wish, generate as generate
    from zet.engines.tectonic.mistakes import (
        Judgment as Judgment,
        Mistake as Mistake,
        judge as judge,
    )
    from zet.engines.tectonic.model import Puzzle as Puzzle, PuzzleError as PuzzleError
    from zet.engines.tectonic.original import explain_by_original as explain_by_original
    from zet.engines.tectonic.patterns import ImpossibleError as ImpossibleError
    from zet.engines.tectonic.rating import Rating as Rating, rate as rate
    from zet.engines.tectonic.solver import Result as Result, solve as solve
else:
    __getattr__, __dir__ = lazy(
        __name__,
        "constants",
        "board",
        "chains",
        "enumeration",
        "essentials",
        "hints",
        "repair",
        "symmetry",
        "techniques",
        "verifier",
        checker="Check check",
        explainer="Explanation Step explain",
        generator="Wish generate",
        mistakes="Judgment Mistake judge",
        model="Puzzle PuzzleError",
        original="explain_by_original",
        patterns="ImpossibleError",
        rating="Rating rate",
        solver="Result solve",
    )
