"""The command `zet tectonic check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import flag
from zet.cli.parameters import keyed
from zet.cli.tectonic.mistakes import UNDECIDED, mistake_words
from zet.cli.tectonic.options import kept, limits, schema_reading, solution_words
from zet.cli.words import _, ngettext, translate
from zet.engines import tectonic
from zet.formats.tectonic import answers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zet.formats.tectonic.contract import Difference


@command("text", "json", reading=schema_reading, answers="Checked")
@limits
@keyed(
    "--also",
    multiple=True,
    metavar="minimal|differences|original",
    keys={
        "minimal": flag("--minimal"),
        "differences": flag("--unique-cells"),
        "original": flag("--original"),
    },
    help="What else to check; may be repeated. minimal: whether each given is needed for a unique "
    "solution; differences: the cells in which solutions differ, and the digits in these cells; "
    "original: whether the puzzle is accepted by the original Tectonic program, which requires connected "
    "pieces of at most 5 cells.",
)
@kept
def check(
    record: Record,
    *,
    minimal: bool = False,
    unique_cells: bool = False,
    original: bool = False,
    **limits: Any,
) -> Outcome:
    """Check whether each puzzle has exactly one solution.

    Answers, notes and solutions in the file are reported as wrong if they contradict the solution found.
    Notes in XML are read only with --notes.
    """
    puzzle: tectonic.Puzzle = record.value
    found = tectonic.check(puzzle, minimal=minimal, **limits)
    judged = tectonic.judge(puzzle, **limits)
    of_solution = tectonic.mistakes.judge_solution(puzzle, **limits)
    differ = tectonic.enumeration.differences(puzzle, **limits) if unique_cells and found.count else None
    keys = answers.check(puzzle, found, judged, of_solution, differ)
    words = mistake_words(puzzle, judged.mistakes)
    if of_solution.mistakes:
        cells = "; ".join(mistake_words(puzzle, of_solution.mistakes))
        words.append(_("the solution in the file is wrong: {cells}").format(cells=cells))
    if not (judged.is_known and of_solution.is_known):
        words.append(translate(UNDECIDED))
    words.append(solution_words(found.unique, found.count))
    if keys["conflict"] is not None:
        words.append(_conflict(["R{}C{}".format(*place) for place in keys["conflict"]]))
    if keys["conflict_pieces"]:
        words.append(_conflict_of_pieces(["R{}C{}".format(*place) for place in keys["conflict_pieces"]]))
    if differ:
        words.append(_differing(answers.differences(puzzle, differ)))
    if keys["redundant"] is not None:
        words.append(_spared(["R{}C{}".format(*place) for place in keys["redundant"]], keys["minimal"]))
    if original:
        if found.original_problems:
            problems = "; ".join(map(translate, found.original_problems))
            words.append(_("not accepted by the original program: {problems}").format(problems=problems))
        if keys["original_rules"]:
            words.append(_("accepted by the original program"))
    return Outcome(keys["status"], keys, f"{keys['status']}: {'; '.join(words)}")


def _conflict(cells: Sequence[str]) -> str:
    """Return the text that names the givens that leave a puzzle without a solution."""
    if not cells:
        return _("the pieces have no solution, whatever the givens")
    words = ngettext(
        "no given breaks a rule, but no solution contains the given in {cells}",
        "no given breaks a rule, but the givens in {cells} contradict each other",
        len(cells),
    )
    return words.format(cells=translate(tectonic.techniques.listing(cells)))


def _conflict_of_pieces(cells: Sequence[str]) -> str:
    """Return the text that names the pieces that contradict each other, each by its first cell."""
    words = _("the pieces of {cells} contradict each other")
    return words.format(cells=translate(tectonic.techniques.listing(cells)))


def _spared(cells: Sequence[str], is_minimal: bool | None) -> str:
    """Return the text that names the givens that can be left out, one at a time."""
    if is_minimal is None:
        return _("a limit was reached before it was known whether every given is needed")
    if not cells:
        return _("minimal")
    words = ngettext(
        "the given in {cells} can be left out",
        "any one of the givens in {cells} can be left out",
        len(cells),
    )
    return words.format(cells=translate(tectonic.techniques.listing(cells)))


def _differing(differ: Sequence[Difference] | None) -> str:
    """Return the text that lists the cells in which solutions differ, with their digits."""
    if differ is None:
        return _("a limit was reached before it was known where solutions differ")
    cells = ", ".join(
        "R{}C{} ({})".format(*one["cell"], ", ".join(map(str, one["digits"]))) for one in differ
    )
    return (
        _("solutions differ in {cells}").format(cells=cells)
        if cells
        else _("there are no cells in which solutions differ")
    )
