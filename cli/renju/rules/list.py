"""The command `zet renju rules list`."""

from __future__ import annotations

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.options import flag
from zet.cli.parameters import Command, conflicts_with
from zet.cli.renju.rules.options import (
    level_option,
    load_program,
    records,
    rules_option,
    title,
)
from zet.cli.words import ngettext
from zet.engines import noire
from zet.formats import blanche


@click.command("list", cls=Command)
@batch_options(
    "text",
    "json",
    files=False,
    spread=False,
    brief=True,
    answers="blanche.RuleListed blanche.ClauseListed",
)
@rules_option("sound")
@conflicts_with("--derivations", level_option())
@flag("--derivations", help="List the derivations instead of the rules.")
def list_(batch: Batch, rule_bases: tuple[str, ...], level: int | None, derivations: bool) -> int:
    """List the rules of a rule base in the order of its files, with level and number of literals."""
    program = load_program(rule_bases)
    if derivations:
        return answer(batch, records(program.derivations), _listed_clause)
    rules = (rule for rule in program.rules if level is None or rule.level <= level)
    return answer(batch, records(rules), _listed)


def _listed(record: Record) -> Outcome:
    rule: noire.Rule = record.value
    place, n_literals = rule.place, len(rule.premise)
    keys = blanche.answers.rule_listed(rule)
    words = f"{title(rule)}, {_literals(n_literals)}"
    return Outcome("ok", keys, board=f"{words} ({place.source}:{place.line})\n")


def _listed_clause(record: Record) -> Outcome:
    one: noire.program.Derivation = record.value
    place, n_literals = one.head.place, len(one.body)
    keys = blanche.answers.clause_listed(one)
    return Outcome(
        "ok", keys, board=f"{one.head}, {_literals(n_literals)} ({place.source}:{place.line})\n"
    )


def _literals(n: int) -> str:
    return ngettext("{n} literal", "{n} literals", n).format(n=n)
