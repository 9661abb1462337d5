"""Evaluation weights of the renju player as JSON: one object, with the same keys as in msgpack.

`docs/formats/renju-weights.md` describes the keys; other keys are ignored.
"""

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal, cast

from zet.engines.messages import Message
from zet.engines.renju.constants import MOST_WORTH, RULES
from zet.engines.renju.weights import N_SETS, NETWORK, SIZES, Making, Network, Weights
from zet.formats.errors import UnreadableError, with_source
from zet.formats.json_object import read_object

if TYPE_CHECKING:
    from zet.engines.renju.constants import Rule
    from zet.formats.renju import contract

MOST_COUNT = 2**64 - 1
"""The largest count that a training record may contain."""

FORMAT: Literal["renju-weights"] = "renju-weights"
VERSION = 2
WHAT = Message("file of weights")


@with_source
def loads(data: bytes, _source: str) -> Weights:
    """Return the weights in a JSON object.

    Raises:
        FormatError: the bytes are not a JSON object of valid weights.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        reason = Message("not UTF-8 text")
        raise UnreadableError("offset {offset}: {reason}", offset=error.start, reason=reason) from None
    return of_dict(read_object(text, WHAT))


def of_dict(value: Any) -> Weights:
    """Return the weights that a parsed object describes.

    Raises:
        ValueError: the object does not describe valid weights.
    """
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise UnreadableError('not a file of weights: the value of format must be "{name}"', name=FORMAT)
    if value.get("version") != VERSION or type(value["version"]) is not int:
        raise UnreadableError(
            "version {version!r} is not supported, only version {known}",
            version=value.get("version"),
            known=VERSION,
        )
    rule, sets, made = value.get("rule"), value.get("sets"), value.get("made")
    networks = value.get("networks", [])
    if rule not in RULES:
        raise UnreadableError(
            "rule must be one of {rules}, not {value!r}", rules=", ".join(RULES), value=rule
        )
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
    if not isinstance(networks, list) or len(networks) not in (0, N_SETS[rule] // 2):
        raise UnreadableError(
            "networks must be a list of {n} networks for {rule}", n=N_SETS[rule] // 2, rule=rule
        )
    return Weights(
        rule,
        tuple(map(tuple, sets)),
        None if made is None else _making(made),
        tuple([_network(one, at) for at, one in enumerate(networks, 1)]),
    )


def _network(value: Any, at: int) -> Network:
    """Parse a network; `at` is its index in the list, for error messages."""
    found = []
    for name, (size, most) in NETWORK.items():
        numbers = value.get(name) if isinstance(value, dict) else None
        if not isinstance(numbers, list) or len(numbers) != size:
            raise UnreadableError(
                "network {at}: {name} must be a list of {n} numbers", at=at, name=name, n=size
            )
        if {*map(type, numbers)} != {int} or min(numbers) < -most or max(numbers) > most:
            raise UnreadableError(
                "network {at}: {name} must be whole numbers from -{most} to {most}",
                at=at, name=name, most=most,
            )  # fmt: skip
        found.append(tuple(numbers))
    return Network(*found)


def _making(made: Any) -> Making:
    """Parse the record of how weights were trained."""
    counts = {one.name: made.get(one.name) if isinstance(made, dict) else None for one in fields(Making)}
    for name, count in counts.items():
        if type(count) is not int or not 0 <= count <= MOST_COUNT:
            raise UnreadableError(
                "invalid field `made`: {name} must be a whole number from 0 to {most}, not {value!r}",
                name=name,
                most=MOST_COUNT,
                value=count,
            )
    return Making(**counts)  # type: ignore[arg-type]


def as_dict(weights: Weights) -> "contract.WeightsDocument":
    """Return the JSON object of weights."""
    made: contract.OptionalWeights = {"made": training_object(weights.made)} if weights.made else {}
    networks: contract.OptionalWeights = {}
    if weights.networks:
        networks["networks"] = [network_object(one) for one in weights.networks]
    return {
        "format": FORMAT,
        "version": VERSION,
        "rule": cast("Rule", weights.rule),
        **made,
        "sets": [list(numbers) for numbers in weights.sets],
        **networks,
    }


def training_object(made: Making) -> "contract.TrainingObject":
    """Return the JSON object that records how weights were trained."""
    return {
        "rounds": made.rounds,
        "games": made.games,
        "nodes": made.nodes,
        "seed": made.seed,
        "positions": made.positions,
    }


def network_object(one: Network) -> "contract.NetworkObject":
    """Return the JSON object of a network."""
    return {"lines": one.lines, "first": one.first, "biases": one.biases, "second": one.second}


def dumps(weights: Weights) -> str:
    """Return weights as a JSON object on one line."""
    return json.dumps(as_dict(weights)) + "\n"
