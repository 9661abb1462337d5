"""What the shapes at an empty cell are worth, in the tables that the positional search takes."""

from collections.abc import Sequence
from functools import cache

from zet.engines.renju.codes import PAIRS
from zet.engines.renju.learned import WEIGHTS

Sets = Sequence[Sequence[int]]


def tables(sets: Sets) -> tuple[list[int], list[int], list[int]]:
    """Return sets of weights as `ShapeBoard.weigh` takes them.

    A set has a number for each pair of shapes of the color to move, for each of the other color, and a
    constant, in hundredths of a logarithm of odds. The first set is for what a position is worth to the
    color to move, the second for what calls for a move. Two more sets are for White to move, if the rule
    makes a difference.
    """
    worth, urge = [], []
    of_side = (sets[:2], sets[-2:])
    for pair in range(PAIRS):
        for color in range(2):
            for side, (values, calls) in enumerate(of_side):
                at = pair if color == side else PAIRS + pair
                worth.append(-values[at] if side else values[at])
                urge.append(calls[at])
    return worth, urge, [of_side[0][0][-1], -of_side[1][0][-1]]


@cache
def learned(rule: str) -> tuple[list[int], list[int], list[int]]:
    """Return the tables for a rule that were learned."""
    return tables(WEIGHTS[rule])
