"""What the commands on renju share: reading, rules."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click
from zet.cli.common import Reading, from_option
from zet.engines.messages import _, marked
from zet.engines.renju.model import RULES, Game
from zet.formats.registry import Format
from zet.formats.renju import FORMATS

_TREES = ("lib", "sgf")


@dataclass(frozen=True, slots=True)
class GameReading(Reading):
    """How a command reads games: which lines of a tree, up to which move, and which games at all.

    `whole` leaves trees with all their lines as they are. `wanted` holds pairs of a key of `Game.info`
    and a text that must occur in it; the key "player" is either color's.
    """

    line: int = 1
    all_lines: bool = False
    n_moves: int | None = None
    wanted: tuple[tuple[str, str], ...] = ()
    whole: bool = False

    def _values(self, form: Format | None, stream: io.BufferedReader, source: str) -> Iterator[Any]:
        if form is not None and form.name in _TREES:
            options = {"line": self.line, "all_lines": self.all_lines, "whole": self.whole}
            values: Iterator[Any] = form.load(stream, source, **options)
        else:
            values = Reading._values(self, form, stream, source)
        for value in values:
            if not isinstance(value, Game):
                yield value
            elif self._is_wanted(value):
                yield value if self.n_moves is None else value.at(self.n_moves)

    def _is_wanted(self, game: Game) -> bool:
        info = dict(game.info)
        for key, text in self.wanted:
            keys = ("black", "white") if key == "player" else (key,)
            if key == "id":
                if info.get(key, "") != text:
                    return False
            elif not any(text.lower() in info.get(one, "").lower() for one in keys):
                return False
        return True


def reading(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of commands that read games; the command gets their reader as `load`."""

    @wraps(command)
    def with_load(
        *,
        form: str | None,
        line: int,
        all_lines: bool,
        n_moves: int | None,
        wanted: tuple[str, ...],
        **values: Any,
    ) -> int:
        pairs = tuple((key, text) for key, _, text in (item.partition("=") for item in wanted))
        load = GameReading(FORMATS, marked("game"), form, line, all_lines, n_moves, pairs)
        return command(load=load, **values)

    function: Callable[..., int] = with_load
    for option in (
        click.option(
            "--select",
            "wanted",
            multiple=True,
            metavar="KEY=TEXT",
            callback=_checked,
            help="Only games with this text in their id, player, black, white, opening, rule, event, "
            "result, ...; several must all hold.",
        ),
        click.option(
            "--moves",
            "n_moves",
            type=click.IntRange(0),
            metavar="N",
            help="Stop each game after N moves.",
        ),
        click.option("--all-lines", is_flag=True, help="Take every line of a tree (SGF, RenLib)."),
        click.option(
            "--line",
            type=click.IntRange(1),
            default=1,
            show_default=True,
            metavar="N",
            help="Take the Nth line of a tree; 1 is the main line.",
        ),
        from_option(FORMATS),
    ):
        function = option(function)
    return function


def _checked(
    _context: click.Context, _parameter: click.Parameter, items: tuple[str, ...]
) -> tuple[str, ...]:
    for item in items:
        if "=" not in item:
            raise click.BadParameter(_("{text!r} is not of the form KEY=TEXT").format(text=item))
    return items


rule_option = click.option(
    "--rule",
    type=click.Choice(RULES),
    default="renju",
    show_default=True,
    help="Renju, or go-moku in which six or more win (freestyle) or do not (standard).",
)
