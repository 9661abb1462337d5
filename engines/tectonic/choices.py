"""What may be chosen, and what is chosen by default: for whoever asks, before anything is computed."""

from zet.engines.messages import Message

CONTRADICTION, DEEP_CONTRADICTION, GUESS = 14, 15, 9

TECHNIQUES = {
    1: Message("piece elimination"),
    2: Message("neighbour elimination"),
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
"""Their numbers."""

LEVEL_NAMES = (
    *(Message("easy"), Message("medium"), Message("hard"), Message("expert")),
    Message("extreme"),
)
"""The levels of difficulty from the easiest to the hardest."""

KEEPS = ("givens", "pieces", "pattern", "solution")
"""What of an idea may stay in the puzzle that is generated from it, beside its pieces."""
