"""Dependencies between the items of a formula: shared variables determine which item can come next."""

from collections.abc import Iterable, Sequence

from zet.engines.noire.formula import Along, Atom, Formula, Not, Term, Times, is_fixed
from zet.engines.noire.predicates import (
    COUNTED_MOMENTS,
    ECHO,
    GENERATORS,
    RESERVED,
    STEPS,
    VALUES,
    is_built_in,
    missing,
)
from zet.engines.noire.program import Variable


def is_ready(atom: Atom, bound: set[Variable]) -> bool:
    """Return whether an atom can be tested: all arguments that the test requires are bound."""
    if atom.name == "unify":
        return len(atom.variables - bound) < 2
    flags = [not isinstance(term, Variable) or term in bound for term in atom.arguments]
    return not missing(atom.key, flags) if is_built_in(atom.key) else all(flags)


def binds(item: Formula, number: Term, bound: set[Variable]) -> bool:
    """Return whether an item can bind the variable `number` to a number.

    The result is False for a predicate that counts the moves between two moments.
    """
    if number not in item.variables or isinstance(item, Not):
        return False
    if isinstance(item, Times | Along):
        return item.number == number
    return not isinstance(item, Atom) or (item.key not in COUNTED_MOMENTS and is_ready(item, bound))


def negatable(item: Not, bound: set[Variable]) -> Atom | None:
    """Return the negated atom if a single instruction can test the negation; otherwise None."""
    atom = item.items[0]
    if len(item.items) > 1 or not isinstance(atom, Atom) or atom.name in (*RESERVED, "result"):
        return None
    if atom.key in {*VALUES, *GENERATORS, *STEPS, ECHO}:
        return None
    return atom if atom.variables <= bound else None


def places_of(group: Term, items: Iterable[Formula], bound: set[Variable]) -> list[Atom]:
    """Return the atoms in `items` that limit a known cell's position in `group` to a constant range."""
    return [
        item
        for item in items
        if isinstance(item, Atom)
        and is_fixed(item)
        and item.arguments[1] == group
        and item.arguments[0] in bound
    ]


def color_atom(cell: Term, items: Iterable[Formula]) -> Atom | None:
    """Return the atom among `items` that specifies the color of a cell; None if there is none."""
    for item in items:
        if (
            isinstance(item, Atom)
            and item.name == "color"
            and item.arguments[0] == cell
            and isinstance(item.arguments[1], int)
        ):
            return item
    return None


def apart(
    item: Formula, items: Sequence[Formula], bound: set[Variable], outside: frozenset[Variable]
) -> list[Formula]:
    """Return `item` and all items connected to it by unknown variables, directly or through others.

    The list is empty if it would contain all items, or if one of these unknown variables is in `outside`.
    """
    unknown = set(item.variables - bound)
    found = [item]
    rest = [one for one in items if one is not item]
    while joined := [one for one in rest if unknown & one.variables]:
        found += joined
        rest = [one for one in rest if one not in joined]
        unknown.update(*(one.variables - bound for one in joined))
    return found if rest and not unknown & outside else []
