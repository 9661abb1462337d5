"""`zet tectonic rate`."""

from zet.cli.batch import Record
from zet.cli.command import Found, command
from zet.cli.tectonic.options import reading
from zet.cli.words import _, said
from zet.engines.tectonic import solver
from zet.engines.tectonic.explainer import GUESS, NAMES, explain
from zet.engines.tectonic.rating import rating_of


@command("text", "json", reading=reading)
def rate(record: Record) -> Found:
    """Say how hard each puzzle is: by the hardest technique it needs, and how often.

    Levels: easy, medium, hard, expert, and extreme where a guess is needed.
    """
    explanation = explain(record.value)
    if explanation.status == "unsolvable":
        nothing = dict.fromkeys(("score", "level", "hardest", "name"))
        return Found("unsolvable", {**nothing, "techniques": [], "unique": False}, "unsolvable")
    found = rating_of(explanation)
    # Deduction alone shows that a solution is the only one; after a guess the solver says it.
    unique = GUESS not in found.counts or bool(solver.solve(record.value).unique)
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
    words = f"{_level(found.level)}, {found.score} ({used or _('nothing left to do')})"
    return Found("ok", keys, words if unique else words + ", " + _("several solutions"))


def _level(level: str) -> str:
    """Return the word for how hard a puzzle is."""
    words = {
        "easy": _("easy"),
        "medium": _("medium"),
        "hard": _("hard"),
        "expert": _("expert"),
        "extreme": _("extreme"),
    }
    return words[level]
