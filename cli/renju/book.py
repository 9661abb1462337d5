"""`zet renju book`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zet.cli.book import book_options, make_book, printed
from zet.cli.command import Batch, Outcome, Record
from zet.cli.drawing import style_options
from zet.cli.options import number_option
from zet.cli.parameters import Command
from zet.cli.renju.options import GameReading, by_rule, game_rule_option, reading
from zet.cli.renju.words import color_word, level_word
from zet.cli.words import _
from zet.engines import renju
from zet.formats import renju as formats
from zet.formats.book import Entry, Layout

if TYPE_CHECKING:
    from zet.formats.svg import Style


@click.command(cls=Command)
@book_options("problem", style_options(files=True), solutions=6)
@reading
@game_rule_option
@number_option(
    "--nodes", default=renju.constants.NODES, help="Give up on a position after trying this many moves."
)
def book(batch: Batch, load: GameReading, layout: Layout, **options: Any) -> int:
    """Make a printable book of problems, with their levels, and the winning lines at the back.

    Each problem is the final position of a game, as `puzzle --format position` writes it. The name of the
    output ends in .pdf or .html; a PDF needs the extra zet[book]. A position without a forced win is
    reported and left out. A position in which a second move may also win is printed and reported.
    """
    return make_book(batch, load, layout, _entry, options)


@by_rule
def _entry(record: Record, *, style: Style, rule: str, nodes: int) -> Outcome:
    game: renju.Game = record.value
    problem = renju.puzzle.problem_at(game, len(game.moves), rule, nodes)
    if problem is None:
        status = renju.solve(game, rule=rule, nodes=nodes).status
        return Outcome(
            status, summary=_("no forced win") if status == "no-win" else _("no forced win found")
        )
    position = renju.Game.build(*game.stones(), game.side, size=game.size)
    line = problem.proof.line()
    label = _("{color} wins, {level}").format(
        color=color_word(game.side), level=level_word(problem.level)
    )
    board, solution = (formats.as_svg(shown, style=style) for shown in (position, position.then(line)))
    answer = " ".join(renju.model.names(line, game.size))
    is_only = renju.puzzle.is_unique(game, rule, problem, nodes)
    remark = "" if is_only else _("it is not proven that no other move wins")
    return printed(Entry(board, solution, label, _title(game), answer), remark)


def _title(game: renju.Game) -> str:
    """Return the title of a game from its file: its name, the players, the event."""
    info = dict(game.info)
    players = " – ".join(info[color] for color in renju.constants.COLORS if color in info)
    return ", ".join(filter(None, (info.get("name"), players, info.get("event"))))
