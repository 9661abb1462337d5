"""The command `zet walls play`."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from zet.cli import options, parameters
from zet.cli.batch import Batch
from zet.cli.command import Outcome, batch_options, drawn_seed
from zet.cli.options import refuse_beside, refuse_without
from zet.cli.output import Record
from zet.cli.parameters import Command, is_given
from zet.cli.play import (
    Choose,
    HumanPlayer,
    Turn,
    initial_position,
    is_at_terminal,
    keep_in,
    play_turns,
    report_turns,
    save_option,
    start_option,
    taken_back,
)
from zet.cli.walls.match import play_games
from zet.cli.walls.options import PositionReading, board_option, extra_move_option, pairing, situation
from zet.cli.walls.tables import TableOptions, Tables, table_for, table_options
from zet.cli.words import _, ngettext, translate
from zet.engines import walls
from zet.formats import walls as formats
from zet.formats.errors import FormatError
from zet.formats.walls import FORMATS

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

MAX_DEPTH = 1000


def _player(_context: click.Context, _parameter: click.Parameter, value: str) -> walls.Player:
    algorithm, colon, depth = value.partition(":")
    if algorithm not in (walls.player.PERSON, *walls.ALGORITHMS):
        reason = _("{text!r} is not one of {words}")
        words = ", ".join((walls.player.PERSON, *walls.ALGORITHMS))
        raise click.BadParameter(reason.format(text=algorithm, words=words))
    if not colon:
        return walls.Player(algorithm)
    if algorithm == walls.player.PERSON:
        raise click.BadParameter(_("only an algorithm can have a depth, not a person"))
    if not (depth.isascii() and depth.isdecimal() and 1 <= int(depth[:5]) <= MAX_DEPTH):
        reason = _("the depth must be a number from 1 to {most}, not {depth!r}")
        raise click.BadParameter(reason.format(depth=depth, most=MAX_DEPTH))
    return walls.Player(algorithm, int(depth))


def _player_option(side: str) -> parameters.Option:
    known = ", ".join(walls.ALGORITHMS)
    words = f"Who plays {side}: person, or an algorithm ({known}), optionally with a depth, as in best:8."
    return parameters.option(f"--{side}", callback=_player, default="best", metavar="PLAYER", help=words)


class _Setup(NamedTuple):
    """The start of a game: an empty board, a position in the file `source`, or a saved game."""

    board: walls.Board
    extra_move: bool
    source: str | None
    save: Path | None

    def start(self, batch: Batch) -> walls.Position:
        """Return the first position.

        Raises:
            click.ClickException: the position cannot be read, or conflicting options are given.
        """
        empty = walls.Position.empty(self.board, extra_move=self.extra_move)
        reading = PositionReading(self.extra_move)
        position: walls.Position = initial_position(
            batch, reading, self.save, self.source, empty, "board", "extra_move", fits=_is_same_board
        )
        return position


def _is_same_board(game: walls.Position, empty: walls.Position) -> bool:
    return game.board == empty.board and game.extra_move == empty.extra_move


class _Series(NamedTuple):
    """The options for a series of games between engines; `games` is None for a single game."""

    games: int | None
    alternate: bool


class _Shuffling(NamedTuple):
    """The value of --seed: a seed for the choice among equally good moves, or a fixed order of moves."""

    seed: int | None
    no_shuffle: bool


@click.command(cls=Command)
@batch_options(
    "text",
    "moves",
    "json",
    files=False,
    what="games",
    answers="GameStanding MoveMade GameEnded GamePlayed GamesTotal",
)
@_player_option("first")
@_player_option("second")
@parameters.grouped_options(
    "setup", _Setup, board_option("6x6"), extra_move_option, start_option, save_option
)
@options.turn_limits("visiting this many positions")
@parameters.grouped_options(
    "shuffling",
    _Shuffling,
    parameters.keyed(
        "--seed",
        own=True,
        type=options.SEEDS,
        metavar="S|none",
        show_default="random",
        keys={"none": parameters.conflicts_with("--seed", options.flag("--no-shuffle"))},
        help="The random seed: the same seed gives the same games. none: search the moves in a fixed "
        "order; all algorithms except `best` then play the first of equally good moves.",
    ),
)
@parameters.grouped_options("tables", TableOptions, table_options)
@parameters.grouped_options(
    "series",
    _Series,
    options.number_option("--games", help="Play N games, and report their results."),
    parameters.requires(
        "--games",
        options.flag("--alternate", help="In every second game, swap the sides of the players."),
    ),
)
def play(
    batch: Batch,
    first: walls.Player,
    second: walls.Player,
    setup: _Setup,
    shuffling: _Shuffling,
    tables: TableOptions,
    series: _Series,
    **limits: Any,
) -> int:
    """Play games between engines and people.

    If neither --first nor --second is given, a person plays first against `best` at a terminal; without a
    terminal, `best` plays both sides.

    A person types one move per line: the row and the column of a fence in the matrix of posts, fences and
    boxes, written as [0,1] or 0,1. The line `undo` takes back the person's last move and all replies to
    it. The end of the input (Ctrl-D) ends the session. Without a depth, `best` stops after 4,000,000
    positions, or at the --time or --nodes limit if one is given; the other algorithms search 5 moves
    ahead. If all engines use the same algorithm, --save FILE also saves their transposition table for
    later games, to the --table file if one is given, otherwise to FILE.table. With --verbose, the random
    seed is printed.

    --format moves writes each finished game as a one-line position. In a game of a person against an
    engine, it writes only the engine's moves, one per line; it is then the default, except at a terminal.
    --format text draws the board before each move of a person.
    """
    if is_at_terminal() and not (series.games or is_given("first") or is_given("second")):
        first = walls.Player(walls.player.PERSON)
    players = {walls.model.FIRST: first, walls.model.SECOND: second}
    n_persons = sum(player.is_person for player in players.values())
    _check(batch, setup, tables, series, n_persons)
    seed = drawn_seed(batch, shuffling.seed)
    start = setup.start(batch)
    asked = {"shuffle": not shuffling.no_shuffle, **limits}
    pair = first, second
    if series.games:
        return play_games(batch, series.games, start, pair, seed, asked, alternates=series.alternate)
    algorithms = {player.algorithm for player in pair} & set(walls.searcher.WITH_TABLE)
    if setup.save and not tables.table_path and len(algorithms) == 1:
        path = _table_beside(setup.save)
        if path.is_file() and not _is_for(path, start, *algorithms, force=batch.force):
            path.unlink()
        tables = tables._replace(table_path=path)
        if sys.stderr.isatty() and not path.exists():
            words = _("the transposition table is saved in {path}")
            click.echo(words.format(path=path), err=True)
    asked["table"] = _table(tables.open(batch), start, pair)
    from random import Random

    turns = play_turns(start, _choosers(players, Random(seed), asked), _to_move)
    usual = "moves" if n_persons == 1 else None
    keep = partial(keep_in, setup.save, FORMATS["save"]) if setup.save else None
    return report_turns(batch, turns, partial(_turn, players=players), usual=usual, keep=keep)


def _check(batch: Batch, setup: _Setup, tables: TableOptions, series: _Series, n_persons: int) -> None:
    """Refuse conflicting options, and options that would have no effect."""
    if series.games:
        refuse_beside("--games", "save", "table_path")
        if n_persons:
            raise click.UsageError(_("--games requires two engines"))
    else:
        refuse_without("--games", "jobs", "cluster")
    beside = _table_beside(setup.save) if setup.save and not tables.table_path else None
    if beside and batch.output and os.path.realpath(beside) == os.path.realpath(batch.output):
        words = _("{option} and {other} name the same file")
        raise click.UsageError(words.format(option="-o", other="--save FILE.table"))
    if n_persons == 2:
        refuse_without(_("an engine"), "nodes", "seconds", "seed", "no_shuffle", "table_path")
    if not (tables.table_path or setup.save):
        refuse_without("--table", "table_size")
    if setup.source == "-" and n_persons:
        raise click.UsageError(_("a person's moves come from standard input, so --start needs a file"))


def _table_beside(save: Path) -> Path:
    """Return the path of the table that is saved next to a game."""
    return save.with_name(f"{save.name}.table")


def _table(
    tables: Tables | None, start: walls.Position, players: tuple[walls.Player, walls.Player]
) -> walls.SearchTable | None:
    """Return the table shared by the engines of one algorithm; None if no table was requested.

    Raises:
        click.ClickException: no engine uses a table, the engines need separate tables, or the table
        can't be read.
    """
    if tables is None:
        return None
    algorithms = {player.algorithm for player in players} & set(walls.searcher.WITH_TABLE)
    if len(algorithms) != 1:
        raise click.UsageError(
            _("--table requires that all engines use the same algorithm, best or failsoft-tt")
        )
    try:
        return tables.for_position(start, algorithms.pop())
    except FormatError as error:
        raise click.ClickException(translate(error)) from None


def _is_for(path: Path, start: walls.Position, algorithm: str, *, force: bool) -> bool:
    """Return whether the table file next to a saved game is to be loaded.

    An empty table, left by a killed game, is discarded. If a new game replaces the saved game, a table
    that is damaged, or for another board, rule or algorithm, is discarded too.
    """
    if not path.stat().st_size:
        return False
    if not force:
        return True
    try:
        table = table_for(path)
    except FormatError:
        return False
    found = table.board, table.extra_move, table.algorithm
    return found == (start.board, start.extra_move, algorithm)


def _choosers(
    players: dict[int, walls.Player], random: Random, asked: dict[str, Any]
) -> dict[int, HumanPlayer[walls.Position] | Choose[walls.Position]]:
    person = HumanPlayer(_after, "[0,1]")

    def chooser(player: walls.Player) -> HumanPlayer[walls.Position] | Choose[walls.Position]:
        if player.is_person:
            return person
        choose = player.chooser(random, **asked)
        return lambda position: position.after(choose(position))

    return {side: chooser(player) for side, player in players.items()}


def _to_move(position: walls.Position) -> int | None:
    return None if position.is_over else position.to_move


def _after(position: walls.Position, text: str) -> walls.Position | None:
    """Return the position after the move on a line, or None if the line is blank.

    Raises:
        PositionError: the line is not a move, or has several moves.
    """
    after = formats.notation.play_moves(position, text)
    n_moves = len(position.free) - len(after.free)
    if n_moves > 1:
        raise walls.PositionError("expected one move per line")
    return after if n_moves else None


def _turn(record: Record, players: dict[int, walls.Player]) -> Outcome:
    turn: Turn[walls.Position] = record.value
    position, before = turn.position, turn.before
    answers = sum(player.is_person for player in players.values()) == 1
    if turn.kind == "end":
        return _end(position, "" if answers else None)
    own = ""
    if turn.kind == "move":
        fence = next(fence for fence in before.free if position.fences[fence])
        move = formats.notation.moves_text(position.board, [fence])
        number = position.board.n_fences - len(position.free)
        taken = sum(position.score) - sum(before.score)
        own = f"{move}\n" if answers and not turn.typed else ""
        takes = (
            "  " + ngettext("takes {n} box", "takes {n} boxes", taken).format(n=taken) if taken else ""
        )
        side = {walls.model.FIRST: _("first"), walls.model.SECOND: _("second")}[before.to_move]
        score = "{}:{}".format(*position.score)
        words = f"{number:4}  {side:6}  {move:7}  {score:>7}{takes}\n"
        keys: Any = partial(formats.answers.move_made, before, fence, position)
    else:
        first, second = players[walls.model.FIRST], players[walls.model.SECOND]
        back = turn.kind == "back"
        keys = partial(formats.answers.game_standing, first.name, second.name, position, back=back)
        words = pairing(first, second, position) + "\n"
        if back:
            undone = [fence for fence in position.free if before.fences[fence]]
            moves = formats.notation.moves_text(position.board, undone)
            words = f"{taken_back([moves])}; {situation(position)}\n"

    def text(**screen: Any) -> str:
        is_asked = players[position.to_move].is_person and not position.is_over
        return words + (formats.picture.as_text(position, **screen) if is_asked else "")

    return Outcome(turn.kind, keys, board=text, serialize=lambda _: own)


def _end(position: walls.Position, own: str | None) -> Outcome:
    """Return the outcome of the end of a game.

    `own` is the text written with --format moves; if it is None, the one-line position is written.
    """

    def moves_of(_: str) -> str | bytes:
        return FORMATS["line"].dumps()(position) if own is None else own

    words = situation(position) + ("" if position.is_over else "; " + _("unfinished"))

    def text(**screen: Any) -> str:
        return f"{words}\n" + (formats.picture.as_text(position, **screen) if position.is_over else "")

    keys = formats.answers.game_ended(position)
    return Outcome(keys["status"], keys, board=text, serialize=moves_of, note=words)
