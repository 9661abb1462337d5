"""`zet renju rules play`: one game with NOIRE, saved to a file."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from zet.cli.command import Batch, batch_options
from zet.cli.options import choice, refuse_beside, refuse_without
from zet.cli.parameters import Command, Option
from zet.cli.renju.rules.options import POSITIONAL, play_options, positional_options, program_of
from zet.cli.renju.session import Session, Setup, no_turning_point, setup_options
from zet.cli.words import _, translate
from zet.engines import noire, renju


def _player_option(color: str) -> Option:
    words = (
        f"Who plays {color}. noire: the program NOIRE; best: zet's strongest player; person: a person at "
        "the keyboard."
    )
    return choice(f"--{color}", words=("noire", "best", "person"), default="noire", help=words)


@click.command(cls=Command)
@batch_options("text", "moves", "json", files=False, spread=False, answers="GameTurn GameEnded")
@_player_option("black")
@_player_option("white")
@setup_options
@play_options
@positional_options
def play(
    batch: Batch,
    black: str,
    white: str,
    setup: Setup,
    level: int,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    legality: str,
    positional: noire.Positional,
) -> int:
    """Play a game against NOIRE, the rule-based player, or let two programs play.

    Moves are typed and games are saved as in `zet renju play`.

    `--legality rules` lets the rules of level 0 in --rules decide when the game is over and who has won;
    the player `best`, which knows only the rules of renju, is then refused.
    """
    players = (black, white)
    session = Session(batch, setup, players)
    if "noire" in players or legality == "rules":
        try:
            noire.groups.check_board(session.game)
        except renju.PositionError as error:
            raise click.UsageError(translate(error)) from None
        program = program_of(rule_bases, session.rule, order)
        search = {
            "rule": session.rule,
            "level": level,
            "legality": legality,
            "positional": positional,
            "nodes": setup.nodes,
            "seconds": setup.seconds,
        }
        session.choosers["noire"] = partial(_after_move, program, search)
        if legality == "rules":
            refuse_beside(
                _("the player {name}").format(name="best"), *(["legality"] * ("best" in players))
            )
            session.judged = partial(noire.judge, program=program, rule=session.rule)
            session.turning = no_turning_point  # the analysis knows only the rules of renju and go-moku
    if "noire" not in players:
        of_noire = ("level", *POSITIONAL)
        of_rules = () if legality == "rules" else ("rule_bases", "order", "legality")
        refuse_without(_("the player {name}").format(name="noire"), *of_noire, *of_rules)
    return session.play()


def _after_move(program: noire.Program, search: dict[str, Any], game: renju.Game) -> renju.Game | None:
    """Return the game after NOIRE's move; None if the game is over by NOIRE's rules."""
    try:
        return game.then([noire.best_move(game, program, **search).move])
    except renju.GameOverError:
        return None
