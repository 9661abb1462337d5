"""Read puzzles, solve them, and count the steps of their explanations."""

from pathlib import Path

from zet.engines.tectonic.explainer import explain
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve
from zet.formats.tectonic import FORMATS

with Path("samples/tectonic/three.xml").open("rb") as stream:
    for puzzle in FORMATS["xml"].load(stream, "three.xml"):
        if isinstance(puzzle, Puzzle):
            print(puzzle.width, puzzle.height, solve(puzzle).unique, len(explain(puzzle).steps))
