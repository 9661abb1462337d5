"""The command `zet renju puzzle`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import click

from zet.cli.command import Batch, Outcome, Record, Values, answer, batch_options, render_all
from zet.cli.options import flag, number_option
from zet.cli.parameters import Command
from zet.cli.renju.options import GameReading, by_rule, game_rule_option, reading, threats_option
from zet.cli.renju.words import color_word, level_word
from zet.cli.words import _
from zet.engines import renju
from zet.formats import renju as formats


@click.command(cls=Command)
@batch_options("text", "json", "position", answers="ProblemsFound ProblemKept")
@reading
@game_rule_option
@number_option(
    "--nodes",
    default=renju.constants.NODES,
    help="Give up on a position after trying this many moves.",
)
@threats_option
@flag(
    "--trim",
    help="Remove stones from each problem, as many as possible without adding a second winning move.",
)
@flag(
    "--unique",
    help="Keep only one of the problems that are rotations or reflections of each other, and write "
    "all problems at the end, easiest first.",
)
def puzzle(batch: Batch, load: GameReading, unique: bool, **search: Any) -> int:
    """Find problems in games: positions in which only one move wins by force.

    Each problem gets a grade, which depends on the length of the win and on the effort of the search. A
    problem with quiet moves may need --nodes of a few million. For a game without problems, text output
    is empty, and JSON output has an empty list.
    """
    function = _unique_problems if unique else _problems
    total = partial(_all, batch) if unique else None
    records = batch.records(load, later=True)
    return answer(
        batch, records, function, search, what=load.what, use=Values(total, list[UniqueProblem])
    )


class UniqueProblem(NamedTuple):
    """A problem to be written at the end of the run: sort key, canonical images, and output in each form.

    `shared` contains the canonical images of the position in the game and of the trimmed position;
    problems that share an image are duplicates.
    """

    order: tuple[int, int, int]
    shared: tuple[bytes, bytes]
    keys: dict[str, Any]
    text: str

    @property
    def found(self) -> Outcome:
        """The outcome of the problem, as text, as JSON or as a position."""
        return Outcome(
            "ok", self.keys, board=self.text, serialize=lambda _: self.text.rpartition(": ")[2]
        )


def _found(
    game: renju.Game, *, trim: bool, rule: str, nodes: int, **search: Any
) -> Iterator[tuple[renju.Problem, renju.Problem]]:
    """Yield each problem of a game, as it is in the game and, with `trim`, without unnecessary stones."""
    for whole in renju.problems_in(game, rule, nodes=nodes, **search):
        yield whole, renju.trimmed(whole, rule, nodes=nodes) if trim else whole


@by_rule
def _problems(record: Record, *, trim: bool, **search: Any) -> Outcome:
    found = [kept for _whole, kept in _found(record.value, trim=trim, **search)]
    return Outcome(
        "ok" if found else "none",
        lambda: formats.answers.problems_found(found),
        board=lambda **_: "".join(_line(record, one) for one in found),
        serialize=lambda _: "".join(formats.position.dumps(one.game.position()) for one in found),
    )


@by_rule
def _unique_problems(record: Record, *, trim: bool, **search: Any) -> Outcome:
    """Find the problems of a game, which are written at the end of the run."""
    problems = []
    for whole, one in _found(record.value, trim=trim, **search):
        order = (renju.puzzle.LEVELS.index(one.level), one.proof.length, one.effort)
        shared = (_shared(whole.game), _shared(one.game))
        keys = {**formats.answers.problem_kept(one, record.source, record.number)}
        problems.append(UniqueProblem(order, shared, keys, _line(record, one)))
    return Outcome("ok" if problems else "none", serialize=lambda _form: "", value=problems)


def _all(batch: Batch, found: list[list[UniqueProblem]]) -> str:
    """Return the output with one problem of each class of equal problems."""
    seen: set[bytes] = set()
    firsts = []
    for problems in found:
        for one in problems:
            if seen.isdisjoint(one.shared):
                firsts.append(one)
            seen.update(one.shared)
    firsts.sort(key=lambda one: one.order)
    return render_all(batch, (one.found for one in firsts))


def _shared(game: renju.Game) -> bytes:
    """Return the canonical image of a position, shared by all its rotations and reflections."""
    return renju.symmetry.key(game.position())


def _line(record: Record, problem: renju.Problem) -> str:
    words = _("after {n} moves: {level}, {color} wins in {length} by {threats}").format(
        n=problem.n_moves,
        level=level_word(problem.level),
        color=color_word(problem.game.side),
        length=problem.proof.length,
        threats={
            "fours": _("fours"),
            "fours,threes": _("fours,threes"),
            "fours,threes,quiet": _("fours,threes,quiet"),
        }[problem.threats],
    )
    game = _("game")
    return f"{record.name}, {game} {record.number}, {words}: {formats.position.dumps(problem.game)}"
