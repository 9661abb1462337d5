"""Knowledge rules for the commands that use them: the options, and reading rule bases.

NOIRE is imported when rules are read, so that a command that does without them starts without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click

from zet.cli.errors import Unreadable
from zet.cli.options import choice, number_option
from zet.cli.parameters import CommandOption, Option, combined, is_given
from zet.cli.words import _
from zet.engines import noire, renju
from zet.engines.errors import GameError


def level_option(**traits: Any) -> Option:
    """Return the decorator that adds --max-level, which the command gets as `level`."""
    spellings = ("--max-level", "--level", "--knowledge", "level")
    words = "Use rules up to this level; those of zet have 1, 3, 5 and 7."
    return number_option(*spellings, cls=CommandOption, least=0, help=words, **traits)


rules_option = click.option(
    "--rules",
    "rule_bases",
    multiple=True,
    default=("sound",),
    metavar="SET|FILE|FOLDER",
    help="The rules: sound, thesis, gomoku, fours, a file, or a folder of *.blanche files. Given several "
    "times, they are joined.",
)
order_option = choice(
    "--order",
    words=["mover", "thesis"],
    help="The order of the rules: mover, above level 1 those of the side to move first, as sound, "
    "gomoku and fours are meant; thesis, by level alone, as all others are.",
)
remember_option = click.option(
    "--remember",
    is_flag=True,
    help="With NOIRE: keep positions without a win in a table, which the thesis's program does not; "
    "fewer are visited.",
)


legality_option = choice(
    "--legality",
    words=["exact", "rules"],
    default="exact",
    help="What is forbidden for Black: by the rules of renju, or by the rules of level 0 given here.",
)


def _worth(_context: click.Context, _parameter: click.Parameter, text: str) -> tuple[int, ...]:
    numbers = text.split(",")
    if len(numbers) != 4 or not all(one.isascii() and one.isdigit() and len(one) < 5 for one in numbers):
        reason = _("{text!r} is not a list of four numbers below 10000, as in 1,16,81,256")
        raise click.BadParameter(reason.format(text=text))
    return tuple(map(int, numbers))


def _worth_option(name: str, default: str, whose: str) -> Option:
    help_ = f"What a group with one to four stones is worth to NOIRE where no win is found, {whose}."
    spelling = f"{name}-worth"
    return click.option(
        f"--{spelling}", f"{name}_worth", default=default, metavar="N,N,N,N", callback=_worth, help=help_
    )


positional_options = combined(
    number_option("--depth", most=4, default=2, help="Look N moves ahead where NOIRE finds no win."),
    number_option(
        "--positional-level", least=0, most=renju.constants.N_CELLS, default=1,
        help="Use rules up to this level where NOIRE finds no win.",
    ),
    number_option(
        "--check-nodes", least=0, default=20_000,
        help="Look for an answer that wins against NOIRE's move by visiting this many positions.",
    ),
    _worth_option("own", "1,16,81,256", "for the side that moves"),
    _worth_option("other", "1,9,49,169", "for the other side"),
)  # fmt: skip

NOIRE = ("level", "rule_bases", "order", "legality")
"""The options that go with NOIRE alone, by the names of their values."""
POSITIONAL = ("depth", "positional_level", "check_nodes", "own_worth", "other_worth")
"""The settings of its positional search."""


def settings_of(options: Mapping[str, Any]) -> noire.Positional:
    """Return the settings of the positional search that options say."""
    return noire.Positional(*(options[name] for name in POSITIONAL))


def method_option(usual: str) -> Option:
    """Return the decorator that adds --method, --max-level, --rules, --order and --legality."""
    help_ = "How to search; noire is the program of that name, which rests on knowledge rules."
    method = choice("--method", words=[usual, "noire"], default=usual, help=help_)
    level = level_option(default=7, most=renju.constants.N_CELLS)
    return combined(method, level, rules_option, order_option, legality_option)


def load_program(rule_bases: Iterable[str]) -> noire.Program:
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
    rule_bases: Iterable[str], rule: str = "renju", order: noire.Order | None = None
) -> noire.Program:
    """Return the rules of all rule bases, which can be run, in an order or that in which they are meant.

    Raises:
        Unreadable: one cannot be read; the rules have errors, or are too large when written out.
    """
    from dataclasses import replace

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
    rule_bases: tuple[str, ...], rule: str = "renju", order: noire.Order | None = None
) -> noire.Program:
    """Return the rules of all rule bases, which can be run.

    In go-moku, where six or more win, they are those of go-moku if none are named. Where six do not win
    there is no set that is right.

    Raises:
        Unreadable: the rules cannot be read or run.
    """
    if rule != "renju" and not is_given("rule_bases"):
        if rule == "standard":
            raise click.UsageError(_("no set is for standard go-moku; name your own rules with --rules"))
        rule_bases = ("gomoku",)
    return load_runnable(rule_bases, rule, order)
