"""What may be chosen, and what is chosen by default: for whoever asks, before anything is computed."""

EMPTY, RED, BLUE, ABSENT = range(4)
"""What a field holds; ABSENT is said of patterns alone: the field plays no part."""

METHODS = ("proof", "practice", "original")
"""How a player learns from a loss."""

FILLERS = ("random", "near", "partial")
"""Where a player plays when nothing matches, in the order of the kernel's numbers."""

RED_BEGINS = {"red": 1, "blue": 0, "alternate": -1}
"""Who begins, as the kernel has it."""

MAX_PATTERNS = 200_000
"""Patterns of one knowledge base; a file with more is refused."""

MOST = MAX_PATTERNS // 2
"""Patterns that a player by proof keeps; what it learns between has room in a file."""

NODES = 2000
"""Blue moves that are tried for one pattern by default."""
