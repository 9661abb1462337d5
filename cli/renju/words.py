"""Text that describes results, shared by the renju commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from zet.cli.output import Keys, Outcome
from zet.cli.words import _, ngettext, translate
from zet.engines import renju


def over(error: renju.GameOverError, keys: Callable[[renju.GameOverError], Keys]) -> Outcome:
    """Return the outcome for a finished game, with the command's JSON keys."""
    return Outcome("over", partial(keys, error), translate(error))


def color_word(color: int) -> str:
    """Return "black" or "white" in the user's language."""
    return translate(renju.constants.COLORS[color])


def level_word(level: str) -> str:
    """Return the level of a problem, such as "easy", in the user's language."""
    words = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard"), "expert": _("expert")}
    return words[level]


def win_in(length: int) -> str:
    """Describe a win that takes `length` moves, such as "win in 5 moves"."""
    return ngettext("win in {n} move", "win in {n} moves", length).format(n=length)


def forbidden_answer() -> str:
    """Return the suffix of a line that ends because all of Black's replies are forbidden."""
    return " (" + _("every reply is forbidden") + ")"


def limit_words(limit: str | None) -> str:
    """Describe the limit that a search reached: "unknown: the limit on nodes was reached"."""
    limits = {
        "nodes": _("nodes"),
        "time": _("time"),
        "length": _("length"),
        "memory": _("memory (always 8 million positions)"),
        "solutions": _("solutions"),
        "ways": _("steps"),
    }
    return _("unknown: the limit on {limit} was reached").format(limit=limits.get(limit or "", limit))


def reason_word(reason: str) -> str:
    """Return the reason for a move, such as "defense", in the user's language."""
    words = {
        "win": _("win"),
        "outline": _("outline"),
        "defense": _("defense"),
        "position": _("position"),
        "lost": _("lost"),
        "unchecked": _("unchecked"),
    }
    return words[reason]
