"""The weights of the player, for the commands that take others than those of zet."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

import click

from zet.cli.batch import first_value
from zet.cli.options import Option, Reading
from zet.cli.words import _
from zet.engines import renju
from zet.engines.messages import Message
from zet.formats import renju as formats
from zet.formats.renju import WEIGHTS

WHAT = Message("weights")
"""The word for a record."""


class WeightsReading(Reading):
    """How a command reads weights; the name of a rule, if it is no file here, stands for those of zet."""

    def __init__(self, from_format: str | None = None) -> None:
        super().__init__(WEIGHTS, WHAT, from_format)

    def where(self, name: str) -> str:
        """Return the path of a file that is named on the command line."""
        is_rule = name in renju.choices.RULES and not os.path.lexists(name)
        return str(formats.weights.LEARNED / f"{name}.msgpack") if is_rule else name


def weights_option(*, multiple: bool = False) -> Option:
    """Return the decorator that adds --weights."""
    words = "Play by these weights, which `zet renju tune` has learned, instead of those of zet."
    if multiple:
        words += " Each file is for a rule."
    return click.option("--weights", multiple=multiple, metavar="FILE", help=words)


def weights_of(name: str | None, rule: str) -> renju.weights.Weights:
    """Return the weights of a file, or those of zet, for a rule.

    Raises:
        click.ClickException: the file cannot be read, or is for another rule.
    """
    if not name:
        return formats.weights.learned(rule)
    found = _read(name)
    if found.rule != rule:
        reason = _("{path}: weights for {there}, not for {rule}")
        raise click.ClickException(reason.format(path=name, there=found.rule, rule=rule))
    return found


def weights_for(names: tuple[str, ...]) -> Callable[[str], renju.weights.Weights]:
    """Return what gives the weights for a rule: those of the last file for it, or those of zet.

    Raises:
        click.ClickException: a file cannot be read.
    """
    return partial(_given_for, {found.rule: found for found in map(_read, names)})


def _given_for(given: dict[str, renju.weights.Weights], rule: str) -> renju.weights.Weights:
    return given.get(rule) or formats.weights.learned(rule)


def _read(name: str) -> renju.weights.Weights:
    found: renju.weights.Weights = first_value(WeightsReading(), name)
    return found
