"""How hard a Tectonic puzzle is for a person.

The rating rests on the explanation by the easiest techniques: the hardest technique it needs makes the
level and the hundreds of the score, and how often it is needed makes the rest. So the score never
falls when a harder technique is needed, whatever the work.
"""

from collections import Counter
from dataclasses import dataclass

from zet.engines.messages import Message
from zet.engines.tectonic.explainer import LADDER, LEVELS, Explanation, explain
from zet.engines.tectonic.model import Puzzle

LEVEL_NAMES = (
    *(Message("easy"), Message("medium"), Message("hard"), Message("expert")),
    Message("extreme"),
)
"""The levels of difficulty from the easiest to the hardest."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A difficulty: the score (0 to 1499), its level, the hardest technique and the number of uses.

    A puzzle that is solved as it stands has the hardest technique 0. `counts` holds the number of
    steps by technique, from the easiest to the hardest.
    """

    score: int
    level: str
    hardest: int
    counts: dict[int, int]


def rate(puzzle: Puzzle) -> Rating | None:
    """Return the difficulty of a puzzle, or None if it has no solution."""
    explanation = explain(puzzle)
    return None if explanation.status == "unsolvable" else rating_of(explanation)


def rating_of(explanation: Explanation) -> Rating:
    """Return the difficulty that an explanation to the end shows."""
    used = Counter(step.deduction.technique for step in explanation.steps)
    counts = {number: used[number] for number in LADDER if used[number]}
    hardest = list(counts)[-1] if counts else 0
    rank = LADDER.index(hardest) if counts else 0
    score = 100 * rank + min(counts.get(hardest, 0), 99)
    level = LEVEL_NAMES[LEVEL_NAMES.index(LEVELS.get(hardest, "easy"))]
    return Rating(score, level, hardest, counts)
