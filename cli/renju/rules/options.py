"""Code shared by the rules commands: their options, and functions that load, select and name rules.

NOIRE is imported only when rules are read, so that showing help does not import it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import click

from zet.cli import options
from zet.cli.errors import Unreadable
from zet.cli.options import choice, number_option, seed_option
from zet.cli.output import Record
from zet.cli.parameters import Option, combined, grouped_options, is_given, keyed, option
from zet.cli.renju.words import color_word
from zet.cli.words import _
from zet.engines import noire, renju
from zet.engines.errors import GameError


def level_option(**traits: Any) -> Option:
    """Return the decorator that adds --max-level; the command gets its value as `level`."""
    spellings = ("--max-level", "--level", "--knowledge", "level")
    words = (
        "Use only rules of level N or lower. A rule of level 5, for example, wins within 5 moves, "
        "counting both sides; the shipped rules have the levels 1, 3, 5 and 7."
    )
    return number_option(*spellings, least=0, help=words, **traits)


DEFAULT_RULES = {"renju": ("sound", "fours"), "freestyle": ("gomoku", "fours")}
"""The rule bases of NOIRE's search, by the rule of the game; none is shipped for standard go-moku."""


def rules_option(*default: str) -> Option:
    """Return the decorator that adds --rules, with the default rule bases."""
    return option(
        "--rules",
        "rule_bases",
        multiple=True,
        default=default,
        metavar="SET|FILE|FOLDER",
        help="The rule base: a shipped set (sound, thesis, gomoku, fours), a file, or a folder of "
        "*.blanche files. May be repeated, to join rule bases.",
    )


order_option = choice(
    "--order",
    words=["mover", "thesis"],
    help="The order in which rules are tried. thesis: by level; mover: above level 1, all rules of the "
    "side to move before all rules of the opponent. By default, mover for the sets sound, gomoku "
    "and fours, and thesis for all other rule bases.",
)
remember_option = option(
    "--remember",
    is_flag=True,
    help="Store positions without a win in a table, so that the search visits fewer positions; the "
    "original NOIRE (2001) has no such table.",
)
legality_option = choice(
    "--legality",
    words=["exact", "rules"],
    default="exact",
    help="How to decide which moves are forbidden for Black. exact: by the rules of renju; rules: by "
    "the rules of level 0 in --rules.",
)


limits = options.limits("position", "visiting this many positions in the search")


def _worth(_context: click.Context, _parameter: click.Parameter, text: str) -> tuple[int, ...]:
    numbers = text.split(",")
    if len(numbers) != 4 or not all(one.isascii() and one.isdigit() and len(one) < 5 for one in numbers):
        reason = _("{text!r} is not a list of four numbers below 10000, as in 1,16,81,256")
        raise click.BadParameter(reason.format(text=text))
    return tuple(map(int, numbers))


def _positional(
    depth: int,
    positional_level: int,
    check_nodes: int,
    own_worth: tuple[int, ...],
    other_worth: tuple[int, ...],
) -> noire.Positional:
    return noire.Positional(depth, positional_level, check_nodes, own_worth, other_worth)


positional_options = grouped_options(
    "positional",
    _positional,
    keyed(
        "--positional",
        multiple=True,
        metavar="KEY=VALUE",
        keys={
            "depth": number_option("--depth", most=4, default=2),
            "level": number_option(
                "--positional-level", least=0, most=renju.constants.N_CELLS, default=1
            ),
            "check-nodes": number_option("--check-nodes", least=0, default=20_000),
            "own-worth": option("--own-worth", default="1,16,81,256", callback=_worth),
            "other-worth": option("--other-worth", default="1,9,49,169", callback=_worth),
        },
        help="Configure the positional search, which plays if NOIRE finds no win; may be repeated. The "
        "keys and their defaults: depth=2: search 2 moves ahead; level=1: use rules up to level 1; "
        "check-nodes=20000: visit up to 20000 positions to find a winning reply; "
        "own-worth=1,16,81,256 and other-worth=1,9,49,169: the values of a group (five fields in a "
        "row) with one to four stones, for the side to move and for its opponent.",
    ),
)

play_options = combined(
    level_option(default=7, most=renju.constants.N_CELLS),
    rules_option(*DEFAULT_RULES["renju"]),
    order_option,
    legality_option,
)
"""The options of NOIRE: the rules that it tries, their order, and the rules of legality."""

POSITIONAL = ("depth", "positional_level", "check_nodes", "own_worth", "other_worth")
"""The parameter names of `positional_options`."""


def load_program(rule_bases: Iterable[str]) -> noire.Program:
    """Return a program with the rules of all rule bases.

    Raises:
        Unreadable: a rule base cannot be read.
        click.UsageError: a rule base is given twice, so that each of its rules would match twice.
    """
    from zet.formats import blanche

    several = tuple(rule_bases)
    refuse_repeated(several)
    try:
        return blanche.joined(map(blanche.rule_set, several))
    except blanche.BlancheError as error:
        raise Unreadable(error) from None


def refuse_repeated(rule_bases: Iterable[str]) -> None:
    """Refuse rule bases that contain a file twice.

    Raises:
        click.UsageError: the same set or file is given twice, or a file and its folder.
    """
    from zet.formats import blanche

    seen = set[str]()
    for name in rule_bases:
        for file in [name] if name in blanche.SETS else map(os.path.realpath, blanche.files_of(name)):
            if file in seen:
                raise click.UsageError(_("the rule base {name} is given twice").format(name=name))
            seen.add(file)


def load_runnable(
    rule_bases: Iterable[str], rule: str = "renju", order: noire.Order | None = None
) -> noire.Program:
    """Return a program with the rules of all rule bases, after a check that it runs.

    Raises:
        Unreadable: a rule base cannot be read; the rules have errors, or are too large when expanded.
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
    """Return a program with the rules of all rule bases, or with the default rules for `rule`.

    Standard go-moku has no default rule base.

    Raises:
        Unreadable: the rules cannot be read or run.
        click.UsageError: no rules are given, and the game has no default rules.
    """
    if not is_given("rule_bases"):
        rule_bases = default_rules(rule)
    return load_runnable(rule_bases, rule, order)


def default_rules(rule: str) -> tuple[str, ...]:
    """Return the default rule bases for the rule of a game.

    Raises:
        click.UsageError: the game is standard go-moku, for which zet has no rules.
    """
    if rule not in DEFAULT_RULES:
        raise click.UsageError(_("zet has no rules for standard go-moku; name your own with --rules"))
    return DEFAULT_RULES[rule]


def walks_options(default: int, help: str) -> Option:  # noqa: A002 - click's word
    """Return the decorator that adds --walks and --seed, the seed of the random walks."""
    return combined(
        number_option("--walks", least=0, default=default, help=help), seed_option("walks", 0)
    )


def chosen(program: noire.Program, wanted: str, option: str) -> tuple[noire.Rule, ...]:
    """Return both players' rules with the name `wanted`.

    Raises:
        click.BadParameter: no rule has this name, which was given by the option `option`.
    """
    found = tuple(rule for rule in program.rules if rule.name == wanted)
    if not found:
        reason = _("{rule!r} is not a rule; the rules are: {known}")
        reason = reason.format(rule=wanted, known=known_rules(program))
        raise click.BadParameter(reason, param_hint=option)
    return found


def known_rules(program: noire.Program) -> str:
    """Return the names of a program's rules, separated by commas."""
    return ", ".join(dict.fromkeys(rule.name for rule in program.rules)) or _("none")


def records(several: Iterable[noire.Rule | noire.program.Derivation]) -> Iterator[Record]:
    """Yield rules or derivations as records, which are numbered within each file."""
    numbers: Counter[str] = Counter()
    for one in several:
        source = (one.place if isinstance(one, noire.Rule) else one.head.place).source
        numbers[source] += 1
        yield Record(source, numbers[source], one)


def title(rule: noire.Rule) -> str:
    """Return the title of a rule: its level, its player and its name."""
    if not rule.has_level:
        return f"{color_word(rule.player)}: {rule.name}"
    level = _("level {level}").format(level=rule.level)
    return f"{level}, {color_word(rule.player)}: {rule.name}"


def title_in_columns(rule: noire.Rule) -> str:
    """Return the title of a rule, padded so that titles align in columns."""
    level = _("level {level}").format(level=rule.level)
    return f"{level} {color_word(rule.player):5} {rule.name}"
