"""Text that describes the mistakes in a board that a player has filled in."""

from __future__ import annotations

from collections.abc import Sequence

from zet.cli.options import flag
from zet.cli.words import _, translate
from zet.engines import tectonic
from zet.engines.messages import Message

trust_option = flag(
    "--trust", help="Assume that the answers and notes in the file are right, and reason from them."
)

UNDECIDED = Message("a limit was reached before the answers could be compared with the solution")


def mistake_words(puzzle: tectonic.Puzzle, mistakes: Sequence[tectonic.Mistake]) -> list[str]:
    """Return a sentence for each mistake, without its full stop."""
    return [_sentence(puzzle, one) for one in mistakes]


def _sentence(puzzle: tectonic.Puzzle, one: tectonic.Mistake) -> str:
    fields = {
        "cell": "R{}C{}".format(*puzzle.place(one.cell)),
        "digits": translate(tectonic.techniques.listing(tectonic.model.digits_of(one.note), "or")),
        "digit": one.must_be,
    }
    if one.must_be is None:
        return _(
            "{cell} is {digits}, but no solution agrees with both this and the answers and notes in "
            "earlier cells"
        ).format(**fields)
    if one.is_answer:
        return _("{cell} is {digits}, but must be {digit}").format(**fields)
    return _("{cell} has only the notes {digits}, but must be {digit}").format(**fields)
