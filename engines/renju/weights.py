"""Weights of shapes at empty cells for the positional search, and their conversion to tables."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from zet.engines.renju.constants import (
    CHANNELS,
    MOST_BIAS,
    MOST_FIRST,
    MOST_LINE,
    MOST_SECOND,
    N_CLASSES,
    OPEN_THREE,
    PAIRS,
    STATES,
    UNITS,
)

Sets = tuple[tuple[int, ...], ...]
"""Sets of weights. A set contains a number for each pair of shapes of the color to move, and one for each
pair of the other color. The first set contains the values of positions for the color to move, in 200ths
of a unit of log-odds; it also contains a constant, and a number for each combination of a state of the
color to move with a state of the other color. The second set contains the urgency of moves, in
hundredths. Two more sets are for White to move, if the rule distinguishes the colors.
"""

SIZES = 2 * PAIRS + 1 + STATES**2, 2 * PAIRS
N_SETS = {"renju": 4, "freestyle": 2, "standard": 2}
"""The lengths of a set of values and of a set of urgencies (SIZES), and the number of sets by rule
(N_SETS).
"""


class Network(NamedTuple):
    """A network that corrects the value of a position: parameters of pattern classes and of two layers.

    docs/formats/renju-weights.md describes the parameters. The last entry of `second` is the bias.
    """

    lines: tuple[int, ...]
    first: tuple[int, ...]
    biases: tuple[int, ...]
    second: tuple[int, ...]


NETWORK = {
    "lines": (N_CLASSES * CHANNELS, MOST_LINE),
    "first": (2 * CHANNELS * UNITS, MOST_FIRST),
    "biases": (UNITS, MOST_BIAS),
    "second": (UNITS + 1, MOST_SECOND),
}
"""The number of a network's parameters of each kind, and the bound on their absolute values."""

_OWN = (0, 0, 1, 2, 2, 3, 5, 7, 9, 8, 10, 26, 30, 34, 60, 100)
_OTHER = (0, 0, 1, 1, 1, 2, 3, 5, 6, 5, 7, 14, 18, 20, 90, 100)
_CALL = (0, 1, 3, 5, 8, 12, 25, 35, 42, 36, 45, 110, 130, 110, 600, 900)
_DOUBLE = (60, 40, 250)
_TURN = -200
"""The numbers from which `by_hand` computes weights: the values of shapes for their color if it is to
move (OWN) and if it is not (OTHER); the urgencies of shapes (CALL); the additional values and urgency of
two threats at one point (DOUBLE); and the value of having the move (TURN).
"""


@dataclass(frozen=True, slots=True)
class Making:
    """How weights were learned: from rounds of games, played with a limit on nodes and a random seed.

    Each of the `rounds` rounds consisted of `games` games. `nodes` is the limit on moves tried in
    the search for each move; `positions` is the number of positions to which the weights were fitted.
    """

    rounds: int
    games: int
    nodes: int
    seed: int
    positions: int


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the positional search for a rule; `made` is None unless they were learned.

    `networks` contains one network for both colors or one for each, depending on the rule, or is empty.
    """

    rule: str
    sets: Sets
    made: Making | None = None
    networks: tuple[Network, ...] = ()


def by_hand(rule: str) -> Weights:
    """Return the weights set by hand.

    The value of a pair of shapes is the sum of their values, plus a bonus if both are threats.
    """
    own, other, call = (
        [
            numbers[first] + numbers[second] + (second >= OPEN_THREE) * double
            for first in range(16)
            for second in range(first + 1)
        ]
        for numbers, double in zip((_OWN, _OTHER, _CALL), _DOUBLE, strict=True)
    )
    values = (*own, *(-number for number in other), _TURN, *[0] * STATES**2)
    calls = (*call, *(number * 4 // 5 for number in call))
    return Weights(rule, (values, calls) * (N_SETS[rule] // 2))


@lru_cache(maxsize=8)
def tables(sets: Sets) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return sets of weights as arguments of `ShapeBoard.weigh`."""
    worth, urge = [], []
    of_side = (sets[:2], sets[-2:])
    for pair in range(PAIRS):
        for color in range(2):
            for side, (values, calls) in enumerate(of_side):
                at = pair if color == side else PAIRS + pair
                worth.append(-values[at] if side else values[at])
                urge.append(calls[at])
    black, white = of_side[0][0][2 * PAIRS :], of_side[1][0][2 * PAIRS :]
    return worth, urge, [black[0], -white[0]], [*black[1:], *white[1:]]
