"""The command `zet tectonic hint`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing, drawn, picture_option
from zet.cli.options import choice, flag
from zet.cli.parameters import conflicts_with
from zet.cli.tectonic.mistakes import UNDECIDED, mistake_words, trust_option
from zet.cli.tectonic.options import MAX_SOLVING, kept, limit_words, limits, notes_reading
from zet.cli.tectonic.steps import sentence, step_picture, strategies_option
from zet.cli.words import translate
from zet.engines import tectonic
from zet.engines.messages import Message
from zet.formats.tectonic import answers

if TYPE_CHECKING:
    from zet.formats.tectonic.contract import HintStatus

LEVELS = ("where", "technique", "step", "digit")
"""The levels of detail of a hint, in ascending order."""


@command("text", "json", reading=notes_reading, spread=False, answers="Hinted Drawn")
@limits
@strategies_option
@conflicts_with(
    ("--svg", "--png"),
    choice(
        "--tell",
        words=LEVELS,
        default="step",
        help="How much the text reveals; json has the whole step. where: the cells to look at; "
        "technique: also the name of the technique; step: the whole step; digit: also the next digit.",
    ),
)
@flag(
    "--next-digit",
    help="Give the steps up to the next digit, but only those on which this digit depends; if no digit "
    "follows, give the next step.",
)
@trust_option
@picture_option("the step", "puzzle")
@kept
def hint(
    record: Record,
    *,
    strategies: frozenset[int] = frozenset(tectonic.constants.LADDER),
    tell: str = "step",
    next_digit: bool = False,
    trust: bool = False,
    drawing: Drawing | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Outcome:
    """Give the next step in solving each puzzle.

    The step continues from the answers and notes in the file (notes in XML are read only with --notes).
    Answers and notes are first compared with the solution; if one of them is wrong, the hint points out
    this mistake. Bookkeeping, which strikes the digits of solved cells from other cells, is part of the
    step that needs it. If the solver finds that the puzzle has no solution, the status is `unsolvable`
    (exit code 1).
    """
    puzzle: tectonic.Puzzle = record.value
    judged = (
        tectonic.Judgment(puzzle, ()) if trust else tectonic.judge(puzzle, nodes=nodes, seconds=seconds)
    )
    if refusal := _refusal(puzzle, judged, nodes, seconds):
        return refusal
    domains = tectonic.explainer.starting_domains(judged.puzzle, use_notes=True)
    explainer = tectonic.explainer.Explainer(
        puzzle, strategies, domains, tectonic.explainer.Budget(nodes, seconds)
    )
    found: list[tectonic.hints.ExplainedStep] = []
    digit: list[tectonic.hints.ExplainedStep] = []
    try:
        if one := tectonic.hints.first(puzzle, domains, explainer.steps()):
            found = [one]
        status: HintStatus = "ok" if found else "solved" if explainer.board.is_complete else "stuck"
        if found and (next_digit or tell == "digit"):
            again = tectonic.explainer.Explainer(
                puzzle, strategies, domains, tectonic.explainer.Budget(nodes, seconds)
            )
            digit = tectonic.hints.to_next_digit(puzzle, domains, again.steps())
    except tectonic.board.ContradictionError:
        status = "unsolvable"
    except tectonic.explainer.LimitError as error:
        words = f"unknown: {limit_words(error.limit)}"
        return Outcome("unknown", answers.no_hint(puzzle, "unknown"), words)
    if status != "ok":
        return Outcome(status, answers.no_hint(puzzle, status), status)
    if next_digit:
        found = digit or found
    if drawing:
        return drawn(drawing.write(record, _picture(puzzle, domains, found)))
    hints = _hints(puzzle, domains, found, digit or found)[: LEVELS.index(tell) + 1]
    return Outcome(
        status,
        partial(answers.hint, puzzle, found, hints),
        translate(hints[-1]),
    )


def _refusal(
    puzzle: tectonic.Puzzle, judged: tectonic.Judgment, nodes: int | None, seconds: float | None
) -> Outcome | None:
    """Return the outcome for a puzzle with mistakes or without a solution; None for all other puzzles."""
    nothing = partial(answers.no_hint, puzzle)
    if judged.mistakes:
        words = "; ".join(mistake_words(puzzle, judged.mistakes))
        return Outcome("wrong", nothing("wrong", judged.mistakes), words)
    if not judged.is_known:
        return Outcome("unknown", nothing("unknown"), translate(UNDECIDED))
    limit = MAX_SOLVING if nodes is None else min(nodes, MAX_SOLVING)
    if tectonic.solve(puzzle, count=1, nodes=limit, seconds=seconds).status == "unsolvable":
        return Outcome("unsolvable", nothing("unsolvable"), "unsolvable")
    return None


def _picture(
    puzzle: tectonic.Puzzle, domains: list[int], found: list[tectonic.hints.ExplainedStep]
) -> bytes:
    """Return the picture of the last step, with the digits struck by the earlier steps."""
    board = tectonic.board.Board(puzzle, domains)
    for one in found:
        for step in (*one.folded, *([one.step] if one is not found[-1] else [])):
            board.apply(step.deduction)
    return step_picture(board, found[-1], translate(found[-1].name))


def _hints(
    puzzle: tectonic.Puzzle,
    domains: list[int],
    found: list[tectonic.hints.ExplainedStep],
    digit: list[tectonic.hints.ExplainedStep],
) -> list[Message]:
    """Return the hint at each level of detail, in the order of LEVELS."""
    where = tectonic.hints.where_to_look(tectonic.board.Board(puzzle, domains), found[0])
    names = Message.joined(dict.fromkeys(one.name for one in found), ", ")
    solved = [
        Message("{cell} is {digit}", cell=f"R{row}C{column}", digit=digit)
        for row, column, digit in _solved(puzzle, digit[-1])
    ]
    follows = Message.joined([sentence(puzzle, one) for one in found], " ")
    hints = [Message("look at {where}", where=where)]
    hints.append(Message("look at {where}: {names}", where=where, names=names))
    hints.append(Message.joined([names, follows], ": "))
    if digit[-1].number == found[-1].number:
        hints.append(hints[-1])
    elif solved:
        cells = Message.joined(solved, ", ")
        hints.append(Message("{hint} The next digit: {cells}.", hint=hints[-1], cells=cells))
    else:
        hints.append(Message("{hint} No digit follows from this step.", hint=hints[-1]))
    return hints


def _solved(puzzle: tectonic.Puzzle, one: tectonic.hints.ExplainedStep) -> Any:
    return [(*puzzle.place(cell), digit) for cell, digit in one.step.solved]
