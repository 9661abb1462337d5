"""Games played over standard input and output: turns, human players, undo, and saved games.

The type of a position depends on the game; positions are immutable. `play_turns` yields the turns of a
game, and `report_turns` writes each turn as it happens.
"""

import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
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
from zet.engines.messages import Message
from zet.formats.errors import FormatError, UnwritableError, refusal
from zet.formats.lines import numbered_lines
from zet.formats.losses import recorded_losses
from zet.formats.registry import Format

if TYPE_CHECKING:
    from pathlib import Path

TURNS = ("ok", "start", "move", "back")
ENDS = ("over", "draw", "black-won", "white-won", "first-won", "second-won", "illegal", "unfinished")
CODES: Mapping[str, int] = dict.fromkeys(TURNS + ENDS, YES)
"""The exit codes of games: 0 for every result, because the game was played."""

LEAVING = ("quit", "exit", "q", "help", "?", "resign")
"""Words that people type to leave a game or get help; the error for them explains what to type."""

Position = TypeVar("Position")

Choose = Callable[[Position], Position | None]
"""A function that returns the position after a player's turn; None if the player leaves the game."""


class Turn(NamedTuple, Generic[Position]):
    """An event of a game and the position after it.

    `kind` is "start", "move", "back" if moves were taken back, or "end". `typed` is true if a human
    player typed the turn.
    """

    kind: str
    position: Position
    before: Position
    typed: bool = False


def is_at_terminal() -> bool:
    """Return whether a person, not a program, types the input and reads the output."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def greet(persons: Sequence[str], situation: str) -> None:
    """Write `situation` for the people at a terminal; if only one person plays, also name their side.

    `persons` names the sides that people play.
    """
    if persons and is_at_terminal():
        words = _("you play {side}; {situation}") if len(persons) == 1 else "{situation}"
        click.echo(words.format(side=persons[0], situation=situation), err=True)


def taken_back(moves: Iterable[str]) -> str:
    """Return the message that a person has taken back `moves`."""
    return _("taken back: {moves}").format(moves=" ".join(moves))


class HumanPlayer(Generic[Position]):
    """A human player at standard input, who types one move per line, or `undo`.

    The same HumanPlayer may play both sides. `play` returns the position after the move on a line, or
    None for a blank line or comment; it raises ValueError for any other line. At a terminal, a message
    before the first input explains how to type a move, such as `example`.
    """

    def __init__(self, play: Callable[[Position, str], Position | None], example: str = "") -> None:
        self._example = example
        self.lines = numbered_lines(cast(BufferedReader, sys.stdin.buffer), "-")
        self.before: list[Position] = []
        self._play = play

    def turn(self, position: Position) -> Turn[Position] | None:
        """Return the turn that the next nonblank line describes; None if the input has ended."""
        if self._example and is_at_terminal():
            words = _("your move, such as {example}; `undo` takes back a move, Ctrl-D ends the game")
            click.echo(words.format(example=self._example), err=True)
            self._example = ""
        for number, line in self.lines:
            try:
                if isinstance(line, FormatError):
                    raise line
                turn = self.read(position, line.partition("#")[0].strip())
            except ValueError as error:
                fault = refusal("-", number, error)
                if str(line).strip().lower() in LEAVING:
                    reason = Message(
                        "{reason}; `undo` takes back a move, Ctrl-D ends the game", reason=fault.message
                    )
                    fault = FormatError("-", number, reason)
                self.complain(fault)
            else:
                if turn:
                    return turn
        return None

    def read(self, position: Position, text: str) -> Turn[Position] | None:
        """Return the turn that a line of input describes; None if the line does not change the game.

        Raises:
            ValueError: the line is not a move, or there is no move to take back.
        """
        if text.lower() == "undo":
            if not self.before:
                raise ValueError(Message("you have no move to take back"))
            return Turn("back", self.before.pop(), position, typed=True)
        after = self._play(position, text)
        if after is None:
            return None
        self.before.append(position)
        return Turn("move", after, position, typed=True)

    def complain(self, error: FormatError) -> None:
        """Report an error in a line that the person has typed; at a terminal, omit its location."""
        click.echo(translate(error.message if is_at_terminal() else error), err=True)


Side = TypeVar("Side", bound=Hashable)


def play_turns(
    start: Position,
    players: Mapping[Side, HumanPlayer[Position] | Choose[Position]],
    to_move: Callable[[Position], Side | None],
) -> Iterator[Turn[Position]]:
    """Yield the turns of a game up to its end or a player's exit; the last turn has the kind "end".

    `to_move` returns the side to move, or None if the game is over. Moves from before the start cannot be
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
    keep: Callable[[Any], object] | None = None,
    quiet: bool = True,
) -> int:
    """Write the outcome of a function for each turn as it happens, and return the exit code.

    `usual` is the default of --format, except at a terminal, where the default is text. `keep` is called
    with each position before its turn is written. `quiet` hides the progress bar, which would disturb a
    game.
    """
    batch.quiet |= quiet  # the batch has no use after the game
    if usual and not is_given("format"):
        batch.format = "text" if is_at_terminal() else usual

    def records() -> Iterator[Record]:
        for number, turn in enumerate(turns, 1):
            if keep and turn.kind != "end":
                keep(turn.position)
            yield Record("-", number, turn)
            batch.flush()  # show a move before the reply is computed

    return batch.run(records(), partial(_answer, renderer(batch, codes=CODES), function))


def _answer(form: Renderer, function: Callable[[Record], Outcome], record: Record) -> Answer:
    """Return the rendered outcome of a turn; its message for standard error has no record number."""
    found = function(record)
    status, text, code, message, value, lost = form.render(record, found)
    return status, text, code, resolve(found.note) if message else "", value, lost


def move_options(what: str, example: str) -> Option:
    """Return the decorator that adds --undo, --play and --each; `what` describes the moves of --play."""
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
            help=f'Play these moves, after --undo; a move is {what}, as in "{example}".',
        ),
        flag(
            "--each",
            help="Instead of the position, write each position that one more move can reach; of "
            "positions that are equivalent by symmetry, only one.",
        ),
    )


def apply_edits(position: Any, undo: int, moves: str, play: Callable[[Any, str], Any]) -> Any:
    """Return a position after `undo` moves are taken back and then `moves` are parsed and played.

    Raises:
        GameError: an edit violates the rules.
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
    """Apply --undo and --play to each record, and yield the position after each possible move.

    `classes` groups the moves of a position that are equivalent by symmetry; only the first move of each
    group is played.
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
    help="Start from the first position in this file, in any format; -: standard input.",
)
save_option = file_option(
    "--save", help="Save the game to this file after every move; if the file exists, resume its game."
)


def resumes(batch: Batch, path: "Path") -> bool:
    """Return whether a game is resumed from an existing file; with --force a new game replaces it.

    Raises:
        click.ClickException: the file could not be written.
    """
    check_writable(path, force=True)
    return path.exists() and not batch.force


def initial_position(
    batch: Batch,
    load: Load,
    save: "Path | None",
    source: str | None,
    empty: Any,
    *options: str,
    fits: Callable[[Any, Any], bool] = lambda _saved, _empty: False,
) -> Any:
    """Return the position in which a game starts: from the saved game, from --start, or the empty board.

    `options` lists the parameter names of the options that define the empty board, the board itself
    first. These options may be given together with a saved game that `fits` the empty board, so that the
    command that began a game also resumes it.

    Raises:
        click.ClickException: the position cannot be read, or conflicting options are given.
    """
    if save and resumes(batch, save):
        game = saved_game(save, load)
        refused = ("source",) if fits(game, empty) else ("source", *options)
        refuse_beside("--save FILE, which resumes a game", *refused)
        return game
    if source:
        refuse_beside("--start", *options[:1])
        return first_value(load, source)
    return empty


def saved_game(path: "Path", load: Load) -> Any:
    """Return the saved game in a file.

    Raises:
        click.ClickException: the file cannot be read, or has several games (saving would keep only
            one).
    """
    records = Batch(files=(str(path),)).records(load)
    return the_only(path, (record.value for record in records))


def the_only(path: "Path", games: Iterator[Any]) -> Any:
    """Return the only game of a file.

    Raises:
        click.ClickException: the game cannot be read, or the file has several games.
    """
    first, *others = islice(games, 2)
    if isinstance(first, FormatError):
        raise click.ClickException(translate(first))
    if others:
        reason = _("{path} contains more than one game; saving would delete all but one")
        raise click.ClickException(reason.format(path=path))
    return first


def keep_in(path: "Path", form: Format[Any], game: Any) -> Collection[str]:
    """Write a game to its file atomically, and return the names of parts that its format cannot store.

    Raises:
        click.ClickException: the file cannot be written, or its format cannot represent the game.
    """
    try:
        with recorded_losses() as lost:
            text = form.dumps()(game)
    except UnwritableError as error:
        raise click.ClickException(translate(error)) from None
    head, tail = form.frame
    write_file(path, b"".join(map(encoded, (head, text, tail))))
    return lost
