"""The steps of an explanation, and the option that says which techniques they may use."""

from typing import Any

import click

from zet.cli.tectonic.options import places
from zet.cli.words import _, said
from zet.engines.tectonic.explainer import LADDER, Step
from zet.engines.tectonic.hints import Told
from zet.engines.tectonic.model import Puzzle, digits_of


class _Strategies(click.ParamType[frozenset[int]]):
    """Numbers of techniques, like 1-8,10."""

    name = "strategies"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> frozenset[int]:
        chosen: set[int] = set()
        for part in str(value).split(","):
            first, dash, last = part.strip().partition("-")
            if not first.isdecimal() or (dash and not last.isdecimal()):
                self.fail(_("{text!r} is not a list like 1-8,10").format(text=value), param, ctx)
            numbers = range(int(first[:3]), int((last or first)[:3]) + 1)
            if not numbers:
                self.fail(_("{text!r} is an empty range").format(text=part.strip()), param, ctx)
            chosen.update(numbers)
        if unknown := chosen - set(LADDER):
            reason = _("there is no strategy {number}; they are 1 to {last}")
            self.fail(reason.format(number=min(unknown), last=max(LADDER)), param, ctx)
        return frozenset(chosen)


strategies_option = click.option(
    "--strategies",
    type=_Strategies(),
    default=f"1-{max(LADDER)}",
    show_default=False,
    metavar="LIST",
    help="Use only these, by number, like 1-8,10 (1-9: the original's; 9: guess).",
)


def step_keys(puzzle: Puzzle, step: Step) -> dict[str, object]:
    """Return what the JSON of a step holds."""
    deduction = step.deduction
    return {
        "strategy": deduction.technique,
        "name": step.name,
        "action": deduction.action,
        "cells": places(puzzle, deduction.cells),
        "digits": list(digits_of(deduction.mask)),
        "pattern": places(puzzle, deduction.pattern),
        "solved": [[*puzzle.place(cell), digit] for cell, digit in step.solved],
        "reason": said(deduction.reason),
    }


def told_keys(puzzle: Puzzle, one: Told) -> dict[str, object]:
    """Return what the JSON of a step holds in which others are folded."""
    return step_keys(puzzle, one.step) | {
        "name": one.name,
        "reason": said(one.reason),
        "folded": [step_keys(puzzle, step) for step in one.folded],
    }


def sentence(puzzle: Puzzle, one: Step | Told) -> str:
    """Return the reason of a step, and what it decides."""
    step = one.step if isinstance(one, Told) else one
    reason = said(one.reason)
    decided = ", ".join("R{}C{} is {}".format(*puzzle.place(cell), digit) for cell, digit in step.solved)
    if not decided or step.deduction.action == "place" or reason != said(step.reason):
        return reason
    return _("{reason} Now {cells}.").format(reason=reason, cells=decided)
