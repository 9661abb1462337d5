"""Code shared by the renju commands: reading of games, and the options for rules and limits."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import click

from zet.cli import options, parameters
from zet.cli.batch import Batch
from zet.cli.command import Outcome, Record
from zet.cli.errors import Unreadable
from zet.cli.output import resolve
from zet.cli.words import _
from zet.engines import renju
from zet.engines.messages import Message
from zet.engines.sanitize import escape, one_line
from zet.formats import renju as formats
from zet.formats.errors import FormatError
from zet.formats.files import is_packed
from zet.formats.registry import Format, recognize
from zet.formats.renju import FORMATS, WITHOUT_SIZE

if TYPE_CHECKING:
    from pathlib import Path

WHAT = Message("game")
"""The word for a record in messages."""

TREES = ("lib", "sgf")
"""The formats that store trees of moves."""

SUFFIXES = {
    ".sgf": "sgf",
    ".lib": "lib",
    ".psq": "psq",
    ".rec": "rec",
    ".pos": "pos",
    ".xml": "rif",
    ".txt": "moves",
}
"""The format of a saved game by its file extension; JSON for any other extension."""


def saved_format(path: Path) -> Format[renju.Game]:
    """Return the format of a saved game, which is chosen by the extension of its file.

    Raises:
        click.ClickException: the extension is for compressed files; saved games are never compressed.
    """
    if is_packed(path):
        raise click.ClickException(
            _("{path}: games are saved without compression; choose a name without .gz").format(path=path)
        )
    return FORMATS[SUFFIXES.get(path.suffix.lower(), "json")]


class GameReading(options.Reading):
    """The reader of games, with the options that select games, lines of a tree and moves.

    With `whole`, a tree is yielded as one value, with all its lines; with `as_variations`, each line of a
    tree is a `Variation`. `wanted` lists the conditions of --select: pairs of a key of `Game.info` and a
    string that must occur in its value. The key "player" refers to the player of either color, "opening"
    also to the name derived from the moves, "year" to the year of the date, and "number" to the number of
    a game in its file, from 1. `size` is the number of points per side: it is assumed for files that
    state no size, and required of all others. `on_tree` is called with the source and each tree whose
    lines are read as games, except a RenLib library of which only the first line is read. If `excludes`
    returns true for the moves of a game, and no option selects games, the game may be skipped.
    """

    def __init__(
        self,
        from_format: str | None = None,
        *,
        tree_line: int = 1,
        all_lines: bool = False,
        n_moves: int | None = None,
        wanted: tuple[tuple[str, str], ...] = (),
        size: int | None = None,
    ) -> None:
        super().__init__(FORMATS, WHAT, from_format)
        self.line = tree_line
        self.all_lines = all_lines
        self.n_moves = n_moves
        self.wanted = wanted
        self.size = size
        self.whole = self.as_variations = False
        self.excludes: Callable[[list[int]], bool] | None = None
        self.on_tree: Callable[[str, formats.tree.Tree], None] | None = None

    @property
    def selects_one(self) -> bool:
        """Whether `--select number=N` selects a single game of a file."""
        return any(key == "number" for key, _number in self.wanted)

    def __call__(self, stream: io.BufferedReader, source: str, *, later: bool = False) -> Iterator[Any]:
        """Yield the games and errors of a stream, and None for a skipped game.

        A stream without games yields an error.
        """
        lines: dict[str, Any] = {"line": self.line, "all_lines": self.all_lines, "whole": self.whole}
        lines["as_variations"] = self.as_variations
        self.options = dict.fromkeys(TREES, lines)
        if self.line > 1:
            known = FORMATS.get(self.from_format or "")
            if not known:
                known, stream = recognize(stream, FORMATS)
            if known and known.name not in TREES:
                yield FormatError(
                    source,
                    None,
                    "line {line} does not exist: the format {name} has no variations",
                    line=self.line,
                    name=known.name,
                )
                return
        if self.on_tree:
            line_options = {**lines, "on_tree": partial(self.on_tree, source)}
            self.options |= {"sgf": line_options, "lib": line_options}
        if self.line == 1 and not self.all_lines:  # warn: the first line of a library is not a main line
            self.options["lib"] = {
                **lines,
                "on_tree": partial(_warn_of_lines, source, self.as_variations),
            }
        if self.size is not None:
            self.options |= {key: {"size": self.size} for key in WITHOUT_SIZE}
        if (
            not self.wanted and self.n_moves is None and self.size is None
        ):  # no selection: pass all games on
            if self.excludes and self.line == 1 and not self.whole:
                excludes = {"excludes": self.excludes}
                self.options |= {"moves": excludes, "sgf": {**self.options["sgf"], **excludes}}
            yield from super().__call__(stream, source, later=later)
            return
        found, n_left = False, 0
        for number, value in enumerate(super().__call__(stream, source), 1):
            if isinstance(value, FormatError):
                yield value
            elif (fault := self._fault(value, source)) is not None:
                yield fault
            elif not isinstance(value, renju.Game):
                yield value
            elif all(_has(value, number, *one) for one in self.wanted):
                yield value if self.n_moves is None else value.at(self.n_moves)
            else:
                n_left += 1
                yield None
                continue
            found = True
        if n_left and not found:
            wanted = ", ".join(map("=".join, self.wanted))
            yield FormatError(
                source, None, "none of the {n} games matches {wanted}", n=n_left, wanted=wanted
            )

    def _fault(self, value: renju.Game | formats.tree.Tree, source: str) -> FormatError | None:
        """Return the error for a game whose board size differs from --board; None if the sizes agree."""
        there = value.size if isinstance(value, renju.Game) else value.start.size
        if self.size is None or self.size == there:
            return None
        return FormatError(
            source,
            None,
            "the board is {there}x{there}, but --board is {size}x{size}",
            there=there,
            size=self.size,
        )


def _warn_of_lines(source: str, as_variations: bool, tree: formats.tree.Tree) -> None:
    """If a library has several lines, warn that only the first of them is read.

    `as_variations` is true if the other lines are read, but only as variations of the first line.
    """
    if (n_lines := tree.n_lines) > 1:
        words = _(
            "{source}: only the first of {n} lines of play is read; --select line=all reads them all"
        )
        if as_variations:
            words = _(
                "{source}: only the first of {n} lines of play is searched; --select line=all searches "
                "all"
            )
        click.echo(words.format(source=escape(source), n=n_lines), err=True)


def _has(game: renju.Game, number: int, key: str, text: str) -> bool:
    """Return whether the game `number` of a file matches one condition of --select."""
    from zet.cli.renju.games import opening_word, year_of

    info = dict(game.info)
    if key in ("number", "id", "year"):
        return text == (
            str(number) if key == "number" else info.get(key) if key == "id" else year_of(game)
        )
    found = [info.get(one, "") for one in (("black", "white") if key == "player" else (key,))]
    if key == "opening":
        found.append(opening_word(game) or "")
    return any(text.lower() in one.lower() for one in found)


def _pairs(
    _context: click.Context, _parameter: click.Parameter, items: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    for item in items:
        if "=" not in item:
            raise click.BadParameter(_("{text!r} does not have the form KEY=VALUE").format(text=item))
    return tuple((key, text) for key, _sign, text in (item.partition("=") for item in items))


def _size(rows: int, columns: int) -> int:
    if rows != columns:
        raise renju.PositionError("a {rows}x{columns} board is not square", rows=rows, columns=columns)
    renju.model.check_size(rows)
    return rows


def board_option(words: str) -> parameters.Option:
    """Return the decorator that adds --board; the command gets `size`, the points per side."""
    return options.board_option("size", _size, default=None, help=words)


reading = parameters.grouped_options(
    "load",
    GameReading,
    options.from_option("renju", FORMATS),
    board_option(
        "The size of the square board, 5x5 to 22x22, for files that do not state it; by default 15x15."
    ),
    parameters.keyed(
        "--select",
        "wanted",
        keys={
            "moves": options.number_option("--moves", "n_moves", least=0, help="The length of a game."),
            "line": parameters.conflicts_with(
                "--select line=all",
                options.number_option(
                    "--line", "tree_line", default=1, help="The number of a line of a tree."
                ),
            ),
            "line=all": options.flag("--all-lines", help="Every line of a tree."),
        },
        own=True,
        multiple=True,
        metavar="KEY=VALUE",
        callback=_pairs,
        help="Read only games that meet this condition; may be repeated, and all conditions must hold. "
        "For the keys id, year and number (1 is the first game of a file), the value in the game must "
        "equal VALUE; for player, black, white, opening, rule, event, result and any other key, it must "
        "contain VALUE. moves=N: read only the first N moves of each game; line=N or "
        "line=all: read the Nth line, or every line, of each tree of variations as a game.",
    ),
)


def read_games(files: Iterable[str], size: int | None = None) -> Iterator[renju.Game]:
    """Yield the games of files that a command needs in addition to its records; `size` is as in --board.

    Raises:
        Unreadable: a game cannot be read.
    """
    for record in Batch().records(GameReading(size=size), files):
        if isinstance(record.value, FormatError):
            raise Unreadable(record.value)
        yield record.value


def to_move_option(words: str) -> parameters.Option:
    """Return the decorator that adds --to-move, whose value is the number of a color."""
    return options.choice(
        "--to-move",
        "--side",
        "side",
        words=renju.constants.COLORS,
        callback=lambda _context, _parameter, color: (
            None if color is None else renju.constants.COLORS.index(color)
        ),
        help=words,
    )


limits = options.limits("position", "trying this many moves")


def threads_option(limit: str = "--nodes") -> parameters.Option:
    """Return the decorator that adds --threads, whose help calls the limit on moves `limit`."""
    return options.number_option(
        "--threads",
        most=renju.constants.MOST_THREADS,
        default=1,
        help=f"Search in N threads; {limit} limits only the first thread.",
    )


rule_option = options.choice(
    "--rule",
    words=renju.constants.RULES,
    default="renju",
    help="The rules: renju, or go-moku in which six or more in a row win (freestyle) or do not win "
    "(standard).",
)

game_rule_option = options.choice(
    "--rule",
    words=renju.constants.RULES,
    help="The rules: renju, or go-moku in which six or more in a row win (freestyle) or do not win "
    "(standard); by default the rules that the file states, otherwise renju.",
)


_GOMOKU = re.compile("go.?moku|caro|omok|free", re.IGNORECASE)
"""Matches names of rules of go-moku; any other unknown name is taken for an opening rule of renju."""


def by_rule(function: Callable[..., Outcome]) -> Callable[..., Outcome]:
    """Return a function whose `rule` defaults to the rule in the game's file, else to renju.

    If the file names a rule of go-moku that zet does not know, the summary mentions the unknown rule.
    """

    @wraps(function)
    def found(record: Record, *, rule: str | None = None, **search: Any) -> Outcome:
        game: renju.Game = record.value
        outcome = function(record, rule=rule or game.rule, **search)
        named = dict(game.info).get("rule", "")
        is_known = rule or named.lower() in renju.constants.RULES or not _GOMOKU.search(named)
        if is_known or outcome.summary is None:
            return outcome
        words = _("the rule {name!r} is unknown, so renju applies; --rule selects another")
        return outcome._replace(
            summary=lambda: f"{resolve(outcome.summary)}; {words.format(name=one_line(named))}"
        )

    return found


threats_option = options.choice(
    "--threats",
    words=["fours", "fours,threes", "fours,threes,quiet"],
    default="fours,threes",
    help="The threats that may force a win. fours: only fours; fours,threes: also threes, if fours "
    "alone do not win; fours,threes,quiet: also quiet moves, after which fours and threes would win if "
    "the opponent passed.",
)
