"""Constants that several modules share; importing this module loads no kernel."""

from zet.engines.messages import Message

CONTRADICTION, DEEP_CONTRADICTION, GUESS = 14, 15, 9

TECHNIQUES = {
    1: Message("piece elimination"),
    2: Message("neighbor elimination"),
    3: Message("hidden single"),
    4: Message("diagonal pair"),
    5: Message("orthogonal pair"),
    6: Message("naked pair"),
    7: Message("corner of three"),
    8: Message("row of three"),
    10: Message("exclusion"),
    11: Message("naked subset"),
    12: Message("hidden subset"),
    13: Message("touching subset"),
    CONTRADICTION: Message("contradiction"),
    DEEP_CONTRADICTION: Message("contradiction by subsets"),
    GUESS: Message("guess"),
}
"""The names of the techniques, from the easiest to the hardest."""

LADDER = tuple(TECHNIQUES)
"""The numbers of the techniques, from the easiest to the hardest."""

LEVEL_NAMES = (
    *(Message("easy"), Message("medium"), Message("hard"), Message("expert")),
    Message("extreme"),
)
"""The levels of difficulty from the easiest to the hardest."""

KEEPS = ("givens", "pieces", "pattern", "solution")
"""The parts that a generated puzzle may keep from the puzzle on which it is based (`Wish.idea`): the
pieces alone ("pieces"), or the pieces and the named part.
"""
