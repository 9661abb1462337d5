"""The command `zet ttt play`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from zet.cli.command import Batch, Outcome, Record, batch_options, drawn_seed
from zet.cli.options import (
    flag,
    number_option,
    refuse_beside,
    refuse_without,
    seconds_option,
    seed_option,
)
from zet.cli.parameters import Command, WordChoice, conflicts_with, grouped_options, option, requires
from zet.cli.play import (
    Choose,
    HumanPlayer,
    Turn,
    greet,
    initial_position,
    keep_in,
    play_turns,
    report_turns,
    save_option,
    start_option,
    taken_back,
)
from zet.cli.ttt.options import (
    PositionReading,
    begins_option,
    board_option,
    empty,
    k_option,
    situation,
)
from zet.cli.words import _
from zet.engines import ttt
from zet.formats import ttt as formats

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random


class _Game(NamedTuple):
    """A game: its number, and the position after the moves so far."""

    number: int
    position: ttt.Position


def _player_option(side: str, usual: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    players = WordChoice(
        ("person", "best", "original", "random"), older={"perfect": "best", "seed": "original"}
    )
    return option(
        f"--{side}",
        type=players,
        default=usual,
        help=f"Who plays {side.upper()}. person: a person, who types moves; best: zet's player; "
        "original: the player of the original program; random: random moves.",
    )


class _Setup(NamedTuple):
    """The start of a game: an empty board, a position in the file `source`, or a saved game."""

    size: tuple[int, int]
    k: int
    first: ttt.model.Side
    source: str | None
    save: Path | None

    def starts(self, batch: Batch, *, alternates: bool) -> tuple[ttt.Position, ttt.Position]:
        """Return the first position of odd-numbered games and the first position of even-numbered games.

        Raises:
            click.ClickException: the position cannot be read, or conflicting options are given.
        """
        board = empty(self.size, self.k, self.first)
        reading = PositionReading(self.k, self.first)
        start = initial_position(
            batch, reading, self.save, self.source, board, "size", "k", "first", fits=_is_same_board
        )
        return start, empty(self.size, self.k, ttt.model.OTHER[self.first]) if alternates else start


def _is_same_board(game: ttt.Position, empty: ttt.Position) -> bool:
    return game.before == empty


class _Series(NamedTuple):
    """The options for a series of games with the same players, and the seed of random choices."""

    games: int
    seed: int | None
    alternate: bool


_setup_options = grouped_options(
    "setup", _Setup, begins_option, board_option("3x3"), k_option, start_option, save_option
)
_series_options = grouped_options(
    "series",
    _Series,
    number_option("--games", default=1, help="Play N games."),
    seed_option("games"),
    conflicts_with(
        "--start", flag("--alternate", help="In every second game, let the other side begin.")
    ),
)


@click.command(cls=Command)
@batch_options(
    "moves", "text", "json", files=False, spread=False, answers="MoveMade MovesTakenBack GameEnded"
)
@_player_option("x", "best")
@_player_option("o", "person")
@_setup_options
@_series_options
@requires(
    ("--x original", "--o original"),
    number_option(
        "--depth",
        most=9,
        default=ttt.constants.DEPTH,
        help="Search N moves ahead; only the player `original` uses this depth.",
    ),
)
@requires(
    ("--x best", "--o best"),
    seconds_option(
        "--time",
        "seconds",
        default=5,
        help="Give up the proof of a best move after this time; the player `best` then chooses a move by "
        "heuristics.",
    ),
)
def play(batch: Batch, x: str, o: str, setup: _Setup, series: _Series, depth: int, seconds: float) -> int:
    """Play games between engines, or against people or programs whose moves come from standard input.

    Every move, typed by a person or written by an engine, is a line with the number of a cell. The line
    `undo` takes back the person's last move and any reply to it. An illegal move is reported on standard
    error, and the next line is read instead. The last line of output names the winner. The end of the
    input (Ctrl-D) ends the session. --format text, the default at a terminal, also draws the board:
    before a person's first move, and after each move.
    """
    if series.games == 1:
        refuse_without(_("--games 2 or more"), "alternate")
    else:
        refuse_beside("--games", "save")
    if setup.source == "-" and "person" in (x, o):
        raise click.UsageError(_("a person's moves come from standard input, so --start needs a file"))
    starts = setup.starts(batch, alternates=series.alternate)
    if "original" in (x, o) and (starts[0].height, starts[0].width, starts[0].k) != (3, 3, 3):
        raise click.UsageError(_("the player 'original' supports only 3 in a row on a 3x3 board"))
    series = series._replace(seed=drawn_seed(batch, series.seed))
    choices = {
        "best": ttt.perfect_player(seconds),
        "original": ttt.original_player(depth),
        "random": ttt.random_player,
    }

    def keep(game: _Game) -> None:
        if setup.save:
            keep_in(setup.save, formats.FORMATS["json"], game.position)

    def is_shown(turn: Turn[_Game]) -> bool:
        """Return whether a turn is written: the start of a game is written only as text for a person."""
        player = {"X": x, "O": o}[turn.position.position.to_move]
        return turn.kind != "start" or (batch.format == "text" and player == "person")

    persons = [side for side, name in (("X", x), ("O", o)) if name == "person"]
    greet(persons, situation(starts[0]))
    turns = filter(is_shown, _turns(series, starts, (x, o), choices))
    usual = "moves" if persons else None
    return report_turns(batch, turns, _turn, usual=usual, keep=keep, quiet=bool(persons))


def _turns(
    series: _Series,
    starts: tuple[ttt.Position, ttt.Position],
    names: tuple[str, str],
    choices: Mapping[str, Callable[[ttt.Position, Random], int]],
) -> Iterator[Turn[_Game]]:
    """Yield the turns of all games; `names` are the players of X and O.

    `choices` maps the name of a program to its function, which returns a move.
    """
    from random import Random

    person = HumanPlayer(_after, "4")

    def player(name: str, random: Random) -> HumanPlayer[_Game] | Choose[_Game]:
        if name == "person":
            return person
        return lambda game: game._replace(
            position=game.position.after(choices[name](game.position, random))
        )

    for number in range(1, series.games + 1):
        random = Random(f"{series.seed}:{number}")
        players = {side: player(name, random) for side, name in zip("XO", names, strict=True)}
        yield from play_turns(_Game(number, starts[(number - 1) % 2]), players, _to_move)


def _to_move(game: _Game) -> ttt.model.Side | None:
    return None if game.position.is_over else game.position.to_move


def _after(game: _Game, text: str) -> _Game | None:
    """Return the game after the move on a line of input; None if the line is blank.

    Raises:
        PositionError: the line is not the number of a free cell, or has several numbers.
    """
    position = game.position
    try:
        after = formats.line.play_moves(position, text)
        n_moves = len(position.free) - len(after.free)
        if n_moves > 1:
            raise ttt.PositionError("expected one move per line")
    except ttt.PositionError as error:
        raise ttt.PositionError(
            "{reason}; {side} is still to move", reason=str(error), side=position.to_move
        ) from None
    return game._replace(position=after) if n_moves else None


def _turn(record: Record) -> Outcome:
    turn: Turn[_Game] = record.value
    number, position = turn.position
    board = formats.line.board_text(position)
    if turn.kind == "end":
        status = "over" if position.is_over else "unfinished"
        words = _("draw") if position.is_over else _("unfinished")
        if position.winner:
            words = _("{side} wins").format(side=position.winner)
        keys = partial(formats.answers.game_ended, number, board, position)
        return Outcome(status, keys, board=f"{words}\n", serialize=lambda _: f"{words}\n")
    drawing = formats.picture.as_text(position)
    if turn.kind == "start":
        return Outcome("start", board=drawing, serialize=lambda _: "")
    if turn.kind == "back":
        back = partial(formats.answers.moves_taken_back, number, board, position.to_move)
        undone = [str(cell) for cell in position.free if turn.before.position.cells[cell] != "."]
        words = taken_back(undone)
        return Outcome("back", back, board=f"{words}\n{drawing}", serialize=lambda _: "")
    move = next(cell for cell in turn.before.position.free if position.cells[cell] != ".")
    text = "" if turn.typed else f"{move}\n"
    made = partial(formats.answers.move_made, number, board, ttt.model.OTHER[position.to_move], move)
    return Outcome("ok", made, board=text + drawing, serialize=lambda _: text)
