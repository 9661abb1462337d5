"""Queries on games: the arguments before the files on the command line of `zet renju find`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import click

from zet.cli.errors import Unreadable
from zet.cli.renju.rules.options import load_program, refuse_repeated
from zet.cli.words import _, translate
from zet.engines import noire
from zet.engines.errors import GameError
from zet.engines.messages import Message
from zet.formats import blanche

SUFFIX = ".blanche"
_NAME = "question"
_QUESTION_LINE = 3
"""The line on which the query starts in the rule that is generated from it."""


class Asked(NamedTuple):
    """The program that is matched against games, and the indices of the rules to search for."""

    finder: noire.finder.Finder
    numbers: tuple[int, ...]


def questions(words: Sequence[str], rule_bases: Sequence[str]) -> tuple[Asked, tuple[str, ...]]:
    """Parse the leading arguments as queries; return the queries and the remaining arguments, the files.

    Without queries all rules are matched; without files, standard input (`-`) is read.

    Raises:
        Unreadable: rules cannot be read, or have errors.
        click.UsageError: an argument is neither a rule nor a file.
    """
    from dataclasses import replace

    program = load_program(rule_bases)
    names = {rule.name for rule in program.rules}
    asked: list[str] = []
    added: list[noire.Program] = []
    bases: list[str] = []
    rest = list(words)
    while rest:
        word = rest[0]
        if word in names:
            asked.append(word)
        elif word.endswith(SUFFIX):
            bases.append(word)
            refuse_repeated(bases)
            added.append(load_program([word]))
        elif "(" in word and not _is_file(word):
            added.append(_question(word))
        else:
            break
        rest.pop(0)
    if rest and rest[0] != "-":
        _refuse_unknown(rest[0], names)
    for word in rest:
        if word in names and not _is_file(word):
            reason = _("{word!r} is a rule; rules must come before the files").format(word=word)
            raise click.UsageError(reason)
    whole = program
    if added:
        whole = noire.derivations.with_named(blanche.joined([program, *_numbered(added)]))
    asks = whole.rules[len(program.rules) :]
    try:
        if not set(rule_bases) <= set(blanche.SETS):
            from zet.engines.noire.checker import raise_errors

            raise_errors(whole)
        if asked or added:  # compiling all rules of a set would take longer than searching a game
            named = tuple(rule for rule in program.rules if rule.name in asked)
            whole = replace(whole, rules=(*named, *asks))
        finder = noire.finder.Finder(whole)
    except noire.ProgramError as error:
        raise Unreadable("\n".join(map(_fault_words, error.faults))) from None
    except GameError as error:
        raise Unreadable(error) from None
    count = len(whole.rules)
    _refuse_impossible(finder, range(count - len(asks), count))
    numbers = tuple(number for number in range(count) if finder.is_asked[number])
    return Asked(finder, numbers), tuple(rest or "-")


def _question(text: str) -> noire.Program:
    """Return the program of a query on the command line: a premise, or whole rules and derivations.

    Raises:
        Unreadable: the query is not valid BLANCHE.
    """
    is_whole = text.lstrip().startswith("rule ") or ":-" in text
    source = " ".join(text.split())
    lines = text if is_whole else f"rule {_NAME}\npremise\n{text}"
    try:
        program = blanche.loads(lines, source).program
    except blanche.BlancheError as error:
        found = (_placed(source, one.column, one.message) for one in error.errors)
        raise Unreadable("\n".join(found)) from None
    return program


def _numbered(programs: list[noire.Program]) -> list[noire.Program]:
    """Return the programs of queries; if there are several, numbers distinguish their rules."""
    from dataclasses import replace

    count = sum(any(rule.name == _NAME for rule in one.rules) for one in programs)
    if count < 2:
        return programs
    found, number = [], 0
    for one in programs:
        is_question = any(rule.name == _NAME for rule in one.rules)
        number += is_question
        name = f"{_NAME} {number}"
        rules = tuple(replace(rule, name=name) for rule in one.rules) if is_question else one.rules
        found.append(replace(one, rules=rules))
    return found


def _refuse_impossible(finder: noire.finder.Finder, numbers: Iterable[int]) -> None:
    """Refuse a query that can never match, and warn about a query that is unlikely to match.

    Raises:
        Unreadable: a query can never match.
    """
    rules: dict[tuple[object, ...], list[int]] = {}
    for number in numbers:
        rule = finder.program.rules[number]
        rules.setdefault((rule.name, rule.place), []).append(number)
    for several in rules.values():
        place = finder.program.rules[several[0]].premise[0].place
        never, doubts = ([why(number) for number in several] for why in (finder.never, finder.doubt))
        if all(never):
            reason = Message("this query can never match: {reason}", reason=never[0])
            raise Unreadable(_fault_words(noire.Fault(place, reason)))
        faults = [noire.Fault(place, str(doubts[0]), is_error=False)] if all(doubts) else []
        for fault in (*faults, *_suspicions(finder.program.rules[several[0]])):
            click.echo(_fault_words(fault), err=True)


def _suspicions(rule: noire.Rule) -> Iterator[noire.Fault]:
    """Yield warnings for a query whose meaning probably differs from the user's intention."""
    from zet.engines.noire.checker import color_variables

    yield from color_variables(rule.premise)
    [first, *others] = rule.premise
    choices = first.choices if isinstance(first, noire.program.Phrase) and first.is_bare else ()
    if rule.name.startswith(_NAME) and not others and len(choices) > 1 and max(map(len, choices)) > 1:
        reason = Message("`,` binds more tightly than `or`: put parentheses around the alternatives")
        yield noire.Fault(choices[1][0].place, reason, is_error=False)


def _fault_words(fault: noire.Fault) -> str:
    """Return the text of a fault in a rule; for a fault in a query, without the line number."""
    place = fault.place
    if place.line != _QUESTION_LINE or place.source.endswith(SUFFIX):
        return translate(fault)
    return _placed(place.source, place.column, fault.words)


def _placed(question: str, column: int | None, reason: str) -> str:
    words = _("{question}, column {column}: {reason}")
    return words.format(question=question, column=column, reason=translate(reason))


def _is_file(word: str) -> bool:
    """Return whether a file of this name exists; the system may refuse a name as too long."""
    from pathlib import Path

    with suppress(OSError):
        return Path(word).exists()
    return False


def _refuse_unknown(word: str, names: set[str]) -> None:
    """Exit with a message if a word is neither a rule nor a file."""
    if _is_file(word) or "." in word or "/" in word:
        return
    reason = _("{word!r} is neither a rule nor a query nor a file").format(word=word)
    from difflib import get_close_matches

    near = get_close_matches(word, names, 1) or sorted(name for name in names if name in word)
    if near:
        reason = _("{reason}; did you mean {near}?").format(reason=reason, near=near[0])
    else:
        reason = _("{reason}; `zet renju rules list --rules themes` lists the names of rules").format(
            reason=reason
        )
    raise click.UsageError(reason)
