"""Forged explanations of Tectonic puzzles."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from forgeries.forging import HONEST, Judged, Kind, Made, forgeries
from plain_tectonic import quick_solutions

from zet.cli.command import Record
from zet.cli.tectonic.explain import explain
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.verifier import verify
from zet.formats.tectonic import line
from zet.formats.tectonic.explanations import loads

CONTRADICTORY = (
    "8x8:aaabbbcdeebbffcdeeghffccieggjfckiiggjjlkiimmmnlkoommnnlkooonnllk:1.............4.......5................54..4...........224......",
    "8x8:abbbbcccaadbeccfaaddeggfhhddgggfihhhjklfimmjjjllimmnjoolimnnnnoo:43....1......5..3..3...........................3..........4..2..",
)
"""Puzzles that need contradictions."""


@cache
def explanations() -> list[Made]:
    """Return explanations without a guess, brief ones too, some with contradictions."""
    random = Random("explanations")
    found = [generate(6, 6, random, Wish(max_piece=size)) for size in (4, 5)]
    made = []
    for puzzle in [*filter(None, found), *map(line.loads, CONTRADICTORY)]:
        for brief in (False, True):
            answer = explain.answer(Record("-", 1, puzzle), with_puzzle=True, brief=brief)
            assert callable(answer.keys)
            one = json.loads(json.dumps({"status": answer.status, **answer.keys()}))
            if one["status"] == "solved" and not one["guesses"]:
                made.append(one)
    return made


def step_kind(
    change: Callable[[Random, Made, Any], bool | None], fits: Callable[[Any], object] = bool
) -> Kind:
    """Return a kind that changes a random step that fits."""

    def forge(random: Random, one: Made) -> bool | None:
        steps = [step for step in one["steps"] if fits(step)]
        return change(random, one, random.choice(steps)) if steps else False

    return forge


def link_kind(change: Callable[[Random, Made, Any], bool | None]) -> Kind:
    """Return a kind that changes a random link of a chain."""

    def forge(random: Random, one: Made) -> bool | None:
        links = [link for step in one["steps"] for link in step.get("chain", ())]
        return change(random, one, random.choice(links)) if links else False

    return forge


def a_cell(random: Random, one: Made) -> list[int]:
    return [random.randint(1, one["height"]), random.randint(1, one["width"])]


def true_digit(one: Made, cell: list[int]) -> int:
    return int(one["solution"][cell[0] - 1][cell[1] - 1])


def is_remove(step: Any) -> bool:
    return bool(step["action"] == "remove")


def remove_true_digit(random: Random, one: Made, step: Any) -> None:
    step["digits"] = sorted({*step["digits"], true_digit(one, random.choice(step["cells"]))})


def add_true_cell(random: Random, one: Made, step: Any) -> bool | None:
    cells = [[y, x] for y in range(1, one["height"] + 1) for x in range(1, one["width"] + 1)]
    fits = [cell for cell in cells if true_digit(one, cell) in step["digits"]]
    if not fits:
        return False
    step["cells"].append(random.choice(fits))
    return None


def lie_consistently(random: Random, one: Made, step: Any) -> None:
    """Remove the solution's digit from a cell, and say so in the sentence."""
    cell = random.choice(step["cells"])
    step["cells"], step["digits"] = [cell], [true_digit(one, cell)]
    before = step["reason"].split(", so ")[0]
    step["reason"] = f"{before}, so R{cell[0]}C{cell[1]} cannot be {step['digits'][0]}."
    step.pop("solved")


def set_pattern(random: Random, one: Made, step: Any) -> None:
    step["pattern"] = [a_cell(random, one) for _ in step["pattern"]]


def drop_step_cell(random: Random, _one: Made, step: Any) -> None:
    step["cells"].remove(random.choice(step["cells"]))


def false_solved(random: Random, _one: Made, step: Any) -> None:
    solved = random.choice(step["solved"])
    solved[2] = solved[2] % 3 + 1


def forget_solved(_random: Random, _one: Made, step: Any) -> None:
    step["solved"].pop()


def other_strategy(random: Random, _one: Made, step: Any) -> None:
    step["strategy"] = random.choice((0, 1, 2, 3, 4, 6, 9, 11, 12, 13, 16))


def other_name(_random: Random, _one: Made, step: Any) -> None:
    step["name"] = "hidden pair"


def guess_in_the_fold(random: Random, one: Made, step: Any) -> None:
    cell = a_cell(random, one)
    fold = {"strategy": 9, "name": "guess", "action": "guess", "cells": [cell], "pattern": [cell]}
    fold |= {"digits": [true_digit(one, cell) % 3 + 1], "solved": []}
    step.setdefault("folded", []).append(fold)


def lie_in_reason(random: Random, _one: Made, step: Any) -> None:
    step["reason"] = random.choice(("R1C1 is 9 and so R2C2 cannot be 8.", "", f"{step['reason']} Truly."))


def change_reason(random: Random, _one: Made, step: Any) -> None:
    places = [at for at, sign in enumerate(step["reason"]) if sign.isdigit()]
    at = random.choice(places)
    digit = str(int(step["reason"][at]) % 9 + 1)
    step["reason"] = step["reason"][:at] + digit + step["reason"][at + 1 :]


def wrong_digit_placed(_random: Random, _one: Made, step: Any) -> None:
    step["digits"] = [step["digits"][0] % 3 + 1]


def empty_chain(_random: Random, _one: Made, step: Any) -> None:
    step["chain"] = []


def drop_link(random: Random, _one: Made, step: Any) -> None:
    del step["chain"][random.randrange(len(step["chain"]))]


def exchange_links(random: Random, _one: Made, step: Any) -> None:
    at, to = random.sample(range(len(step["chain"])), 2)
    step["chain"][at], step["chain"][to] = step["chain"][to], step["chain"][at]


def other_conflict(random: Random, one: Made, step: Any) -> bool | None:
    """Change the place of a conflict; the same place without the sentence would state nothing false."""
    before = step["conflict"]
    step["conflict"] = {"piece": a_cell(random, one), "digit": random.randint(0, 2)}
    if random.random() < 0.5:
        step["conflict"] = {"cell": a_cell(random, one)}
    return False if step["conflict"].items() <= before.items() else None


def no_digit_places(_random: Random, _one: Made, step: Any) -> None:
    step["conflict"] = {"piece": step["cells"][0], "digit": 0}


def two_digits_placed(_random: Random, _one: Made, link: Any) -> bool | None:
    if link["action"] != "place":
        return False
    link["digits"] = [link["digits"][0] % 3 + 1, *link["digits"]]
    return None


def drop_step(random: Random, one: Made) -> bool | None:
    """Drop a step that solves a cell: a later step, or the end, must fail."""
    solving = [step for step in one["steps"] if step["solved"]]
    one["steps"].remove(random.choice(solving))
    return None


def cut_steps(random: Random, one: Made) -> None:
    del one["steps"][-random.randint(1, 3) :]
    if not one["steps"] or random.random() < 0.1:
        one["steps"] = []


def change_solution(random: Random, one: Made) -> None:
    row, column = (at - 1 for at in a_cell(random, one))
    one["solution"][row][column] = one["solution"][row][column] % 4 + 1


def claim_start(_random: Random, one: Made) -> None:
    one["start"] = [[[digit] for digit in row] for row in one["solution"]]
    one["steps"] = []


def claim_false_start(random: Random, one: Made) -> None:
    claim_start(random, one)
    row, column = (at - 1 for at in a_cell(random, one))
    one["start"][row][column] = [one["start"][row][column][0] % 3 + 4]


def drop_given(random: Random, one: Made) -> bool | None:
    rows = [row for row in one["givens"] if any(row)]
    if not rows:
        return False
    row = random.choice(rows)
    row[random.choice([at for at, given in enumerate(row) if given])] = 0
    return None


def change_piece(random: Random, one: Made) -> None:
    row, column = (at - 1 for at in a_cell(random, one))
    one["pieces"][row][column] = random.choice((9999, one["pieces"][row - 1][column]))


def set_key(key: str, *values: object) -> Kind:
    def forge(random: Random, one: Made) -> None:
        one[key] = random.choice(values)

    return forge


def add_false_step(random: Random, one: Made) -> None:
    """Add a step that strikes a digit because a piece allegedly has no place for it."""
    cell, near_cell = a_cell(random, one), a_cell(random, one)
    step = {"strategy": 10, "action": "remove", "cells": [cell], "pattern": [near_cell], "solved": []}
    one["steps"].insert(0, step | {"digits": [random.randint(4, 9)]})
    if random.random() < 0.5:
        one["steps"][0] |= {"digits": [true_digit(one, cell)]}
        one["steps"][0].pop("solved")


def has_chain(step: Any) -> object:
    return step.get("chain")


KINDS: dict[str, Kind] = {
    "the solution's digit removed": step_kind(remove_true_digit, is_remove),
    "cell with the digit added": step_kind(add_true_cell, is_remove),
    "the same, and the sentence": step_kind(lie_consistently, lambda one: ", so " in one["reason"]),
    "pattern elsewhere": step_kind(set_pattern),
    "cell dropped": step_kind(drop_step_cell),
    "solved with another digit": step_kind(false_solved, lambda step: step["solved"]),
    "solved cell forgotten": step_kind(forget_solved, lambda step: step["solved"]),
    "other technique": step_kind(other_strategy),
    "other name": step_kind(other_name),
    "guess among the folded": step_kind(guess_in_the_fold),
    "sentence is a lie": step_kind(lie_in_reason),
    "digit in a sentence": step_kind(change_reason),
    "other digit placed": step_kind(wrong_digit_placed, lambda step: step["action"] == "place"),
    "chain emptied": step_kind(empty_chain, has_chain),
    "link dropped": step_kind(drop_link, has_chain),
    "links exchanged": step_kind(exchange_links, lambda step: len(step.get("chain", ())) > 1),
    "other conflict": step_kind(other_conflict, has_chain),
    "conflict of the digit 0": step_kind(no_digit_places, has_chain),
    "link with two digits": link_kind(two_digits_placed),
    "sentence of a link": link_kind(change_reason),
    "step dropped": drop_step,
    "truncated": cut_steps,
    "other solution": change_solution,
    "start is the solution": claim_start,
    "false start": claim_false_start,
    "given dropped": drop_given,
    "other pieces": change_piece,
    "unique turned": set_key("unique", False),
    "guesses": set_key("guesses", 1, 2),
    "status turned": set_key("status", "unsolvable", "stuck", "unknown"),
    "reason of the end": set_key("reason", "R1C1 has no candidate left", "so it is"),
    "false step added": add_false_step,
}


def judged(each: int, seed: int) -> Iterator[Judged]:
    """Yield the verdicts on each explanation; the judge is a plain solver.

    A plain solver knows no techniques. So a true explanation is one that nobody changed, and a verdict on
    others is false if the solution or a step contradicts the solver.
    """
    for kind, one in forgeries("tectonic", explanations(), KINDS, each, seed):
        text = json.dumps(one)
        try:
            says: str = verify(loads(text)).status
        except ValueError:
            says = "refused"
        if kind == HONEST:
            yield Judged(kind, says, "" if says == "valid" else "true refused", text)
        elif says in ACCEPTED and not (kind in MAY_BE_TRUE and is_true(one)):
            yield Judged(kind, says, "false accepted", text)
        else:
            yield Judged(kind, says, "" if says in VERDICTS.get(kind, {says}) else "other verdict", text)


ACCEPTED = ("valid", "valid-from-notes")
VERDICTS = {
    "start is the solution": {"valid-from-notes"},
    "step dropped": {"invalid"},
    "status turned": {"invalid", "unchecked"},
}
"""The possible verdicts of some kinds."""

MAY_BE_TRUE = {
    "other pieces",
    "given dropped",
    "links exchanged",
    "start is the solution",
    "false step added",
    "pattern elsewhere",
    "other technique",
}
"""Kinds that may leave an explanation true."""


def is_true(one: Made) -> bool:
    """Whether the solution is correct and unique, and no step strikes its digits."""
    width, height = one["width"], one["height"]
    pieces = [piece for row in one["pieces"] for piece in row]
    givens = [given for row in one["givens"] for given in row]
    digits = bytes(digit for row in one["solution"] for digit in row)
    found = quick_solutions((width, height, pieces, givens), 2)
    strikes = [
        digits[(row - 1) * width + column - 1] in step["digits"]
        for step in one["steps"]
        if step["action"] == "remove"
        for row, column in step["cells"]
    ]
    near = all(map(near_enough, [one] * len(one["steps"]), one["steps"]))
    return digits in found and (len(found) == 1) == one["unique"] and not any(strikes) and near


def near_enough(one: Made, step: Any) -> bool:
    """Whether a step by technique 1 stays in the piece of the solved cell, and one by 2 touches it."""
    if step["action"] != "remove" or step["strategy"] > 2:
        return True
    [(row, column)] = step["pattern"]
    pieces = one["pieces"]
    if step["strategy"] == 1:
        return all(pieces[y - 1][x - 1] == pieces[row - 1][column - 1] for y, x in step["cells"])
    return all(max(abs(y - row), abs(x - column)) == 1 for y, x in step["cells"])
