"""The command `zet renju rules check`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.parameters import Command, option
from zet.cli.renju.rules.options import load_program
from zet.cli.words import ngettext, translate
from zet.engines import noire
from zet.engines.messages import Message
from zet.formats import blanche
from zet.formats.errors import FormatError


class _Checked(NamedTuple):
    """A rule base to check, and the rule base given by --rules, which it extends."""

    own: noire.Program
    others: noire.Program


@click.command(cls=Command)
@batch_options("text", "json", spread=False, answers="blanche.RulesChecked")
@option(
    "--rules", "rule_bases", multiple=True, metavar="SET|FILE|FOLDER",
    help="The rule base that FILES extend, and whose derivations they may use.",
)  # fmt: skip
def check(batch: Batch, rule_bases: tuple[str, ...]) -> int:
    """Check rule bases (files, folders of *.blanche files, or shipped sets) for errors.

    Each rule base is checked as a whole. The exit code is 1 if it has errors. Rules and derivations
    (definitions of predicates) that are never used or can never apply give only warnings (exit code 0).
    An empty rule base is refused.
    """
    others = load_program(rule_bases)
    return answer(batch, map(partial(_rule_base, others), batch.files), _checked)


def _rule_base(others: noire.Program, source: str) -> Record:
    try:
        own = blanche.rule_set(source)
    except blanche.BlancheError as error:
        return Record(source, 1, error)
    if not own.rules and not own.derivations:
        reason = Message("the rule base contains neither rules nor derivations")
        return Record(source, 1, FormatError(source, None, reason))
    return Record(source, 1, _Checked(own, others))


def _sources(program: noire.Program) -> Iterator[str]:
    """Yield the names of the files that contain a program's rules and derivations."""
    yield from (one.head.place.source for one in program.derivations)
    yield from (rule.place.source for rule in program.rules)


def _checked(record: Record) -> Outcome:
    checked: _Checked = record.value
    program, files = checked.own, set(_sources(checked.own))
    faults = [
        fault
        for fault in noire.check(blanche.joined((checked.others, program)))
        if fault.is_error or fault.place.source in files
    ]
    keys = blanche.answers.check(program, faults)
    n_derivations, n_rules = keys["derivations"], keys["rules"]
    n_errors, n_warnings = len(keys["errors"]), len(keys["warnings"])
    counts = (
        ngettext("{n} derivation", "{n} derivations", n_derivations).format(n=n_derivations),
        ngettext("{n} rule", "{n} rules", n_rules).format(n=n_rules),
        ngettext("{n} error", "{n} errors", n_errors).format(n=n_errors),
        ngettext("{n} warning", "{n} warnings", n_warnings).format(n=n_warnings),
    )
    lines = "".join(f"{translate(fault)}\n" for fault in faults)
    board = f"{lines}{record.name}: {', '.join(counts)}\n"
    return Outcome(keys["status"], keys, board=board)
