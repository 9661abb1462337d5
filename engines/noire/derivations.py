"""The derivations of a program, and the dependencies between them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from zet.engines.noire.phrases import unwrapped
from zet.engines.noire.predicates import Key, is_built_in
from zet.engines.noire.program import Argument, Derivation, Literal, Phrase, Program, Rule
from zet.engines.renju.model import COLORS

MAX_CYCLES = 20
"""The maximum number of cycles of derivations that are searched for."""

Clauses = dict[Key, list[Derivation]]


def clauses_of(program: Program) -> Clauses:
    """Return the derivations of each predicate, in the order of the files."""
    found: Clauses = {}
    for derivation in program.derivations:
        found.setdefault(derivation.head.key, []).append(derivation)
    return found


def called(literals: tuple[Literal, ...], clauses: Clauses) -> list[Key]:
    """Return the derived predicates that the `literals` use, without duplicates."""
    keys = (one.key for literal in literals for one in _predicates(literal))
    return list(dict.fromkeys(key for key in keys if key in clauses and not is_built_in(key)))


def _predicates(literal: Literal) -> Iterator[Literal]:
    """Yield the literals that apply a predicate: the literal itself or the parts of a phrase."""
    if not isinstance(literal, Phrase):
        yield unwrapped(literal)
        return
    ends = (literal.end,) if literal.end else ()
    for choice in (*literal.choices, ends):
        for one in choice:
            yield from _predicates(one)


def in_order(clauses: Clauses) -> tuple[list[Key], list[list[Key]]]:
    """Return the predicates, each after the predicates that it uses (topological order), and the cycles.

    To order the predicates of a cycle, one of the cycle's dependencies is ignored. The order is empty if
    there are MAX_CYCLES cycles or more.
    """
    graph = {
        key: dict.fromkeys(one for clause in several for one in called(clause.body, clauses))
        for key, several in clauses.items()
    }
    cycles: list[list[Key]] = []
    while True:
        try:
            return list(TopologicalSorter(graph).static_order()), cycles
        except CycleError as error:
            cycle = list(reversed(error.args[1]))
            cycles.append(cycle)
            if len(cycles) == MAX_CYCLES:
                return [], cycles
            del graph[cycle[0]][cycle[1]]


def reached(program: Program, clauses: Clauses) -> set[Key]:
    """Return the derived predicates that the rules of a program use, directly or through others."""
    return needed_by([literal for rule in program.rules for literal in rule.premise], clauses)


def needed_by(literals: Iterable[Literal], clauses: Clauses) -> set[Key]:
    """Return the derived predicates that the `literals` use, directly or through others."""
    found: set[Key] = set()
    new = called(tuple(literals), clauses)
    while new:
        key = new.pop()
        if key not in found:
            found.add(key)
            new += [one for clause in clauses[key] for one in called(clause.body, clauses)]
    return found


def with_named(program: Program) -> Program:
    """Return the program with derivations for its questions, which are the rules without a level.

    The predicate of a question is the name of the rule, with its hyphens replaced by dots; its arguments
    are the move, if the rule has one, and the color of the player. A derivation of the same name and
    number of arguments takes precedence. A rule that uses derivations with `own` or `other` gets no
    predicate.
    """
    clauses = clauses_of(program)
    rules: dict[Key, list[Rule]] = {}
    for rule in program.rules:
        if not rule.has_level:
            rules.setdefault((rule.name.replace("-", "."), 1 + (rule.move is not None)), []).append(rule)
    new = [one for rule in program.rules for one in rule.premise]
    new += [one for derivation in program.derivations for one in derivation.body]
    made: list[Derivation] = []
    while new:
        for key in [one.key for one in _predicates(new.pop())]:
            if key in clauses or is_built_in(key):
                continue
            clauses[key] = [
                _question(key[0], rule) for rule in rules.get(key, ()) if _is_plain(rule, clauses)
            ]
            made += clauses[key]
            new += [one for derivation in clauses[key] for one in derivation.body]
    return replace(program, derivations=(*program.derivations, *made)) if made else program


def _is_plain(rule: Rule, clauses: Clauses) -> bool:
    """Return whether no derivation that a rule uses contains `own` or `other`."""
    bodies = (one.body for key in needed_by(rule.premise, clauses) for one in clauses[key])
    return not any({"own", "other"} & set(one.arguments) for body in bodies for one in _parts(body))


def _parts(literals: Iterable[Literal]) -> Iterator[Literal]:
    return (part for literal in literals for part in _predicates(literal))


def _question(name: str, rule: Rule) -> Derivation:
    """Return a question as a derivation, whose arguments include the player's color."""
    color = COLORS[rule.player]
    words: dict[Argument, str] = {"own": color, "other": COLORS[1 - rule.player]}

    def substituted(literal: Literal) -> Literal:
        if isinstance(literal, Phrase):
            choices = tuple(tuple(map(substituted, choice)) for choice in literal.choices)
            return replace(literal, choices=choices, end=literal.end and substituted(literal.end))
        return replace(literal, arguments=tuple(words.get(one, one) for one in literal.arguments))

    move = (rule.move,) if rule.move else ()
    return Derivation(
        Literal(name, (*move, color), place=rule.place), tuple(map(substituted, rule.premise))
    )
