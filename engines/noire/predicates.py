"""The built-in predicates of BLANCHE: the kinds of their arguments, and which of them must be bound.

Source: P.P. Kruijsen, Kennis en renju (2001), section 3.3. Additions are `alternating.black.loss`, wins
by fours, zones of the board, numbers, and the predicates that refer to the game (GAME).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zet.engines.messages import Message
from zet.engines.noire import codes
from zet.engines.noire.groups import DIRECTIONS
from zet.engines.noire.program import OPERATORS
from zet.engines.renju.ending import ENDINGS
from zet.engines.renju.model import N_CELLS, name

Kind = Literal["field", "group", "color", "direction", "number", "word"]
Key = tuple[str, int]

LOSS = "lead.to.black.loss"
ALTERNATING_LOSS = "alternating.black.loss"
RESERVED = (LOSS, ALTERNATING_LOSS)
"""Built-in predicates that accept any number of arguments."""

COLOR_WORDS = ("none", "white", "black", "both", "own", "other")
"""The words for colors; `own` and `other` are the colors of the rule's player and of the opponent."""

FIELDS = {name(cell): cell for cell in range(N_CELLS)}
"""The fields by their names."""

FOULS = ("overline", "double_four", "double_three")
"""The reasons why a black stone is forbidden, in the order of the board's codes, which start at 1."""

WORDS = (*FOULS, *ENDINGS)
"""The words that are neither colors nor fields; a word's number is its index."""


DIRECTION_WORDS = {word: number for number, word in enumerate(DIRECTIONS)}
"""The directions of groups by their names."""

WAYS = ("east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast")
WAY_WORDS = {word: number for number, word in enumerate(WAYS)}
"""The numbers of the ways from a field to its neighbors, by their names; east is to the right."""


@dataclass(frozen=True, slots=True)
class Domain:
    """The values of an argument: their kind, the constants that may denote them, and a description.

    If `constants` is None, every constant of the kind may denote a value.
    """

    kind: Kind
    constants: frozenset[str | int] | None
    words: str


FIELD = Domain("field", None, Message("a field"))
GROUP = Domain("group", frozenset(), Message("a group"))
DIRECTION = Domain(
    "direction",
    frozenset(DIRECTION_WORDS),
    Message("a direction (horizontal, vertical, rising, falling)"),
)
GROUP_COLOR = Domain(
    "color", frozenset(COLOR_WORDS), Message("the color of a group (none, white, black, both)")
)
FIELD_COLOR = Domain(
    "color", frozenset(COLOR_WORDS) - {"both"}, Message("the color of a field (none, white, black)")
)
STONE_COLOR = Domain(
    "color", frozenset(COLOR_WORDS) - {"both", "none"}, Message("the color of a stone (white, black)")
)
COLOR = Domain("color", None, Message("a color"))
NUMBER = Domain("number", None, Message("a number"))
POSITION = Domain("number", frozenset(range(7)), Message("a position in a group (0 to 6)"))
WAY = Domain(
    "number",
    frozenset((*range(8), *WAY_WORDS)),
    Message("one of eight directions (0 to 7, or east, northeast, ... southeast)"),
)
TURN = Domain("number", frozenset(range(8)), Message("one of eight orientations (0 to 7)"))
CARDINALITY = Domain("number", frozenset(range(6)), Message("a number of stones (0 to 5)"))
MOST_FOURS = 20
FOURS = Domain("number", frozenset(range(1, MOST_FOURS + 1)), Message("a number of fours (1 to 20)"))
THREES = Domain("number", frozenset(range(1, MOST_FOURS + 1)), Message("a number of threes (1 to 20)"))
FOUL = Domain("word", frozenset(FOULS), Message("a kind of foul (overline, double_four, double_three)"))
ENDING = Domain(
    "word", frozenset(ENDINGS), Message("how a game ended (five, foul, resignation, time, draw)")
)
WORD = Domain("word", None, Message("a word"))

_DOMAINS: dict[Key, tuple[Domain, ...]] = {
    ("group", 3): (GROUP, GROUP_COLOR, CARDINALITY),
    ("in", 4): (FIELD, GROUP, POSITION, POSITION),
    ("color", 2): (FIELD, FIELD_COLOR),
    ("direction", 2): (GROUP, DIRECTION),
    ("last.move", 1): (FIELD,),
    ("less", 2): (NUMBER, NUMBER),
    ("at.most", 2): (NUMBER, NUMBER),
    **{(operator, 3): (NUMBER, NUMBER, NUMBER) for operator in OPERATORS},
    ("min", 3): (NUMBER, NUMBER, NUMBER),
    ("max", 3): (NUMBER, NUMBER, NUMBER),
    ("abs", 2): (NUMBER, NUMBER),
    ("between", 3): (NUMBER, NUMBER, NUMBER),
    ("edge", 2): (FIELD, NUMBER),
    ("corner", 2): (FIELD, NUMBER),
    ("distance", 3): (FIELD, FIELD, NUMBER),
    ("step", 4): (FIELD, NUMBER, WAY, FIELD),
    ("step", 5): (FIELD, NUMBER, NUMBER, TURN, FIELD),
    ("echo", 5): (FIELD, NUMBER, NUMBER, FIELD, TURN),
    ("forbidden", 2): (FIELD, FOUL),
    ("wins.by.fours", 3): (STONE_COLOR, FOURS, FIELD),
    ("wins.by.threes", 3): (STONE_COLOR, THREES, FIELD),
    ("to.move", 1): (STONE_COLOR,),
    ("now", 1): (NUMBER,),
    ("later", 1): (NUMBER,),
    ("later", 2): (NUMBER, NUMBER),
    ("earlier", 1): (NUMBER,),
    ("earlier", 2): (NUMBER, NUMBER),
    ("ends", 1): (NUMBER,),
    ("result", 2): (FIELD_COLOR, ENDING),
}
GAME = frozenset(
    {
        *(("to.move", 1), ("now", 1), ("ends", 1), ("result", 2)),
        *(("later", 1), ("later", 2), ("earlier", 1), ("earlier", 2)),
        ("echo", 5),
    }
)
"""Predicates that need the whole game; a rule with a level cannot use them."""

_MUST_BE_BOUND: dict[Key, tuple[int, ...]] = {
    ("in", 4): (2, 3),
    ("direction", 2): (0,),
    ("less", 2): (0, 1),
    ("at.most", 2): (0, 1),
    **{(name, 3): (0, 1) for name in (*OPERATORS, "min", "max")},
    ("abs", 2): (0,),
    ("between", 3): (1, 2),
    ("edge", 2): (0,),
    ("corner", 2): (0,),
    ("distance", 3): (0, 1),
    ("echo", 5): (0, 1, 2, 3),
    ("step", 4): (1,),
    ("step", 5): (1, 2),
    ("wins.by.fours", 3): (0, 1),
    ("wins.by.threes", 3): (0, 1),
}
EITHER: dict[Key, tuple[int, int]] = {
    ("in", 4): (0, 1),
    ("equal", 2): (0, 1),
    ("step", 4): (0, 3),
    ("step", 5): (0, 4),
}
"""Predicates that need at least one of two arguments to be bound, and the indexes of these two."""

ECHO = ("echo", 5)
"""The predicate that compares the surroundings of two fields at two moments."""

STEPS = (("step", 4), ("step", 5))
"""The predicates that step from field to field, in one of eight directions."""

ARITHMETIC = {
    ("+", 3): (codes.SUM, 2),
    ("-", 3): (codes.DIFFERENCE, 2),
    ("*", 3): (codes.PRODUCT, 2),
    ("/", 3): (codes.QUOTIENT, 2),
    ("mod", 3): (codes.REMAINDER, 2),
    ("min", 3): (codes.LOWER, 2),
    ("max", 3): (codes.HIGHER, 2),
    ("abs", 2): (codes.MAGNITUDE, 1),
}
"""Predicates that compute a number from numbers: the operation's code, and the index of the result."""

VALUES = {
    **ARITHMETIC,
    ("edge", 2): (codes.EDGE, 1),
    ("corner", 2): (codes.CORNER, 1),
    ("distance", 3): (codes.DISTANCE, 2),
    ("forbidden", 2): (codes.WHY_FORBIDDEN, 1),
    ("wins.by.fours", 3): (codes.FOURS_MOVE, 2),
    ("wins.by.threes", 3): (codes.THREES_MOVE, 2),
    ("to.move", 1): (codes.TO_MOVE, 0),
    ("now", 1): (codes.NOW, 0),
    ("later", 2): (codes.AFTER, 0),
    ("earlier", 2): (codes.BEFORE, 0),
    ("ends", 1): (codes.ENDS, 0),
}
"""Predicates that compute an argument from the others, each with the code of the computed value and the
index of the computed argument.
"""

SLOW = (*RESERVED, "forbidden", "wins.by.fours", "wins.by.threes")
"""The slowest predicates."""

GENERATORS = {("between", 3): codes.BETWEEN, ("later", 1): codes.LATER, ("earlier", 1): codes.EARLIER}
"""Predicates that enumerate numbers, each with the code of the range of these numbers."""

COUNTED_MOMENTS = (("later", 2), ("earlier", 2))
"""Predicates of a moment and a number of moves; if the number is unbound, all moments are tried."""

BUILT_IN = (*(key for key in _DOMAINS if key[0] not in OPERATORS), ("equal", 2))
"""The built-in predicates that have a name and a fixed number of arguments."""


def is_built_in(key: Key) -> bool:
    """Return whether a predicate, given by its name and number of arguments, is built in."""
    predicate, n_arguments = key
    if predicate in RESERVED:
        return n_arguments > (predicate == ALTERNATING_LOSS)
    return key in _DOMAINS or key == ("equal", 2)


def domains(key: Key) -> tuple[Domain, ...] | None:
    """Return the domains of a built-in predicate's arguments; None for `equal` (unrestricted)."""
    predicate, n_arguments = key
    if predicate == LOSS:
        return (FIELD,) * n_arguments
    if predicate == ALTERNATING_LOSS:
        return (STONE_COLOR, *(FIELD,) * (n_arguments - 1))
    return _DOMAINS.get(key)


def missing(key: Key, bound: Sequence[bool]) -> list[int]:
    """Return the indexes of a built-in predicate's arguments that are unbound but must be bound.

    If a predicate is in EITHER, and both of the arguments listed there are unbound, the list begins with
    these two, although only one must be bound.
    """
    must = range(len(bound)) if key[0] in RESERVED else _MUST_BE_BOUND.get(key, ())
    found = [number for number in must if not bound[number]]
    if key in EITHER and not any(bound[number] for number in EITHER[key]):
        found = [*EITHER[key], *found]
    return found
