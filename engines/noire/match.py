"""Results of matching a rule: a solution, or the literal that fails."""

from dataclasses import dataclass

from zet.engines.noire.groups import DIRECTIONS, GROUPS
from zet.engines.noire.predicates import Kind
from zet.engines.noire.program import Literal, Rule
from zet.engines.renju.model import name

Value = int | str
"""A field (0 to 224), a group (0 to 571), a direction (0 to 3), a color as a word, or a number."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A variable with its kind and value."""

    variable: str
    kind: Kind
    value: Value

    def __str__(self) -> str:
        if isinstance(self.value, int):
            if self.kind == "field":
                return name(self.value)
            if self.kind == "group":
                return str(GROUPS[self.value])
            if self.kind == "direction":
                return DIRECTIONS[self.value]
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Match:
    """A solution of a rule: its variables in the order in which they were bound.

    Variables that occur only in negated literals have no value and are left out.
    """

    rule: Rule
    bindings: tuple[Binding, ...]

    @property
    def move(self) -> int | None:
        """The cell of the rule's move; None if the rule has no move."""
        if self.rule.move is None:
            return None
        name = self.rule.move.name
        return next(int(one.value) for one in self.bindings if one.variable == name)


@dataclass(frozen=True, slots=True)
class Miss:
    """The reason why a rule does not match: the deepest literal that any attempt to match it reaches.

    Every path through the premise fails at this literal or at an earlier literal.

    `number` is the number of the literal, counted from 1. `bindings` contains the bindings of the first
    path that reaches the literal, and `ways` is the number of paths that reach it.
    """

    rule: Rule
    number: int
    bindings: tuple[Binding, ...]
    ways: int

    @property
    def literal(self) -> Literal:
        """The literal that fails."""
        return self.rule.premise[self.number - 1]


@dataclass(frozen=True, slots=True)
class Step:
    """A literal on a path through a premise; it either holds and binds values, or fails.

    `number` is the number of the literal, counted from 1. The steps of all paths in sequence form a tree:
    the parent of a step is the last step before it whose number is one less.
    """

    number: int
    literal: Literal
    bindings: tuple[Binding, ...]
    holds: bool
