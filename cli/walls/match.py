"""A series of games of `zet walls play`: each game is a record of a batch; a table shows the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from zet.cli.batch import Batch
from zet.cli.command import Outcome, Values, answer, render
from zet.cli.output import Record
from zet.cli.play import CODES
from zet.cli.walls.options import pairing
from zet.cli.words import _
from zet.engines import walls
from zet.engines.messages import Message
from zet.formats.walls import FORMATS, answers

if TYPE_CHECKING:
    from zet.formats.walls.contract import PairResults, PlayerResults

Players = tuple["walls.Player", "walls.Player"]


class Score(NamedTuple):
    """The result of a game: the first and second player, and the boxes of both."""

    first: str
    second: str
    boxes: tuple[int, int]


def play_games(
    batch: Batch,
    n_games: int,
    start: walls.Position,
    players: Players,
    seed: int,
    options: Mapping[str, Any],
    *,
    alternates: bool,
) -> int:
    """Play games, write them and the table of their results, and return the exit code.

    With `alternates` the players swap sides in every second game. The seed and the number of a game
    determine its random choices, whichever process plays it. `options` contains the options of the
    search.
    """
    records = (
        Record("-", number, players[::-1] if alternates and number % 2 == 0 else players)
        for number in range(1, n_games + 1)
    )
    asked = {"start": start, "seed": seed, **options}
    total = partial(_total, batch, players)
    return answer(
        batch, records, _played, asked, what=Message("game"), codes=CODES, use=Values(total, Score)
    )


def _played(record: Record, start: walls.Position, seed: int, **options: Any) -> Outcome:
    from random import Random

    first, second = record.value
    random = Random(f"{seed}:{record.number}")
    end = walls.play_out(start, {walls.model.FIRST: first, walls.model.SECOND: second}, random, **options)
    return Outcome(
        answers.end_status(end),
        partial(answers.game_played, first.name, second.name, end),
        pairing(first, second, end),
        serialize=lambda _: FORMATS["line"].dumps()(end),
        value=Score(first.name, second.name, end.score),
    )


def _total(batch: Batch, players: Players, scores: list[Score]) -> str | bytes:
    if not scores:
        return ""
    pairs = [_pair(names, scores) for names in dict.fromkeys((s.first, s.second) for s in scores)]
    first, second = players
    results = [_player(player.name, scores) for player in players] if first != second else []
    keys = answers.games_total(len(scores), pairs, results)
    tables = _table(pairs) + (_table(results) if results else "")
    record = Record("-", len(scores) + 1, None)
    return render(batch, record, Outcome("total", keys, board=tables))


def _pair(names: tuple[str, str], scores: list[Score]) -> PairResults:
    """Return the results of the games in which `names` are the first and the second player."""
    boxes = [score.boxes for score in scores if (score.first, score.second) == names]
    won, draws, lost = _ends(boxes)
    return {
        "first": names[0],
        "second": names[1],
        "games": len(boxes),
        "first_won": won,
        "draws": draws,
        "second_won": lost,
        "boxes": [sum(side) for side in zip(*boxes, strict=True)],
    }


def _player(name: str, scores: list[Score]) -> PlayerResults:
    """Return the results of a player in all games, as first and as second player."""
    boxes = [score.boxes for score in scores if score.first == name]
    boxes += [(second, first) for first, second in (one.boxes for one in scores if one.second == name)]
    won, draws, lost = _ends(boxes)
    return {
        "player": name,
        "games": len(boxes),
        "won": won,
        "draws": draws,
        "lost": lost,
        "boxes": [sum(side) for side in zip(*boxes, strict=True)],
    }


def _ends(boxes: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Return how many games the player whose boxes come first has won, drawn and lost."""
    return (
        sum(one > other for one, other in boxes),
        sum(one == other for one, other in boxes),
        sum(one < other for one, other in boxes),
    )


def _heads() -> dict[str, str]:
    return {
        "first": _("first"),
        "second": _("second"),
        "player": _("player"),
        "games": _("games"),
        "first_won": _("first won"),
        "second_won": _("second won"),
        "won": _("won"),
        "draws": _("draws"),
        "lost": _("lost"),
        "boxes": _("boxes"),
    }


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return results as a table, with the mean numbers of boxes per game."""
    heads = _heads()
    lines = [[heads[key] for key in rows[0]]]
    for row in rows:
        mean = [f"{count / row['games']:.2f}" for count in row["boxes"]]
        lines.append([*map(str, list(row.values())[:-1]), ":".join(mean)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    words = sum(isinstance(value, str) for value in rows[0].values())
    return "".join(
        "  ".join(
            text.ljust(width) if at < words else text.rjust(width)
            for at, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        + "\n"
        for line in lines
    )
