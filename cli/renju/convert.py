"""`zet renju convert`."""

from collections.abc import Iterator
from functools import partial

import click

from zet.cli.command import Batch, Found, Record, answer, batch_options
from zet.cli.renju.options import TREES, GameReading, reading
from zet.cli.words import _
from zet.engines.renju.model import Game
from zet.formats.errors import FormatError
from zet.formats.renju import FORMATS
from zet.formats.renju.json_lines import as_dict
from zet.formats.renju.tree import Tree, merge


@click.command()
@batch_options("moves", *(name for name in FORMATS if name != "moves"), spelling="--to")
@reading
@click.option(
    "--merge",
    "as_tree",
    is_flag=True,
    help="Write all games as one tree, into one SGF or RenLib file. RenLib files are always one tree. "
    "Trees that are read with --all-lines keep their comments, marks and texts on the board.",
)
def convert(batch: Batch, load: GameReading, as_tree: bool) -> int:
    """Write games and positions of any format in any other.

    A position alone can be held by position, board, sgf and json.
    """
    if batch.format == "lib" or as_tree:
        if batch.format not in TREES:
            raise click.UsageError(_("--merge is for --to sgf and --to lib"))
        load.whole = load.all_lines and not load.wanted and load.n_moves is None
        games: list[Game | Tree] = []
        rest = _split(batch.records(load), games)
        return answer(batch, rest, _merged, {"games": games})
    frame = FORMATS[batch.format].frame
    return answer(batch, batch.records(load), _converted, frame=frame)


def _converted(record: Record) -> Found:
    game: Game = record.value
    return Found("ok", partial(as_dict, game), own=lambda form: FORMATS[form].dumps()(game))


def _split(records: Iterator[Record], games: list[Game | Tree]) -> Iterator[Record]:
    """Yield the errors among the records, and at the end one record for all games."""
    first = None
    for record in records:
        if isinstance(record.value, FormatError):
            yield record
        else:
            first = first or record
            games.append(record.value)
    if first is not None:
        yield first


def _merged(_: Record, games: list[Game | Tree]) -> Found:
    from zet.formats.renju import lib, sgf

    tree = merge(games)
    return Found("ok", own=lambda form: (lib if form == "lib" else sgf).dumps_tree(tree))
