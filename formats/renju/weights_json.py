"""Weights of the player of renju as JSON: one object, whose keys msgpack has too.

`docs/formats/renju-weights.md` describes them. Other keys are ignored.
"""

import json
from dataclasses import asdict, fields
from typing import Any

from zet.engines.messages import Message
from zet.engines.renju.choices import RULES
from zet.engines.renju.codes import MOST_WORTH
from zet.engines.renju.weights import N_SETS, SIZES, Making, Weights
from zet.formats.errors import UnreadableError, with_source
from zet.formats.json_object import read_object

FORMAT, VERSION = "renju-weights", 2
WHAT = Message("file of weights")


@with_source
def loads(data: bytes, _source: str) -> Weights:
    """Return the weights of a JSON object.

    Raises:
        FormatError: the bytes are no such object.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        reason = Message("not UTF-8 text")
        raise UnreadableError("offset {offset}: {reason}", offset=error.start, reason=reason) from None
    return of_dict(read_object(text, WHAT))


def of_dict(value: Any) -> Weights:
    """Return the weights of an object.

    Raises:
        ValueError: it holds none.
    """
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise UnreadableError('not a file of weights: the key format must hold "{name}"', name=FORMAT)
    if value.get("version") != VERSION or type(value["version"]) is not int:
        raise UnreadableError(
            "version {version!r}; only version {known} can be read",
            version=value.get("version"),
            known=VERSION,
        )
    rule, sets, made = value.get("rule"), value.get("sets"), value.get("made")
    if rule not in RULES:
        raise UnreadableError("rule can't be {value!r}", value=rule)
    if not isinstance(sets, list) or len(sets) != N_SETS[rule]:
        raise UnreadableError("sets must be {n} lists for {rule}", n=N_SETS[rule], rule=rule)
    for at, numbers in enumerate(sets, 1):
        size = SIZES[(at - 1) % 2]
        if not isinstance(numbers, list) or len(numbers) != size:
            raise UnreadableError("set {at} must be a list of {n} numbers", at=at, n=size)
        for place, number in enumerate(numbers, 1):
            if type(number) is not int or not -MOST_WORTH < number < MOST_WORTH:
                raise UnreadableError(
                    "set {at}, number {place}: {value!r} is not a whole number from -{most} to {most}",
                    at=at, place=place, value=number, most=MOST_WORTH - 1,
                )  # fmt: skip
    return Weights(rule, tuple(map(tuple, sets)), None if made is None else _making(made))


def _making(made: Any) -> Making:
    """Return how weights were learned."""
    counts = {one.name: made.get(one.name) if isinstance(made, dict) else None for one in fields(Making)}
    for name, count in counts.items():
        if type(count) is not int or not 0 <= count < 2**64:
            raise UnreadableError("made: {name} can't be {value!r}", name=name, value=count)
    return Making(**counts)  # type: ignore[arg-type]


def as_dict(weights: Weights) -> dict[str, Any]:
    """Return the object of weights."""
    made = {} if weights.made is None else {"made": asdict(weights.made)}
    sets = [list(numbers) for numbers in weights.sets]
    return {"format": FORMAT, "version": VERSION, "rule": weights.rule, **made, "sets": sets}


def dumps(weights: Weights) -> str:
    """Return the JSON object on a line."""
    return json.dumps(as_dict(weights)) + "\n"
