"""Metadata of a game from its file, for the commands that process collections."""

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
    """Return the name of the player of `color`, or None if the game's info does not contain it."""
    return dict(game.info).get(renju.constants.COLORS[color])


def player_name(game: renju.Game, color: int) -> str:
    """Return the word for a color, followed by the player's name if the name is known."""
    name = player_of(game, color)
    return f"{color_word(color)} ({name})" if name else color_word(color)


def opening_word(game: renju.Game) -> str | None:
    """Return the name of the opening, derived from its moves or else from the file; None if unknown."""
    opening = renju.opening_of(game)
    return opening.name if opening else dict(game.info).get("opening")


def year_of(game: renju.Game) -> str | None:
    """Return the year in which a game was played, or None if the file does not give it."""
    match = re.search(_YEAR, dict(game.info).get("date", ""))
    return match[0] if match else None


def library(files: list[bytes]) -> bytes:
    """Merge several libraries into one.

    Raises:
        click.ClickException: the merged library is too large.
        FormatError: one of the libraries is damaged.
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
