"""`zet renju play`: one game, kept in a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli import options, parameters
from zet.cli.command import Batch, Outcome, Record, batch_options
from zet.cli.options import refuse_beside, refuse_without
from zet.cli.parameters import Command, DeprecatedArgument, FilePath
from zet.cli.play import (
    Choose,
    HumanPlayer,
    Turn,
    initial_position,
    keep_in,
    play_turns,
    report_turns,
    save_option,
    the_only,
)
from zet.cli.renju import swap2
from zet.cli.renju.knowledge import (
    NOIRE,
    POSITIONAL,
    legality_option,
    level_option,
    order_option,
    positional_options,
    program_of,
    rules_option,
    settings_of,
)
from zet.cli.renju.learned import weights_of, weights_option
from zet.cli.renju.options import SUFFIXES, TREES, GameReading, board_option, game_rule_option
from zet.cli.words import _, translate
from zet.engines import noire, renju
from zet.formats import renju as formats
from zet.formats.renju import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = ("best", "noire", "person")


def _opening(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> renju.Opening | None:
    for opening in renju.openings.OPENINGS:
        if value and value.lower() in (opening.code.lower(), opening.name.lower()):
            return opening
    if value:
        reason = _("{text!r} is not an opening pattern; `zet renju openings --list` lists them")
        raise click.BadParameter(reason.format(text=value))
    return None


def _player_option(color: str) -> parameters.Option:
    words = f"Who plays {color}: the best that zet can do, the program NOIRE, or a person."
    return options.choice(f"--{color}", words=PLAYERS, default="best", help=words)


@click.command(cls=Command)
@batch_options("text", "moves", "json", files=False, spread=False)
@click.argument("path", cls=DeprecatedArgument, required=False, type=FilePath(dir_okay=False))
@_player_option("black")
@_player_option("white")
@click.option(
    "--opening",
    metavar="NAME",
    callback=_opening,
    help="Begin with this pattern, by its code or its name.",
)
@options.choice(
    "--opening-rule",
    words=["swap2"],
    help="The opening rule to begin by: --black puts three stones, and --white chooses the color.",
)
@board_option("The size of the board, 5x5 to 22x22, of a new game; else 15x15.")
@game_rule_option
@options.limits("move", "trying this many moves")
@weights_option()
@save_option
@level_option(default=7, most=renju.constants.N_CELLS)
@rules_option
@order_option
@legality_option
@positional_options
def play(
    batch: Batch,
    path: Path | None,
    save: Path | None,
    black: str,
    white: str,
    opening: renju.Opening | None,
    opening_rule: str | None,
    size: int | None,
    rule: str | None,
    weights: str | None,
    level: int,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    legality: str,
    **search: Any,
) -> int:
    """Play a game.

    A person types moves, one on each line; undo takes back the last one and the answer to it; the end of
    the input leaves the game. The name of --save FILE says its format: .sgf, .lib, .psq, .rec, .pos,
    .xml for RIF, .txt for a move list, else JSON.

    By swap2 the player of --black puts three stones, even in one line. That of --white makes the fourth
    move, as White, or says swap and is Black, or puts two more on one line; then the other one moves or
    swaps.

    With --legality rules the rules of level 0 in --rules say when the game is over, and who has won. The
    best player knows only the rules of renju, and does not play then.

    --format moves: only the moves of zet, one on each line, as a person's game is written without
    --format.
    """
    players = (black, white)
    save = save or path
    if size not in (None, renju.constants.SIDE):
        refuse_beside(_("a board of {size}x{size}").format(size=size), "opening")
    empty = renju.Game.build(moves=opening.moves if opening else (), size=size or renju.constants.SIDE)
    if opening_rule:
        refuse_beside("--opening-rule", "opening")
        empty = swap2.start(size or renju.constants.SIDE)
    load = GameReading(size=size)
    load.whole = True
    begun: Any = initial_position(batch, load, save, None, empty, "opening", "opening_rule")
    game: renju.Game = begun
    tree = None
    if save and isinstance(begun, formats.tree.Tree):
        game, tree = the_only(save, begun.games()), begun
    numbers = None if weights is None else weights_of(weights, rule)
    rule = rule or (numbers.rule if numbers else game.rule)
    numbers = numbers or formats.weights.learned(rule)
    if rule != game.rule:
        game = game.with_info({**dict(game.info), "rule": rule})
    limits = renju.player.Limits(seconds=search["seconds"], nodes=search["nodes"])
    if "best" not in players:
        refuse_without(_("the player {name}").format(name="best"), "weights")
    choosers: dict[str, HumanPlayer[renju.Game] | Choose[renju.Game]] = {
        "person": HumanPlayer(partial(swap2.typed, usual=_after)),
        "best": lambda game: game.then([renju.best_move(game, numbers, **limits).move]),
    }
    positional = {name: search.pop(name) for name in POSITIONAL}
    judged: Callable[[renju.Game], renju.Verdict] = partial(renju.judge, rule=rule)
    if "noire" in players or legality == "rules":
        program = program_of(rule_bases, rule, order)
        settings = {
            "rule": rule,
            "level": level,
            "legality": legality,
            "positional": settings_of(positional),
        }
        choosers["noire"] = partial(_noire, program, search | settings)
        if legality == "rules":
            refuse_beside(
                _("the player {name}").format(name="best"), *(["legality"] * ("best" in players))
            )
            judged = partial(noire.judge, program=program, rule=rule)
    if "noire" not in players:
        by_noire = ("level", *POSITIONAL) if legality == "rules" else (*NOIRE, *POSITIONAL)
        refuse_without(_("the player {name}").format(name="noire"), *by_noire)
    if players == ("person", "person"):
        refuse_without(_("an engine"), "nodes", "seconds")

    def side(game: renju.Game) -> int | None:
        return swap2.seat(game) if judged(game).status == "legal" else None

    seats = {number: _seated(choosers[who], numbers, limits) for number, who in enumerate(players)}
    turns = play_turns(game, seats, side)
    keep = partial(_keep, save, tree) if save else None
    usual = "moves" if players.count("person") == 1 else None
    return report_turns(
        batch, turns, partial(_turn, players=players, rule=rule, judged=judged), usual=usual, keep=keep
    )


def _seated(
    player: HumanPlayer[renju.Game] | Choose[renju.Game],
    weights: renju.weights.Weights,
    limits: renju.player.Limits,
) -> HumanPlayer[renju.Game] | Choose[renju.Game]:
    """Return a player who knows openings by swap2 as well."""
    if isinstance(player, HumanPlayer):
        return player
    return lambda game: swap2.played(game, weights, limits) if swap2.is_open(game) else player(game)


def _noire(program: noire.Program, search: dict[str, Any], game: renju.Game) -> renju.Game | None:
    """Return the game after NOIRE's move; None where it takes the game for over."""
    try:
        return game.then([noire.best_move(game, program, **search).move])
    except renju.GameOverError:
        return None


def _after(game: renju.Game, text: str) -> renju.Game | None:
    """Return the game after a line, which is a move, or None if that says nothing.

    Raises:
        ValueError: it is no move, or more than one.
    """
    moves = formats.moves.moves_in(text, game.size)
    if len(moves) > 1:
        raise renju.PositionError(_("one move on each line"))
    return game.then(moves) if moves else None


def _keep(path: Path, before: formats.tree.Tree | None, game: renju.Game) -> None:
    """Write a game to its file, with the name of its opening pattern.

    It goes on from the only line of a tree, and keeps the comments there.
    """
    from dataclasses import replace

    opening = renju.opening_of(game) if game.rule == "renju" else None
    if opening:
        game = game.with_info({**dict(game.info), "opening": opening.name})
    form = FORMATS[SUFFIXES.get(path.suffix.lower(), "json")]
    if before is None or form.name not in TREES:
        keep_in(path, form, game)
        return
    tree = formats.tree.tree_of(game)
    keep_in(path, form, replace(tree, comments=before.comments, labels=before.labels, marks=before.marks))


def _turn(
    record: Record, players: tuple[str, str], rule: str, judged: Callable[[renju.Game], renju.Verdict]
) -> Outcome:
    turn: Turn[renju.Game] = record.value
    game = turn.position
    if turn.what == "end":
        return _end(judged(game))
    opening = renju.opening_of(game) if rule == "renju" else None
    words = (
        f"{len(game.moves):3}. {renju.name(game.moves[-1], game.size)}"
        if game.moves
        else _("an empty board")
    )
    is_swap = turn.what == "move" and game.moves == turn.before.moves
    if is_swap:
        words = _("swapped")
    if opening and turn.what == "start":
        words += f"  {opening.name} ({opening.code})"
    if turn.what == "back":
        words = _("taken back: {move}").format(move=words.strip())
    board = formats.picture.as_text(game) if players[swap2.seat(game)] == "person" else ""
    is_answer = turn.what == "move" and not turn.typed
    return Outcome(
        turn.what,
        lambda: {"opening": opening.name if opening else None, **formats.json_lines.as_dict(game)},
        board=f"{words}\n{board}",
        serialize=lambda _: _answered(game, len(turn.before.moves)) if is_answer else "",
    )


def _answered(game: renju.Game, n_before: int) -> str:
    """Return the moves after so many, by line; or that the colors were swapped."""
    return (
        "".join(f"{move}\n" for move in renju.model.names(game.moves[n_before:], game.size)) or "swap\n"
    )


def _end(verdict: renju.Verdict) -> Outcome:
    status = "unfinished" if verdict.status == "legal" else verdict.status
    reason = translate(verdict.reason)
    words = f"{status}: {reason}"
    keys = {"reason": reason, "move": verdict.move}
    if ended := getattr(verdict, "rule", None):
        keys["rule"] = ended.name
    return Outcome(status, keys, board=f"{words}\n", note=words)
