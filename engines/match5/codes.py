"""Numbers that the kernels share with their callers."""

STRIDE = 17
"""Fields from one row to the next on the matcher's board, which has 8 fields of padding around it."""

CELLS = 442
"""Fields of that board, padding included."""

POSITIONS = tuple(STRIDE * (field // 9 + 8) + field % 9 + 8 for field in range(81))
"""The indices of the fields on that board, row by row."""

N_WINDOWS = 140
"""Rows of five."""

STONE, CLOSED = 1, 2
"""The search's codes for a stone of the attacker, and for a field that he cannot have; 0 is empty."""

RANDOM, NEAR, PARTIAL = range(3)
"""Where a player plays when nothing matches: anywhere, next to a stone, or nearest to a match."""

NEARNESS = 1, 4, 1, 2
"""What counts as near: the highest level of patterns; the base, raised to the number of stones; the
weights of the own and of the other color."""
