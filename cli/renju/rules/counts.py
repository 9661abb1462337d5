"""Counts of the matches of `find`, by game metadata, rule, player, or variables of the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from types import GenericAlias
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Outcome, Record, render
from zet.cli.renju.games import opening_word, player_of, year_of
from zet.cli.words import _, ngettext
from zet.engines import noire, renju
from zet.formats import blanche

if TYPE_CHECKING:
    from zet.cli.renju.rules.questions import Asked
    from zet.formats.blanche.contract import MatchesCounted

KEYS = ("rule", "color", "player", "opening", "year", "ending")
"""The keys by which matches can be counted, besides variables."""

OF_GAMES = KEYS[1:]
"""The keys that classify games or their sides; the matches in a class are also given as a share of its
games.
"""

Row = tuple[int | str | None, ...]


Tally = tuple[dict[Row, int], tuple[Row, ...]]
"""The contribution of a game to the counts: the number of matches for each combination of values of
the keys, and the combinations of values of the keys in OF_GAMES that apply to the game.
"""


def kind_of(keys: Sequence[str]) -> Any:
    """Return the type of a `Tally` for these keys, which is used to validate saved tallies."""
    value = str | int | None
    row = GenericAlias(tuple, (value,) * len(keys))
    group = GenericAlias(tuple, (value,) * sum(key in OF_GAMES for key in keys))
    return tuple[GenericAlias(dict, (row, int)), GenericAlias(tuple, (group, ...))]  # type: ignore[misc]


def keys_of(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> tuple[str, ...] | None:
    """Parse the keys of --count-by."""
    keys = tuple(text.split(",")) if text is not None else None
    for key in keys or ():
        if key not in KEYS and not is_variable(key):
            words = _("{key!r} is neither one of {keys} nor a variable of a rule")
            raise click.BadParameter(words.format(key=key, keys=", ".join(KEYS)))
        if (keys or ()).count(key) > 1:
            raise click.BadParameter(_("{option} is given twice").format(option=key))
    return keys


def is_variable(key: str) -> bool:
    """Return whether a key is a variable of rules; variables begin with a capital."""
    return key[:1].isupper()


def check_variables(asked: Asked, keys: Iterable[str]) -> None:
    """Refuse a variable that no rule of the query binds."""
    known = [name for number in asked.numbers for name in asked.finder.variables(number)]
    for key in keys:
        if key not in known:
            there = ", ".join(dict.fromkeys(known)) or "-"
            words = _("none of these rules has the variable {key}; their variables are: {known}")
            raise click.UsageError(words.format(key=key, known=there))


def tally(game: renju.Game, hits: Iterable[noire.finder.Hit], keys: Sequence[str], asked: Asked) -> Tally:
    """Return the contribution of a game to the counts."""
    of_game: dict[str, int | str | None] = {}
    if "opening" in keys:
        of_game["opening"] = opening_word(game)
    if "year" in keys:
        of_game["year"] = year_of(game)
    if "ending" in keys:
        ending = asked.finder.ending(game)
        of_game["ending"] = ending and ending[1]

    def told_of(color: int | None) -> dict[str, int | str | None]:
        if color is None:
            return {**of_game, "color": None, "player": None}
        return {**of_game, "color": renju.constants.COLORS[color], "player": player_of(game, color)}

    matches: Counter[Row] = Counter()
    for hit in hits:
        row = told_of(hit.color)
        row["rule"] = hit.match.rule.name
        for one in hit.match.bindings:
            row[one.variable] = one.value if one.kind == "number" else str(one)
        matches[tuple(row.get(key) for key in keys)] += 1
    colors = (None, 0, 1) if {"color", "player"}.intersection(keys) else (None,)
    groups = (tuple(told_of(color)[key] for key in keys if key in OF_GAMES) for color in colors)
    return matches, tuple(dict.fromkeys(groups))


def total(batch: Batch, keys: Sequence[str], asked: Asked, tallies: list[Tally]) -> str | bytes:
    """Return the output with the counts over all games.

    If `rule` is the only key, rules without a match are listed too.
    """
    matches: Counter[Row] = Counter()
    games: Counter[Row] = Counter()
    read: Counter[Row] = Counter()
    for found, groups in tallies:
        matches.update(found)
        games.update(found.keys())
        read.update(groups)
    if batch.n_excluded:
        of_others = tally(renju.Game(), (), keys, asked)[1]
        read.update(dict.fromkeys(of_others, batch.n_excluded))
    rows = sorted(matches, key=lambda row: (-matches[row], list(map(_in_order, row))))
    if tuple(keys) == ("rule",):
        names = ((asked.finder.program.rules[number].name,) for number in asked.numbers)
        rows += [row for row in dict.fromkeys(names) if row not in matches]

    def n_read(row: Row) -> int:
        return read[tuple(value for key, value in zip(keys, row, strict=True) if key in OF_GAMES)]

    def counts_of() -> MatchesCounted:
        return blanche.answers.counts(
            [
                {
                    **dict(zip(keys, row, strict=True)),
                    "matches": matches[row],
                    "games": games[row],
                    "of": n_read(row),
                    "share": round(games[row] / max(n_read(row), 1), 4),
                }
                for row in rows
            ]
        )

    def lines(**_keywords: object) -> str:
        return "".join(f"{_words(keys, row, matches[row], games[row], n_read(row))}\n" for row in rows)

    return render(batch, Record("total", 1, None), Outcome("total", counts_of, board=lines))


def _in_order(value: object) -> str:
    """Return a sort key for a value: numbers are sorted by size, other values by their text."""
    return f"{value:4}" if isinstance(value, int) else str(value)


def _words(keys: Sequence[str], row: Row, n_matches: int, n_games: int, n_read: int) -> str:
    values = ", ".join(_value_word(key, value) for key, value in zip(keys, row, strict=True))
    matches = ngettext("{n} match", "{n} matches", n_matches).format(n=n_matches)
    words = ngettext(
        "{what}: {matches} in {games} of {n} game ({share:.1%})",
        "{what}: {matches} in {games} of {n} games ({share:.1%})",
        n_read,
    )
    share = n_games / max(n_read, 1)
    return words.format(what=values, matches=matches, games=n_games, n=n_read, share=share)


def _value_word(key: str, value: object) -> str:
    if value is None:
        return _("unknown")
    if key in ("color", "ending"):
        return _(str(value))
    return f"{key} {value}" if is_variable(key) else str(value)
