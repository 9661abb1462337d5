"""Read puzzles, solve them, and count the steps of their explanations."""

import zet

for puzzle in zet.tectonic.load_all("samples/tectonic/three.xml"):
    unique = zet.tectonic.solve(puzzle).unique
    print(puzzle.width, puzzle.height, unique, len(zet.tectonic.explain(puzzle).steps))
