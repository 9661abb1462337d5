"""`zet renju play`: one game, kept in a file."""

from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click

from zet.cli import options
from zet.cli.batch import Batch, Record
from zet.cli.command import Found, batch_options
from zet.cli.play import Choose, Person, Turn, course, keep_in, tell
from zet.cli.renju.knowledge import knowledge_option, order_option, program_of, refuse, rules_option
from zet.cli.renju.options import GameReading, rule_option
from zet.cli.words import _, said
from zet.engines import noire, renju
from zet.engines.renju.model import Game, GameOverError, PositionError, name
from zet.engines.renju.openings import OPENINGS, Opening, opening_of
from zet.engines.renju.referee import judge
from zet.formats.errors import FormatError
from zet.formats.renju import FORMATS
from zet.formats.renju.json_lines import as_dict
from zet.formats.renju.moves import moves_in
from zet.formats.renju.picture import as_text

PLAYERS = ("best", "noire", "person")
SUFFIXES = {".sgf": "sgf", ".lib": "lib", ".psq": "psq", ".rec": "rec", ".xml": "rif", ".txt": "moves"}


def _opening(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Opening | None:
    """Return the opening pattern of a code or a name."""
    for opening in OPENINGS:
        if value and value.lower() in (opening.code.lower(), opening.name.lower()):
            return opening
    if value:
        reason = _("{text!r} is no opening pattern; `zet renju openings --list` has all")
        raise click.BadParameter(reason.format(text=value))
    return None


def _player_option(color: str) -> options.Option:
    return click.option(
        f"--{color}", type=click.Choice(PLAYERS), default="best", show_default=True,
        help=f"Who plays {color}: the best that zet can do, the program NOIRE, or a person.",
    )  # fmt: skip


@click.command()
@batch_options("text", "moves", "json", files=False, spread=False)
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
@options.limits("move", "trying this many moves")
@knowledge_option
@rules_option
@order_option
def play(
    batch: Batch,
    path: Path | None,
    black: str,
    white: str,
    opening: Opening | None,
    rule: str,
    knowledge: int,
    rule_bases: tuple[str, ...],
    order: "noire.Order | None",
    **search: Any,
) -> int:
    """Play a game, and keep it in FILE after every move.

    The file's name tells its format (.sgf, .lib, .psq, .rec, .xml for RIF, .txt for a move list, else
    JSON). If it is there already its game goes on. A person types moves, one on each line; undo
    takes back the last one and the answer to it; the end of the input leaves the game.

    --format moves: the moves of zet alone, one on each line, which is how a person's game is written if
    not said otherwise.
    """
    players = (black, white)
    if opening and path and path.exists():
        raise click.UsageError(_("{path} goes on; --opening is for a new game").format(path=path))
    choosers: dict[str, Person[Game] | Choose[Game]] = {
        "person": Person(_after),
        "best": lambda game: game.then([renju.best_move(game, rule, **search).move]),
    }
    if "noire" in players:
        program = program_of(rule_bases, rule, order)
        choosers["noire"] = partial(_noire, program, search | {"rule": rule, "level": knowledge})
    else:
        reason = _("--knowledge, --rules and --order are for the player noire")
        refuse(reason, "knowledge", "rule_bases", "order")
    game = _game_of(path) if path and path.exists() else Game(moves=opening.moves if opening else ())

    def side(game: Game) -> int | None:
        return game.side if judge(game, rule).status == "legal" else None

    turns = course(game, {color: choosers[who] for color, who in enumerate(players)}, side)
    keep = partial(_keep, path) if path else None
    usual = "moves" if players.count("person") == 1 else None
    return tell(batch, turns, partial(_turn, players=players, rule=rule), usual=usual, keep=keep)


def _game_of(path: Path) -> Game:
    """Return the game of a file.

    Raises:
        click.ClickException: it cannot be read; or it holds more than one game or line of play, which
            would be lost when the game is kept there.
    """
    records = Batch(files=(str(path),)).records(GameReading(FORMATS, "game", all_lines=True))
    first, *others = (record.value for record in islice(records, 2))
    if isinstance(first, FormatError):
        raise click.ClickException(said(first))
    if others:
        reason = _("{path} holds more than one game, which would be lost")
        raise click.ClickException(reason.format(path=path))
    game: Game = first
    return game


def _noire(program: "noire.Program", search: dict[str, Any], game: Game) -> Game | None:
    """Return the game after NOIRE's move; None where it takes the game for over."""
    try:
        return game.then([noire.best_move(game, program, **search).move])
    except GameOverError:
        return None


def _after(game: Game, text: str) -> Game | None:
    """Return the game after a line, which is a move, or None if that says nothing.

    Raises:
        ValueError: it is no move, or more than one.
    """
    moves = moves_in(text)
    if len(moves) > 1:
        raise PositionError(_("one move a line"))
    return game.then(moves) if moves else None


def _keep(path: Path, game: Game) -> None:
    """Write a game to its file, with the name of its opening pattern."""
    if opening := opening_of(game):
        game = replace(game, info=tuple({**dict(game.info), "opening": opening.name}.items()))
    keep_in(path, FORMATS[SUFFIXES.get(path.suffix.lower(), "json")], game)


def _turn(record: Record, players: tuple[str, str], rule: str) -> Found:
    """Return what there is to say of a turn, or of the end."""
    turn: Turn[Game] = record.value
    game = turn.position
    if turn.what == "end":
        return _end(game, rule)
    opening = opening_of(game) if rule == "renju" else None
    words = f"{len(game.moves):3}. {name(game.moves[-1])}" if game.moves else _("an empty board")
    if opening and turn.what == "start":
        words += f"  {opening.name} ({opening.code})"
    if turn.what == "back":
        words = _("taken back: {move}").format(move=words.strip())
    board = as_text(game) if players[game.side] == "person" else ""
    is_answer = turn.what == "move" and not turn.typed
    return Found(
        turn.what,
        lambda: {"opening": opening.name if opening else None, **as_dict(game)},
        board=f"{words}\n{board}",
        own=lambda _: f"{name(game.moves[-1])}\n" if is_answer else "",
    )


def _end(game: Game, rule: str) -> Found:
    """Return what there is to say when a game is over, or was left."""
    verdict = judge(game, rule)
    status = "unfinished" if verdict.status == "legal" else verdict.status
    reason = said(verdict.reason)
    words = f"{status}: {reason}"
    keys = {"reason": reason, "move": verdict.move}
    return Found(status, keys, board=f"{words}\n", remark=words)
