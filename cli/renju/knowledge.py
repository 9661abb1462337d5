"""Knowledge rules for the commands that use them: the options, and reading rule bases.

NOIRE is imported when rules are read, so that a command that does without them starts without it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import click

from zet.cli.errors import Unreadable
from zet.cli.options import Option, Renamed, choice, is_given, number_option, together
from zet.cli.words import _
from zet.engines import noire
from zet.engines.errors import GameError
from zet.engines.renju.model import N_CELLS


def level_option(**traits: Any) -> Option:
    """Return the decorator that adds --max-level, which the command gets as `level`."""
    spellings = ("--max-level", "--level", "--knowledge", "level")
    words = "Use rules up to this level; those of zet have 1, 3, 5 and 7."
    return number_option(*spellings, cls=Renamed, least=0, help=words, **traits)


rules_option = click.option(
    "--rules",
    "rule_bases",
    multiple=True,
    default=("sound",),
    metavar="SET|FILE|FOLDER",
    help="The rules: sound, thesis, gomoku, a file, or a folder of *.blanche files. Given several times, "
    "they are joined.",
)
order_option = choice(
    "--order",
    words=["mover", "thesis"],
    help="The order of the rules: mover, above level 1 those of the side to move first, as sound and "
    "gomoku are meant; thesis, by level alone, as all others are.",
)
remember_option = click.option(
    "--remember",
    is_flag=True,
    help="With NOIRE: keep positions without a win in a table, which the thesis's program does not; "
    "fewer are visited.",
)


def method_option(usual: str) -> Option:
    """Return the decorator that adds --method, --max-level, --rules and --order."""
    help_ = "How to search; noire is the program of that name, which rests on knowledge rules."
    method = choice("--method", words=[usual, "noire"], default=usual, help=help_)
    return together(method, level_option(default=7, most=N_CELLS), rules_option, order_option)


def load_program(rule_bases: Iterable[str]) -> "noire.Program":
    """Return the rules of all rule bases.

    Raises:
        Unreadable: one cannot be read.
    """
    from zet.formats import blanche

    try:
        return blanche.joined(map(blanche.rule_set, rule_bases))
    except blanche.BlancheError as error:
        raise Unreadable(error) from None


def load_runnable(
    rule_bases: Iterable[str], rule: str = "renju", order: "noire.Order | None" = None
) -> "noire.Program":
    """Return the rules of all rule bases, which can be run, in an order or that in which they are meant.

    Raises:
        Unreadable: one cannot be read; the rules have errors, or are too large when written out.
    """
    from zet.engines.noire.plans import plans_of
    from zet.engines.renju.board import BOARDS

    program = load_program(rule_bases)
    if order:
        program = replace(program, order=order)
    try:
        plans_of(program, BOARDS[rule])
    except GameError as error:
        raise Unreadable(error) from None
    return program


def program_of(
    rule_bases: tuple[str, ...], rule: str = "renju", order: "noire.Order | None" = None
) -> "noire.Program":
    """Return the rules of all rule bases, which can be run.

    In go-moku, where six or more win, they are those of go-moku if none are named. Where six do not win
    there is no set that is right.

    Raises:
        Unreadable: the rules cannot be read or run.
    """
    if rule != "renju" and not is_given("rule_bases"):
        if rule == "standard":
            raise click.UsageError(_("no set is of standard go-moku; --rules names rules of one's own"))
        rule_bases = ("gomoku",)
    return load_runnable(rule_bases, rule, order)
