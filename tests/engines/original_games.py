"""All games of the original program's player, and of perfect play: all replies, all choices among equal
moves.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from zet.engines.ttt.model import Position, Side
from zet.engines.ttt.table import evaluate

Choices = Callable[[Position], tuple[int, ...]]


def decisions(choices: Choices, side: Side, first: Side) -> list[Position]:
    """Return each position in which the player may have to choose a move."""
    found = []
    seen = {Position.empty(first=first)}
    queue = list(seen)
    while queue:
        position = queue.pop()
        if position.is_over:
            continue
        moves = tuple(position.free)
        if position.to_move == side:
            found.append(position)
            moves = choices(position)
        new = {position.after(move) for move in moves} - seen
        seen |= new
        queue += new
    return found


@cache
def worst_and_chances(
    choices: Choices, side: Side, first: Side
) -> tuple[int, tuple[Fraction, Fraction, Fraction]]:
    """Return the worst result of any game (1 won, 0 drawn, -1 lost), and the probability of each result.

    For the probabilities, the player and its opponent choose at random among their moves.
    """

    @cache
    def visit(position: Position) -> tuple[int, tuple[Fraction, Fraction, Fraction]]:
        if position.is_over:
            value = 0 if position.winner is None else 1 if position.winner == side else -1
            return value, tuple(Fraction(value == each) for each in (1, 0, -1))  # type: ignore[return-value]
        moves = choices(position) if position.to_move == side else tuple(position.free)
        results = [visit(position.after(move)) for move in moves]
        chances = zip(*(chance for _, chance in results), strict=True)
        return min(worst for worst, _ in results), tuple(sum(each) / len(moves) for each in chances)  # type: ignore[return-value]

    return visit(Position.empty(first=first))


def slips(choices: Choices, side: Side, first: Side) -> Counter[str]:
    """Return the number of decisions in which a choice gives away a won position, or delays an immediate
    win.
    """
    counts: Counter[str] = Counter()
    for position in decisions(choices, side, first):
        value, distance, best = evaluate(position)
        counts["decisions"] += 1
        values = [-evaluate(position.after(move))[0] for move in choices(position)]
        counts["win let go"] += value == 1 and min(values) < 1
        counts["lost from drawn"] += value == 0 and min(values) < 0
        counts["win at hand put off"] += (
            distance == 1 and value == 1 and not set(choices(position)) <= set(best)
        )
        counts["win put off"] += (
            value == 1 and min(values) == 1 and not set(choices(position)) <= set(best)
        )
    return counts
