"""Knowledge rules for the commands that use them: the options, and reading rule bases.

NOIRE is imported when rules are read, so that a command that does without them starts without it.
"""

from collections.abc import Iterable
from dataclasses import replace

import click

from zet.cli.errors import Unreadable
from zet.cli.options import Function, Option, is_given, number_option
from zet.cli.words import _
from zet.engines import noire
from zet.engines.errors import GameError
from zet.engines.renju.model import N_CELLS

rules_option = click.option(
    "--rules",
    "rule_bases",
    multiple=True,
    default=("sound",),
    show_default=True,
    metavar="SET|FILE|FOLDER",
    help="The rules: sound, thesis, gomoku, a file, or a folder of *.blanche files. Given several times, "
    "they are joined.",
)
order_option = click.option(
    "--order",
    type=click.Choice(["mover", "thesis"]),
    help="The order of the rules: mover, above level 1 those of the side to move first, as sound and "
    "gomoku are meant; thesis, by level alone, as all others are.",
)
knowledge_option = number_option(
    "--knowledge",
    least=0,
    most=N_CELLS,
    default=7,
    help="With noire: use rules up to this level; the shipped ones have 1, 3, 5 and 7.",
)
remember_option = click.option(
    "--remember",
    is_flag=True,
    help="With the method noire: keep positions without a win in a table, as the thesis's program does "
    "not; fewer are visited.",
)


def method_option(usual: str) -> Option:
    """Return the decorator that adds --method, --knowledge, --rules and --order."""

    def decorate(command: Function) -> Function:
        return click.option(
            "--method",
            type=click.Choice([usual, "noire"]),
            default=usual,
            show_default=True,
            help="How to search; noire is the program of that name, which rests on knowledge rules.",
        )(knowledge_option(rules_option(order_option(command))))

    return decorate


def refuse(message: str, *options: str) -> None:
    """Leave with a message if an option is given that would be ignored."""
    if any(map(is_given, options)):
        raise click.UsageError(message)


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
