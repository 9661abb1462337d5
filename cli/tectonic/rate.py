"""`zet tectonic rate`."""

from typing import Any

from zet.cli.command import Found, Record, command
from zet.cli.tectonic.options import kept, limits, reading
from zet.cli.words import _, said
from zet.engines.tectonic import solver
from zet.engines.tectonic.explainer import GUESS, NAMES, explain
from zet.engines.tectonic.rating import rating_of


@command("text", "json", reading=reading)
@limits
@kept
def rate(record: Record, **limits: Any) -> Found:
    """Say how hard each puzzle is: by the hardest technique it needs, and how often.

    Levels: easy, medium, hard, expert, and extreme where a guess is needed.
    """
    explanation = explain(record.value, **limits)
    status = explanation.status
    if status in ("unsolvable", "unknown"):
        nothing = dict.fromkeys(("score", "level", "hardest", "name"))
        unique = False if status == "unsolvable" else None
        return Found(status, {**nothing, "techniques": [], "unique": unique}, status)
    found = rating_of(explanation)
    # Deduction alone shows that a solution is the only one; after a guess the solver says it.
    unique = True if GUESS not in found.counts else solver.solve(record.value, **limits).unique
    keys = {
        "score": found.score,
        "level": found.level,
        "hardest": found.hardest or None,
        "name": NAMES.get(found.hardest),
        "techniques": [
            {"strategy": number, "name": NAMES[number], "steps": count}
            for number, count in found.counts.items()
        ],
        "unique": unique,
    }
    used = ", ".join(f"{said(NAMES[number])} {count}x" for number, count in found.counts.items())
    words = f"{said(found.level)}, {found.score} ({used or _('nothing left to do')})"
    return Found("ok", keys, words + ", " + _("several solutions") if unique is False else words)
