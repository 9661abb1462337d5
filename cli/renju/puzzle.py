"""The command `zet renju puzzle`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any, NamedTuple

import click

from zet.cli.command import Batch, Outcome, Record, Values, answer, batch_options, render_all
from zet.cli.options import flag, number_option
from zet.cli.parameters import Command
from zet.cli.renju.options import GameReading, by_rule, game_rule_option, reading, threats_option
from zet.cli.renju.words import color_word, level_word
from zet.cli.words import _, ngettext
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
    """Find problems in games: positions in which only one move wins.

    A win uses only the simplest threats that suffice, and all other moves are proven not to win by these
    threats. Each problem gets a level (easy, medium, hard, expert), which depends on the length of the
    win and on the effort of the search. A problem with quiet moves may need a --nodes limit of a few
    million. For a game without problems, text output is empty, and JSON output has an empty list. A
    message at the end counts, by reason, the positions that are not problems.

    JSON output names the game of each problem, and the players of that game; `zet renju book` prints
    these names.
    """
    function = _unique_problems if unique else _problems
    use = Values(partial(_total, batch, unique, search["threats"]), Found)
    records = batch.records(load, later=True)
    return answer(batch, records, function, search, what=load.what, use=use)


class UniqueProblem(NamedTuple):
    """A problem to be written at the end of the run: sort key, canonical images, and output in each form.

    `shared` contains the canonical images of the position in the game and of the position to be written;
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


class Found(NamedTuple):
    """The contribution of a game to the total.

    `reasons` counts the positions that were rejected for each reason ("" counts the problems), and
    `problems` lists the problems to be written at the end of the run.
    """

    reasons: dict[str, int]
    problems: list[UniqueProblem]


ALL_THREATS = "fours,threes,quiet"
"""The value of --threats with which the most problems are found."""

REASONS: dict[renju.puzzle.Reason, Callable[[], str]] = {
    "no-win": lambda: _("{n} without a win by these threats"),
    "over": lambda: _("{n} after the end of a game"),
    "five": lambda: _("{n} in which a five must be stopped"),
    "unknown": lambda: _("{n} undecided within the --nodes limit"),
    "later": lambda: _("{n} with a win that already existed at the previous turn"),
    "short": lambda: _("{n} with a win in fewer than {least} moves"),
    "several": lambda: _("{n} with a second winning move"),
    "undecided": lambda: _("{n} in which a second winning move is not excluded within the --nodes limit"),
}
"""The text for each reason why a position is not a problem."""


def _found(
    record: Record, *, trim: bool, rule: str, nodes: int, **search: Any
) -> tuple[dict[str, int], list[tuple[renju.Problem, renju.Problem]]]:
    """Return the number of positions rejected for each reason, and the problems in a game.

    The reason "" counts the problems. Each problem is a pair: the position in the game, and the problem
    to be written, which names the game and, with `trim`, has no unnecessary stones.
    """
    reasons = Counter[str]()
    problems = []
    info = _source(record, rule)
    if nodes != renju.constants.NODES:
        info["nodes"] = str(nodes)  # for `book`, which searches again
    for found in renju.puzzle.examined(record.value, rule, nodes=nodes, **search):
        if isinstance(found, renju.Problem):
            reasons[""] += 1
            one = renju.trimmed(found, rule, nodes=nodes) if trim else found
            problems.append((found, replace(one, game=one.game.with_info(info))))
        else:
            reasons[found] += 1
    return reasons, problems


def _source(record: Record, rule: str) -> dict[str, str]:
    """Return the info of the problems of a game: file, number, players, event, and rule if not renju."""
    info = dict(record.value.info)
    file = "" if record.source == "-" else PurePath(record.name).name
    place = f"{file} #{record.number}".strip()
    names = {"name": ", ".join(filter(None, (place, info.get("name"))))}
    names |= {key: info[key] for key in ("black", "white", "event", "date") if key in info}
    return names if rule == "renju" else {**names, "rule": rule}


@by_rule
def _problems(record: Record, **search: Any) -> Outcome:
    reasons, found = _found(record, **search)
    problems = [one for _whole, one in found]
    return Outcome(
        "ok" if found else "none",
        lambda: formats.answers.problems_found(problems),
        board=lambda **_: "".join(_line(record, one) for one in problems),
        serialize=lambda _: "".join(formats.position.dumps(one.game.position()) for one in problems),
        value=Found(reasons, []),
    )


@by_rule
def _unique_problems(record: Record, **search: Any) -> Outcome:
    """Find the problems of a game, which are written at the end of the run."""
    reasons, found = _found(record, **search)
    problems = []
    for whole, one in found:
        order = (renju.puzzle.LEVELS.index(one.level), one.proof.length, one.effort)
        shared = (_shared(whole.game), _shared(one.game))
        keys = {**formats.answers.problem_kept(one, record.source, record.number)}
        problems.append(UniqueProblem(order, shared, keys, _line(record, one)))
    value = Found(reasons, problems)
    return Outcome("ok" if problems else "none", serialize=lambda _form: "", value=value)


def _total(batch: Batch, unique: bool, threats: str, found: list[Found]) -> str:
    """Report why positions are not problems; with `unique`, return the output with all problems."""
    reasons = sum((Counter(one.reasons) for one in found), Counter[str]())
    n_problems = reasons.pop("", 0)
    firsts = list(_firsts(one for part in found for one in part.problems))
    if found and not batch.quiet:
        n_equal = n_problems - len(firsts) if unique else 0
        words = _summary(reasons, n_problems - n_equal, n_equal) + _advice(reasons, threats)
        click.echo(words + _without([not one.reasons.get("") for one in found]), err=True)
    return render_all(batch, (one.found for one in sorted(firsts, key=lambda one: one.order)))


def _summary(reasons: Counter[str], n_problems: int, n_equal: int) -> str:
    """Return a message: the number of problems, and the number of positions rejected for each reason."""
    n = reasons.total() + n_problems + n_equal
    words = ngettext("{n} problem in {positions}", "{n} problems in {positions}", n_problems)
    positions = ngettext("{n} position", "{n} positions", n).format(n=n)
    least = renju.constants.MIN_LENGTH
    parts = [text().format(n=reasons[key], least=least) for key, text in REASONS.items() if reasons[key]]
    if n_equal:
        parts.append(_("{n} equal to another problem").format(n=n_equal))
    return "; ".join([words.format(n=n_problems, positions=positions), *parts])


def _without(games: list[bool]) -> str:
    """Say how many games contain no problem; this number decides the exit code.

    `games` lists, for each game, whether it contains no problem. The result is "" for a single game.
    """
    if not any(games) or len(games) == 1:
        return ""
    total = ngettext("{n} game", "{n} games", len(games)).format(n=len(games))
    words = ngettext(
        "{n} of {total} contains no problem", "{n} of {total} contain no problem", sum(games)
    )
    return "; " + words.format(n=sum(games), total=total)


def _advice(reasons: Counter[str], threats: str) -> str:
    """Return the advice on options that may find more problems; "" if none can."""
    options = []
    if reasons["no-win"] and threats != ALL_THREATS:
        options.append(f"--threats {ALL_THREATS}")
    if reasons["unknown"] or reasons["undecided"]:
        options.append(_("a larger --nodes limit"))
    if not options:
        return ""
    words = _("{first} or {last}").format(first=options[0], last=options[-1])
    words = words if options[1:] else options[0]
    return "; " + _("more may be found with {options}").format(options=words)


def _firsts(problems: Iterable[UniqueProblem]) -> Iterator[UniqueProblem]:
    """Yield the first problem of each class of equal problems."""
    seen: set[bytes] = set()
    for one in problems:
        if seen.isdisjoint(one.shared):
            yield one
        seen.update(one.shared)


def _shared(game: renju.Game) -> bytes:
    """Return the canonical image of a position, shared by all its rotations and reflections."""
    return renju.symmetry.key(game.position())


def _line(record: Record, problem: renju.Problem) -> str:
    words = _("after {n} moves: {color} wins in {length} by {threats} ({level})").format(
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
