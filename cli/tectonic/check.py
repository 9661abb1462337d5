"""`zet tectonic check`."""

from typing import Any

from zet.cli.command import Found, Record, command
from zet.cli.options import flag
from zet.cli.tectonic.options import limits, places, reading, solution_words
from zet.cli.words import _, said
from zet.engines.tectonic.checker import check as check_puzzle
from zet.engines.tectonic.model import Puzzle


@command("text", "json", reading=reading)
@limits
@flag("--minimal", help="No given can be spared: check that as well.")
def check(record: Record, **asked: Any) -> Found:
    """Say whether each puzzle has one solution, and whether it keeps to the original's rules.

    The original's rules want connected pieces of 1 to 5 cells; a puzzle outside them is still valid.
    """
    puzzle: Puzzle = record.value
    found = check_puzzle(puzzle, **asked)
    redundant = None if found.redundant is None else places(puzzle, found.redundant)
    problems = [said(problem) for problem in found.original_problems]
    keys = {
        "count": found.count,
        "unique": found.unique,
        "minimal": None if redundant is None else not redundant,
        "redundant": redundant,
        "original_rules": not problems,
        "original_problems": problems,
        "seed_rules": not problems,
        "seed_problems": problems,
    }
    words = [solution_words(found.unique, found.count)]
    if redundant is not None:
        cells = ", ".join("R{}C{}".format(*place) for place in redundant)
        spared = _("these givens can be spared, each alone: {cells}").format(cells=cells)
        words.append(spared if cells else _("minimal"))
    words += problems or [_("within the original's rules")]
    return Found(found.status, keys, f"{found.status}: {'; '.join(words)}")
