"""The command `zet renju rules show`."""

from __future__ import annotations

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.parameters import Command
from zet.cli.renju.rules.options import (
    known_rules,
    load_program,
    records,
    rules_option,
)
from zet.cli.words import _
from zet.engines import noire
from zet.formats import blanche


@click.command(cls=Command)
@click.argument("name", metavar="RULE")
@batch_options(
    "text", "json", files=False, spread=False, brief=True, answers="blanche.RuleShown blanche.ClauseShown"
)
@rules_option("sound")
def show(batch: Batch, name: str, rule_bases: tuple[str, ...]) -> int:
    """Show the rules with the name RULE, and the derivations on which they depend.

    RULE may also be a predicate, such as black.three or, with the number of its arguments, white.three/1.
    The derivations of the predicate are then shown, with all derivations on which they depend.
    """
    program = load_program(rule_bases)
    wanted = records([*_rules(program, name)] or [*_predicates(program, name)])
    shown = list(wanted)
    if not shown:
        reason = _("{name!r} is neither a rule nor a derived predicate; the rules are: {known}")
        reason = reason.format(name=name, known=known_rules(program))
        raise click.BadParameter(reason, param_hint="RULE")
    return answer(batch, shown, _shown, {"program": program, "first": shown[0].value})


def _rules(program: noire.Program, name: str) -> list[noire.Rule]:
    return [rule for rule in program.rules if rule.name == name]


def _predicates(program: noire.Program, name: str) -> list[noire.program.Derivation]:
    """Return the first derivation of each predicate called `name`, which may be NAME/ARGUMENTS."""
    firsts: dict[noire.predicates.Key, noire.program.Derivation] = {}
    for one in program.derivations:
        predicate, n_arguments = one.head.key
        if name in (predicate, f"{predicate}/{n_arguments}"):
            firsts.setdefault(one.head.key, one)
    return list(firsts.values())


def _shown(
    record: Record, program: noire.Program, first: noire.Rule | noire.program.Derivation
) -> Outcome:
    one: noire.Rule | noire.program.Derivation = record.value
    clauses = noire.derivations.clauses_of(program)
    if isinstance(one, noire.Rule):
        rules, literals, at = [one], one.premise, one.place
    else:
        rules, literals, at = [], (one.head,), one.head.place
    needed = noire.derivations.needed_by(literals, clauses)
    derivations = tuple(each for each in program.derivations if each.head.key in needed)
    text = blanche.dumps(noire.Program(derivations, tuple(rules)))
    place = _("% {source}, line {line}").format(source=at.source, line=at.line) + "\n"
    gap = "" if one == first else "\n"
    return Outcome("ok", blanche.answers.shown(one, text), board=gap + place + text)
