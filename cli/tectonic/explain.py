"""The command `zet tectonic explain`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.drawing import Drawing
from zet.cli.options import flag, refuse_beside
from zet.cli.parameters import FilePath, conflicts_with, keyed, option, requires
from zet.cli.tectonic.mistakes import UNDECIDED, mistake_words, trust_option
from zet.cli.tectonic.options import LIMIT_WORDS, PuzzleReading, kept, limits, notes_reading
from zet.cli.tectonic.steps import sentence, step_picture, strategies_option
from zet.cli.words import _, ngettext, spoken, translate
from zet.engines import tectonic
from zet.formats import tectonic as formats

if TYPE_CHECKING:
    from pathlib import Path


def _prepare(
    batch: Batch,
    load: PuzzleReading,
    strategies: frozenset[int],
    original_method: bool,
    trust: bool,
    folder: Path | None,
    nodes: int | None,
    seconds: float | None,
) -> dict[str, Any]:
    method: Callable[[tectonic.Puzzle], tectonic.Explanation] = tectonic.explain_by_original
    held: Callable[[tectonic.Puzzle], tectonic.Judgment] = partial(tectonic.Judgment, mistakes=())
    if original_method:
        refuse_beside("--method original", "notes")
    else:
        method = partial(tectonic.explain, strategies=strategies, use_notes=load.notes)
        method = partial(method, nodes=nodes, seconds=seconds)
        if not trust:
            held = partial(tectonic.judge, nodes=nodes, seconds=seconds)
    drawing = Drawing.of(batch, folder)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    only = partial(tectonic.explainer.is_only_solution, nodes=nodes, seconds=seconds)
    return {
        "method": method,
        "held": held,
        "only": only,
        "drawing": drawing,
        "page_of": partial(_page, reduce=not original_method, nodes=nodes, seconds=seconds),
    }


@command("text", "json", reading=notes_reading, prepare=_prepare, answers="Explained")
@conflicts_with("--method original", limits, strategies_option)
@keyed(
    "--method",
    metavar="original",
    keys={"original": flag("--original-method", "--seed-method")},
    help="How to solve. original: with the steps and the limits of the original Tectonic program.",
)
@flag(
    "--brief",
    help="Merge bookkeeping steps, which strike the digits of solved cells from other cells, into the "
    "steps that need them.",
)
@requires("--notes", conflicts_with("--method original", trust_option))
@option(
    "--svg",
    "folder",
    type=FilePath(file_okay=False),
    metavar="PATH",
    help="Draw the steps into SVG files in this folder, which is created if necessary.",
)
@option(
    "--html",
    type=FilePath(),
    metavar="PATH",
    help="Write an HTML page with the steps into this file or, if PATH is a folder, a page per puzzle "
    "into the folder.",
)
@kept
def explain(
    record: Record,
    *,
    method: Callable[[tectonic.Puzzle], tectonic.Explanation] | None = None,
    held: Callable[[tectonic.Puzzle], tectonic.Judgment] | None = None,
    only: Callable[[tectonic.Puzzle, tectonic.Explanation], bool | None] | None = None,
    brief: bool = False,
    drawing: Drawing | None = None,
    pages: Drawing | None = None,
    page_of: Callable[[tectonic.Puzzle, tectonic.Explanation, list[str]], str] | None = None,
) -> Outcome:
    """Solve each puzzle step by step as a person would, with the reason for each step.

    Each step uses the easiest technique that makes progress. The techniques are 1 piece elimination, 2
    neighbor elimination, 3 hidden single, 4 diagonal pair, 5 orthogonal pair, 6 naked pair, 7 corner of
    three, 8 row of three, 9 guess, 10 exclusion, 11 naked subset, 12 hidden subset, 13 touching subset,
    14 contradiction and 15 contradiction by subsets. Wrong answers and notes are reported and ignored.
    """
    judged = (held or tectonic.judge)(puzzle := record.value)
    found = (method or tectonic.explain)(judged.puzzle)
    shown = list(tectonic.hints.explained_steps(puzzle, found.start, found.steps, brief=brief))
    if drawing:
        _draw_steps(drawing, record, found, shown)
    digits = formats.answers.solved_digits(found)

    def board(**screen: Any) -> str:
        lines = (
            f"{number:4}  {_heading(one)}: {translate(sentence(puzzle, one))}\n"
            for number, one in enumerate(shown, 1)
        )
        return "".join(lines) + formats.picture.as_text(puzzle, digits, **screen)

    unique = (only or tectonic.explainer.is_only_solution)(judged.puzzle, found)
    reason = found.reason or LIMIT_WORDS[found.limit]
    words = _counted(found, len(shown))
    remarks = [translate(reason)] if reason else []
    if unique is False:
        remarks.append(_("this is one of several solutions"))
    remarks += mistake_words(puzzle, judged.mistakes) if judged.is_known else [translate(UNDECIDED)]
    words = f"{words}: {'; '.join(remarks)}" if remarks else words
    file = ""
    if pages:
        page = (page_of or _page)(puzzle, found, remarks)
        file = str(pages.write(record, page.encode()))
        words = f"{words}; {file}"
    return Outcome(
        found.status,
        partial(
            formats.answers.explain,
            puzzle,
            found,
            shown,
            judged.mistakes,
            unique=unique,
            brief=brief,
            file=file,
        ),
        words,
        "" if pages else board,  # the page has the steps
    )


def _counted(found: tectonic.Explanation, shown: int) -> str:
    """Return the status and the number of steps as text; steps that are not shown are bookkeeping."""
    words = ngettext("{status} in {n} step", "{status} in {n} steps", len(found.steps))
    if merged := len(found.steps) - shown:
        words = _("{status} in {n} steps, {merged} of them bookkeeping")
    return words.format(status=found.status, n=len(found.steps), merged=merged)


def _page(
    puzzle: tectonic.Puzzle,
    found: tectonic.Explanation,
    remarks: list[str],
    *,
    reduce: bool = True,
    nodes: int | None = None,
    seconds: float | None = None,
) -> str:
    """Return the HTML page of an explanation; `reduce` omits steps that the solution does not need."""
    from zet.formats.tectonic.page import dumps

    n_steps = len(found.steps)
    if reduce:
        found = tectonic.essentials.essential(puzzle, found)
    steps = list(tectonic.hints.explained_steps(puzzle, found.start, found.steps))
    try:
        rating = tectonic.rate(puzzle, nodes=nodes, seconds=seconds)
    except tectonic.explainer.LimitError:
        rating = None
    level = [translate(rating.level)] if rating else []
    about = [*level, f"{puzzle.height} × {puzzle.width}", *remarks]
    heading = puzzle.title or puzzle.origin or _("Tectonic")
    headings = heading, " · ".join(about)
    return dumps(puzzle, found, n_steps, steps, sentence, translate, headings, spoken())


def _heading(one: tectonic.hints.ExplainedStep) -> str:
    """Return the name of a step and, if it has a single technique, the technique's number."""
    return (
        translate(one.name)
        if one.is_single
        else f"{translate(one.name)} ({one.step.deduction.technique})"
    )


def _draw_steps(
    drawing: Drawing,
    record: Record,
    found: tectonic.Explanation,
    shown: Sequence[tectonic.hints.ExplainedStep],
) -> None:
    """Draw the puzzle, and each step with its cause and its effect on other cells."""
    puzzle: tectonic.Puzzle = record.value
    board = tectonic.board.Board(puzzle, found.start)
    svg = formats.picture.as_svg(puzzle, board.digits(), notes=board.domains, title=_("The puzzle"))
    drawing.write(record, svg, "-000")
    at = 0
    for number, one in enumerate(shown, 1):
        for step in found.steps[at : one.number - 1]:
            board.apply(step.deduction)
        svg = step_picture(board, one, f"{number}. {translate(one.name)}")
        at = one.number
        drawing.write(record, svg, f"-{number:03}")
