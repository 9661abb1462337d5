"""`zet ttt play`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

import click

from zet.cli.command import Batch, Found, Record, batch_options
from zet.cli.options import (
    Choice,
    drawn_seed,
    flag,
    number_option,
    only_with,
    seconds_option,
    seed_option,
)
from zet.cli.play import Choose, Person, Turn, course, tell
from zet.cli.ttt.options import begins_option, board_option, empty, k_option
from zet.cli.words import _, said
from zet.engines import mnk
from zet.formats import ttt as formats


class _Game(NamedTuple):
    """A game, by its number: the position after the moves so far."""

    number: int
    position: mnk.Position
    moves: tuple[int, ...] = ()

    def then(self, move: int) -> _Game:
        """Return the game after a move."""
        return _Game(self.number, self.position.after(move), (*self.moves, move))


def _player_option(side: str, usual: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    players = Choice(
        ("person", "best", "original", "random"), older={"perfect": "best", "seed": "original"}
    )
    return click.option(f"--{side}", type=players, default=usual, help=f"Who plays {side.upper()}.")


@click.command()
@batch_options("text", "json", files=False, spread=False)
@_player_option("x", "best")
@_player_option("o", "person")
@begins_option
@board_option("3x3")
@k_option
@number_option("--games", default=1, help="Play N games.")
@seed_option("games")
@number_option(
    "--depth", most=9, default=mnk.choices.DEPTH, help="Look N moves ahead, as the player original."
)
@seconds_option(
    "--time",
    "seconds",
    default=5,
    help="Give up on a proof after this time; best then plays what looks good.",
)
@flag("--alternate", help="With --games: the other side begins every second game.")
@flag("--show", help="Draw the board after each move.")
def play(
    batch: Batch,
    x: str,
    o: str,
    first: mnk.model.Side,
    size: tuple[int, int],
    k: int,
    games: int,
    seed: int | None,
    depth: int,
    seconds: float,
    alternate: bool,
    show: bool,
) -> int:
    """Play games: engines against each other, or against a person or a program at standard input.

    A person types the number of a cell on a line; an engine's move is written likewise. undo takes back
    the last move and the answer to it. A move against the rules is refused on standard error, and the
    next line is the move. The last line says who has won. The end of the input leaves the game.
    """
    starts = [empty(size, k, side) for side in (first, mnk.model.OTHER[first])]
    if games == 1:
        only_with(_("--games N, from 2 on"), "alternate")
    if "original" in (x, o) and (*size, k) != (3, 3, 3):
        raise click.UsageError(_("the player original knows only 3 in a row on the board of 3x3"))
    for name, option in (("original", "depth"), ("best", "seconds")):
        if name not in (x, o):
            only_with(_("the player {name}").format(name=name), option)
    seed = drawn_seed(batch, seed)
    choices = {
        "best": mnk.perfect_player(seconds),
        "original": mnk.original_player(depth),
        "random": mnk.random_player,
    }
    person = Person(_after)

    def player(name: str, random: Random) -> Person[_Game] | Choose[_Game]:
        if name == "person":
            return person
        return lambda game: game.then(choices[name](game.position, random))

    def turns() -> Iterator[Turn[_Game]]:
        for number in range(1, games + 1):
            random = Random(f"{seed}:{number}")
            players = {"X": player(x, random), "O": player(o, random)}
            start = starts[(number - 1) % 2 if alternate else 0]
            game = course(_Game(number, start), players, _to_move)
            yield from (turn for turn in game if turn.what != "start")

    return tell(batch, turns(), partial(_turn, show=show), quiet="person" in (x, o))


def _to_move(game: _Game) -> mnk.model.Side | None:
    return None if game.position.is_over else game.position.to_move


def _after(game: _Game, text: str) -> _Game | None:
    """Return the game after a line, which is the number of a cell, or None if that says nothing.

    Raises:
        PositionError: it is no number of a free cell.
    """
    try:
        if text and not (text.isascii() and text.isdigit() and len(text) <= 4):
            raise mnk.PositionError(_("{text!r} is no number of a cell").format(text=text[:20]))
        return game.then(int(text)) if text else None
    except mnk.PositionError as error:
        reason = _("{reason}; {side} is still to move")
        reason = reason.format(reason=said(error), side=game.position.to_move)
        raise mnk.PositionError(reason) from None


def _turn(record: Record, *, show: bool) -> Found:
    turn: Turn[_Game] = record.value
    number, position, moves = turn.position
    keys = {"game": number, "board": formats.line.board_text(position)}
    if turn.what == "end":
        status = "over" if position.is_over else "unfinished"
        words = _("draw") if position.is_over else _("unfinished")
        if position.winner:
            words = _("{side} wins").format(side=position.winner)
        return Found(status, {**keys, "winner": position.winner, "moves": moves}, board=f"{words}\n")
    drawing = formats.picture.as_text(position) if show else ""
    if turn.what == "back":
        return Found("back", {**keys, "to_move": position.to_move}, board=drawing)
    text = "" if turn.typed else f"{moves[-1]}\n"
    return Found(
        "ok", {**keys, "side": mnk.model.OTHER[position.to_move], "move": moves[-1]}, board=text + drawing
    )
