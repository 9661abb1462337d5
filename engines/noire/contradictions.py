"""Why a sentence can never hold, as far as its literals show it without a board."""

from collections.abc import Iterator
from itertools import count

from zet.engines.messages import Message
from zet.engines.noire.derivations import Clauses
from zet.engines.noire.phrases import AT, TIMES
from zet.engines.noire.predicates import ALTERNATING_LOSS, LOSS
from zet.engines.noire.program import Argument, Derivation, Literal, Variable

_PLAYERS = ("own", "other")
MAX_LITERALS = 300
"""Literals of derivations, written out, that are looked at."""


def contradiction(sentence: tuple[Literal, ...], clauses: Clauses) -> str | None:
    """Return why a sentence can never hold, None if it may.

    Derivations with one clause are written out. What is found is true; much is not found.
    """
    return _of(_written_out(sentence, clauses, count()), clauses)


def _of(literals: list[Literal], clauses: Clauses) -> str | None:
    colors: dict[Argument, Literal] = {}
    groups: dict[Argument, Literal] = {}
    literals = [
        literal for literal in literals if literal.arguments and literal.predicate not in (AT, TIMES)
    ]
    for literal in literals:
        if literal.is_negated:
            continue
        reason = _alone(literal)
        if reason:
            return reason
        first = literal.arguments[0]
        if literal.key == ("color", 2) and isinstance(literal.arguments[1], str):
            other = colors.setdefault(first, literal)
            if not _may_meet(literal, other):
                return _both(other, literal)
        if literal.key == ("group", 3) and not any(
            isinstance(a, Variable) for a in literal.arguments[1:]
        ):
            other = groups.setdefault(first, literal)
            if not _may_meet(literal, other):
                return _both(other, literal)
        heads = [clause.head for clause in clauses.get(literal.key, ())]
        if heads and not any(_may_meet(literal, head) for head in heads):
            return Message("no derivation is for the constants of `{literal}`", literal=literal)
    return _stones(literals, colors) or _denied(literals)


def _both(one: Literal, other: Literal) -> str:
    return Message("`{one}` and `{other}`", one=one, other=other)


def _alone(literal: Literal) -> str | None:
    """Return why a literal can never hold, whatever stands beside it."""
    arguments = literal.arguments
    if literal.key == ("in", 4):
        low, high = arguments[2:]
        if isinstance(low, int) and isinstance(high, int) and low > high:
            return Message("`{literal}`: {low} is more than {high}", literal=literal, low=low, high=high)
    if literal.key == ("group", 3) and not any(isinstance(a, Variable) for a in arguments[1:]):
        color, size = arguments[1:]
        if (color in ("white", "black", *_PLAYERS)) != (size != 0):
            return Message("`{literal}`: no group is such", literal=literal)
    constants = {argument for argument in arguments if not isinstance(argument, Variable)}
    if literal.key == ("equal", 2) and len(constants) == 2 and not _may_be(*arguments):
        return f"`{literal}`"
    fields = [argument for argument in arguments if isinstance(argument, Variable)]
    if literal.predicate in (LOSS, ALTERNATING_LOSS) and len(set(fields)) < len(fields):
        return Message("`{literal}`: a field is taken twice", literal=literal)
    return None


def _stones(literals: list[Literal], colors: dict[Argument, Literal]) -> str | None:
    """Return a literal that is for empty fields or for stones, and a color that is against it."""
    for literal in literals:
        for argument in literal.arguments:
            other = colors.get(argument)
            if other is None or not isinstance(argument, Variable):
                continue
            is_empty = other.arguments[1] == "none"
            if literal.predicate in (LOSS, ALTERNATING_LOSS) and not is_empty:
                return _both(literal, other)
            if literal.key == ("last.move", 1) and not literal.is_negated and is_empty:
                return _both(literal, other)
    return None


def _denied(literals: list[Literal]) -> str | None:
    """Return a literal and its negation; a variable that the negation has for itself stands for any."""
    bound = {a for one in literals if not one.is_negated for a in one.arguments}
    positive: dict[tuple[str, int], list[Literal]] = {}
    for literal in literals:
        if not literal.is_negated:
            positive.setdefault(literal.key, []).append(literal)
    for literal in literals:
        if not literal.is_negated:
            continue
        if literal.key == ("equal", 2) and literal.arguments[0] == literal.arguments[1]:
            return f"`{literal}`"
        for other in positive.get(literal.key, ()):
            if _is_case(other, literal, bound):
                return _both(literal, other)
    return None


def _is_case(literal: Literal, general: Literal, bound: set[Argument]) -> bool:
    """Whether a literal is what the other says, with its own variables replaced."""
    replaced: dict[Argument, Argument] = {}
    for argument, wanted in zip(literal.arguments, general.arguments, strict=True):
        if isinstance(wanted, Variable) and wanted not in bound:
            wanted = replaced.setdefault(wanted, argument)
        if argument != wanted:
            return False
    return True


def _may_meet(literal: Literal, head: Literal) -> bool:
    return all(
        isinstance(a, Variable) or isinstance(b, Variable) or _may_be(a, b)
        for a, b in zip(literal.arguments, head.arguments, strict=True)
    )


def _may_be(one: Argument, other: Argument) -> bool:
    """Whether two constants may be the same; a player may be of either color."""
    if one == other:
        return True
    names = {one, other}
    return len(names & set(_PLAYERS)) == 1 and len(names & {"black", "white"}) == 1


def _written_out(
    sentence: tuple[Literal, ...], clauses: Clauses, numbers: Iterator[int]
) -> list[Literal]:
    """Return the literals with, behind each, what it means if only one derivation says it."""
    found: list[Literal] = []
    rest = list(reversed(sentence))
    while rest and len(found) < MAX_LITERALS:
        literal = rest.pop()
        found.append(literal)
        several = clauses.get(literal.key, ())
        if len(several) == 1 and not literal.is_negated and _may_meet(literal, several[0].head):
            rest += reversed(_body(several[0], literal, next(numbers)))
    return found


def _body(clause: Derivation, call: Literal, number: int) -> list[Literal]:
    """Return the body of a derivation with the arguments of a call; its other variables get new names."""
    values: dict[Argument, Argument] = {}
    for parameter, argument in zip(clause.head.arguments, call.arguments, strict=True):
        if isinstance(parameter, Variable):
            values.setdefault(parameter, argument)
    found = []
    for literal in clause.body:
        for argument in literal.arguments:
            if isinstance(argument, Variable):
                values.setdefault(argument, Variable(f"{argument.name}#{number}"))
        arguments = tuple(values.get(argument, argument) for argument in literal.arguments)
        found.append(Literal(literal.predicate, arguments, literal.is_negated, literal.place))
    return found
