"""The steps of an explanation, and the option that selects techniques."""

from __future__ import annotations

from typing import Any

import click

from zet.cli.parameters import option
from zet.cli.words import _, translate
from zet.engines import tectonic
from zet.engines.messages import Message
from zet.formats import tectonic as formats


class Strategies(click.ParamType[frozenset[int]]):
    """The type of an option whose value is a list of techniques by number, like 1-8,10."""

    name = "strategies"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> frozenset[int]:
        """Return the numbers in a list of numbers and ranges."""
        chosen: set[int] = set()
        for part in str(value).split(",") if value else ():
            first, dash, last = part.strip().partition("-")
            if not first.isdecimal() or (dash and not last.isdecimal()):
                self.fail(
                    _("{text!r} is not a list of numbers and ranges, such as 1-8,10").format(text=value),
                    param,
                    ctx,
                )
            last = last or first
            known = tectonic.constants.LADDER
            for number in (first, last):
                if len(number) > 3 or int(number) not in known:
                    reason = _("there is no technique {number}; the techniques are 1 to {last}")
                    self.fail(reason.format(number=number[:20], last=max(known)), param, ctx)
            if int(first) > int(last):
                self.fail(_("{text!r} is an empty range").format(text=part.strip()), param, ctx)
            chosen.update(range(int(first), int(last) + 1))
        return frozenset(chosen)


strategies_option = option(
    "--techniques",
    "--strategies",
    "strategies",
    type=Strategies(),
    default=f"1-{max(tectonic.constants.LADDER)}",
    show_default=False,
    metavar="LIST",
    help="Use only the techniques with these numbers (see `zet help tectonic explain`), such as 1-8,10.",
)


def sentence(puzzle: tectonic.Puzzle, one: tectonic.hints.ExplainedStep) -> str:
    """Return the sentence that gives the reason and the result of a step."""
    reason = one.reason
    step = one.step
    decided = ", ".join("R{}C{} is {}".format(*puzzle.place(cell), digit) for cell, digit in step.solved)
    if one.chain:
        [cell], digit = step.deduction.cells, step.deduction.mask.bit_length()
        where = "R{}C{}".format(*puzzle.place(cell))
        reason = Message("{reason} So {cell} cannot be {digit}.", reason=reason, cell=where, digit=digit)
    if not decided or step.deduction.action == "place" or one.is_single:
        return reason
    return Message("{reason} Now {cells}.", reason=reason, cells=decided)


def step_picture(board: tectonic.board.Board, one: tectonic.hints.ExplainedStep, heading: str) -> bytes:
    """Apply a step to the board, and return its picture: cause, effect, and caption."""
    deduction = one.step.deduction
    before = board.domains.copy()
    board.apply(deduction)
    struck = {cell: before[cell] & ~board.domains[cell] for cell in deduction.cells}
    return formats.picture.as_svg(
        board.puzzle,
        board.digits(),
        notes=board.domains,
        marks=formats.picture.Marks(one.pattern, deduction.cells, struck),
        caption=f"{heading}: {translate(sentence(board.puzzle, one))}",
        title=translate(one.name),
    )
