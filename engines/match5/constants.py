"""Constants that modules share with each other and with callers that import nothing that computes."""

EMPTY, RED, BLUE, ABSENT = range(4)
"""What a field holds; ABSENT is only for patterns: the field does not matter."""

METHODS = ("proof", "practice", "original")
"""How a player learns from a loss."""

FILLERS = ("random", "near", "partial")
"""Where a player plays when nothing matches, in the order of the kernel's numbers."""

BUILT_IN = ("random", "greedy", "threat", "alphabeta", "self", "self-both")
"""The opponents that are built in, by name; `alphabeta` may have a depth, as in `alphabeta:6`."""

RED_BEGINS = {"red": 1, "blue": 0, "alternate": -1}
"""The color that begins, as the kernel codes it."""

MAX_PATTERNS = 200_000
"""The most patterns of one knowledge base; a file with more is refused."""

MOST = MAX_PATTERNS // 2
"""The most patterns that the method "proof" keeps; what it learns before it forgets still fits in a
file."""

NODES = 2000
"""The default number of blue moves tried for one pattern."""

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
