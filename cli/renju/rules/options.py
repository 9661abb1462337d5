"""What the commands on rules share: choosing rules, and how a rule is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import click

from zet.cli.options import number_option, seed_option
from zet.cli.output import Record
from zet.cli.parameters import Option, combined
from zet.cli.renju.words import color_word
from zet.cli.words import _
from zet.engines import noire, renju


def walks_options(default: int, help: str) -> Option:  # noqa: A002 - click's word
    """Return the decorator that adds --walks, and --seed, by which stones are put on the board."""
    return combined(
        number_option("--walks", least=0, default=default, help=help), seed_option("walks", 0)
    )


def chosen(program: noire.Program, wanted: str, option: str) -> tuple[noire.Rule, ...]:
    """Return the rules of a name, for both players.

    Raises:
        click.BadParameter: there are none; `option` is where the name was given.
    """
    found = tuple(rule for rule in program.rules if rule.name == wanted)
    if not found:
        reason = _("{rule!r} is not a rule; the rules are: {known}")
        reason = reason.format(rule=wanted, known=known_rules(program))
        raise click.BadParameter(reason, param_hint=option)
    return found


def known_rules(program: noire.Program) -> str:
    """Return the names of the rules."""
    return ", ".join(dict.fromkeys(rule.name for rule in program.rules)) or _("none")


def records(several: Iterable[noire.Rule | noire.program.Derivation]) -> Iterator[Record]:
    """Yield rules, or derivations, as records, numbered in the file of each."""
    numbers: Counter[str] = Counter()
    for one in several:
        source = (one.place if isinstance(one, noire.Rule) else one.head.place).source
        numbers[source] += 1
        yield Record(source, numbers[source], one)


def clause_keys(derivation: noire.program.Derivation) -> dict[str, object]:
    """Return the JSON keys that say of which predicate a derivation is."""
    return {"predicate": derivation.head.predicate, "arguments": len(derivation.head.arguments)}


def rule_keys(rule: noire.Rule) -> dict[str, object]:
    """Return the JSON keys that say which rule it is."""
    level = rule.level if rule.has_level else None
    return {"rule": rule.name, "player": renju.constants.COLORS[rule.player], "level": level}


def title(rule: noire.Rule) -> str:
    """Return the words that say which rule it is."""
    if not rule.has_level:
        return f"{color_word(rule.player)}: {rule.name}"
    level = _("level {level}").format(level=rule.level)
    return f"{level}, {color_word(rule.player)}: {rule.name}"


def title_in_columns(rule: noire.Rule) -> str:
    """Return the words that say which rule it is, for lines below each other."""
    level = _("level {level}").format(level=rule.level)
    return f"{level} {color_word(rule.player):5} {rule.name}"
