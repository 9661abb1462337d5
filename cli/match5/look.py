"""`zet match5 inspect`, `verify` and `convert`: what knowledge files hold."""

from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click
from zet.cli.batch import NO, UNKNOWN, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import Drawing, is_colored, picture_option
from zet.cli.match5.common import Reader, count_of, reading
from zet.engines.match5.model import Knowledge, Pattern
from zet.engines.match5.verify import NODES, prove_all
from zet.formats.errors import FormatError
from zet.formats.match5 import MODULES, writer


@click.command()
@batch_command("text", "json")
@reading
@click.option(
    "--pattern", "number", type=click.IntRange(1), metavar="N", help="Show pattern N, counted from 1."
)
@click.option("--level", type=click.IntRange(1, 40), metavar="L", help="Show the patterns of this level.")
@click.option("--patterns", "every", is_flag=True, help="Show all patterns.")
@picture_option("the pattern that is shown", "pattern")
def inspect(
    batch: Batch,
    load: Reader,
    number: int | None,
    level: int | None,
    every: bool,
    picture: Path | None,
) -> int:
    """Show what a knowledge file holds: its player, its games, how many patterns of which level.

    Patterns are drawn as the seed does: 0 empty, B blue, X the focus, where red answers, . absent.
    """
    chosen = {"number": number, "level": level, "every": every}
    if picture and not any(chosen.values()):
        raise click.UsageError("--svg needs --pattern, --level or --patterns")
    drawing = Drawing.of(batch, picture)
    work = partial(_inspect, batch.format, is_colored(batch), chosen, drawing)
    return batch.run(batch.records(load), work)


def _inspect(
    form: str, color: bool, chosen: dict[str, Any], drawing: Drawing | None, record: Record
) -> Answer:
    knowledge: Knowledge = record.value
    shown = _chosen(record.source, knowledge, **chosen)
    drawn = _drawn(record, drawing, shown) if drawing else []
    if form == "json":
        from zet.formats.match5.documents import pattern_keys

        keys: dict[str, Any] = {
            "name": knowledge.name,
            "patterns": len(knowledge.patterns),
            "levels": knowledge.levels,
            "games": knowledge.games,
            "losses": knowledge.losses,
            "protected": knowledge.lock is not None,
        }
        if shown or any(chosen.values()):
            keys["shown"] = [{"number": number, **pattern_keys(pattern)} for number, pattern in shown]
        if drawn:
            keys["files"] = drawn
        return Answer("ok", json_line(record, "ok", **keys))
    from zet.formats.match5.picture import pattern_as_text

    owner = "protected by a password" if knowledge.lock else "no password: anyone is the owner"
    patterns = count_of(len(knowledge.patterns))
    games = f"{knowledge.losses} of {knowledge.games} games lost"
    lines = [f"{record.source}: {knowledge.name}, {patterns}, {games}; {owner}\n"]
    lines += [f"  level {level:2}: {count_of(count)}\n" for level, count in knowledge.levels.items()]
    for number, pattern in shown:
        lines += [f"{_caption(number, pattern)}\n", pattern_as_text(pattern, color=color)]
    lines += [f"drawn in {name}\n" for name in drawn]
    return Answer("ok", "".join(lines))


def _chosen(
    source: str, knowledge: Knowledge, number: int | None, level: int | None, every: bool
) -> list[tuple[int, Pattern]]:
    """Return the patterns that are asked for, with their numbers."""
    patterns = knowledge.patterns
    if number is not None and number > len(patterns):
        raise FormatError(source, None, f"no pattern {number}; there are {len(patterns)}")
    return [
        (at, pattern)
        for at, pattern in enumerate(patterns, 1)
        if every or at == number or pattern.level == level
    ]


def _caption(number: int, pattern: Pattern) -> str:
    return f"pattern {number}, level {pattern.level}: {pattern.white} white, {pattern.blue} blue"


def _drawn(record: Record, drawing: Drawing, shown: list[tuple[int, Pattern]]) -> list[str]:
    """Draw patterns and return the names of the files."""
    from zet.formats.match5.picture import pattern_as_svg

    if len(shown) > 1 and not drawing.path.is_dir():
        raise FormatError(
            record.source, None, f"{drawing.path} is no folder, and there are {len(shown)} pictures"
        )
    names = []
    for number, pattern in shown:
        svg = pattern_as_svg(pattern, _caption(number, pattern))
        names.append(str(drawing.write(record, svg, f"-{number:05}")))
    return names


@click.command()
@batch_command("text", "json")
@reading
@click.option(
    "--prove", "asked", is_flag=True, help="Ask also of each pattern whether it is a forced win."
)
@click.option(
    "--nodes",
    type=click.IntRange(0),
    default=NODES,
    show_default=True,
    metavar="N",
    help="Give up on the proof of a pattern after trying this many moves.",
)
def verify(batch: Batch, load: Reader, asked: bool, nodes: int) -> int:
    """Check all that a knowledge file must keep to, and with --prove its patterns.

    A pattern is proven if blue, to move, wins on its fields, wherever red answers; red's fours outside
    the pattern are left out.
    """
    return batch.run(batch.records(load), partial(_verify, batch.format, nodes if asked else None))


def _verify(form: str, nodes: int | None, record: Record) -> Answer:
    knowledge: Knowledge = record.value
    verdicts = list(prove_all(knowledge.patterns, nodes=nodes)) if nodes is not None else []
    counts = Counter(verdicts)
    unproven = [at for at, verdict in enumerate(verdicts, 1) if verdict == "unproven"]
    unknown = [at for at, verdict in enumerate(verdicts, 1) if verdict == "unknown"]
    status = "invalid" if unproven else "unknown" if unknown else "valid"
    code = {"valid": YES, "invalid": NO, "unknown": UNKNOWN}[status]
    if form == "json":
        keys: dict[str, Any] = {"patterns": len(knowledge.patterns)}
        if nodes is not None:
            keys |= {"proven": counts["proven"], "unproven": unproven, "unknown": unknown}
        return Answer(status, json_line(record, status, **keys), code)
    words = [count_of(len(knowledge.patterns))]
    if nodes is not None:
        words.append(f"{counts['proven']} proven")
        words += [
            f"{len(numbers)} {what}: {_numbers(numbers)}"
            for what, numbers in (("not forced wins", unproven), ("unknown", unknown))
            if numbers
        ]
    return Answer(status, f"{record.source}: {status}: {'; '.join(words)}\n", code)


def _numbers(numbers: list[int]) -> str:
    """Return the first of some numbers, and that there are more."""
    return ", ".join(map(str, numbers[:20])) + (", ..." if len(numbers) > 20 else "")


@click.command()
@batch_command(*MODULES, spelling="--to")
@reading
@click.option("--name", help="The player's name in the output; a bare KN dump brings none.")
def convert(batch: Batch, load: Reader, name: str | None) -> int:
    """Write knowledge in another format: .fivo, a bare KN dump, JSON or msgpack.

    A bare KN dump holds the patterns alone: name, games, losses and password are dropped.
    """
    if len(batch.files) > 1 and batch.format != "json":
        raise click.UsageError(f"one file at a time: a file of format {batch.format} holds one player")
    return batch.run(batch.records(load), partial(_convert, batch.format, name))


def _convert(form: str, name: str | None, record: Record) -> Answer:
    from zet.formats.match5.fivo import check_name

    knowledge: Knowledge = record.value
    if name is not None:
        try:
            knowledge = replace(knowledge, name=check_name(name))
        except ValueError as error:
            raise FormatError(record.source, None, f"--name: {error}") from None
    return Answer("ok", writer(form)(knowledge))
