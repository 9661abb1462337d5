"""One game of `zet walls play`: what people type, and what is told of each turn."""

import sys
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from random import Random
from typing import Any, cast

import click
from zet.cli.batch import Answer, Batch, Record, json_line
from zet.cli.common import is_colored, write_file
from zet.cli.walls.common import outcome, situation
from zet.engines.walls.model import Position, WallsError
from zet.engines.walls.play import UNDO, Player, Turn, course
from zet.formats.errors import FormatError
from zet.formats.lines import numbered_lines
from zet.formats.walls import FORMATS
from zet.formats.walls.json_lines import as_dict
from zet.formats.walls.notation import PLAYERS, moves_text, places, play_moves
from zet.formats.walls.picture import as_text


class _Person:
    """The moves that come on standard input; wherever people play both sides, they share it."""

    def __init__(self) -> None:
        self._lines = numbered_lines(cast(BufferedReader, sys.stdin.buffer), "-")
        self._moves = 0

    def __call__(self, position: Position) -> int | None:
        """Return the fence of the next line that is a move, UNDO, or None where the input ends."""
        for number, text in self._lines:
            try:
                if isinstance(text, FormatError):
                    raise text
                choice = self._choice(position, text.partition("#")[0].strip())
            except FormatError as error:
                click.echo(str(error), err=True)
            except WallsError as error:
                click.echo(str(FormatError("-", number, str(error))), err=True)
            else:
                if choice is not None:
                    return choice
        return None

    def _choice(self, position: Position, text: str) -> int | None:
        """Return what a line says: None if that is nothing."""
        if text.lower() == "undo":
            if not self._moves:
                raise WallsError("there is no move of yours to take back")
            self._moves -= 1
            return UNDO
        after = play_moves(position, text)
        painted = [fence for fence in position.free if after.fences[fence]]
        if len(painted) > 1:
            raise WallsError("one move a line")
        self._moves += len(painted)
        return painted[0] if painted else None


class Game:
    """One game, told and saved while it goes on."""

    def __init__(
        self,
        batch: Batch,
        start: Position,
        players: dict[int, Player],
        random: Random,
        options: dict[str, Any],
        save: Path | None,
    ) -> None:
        from zet.engines.walls.search import search

        person = _Person()
        choosers = {
            side: person if player.is_person else player.chooser(random, search, **options)
            for side, player in players.items()
        }
        self._batch = batch
        self._save = save
        self._players = players
        self._persons = frozenset(side for side, player in players.items() if player.is_person)
        self._turns = course(start, choosers, self._persons)
        self._color = is_colored(batch)

    def records(self) -> Iterator[Record]:
        """Yield what happens, each as a record; at the end, the position."""
        for number, turn in enumerate(self._turns, 1):
            if self._save:
                write_file(self._save, FORMATS["save"].dumps()(turn.position).encode())
            yield Record("-", number, turn)
            self._batch.flush()  # nobody waits for a move that has been made
        yield Record("-", number + 1, turn.position)

    def answer(self, record: Record) -> Answer:
        """Return what is told of a turn, or of the end."""
        form = self._batch.format
        if isinstance(record.value, Position):
            return _end(form, self._color, record)
        turn: Turn = record.value
        status = "move" if turn.fence is not None else "start" if record.number == 1 else "back"
        tell = {"text": self._text, "moves": self._move, "json": self._json}[form]
        return Answer(status, tell(record, status, turn))

    def _move(self, record: Record, status: str, turn: Turn) -> str:  # noqa: ARG002
        if turn.fence is None or turn.player in self._persons:
            return ""
        return moves_text(turn.position.board, [turn.fence]) + "\n"

    def _json(self, record: Record, status: str, turn: Turn) -> str:
        position = turn.position
        if turn.fence is None:
            names = {PLAYERS[side]: player.name for side, player in self._players.items()}
            return json_line(record, status, **names, **as_dict(position))
        return json_line(
            record,
            status,
            number=position.board.n_fences - len(position.free),
            player=turn.player,
            move=list(position.board.fences[turn.fence]),
            taken=turn.taken,
            score=list(position.score),
            turn=position.turn,
        )

    def _text(self, record: Record, status: str, turn: Turn) -> str:  # noqa: ARG002
        position = turn.position
        if status == "start":
            first, second = (player.name for player in self._players.values())
            text = f"{first} against {second}: {situation(position)}\n"
        elif turn.fence is None:
            text = f"taken back: {situation(position)}\n"
        else:
            number = position.board.n_fences - len(position.free)
            move = moves_text(position.board, [turn.fence])
            score = "{}:{}".format(*position.score)
            taken = f"  takes {turn.taken}" if turn.taken else ""
            text = f"{number:4}  {PLAYERS[turn.player or 0]:6}  {move:7}  {score:>7}{taken}\n"
        if position.turn in self._persons and not position.is_over:
            text += as_text(position, color=self._color)
        return text


def _end(form: str, color: bool, record: Record) -> Answer:
    """Return what is told when a game is over, or was left."""
    position: Position = record.value
    status = outcome(position)
    words = situation(position) + ("" if position.is_over else "; unfinished")
    if form == "moves":
        return Answer(status, "", message=words)
    if form == "json":
        moves = None if position.moves is None else places(position.board, position.moves)
        return Answer(status, json_line(record, status, score=list(position.score), moves=moves))
    board = as_text(position, color=color) if position.is_over else ""
    return Answer(status, f"{words}\n{board}")
