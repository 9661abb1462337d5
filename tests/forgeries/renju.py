"""Forged proofs of wins at renju, in all formats: as lines, graph, tree, SGF and RenLib.

A proof has parts. Each part has a move, the number of a part that it threatens, and answers with the
numbers of their parts.
"""

import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from forgeries.forging import Judged, Kind, Made, compared, forgeries
from plain_renju import plainly_verified, random_positions
from verifiers.strangers import verdicts

from zet.engines.renju.model import cell_of, name
from zet.engines.renju.proof import check, parts_of
from zet.engines.renju.solver import solve
from zet.formats.errors import FormatError
from zet.formats.renju import lib, proof_lines, proof_trees, proofs, sgf


def a_part(random: Random, one: Made, least: int = 0) -> Any:
    """Return a random part with at least `least` answers, or None."""
    fits = [part for part in one["parts"] if len(part["answers"]) >= least and part["threat"] is not None]
    return random.choice(fits) if fits else None


def with_answer(change: Callable[[Random, Made, Any], bool | None], least: int = 1) -> Kind:
    """Return a kind that changes a part with answers."""

    def forge(random: Random, one: Made) -> bool | None:
        part = a_part(random, one, least)
        return False if part is None else change(random, one, part)

    return forge


def drop_answer(random: Random, _one: Made, part: Any) -> None:
    del part["answers"][random.randrange(len(part["answers"]))]


def drop_answers(_random: Random, _one: Made, part: Any) -> None:
    part["answers"] = []


def add_answer(random: Random, one: Made, part: Any) -> None:
    here = one["parts"].index(part)
    part["answers"].append([random_point(random, one), random.randrange(here)])


def add_answer_on_a_stone(random: Random, one: Made, part: Any) -> None:
    here = one["parts"].index(part)
    part["answers"].append([random.choice(one["black"] + one["white"]), random.randrange(here)])


def repeat_answer(random: Random, _one: Made, part: Any) -> None:
    part["answers"].append(list(random.choice(part["answers"])))


def move_answer(random: Random, one: Made, part: Any) -> None:
    random.choice(part["answers"])[0] = random_point(random, one)


def exchange_answers(random: Random, _one: Made, part: Any) -> None:
    two = random.sample(part["answers"], 2)
    two[0][1], two[1][1] = two[1][1], two[0][1]


def exchange_threat(random: Random, _one: Made, part: Any) -> None:
    answer = random.choice(part["answers"])
    part["threat"], answer[1] = answer[1], part["threat"]


def redirect_answer(random: Random, one: Made, part: Any) -> None:
    random.choice(part["answers"])[1] = random.randrange(one["parts"].index(part))


def redirect_threat(random: Random, one: Made, part: Any) -> None:
    part["threat"] = random.randrange(one["parts"].index(part))


def cycle(random: Random, one: Made, part: Any) -> None:
    random.choice(part["answers"])[1] = one["parts"].index(part)


def threat_of_itself(_random: Random, one: Made, part: Any) -> None:
    part["threat"] = one["parts"].index(part)


def answer_out_of_range(random: Random, one: Made, part: Any) -> None:
    random.choice(part["answers"])[1] = len(one["parts"]) + random.randrange(9)


def claim_five(_random: Random, _one: Made, part: Any) -> None:
    part["threat"], part["answers"] = None, []


def random_point(random: Random, one: Made) -> str:
    return name(random.randrange(one["size"] ** 2), one["size"])


def near(random: Random, point: str, size: int) -> str:
    cell = cell_of(point, size) + random.choice((1, -1, size, -size, size + 1, size - 1))
    return name(cell % size**2, size)


def move_move(random: Random, one: Made) -> None:
    part = random.choice(one["parts"])
    part["move"] = near(random, part["move"], one["size"])


def threaten_from_five(random: Random, one: Made) -> bool | None:
    at = random.randrange(1, len(one["parts"]))
    if one["parts"][at]["threat"] is not None:
        return False
    one["parts"][at]["threat"] = random.randrange(at)
    return None


def exchange_parts(random: Random, one: Made) -> None:
    at, to = random.sample(range(len(one["parts"])), 2)
    parts = one["parts"]
    parts[at], parts[to] = parts[to], parts[at]


def truncate(random: Random, one: Made) -> None:
    del one["parts"][random.randrange(1, len(one["parts"])) :]


def drop_first(_random: Random, one: Made) -> None:
    del one["parts"][0]


def add_loose_part(random: Random, one: Made) -> None:
    loose = {"move": random_point(random, one), "threat": None, "answers": []}
    one["parts"].insert(len(one["parts"]) - 1, loose)


def lie_in_count(random: Random, one: Made) -> None:
    one["count"] = len(one["parts"]) + random.choice((-1, 1, 2))


def other_rule(random: Random, one: Made) -> None:
    one["rule"] = random.choice(("renju", "freestyle", "standard"))


def other_side(_random: Random, one: Made) -> None:
    one["side"] = {"black": "white", "white": "black"}[one["side"]]


def exchange_colors(_random: Random, one: Made) -> None:
    one["black"], one["white"] = one["white"], one["black"]


def drop_stone(random: Random, one: Made) -> bool | None:
    stones = one[random.choice(("black", "white"))]
    if not stones:
        return False
    stones.remove(random.choice(stones))
    return None


def add_stone(random: Random, one: Made) -> None:
    one[random.choice(("black", "white"))].append(random_point(random, one))


def move_stone(random: Random, one: Made) -> None:
    stones = one["black"] or one["white"]
    at = random.randrange(len(stones))
    stones[at] = near(random, stones[at], one["size"])


def other_size(random: Random, one: Made) -> None:
    one["size"] = random.choice((14, 16, 20))


def shift_board(random: Random, one: Made) -> bool | None:
    size, step = one["size"], random.choice((1, -1))
    for color in ("black", "white"):
        cells = [cell_of(point, size) for point in one[color]]
        if any(not 0 <= cell % size + step < size for cell in cells):
            return False
        one[color] = [name(cell + step, size) for cell in cells]
    return None


KINDS: dict[str, Kind] = {
    "answer dropped": with_answer(drop_answer),
    "all answers of a part dropped": with_answer(drop_answers),
    "answer added": with_answer(add_answer, 0),
    "answer added on a stone": with_answer(add_answer_on_a_stone, 0),
    "answer repeated": with_answer(repeat_answer),
    "answer moved": with_answer(move_answer),
    "answers exchanged": with_answer(exchange_answers, 2),
    "answer exchanged with the threat": with_answer(exchange_threat),
    "answer to another part": with_answer(redirect_answer),
    "threat of another part": with_answer(redirect_threat, 0),
    "answer to its own part": with_answer(cycle),
    "threat of its own part": with_answer(threat_of_itself, 0),
    "answer to no part": with_answer(answer_out_of_range),
    "five claimed": with_answer(claim_five, 0),
    "move moved": move_move,
    "threat after a five": threaten_from_five,
    "parts exchanged": exchange_parts,
    "truncated": truncate,
    "first part dropped": drop_first,
    "loose part added": add_loose_part,
    "number of parts": lie_in_count,
    "other rule": other_rule,
    "other side": other_side,
    "colors exchanged": exchange_colors,
    "stone dropped": drop_stone,
    "stone added": add_stone,
    "stone moved": move_stone,
    "other size": other_size,
    "board shifted": shift_board,
}


@cache
def honest_proofs() -> list[Made]:
    """Return proofs of several parts, of all rules."""
    found: list[Made] = []
    for rule, game in islice(random_positions(34, 10_000), 4000):
        proof = solve(game, rule=rule, nodes=300).proof
        if proof and 4 <= len(parts_of(proof)) <= 16:
            black, white = ([name(cell) for cell in cells] for cells in game.stones())
            parts = [
                {
                    "move": name(move),
                    "threat": threat,
                    "answers": [[name(cell), number] for cell, number in answers],
                }
                for move, answers, threat in proofs.numbered_parts(proof, 1000)
            ]
            side = ("black", "white")[game.side]
            found.append(
                {"rule": rule, "size": 15, "black": black, "white": white, "side": side, "parts": parts}
            )
        if len(found) == 40:
            break
    return found


def as_lines(one: Made) -> str:
    size = "" if one["size"] == 15 else f"{one['size']}x{one['size']} "
    board = f"{''.join(one['black'])}/{''.join(one['white'])}"
    lines = [f"proof {one.get('count', len(one['parts']))} {one['rule']} {size}{board} {one['side']}"]
    for part in one["parts"]:
        words = [part["move"], *([] if part["threat"] is None else [str(part["threat"])])]
        lines.append(" ".join([*words, *(f"{cell}:{number}" for cell, number in part["answers"])]))
    return "\n".join(lines) + "\n"


def as_json(one: Made, *, tree: bool) -> str | None:
    """Return a proof as a graph, or as a tree; None if the form cannot represent it."""

    def node(number: Any) -> Any:
        part = one["parts"][number]
        if part["threat"] is None:
            return {"move": part["move"]}
        after = node if tree else int
        answers = {cell: after(below) for cell, below in part["answers"]}
        if len(answers) < len(part["answers"]):
            raise IndexError
        return {"move": part["move"], "answers": answers, "threat": after(part["threat"])}

    keys = {key: one[key] for key in ("rule", "size", "black", "white", "side")}
    keys |= {"moves": [], "attacker": one["side"], "status": "win", "first": "black"}
    try:
        if tree:
            return json.dumps(keys | {"tree": node(len(one["parts"]) - 1)})
        return json.dumps(keys | {"graph": [node(number) for number in range(len(one["parts"]))]})
    except (IndexError, RecursionError):
        return None


def said_of(claim: proofs.Claim | FormatError) -> str:
    """Return the verdict of `zet renju verify` on a proof, in the words of the independent verifiers."""
    if isinstance(claim, FormatError):
        return "invalid"
    found = check(claim.game, claim.proof, claim.color, claim.rule)
    return "unused" if found.status == "valid" and claim.loose else found.status


def judged(each: int, seed: int) -> Iterator[Judged]:
    """Yield the verdicts on each form of each proof; the judge is the verifier in C."""
    made = list(forgeries("renju", honest_proofs(), KINDS, each, seed))
    texts = [as_lines(one) for _, one in made]
    strangers = verdicts("renju_proof", "".join(texts))
    for number, ((kind, one), text, expected) in enumerate(zip(made, texts, strangers, strict=True)):
        claim, *_ = proof_lines.load(io.BytesIO(text.encode()), "-")
        says = said_of(claim)
        if expected == "unused" and says == "valid" and has_equal_parts(one):
            expected = says  # a part that is checked, and the same part once more
        yield compared(kind, says, expected, text, ACCEPTED)
        if number % 16 == 0 and not isinstance(claim, FormatError) and claim.game.size == 15:
            fault = plainly_verified(claim.game, claim.proof, claim.color, claim.rule)
            if (fault is None) != (says in ACCEPTED):
                yield Judged(kind, says, "true refused" if fault is None else "false accepted", text)
        if kind != "number of parts":
            graph, tree = as_json(one, tree=False), as_json(one, tree=True)
            if graph:
                yield compared(kind, said_of_json(graph), says, graph, ACCEPTED)
            if tree and says != "invalid":
                used = "unused" if check_unused(claim) else "valid"
                yield compared(kind, said_of_json(tree), used, tree, ACCEPTED)
        if number % 4 == 0 and not isinstance(claim, FormatError):
            found = said_of_trees(claim)
            # An unused part is no branch of the tree, or one that the tree cannot represent.
            if not (says == "unused" and found in ("valid", "invalid")):
                yield compared(kind, found, says, text, ACCEPTED)


ACCEPTED = ("valid", "unused")


def has_equal_parts(one: Made) -> bool:
    return len({str(part) for part in one["parts"]}) < len(one["parts"])


def check_unused(claim: Any) -> bool:
    return bool(check(claim.game, claim.proof, claim.color, claim.rule).unused)


def said_of_json(text: str) -> str:
    try:
        return said_of(proofs.loads(text))
    except ValueError:
        return "invalid"


def said_of_trees(claim: proofs.Claim) -> str:
    """Return the verdicts on a proof converted to SGF, and to RenLib if that can represent it."""
    try:
        tree = proof_trees.as_tree(claim)
        files = [sgf.dumps(tree).encode()]
        if claim.rule == "renju" and claim.game.size == 15 and claim.game.moves:
            files.append(lib.dumps(tree))
    except ValueError:
        return said_of(claim)
    found = {said_of(one) for data in files for one in proof_trees.load(io.BytesIO(data), "-")}
    assert len(found) == 1
    return found.pop()
