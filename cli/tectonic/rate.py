"""`zet tectonic rate`."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.tectonic.options import kept, limits, reading
from zet.cli.words import _, translate
from zet.engines import tectonic
from zet.formats.tectonic import answers


@command("text", "json", reading=reading, answers="Rated")
@limits
@kept
def rate(record: Record, **limits: Any) -> Outcome:
    """Say how hard each puzzle is: a score for its size and its work, and a level.

    The level (easy, medium, hard, expert, extreme) depends on the work for the size of the board; a
    puzzle that needs a guess is extreme. A board that is turned or mirrored has the same rating.
    """
    try:
        found = tectonic.rate(record.value, **limits)
    except tectonic.explainer.LimitError:
        return Outcome("unknown", partial(answers.rate, None, unique=None), "unknown")
    if found is None:
        return Outcome("unsolvable", partial(answers.rate, None), "unsolvable")
    used = ", ".join(
        f"{translate(tectonic.constants.TECHNIQUES[number])} {count}x"
        for number, count in found.counts.items()
    )
    words = f"{translate(found.level)}, {found.score} ({used or _('nothing left to do')})"
    if found.unique is False:
        words += ", " + _("several solutions")
    return Outcome("ok", partial(answers.rate, found), words)
