"""`zet walls play`."""

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import click

from zet.cli import options
from zet.cli.batch import Batch, Record, first_value
from zet.cli.command import Found, batch_options
from zet.cli.options import check_writable, drawn_seed, is_given
from zet.cli.play import Choose, Person, Turn, course, keep_in, tell
from zet.cli.walls.match import play_games
from zet.cli.walls.options import (
    WHAT,
    PositionReading,
    board_option,
    end_status,
    extra_move_option,
    pairing,
    situation,
)
from zet.cli.walls.tables import TableFile, kept_table, table_options
from zet.cli.words import _, said
from zet.engines.walls.model import FIRST, SECOND, Board, Position, PositionError
from zet.engines.walls.player import PERSON, Player
from zet.engines.walls.searcher import ALGORITHMS, WITH_TABLE
from zet.engines.walls.table import SearchTable
from zet.formats.errors import FormatError
from zet.formats.walls import FORMATS
from zet.formats.walls.json_lines import as_dict
from zet.formats.walls.notation import PLAYERS, moves_text, places, play_moves
from zet.formats.walls.picture import as_text

MAX_DEPTH = 1000


class _PlayerType(click.ParamType[Player]):
    """Who plays a side, like best:8 or person."""

    name = "player"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Player:
        if isinstance(value, Player):
            return value
        algorithm, colon, depth = str(value).partition(":")
        if algorithm not in (PERSON, *ALGORITHMS):
            reason = _("{text!r} is none of {words}")
            words = ", ".join((PERSON, *ALGORITHMS))
            self.fail(reason.format(text=algorithm, words=words), param, ctx)
        if not colon:
            return Player(algorithm)
        if algorithm == PERSON:
            self.fail(_("a person has no depth"), param, ctx)
        if not (depth.isascii() and depth.isdecimal() and 1 <= int(depth[:5]) <= MAX_DEPTH):
            reason = _("the depth {depth!r} is no number from 1 to {most}")
            self.fail(reason.format(depth=depth, most=MAX_DEPTH), param, ctx)
        return Player(algorithm, int(depth))


def _player_option(side: str) -> options.Option:
    return click.option(
        f"--{side}",
        type=_PlayerType(),
        default="best",
        metavar="PLAYER",
        help=f"Who plays {side}: person, or an algorithm ({', '.join(ALGORITHMS)}) and its depth,"
        " like best:8.",
    )


@click.command()
@batch_options("text", "moves", "json", files=False)
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
@options.limits("move", "visiting this many states")
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
    players = {FIRST: first, SECOND: second}
    n_persons = sum(player.is_person for player in players.values())
    _check_usage(batch, n_persons, source, save, table_path, games, alternate)
    seed = drawn_seed(batch, seed)
    start = Position.empty(board, extra_move=extra_move)
    if source:
        start = first_value(PositionReading(FORMATS, WHAT, None, extra_move), source)
    asked = {"shuffle": not no_shuffle, **limits}
    if games:
        return play_games(batch, games, start, (first, second), seed, asked, alternates=alternate)
    if file := kept_table(batch, table_path, bits):
        asked["table"] = _table(file, start, (first, second))
    turns = course(start, _choosers(players, Random(seed), asked), _to_move)
    usual = "moves" if n_persons == 1 else None
    keep = partial(keep_in, save, FORMATS["save"]) if save else None
    return tell(batch, turns, partial(_told, players=players), usual=usual, keep=keep)


def _check_usage(
    batch: Batch,
    n_persons: int,
    source: str | None,
    save: Path | None,
    table_path: Path | None,
    games: int | None,
    alternate: bool,
) -> None:
    """Refuse options that don't go together.

    Raises:
        click.ClickException: options exclude each other, or --save can't be written.
    """
    differ = _("--save, --table and --output are different files")
    for is_wrong, reason in (
        (games and n_persons, _("--games goes with engines alone")),
        (games and table_path, _("--table is for one game")),
        (save and save in (table_path, batch.output), differ),
        (table_path and table_path == batch.output, differ),
        (games and save, _("--save is for one game; with --games, --format moves writes them all")),
        (alternate and not games, _("--alternate goes with --games")),
        (not games and (batch.jobs != 1 or batch.cluster), _("--jobs and --cluster go with --games")),
        (source and is_given("board"), _("--start has a board of its own; leave out --board")),
        (
            source == "-" and n_persons,
            _("a person's moves come from standard input, so --start needs a file"),
        ),
    ):
        if is_wrong:
            raise click.UsageError(reason)
    if save:
        check_writable(save, force=batch.force)


def _table(file: TableFile, start: Position, players: tuple[Player, Player]) -> SearchTable:
    """Return the table that the engines of one algorithm share.

    Raises:
        click.ClickException: no engine has a table, both have one of their own, or it can't be read.
    """
    algorithms = {player.algorithm for player in players} & set(WITH_TABLE)
    if len(algorithms) != 1:
        raise click.UsageError(_("--table is for engines of one algorithm: best or failsoft-tt"))
    try:
        return file.for_position(start, algorithms.pop())
    except FormatError as error:
        raise click.ClickException(said(error)) from None


def _choosers(
    players: dict[int, Player], random: Random, asked: dict[str, Any]
) -> dict[int, Person[Position] | Choose[Position]]:
    """Return who chooses for each side: the person, who may play both, or an engine."""
    person = Person(_after)

    def chooser(player: Player) -> Person[Position] | Choose[Position]:
        if player.is_person:
            return person
        choose = player.chooser(random, **asked)
        return lambda position: position.after(choose(position))

    return {side: chooser(player) for side, player in players.items()}


def _to_move(position: Position) -> int | None:
    return None if position.is_over else position.to_move


def _after(position: Position, text: str) -> Position | None:
    """Return the position after a line, which is a move, or None if that says nothing.

    Raises:
        PositionError: it is no move, or more than one.
    """
    after = play_moves(position, text)
    n_moves = len(position.free) - len(after.free)
    if n_moves > 1:
        raise PositionError(_("one move a line"))
    return after if n_moves else None


def _told(record: Record, players: dict[int, Player]) -> Found:
    """Return what there is to say of a turn, or of the end."""
    turn: Turn[Position] = record.value
    position, before = turn.position, turn.before
    if turn.what == "end":
        return _end(position)
    own = ""
    if turn.what == "move":
        fence = next(fence for fence in before.free if position.fences[fence])
        move = moves_text(position.board, [fence])
        number = position.board.n_fences - len(position.free)
        taken = sum(position.score) - sum(before.score)
        own = "" if turn.typed else f"{move}\n"
        takes = "  " + _("takes {n}").format(n=taken) if taken else ""
        side = {FIRST: _("first"), SECOND: _("second")}[before.to_move]
        score = "{}:{}".format(*position.score)
        words = f"{number:4}  {side:6}  {move:7}  {score:>7}{takes}\n"
        keys = {
            "number": number,
            "player": before.to_move,
            "move": position.board.fences[fence],
            "taken": taken,
            "score": position.score,
            "turn": position.to_move,
            "to_move": position.to_move,
        }
    else:
        keys = {PLAYERS[side]: player.name for side, player in players.items()} | as_dict(position)
        words = pairing(players[FIRST], players[SECOND], position) + "\n"
        if turn.what == "back":
            words = _("taken back: {situation}").format(situation=situation(position)) + "\n"

    def text(*, color: bool) -> str:
        is_asked = players[position.to_move].is_person and not position.is_over
        return words + (as_text(position, color=color) if is_asked else "")

    return Found(turn.what, keys, board=text, own=lambda _: own)


def _end(position: Position) -> Found:
    """Return what there is to say when a game is over, or was left."""
    words = situation(position) + ("" if position.is_over else "; " + _("unfinished"))
    moves = None if position.moves is None else places(position.board, position.moves)

    def text(*, color: bool) -> str:
        return f"{words}\n" + (as_text(position, color=color) if position.is_over else "")

    keys = {"score": position.score, "moves": moves}
    return Found(end_status(position), keys, board=text, remark=words)
