"""Regular expressions over the positions of a game, and their automata.

A path is a sequence of successive positions; each of its steps is a sentence that must hold at one
position. Algorithm: V. Glushkov, "The abstract theory of automata" (1961). There are no empty
transitions, and the states are the steps, so a set of states is a mask with a bit for each step.
"""

from dataclasses import dataclass
from typing import Literal as Word

MAX_STEPS = 30
"""The maximum number of steps of a path, so that masks fit into the operands of an instruction."""

Sign = Word["", "*", "+", "?"]
"""How often a part of a path occurs: once, any number of times, at least once, at most once."""


@dataclass(frozen=True, slots=True)
class Path:
    """A regular expression: `courses` lists alternatives, which are repeated as often as `sign` allows.

    A course is a sequence whose items are steps, given by their numbers, and nested paths.
    """

    courses: "tuple[tuple[int | Path, ...], ...]"
    sign: Sign = ""

    def spelled(self, steps: list[str]) -> str:
        """Return the path in BLANCHE's syntax, given the text of each step."""
        courses = (
            "; ".join(steps[one] if isinstance(one, int) else one.spelled(steps) for one in course)
            for course in self.courses
        )
        return f"[{' or '.join(courses)}]{self.sign}"


@dataclass(frozen=True, slots=True)
class Automaton:
    """The steps with which a path may begin and end, as masks, and whether a path may be empty.

    `follow` lists, for each step, the mask of the steps that may come directly after it.
    """

    first: int
    last: int
    is_optional: bool
    follow: tuple[int, ...]


def automaton(path: Path, n_steps: int) -> Automaton:
    """Return the automaton of a path.

    >>> automaton(Path(((Path(((0, 1),), "*"), 2),)), 3)
    Automaton(first=5, last=4, is_optional=False, follow=(2, 5, 0))
    """
    follow = [0] * n_steps

    def link(last: int, first: int) -> None:
        for step in range(n_steps):
            if last >> step & 1:
                follow[step] |= first

    def visit(part: int | Path) -> tuple[int, int, bool]:
        """Return the first and the last steps of a part, and whether it may be empty."""
        if isinstance(part, int):
            return 1 << part, 1 << part, False
        first = last = 0
        is_optional = part.sign in ("*", "?")
        for course in part.courses:
            begins, ends, is_empty = 0, 0, True
            for item in course:
                one, other, is_bare = visit(item)
                link(ends, one)
                begins |= one if is_empty else 0
                ends = other | (ends if is_bare else 0)
                is_empty &= is_bare
            first, last, is_optional = first | begins, last | ends, is_optional or is_empty
        if part.sign in ("*", "+"):
            link(last, first)
        return first, last, is_optional

    first, last, is_optional = visit(path)
    return Automaton(first, last, is_optional, tuple(follow))
