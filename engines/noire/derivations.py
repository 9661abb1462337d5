"""Which derivations there are, and which rest on which."""

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter

from zet.engines.noire.phrases import unwrapped
from zet.engines.noire.predicates import Key, is_built_in
from zet.engines.noire.program import Derivation, Literal, Phrase, Program

MAX_CYCLES = 20
"""Circles of derivations that are looked for."""

Clauses = dict[Key, list[Derivation]]


def clauses_of(program: Program) -> Clauses:
    """Return the derivations of each predicate, in the order of the files."""
    found: Clauses = {}
    for derivation in program.derivations:
        found.setdefault(derivation.head.key, []).append(derivation)
    return found


def called(literals: tuple[Literal, ...], clauses: Clauses) -> list[Key]:
    """Return the derived predicates that literals name, each once."""
    keys = (one.key for literal in literals for one in _predicates(literal))
    return list(dict.fromkeys(key for key in keys if key in clauses and not is_built_in(key)))


def _predicates(literal: Literal) -> Iterator[Literal]:
    """Yield the literals of predicates in a literal: itself, or those of a phrase."""
    if not isinstance(literal, Phrase):
        yield unwrapped(literal)
        return
    ends = (literal.end,) if literal.end else ()
    for choice in (*literal.choices, ends):
        for one in choice:
            yield from _predicates(one)


def in_order(clauses: Clauses) -> tuple[list[Key], list[list[Key]]]:
    """Return the predicates, each after those that it rests on; and circles, which have no such order."""
    graph = {
        key: dict.fromkeys(one for clause in several for one in called(clause.body, clauses))
        for key, several in clauses.items()
    }
    circles: list[list[Key]] = []
    while True:
        try:
            return list(TopologicalSorter(graph).static_order()), circles
        except CycleError as error:
            circle = list(reversed(error.args[1]))
            circles.append(circle)
            if len(circles) == MAX_CYCLES:
                return [], circles
            del graph[circle[0]][circle[1]]


def reached(program: Program, clauses: Clauses) -> set[Key]:
    """Return the derived predicates that the rules need."""
    return needed_by([literal for rule in program.rules for literal in rule.premise], clauses)


def needed_by(literals: Iterable[Literal], clauses: Clauses) -> set[Key]:
    """Return the derived predicates that literals need, directly or through others."""
    found: set[Key] = set()
    new = called(tuple(literals), clauses)
    while new:
        key = new.pop()
        if key not in found:
            found.add(key)
            new += [one for clause in clauses[key] for one in called(clause.body, clauses)]
    return found
