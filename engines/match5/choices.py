"""What may be chosen, and the defaults, for callers that import nothing that computes."""

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
