"""The command `zet renju convert`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.images import changed, image_options, unique_option
from zet.cli.options import flag
from zet.cli.parameters import Command, option
from zet.cli.renju.options import TREES, GameReading, reading
from zet.cli.words import _, ngettext
from zet.engines import renju
from zet.engines.sanitize import escape
from zet.formats import renju as formats
from zet.formats.errors import FormatError
from zet.formats.renju import FORMATS


@click.command(cls=Command)
@batch_options("moves", *(name for name in FORMATS if name != "moves"), answers="GameAnswer")
@reading
@option(
    "--merge",
    "as_tree",
    is_flag=True,
    help="Merge all games into one tree of variations, in one SGF or RenLib file; RenLib output is "
    "always merged. Trees read with --select line=all keep their comments, marks and board texts, unless "
    "games are also selected, transformed or deduplicated.",
)
@image_options(
    "game",
    **{
        "swap-colors": (
            (
                "exchange black and white, so that each player has the same stones and result, but in "
                "the other color"
            ),
            flag("--swap-colors"),
        )
    },
)
@unique_option("game")
def convert(batch: Batch, load: GameReading, as_tree: bool, unique: bool, **how: Any) -> int:
    """Convert games and positions between formats; also rotate, mirror and deduplicate them.

    Only the formats position, board, sgf and json can store a position without the moves that led to it.
    A game that the chosen format cannot store is reported as an error (exit code 2).
    """
    is_changed = unique or any(how.values())
    left_out = Counter[str]()
    load.on_tree = partial(_count, left_out, load.all_lines)
    click.get_current_context().call_on_close(partial(_warn, left_out, load.all_lines, as_tree))
    records = batch.records(load)
    if how["swap_colors"]:
        records = map(_readable, records)
    if is_changed:
        records = changed(records, _change(**how), renju.symmetry.key if unique else None)
    if batch.format == "lib" or as_tree:
        if batch.format not in TREES:
            raise click.UsageError(_("--merge requires --format sgf or --format lib"))
        is_whole = load.all_lines and not load.wanted and load.n_moves is None
        load.whole = is_whole and not is_changed
        games: list[renju.Game | formats.tree.Tree] = []
        rest = _split(records, games)
        return answer(batch, rest, _merged, {"games": games})
    frame = FORMATS[batch.format].frame
    return answer(batch, records, _converted, frame=frame)


def _count(left_out: Counter[str], all_lines: bool, source: str, tree: formats.tree.Tree) -> None:
    """Count a game from the file `source` if its tree contains more than the moves that are read."""
    is_cut = tree.n_lines > 1 and not all_lines
    left_out[source] += is_cut or bool(tree.comments or tree.labels or tree.marks)


def _warn(left_out: Counter[str], all_lines: bool, as_tree: bool) -> None:
    """Report, for each source, how many games had variations or comments, which are left out."""
    for source, n in (+left_out).items():
        click.echo(_loss(n, all_lines, as_tree).format(source=escape(source), n=n), err=True)


def _loss(n: int, all_lines: bool, as_tree: bool) -> str:
    """Return a warning about omitted variations or comments of `n` games.

    The warning explains how to keep the omitted parts, or why they are omitted.
    """
    if not all_lines:
        return ngettext(
            "{source}: the variations and comments of {n} game are left out; --select line=all --merge "
            "keeps them",
            "{source}: the variations and comments of {n} games are left out; --select line=all --merge "
            "keeps them, in one tree",
            n,
        )
    if not as_tree:
        return ngettext(
            "{source}: the comments and marks of {n} game are left out; --merge keeps them",
            "{source}: the comments and marks of {n} games are left out; --merge keeps them, in one tree",
            n,
        )
    return ngettext(
        "{source}: the comments and marks of {n} game are left out, because games are selected, "
        "transformed or deduplicated",
        "{source}: the comments and marks of {n} games are left out, because games are selected, "
        "transformed or deduplicated",
        n,
    )


def _readable(record: Record) -> Record:
    """Return the record; a position with one white stone too many is accepted, with Black to move.

    A position in which White has exactly one stone more than Black is read as an error, because the side
    to move is undefined. After swapping the colors, the position is valid.
    """
    game = getattr(getattr(record.value, "__cause__", None), "game", None)
    return record._replace(value=game) if game else record


def _change(
    *, turn: str | None, mirror: bool, canonical: bool, swap_colors: bool
) -> Callable[[renju.Game], renju.Game]:
    """Return the function that transforms each game as the options require."""

    def change(game: renju.Game) -> renju.Game:
        if swap_colors:
            game = renju.symmetry.swapped(game)
        if canonical:
            return renju.symmetry.canonical(game)
        if turn:
            game = renju.symmetry.image(game, renju.symmetry.TURNS[int(turn)])
        return renju.symmetry.image(game, renju.symmetry.MIRROR) if mirror else game

    return change


def _converted(record: Record) -> Outcome:
    game: renju.Game = record.value
    return Outcome(
        "ok",
        lambda: formats.answers.shown(game),
        serialize=lambda form: FORMATS[form].dumps()(game),
    )


def _split(records: Iterator[Record], games: list[renju.Game | formats.tree.Tree]) -> Iterator[Record]:
    """Yield the erroneous records; append all games to `games`, and yield one record for all of them."""
    first = None
    for record in records:
        if isinstance(record.value, FormatError):
            yield record
        else:
            first = first or record
            games.append(record.value)
    if first is not None:
        yield first


def _merged(_: Record, games: list[renju.Game | formats.tree.Tree]) -> Outcome:
    from zet.formats.renju import lib, sgf

    def merged(form: str) -> str | bytes:
        tree = formats.tree.merge(games)
        return lib.dumps(tree) if form == "lib" else sgf.dumps(tree)

    return Outcome("ok", serialize=merged)
