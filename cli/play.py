"""Games that are played through a pipe: turns, people, undo, and the file that keeps a game.

A position is whatever a game plays with; it is never changed. What happens in a game comes turn by turn
from `course`, and `tell` writes it as it happens.
"""

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BufferedReader
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

import click

from zet.cli.batch import Batch, Load, first_value
from zet.cli.command import renderer
from zet.cli.errors import YES
from zet.cli.options import check_writable, file_option, flag, number_option, refuse_beside
from zet.cli.output import Answer, Outcome, Record, Renderer, encoded, resolve, write_file
from zet.cli.parameters import Option, combined, is_given, option
from zet.cli.words import _, translate
from zet.engines.errors import GameError
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.lines import numbered_lines
from zet.formats.registry import Format

if TYPE_CHECKING:
    from pathlib import Path

TURNS = ("ok", "start", "move", "back")
ENDS = ("over", "draw", "black-won", "white-won", "first-won", "second-won", "illegal", "unfinished")
CODES: Mapping[str, int] = dict.fromkeys(TURNS + ENDS, YES)
"""The exit codes of games: however one ends, it was played."""

Position = TypeVar("Position")

Choose = Callable[[Position], Position | None]
"""Return the position after the turn of a player; None if he leaves the game."""


class Turn(NamedTuple, Generic[Position]):
    """What has happened, and how the game stands now.

    `what` is "start", "move", "back" if moves were taken back, or "end". A person has `typed` it, or not.
    """

    what: str
    position: Position
    before: Position
    typed: bool = False


class HumanPlayer(Generic[Position]):
    """Whoever types at standard input: a move on each line, or `undo`.

    A person who plays both sides is one. `play` returns the position after a line, None if the line
    says nothing, and raises ValueError for what is no move.
    """

    def __init__(self, play: Callable[[Position, str], Position | None]) -> None:
        self.lines = numbered_lines(cast(BufferedReader, sys.stdin.buffer), "-")
        self.before: list[Position] = []
        self._play = play

    def turn(self, position: Position) -> Turn[Position] | None:
        """Return what comes of the next line that says something; None where the input ends."""
        for number, line in self.lines:
            try:
                if isinstance(line, FormatError):
                    raise line
                turn = self.read(position, line.partition("#")[0].strip())
            except FormatError as error:
                self.complain(error)
            except ValueError as error:
                self.complain(FormatError("-", number, str(error)))
            else:
                if turn:
                    return turn
        return None

    def read(self, position: Position, text: str) -> Turn[Position] | None:
        """Return what comes of a line.

        Raises:
            ValueError: it is no move, or there is nothing to take back.
        """
        if text.lower() == "undo":
            if not self.before:
                raise ValueError(_("there is no move of yours to take back"))
            return Turn("back", self.before.pop(), position, typed=True)
        after = self._play(position, text)
        if after is None:
            return None
        self.before.append(position)
        return Turn("move", after, position, typed=True)

    def complain(self, error: FormatError) -> None:
        """Say what is wrong with a line."""
        click.echo(translate(error), err=True)


Side = TypeVar("Side", bound=Hashable)


def play_turns(
    start: Position,
    players: Mapping[Side, HumanPlayer[Position] | Choose[Position]],
    to_move: Callable[[Position], Side | None],
) -> Iterator[Turn[Position]]:
    """Yield what happens in a game, until it is over or a player leaves it, and the end.

    `to_move` returns whose turn it is, None if the game is over. What was played before the start is not
    taken back.
    """
    for player in players.values():
        if isinstance(player, HumanPlayer):
            player.before.clear()
    position = start
    turn: Turn[Position] | None = Turn("start", start, start)
    while turn:
        yield turn
        position = turn.position
        side = to_move(position)
        turn = None if side is None else _turn(players[side], position)
    yield Turn("end", position, position)


def _turn(player: HumanPlayer[Position] | Choose[Position], position: Position) -> Turn[Position] | None:
    if isinstance(player, HumanPlayer):
        return player.turn(position)
    after = player(position)
    return None if after is None else Turn("move", after, position)


def report_turns(
    batch: Batch,
    turns: Iterable[Turn[Any]],
    function: Callable[[Record], Outcome],
    *,
    usual: str | None = None,
    keep: Callable[[Any], None] | None = None,
    quiet: bool = True,
) -> int:
    """Write what a function finds in each turn as it happens, and return the exit code.

    Without --format the format is the `usual` one, if there is one. `keep` gets each position before the
    turn is written. A bar of progress would stand in the way of a game: `quiet`.
    """
    batch.quiet |= quiet  # it is the last that a game does with it
    if usual and not is_given("format"):
        batch.format = usual

    def records() -> Iterator[Record]:
        for number, turn in enumerate(turns, 1):
            if keep and turn.what != "end":
                keep(turn.position)
            yield Record("-", number, turn)
            batch.flush()  # nobody waits for a move that has been made

    return batch.run(records(), partial(_answer, renderer(batch, codes=CODES), function))


def _answer(form: Renderer, function: Callable[[Record], Outcome], record: Record) -> Answer:
    """Return the answer; what a format has no words for is said without a number of a record."""
    found = function(record)
    status, text, code, message, value = form.render(record, found)
    return status, text, code, resolve(found.note) if message else "", value


def move_options(what: str, example: str) -> Option:
    """Return the decorator that adds --undo, --play, whose moves are written as `what`, and --each."""
    return combined(
        number_option(
            "--undo", least=0, default=0, show_default=False, help="Take back the last N moves."
        ),
        option(
            "--play",
            "moves",
            default="",
            show_default=False,
            metavar="MOVES",
            help=f'Then play these, as {what}: "{example}".',
        ),
        flag(
            "--each",
            help="Then write the position after each move; of moves alike by symmetry, after the first.",
        ),
    )


def apply_edits(position: Any, undo: int, moves: str, play: Callable[[Any, str], Any]) -> Any:
    """Return a position after moves were taken back, and others played by a function that reads them.

    Raises:
        GameError: the rules do not allow it.
    """
    if undo:
        position = position.undo(undo)
    try:
        return play(position, moves)
    except GameError as error:
        raise type(error)("--play, {reason}", reason=error.args[0]) from None


def successors(
    records: Iterable[Record],
    play: Callable[[Any, str], Any],
    classes: Callable[[Any], Iterable[Sequence[int]]],
    *,
    undo: int,
    moves: str,
) -> Iterator[Record]:
    """Yield records of the positions after each move in those of others, where moves were made before.

    `classes` returns the moves in a position, by classes of equal ones: the first of each is played.
    """
    for record in records:
        if isinstance(record.value, FormatError):
            yield record
            continue
        try:
            position = apply_edits(record.value, undo, moves, play)
        except GameError as error:
            yield record._replace(value=error)
            continue
        for equal in classes(position):
            yield record._replace(value=position.after(equal[0]))


start_option = option(
    "--start",
    "source",
    metavar="FILE",
    help="Begin with the first position of this file, in any format; - is standard input.",
)
save_option = file_option(
    "--save",
    help="Keep the game in this file after every move; the game of an existing file goes on.",
)


def goes_on(batch: Batch, path: "Path") -> bool:
    """Whether a game is kept in a file that is there already; with --force another one takes its place.

    Raises:
        click.ClickException: the file could not be written.
    """
    check_writable(path, force=True)
    return path.exists() and not batch.force


def initial_position(
    batch: Batch, load: Load, save: "Path | None", source: str | None, empty: Any, *options: str
) -> Any:
    """Return the position that a game begins with: of its file, of --start, or the empty board.

    `options` are those, by the names of their values, that say which board is empty; the first of them is
    the board itself.

    Raises:
        click.ClickException: it cannot be read, or options do not go together.
    """
    if save and goes_on(batch, save):
        refuse_beside("--save FILE, where a game goes on", "source", *options)
        return saved_game(save, load)
    if source:
        refuse_beside("--start", *options[:1])
        return first_value(load, source)
    return empty


def saved_game(path: "Path", load: Load) -> Any:
    """Return the game of a file.

    Raises:
        click.ClickException: it cannot be read; or it holds more than one game, which would be lost
            when the game is kept there.
    """
    records = Batch(files=(str(path),)).records(load)
    return the_only(path, (record.value for record in records))


def the_only(path: "Path", games: Iterator[Any]) -> Any:
    """Return the only game of a file.

    Raises:
        click.ClickException: it cannot be read; or there are others.
    """
    first, *others = islice(games, 2)
    if isinstance(first, FormatError):
        raise click.ClickException(translate(first))
    if others:
        reason = _("{path} holds more than one game; the others would be lost")
        raise click.ClickException(reason.format(path=path))
    return first


def keep_in(path: "Path", form: Format[Any], game: Any) -> None:
    """Write a game to its file, whole, in place of what was there.

    Raises:
        click.ClickException: the file cannot be written, or its format cannot hold the game.
    """
    try:
        text = form.dumps()(game)
    except UnwritableError as error:
        raise click.ClickException(translate(error)) from None
    head, tail = form.frame
    write_file(path, b"".join(map(encoded, (head, text, tail))))
