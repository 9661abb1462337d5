"""`zet renju rules verify`: what knowledge rules claim, put to the exact search."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any

import click
from zet.cli.batch import BAD, NO, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.renju.common import GameReading, rule_option
from zet.cli.renju.rules import level_title, load_runnable, rules_option
from zet.engines.messages import _
from zet.engines.noire.program import Program, Rule
from zet.engines.noire.soundness import Claim, Tally, Verifier
from zet.engines.renju.model import COLORS, Game, name
from zet.formats.errors import FormatError
from zet.formats.renju import FORMATS
from zet.formats.renju.json_lines import as_dict
from zet.formats.renju.position import dumps as position_line

CHUNK = 100
"""Walks, or games, that a process takes at a time."""


@click.command()
@batch_command("text", "json", files=False)
@rules_option
@rule_option
@click.option(
    "--walks", type=click.IntRange(0), default=1000, show_default=True, metavar="N",
    help="Put stones on an empty board in random order, N times, and check after each stone.",
)  # fmt: skip
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="S", help="The same seed, the same stones."
)
@click.option(
    "--positions", multiple=True, metavar="FILE",
    help="Check at every position of these games and positions as well; any format.",
)  # fmt: skip
@click.option(
    "--caught-by", "others", metavar="SET|FILE|FOLDER",
    help="Count how many of the true claims these rules make as well, or better ones.",
)  # fmt: skip
@click.option(
    "--examples", type=click.IntRange(0), default=1, show_default=True, metavar="N",
    help="Show up to N positions of each rule where its claim is not true, as small as can be.",
)  # fmt: skip
def verify(
    batch: Batch,
    rule_bases: tuple[str, ...],
    rule: str,
    walks: int,
    seed: int,
    positions: tuple[str, ...],
    others: str | None,
    examples: int,
) -> int:
    """Check what the rules claim: that their move wins within so many moves, whatever is answered.

    The first rule that matches makes the claim, as in play. Every move and every answer are tried. A
    claim is refuted where another move wins as soon (other) or none does (false); any refuted claim
    makes the exit code 1.
    """
    program = load_runnable(rule_bases, rule)
    other = load_runnable([others], rule) if others else None
    chunks: Iterator[Any] = chain(
        _chunks(read_games(positions)),
        (range(at, min(at + CHUNK, walks)) for at in range(0, walks, CHUNK)),
    )
    tallies = [Tally() for _ in program.rules]
    with batch.mapping() as mapping:
        for found in mapping(partial(_verified, program, other, seed, examples, rule), chunks):
            tallies = [one + more for one, more in zip(tallies, found, strict=True)]
    source = " ".join(rule_bases)
    told = zip(program.rules, tallies, strict=True)
    records = (Record(source, number, one) for number, one in enumerate(told, 1))
    answer = partial(_answer, batch.format, examples, caught=other is not None)
    return batch.run(records, answer, total=_total if batch.format == "text" else None)


def read_games(files: Iterable[str]) -> Iterator[Game]:
    """Yield the games of files; if they cannot be read, say why and leave."""
    for file in files:
        for record in Batch(files=(file,)).records(GameReading(FORMATS, "game")):
            if isinstance(record.value, FormatError):
                click.echo(str(record.value), err=True)
                raise click.exceptions.Exit(BAD)
            yield record.value


def _chunks(games: Iterator[Game]) -> Iterator[list[Game]]:
    """Yield games so many at a time."""
    while chunk := list(islice(games, CHUNK)):
        yield chunk


def _verified(
    program: Program,
    others: Program | None,
    seed: int,
    examples: int,
    rule: str,
    chunk: range | list[Game],
) -> list[Tally]:
    """Return what comes of some walks, given by their numbers, or of some games."""
    verifier = Verifier(program, others, examples, rule)
    for one in chunk:
        if isinstance(one, Game):
            verifier.verify_game(one)
        else:
            verifier.verify_walk(Random(f"{seed}/{one}"))
    return verifier.tallies


def _answer(form: str, n_examples: int, record: Record, *, caught: bool) -> Answer:
    rule: Rule
    tally: Tally
    rule, tally = record.value
    examples = list(dict.fromkeys(tally.examples))[:n_examples]  # processes may find the same one
    refuted = tally.checked - tally.counts["true"]
    status, code = ("refuted", NO) if refuted else ("ok" if tally.checked else "unchecked", YES)
    if form == "json":
        keys: dict[str, Any] = {
            "rule": rule.name,
            "player": COLORS[rule.player],
            "level": rule.level,
            "checked": tally.checked,
            **{verdict: tally.counts[verdict] for verdict in ("true", "other", "false")},
        }
        if caught:
            keys["caught"] = tally.caught if rule.level else None
        keys["examples"] = [
            {**as_dict(claim.game), "move": _move(claim), "verdict": claim.verdict} for claim in examples
        ]
        return Answer(status, json_line(record, status, **keys), code)
    words = f"{level_title(rule)}: " + _("{n} checked").format(n=tally.checked)
    if refuted:
        words += ", " + _("{other} other, {false} false").format(
            other=tally.counts["other"], false=tally.counts["false"]
        )
    if caught and rule.level:
        told = _("{n} of {true} true ones caught")
        words += ", " + told.format(n=tally.caught, true=tally.counts["true"])
    lines = [f"{words}\n"]
    for claim in examples:
        claimed = _("the game is not over")
        if claim.move >= 0:
            claimed = _("{move} does not win").format(move=_move(claim))
        lines.append(f"    {position_line(claim.game.then(())).strip()}: {claimed}\n")
    return Answer(status, "".join(lines), code, value=(tally.checked, refuted))


def _move(claim: Claim) -> str | None:
    return name(claim.move) if claim.move >= 0 else None


def _total(counts: list[tuple[int, int]]) -> str:
    """Return the line that ends the text."""
    checked, refuted = (sum(count[at] for count in counts) for at in (0, 1))
    words = _("{checked} claims checked, {refuted} refuted").format(checked=checked, refuted=refuted)
    return f"{words}\n"
