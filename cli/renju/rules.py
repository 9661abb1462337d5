"""`zet renju rules`: knowledge rules in BLANCHE; format, check, list, show and match them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import click
from zet.cli.batch import BAD, NO, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import Drawing, heading, picture_option
from zet.cli.renju.common import GameReading, reading
from zet.engines.errors import GameError
from zet.engines.messages import _, ngettext
from zet.engines.noire.check import Fault
from zet.engines.noire.check import check as faults_of
from zet.engines.noire.derivations import clauses_of, reached
from zet.engines.noire.groups import GROUPS
from zet.engines.noire.interpreter import Interpreter, Legality
from zet.engines.noire.match import Binding, Match, Miss
from zet.engines.noire.matcher import CompiledMatcher
from zet.engines.noire.plans import plans_of
from zet.engines.noire.position import Position
from zet.engines.noire.program import Program, Rule
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import COLORS, Game, color_word, name
from zet.formats import blanche
from zet.formats.errors import UnwritableError
from zet.formats.files import whole_file

rules_option = click.option(
    "--rules",
    "rule_bases",
    multiple=True,
    default=("sound",),
    show_default=True,
    metavar="SET|FILE|FOLDER",
    help="The rules: sound, thesis, gomoku, a file, or a folder of *.blanche files. Given several times, "
    "they are joined.",
)


def load_program(rule_bases: Iterable[str]) -> Program:
    """Return the rules of all rule bases; if they cannot be read, say why and leave."""
    try:
        return blanche.joined(map(blanche.rule_set, rule_bases))
    except blanche.BlancheError as error:
        click.echo(str(error), err=True)
        raise click.exceptions.Exit(BAD) from None


def load_runnable(rule_bases: Iterable[str], rule: str = "renju") -> Program:
    """Return the rules of all rule bases, which can be run; if they cannot, say why and leave."""
    program = load_program(rule_bases)
    try:
        plans_of(program, BOARDS[rule])
    except GameError as error:  # errors of the program, or it is too large when it is written out
        click.echo(str(error), err=True)
        raise click.exceptions.Exit(BAD) from None
    return program


@click.group()
def rules() -> None:
    """Knowledge rules of renju, in the language BLANCHE: check them, and hold positions against them."""


@rules.command("format")
@batch_command("text", "json")
@click.option("--check", "only_check", is_flag=True, help="Only say which files are not in the layout.")
@click.option("--write", is_flag=True, help="Write the files anew instead of standard output.")
def format_(batch: Batch, only_check: bool, write: bool) -> int:
    """Write files of rules in the one layout: ¬ for not, one literal a line, all comments kept.

    A folder stands for its *.blanche files.
    """
    if only_check and write:
        raise click.UsageError(_("--check writes nothing; leave out --write"))
    batch.files = tuple(file for source in batch.files for file in blanche.files_of(source))
    how = "check" if only_check else "write" if write else "print"
    return batch.run(batch.records(_documents), partial(_format, batch.format, how))


def _documents(stream: BinaryIO, source: str) -> Iterator[Any]:
    """Yield what was read, and what it was read from."""
    data = stream.read(blanche.MAX_BYTES + 1)
    try:
        yield blanche.load_bytes(data, source), data
    except blanche.BlancheError as error:
        yield error


def _format(form: str, how: str, record: Record) -> Answer:
    document, data = record.value
    text = blanche.format_document(document)
    changes = text.encode() != data
    status, code = ("unformatted", NO) if changes and how == "check" else ("ok", YES)
    if how == "write" and changes:
        _replace(record.source, text)
    if form == "json":
        keys = {"changed": changes} | ({"text": text} if how == "print" else {})
        return Answer(status, json_line(record, status, **keys), code)
    words = {"check": _("is not in the layout"), "write": _("written anew")}.get(how, "")
    told = f"{record.source}: {words}\n" if changes else ""
    return Answer(status, text if how == "print" else told, code)


def _replace(source: str, text: str) -> None:
    if source == "-":
        raise UnwritableError(_("standard input cannot be written anew"))
    try:
        with whole_file(Path(source)) as stream:
            stream.write(text.encode())
    except OSError as error:
        raise UnwritableError(_(str(error.strerror))) from None


@rules.command()
@batch_command("text", "json")
def check(batch: Batch) -> int:
    """Say what is wrong with rule bases: files, folders of *.blanche files, or shipped sets.

    Each is checked as a whole. Errors make the exit code 1; warnings, for what is never used or never
    applies, do not.
    """
    return batch.run(map(_rule_base, batch.files), partial(_check, batch.format))


def _rule_base(source: str) -> Record:
    try:
        return Record(source, 1, blanche.rule_set(source))
    except blanche.BlancheError as error:
        return Record(source, 1, error)


def _check(form: str, record: Record) -> Answer:
    program: Program = record.value
    faults = faults_of(program)
    errors = [fault for fault in faults if fault.is_error]
    warnings = [fault for fault in faults if not fault.is_error]
    status, code = ("faulty", NO) if errors else ("ok", YES)
    sizes = {"derivations": len(program.derivations), "rules": len(program.rules)}
    if form == "json":
        told = {"errors": list(map(_fault, errors)), "warnings": list(map(_fault, warnings))}
        return Answer(status, json_line(record, status, **sizes, **told), code)
    n_derivations, n_rules = sizes.values()
    words = ", ".join(
        (
            ngettext("{n} derivation", "{n} derivations", n_derivations).format(n=n_derivations),
            ngettext("{n} rule", "{n} rules", n_rules).format(n=n_rules),
            ngettext("{n} error", "{n} errors", len(errors)).format(n=len(errors)),
            ngettext("{n} warning", "{n} warnings", len(warnings)).format(n=len(warnings)),
        )
    )
    lines = "".join(f"{fault}\n" for fault in faults)
    return Answer(status, f"{lines}{record.source}: {words}\n", code)


def _fault(fault: Fault) -> dict[str, object]:
    place = fault.place
    return {"file": place.source, "line": place.line, "column": place.column, "reason": fault.reason}


@rules.command(name="list")
@batch_command("text", "json", files=False)
@rules_option
@click.option("--level", type=click.IntRange(0), metavar="N", help="Only rules to this level.")
def list_(batch: Batch, rule_bases: tuple[str, ...], level: int | None) -> int:
    """List the rules in the order of their files."""
    program = load_program(rule_bases)
    chosen = [rule for rule in program.rules if level is None or rule.level <= level]
    return batch.run(_rule_records(chosen), partial(_list, batch.format))


def _rule_records(chosen: Iterable[Rule]) -> Iterator[Record]:
    numbers: Counter[str] = Counter()
    for rule in chosen:
        source = rule.place.source
        numbers[source] += 1
        yield Record(source, numbers[source], rule)


def _list(form: str, record: Record) -> Answer:
    rule: Rule = record.value
    if form == "json":
        keys = {"line": rule.place.line, "literals": len(rule.premise)}
        return Answer("ok", json_line(record, "ok", **_named(rule), **keys))
    n_literals = len(rule.premise)
    literals = ngettext("{n} literal", "{n} literals", n_literals).format(n=n_literals)
    words = f"{_title(rule)}, {literals} ({rule.place.source}:{rule.place.line})"
    return Answer("ok", words + "\n")


def _named(rule: Rule) -> dict[str, object]:
    return {"rule": rule.name, "player": COLORS[rule.player], "level": rule.level}


def _chosen(program: Program, wanted: str, option: str) -> list[Rule]:
    """Return the rules of a name, for both players."""
    found = [rule for rule in program.rules if rule.name == wanted]
    if not found:
        known = ", ".join(dict.fromkeys(rule.name for rule in program.rules)) or _("none")
        reason = _("{rule!r} is no rule; there are: {known}").format(rule=wanted, known=known)
        raise click.BadParameter(reason, param_hint=option)
    return found


@rules.command()
@click.argument("rule")
@batch_command("text", "json", files=False)
@rules_option
def show(batch: Batch, rule: str, rule_bases: tuple[str, ...]) -> int:
    """Show the rules of a name, and the derivations that they rest on."""
    program = load_program(rule_bases)
    chosen = _chosen(program, rule, "RULE")
    return batch.run(_rule_records(chosen), partial(_show, batch.format, program, chosen[0]))


def _show(form: str, program: Program, first: Rule, record: Record) -> Answer:
    rule: Rule = record.value
    needed = reached(Program((), (rule,)), clauses_of(program))
    derivations = tuple(one for one in program.derivations if one.head.key in needed)
    text = blanche.dumps(Program(derivations, (rule,)))
    if form == "json":
        return Answer("ok", json_line(record, "ok", **_named(rule), text=text))
    place = _("% {source}, line {line}").format(source=rule.place.source, line=rule.place.line) + "\n"
    return Answer("ok", ("" if rule == first else "\n") + place + text)


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked about each position."""

    matcher: Interpreter
    side: int | None
    level: int
    every: bool
    why_not: tuple[Rule, ...]
    drawing: Drawing | None

    def mover(self, game: Game) -> int:
        return game.side if self.side is None else self.side

    def matches(self, game: Game) -> list[Match]:
        position = Position.of(game)
        if not self.every:
            return list(self.matcher.matches(position, self.mover(game), self.level))
        tried = self.matcher.rules(self.mover(game), self.level)
        return [match for rule in tried for match in self.matcher.solutions(rule, position)]

    def misses(self, game: Game) -> list[tuple[Rule, Miss | None]]:
        position = Position.of(game)
        return [(rule, self.matcher.why_not(rule, position)) for rule in self.why_not]


@rules.command()
@batch_command("text", "json")
@reading
@rules_option
@click.option("--side", type=click.Choice(COLORS), help="Who is to move; else whose turn it is.")
@click.option(
    "--level", type=click.IntRange(0), default=225, metavar="N", help="Only rules to this level."
)
@click.option("--all", "every", is_flag=True, help="Give every solution of a rule, not the first alone.")
@click.option("--why-not", metavar="RULE", help="Name the literal at which a rule fails.")
@click.option(
    "--legality",
    type=click.Choice(["exact", "rules"]),
    default="exact",
    show_default=True,
    help="What is forbidden for Black: by the rules of renju, or by the rules of level 0 given here.",
)
@picture_option("the first match", "match")
def match(
    batch: Batch,
    load: GameReading,
    rule_bases: tuple[str, ...],
    side: str | None,
    level: int,
    every: bool,
    why_not: str | None,
    legality: Legality,
    picture: Path | None,
) -> int:
    """Say which rules match each position, with the move and the variables of the first solution.

    They come in the order in which a program that uses them tries them: by level, those of the side to
    move first. A rule of the other side tells what would be if he were to move.
    """
    found = CompiledMatcher(load_runnable(rule_bases), legality)
    asked = tuple(_chosen(found.program, why_not, "--why-not")) if why_not else ()
    color = None if side is None else COLORS.index(side)
    question = _Question(found, color, level, every, asked, Drawing.of(batch, picture))
    return batch.run(batch.records(load), partial(_match, batch.format, question))


def _match(form: str, question: _Question, record: Record) -> Answer:
    game: Game = record.value
    matches = question.matches(game)
    misses = question.misses(game)
    files = _draw(question.drawing, record, matches) if question.drawing else []
    side = COLORS[question.mover(game)]
    if form == "json":
        keys: dict[str, object] = {"side": side, "matches": [_match_keys(one) for one in matches]}
        if question.why_not:
            keys["why_not"] = [_miss_keys(rule, miss) for rule, miss in misses]
        if question.drawing:
            keys["files"] = files
        return Answer("ok", json_line(record, "ok", **keys))
    lines = [f"  {_words(one)}\n" for one in matches]
    lines += [f"  {_miss_words(rule, miss)}\n" for rule, miss in misses]
    drawn = _("drawn in {path}")
    lines += [f"  {drawn.format(path=file)}\n" for file in files]
    mover = _("{color} to move").format(color=color_word(question.mover(game)))
    count = _count(len(matches), every=question.every)
    return Answer("ok", heading(record, "game", f"{mover}, {count}") + "".join(lines))


def _count(number: int, *, every: bool) -> str:
    """Return how many solutions, or matches, there are."""
    if number == 0:
        return _("no solutions") if every else _("no matches")
    if every:
        return ngettext("{n} solution", "{n} solutions", number).format(n=number)
    return ngettext("{n} match", "{n} matches", number).format(n=number)


def _words(match: Match) -> str:
    words = _title(match.rule)
    if match.move is not None:
        words = _("{rule} plays {move}").format(rule=words, move=name(match.move))
    return f"{words}; {_pairs(match.bindings)}"


def _title(rule: Rule) -> str:
    level = _("level {level}").format(level=rule.level)
    return f"{level}, {color_word(rule.player)}: {rule.name}"


def level_title(rule: Rule) -> str:
    """Return the words that open a line on a rule, in columns."""
    level = _("level {level}").format(level=rule.level)
    return f"{level} {color_word(rule.player):5} {rule.name}"


def _pairs(bindings: Iterable[Binding]) -> str:
    return ", ".join(f"{binding.variable} {binding}" for binding in bindings)


def _match_keys(match: Match) -> dict[str, object]:
    move = None if match.move is None else name(match.move)
    return {**_named(match.rule), "move": move, "bindings": _values(match.bindings)}


def _values(bindings: Iterable[Binding]) -> dict[str, object]:
    """Return the values by variable: numbers as numbers, all else by name."""
    return {one.variable: one.value if one.kind == "number" else str(one) for one in bindings}


def _miss_words(rule: Rule, miss: Miss | None) -> str:
    if miss is None:
        return _("{rule} matches").format(rule=_title(rule))
    words = _("{rule} fails at literal {number} of {n}, {literal}").format(
        rule=_title(rule), number=miss.number, n=len(rule.premise), literal=miss.literal
    )
    if miss.bindings:
        first = ngettext("the first of {n} way there", "the first of {n} ways there", miss.ways)
        words += f"; {first.format(n=miss.ways)}: {_pairs(miss.bindings)}"
    return words


def _miss_keys(rule: Rule, miss: Miss | None) -> dict[str, object]:
    keys: dict[str, object] = {**_named(rule), "literals": len(rule.premise), "fails": miss is not None}
    if miss is not None:
        place = miss.literal.place
        keys |= {"literal": str(miss.literal), "number": miss.number, "ways": miss.ways}
        keys |= {"bindings": _values(miss.bindings), "file": place.source, "line": place.line}
    return keys


def _draw(drawing: Drawing, record: Record, matches: list[Match]) -> list[str]:
    """Draw the matches into a folder, or the first one into a file; return the files."""
    from zet.formats.renju.picture import as_svg

    found = []
    chosen = matches if drawing.path.is_dir() else matches[:1]
    for number, one in enumerate(chosen, 1):
        groups = {
            f"{binding.variable} {binding}": GROUPS[int(binding.value)].base
            for binding in one.bindings
            if binding.kind == "group"
        }
        marks: dict[int, str] = {}
        for binding in one.bindings:
            if binding.kind == "field":
                cell = int(binding.value)
                marks[cell] = f"{marks[cell]}, {binding.variable}" if cell in marks else binding.variable
        svg = as_svg(record.value, groups=groups, marks=marks, title=_words(one))
        found.append(str(drawing.write(record, svg, f"-{number}")))
    return found
