"""`zet renju play`: one game, kept in a file."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import Any, cast

import click
from zet.cli.batch import Answer, Batch, Record, json_line
from zet.cli.command import batch_options
from zet.cli.options import is_given, limits
from zet.cli.output import write_file
from zet.cli.renju.knowledge import knowledge_option, program_of, refuse, rules_option
from zet.cli.renju.options import GameReading, rule_option
from zet.engines.messages import _
from zet.engines.noire.program import Program
from zet.engines.noire.solver import choose_move
from zet.engines.renju.judge import Verdict, judge
from zet.engines.renju.model import Game, PositionError, name
from zet.engines.renju.openings import OPENINGS, Opening, opening_of
from zet.engines.renju.play import GameOverError, best_move
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.lines import numbered_lines
from zet.formats.renju import FORMATS
from zet.formats.renju.json_lines import as_dict
from zet.formats.renju.moves import moves_in
from zet.formats.renju.picture import as_text

PLAYERS = ("best", "noire", "person")
SUFFIXES = {".sgf": "sgf", ".lib": "lib", ".psq": "psq", ".rec": "rec", ".xml": "rif", ".txt": "moves"}

Chooser = Callable[[Game], Game | None]
"""Returns the game that comes of a player's turn, shorter for moves taken back; None to leave it."""


def _opening(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Opening | None:
    """Return the opening pattern of a code or a name."""
    for opening in OPENINGS:
        if value and value.lower() in (opening.code.lower(), opening.name.lower()):
            return opening
    if value:
        reason = _("{text!r} is no opening pattern; `zet renju openings --list` has all")
        raise click.BadParameter(reason.format(text=value))
    return None


def _player_option(color: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    return click.option(
        f"--{color}", type=click.Choice(PLAYERS), default="best", show_default=True,
        help=f"Who plays {color}: the best that zet can do, the program NOIRE, or a person.",
    )  # fmt: skip


@click.command()
@batch_options("text", "moves", "json", files=False)
@click.argument("path", metavar="[FILE]", required=False, type=click.Path(dir_okay=False, path_type=Path))
@_player_option("black")
@_player_option("white")
@click.option(
    "--opening",
    metavar="NAME",
    callback=_opening,
    help="Begin with this pattern, by its code or its name.",
)
@rule_option
@limits("move", "trying this many moves")
@knowledge_option
@rules_option
def play(
    batch: Batch,
    path: Path | None,
    black: str,
    white: str,
    opening: Opening | None,
    rule: str,
    knowledge: int,
    rule_bases: tuple[str, ...],
    **search: Any,
) -> int:
    """Play a game, and keep it in FILE after every move.

    The file's name tells its format (.sgf, .lib, .psq, .rec, .xml for RIF, .txt for a move list, else
    JSON). If it is there already its game goes on. A person types moves, one on each line; undo
    takes back the last one and the answer to it; the end of the input leaves the game.

    --format moves: the moves of zet alone, one on each line, which is how a person's game is written if
    not said otherwise.
    """
    persons = (black, white).count("person")
    if persons == 1 and not is_given("format"):
        batch.format = "moves"
    if batch.jobs != 1 or batch.cluster:
        reason = _("one game is one process's work; leave out --jobs and --cluster")
        raise click.UsageError(reason)
    if opening and path and path.exists():
        raise click.UsageError(_("{path} goes on; --opening is for a new game").format(path=path))
    choosers: dict[str, Chooser] = {"person": _Person(), "best": partial(_best, rule, search)}
    if "noire" in (black, white):
        program = program_of(rule_bases, rule)
        choosers["noire"] = partial(_noire, program, search | {"rule": rule, "level": knowledge})
    else:
        refuse(_("--knowledge and --rules are for the player noire"), "knowledge", "rule_bases")
    game = _game_of(path) if path and path.exists() else Game(moves=opening.moves if opening else ())
    batch.quiet = True  # a progress bar would stand in the way of the game
    players = [choosers[who] for who in (black, white)]
    records = _course(game, players, rule, partial(_keep, path), batch.flush)
    return batch.run(records, partial(_answer, batch.format, (black, white), rule))


def _game_of(path: Path) -> Game:
    """Return the game of a file.

    Raises:
        click.ClickException: it cannot be read; or it holds more than one game or line of play, which
            would be lost when the game is kept there.
    """
    records = Batch(files=(str(path),)).records(GameReading(FORMATS, "game", all_lines=True))
    first, *others = (record.value for record in islice(records, 2))
    if isinstance(first, FormatError):
        raise click.ClickException(str(first))
    if others:
        reason = _("{path} holds more than one game, which would be lost")
        raise click.ClickException(reason.format(path=path))
    game: Game = first
    return game


def _best(rule: str, search: dict[str, Any], game: Game) -> Game:
    return game.then([best_move(game, rule, **search).move])


def _noire(program: Program, search: dict[str, Any], game: Game) -> Game | None:
    """Return the game after NOIRE's move; None where it takes the game for over."""
    try:
        return game.then([choose_move(game, program, **search).move])
    except GameOverError:
        return None


class _Person:
    """The moves that come on standard input; a person who plays both sides gives all of them."""

    def __init__(self) -> None:
        self._lines = numbered_lines(cast(BufferedReader, sys.stdin.buffer), "-")
        self._before: list[Game] = []

    def __call__(self, game: Game) -> Game | None:
        """Return the game after the next line that says something."""
        for number, text in self._lines:
            try:
                if isinstance(text, FormatError):
                    raise text
                after = self._after(game, text.partition("#")[0].strip())
            except FormatError as error:
                click.echo(str(error), err=True)
            except ValueError as error:
                click.echo(str(FormatError("-", number, str(error))), err=True)
            else:
                if after is not None:
                    return after
        return None

    def _after(self, game: Game, text: str) -> Game | None:
        if text.lower() == "undo":
            if not self._before:
                raise PositionError(_("there is no move of yours to take back"))
            return self._before.pop()
        moves = moves_in(text)
        if len(moves) > 1:
            raise PositionError(_("one move a line"))
        if not moves:
            return None
        after = game.then(moves)
        self._before.append(game)
        return after


def _course(
    game: Game,
    choosers: Sequence[Chooser],
    rule: str,
    keep: Callable[[Game], None],
    flush: Callable[[], None],
) -> Iterator[Record]:
    """Yield what happened and the game after it: start, move, back; and at the end how it stands."""
    number = 1
    keep(game)
    yield Record("-", number, ("start", game))
    verdict = judge(game, rule)
    while verdict.status == "legal":
        flush()
        after = choosers[game.side](game)
        if after is None:
            break
        number += 1
        what = "move" if len(after.moves) > len(game.moves) else "back"
        game, verdict = after, judge(after, rule)
        keep(game)
        yield Record("-", number, (what, game))
    yield Record("-", number + 1, verdict)


def _keep(path: Path | None, game: Game) -> None:
    """Write a game to its file, with the name of its opening pattern.

    Raises:
        click.ClickException: the file cannot be written, or its format cannot hold the game.
    """
    if path is None:
        return
    if opening := opening_of(game):
        game = replace(game, info=tuple({**dict(game.info), "opening": opening.name}.items()))
    form = FORMATS[SUFFIXES.get(path.suffix.lower(), "json")]
    try:
        text = form.dumps()(game)
    except UnwritableError as error:
        raise click.ClickException(str(error)) from None
    head, tail = (part.encode() for part in form.frame)
    write_file(path, head + (text if isinstance(text, bytes) else text.encode()) + tail)


def _answer(form: str, players: tuple[str, str], rule: str, record: Record) -> Answer:
    """Return what is told of a turn, or of the end."""
    if isinstance(record.value, Verdict):
        return _end(form, record, record.value)
    what, game = record.value
    opening = opening_of(game) if rule == "renju" else None
    if form == "json":
        keys = {"opening": opening.name if opening else None, **as_dict(game)}
        return Answer(what, json_line(record, what, **keys))
    if form == "moves":
        is_answer = what == "move" and players[1 - game.side] != "person"
        return Answer(what, f"{name(game.moves[-1])}\n" if is_answer else "")
    words = f"{len(game.moves):3}. {name(game.moves[-1])}" if game.moves else _("an empty board")
    if opening and what == "start":
        words += f"  {opening.name} ({opening.code})"
    if what == "back":
        words = _("taken back: {move}").format(move=words.strip())
    board = as_text(game) if players[game.side] == "person" else ""
    return Answer(what, f"{words}\n{board}")


def _end(form: str, record: Record, verdict: Verdict) -> Answer:
    status = "unfinished" if verdict.status == "legal" else verdict.status
    if form == "moves":
        return Answer(status, "", message=f"{status}: {verdict.reason}")
    if form == "json":
        return Answer(status, json_line(record, status, reason=verdict.reason, move=verdict.move))
    return Answer(status, f"{status}: {verdict.reason}\n")
