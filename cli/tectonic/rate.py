"""`zet tectonic rate`."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.tectonic.options import kept, limits, reading
from zet.cli.words import _, translate
from zet.engines import tectonic


@command("text", "json", reading=reading)
@limits
@kept
def rate(record: Record, **limits: Any) -> Outcome:
    """Say how hard each puzzle is: a score for its size and its work, and a level.

    The level (easy, medium, hard, expert, extreme) depends on the work for the size of the board; a
    puzzle that needs a guess is extreme. A board that is turned or mirrored has the same rating.
    """
    nothing: dict[str, Any] = {**dict.fromkeys(("score", "level", "hardest", "name")), "techniques": []}
    try:
        found = tectonic.rate(record.value, **limits)
    except tectonic.explainer.LimitError:
        return Outcome("unknown", {**nothing, "unique": None}, "unknown")
    if found is None:
        return Outcome("unsolvable", {**nothing, "unique": False}, "unsolvable")
    keys = {
        "score": found.score,
        "level": found.level,
        "hardest": found.hardest or None,
        "name": tectonic.constants.TECHNIQUES.get(found.hardest),
        "techniques": [
            {
                "strategy": number,
                "name": tectonic.constants.TECHNIQUES[number],
                "steps": count,
                "rounds": found.rounds[number],
            }
            for number, count in found.counts.items()
        ],
        "unique": found.unique,
    }
    used = ", ".join(
        f"{translate(tectonic.constants.TECHNIQUES[number])} {count}x"
        for number, count in found.counts.items()
    )
    words = f"{translate(found.level)}, {found.score} ({used or _('nothing left to do')})"
    return Outcome("ok", keys, words + ", " + _("several solutions") if found.unique is False else words)
