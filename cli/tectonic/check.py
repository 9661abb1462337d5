"""`zet tectonic check`."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import flag
from zet.cli.tectonic.mistakes import UNDECIDED, mistake_keys, mistake_words
from zet.cli.tectonic.options import kept, limits, places, schema_reading, solution_words
from zet.cli.words import _, translate
from zet.engines import tectonic


@command("text", "json", reading=schema_reading)
@limits
@flag("--minimal", help="No given can be left out: check that as well.")
@flag("--unique-cells", help="Say where solutions differ, and in what: the cells that are not unique.")
@kept
def check(record: Record, *, minimal: bool = False, unique_cells: bool = False, **limits: Any) -> Outcome:
    """Say whether each puzzle has one solution, and whether it keeps to the original's rules.

    The original's rules want connected pieces of 1 to 5 cells; a puzzle outside them is still valid.
    Answers and notes in the file (of XML with --options) that the solution does not have are wrong. So is
    a solution in the file that is another one.
    """
    puzzle: tectonic.Puzzle = record.value
    found = tectonic.check(puzzle, minimal=minimal, **limits)
    judged = tectonic.judge(puzzle, **limits)
    told = tectonic.mistakes.judge_solution(puzzle, **limits)
    wrong = judged.mistakes or told.mistakes
    status = "wrong" if wrong and found.status != "invalid" else found.status
    redundant = None if found.redundant is None else places(puzzle, found.redundant)
    problems = [translate(problem) for problem in found.original_problems]
    keys = {
        "count": found.count,
        "unique": found.unique,
        "minimal": None if redundant is None else not redundant,
        "redundant": redundant,
        "original_rules": not problems,
        "original_problems": problems,
        "seed_rules": not problems,
        "seed_problems": problems,
        **mistake_keys(puzzle, judged.mistakes),
    }
    if puzzle.solution is not None:
        keys["wrong_solution"] = mistake_keys(puzzle, told.mistakes)["wrong"]
    words = mistake_words(puzzle, judged.mistakes)
    if told.mistakes:
        cells = "; ".join(mistake_words(puzzle, told.mistakes))
        words.append(_("the solution in the file is wrong: {cells}").format(cells=cells))
    if not (judged.is_known and told.is_known):
        words.append(translate(UNDECIDED))
    words.append(solution_words(found.unique, found.count))
    if unique_cells:
        keys["differ"], text = _differing(puzzle, limits)
        words.append(text)
    if redundant is not None:
        cells = ", ".join("R{}C{}".format(*place) for place in redundant)
        spared = _("each of these givens can be left out, the others kept: {cells}").format(cells=cells)
        words.append(spared if cells else _("minimal"))
    words += problems or [_("within the original's rules")]
    return Outcome(status, keys, f"{status}: {'; '.join(words)}")


def _differing(
    puzzle: tectonic.Puzzle, limits: dict[str, Any]
) -> tuple[list[dict[str, Any]] | None, str]:
    """Return the cells in which solutions differ and their digits, for JSON and in words."""
    found = tectonic.enumeration.differences(puzzle, **limits)
    if not found.complete:
        return None, _("a limit was reached before it was known where solutions differ")
    differ = [
        (puzzle.place(cell), list(tectonic.model.digits_of(found.digits[cell]))) for cell in found.cells
    ]
    cells = ", ".join(
        "R{}C{} ({})".format(*place, ", ".join(map(str, digits))) for place, digits in differ
    )
    words = _("solutions differ in {cells}").format(cells=cells) if cells else _("no cell differs")
    return [{"cell": place, "digits": digits} for place, digits in differ], words
