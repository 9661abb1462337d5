"""Sorting of the matches that `find` finds in all games, by the value of a variable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import click

from zet.cli.renju.rules.counts import check_variables
from zet.cli.words import _

if TYPE_CHECKING:
    from zet.cli.renju.rules.questions import Asked
    from zet.engines.noire.finder import Hit

Part = tuple[int | None, bytes]
"""A part of the output, and the value by which it is sorted; parts without a value come last."""


KIND = list[tuple[int | None, bytes]]
"""The type of the parts of a record, which is used to validate saved parts."""


class Ordering(NamedTuple):
    """A variable that matches are sorted by, and whether its highest value comes first."""

    variable: str
    is_highest: bool

    def value(self, hits: Iterable[Hit]) -> int | None:
        """Return the highest or lowest value of the variable in the matches; None if it has no value."""
        bindings = (one for hit in hits for one in hit.match.bindings if one.variable == self.variable)
        values = [int(one.value) for one in bindings if one.kind == "number"]
        return (max if self.is_highest else min)(values, default=None)

    def total(self, parts: list[list[Part]]) -> bytes:
        """Return the sorted output of all records; parts with equal values retain their order."""

        def place(part: Part) -> tuple[bool, int]:
            value = part[0]
            return value is None, 0 if value is None else -value if self.is_highest else value

        every = [part for several in parts for part in several]
        return b"".join(text for _value, text in sorted(every, key=place))


def ordering_of(asked: Asked, highest: str | None, lowest: str | None) -> Ordering | None:
    """Return the order by the variable `highest` or `lowest`, or None if neither is given.

    Raises:
        click.UsageError: no rule of the query has a numeric variable of this name.
    """
    variable = highest or lowest
    if variable is None:
        return None
    kinds = [asked.finder.variables(number).get(variable) for number in asked.numbers]
    if "number" not in kinds and any(kinds):
        raise click.UsageError(
            _("the values of the variable {name} are not numbers").format(name=variable)
        )
    check_variables(asked, [variable])
    return Ordering(variable, highest is not None)
