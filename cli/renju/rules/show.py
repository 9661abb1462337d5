"""`zet renju rules show`."""

import click

from zet.cli.command import Batch, Found, Record, answer, batch_options
from zet.cli.renju.knowledge import load_program, rules_option
from zet.cli.renju.rules.options import chosen, records, rule_keys
from zet.cli.words import _
from zet.engines.noire.derivations import clauses_of, reached
from zet.engines.noire.program import Program, Rule
from zet.formats import blanche


@click.command()
@click.argument("rule")
@batch_options("text", "json", files=False)
@rules_option
def show(batch: Batch, rule: str, rule_bases: tuple[str, ...]) -> int:
    """Show the rules of a name, and the derivations that they rest on."""
    program = load_program(rule_bases)
    rules = chosen(program, rule, "RULE")
    return answer(batch, records(rules), _shown, {"program": program, "first": rules[0]})


def _shown(record: Record, program: Program, first: Rule) -> Found:
    rule: Rule = record.value
    needed = reached(Program((), (rule,)), clauses_of(program))
    derivations = tuple(one for one in program.derivations if one.head.key in needed)
    text = blanche.dumps(Program(derivations, (rule,)))
    place = _("% {source}, line {line}").format(source=rule.place.source, line=rule.place.line) + "\n"
    gap = "" if rule == first else "\n"
    return Found("ok", {**rule_keys(rule), "text": text}, board=gap + place + text)
