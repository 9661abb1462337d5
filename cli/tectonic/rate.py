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
    """Rate the difficulty of each puzzle: a score for its size and its work, and a level.

    The level (easy, medium, hard, expert, extreme) depends on the hardest step, relative to the size of
    the board; a puzzle that needs a guess is extreme. Rotations and reflections of a puzzle have the same
    rating.
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
    if found.bottleneck:
        used += "; " + _hardest(found.bottleneck)
    words = f"{translate(found.level)}, {found.score} ({used or _('nothing left to do')})"
    if found.unique is False:
        words += ", " + _("several solutions")
    return Outcome("ok", partial(answers.rate, found), words)


def _hardest(step: tectonic.rating.Bottleneck) -> str:
    """Return the hardest step in words."""
    name = translate(tectonic.constants.TECHNIQUES[step.technique])
    places = max(round(step.places), 1)
    if step.ahead:
        return _("hardest step: {name} {ahead} rounds ahead, 1 in {places} places").format(
            name=name, ahead=step.ahead, places=places
        )
    return _("hardest step: {name}, 1 in {places} places").format(name=name, places=places)
