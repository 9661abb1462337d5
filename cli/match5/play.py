"""`zet match5 play`."""

import secrets
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
from zet.cli.errors import BAD, YES
from zet.cli.match5.options import (
    COLOR_NUMBERS,
    COLORS,
    filler_option,
    knowledge_path,
    method_option,
    mutation_as_text,
    password_options,
    read_knowledge,
    seed_option,
    storing,
    wait_option,
)
from zet.cli.output import say
from zet.engines.match5.game import Position, field_name, position_of_moves
from zet.engines.match5.model import BLUE, RED, Knowledge, Pattern, PositionError
from zet.engines.match5.player import Match, Move, Mutation, Player, Reason
from zet.engines.match5.training import Setting, Trainer
from zet.formats.errors import FormatError
from zet.formats.locks import BusyError, locked
from zet.formats.match5.games import loads
from zet.formats.match5.owner import NotOwnerError, check_owner
from zet.formats.match5.store import load_locked, save


@click.command()
@click.argument("path", metavar="[FILE]", type=knowledge_path, required=False)
@click.option("--two-players", is_flag=True, help="Player against player: moves are only judged.")
@click.option(
    "--first", type=click.Choice(["red", "blue"]), default="blue", show_default=True,
    help="Who begins; the computer is red.",
)  # fmt: skip
@click.option("--learn/--no-learn", default=True, help="Learn from lost games and save, as the owner.")
@method_option("How to learn.")
@filler_option
@seed_option
@click.option(
    "--mutations",
    is_flag=True,
    help="Show every pattern that is added, removed or replaced, on standard error.",
)
@password_options()
@wait_option
def play(
    path: Path | None,
    two_players: bool,
    first: str,
    learn: bool,
    method: str,
    filler: str,
    seed: int | None,
    mutations: bool,
    password: str | None,
    wait: bool,
) -> int:
    """Play against the player of a knowledge file: a line in, a line out.

    A line is a field (e5), `undo`, `new`, `board` or `quit`. The answer is the computer's field, with the
    result when the game is over, or `error` and a reason. After each game the computer saves that it
    was played, and after a lost one what it has learned, if FILE is a .fivo file without a password or
    the right one was given. A game that is undone after its end was played.
    """
    if two_players == (path is not None):
        raise click.UsageError("either a knowledge file is needed, or --two-players")
    if path == Path("-"):
        raise click.UsageError("standard input is for the moves; the knowledge file needs a name")
    starter = COLOR_NUMBERS[first]
    if path is None:
        return _talk(_Game(starter))
    knowledge = read_knowledge(path)
    owns = learn and _may_learn(path, knowledge, password, wait)
    seed = secrets.randbits(32) if seed is None else seed
    setting = Setting("self", method, first, filler == "near", seed)
    keep = partial(_keep, path, method, wait, _show if mutations else None) if owns else None
    return _talk(_ComputerGame(starter, knowledge, setting, keep))


def _may_learn(path: Path, knowledge: Knowledge, password: str | None, wait: bool) -> bool:
    """Return whether a file may be changed; why not is said, and is an end with a wrong password."""
    try:
        check_owner(knowledge, password)
        with locked(path, wait=False) as file:
            load_locked(file, str(path))
    except NotOwnerError as error:
        if password is not None:
            raise click.ClickException(f"{path}: {error}") from None
        reason = f"{path}: {error}"
    except FormatError as error:
        reason = str(error)
    except BusyError as error:
        if wait:  # later, when there is something to save
            return True
        reason = f"{path}: {error}"
    except OSError as error:
        reason = f"{path}: {error.strerror}"
    else:
        return True
    click.echo(f"{reason}; nothing will be learned", err=True)
    return False


def _show(mutation: Mutation) -> None:
    click.echo(mutation_as_text(mutation), err=True)


def _keep(
    path: Path,
    method: str,
    wait: bool,
    on_change: Callable[[Mutation], None] | None,
    moves: list[Move],
    *,
    lost: bool,
) -> tuple[Pattern, ...] | None:
    """Save that a game was played; after a lost one learn, and return the patterns of the file."""
    with storing(path), locked(path, wait=wait) as file:
        knowledge = load_locked(file, str(path))
        known = replace(knowledge, games=knowledge.games + 1, losses=knowledge.losses + lost)
        if lost:
            trainer = Trainer(knowledge.patterns, Setting(method=method), on_change)
            trainer.learn(moves)
            known = known.with_patterns(trainer.player.patterns)
        save(file, known)
        return known.patterns if lost else None


class _Game:
    """A game of two players, who are told what is wrong and who has won."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.moves: list[int] = []
        self.code = YES

    def position(self) -> Position:
        return position_of_moves(self.moves, self.first)

    def begin(self) -> str:
        """Return what is said before the first line is read, if anything."""
        return ""

    def put(self, field: int) -> str:
        """Play a field and return the answer; raises PositionError."""
        position_of_moves([*self.moves, field], self.first)
        self.moves.append(field)
        position = self.position()
        return COLORS[position.to_move] if position.status == "open" else position.status

    def undo(self) -> str:
        """Take back a move, and return the answer."""
        if not self.moves:
            raise PositionError("there is nothing to undo")
        return f"undone {field_name(self.moves.pop())}"

    def new(self) -> str:
        """Begin a new game."""
        self.moves = []
        return "new"


class _ComputerGame(_Game):
    """A game of a player, who is blue, against the computer."""

    def __init__(
        self,
        first: int,
        knowledge: Knowledge,
        setting: Setting,
        keep: Callable[..., tuple[Pattern, ...] | None] | None,
    ) -> None:
        super().__init__(first)
        self._setting = setting
        self._keep = keep
        self._reasons: dict[int, Reason | None] = {}
        self._know(knowledge.patterns)
        self._games = 0
        self._kept: list[list[int]] = []

    def _know(self, patterns: tuple[Pattern, ...]) -> None:
        self._match = Match(Player(patterns), near=self._setting.near, seed=self._setting.seed)

    def begin(self) -> str:
        return self._answer() if self.first == RED else ""

    def _answer(self) -> str:
        """Let the computer move and return its field, and the result if the game is over."""
        table = self._match.table
        table.set_board(self.position().board)
        table.start_chance(self._games * 81 + len(self.moves))
        field = table.choose(RED)
        self._reasons[len(self.moves)] = self._match.red.reason(table.reason())
        self.moves.append(field)
        status = self.position().status
        return field_name(field) + ("" if status == "open" else f" {status}")

    def put(self, field: int) -> str:
        super().put(field)
        status = self.position().status
        said = self._answer() if status == "open" else status
        self._end()
        return said

    def _end(self) -> None:
        """Save what a game that is over teaches, each end of a game once, whatever is undone."""
        status = self.position().status
        if status == "open" or not self._keep or self.moves in self._kept:
            return
        self._kept.append(self.moves.copy())
        try:
            patterns = self._keep(self._game(), lost=status == "blue-won")
        except click.ClickException as error:
            error.show()
            self.code = BAD
        else:
            if patterns is not None:
                self._know(patterns)

    def _game(self) -> list[Move]:
        """Return the moves with the reasons of the computer's."""
        colours = [
            self.first if at % 2 == 0 else RED + BLUE - self.first for at in range(len(self.moves))
        ]
        return [
            Move(field, colour, self._reasons.get(at) if colour == RED else None)
            for at, (field, colour) in enumerate(zip(self.moves, colours, strict=True))
        ]

    def undo(self) -> str:
        """Take back the player's last move and what the computer answered."""
        own = [at for at, move in enumerate(self._game()) if move.colour == BLUE]
        if not own:
            raise PositionError("there is nothing to undo")
        undone = self.moves[own[-1] :]
        self.moves = self.moves[: own[-1]]
        return "undone " + " ".join(map(field_name, undone))

    def new(self) -> str:
        self.moves = []
        self._games += 1
        self._kept = []
        return self.begin() or "new"


def _talk(game: _Game) -> int:
    """Answer the lines of standard input one by one."""
    said = game.begin()
    if said:
        say(said)
    for line in sys.stdin.buffer:
        word = line[:100].decode(errors="replace").strip().lower()
        if word == "quit":
            break
        try:
            answer = _said(game, word)
        except (ValueError, PositionError) as error:
            answer = f"error {error}"
        say(answer)
    return game.code


def _said(game: _Game, word: str) -> str:
    """Return the answer to a line."""
    if word == "undo":
        return game.undo()
    if word == "new":
        return game.new()
    if word == "board":
        return "".join("0RB"[value] for value in game.position().board)
    if len(word) != 2:
        raise ValueError("expected a field (a1 to i9), undo, new, board or quit")
    return game.put(loads(word).moves[0])
