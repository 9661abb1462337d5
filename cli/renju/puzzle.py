"""`zet renju puzzle`."""

from typing import Any

from zet.cli.command import Found, Record, command
from zet.cli.options import number_option
from zet.cli.renju.options import reading, rule_option
from zet.cli.renju.words import color_word
from zet.cli.words import _
from zet.engines.renju.model import names
from zet.engines.renju.puzzle import MIN_LENGTH, Problem, problems_in
from zet.formats.renju.json_lines import as_dict
from zet.formats.renju.position import dumps as position_line


@command("text", "json", "position", reading=reading)
@rule_option
@number_option("--min-length", least=3, default=MIN_LENGTH, help="Wins of at least N moves of both.")
@number_option("--nodes", default=50_000, help="Give up on a position after trying this many moves.")
def puzzle(record: Record, **search: Any) -> Found:
    """Find problems in games: positions in which one move alone wins by force.

    They are graded by the length of the win and the effort of the search. A game without a problem gives
    no text, and an empty list in JSON.
    """
    found = list(problems_in(record.value, **search))
    return Found(
        "ok" if found else "none",
        lambda: {"problems": [_keys(one) for one in found]},
        board=lambda **_: "".join(_line(record, one) for one in found),
        own=lambda _: "".join(position_line(one.game) for one in found),
    )


def _line(record: Record, problem: Problem) -> str:
    words = _("after {n} moves: {level}, {color} wins in {length} by {threats}").format(
        n=problem.n_moves,
        level=_level_word(problem.level),
        color=color_word(problem.game.side),
        length=problem.proof.length,
        threats=_("fours") if problem.threats == "fours" else _("fours,threes"),
    )
    game = _("game")
    return f"{record.name}, {game} {record.number}, {words}: {position_line(problem.game)}"


def _level_word(level: str) -> str:
    words = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard"), "expert": _("expert")}
    return words[level]


def _keys(problem: Problem) -> dict[str, Any]:
    position = as_dict(problem.game)
    return {
        **{key: value for key, value in position.items() if key != "info"},
        "after": problem.n_moves,
        "line": names(problem.proof.line(), problem.game.size),
        "length": problem.proof.length,
        "threats": problem.threats,
        "level": problem.level,
        "effort": problem.effort,
    }
