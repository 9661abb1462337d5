"""What the commands on renju share: reading, rules, limits."""

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from zet.cli import options
from zet.cli.batch import Batch
from zet.cli.errors import Unreadable
from zet.cli.words import _
from zet.engines.messages import Message
from zet.engines.renju.model import COLORS, RULES, Game
from zet.formats.errors import FormatError
from zet.formats.renju import FORMATS

TREES = ("lib", "sgf")
"""The formats of trees of moves."""


@dataclass(frozen=True, slots=True)
class GameReading(options.Reading):
    """How a command reads games: which lines of a tree, up to which move, and which games at all.

    `whole` leaves trees with all their lines as they are. `wanted` holds pairs of a key of `Game.info`
    and a text that must occur in it; the key "player" is either color's.
    """

    line: int = 1
    all_lines: bool = False
    n_moves: int | None = None
    wanted: tuple[tuple[str, str], ...] = ()
    whole: bool = False

    @property
    def options(self) -> Mapping[str, Mapping[str, object]]:
        """Options of readers, by the name of their format."""
        lines = {"line": self.line, "all_lines": self.all_lines, "whole": self.whole}
        return {"sgf": lines, "lib": lines}

    def __call__(self, stream: io.BufferedReader, source: str) -> Iterator[Any]:
        """Yield the games and errors of a stream; that there is none is an error."""
        found = False
        for value in options.Reading.__call__(self, stream, source):
            if not isinstance(value, Game):
                yield value
            elif self._is_wanted(value):
                yield value if self.n_moves is None else value.at(self.n_moves)
            else:
                continue
            found = True
        if not found:
            yield FormatError(source, None, "no {what} in it", what=self.what)

    def _is_wanted(self, game: Game) -> bool:
        info = dict(game.info) if self.wanted else {}
        for key, text in self.wanted:
            keys = ("black", "white") if key == "player" else (key,)
            if key == "id":
                if info.get(key, "") != text:
                    return False
            elif not any(text.lower() in info.get(one, "").lower() for one in keys):
                return False
        return True


def _pairs(
    _context: click.Context, _parameter: click.Parameter, items: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    for item in items:
        if "=" not in item:
            raise click.BadParameter(_("{text!r} is not of the form KEY=TEXT").format(text=item))
    return tuple((key, text) for key, _sign, text in (item.partition("=") for item in items))


reading = options.gathered(
    "load",
    partial(GameReading, FORMATS, Message("game")),
    options.from_option(FORMATS),
    options.number_option("--line", default=1, help="Take the Nth line of a tree; 1 is the main line."),
    options.flag("--all-lines", help="Take every line of a tree (SGF, RenLib)."),
    options.number_option("--moves", "n_moves", least=0, help="Stop each game after N moves."),
    click.option(
        "--select",
        "wanted",
        multiple=True,
        metavar="KEY=TEXT",
        callback=_pairs,
        help="Only games with this text in their id, player, black, white, opening, rule, event, "
        "result, ...; several must all hold.",
    ),
)


def read_games(files: Iterable[str]) -> Iterator[Game]:
    """Yield the games of files that a command needs beside its records.

    Raises:
        Unreadable: one cannot be read.
    """
    for record in Batch().records(GameReading(FORMATS, "game"), files):
        if isinstance(record.value, FormatError):
            raise Unreadable(record.value)
        yield record.value


def to_move_option(words: str) -> options.Option:
    """Return the decorator that adds --to-move, whose value is the number of a color."""
    return options.choice(
        "--to-move",
        "--side",
        "side",
        words=COLORS,
        callback=lambda _context, _parameter, color: None if color is None else COLORS.index(color),
        help=words,
    )


limits = options.limits("position", "trying this many moves")

rule_option = options.choice(
    "--rule",
    words=RULES,
    default="renju",
    help="Renju, or go-moku in which six or more win (freestyle) or do not (standard).",
)

threats_option = options.choice(
    "--threats",
    words=["fours", "fours,threes"],
    default="fours,threes",
    help="The threats to win by: fours alone, or fours first and then threes as well.",
)
