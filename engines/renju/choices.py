"""What may be chosen, and the defaults, for callers that import nothing that computes."""

from typing import Literal

from zet.engines.messages import Message

SIDE = 15
"""Points a side of the board of renju, and its number of points."""

N_CELLS = SIDE * SIDE
COLORS = (Message("black"), Message("white"))

RULES = ("renju", "freestyle", "standard")
"""The rule of renju; go-moku in which six or more win as well; go-moku in which only five wins."""

OPENING_RULES = ("rif", "yamaguchi", "soosyrv-8", "taraguchi-10", "swap", "swap2")

Ending = Literal["five", "foul", "resignation", "time", "draw"]
ENDINGS: tuple[Ending, ...] = ("five", "foul", "resignation", "time", "draw")

SHAPES = (
    "nothing", "one", "one+", "one++", "closed-two", "closed-two+", "open-two", "open-two+", "open-two++",
    "closed-three", "closed-three+", "open-three", "open-three+", "four", "straight-four", "five",
)  # fmt: skip
"""What a stone makes in a line, the least first; with a plus there is more room, or another way on."""

NODES = 50_000
"""Moves that the solver may try for each question of an analysis: does a color win here?"""

WIDTH = 12
"""Moves that the positional search looks at in each position."""

MIN_LENGTH = 5
"""Moves of both colors in the shortest win that makes a problem."""
