"""What a game's file tells about it, for the commands that go through collections."""

from __future__ import annotations

import io
import re

import click

from zet.cli.renju.words import color_word
from zet.cli.words import translate
from zet.engines import renju
from zet.engines.errors import ReportedError
from zet.formats import renju as formats
from zet.formats.errors import FormatError

_YEAR = r"(?<!\d)(1[89]|20)\d\d(?!\d)"


def player_of(game: renju.Game, color: int) -> str | None:
    """Return the name of a color's player, None if the game has none."""
    return dict(game.info).get(renju.constants.COLORS[color])


def player_name(game: renju.Game, color: int) -> str:
    """Return the word for a color, with the name of its player if there is one."""
    name = player_of(game, color)
    return f"{color_word(color)} ({name})" if name else color_word(color)


def opening_word(game: renju.Game) -> str | None:
    """Return the name of the opening by its moves, else as the file gives it; None if there is none."""
    opening = renju.opening_of(game)
    return opening.name if opening else dict(game.info).get("opening")


def year_of(game: renju.Game) -> str | None:
    """Return the year in which a game was played, None if its file does not say."""
    match = re.search(_YEAR, dict(game.info).get("date", ""))
    return match[0] if match else None


def library(files: list[bytes]) -> bytes:
    """Return one library of the games of several.

    Raises:
        click.ClickException: together they are too large.
        FormatError: one of them is damaged.
    """
    from zet.formats.renju import lib

    trees = []
    for data in files:
        [tree] = lib.load(io.BytesIO(data), whole=True)
        if isinstance(tree, FormatError):
            raise tree
        trees.append(formats.tree.tree_of(tree))
    try:
        return lib.dumps(formats.tree.merge(trees)) if trees else b""
    except ReportedError as error:
        raise click.ClickException(translate(error)) from None
