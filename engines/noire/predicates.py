"""The predicates that are built into BLANCHE: what their arguments are, and which must be bound.

Source: P.P. Kruijsen, Kennis en renju (2001), section 3.3. `alternating.black.loss` is an addition.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zet.engines.messages import Message

Kind = Literal["field", "group", "color", "direction", "number"]
Key = tuple[str, int]

LOSS = "lead.to.black.loss"
ALTERNATING_LOSS = "alternating.black.loss"
RESERVED = (LOSS, ALTERNATING_LOSS)
"""Built in with any number of arguments."""

COLOR_WORDS = ("none", "white", "black", "both")


@dataclass(frozen=True, slots=True)
class Domain:
    """The values of an argument: their kind, the constants that may stand for them, and a word for them.

    Where `constants` is None, all of the kind may.
    """

    kind: Kind
    constants: frozenset[str | int] | None
    words: str


FIELD = Domain("field", frozenset(), Message("a field"))
GROUP = Domain("group", frozenset(), Message("a group"))
DIRECTION = Domain("direction", frozenset(), Message("a direction"))
GROUP_COLOR = Domain(
    "color", frozenset(COLOR_WORDS), Message("the color of a group (none, white, black, both)")
)
FIELD_COLOR = Domain(
    "color", frozenset(COLOR_WORDS[:3]), Message("the color of a field (none, white, black)")
)
STONE_COLOR = Domain("color", frozenset(COLOR_WORDS[1:3]), Message("the color of a stone (white, black)"))
COLOR = Domain("color", None, Message("a color"))
NUMBER = Domain("number", None, Message("a number"))
POSITION = Domain("number", frozenset(range(7)), Message("a position in a group (0 to 6)"))
CARDINALITY = Domain("number", frozenset(range(6)), Message("a number of stones (0 to 5)"))

_DOMAINS: dict[Key, tuple[Domain, ...]] = {
    ("group", 3): (GROUP, GROUP_COLOR, CARDINALITY),
    ("in", 4): (FIELD, GROUP, POSITION, POSITION),
    ("color", 2): (FIELD, FIELD_COLOR),
    ("direction", 2): (GROUP, DIRECTION),
    ("last.move", 1): (FIELD,),
}
_MUST_BE_BOUND: dict[Key, tuple[int, ...]] = {
    ("in", 4): (2, 3),
    ("direction", 2): (0,),
    ("equal", 2): (0, 1),
}


def is_built_in(key: Key) -> bool:
    """Whether a predicate with this number of arguments is built in."""
    predicate, n_arguments = key
    if predicate in RESERVED:
        return n_arguments > (predicate == ALTERNATING_LOSS)
    return key in _DOMAINS or key == ("equal", 2)


def domains(key: Key) -> tuple[Domain, ...] | None:
    """Return what the arguments of a built-in predicate are; None for `equal`, which takes any two."""
    predicate, n_arguments = key
    if predicate == LOSS:
        return (FIELD,) * n_arguments
    if predicate == ALTERNATING_LOSS:
        return (STONE_COLOR, *(FIELD,) * (n_arguments - 1))
    return _DOMAINS.get(key)


def missing(key: Key, bound: Sequence[bool]) -> list[int]:
    """Return the arguments of a built-in predicate that are unbound and must not be.

    If the field and the group of `in` are both unbound, both are returned: one of them must be bound.
    """
    must = range(len(bound)) if key[0] in RESERVED else _MUST_BE_BOUND.get(key, ())
    found = [number for number in must if not bound[number]]
    if key == ("in", 4) and not bound[0] and not bound[1]:
        found = [0, 1, *found]
    return found
