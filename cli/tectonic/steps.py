"""The steps of an explanation, and the option that says which techniques they may use."""

from __future__ import annotations

from typing import Any

import click

from zet.cli.parameters import option
from zet.cli.tectonic.options import places
from zet.cli.words import _, translate
from zet.engines import tectonic
from zet.formats import tectonic as formats


class Strategies(click.ParamType[frozenset[int]]):
    """Numbers of techniques, like 1-8,10."""

    name = "strategies"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> frozenset[int]:
        """Return the numbers that a list holds."""
        chosen: set[int] = set()
        for part in str(value).split(",") if value else ():
            first, dash, last = part.strip().partition("-")
            if not first.isdecimal() or (dash and not last.isdecimal()):
                self.fail(_("{text!r} is not a list like 1-8,10").format(text=value), param, ctx)
            numbers = range(int(first[:3]), int((last or first)[:3]) + 1)
            if not numbers:
                self.fail(_("{text!r} is an empty range").format(text=part.strip()), param, ctx)
            chosen.update(numbers)
        if unknown := chosen - set(tectonic.constants.LADDER):
            reason = _("there is no strategy {number}; the strategies are 1 to {last}")
            self.fail(reason.format(number=min(unknown), last=max(tectonic.constants.LADDER)), param, ctx)
        return frozenset(chosen)


strategies_option = option(
    "--strategies",
    type=Strategies(),
    default=f"1-{max(tectonic.constants.LADDER)}",
    show_default=False,
    metavar="LIST",
    help="Use only these, by number, like 1-8,10 (1-9: the original's; 9: guess).",
)


def step_keys(puzzle: tectonic.Puzzle, step: tectonic.Step) -> dict[str, object]:
    """Return what the JSON of a step holds."""
    return {
        **_deduction_keys(puzzle, step.deduction, step.name),
        "solved": [[*puzzle.place(cell), digit] for cell, digit in step.solved],
        "reason": step.reason,
    }


def told_keys(
    puzzle: tectonic.Puzzle, one: tectonic.hints.Told, *, brief: bool = True
) -> dict[str, object]:
    """Return what the JSON of a step holds as it is told; the steps folded into it if it is `brief`."""
    keys = step_keys(puzzle, one.step) | {
        "name": one.name,
        "reason": one.reason,
    }
    if one.chain:
        keys |= _chain_keys(puzzle, one.chain)
    if brief:
        keys["folded"] = [step_keys(puzzle, step) for step in one.folded]
    return keys


def _deduction_keys(
    puzzle: tectonic.Puzzle, deduction: tectonic.board.Deduction, name: str
) -> dict[str, object]:
    return {
        "strategy": deduction.technique or None,
        "name": name,
        "action": deduction.action,
        "cells": places(puzzle, deduction.cells),
        "digits": list(tectonic.model.digits_of(deduction.mask)),
        "pattern": places(puzzle, deduction.pattern),
    }


def _chain_keys(puzzle: tectonic.Puzzle, chain: tectonic.chains.Chain) -> dict[str, object]:
    conflict = chain.conflict
    end: dict[str, object] = {"cell": puzzle.place(conflict.cell)}
    if conflict.digit:
        end = {"piece": puzzle.place(conflict.cell), "digit": conflict.digit}
    return {
        "chain": [
            _deduction_keys(puzzle, link, tectonic.chains.NAMES[link.technique]) | {"reason": link.reason}
            for link in chain.links
        ],
        "conflict": end | {"reason": conflict.reason},
        "shortest": chain.is_shortest,
    }


def sentence(puzzle: tectonic.Puzzle, one: tectonic.hints.Told) -> str:
    """Return the reason of a step, and what it decides."""
    reason = translate(one.reason)
    step = one.step
    decided = ", ".join("R{}C{} is {}".format(*puzzle.place(cell), digit) for cell, digit in step.solved)
    if one.chain:
        [cell], digit = step.deduction.cells, step.deduction.mask.bit_length()
        where = "R{}C{}".format(*puzzle.place(cell))
        reason = _("{reason} So {cell} cannot be {digit}.").format(reason=reason, cell=where, digit=digit)
    if not decided or step.deduction.action == "place" or one.is_single:
        return reason
    return _("{reason} Now {cells}.").format(reason=reason, cells=decided)


def step_picture(board: tectonic.board.Board, one: tectonic.hints.Told, heading: str) -> bytes:
    """Return the picture of a step, which is applied to the board: cause, effect, and what it says."""
    deduction = one.step.deduction
    before = board.domains.copy()
    board.apply(deduction)
    return formats.picture.as_svg(
        board.puzzle,
        board.digits(),
        notes=board.domains,
        marked=deduction.cells,
        pattern=one.pattern,
        struck={cell: before[cell] & ~board.domains[cell] for cell in deduction.cells},
        caption=f"{heading}: {sentence(board.puzzle, one)}",
        title=translate(one.name),
    )
