"""The player's knowledge from files: the options --weights and --outline."""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from zet.cli.batch import first_value
from zet.cli.options import Reading
from zet.cli.parameters import Option, option
from zet.cli.words import _, translate
from zet.engines import renju
from zet.engines.messages import Message
from zet.formats import renju as formats
from zet.formats.errors import FormatError
from zet.formats.renju import WEIGHTS

if TYPE_CHECKING:
    from zet.formats.renju.outlines import Outlines

WHAT = Message("weights")
"""The word for a record in messages."""

outline_option = option(
    "--outline",
    metavar="FILE",
    help="Play the wins proven or outlined in this file (see `zet help renju prove`).",
)
"""The decorator that adds --outline."""


class WeightsReading(Reading):
    """The reader of weights; a rule name selects the shipped weights, unless a file has that name."""

    def __init__(self, from_format: str | None = None) -> None:
        super().__init__(WEIGHTS, WHAT, from_format)

    def where(self, name: str) -> str:
        """Return the path of a file named on the command line."""
        is_rule = name in renju.constants.RULES and not os.path.lexists(name)
        return str(formats.weights.LEARNED / f"{name}.msgpack") if is_rule else name


def weights_option(*, multiple: bool = False) -> Option:
    """Return the decorator that adds --weights."""
    words = (
        "Evaluate positions with the weights in this file, trained by `zet renju tune`, instead of the "
        "weights shipped with zet."
    )
    if multiple:
        words += " May be repeated, with one file per rule."
    return option("--weights", multiple=multiple, metavar="FILE", help=words)


def weights_of(name: str, rule: str | None = None) -> renju.weights.Weights:
    """Return the weights in a file, or the shipped weights if `name` is the name of a rule.

    Raises:
        click.ClickException: the file cannot be read, or its weights are for a rule other than `rule`.
    """
    found: renju.weights.Weights = first_value(WeightsReading(), name)
    if rule and found.rule != rule:
        reason = _("{path}: the weights are for {there}, not for {rule}")
        raise click.ClickException(reason.format(path=name, there=found.rule, rule=rule))
    return found


def weights_for(names: tuple[str, ...]) -> Callable[[str], renju.weights.Weights]:
    """Return a function that gives the weights for a rule: from a file, or else the shipped weights.

    Raises:
        click.ClickException: a file cannot be read, or two files are for the same rule.
    """
    given: dict[str, renju.weights.Weights] = {}
    for name in names:
        found = weights_of(name)
        if found.rule in given:
            reason = _("{path}: an earlier file already has the weights for {rule}")
            raise click.ClickException(reason.format(path=name, rule=found.rule))
        given[found.rule] = found
    return partial(_given_for, given)


def _given_for(given: dict[str, renju.weights.Weights], rule: str) -> renju.weights.Weights:
    return given.get(rule) or formats.weights.learned(rule)


def outlines_of(name: str | None) -> Outlines | None:
    """Return the outlines in a file; None if `name` is None.

    Raises:
        click.ClickException: the file cannot be read, or has no outlines.
    """
    if name is None:
        return None
    from zet.formats.renju import outlines

    try:
        with io.FileIO(name) as raw:
            return outlines.load(raw, name)
    except FormatError as error:
        raise click.ClickException(error.in_words(translate)) from None
    except (OSError, EOFError, zlib.error) as error:
        reason = _(getattr(error, "strerror", None) or str(error))
        raise click.ClickException(f"{name}: {reason}") from None


def rule_of(outlines: Outlines | None, rule: str | None) -> str | None:
    """Return the rule of a game with outlines: `rule` if it is not None, else the file's only rule.

    Raises:
        click.ClickException: the outlines are for other rules or, if `rule` is None, for several rules.
    """
    if outlines is None or rule in outlines.rules:
        return rule
    if rule is None and len(outlines.rules) == 1:
        return outlines.rules[0]
    words = _("{path}: the outlines are for {there}, not for {rule}")
    if rule is None:
        words = _("{path}: the outlines are for {there}; choose one with --rule")
    there = ", ".join(outlines.rules)
    raise click.ClickException(words.format(path=outlines.source, there=there, rule=rule))
