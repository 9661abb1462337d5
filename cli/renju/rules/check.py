"""`zet renju rules check`."""

import click

from zet.cli.command import Batch, Found, Record, answer, batch_options
from zet.cli.words import ngettext, said
from zet.engines.noire.checker import Fault, check as faults_of
from zet.engines.noire.program import Program
from zet.formats import blanche


@click.command()
@batch_options("text", "json")
def check(batch: Batch) -> int:
    """Say what is wrong with rule bases: files, folders of *.blanche files, or shipped sets.

    Each is checked as a whole. Errors make the exit code 1; warnings, for what is never used or never
    applies, do not.
    """
    return answer(batch, map(_rule_base, batch.files), _checked)


def _rule_base(source: str) -> Record:
    try:
        return Record(source, 1, blanche.rule_set(source))
    except blanche.BlancheError as error:
        return Record(source, 1, error)


def _checked(record: Record) -> Found:
    program: Program = record.value
    faults = faults_of(program)
    errors = [fault for fault in faults if fault.is_error]
    warnings = [fault for fault in faults if not fault.is_error]
    n_derivations, n_rules = len(program.derivations), len(program.rules)
    keys = {
        "derivations": n_derivations,
        "rules": n_rules,
        "errors": list(map(_fault_keys, errors)),
        "warnings": list(map(_fault_keys, warnings)),
    }
    counts = (
        ngettext("{n} derivation", "{n} derivations", n_derivations).format(n=n_derivations),
        ngettext("{n} rule", "{n} rules", n_rules).format(n=n_rules),
        ngettext("{n} error", "{n} errors", len(errors)).format(n=len(errors)),
        ngettext("{n} warning", "{n} warnings", len(warnings)).format(n=len(warnings)),
    )
    lines = "".join(f"{said(fault)}\n" for fault in faults)
    board = f"{lines}{record.name}: {', '.join(counts)}\n"
    return Found("faulty" if errors else "ok", keys, board=board)


def _fault_keys(fault: Fault) -> dict[str, object]:
    place = fault.place
    return {
        "file": place.source,
        "line": place.line,
        "column": place.column,
        "reason": said(fault.reason),
    }
