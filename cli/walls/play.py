"""`zet walls play`."""

import secrets
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import click
from click.core import ParameterSource
from zet.cli.batch import Batch, Record, batch_command
from zet.cli.common import limits
from zet.cli.walls.common import (
    WHAT,
    PositionReading,
    board_option,
    extra_move_option,
)
from zet.cli.walls.game import Game
from zet.cli.walls.match import Match
from zet.cli.walls.search import TableFile, open_table, table_options
from zet.engines.walls.model import FIRST, SECOND, Board, Position
from zet.engines.walls.play import PERSON, Player
from zet.engines.walls.search import ALGORITHMS, WITH_TABLE
from zet.engines.walls.table import SearchTable
from zet.formats.errors import FormatError
from zet.formats.walls import FORMATS

MAX_DEPTH = 1000


class _PlayerType(click.ParamType[Player]):
    """Who plays a side, like best:8 or person."""

    name = "player"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Player:
        if isinstance(value, Player):
            return value
        algorithm, colon, depth = str(value).partition(":")
        if algorithm not in (PERSON, *ALGORITHMS):
            self.fail(f"{algorithm!r} is none of {', '.join((PERSON, *ALGORITHMS))}", param, ctx)
        if not colon:
            return Player(algorithm)
        if algorithm == PERSON:
            self.fail("a person has no depth", param, ctx)
        if not (depth.isascii() and depth.isdecimal() and 1 <= int(depth[:5]) <= MAX_DEPTH):
            self.fail(f"the depth {depth!r} is no number from 1 to {MAX_DEPTH}", param, ctx)
        return Player(algorithm, int(depth))


def _player_option(side: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    return click.option(
        f"--{side}",
        type=_PlayerType(),
        default="best",
        show_default=True,
        metavar="PLAYER",
        help=f"Who plays {side}: person, or an algorithm ({', '.join(ALGORITHMS)}) and its depth,"
        " like best:8.",
    )


@click.command()
@batch_command("text", "moves", "json", files=False)
@_player_option("first")
@_player_option("second")
@board_option
@extra_move_option
@click.option(
    "--start",
    "source",
    metavar="FILE",
    help="Begin with the first position of this file, in any format; - is standard input.",
)
@limits("move", "visiting this many states")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same games.")
@click.option("--no-shuffle", is_flag=True, help="Of equal moves take the first, always.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the game in this file; it is saved anew after every move.",
)
@table_options
@click.option("--games", type=click.IntRange(1), metavar="N", help="Play N games; tell the results.")
@click.option("--alternate", is_flag=True, help="With --games: change sides in every second game.")
def play(
    batch: Batch,
    first: Player,
    second: Player,
    board: Board,
    extra_move: bool,
    source: str | None,
    seed: int | None,
    no_shuffle: bool,
    save: Path | None,
    table_path: Path | None,
    bits: int,
    games: int | None,
    alternate: bool,
    **limits: Any,
) -> int:
    """Play games between engines and people.

    A person types moves, one on each line: [0,1] or 0,1; undo takes back the last one and the answers
    to it. The end of the input leaves the game. Without a depth the best engine looks as far ahead as
    4,000,000 states, --time or --nodes let it, and the others 5 moves. --seed, unless given, is drawn;
    --verbose tells it.

    --format moves: the moves of the engines alone, one on each line, which is how a person's game is
    written if not said otherwise; with --games each game as a one-line position.
    """
    _check_usage(batch, (first, second), source, save, games, alternate)
    if seed is None:
        seed = secrets.randbits(32)
        if batch.verbose:
            click.echo(f"--seed {seed}", err=True)
    start = _first_of(source, extra_move) if source else Position.start(board, extra_move=extra_move)
    options = {"shuffle": not no_shuffle, **limits}
    if games:
        match = Match(batch.format, start, (first, second), alternate, seed, options)
        records = (Record("-", number, number) for number in range(1, games + 1))
        return batch.run(records, match, total=match.total)
    batch.quiet = True  # a progress bar would stand in the way of the game
    with open_table(batch, table_path, bits) as table:
        if table:
            options["table"] = _table(table, start, (first, second))
        game = Game(batch, start, {FIRST: first, SECOND: second}, Random(seed), options, save)
        return batch.run(game.records(), game.answer)


def _table(file: TableFile, start: Position, players: tuple[Player, Player]) -> SearchTable:
    """Return the table that the engines of one algorithm share.

    Raises:
        click.ClickException: no engine has a table, both have one of their own, or it can't be read.
    """
    algorithms = {player.algorithm for player in players} & set(WITH_TABLE)
    if len(algorithms) != 1:
        raise click.UsageError("--table is for engines of one algorithm: best or failsoft-tt")
    try:
        return file.for_position(start, algorithms.pop())
    except FormatError as error:
        raise click.ClickException(str(error)) from None


def _check_usage(
    batch: Batch,
    players: tuple[Player, Player],
    source: str | None,
    save: Path | None,
    games: int | None,
    alternate: bool,
) -> None:
    """Refuse options that don't go together; choose the format where none is asked for.

    Raises:
        click.UsageError: options exclude each other.
    """
    given = click.get_current_context().get_parameter_source
    persons = sum(player.is_person for player in players)
    if games and persons:
        raise click.UsageError("--games goes with engines alone")
    table_path = click.get_current_context().params["table_path"]
    if games and table_path:
        raise click.UsageError("--table is for one game")
    if (save and save in (table_path, batch.output)) or (table_path and table_path == batch.output):
        raise click.UsageError("--save, --table and --output are different files")
    if games and save:
        raise click.UsageError("--save is for one game; with --games, --format moves writes them all")
    if alternate and not games:
        raise click.UsageError("--alternate goes with --games")
    if not games and (batch.jobs != 1 or batch.cluster):
        raise click.UsageError("--jobs and --cluster go with --games")
    if source and given("board") == ParameterSource.COMMANDLINE:
        raise click.UsageError("--start has a board of its own; leave out --board")
    if source == "-" and persons:
        raise click.UsageError("a person's moves come from standard input, so --start needs a file")
    if save and save.exists() and not batch.force:
        raise click.ClickException(f"{save} exists; --force overwrites it")
    if persons == 1 and given("format") == ParameterSource.DEFAULT:
        batch.format = "moves"


def _first_of(source: str, extra_move: bool) -> Position:
    """Return the first position of a file.

    Raises:
        click.ClickException: it cannot be read.
    """
    record = next(Batch(files=(source,)).records(PositionReading(FORMATS, WHAT, None, extra_move)))
    if isinstance(record.value, FormatError):
        raise click.ClickException(str(record.value))
    position: Position = record.value
    return position
