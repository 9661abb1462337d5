"""Small positions for each rule, with the answers of the shipped rule bases."""

import pytest
from _pytest.mark import ParameterSet

from zet.engines.noire.position import Position
from zet.engines.renju.model import COLORS, Game
from zet.formats.renju.moves import moves_in

# The rule and its player, the move of the first solution, Black's stones, White's stones. Both sets
# agree, and the move wins as soon as the level says.
MATCHES = """
renju-threat white g8 h6f8i9j10 g6g9g10
renju-threat white g8 j6i7f8h10 g6g7g10
t-threat black h9 h8h10h11 -
t-threat black h7 h5h6h8 -
t-threat white g8 - e6f7h9
t-threat white h7 - f5g6i8
cross-1 white h5 - i6h7j7h8
cross-1 white e8 - g6f7g8h8
cross-2 black h7 f5g8i8f9j9 -
cross-2 black i8 g6k6h7h9g10 -
cross-2 white h7 - g6f7i7j9k10
cross-2 white i8 - f5g6i7j9i10
z-threat white j9 - j5i6i8f9k10m12
z-threat white h7 - f5g6g8j9e10c12
double-cross-1 white i9 - k5i6g7i7
double-cross-1 white i7 - g9i9i10k11
double-cross-2 white h10 - k7f8g8j8g11
double-cross-2 white h6 - i5f8i8j8e9
double-cross-3 black h7 h5j6k7h8h9f10 -
double-cross-3 black g8 j6e8h8i8f10g11 -
double-cross-3 white j9 g11k11 j6k6j7g10j10k10
double-cross-3 white i6 k5k9 f5j5f6g6j6j9
"""

# Positions in which a rule of the thesis is wrong: the rule and its player, the move of its first
# solution, a move that refutes it or wins earlier, Black's stones, White's stones.
COUNTEREXAMPLES = """
t-threat white a4 a5 - a1a2a3a6
t-threat white i11 k13 - h10j12j13l14m14m15
t-threat white b2 e5 - a1c3d4f6
renju-threat white i5 h6 m1h5g7h7f8 l2k3j4
renju-threat white d4 e5 b5d5f6h8 a1b2c3f4c7
renju-threat white d6 e6 f6g6e7e8f8 a5a6b6c6c7
z-threat white f2 f3 - f1f4f5f8
z-threat white h8 i8 - g8j8k8n8j11
z-threat white e11 f11 - i9i10d11g11h11i13
cross-2 black f12 f11 c9f10e11f13f14h14 -
cross-2 black g9 h8 g4g6j6i7g8f10 -
cross-2 black b3 c3 a3d3e3c4e4d5e7 -
double-cross-1 white b6 c7 f6h9 c3e3c6d8e9
double-cross-1 white g6 h7 - d3e4e7g7e8
double-cross-1 white l11 l15 h14 h11l13i14k14l14
double-cross-2 white e8 d8 f7g7 d4d6a8b8c8f9
double-cross-2 white f2 f3 c2e5 f1b3c3d4f4f5
double-cross-3 white e5 b5 d7e7e8 a5c5d5b8c8c9
double-cross-3 white d6 c6 c7b10c10 a6b6e6b9d9a10
double-cross-3 white c11 e11 e8e9 a8b9a11b11d11c12
double-cross-3 black d10 c10 a9d9b10e10f10e13 c9g9c12
double-cross-3 black d8 f10 c7g7d9e9c11g11 f9f12
double-cross-3 black i10 i12 i9l9h10i11j11h13i13 -
double-cross-3 black k10 h10 i5i6j6k6i7h8j8f9j9g10i10j10i12 k5h6h7j7l7i8k8g9h9i9f10h11i11
"""

# Positions in which the thesis's rules of level 0 are wrong about a field: the reason why it is
# forbidden, or `none`; Black's stones.
LEGALITY = """
j7 double_four l5i8h9f11
d10 double_three g7f8g8g9e10f10g11i11j12
e9 double_three g7j7f8g8i8c9f9g10f11g11
h6 none d3e3g3h3f4h4i4j4i6f7j7
e6 none i5g6h6f7g7h8j8e9h9e10e11e12
"""


def rows(table: str) -> list[list[str]]:
    """Return the words of each line."""
    return [line.split() for line in table.strip().splitlines()]


def cases(table: str) -> list[ParameterSet]:
    """Return the rows as test cases; for the largest rules, a second case of a player, or every case, is
    slow.
    """
    found, seen = [], set()
    for row in rows(table):
        is_second = (row[0], row[1]) in seen and row[0].startswith("double-cross")
        is_slow = is_second or row[0] == "double-cross-3"
        found.append(pytest.param(row, id=" ".join(row), marks=[pytest.mark.slow] if is_slow else []))
        seen.add((row[0], row[1]))
    return found


def game(black: str, white: str, side: str = "black") -> Game:
    """Return the position with two lists of stones; `-` is an empty list."""
    stones = [moves_in(text.removeprefix("-")) for text in (black, white)]
    return Game.build(*stones, COLORS.index(side))


def position(black: str = "-", white: str = "-", last: str = "") -> Position:
    """Return the position with two lists of stones, and optionally the last move."""
    found = Position.of(game(black, white))
    return Position(found.colors, moves_in(last)[0]) if last else found
