"""`zet renju rules list`."""

import click

from zet.cli.command import Batch, Found, Record, answer, batch_options
from zet.cli.renju.knowledge import level_option, load_program, rules_option
from zet.cli.renju.rules.options import records, rule_keys, title
from zet.cli.words import ngettext
from zet.engines.noire.program import Rule


@click.command("list")
@batch_options("text", "json", files=False)
@rules_option
@level_option()
def list_(batch: Batch, rule_bases: tuple[str, ...], level: int | None) -> int:
    """List the rules in the order of their files."""
    rules = load_program(rule_bases).rules
    return answer(batch, records(rule for rule in rules if level is None or rule.level <= level), _listed)


def _listed(record: Record) -> Found:
    rule: Rule = record.value
    place, n_literals = rule.place, len(rule.premise)
    literals = ngettext("{n} literal", "{n} literals", n_literals).format(n=n_literals)
    keys = {**rule_keys(rule), "line": place.line, "literals": n_literals}
    return Found("ok", keys, board=f"{title(rule)}, {literals} ({place.source}:{place.line})\n")
