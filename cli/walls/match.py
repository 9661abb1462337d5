"""Many games of `zet walls play`: each as a record of a batch, and the table of their results."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from zet.cli.batch import Answer, Record, json_line
from zet.cli.common import heading
from zet.cli.walls.common import outcome, situation
from zet.engines.walls.model import FIRST, SECOND, Position
from zet.engines.walls.play import Player, play_out
from zet.formats.walls import FORMATS
from zet.formats.walls.notation import places


class Score(NamedTuple):
    """How a game has ended: who played first and second, and the boxes of both."""

    first: str
    second: str
    boxes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Match:
    """The games of a match; calling it plays one, whose number is the record's value.

    With `alternates` the players change sides in every second game. `options` are those of the search.
    """

    form: str
    start: Position
    players: tuple[Player, Player]
    alternates: bool
    seed: int
    options: Mapping[str, Any]

    def __call__(self, record: Record) -> Answer:
        """Play a game; the seed and its number decide its chances, wherever it is played."""
        from zet.engines.walls.search import search

        number: int = record.value
        first, second = self.players[::-1] if self.alternates and number % 2 == 0 else self.players
        random = Random(f"{self.seed}:{number}")
        players = {FIRST: first, SECOND: second}
        end = play_out(self.start, players, random, search, **self.options)
        status = outcome(end)
        value = Score(first.name, second.name, end.score)
        if self.form == "json":
            moves = None if end.moves is None else places(end.board, end.moves)
            keys = {"first": first.name, "second": second.name, "score": list(end.score), "moves": moves}
            return Answer(status, json_line(record, status, **keys), value=value)
        if self.form == "moves":
            return Answer(status, FORMATS["line"].dumps()(end), value=value)
        words = f"{first.name} against {second.name}: {situation(end)}"
        return Answer(status, heading(record, "game", words), value=value)

    def total(self, scores: list[Score]) -> str:
        """Return the table of the results, as the last output."""
        if self.form == "moves" or not scores:
            return ""
        pairs = [_pair(names, scores) for names in dict.fromkeys((s.first, s.second) for s in scores)]
        first, second = self.players
        players = [_player(player.name, scores) for player in self.players] if first != second else []
        if self.form == "json":
            record = Record("-", len(scores) + 1, None)
            return json_line(record, "total", games=len(scores), pairs=pairs, players=players)
        return _table(pairs) + (_table(players) if players else "")


def _pair(names: tuple[str, str], scores: list[Score]) -> dict[str, object]:
    """Return the results of the games in which these two played first and second."""
    boxes = [score.boxes for score in scores if (score.first, score.second) == names]
    return {
        "first": names[0],
        "second": names[1],
        "games": len(boxes),
        "first_won": sum(first > second for first, second in boxes),
        "draws": sum(first == second for first, second in boxes),
        "second_won": sum(first < second for first, second in boxes),
        "boxes": [sum(first for first, _ in boxes), sum(second for _, second in boxes)],
    }


def _player(name: str, scores: list[Score]) -> dict[str, object]:
    """Return the results of one player against the other, on whichever side."""
    boxes = [score.boxes for score in scores if score.first == name]
    boxes += [score.boxes[::-1] for score in scores if score.second == name]
    return {
        "player": name,
        "games": len(boxes),
        "won": sum(own > other for own, other in boxes),
        "draws": sum(own == other for own, other in boxes),
        "lost": sum(own < other for own, other in boxes),
        "boxes": [sum(own for own, _ in boxes), sum(other for _, other in boxes)],
    }


def _table(rows: list[dict[str, Any]]) -> str:
    """Return results as a table; boxes are the mean of a game."""
    lines = [[key.replace("_", " ") for key in rows[0]]]
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
