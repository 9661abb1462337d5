"""`zet ttt play`."""

import secrets
import sys
from collections.abc import Iterator
from functools import partial
from io import BufferedReader
from random import Random
from typing import Any, NamedTuple, cast

import click
from zet.cli.batch import Answer, Batch, Record, batch_command, json_line
from zet.cli.ttt.common import board_option, first_option, k_option
from zet.engines.mnk.model import OTHER, Position, PositionError, Side
from zet.engines.mnk.original import DEPTH
from zet.engines.mnk.players import Player, at_random, original_player, perfect
from zet.formats.errors import FormatError
from zet.formats.lines import numbered_lines
from zet.formats.ttt.line import board
from zet.formats.ttt.picture import as_text

_PLAYERS = ("person", "perfect", "seed", "random")


class _Event(NamedTuple):
    """The position after the moves so far; `typed` if a person has made the last one."""

    game: int
    position: Position
    moves: tuple[int, ...]
    typed: bool = False
    is_end: bool = False


@click.command()
@batch_command("text", "json", files=False)
@click.option(
    "--x", type=click.Choice(_PLAYERS), default="perfect", show_default=True, help="Who plays X."
)
@click.option(
    "--o", type=click.Choice(_PLAYERS), default="person", show_default=True, help="Who plays O."
)
@first_option
@board_option("3x3")
@k_option
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="Play so many.")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same choices among equals.")
@click.option(
    "--depth",
    type=click.IntRange(1, 9),
    default=DEPTH,
    show_default=True,
    metavar="N",
    help="How far the player `seed` looks ahead.",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0),
    default=5,
    show_default=True,
    metavar="SECONDS",
    help="How long `perfect` may look for a proof; then it plays what looks good.",
)
@click.option("--show", is_flag=True, help="Draw the board after each move.")
def play(
    batch: Batch,
    x: str,
    o: str,
    first: Side,
    size: tuple[int, int],
    k: int,
    games: int,
    seed: int | None,
    depth: int,
    seconds: float,
    show: bool,
) -> int:
    """Play games: engines against each other, or against a person or a program at standard input.

    A person types the number of a cell on a line; an engine's move is written likewise. A move against
    the rules is told on standard error, and asked for again. The last line tells who has won. The end of
    the input leaves the game.
    """
    if batch.jobs != 1 or batch.cluster is not None:
        raise click.UsageError("games are played in one process: neither --jobs nor --cluster")
    if "seed" in (x, o) and (*size, k) != (3, 3, 3):
        raise click.UsageError("the player seed knows only 3 in a row on the board of 3x3")
    if seed is None:
        seed = secrets.randbits(32)
        if batch.verbose:
            click.echo(f"--seed {seed}", err=True)
    players = {"perfect": perfect(seconds), "seed": original_player(depth), "random": at_random}
    sides: dict[Side, Player | None] = {"X": players.get(x), "O": players.get(o)}
    start = Position.empty(*size, k, first)
    person = _Person(batch)
    events = (
        event
        for game in range(1, games + 1)
        for event in _game(game, start, sides, Random(f"{seed}:{game}"), person)
    )
    records = (Record("-", number, event) for number, event in enumerate(events, 1))
    return batch.run(records, partial(_tell, batch.format, show))


class _Person:
    """The moves that come on standard input, a number on each line."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._lines = numbered_lines(cast(BufferedReader, sys.stdin.buffer), "-")

    def move(self, position: Position) -> int | None:
        """Return the next legal move, None where the input ends; a line that is none is told."""
        self._batch.flush()
        for number, line in self._lines:
            try:
                if isinstance(line, FormatError):
                    raise line
                text = line.partition("#")[0].strip()
                if text:
                    move = _number(text)
                    position.after(move)
                    return move
            except FormatError as error:
                click.echo(str(error), err=True)
            except PositionError as error:
                reason = f"{error}; {position.to_move} is still to move"
                click.echo(str(FormatError("-", number, reason)), err=True)
        return None


def _number(text: str) -> int:
    """Return the number of a cell.

    Raises:
        PositionError: the text is no number.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise PositionError(f"{text[:20]!r} is no number of a cell")
    return int(text)


def _game(
    game: int, position: Position, players: dict[Side, Player | None], random: Random, person: _Person
) -> Iterator[_Event]:
    """Yield each move of a game, and the end."""
    moves: tuple[int, ...] = ()
    while not position.is_over:
        player = players[position.to_move]
        move = player(position, random) if player else person.move(position)
        if move is None:
            break
        position = position.after(move)
        moves += (move,)
        yield _Event(game, position, moves, player is None)
    yield _Event(game, position, moves, is_end=True)


def _tell(form: str, show: bool, record: Record) -> Answer:
    event: _Event = record.value
    position = event.position
    if event.is_end:
        status = "over" if position.is_over else "unfinished"
        if form == "json":
            keys: dict[str, Any] = {"winner": position.winner, "moves": event.moves}
            text = json_line(record, status, game=event.game, board=board(position), **keys)
        elif position.winner:
            text = f"{position.winner} wins\n"
        else:
            text = "draw\n" if position.is_over else "unfinished\n"
        return Answer(status, text)
    move = event.moves[-1]
    if form == "json":
        keys = {"board": board(position), "side": OTHER[position.to_move], "move": move}
        return Answer("ok", json_line(record, "ok", game=event.game, **keys))
    text = "" if event.typed else f"{move}\n"
    return Answer("ok", text + (as_text(position) if show else ""))
