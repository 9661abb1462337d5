"""The command `zet renju book`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import click

from zet.cli.book import Front, book_options, left_out, make_book, printed
from zet.cli.command import Batch, Outcome, Record
from zet.cli.drawing import style_options
from zet.cli.options import number_option
from zet.cli.parameters import Command, is_given
from zet.cli.renju.options import GameReading, by_rule, game_rule_option, reading
from zet.cli.renju.words import color_word, level_word
from zet.cli.words import _, ngettext
from zet.engines import renju
from zet.formats import renju as formats
from zet.formats.book import Entry, Layout, Script

if TYPE_CHECKING:
    from zet.formats.svg import Style


EXAMPLE = "i7h8i8k8e9f10/j8f9g9h9g11 white"
"""The problem on the page with the rules."""

LONGEST = 1_000
"""A number above the length of any line; the sort key of a problem is level * LONGEST + length."""


MOST_DIGITS = 9
"""The maximum number of digits in the node limit that a file states."""

_REASONS: dict[renju.puzzle.NoWin, Callable[[], str]] = {
    "no-win": lambda: _("no win by these threats"),
    "unknown": lambda: _("undecided within --nodes {nodes}"),
    "over": lambda: _("the game is over"),
    "five": lambda: _("the opponent's five must be stopped first"),
}
"""Why a position is left out of the book."""


@click.command(cls=Command)
@book_options("problem", style_options(files=True), solutions=6)
@reading
@game_rule_option
@number_option(
    "--nodes",
    default=renju.constants.NODES,
    help="Give up on a position after trying this many moves; if the input states a limit, that limit "
    "replaces the default.",
)
def book(batch: Batch, load: GameReading, layout: Layout, **options: Any) -> int:
    """Make a book of problems from easy to hard: a cover, the rules, the problems, and the winning lines.

    The problems are the final positions of the games in FILES, such as the output of `zet renju puzzle
    --format json`, which states from which game each problem comes. -o book.pdf writes a PDF, which
    requires the Python extra zet[book]; -o book.html writes an HTML page on which the problems can also
    be solved. A position without a win by fours and threes is reported and left out. A position in which
    another move may also win is reported, but included.
    """
    options["nodes"] = options["nodes"] if is_given("nodes") else None
    front = partial(_front, options["rule"] or renju.constants.RULES[0])
    return make_book(batch, load, layout, _entry, options, front)


@by_rule
def _entry(record: Record, *, style: Style, rule: str, nodes: int | None) -> Outcome:
    game: renju.Game = record.value
    nodes = nodes or _nodes(game)
    problem = renju.puzzle.problem_at(game, len(game.moves), rule, nodes)
    if not isinstance(problem, renju.Problem):
        status = "none" if problem == "five" else problem
        return left_out(status, _REASONS[problem]().format(nodes=nodes))
    position = game.position()
    is_only = renju.puzzle.is_unique(game, rule, problem, nodes)
    remark = "" if is_only else _("another move may win too")
    return printed(_as_entry(position, problem, style, _title(game)), remark)


def _nodes(game: renju.Game) -> int:
    """Return the node limit with which `puzzle` found a problem (stated in the file), or the default."""
    text = dict(game.info).get("nodes", "")
    is_limit = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return (int(text) if is_limit else 0) or renju.constants.NODES


def _as_entry(position: renju.Game, problem: renju.puzzle.Problem, style: Style, title: str) -> Entry:
    line = problem.proof.line()
    level = level_word(problem.level)
    label = _("{color} wins ({level})").format(color=color_word(position.side), level=level)
    large = formats.picture.LARGE_COORDINATES
    board, solution = (
        formats.as_svg(shown, style=style, coordinates=large) for shown in (position, position.then(line))
    )
    answer = " ".join(renju.model.names(line, position.size))
    stones = [cell for cells in position.stones() for cell in cells]
    play = {"size": position.size, "stones": stones, "side": position.side, "line": line}
    rank = renju.puzzle.LEVELS.index(problem.level) * LONGEST + len(line)
    return Entry(board, solution, label, title, answer, level, rank, json.dumps(play))


def _front(rule: str, style: Style) -> Front:
    """Return the front matter of a book, with the example drawn in the given style."""
    position = formats.position.loads(EXAMPLE)
    problem = renju.puzzle.problem_at(position, 0, rule, renju.constants.NODES)
    if not isinstance(problem, renju.Problem):
        raise AssertionError(EXAMPLE)
    rules = [
        _("Black and White place stones on the points in turn. The first to make five in a row wins.")
    ]
    if rule == "renju":
        fouls = _(
            "Black may not make six or more in a row, nor two fours or two open threes with one move; "
            "White may."
        )
        rules.append(fouls)
    rules.append(_("In each problem one color wins by force: find its moves."))
    return Front(
        _("Renju problems") if rule == "renju" else _("Gomoku problems"),
        lambda n: ngettext("{n} problem", "{n} problems", n).format(n=n),
        rules,
        _as_entry(position, problem, style, "")._replace(play=""),
        _script,
    )


def _script(_entries: list[Entry]) -> Script:
    from zet.formats.page import part

    buttons = "".join(
        f'<button type="button" id="{name}">{escape(label)}</button>'
        for name, label in (("undo", _("take back")), ("hint", _("show the move")))
    )
    how = escape(_("Tap a point to play there."))
    said = f'<span id="said" role="status">{how}</span>'
    pad = f'<div id="pad" hidden><div class="bar">{buttons}{said}</div></div>'
    words = {
        "board": _("Board: arrows move, Enter plays, Backspace takes back."),
        "shown": _("This is the move."),
        "right": _("Correct; the best defense follows."),
        "wrong": _("This move is not the solution."),
        "solved": _("Solved!"),
    }
    return Script(part("zet.formats.renju", "problem.js"), "#said { align-self: center; }", pad, words)


def _title(game: renju.Game) -> str:
    """Return the title of a game from its file: its name, the players, the event."""
    info = dict(game.info)
    players = " – ".join(info[color] for color in renju.constants.COLORS if color in info)
    return ", ".join(filter(None, (info.get("name"), players, info.get("event"))))
