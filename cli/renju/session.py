"""A game of renju played over standard input and output, for both `play` commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from zet.cli import options, parameters
from zet.cli.command import Batch, Outcome, Record
from zet.cli.losses import report_losses
from zet.cli.options import refuse_beside, refuse_without
from zet.cli.parameters import DeprecatedArgument, FilePath, option
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
    taken_back,
    the_only,
)
from zet.cli.renju import swap2
from zet.cli.renju.learned import outlines_of, rule_of, weights_of, weights_option
from zet.cli.renju.options import TREES, GameReading, board_option, saved_format
from zet.cli.renju.words import color_word
from zet.cli.words import _, translate
from zet.engines import renju
from zet.formats import renju as formats

if TYPE_CHECKING:
    from pathlib import Path


TURNING_NODES = 1_000
"""The node limit of each search for the decisive move of a game. Finding this move took a median of 0.1 s
over 78 games, and at most 1.1 s.
"""


class Setup(NamedTuple):
    """The options of a game: its start, the limits of a search, and the file to save it in."""

    path: Path | None
    opening: renju.Opening | None
    opening_rule: str | None
    size: int | None
    rule: str | None
    nodes: int | None
    seconds: float | None
    weights: str | None
    save: Path | None


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


path_argument = click.argument(
    "path", cls=DeprecatedArgument, required=False, type=FilePath(dir_okay=False)
)
setup_options = parameters.grouped_options(
    "setup",
    Setup,
    path_argument,
    option(
        "--opening",
        metavar="NAME",
        callback=_opening,
        help="Start from the opening pattern with this code or name (`zet renju openings --list`).",
    ),
    options.choice(
        "--opening-rule",
        words=["swap2"],
        help="The opening rule; `zet help renju play` explains swap2.",
    ),
    board_option("The size of the square board for a new game, 5x5 to 22x22; by default 15x15."),
    options.choice(
        "--rule",
        words=renju.constants.RULES,
        help="The rules: renju, or go-moku in which six or more in a row win (freestyle) or do not win "
        "(standard); by default those of a given file, otherwise renju.",
    ),
    options.turn_limits("trying this many moves"),
    weights_option(),
    save_option,
)


class Session:
    """A game between two players, which starts from the setup or resumes the saved game.

    `choosers` maps the names of players to the players; `judged` returns the verdict on a game, and
    `turning` describes the move that decided the game. With a `level`, zet's player deliberately plays
    more weakly.

    Raises:
        click.ClickException: a file cannot be read, or conflicting options are given.
    """

    def __init__(
        self,
        batch: Batch,
        setup: Setup,
        players: tuple[str, str],
        level: int | None = None,
        threads: int = 1,
        outline: str | None = None,
    ) -> None:
        size = setup.size or renju.constants.SIDE
        if setup.size not in (None, renju.constants.SIDE):
            refuse_beside(_("a {size}x{size} board").format(size=size), "opening")
        opening = setup.opening
        empty = renju.Game.build(moves=opening.moves if opening else (), size=size)
        if setup.opening_rule:
            refuse_beside("--opening-rule", "opening")
            empty = swap2.start(size)
        self._batch = batch
        self._save = setup.save or setup.path
        if self._save:
            saved_format(self._save)  # fail before the first move
        self._players = players
        self._limits = renju.player.Limits(seconds=setup.seconds, nodes=setup.nodes)
        self._tree: formats.tree.Tree | None = None
        game = self._first_game(GameReading(size=setup.size), empty)
        weights = None if setup.weights is None else weights_of(setup.weights, setup.rule)
        known = setup.rule or (weights.rule if weights else None)
        outlines = outlines_of(outline)
        known = rule_of(outlines, known)
        self.rule = rule = known or game.rule
        self._weights = weights or formats.weights.learned(rule)
        if rule != game.rule:
            game = game.with_info({**dict(game.info), "rule": rule})
        self.game = game
        if "best" not in players:
            refuse_without(_("the player {name}").format(name="best"), "weights", "outline")
        search: dict[str, Any] = {"threads": threads, **self._limits}
        if outlines:
            search["memory"] = renju.player.Memory(outlines=outlines.move)
        choose: Any = partial(renju.best_move, weights=self._weights, **search)
        if level:
            from random import Random

            choose = partial(renju.levels.move_at, weights=self._weights, level=level, rng=Random())
            self._limits["nodes"] = renju.levels.LEVELS[level - 1].nodes
        self.judged: Callable[[renju.Game], renju.Verdict] = partial(renju.judge, rule=rule)
        self.turning: Callable[[renju.Game], str] = partial(_turning, rule=rule)
        self.choosers: dict[str, HumanPlayer[renju.Game] | Choose[renju.Game]] = {
            "person": HumanPlayer(partial(swap2.typed, usual=_after), "h8"),
            "best": partial(_chosen, choose),
        }

    def _first_game(self, load: GameReading, empty: renju.Game) -> renju.Game:
        load.whole = True
        begun: Any = initial_position(
            self._batch, load, self._save, None, empty, "opening", "opening_rule", fits=_began_so
        )
        if self._save and isinstance(begun, formats.tree.Tree):
            self._tree = begun
            begun = the_only(self._save, begun.games())
        game: renju.Game = begun
        return game

    def play(self) -> int:
        """Play the game and write each turn; return the exit code."""
        players = self._players
        if players == ("person", "person"):
            refuse_without(_("an engine"), "nodes", "seconds", "threads")

        def side(game: renju.Game) -> int | None:
            return swap2.seat(game) if self.judged(game).status == "legal" else None

        seats = {
            number: _seated(self.choosers[who], self._weights, self._limits)
            for number, who in enumerate(players)
        }
        if not swap2.is_open(self.game):
            sides = [color_word(color) for color in (0, 1) if players[color] == "person"]
            greet(sides, _("{color} to move").format(color=color_word(self.game.side)))
        turns = play_turns(self.game, seats, side)
        lost: dict[str, None] = {}
        keep = partial(_save_game, self._save, self._tree, lost) if self._save else None
        usual = "moves" if players.count("person") == 1 else None
        turning = self.turning if "person" in players else no_turning_point
        outcome_of = partial(_turn, players=players, rule=self.rule, judged=self.judged, turning=turning)
        try:
            return report_turns(self._batch, turns, outcome_of, usual=usual, keep=keep)
        finally:
            if self._save:
                report_losses(self._save, saved_format(self._save).name, lost)


def _began_so(saved: renju.Game | formats.tree.Tree, empty: renju.Game) -> bool:
    """Return whether a saved game began like the new game `empty`.

    The two games must have the same opening, and both or neither must begin with swap2.
    """
    game = next(saved.games()) if isinstance(saved, formats.tree.Tree) else saved
    same_rule = (swap2.KEY in dict(game.info)) == (swap2.KEY in dict(empty.info))
    return same_rule and game.moves[: len(empty.moves)] == empty.moves


def _seated(
    player: HumanPlayer[renju.Game] | Choose[renju.Game],
    weights: renju.weights.Weights,
    limits: renju.player.Limits,
) -> HumanPlayer[renju.Game] | Choose[renju.Game]:
    """Return a player that also handles the decisions of a swap2 opening."""
    if isinstance(player, HumanPlayer):
        return player
    return lambda game: swap2.played(game, weights, limits) if swap2.is_open(game) else player(game)


def _chosen(choose: Callable[[renju.Game], renju.Choice], game: renju.Game) -> renju.Game:
    """Return an unfinished game after the engine's move, or after a pass if no legal move is left."""
    try:
        return game.then([choose(game).move])
    except renju.GameOverError:
        return game.then([renju.model.PASS])


def _after(game: renju.Game, text: str) -> renju.Game | None:
    """Return the game after the move on a line, or None if the line is blank.

    Raises:
        ValueError: the line is not a move, or has several moves.
    """
    moves = formats.moves.moves_in(text, game.size)
    if len(moves) > 1:
        raise renju.PositionError("expected one move per line")
    return game.then(moves) if moves else None


def _save_game(
    path: Path, before: formats.tree.Tree | None, lost: dict[str, None], game: renju.Game
) -> None:
    """Write a game to its file, with the name of its opening; add to `lost` any parts not stored.

    The game extends the single line of the tree `before`, whose comments are preserved.
    """
    from dataclasses import replace

    opening = renju.opening_of(game) if game.rule == "renju" else None
    if opening:
        game = game.with_info({**dict(game.info), "opening": opening.name})
    form = saved_format(path)
    kept: Any = game
    if before is not None and form.name in TREES:
        tree = formats.tree.tree_of(game)
        kept = replace(tree, comments=before.comments, labels=before.labels, marks=before.marks)
    lost |= dict.fromkeys(keep_in(path, form, kept))


def _turn(
    record: Record,
    players: tuple[str, str],
    rule: str,
    judged: Callable[[renju.Game], renju.Verdict],
    turning: Callable[[renju.Game], str],
) -> Outcome:
    turn: Turn[renju.Game] = record.value
    game = turn.position
    if turn.kind == "end":
        return _end(judged(game), partial(turning, game))
    opening = renju.opening_of(game) if rule == "renju" else None
    words = (
        f"{len(game.moves):3}. {renju.name(game.moves[-1], game.size)}"
        if game.moves
        else _("an empty board")
    )
    is_swap = turn.kind == "move" and game.moves == turn.before.moves
    if is_swap:
        words = _("swapped")
    if opening and turn.kind == "start":
        words += f"  {opening.name} ({opening.code})"
    if turn.kind == "back":
        undone = renju.model.names(turn.before.moves[len(game.moves) :], game.size)
        numbered = [f"{number}. {move}" for number, move in enumerate(undone, len(game.moves) + 1)]
        words = taken_back(numbered or [_("swapped")])
    board = formats.picture.as_text(game) if players[swap2.seat(game)] == "person" else ""
    is_answer = turn.kind == "move" and not turn.typed
    return Outcome(
        turn.kind,
        lambda: formats.answers.game_turn(turn.kind, game, opening),
        board=f"{words}\n{board}",
        serialize=lambda _: _answered(game, len(turn.before.moves)) if is_answer else "",
    )


def _answered(game: renju.Game, n_before: int) -> str:
    """Return the moves after the first `n_before`, one per line, or "swap" if no moves follow."""
    return (
        "".join(f"{move}\n" for move in renju.model.names(game.moves[n_before:], game.size)) or "swap\n"
    )


def _end(verdict: renju.Verdict, turning: Callable[[], str]) -> Outcome:
    keys = formats.answers.game_ended(verdict)

    @cache
    def words() -> str:
        turned = "" if verdict.status == "legal" else turning()
        return f"{keys['status']}: {translate(verdict.reason)}{turned}"

    return Outcome(keys["status"], keys, board=lambda **_screen: f"{words()}\n", note=words)


def no_turning_point(_game: renju.Game) -> str:
    """Return "", so that the decisive move of the game is not named."""
    return ""


def _turning(game: renju.Game, rule: str) -> str:
    """Return a semicolon and a description of the move that decided a game; "" without a winner."""
    turned = formats.report.turning(renju.analyze(game, rule, nodes=TURNING_NODES))
    return f"; {translate(turned)}" if turned else ""
