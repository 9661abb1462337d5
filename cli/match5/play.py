"""The command `zet match5 play`."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from zet.cli.batch import Batch
from zet.cli.command import drawn_seed
from zet.cli.errors import BAD, YES
from zet.cli.match5.options import (
    COLOR_NUMBERS,
    COLORS,
    fallback_option,
    knowledge_path,
    method_option,
    mutation_as_text,
    password_options,
    patterns_text,
    plain_errors,
    position_words,
    read_knowledge,
    seed_option,
    wait_option,
)
from zet.cli.options import (
    begins_option,
    check_writable,
    choice,
    file_option,
    flag,
    is_colored,
    refuse_beside,
    refuse_without,
)
from zet.cli.output import write_line
from zet.cli.parameters import Command, conflicts_with, grouped_options, is_given, option
from zet.cli.play import Choose, HumanPlayer, Turn, greet, is_at_terminal, play_turns
from zet.cli.words import _, translate
from zet.engines import match5
from zet.engines.messages import Message
from zet.formats import match5 as formats
from zet.formats.errors import FormatError
from zet.formats.locks import BusyError, locked

if TYPE_CHECKING:
    from pathlib import Path

_OWNER = ("password", "password_prompt", "wait")
"""The parameter names of the options that only the owner of a knowledge file needs."""

_Recorder = Callable[..., "tuple[match5.Pattern, ...] | None"]
"""A function that records a finished game; it returns the player's patterns after a loss, else None."""


class _Learning(NamedTuple):
    """The options for learning: the method, the messages, and how to access the file."""

    learns: bool
    method: str
    mutations: bool
    password: str | None
    wait: bool


@click.command(cls=Command)
@click.argument("path", metavar="[KNOWLEDGE]", type=knowledge_path, required=False)
@conflicts_with(
    "KNOWLEDGE",
    flag("--two-players", help="Two people play; zet only checks the moves and reports the result."),
    conflicts_with(
        "--two-players",
        file_option("--save", "save_as", help="Save the computer's patterns to this new knowledge file."),
    ),
)
@choice(
    "--format",
    "--to",
    words=["moves", "text"],
    default="moves",
    help="The format of the replies; text includes the board after each move.",
)
@begins_option("red", "blue", default="blue", help="Who moves first; the computer is red.")
@fallback_option
@seed_option
@grouped_options(
    "learning",
    _Learning,
    option(
        "--learn/--no-learn",
        "learns",
        default=True,
        show_default=False,
        help="Learn from lost games and save the file (the default), or leave the file unchanged.",
    ),
    method_option("How to learn from a lost game, as in `zet match5 train`."),
    conflicts_with(
        "--no-learn",
        flag("--mutations", help="Show each added, removed or replaced pattern on standard error."),
    ),
    password_options(),
    wait_option,
)
def play(
    path: Path | None,
    two_players: bool,
    save_as: Path | None,
    format: str,  # noqa: A002 - the option's name
    first: str,
    fallback: str,
    seed: int | None,
    learning: _Learning,
) -> int:
    """Play against the player of a knowledge file; each line of input is answered with one line.

    An input line is a field (e5), `undo`, `new`, `board` or `quit`. The reply is the computer's field,
    with the result if the game is over, or `error` and the reason. If KNOWLEDGE is a .fivo file that has
    no password, or whose password is given, the computer saves the number of games after each game, and
    newly learned patterns after each loss. A finished game counts even if its last moves are undone.

    Without KNOWLEDGE the computer starts without patterns; the patterns that it learns are lost at the
    end, unless --save names a file for them.
    """
    if str(path) == "-":
        raise click.UsageError(
            _("standard input is used for the moves; give the name of a knowledge file")
        )
    if two_players:
        ignored = ("learns", "method", "fallback", "seed", "mutations", *_OWNER)
        refuse_beside("--two-players", *ignored)
    if not learning.learns:
        refuse_beside("--no-learn", "method", "save_as")
    person = _HumanPlayer()
    players: dict[int, HumanPlayer[_Game] | Choose[_Game]] = {
        match5.constants.RED: person,
        match5.constants.BLUE: person,
    }
    computer = memory = None
    if not two_players:
        setting = match5.Setting("self", learning.method, first, fallback, drawn_seed(Batch(), seed))
        computer, memory = _computer(path, save_as, learning, setting)
        players[match5.constants.RED] = computer
    if is_at_terminal() and not is_given("format"):
        format = "text"  # noqa: A001 - the option's name
    start = _Game(COLOR_NUMBERS[first])
    greet([_("blue"), _("red")][: 1 + two_players], position_words(start.position))
    try:
        for turn in play_turns(start, players, _to_move):
            if computer and turn.kind == "move" and turn.position.is_over:
                computer.learn(turn.position)
            words = _answer_to(turn, computer)
            if words:
                write_line(words)
            if format == "text" and (words or (turn.kind == "start" and is_at_terminal())):
                _draw(turn.position)
    finally:
        if memory:
            _end_session(memory.knowledge, save_as)
    return computer.code if computer else YES


def _computer(
    path: Path | None, save_as: Path | None, learning: _Learning, setting: match5.Setting
) -> tuple[_Computer, _Memory | None]:
    """Return a knowledge file's player, or a new player and the memory that stores what it learns."""
    on_change = _show if learning.mutations else None
    record: _Recorder | None = None
    memory = None
    if path:
        knowledge = read_knowledge(path)
        if learning.learns and _may_learn(path, knowledge, learning.password, learning.wait):
            record = partial(_record_game, path, learning.method, learning.wait, on_change)
    else:
        refuse_without(_("a knowledge file"), *_OWNER)
        knowledge = match5.Knowledge(_name_of(save_as))
        if learning.learns:
            record = memory = _Memory(knowledge, learning.method, on_change)
    return _Computer(knowledge.patterns, setting, record), memory


def _name_of(path: Path | None) -> str:
    """Return a player's name, taken from the --save file's name; refuse a file that cannot be created."""
    if path is None:
        return _("Red")
    try:
        name = formats.names.check_name(unicodedata.normalize("NFC", path.stem))
    except ValueError as error:
        raise click.BadParameter(translate(error), param_hint="--save") from None
    if path.exists():
        raise click.ClickException(f"{path}: {_('File exists')}")
    with plain_errors(path):
        formats.store.check_extension(path)
    check_writable(path, force=False)
    return name


def _end_session(knowledge: match5.Knowledge, path: Path | None) -> None:
    """Save a player that has no knowledge file yet; without --save, report the patterns that are lost."""
    if path:
        with plain_errors(path):
            formats.store.create(path, knowledge)
    elif knowledge.patterns:
        words = _("the learned patterns are lost, as --save names no file for them: {patterns}")
        click.echo(words.format(patterns=patterns_text(len(knowledge.patterns))), err=True)


class _Memory:
    """The knowledge of a player that has no knowledge file, and so learns in memory only."""

    def __init__(
        self,
        knowledge: match5.Knowledge,
        method: str,
        on_change: Callable[[match5.player.Mutation], None] | None,
    ) -> None:
        self.knowledge = knowledge
        self._method = method
        self._on_change = on_change

    def __call__(
        self, moves: list[match5.player.Move], *, lost: bool
    ) -> tuple[match5.Pattern, ...] | None:
        """Record a finished game; after a loss, learn and return the patterns, otherwise return None."""
        self.knowledge = _after(self.knowledge, self._method, self._on_change, moves, lost=lost)
        return self.knowledge.patterns if lost else None


def _may_learn(path: Path, knowledge: match5.Knowledge, password: str | None, wait: bool) -> bool:
    """Return whether the user may change the knowledge file; exit if the password is wrong."""
    is_owner = False
    try:
        with plain_errors(path):
            formats.owner.check_owner(knowledge, password)
            is_owner = True
            # A file that another process is changing matters only at the next save.
            with suppress(BusyError) if wait else nullcontext(), locked(path, wait=False) as file:
                formats.store.load_locked(file, str(path))
    except click.ClickException as error:
        if not is_owner and password is not None:
            raise
        click.echo(f"{error.message}; " + _("the computer will not learn"), err=True)
        return False
    return True


def _show(mutation: match5.player.Mutation) -> None:
    click.echo(mutation_as_text(mutation), err=True)


def _record_game(
    path: Path,
    method: str,
    wait: bool,
    on_change: Callable[[match5.player.Mutation], None] | None,
    moves: list[match5.player.Move],
    *,
    lost: bool,
) -> tuple[match5.Pattern, ...] | None:
    """Save the number of games; after a loss, learn and return the patterns, otherwise return None."""
    with plain_errors(path), locked(path, wait=wait) as file:
        known = _after(formats.store.load_locked(file, str(path)), method, on_change, moves, lost=lost)
        formats.store.save(file, known)
        return known.patterns if lost else None


def _after(
    knowledge: match5.Knowledge,
    method: str,
    on_change: Callable[[match5.player.Mutation], None] | None,
    moves: list[match5.player.Move],
    *,
    lost: bool,
) -> match5.Knowledge:
    """Return the knowledge of a player after another game."""
    known = knowledge.after(1, lost)
    if lost:
        trainer = match5.Trainer(knowledge.patterns, match5.Setting(method=method), on_change)
        trainer.learn(moves)
        known = known.with_patterns(trainer.player.patterns)
    return known


class _Game(NamedTuple):
    """A game in progress: the color that began, the moves, and the number of the game in the session."""

    first: int
    moves: tuple[match5.player.Move, ...] = ()
    number: int = 0

    @property
    def fields(self) -> tuple[int, ...]:
        """The fields of the moves, in the order of play."""
        return tuple(move.field for move in self.moves)

    @property
    def position(self) -> match5.Position:
        """The position after the moves."""
        return match5.Position.played(self.fields, self.first)

    @property
    def is_over(self) -> bool:
        """Whether a side has won, or the board is full."""
        return self.position.status != "open"

    def then(self, field: int, reason: match5.player.Reason | None = None) -> _Game:
        """Return the game after a move; raise PositionError for an illegal move."""
        match5.Position.played((*self.fields, field), self.first)
        move = match5.player.Move(field, self.position.to_move, reason)
        return self._replace(moves=(*self.moves, move))


def _to_move(game: _Game) -> int:
    """Return the side to move or, after the end, the person, who may undo moves or start a new game."""
    return match5.constants.BLUE if game.is_over else game.position.to_move


def _draw(game: _Game) -> None:
    """Write the board of a game."""
    board = game.position.board
    write_line(formats.board_as_text(board, color=is_colored(None)).rstrip("\n"))


class _HumanPlayer(HumanPlayer[_Game]):
    """One or both human players; all replies go to standard output, including errors."""

    def __init__(self) -> None:
        super().__init__(lambda game, text: game.then(formats.games.loads(text).moves[0]), "e5")
        self.lines = takewhile(lambda line: str(line[1]).strip().lower() != "quit", self.lines)

    def read(self, position: _Game, text: str) -> Turn[_Game] | None:
        """Return the turn that a line of input describes; None if the line only asks for the board."""
        text = text.lower()
        if text == "board":
            if is_at_terminal():
                _draw(position)
            else:
                write_line("".join("0RB"[value] for value in position.position.board))
            return None
        if text == "new":
            self.before.clear()
            game = _Game(position.first, number=position.number + 1)
            return Turn("new", game, position, typed=True)
        if text == "undo" and not self.before:
            raise match5.PositionError("there is no move to undo")
        if text != "undo" and len(text) != 2:
            raise ValueError(
                Message("expected a field (a1 to i9), or one of the words undo, new, board and quit")
            )
        return super().read(position, text)

    def complain(self, error: FormatError) -> None:
        """Reply with a line that reports the error."""
        write_line(f"error {translate(error.message)}")


class _Computer:
    """The player of a knowledge file, which plays red and learns from lost games."""

    def __init__(
        self, patterns: tuple[match5.Pattern, ...], setting: match5.Setting, record: _Recorder | None
    ) -> None:
        self.code = YES
        self._setting = setting
        self._record = record
        self._recorded: set[tuple[Any, ...]] = set()
        self._know(patterns)

    def _know(self, patterns: tuple[match5.Pattern, ...]) -> None:
        self._match = match5.Match(
            match5.Player(patterns), fallback=self._setting.fallback, seed=self._setting.seed
        )

    def __call__(self, game: _Game) -> _Game:
        """Return the game after the computer's move."""
        choice = match5.best_move(game.position, self._match, game.number * 81 + len(game.moves))
        return game.then(cast(int, choice.move), choice.reason)

    def learn(self, game: _Game) -> None:
        """Record a finished game, and learn from a loss; moves repeated after undo count only once."""
        end = (game.number, game.fields)
        if not self._record or end in self._recorded:
            return
        self._recorded.add(end)
        try:
            patterns = self._record(list(game.moves), lost=game.position.status == "blue-won")
        except click.ClickException as error:
            error.show()
            self.code = BAD
        else:
            if patterns is not None:
                self._know(patterns)


def _answer_to(turn: Turn[_Game], computer: _Computer | None) -> str:
    position = turn.position.position
    result = "" if position.status == "open" else position.status
    if turn.kind == "back":
        undone = turn.before.moves[len(turn.position.moves) :]
        return " ".join(("undone", *(match5.model.field_name(move.field) for move in undone)))
    if turn.kind == "new":  # if the computer moves first, its move is the reply
        return "" if computer and position.to_move == match5.constants.RED else "new"
    if turn.kind != "move":
        return ""
    if not turn.typed:
        return f"{match5.model.field_name(turn.position.moves[-1].field)} {result}".rstrip()
    return result or ("" if computer else COLORS[position.to_move])
