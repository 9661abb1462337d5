"""Cost estimates for the items of a formula; a quick plan orders its items by cost."""

from collections.abc import Sequence

from zet.engines.noire.dependencies import binds, color_atom, is_ready, negatable, places_of
from zet.engines.noire.formula import (
    Along,
    At,
    Call,
    Exists,
    Formula,
    InSet,
    Not,
    Sets,
    Times,
    has_loss,
    is_fixed,
    number_in,
)
from zet.engines.noire.predicates import COUNTED_MOMENTS, ECHO, GENERATORS, SLOW, STEPS
from zet.engines.noire.program import Variable

NEVER = 1e9
LATE = 1e6
"""NEVER is the cost of an item that cannot be evaluated yet, and LATE the cost of a slow test. Both
exceed any number of solutions, so that generators come first.
"""


def cost_of(sets: Sets, item: Formula, items: Sequence[Formula], bound: set[Variable]) -> float:
    """Return the cost of an item: its estimated number of solutions, a multiple of LATE, or NEVER."""
    if isinstance(item, Exists):
        return -1
    if isinstance(item, InSet):
        if item.group in bound:
            return 0
        size = sets.size(item.number)
        for atom in places_of(item.group, items, bound)[:2]:
            first, last = atom.arguments[2:]
            size *= 0.008 * (number_in(last) - number_in(first) + 1)
        return max(size, 0.001)
    if isinstance(item, Not):
        if not item.variables <= bound:
            return NEVER
        if negatable(item, bound) is not None:
            return 0
        return 10 * LATE if has_loss(item) else LATE
    if isinstance(item, Call):
        if item.variables <= bound:
            return 5 * LATE if has_loss(item) else LATE
        return 100 * LATE
    if isinstance(item, At):
        if isinstance(item.moment, Variable) and item.moment not in bound:
            return NEVER
        return 6 * LATE if item.variables <= bound else 200 * LATE
    if isinstance(item, Times):
        return 7 * LATE if item.variables - {item.number} <= bound else NEVER
    if isinstance(item, Along):
        return 8 * LATE if item.variables - {item.number} <= bound else NEVER
    if not is_ready(item, bound):
        return NEVER
    unbound = item.variables - bound
    if not unbound:
        return 20 * LATE if item.name in SLOW else 0
    if item.name == "in":
        cell, group = item.arguments[:2]
        if group in unbound:
            is_taken = any(isinstance(one, InSet) and one.group == group for one in items)
            return 0.9 * LATE if is_taken and is_fixed(item) else 20
        first, last = map(number_in, item.arguments[2:])
        width = 1 + last - first if is_fixed(item) else 5
        return width * (1.0 if color_atom(cell, items) is None else 0.45)
    if item.name == "group":
        return 1 if item.arguments[0] in bound else 572
    if item.key in COUNTED_MOMENTS and item.arguments[1] in unbound:
        # Here the number would be 1 or more; an item that binds it, perhaps to 0, comes first.
        return 900 * LATE if any(binds(one, item.arguments[1], bound) for one in items) else 30.0
    if item.key in GENERATORS:
        return 30.0
    if item.key in STEPS and item.arguments[-2] in unbound:
        return 5.0
    if item.key == ECHO:
        return LATE
    if item.name in SLOW:
        return 2000 * LATE if item.arguments[0] in unbound else 20 * LATE
    if item.name == "color" and item.arguments[0] not in unbound:
        return 0.5
    return {"color": 100.0, "last.move": 0.9, "direction": 0.95}.get(item.name, 0.5)
