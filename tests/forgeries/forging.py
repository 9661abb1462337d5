"""One harness for all verifiers: forged inputs of each kind, and the judgment of each verdict.

Each other module of this folder has a table of kinds of forgeries for a verifier, and a function
`judged` that forges inputs and compares the verdicts of zet with those of a second verifier, which is
plain, slow, and shares no code with the first.
"""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

Made = dict[str, Any]
"""An input as parts that can be changed, copied, and compared as JSON."""

Kind = Callable[[Random, Made], bool | None]
"""A function that changes an input in place; it returns False if it has nothing to change."""

HONEST = "honest"
"""The kind of the inputs that nobody changed."""

Fault = Literal["", "false accepted", "true refused", "other verdict"]


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict of zet on an input, and its fault by an independent verifier."""

    kind: str
    says: str
    fault: Fault
    text: str


def compared(kind: str, says: str, expected: str, text: str, accepted: tuple[str, ...]) -> Judged:
    """Return the judgment of a verdict if the independent verifier gives verdicts in the same words."""
    if says == expected:
        return Judged(kind, says, "", text)
    if (says in accepted) == (expected in accepted):
        return Judged(kind, says, "other verdict", f"{expected} expected: {text}")
    return Judged(kind, says, "false accepted" if says in accepted else "true refused", text)


def forgeries(
    verifier: str, honest: list[Made], kinds: dict[str, Kind], each: int, seed: int
) -> Iterator[tuple[str, Made]]:
    """Yield the honest inputs, then forgeries of each kind, all of which differ from their originals."""
    for one in honest:
        yield HONEST, deepcopy(one)
    for kind, forge in kinds.items():
        random = Random(f"{verifier} {kind} {seed}")
        made = 0
        for _ in range(20 * each):
            one = deepcopy(random.choice(honest))
            before = json.dumps(one)
            if forge(random, one) is not False and json.dumps(one) != before:
                made += 1
                yield kind, one
            if made == each:
                break
        assert made, kind
