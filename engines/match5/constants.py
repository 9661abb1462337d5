"""The constants of the engine; importing this module loads no other module of the engine."""

EMPTY, RED, BLUE, ABSENT = range(4)
"""The contents of a field; ABSENT occurs only in patterns and means that the field does not matter."""

METHODS = ("proof", "original")
"""The methods by which a player learns from a loss."""

FALLBACKS = ("random", "attack", "block")
"""The ways of choosing a move when no pattern matches, in the order of the kernel's numbers."""

BUILT_IN = ("random", "greedy", "threat", "alphabeta", "self", "self-both")
"""The names of the built-in opponents; `alphabeta` may be followed by a depth, as in `alphabeta:6`."""

ALL = "all"
"""The name of the opponent of `train` that tries all moves; a size may follow, as in `all:7x6`."""

RED_BEGINS = {"red": 1, "blue": 0, "alternate": -1}
"""The color that begins, as encoded for the kernel."""

MAX_PATTERNS = 200_000
"""The maximum number of patterns in a knowledge base; a file with more is refused."""

MAX_GAMES = 2**53 - 1
"""The maximum number of games in a knowledge base: the largest whole number that every reader of JSON
reads exactly.
"""

MOST = MAX_PATTERNS // 2
"""The maximum number of patterns that the method "proof" retains; a file has room for twice as many,
because the method exceeds the maximum before it removes patterns.
"""

NODES = 2000
"""The default limit on the blue moves that a search tries in order to prove one pattern."""

STRIDE = 17
"""The distance between rows on the matcher's board, which has 8 fields of padding around it."""

CELLS = 442
"""The number of fields of the matcher's board, padding included."""

POSITIONS = tuple(STRIDE * (field // 9 + 8) + field % 9 + 8 for field in range(81))
"""The indices of the 81 fields on the matcher's board, row by row."""

N_WINDOWS = 140
"""The number of rows of five."""

STONE, CLOSED = 1, 2
"""The search's codes for a stone of the attacker, and for a field that the attacker cannot use; 0 is
empty.
"""

RANDOM, ATTACK, BLOCK = range(3)
"""The kernel's numbers for FALLBACKS. RANDOM plays anywhere; ATTACK plays where patterns are closest to a
match; BLOCK plays where the other color's patterns are closest to a match, and makes no random choice.
"""

NEARNESS = 1, 4, 1, 2, 8
"""The parameters of `Nearness`: the highest level of patterns that counts; the base, whose exponent is
the number of stones; the weights of a color's own stones and of the opponent's; the base of attacks.
"""

BLOCKING = 1, 2, 0, 1, 0
"""The parameters of `Nearness` for BLOCK: a row with n stones of the other color counts 2 ** n."""
