"""`zet renju check`, `forbidden` and `openings`."""

from functools import partial

import click
from zet.cli.batch import NO, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import heading
from zet.cli.renju.common import GameReading, reading, rule_option
from zet.engines.messages import _
from zet.engines.renju.board import forbidden_cells
from zet.engines.renju.judge import judge
from zet.engines.renju.model import Game, kind_word, name, names
from zet.engines.renju.openings import OPENINGS, opening_of


@click.command()
@batch_command("text", "json")
@reading
@rule_option
def check(batch: Batch, load: GameReading, rule: str) -> int:
    """Say whether each game keeps to the rules, and how it stands.

    A forbidden move of Black's loses. Illegal is what cannot be: a move after the end, two fives.
    """
    return batch.run(batch.records(load), partial(_check, batch.format, rule))


def _check(form: str, rule: str, record: Record) -> Answer:
    game: Game = record.value
    found = judge(game, rule)
    code = NO if found.status == "illegal" else YES
    opening = opening_of(game) if rule == "renju" else None
    if form == "json":
        keys = {
            "reason": found.reason,
            "move": found.move,
            "forbidden": found.forbidden,
            "opening": opening.name if opening else None,
        }
        return Answer(found.status, json_line(record, found.status, **keys), code)
    words = found.status if found.reason == "" else f"{found.status}: {found.reason}"
    if opening:
        words += "; " + _("opening {name} ({code})").format(name=opening.name, code=opening.code)
    return Answer(found.status, heading(record, "game", words), code)


@click.command()
@batch_command("text", "json")
@reading
def forbidden(batch: Batch, load: GameReading) -> int:
    """List Black's forbidden points in each position, with the kind of each.

    Whose turn it is does not matter.
    """
    return batch.run(batch.records(load), partial(_forbidden, batch.format))


def _forbidden(form: str, record: Record) -> Answer:
    found = forbidden_cells(record.value)
    if form == "json":
        points = {name(cell): why for cell, why in found.items()}
        return Answer("ok", json_line(record, "ok", points=points))
    words = ", ".join(f"{name(cell)} {kind_word(why)}" for cell, why in found.items())
    return Answer("ok", heading(record, "game", words or _("no forbidden points")))


@click.command()
@batch_command("text", "json")
@reading
@click.option("--list", "list_all", is_flag=True, help="List the 26 patterns instead of reading games.")
def openings(batch: Batch, load: GameReading, list_all: bool) -> int:
    """Name the opening pattern of each game, turned and mirrored alike.

    The pattern is made by the first three moves; a game that begins otherwise has none (exit code 1).
    """
    if list_all:
        records = (Record("-", number, Game(moves=one.moves)) for number, one in enumerate(OPENINGS, 1))
        return batch.run(records, partial(_opening, batch.format))
    return batch.run(batch.records(load), partial(_opening, batch.format))


def _opening(form: str, record: Record) -> Answer:
    found = opening_of(record.value)
    status, code = ("ok", YES) if found else ("none", NO)
    if form == "json":
        text = json_line(
            record,
            status,
            code=found.code if found else None,
            name=found.name if found else None,
            moves=names(found.moves) if found else None,
        )
        return Answer(status, text, code)
    words = (
        f"{found.code} {found.name}, {' '.join(names(found.moves))}" if found else _("no opening pattern")
    )
    return Answer(status, heading(record, "game", words), code)
