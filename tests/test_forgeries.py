"""Forged inputs of the `verify` commands: no false one is accepted, and no true one is refused.

For each verifier there is a table of kinds of forgeries. A forgery is judged by a second verifier that
shares no code with the one under test: the programs in `verifiers`, and the plain solvers beside the
tests of engines. `-m slow` tries 500 of each kind.
"""

import gzip
import io
import json
import os
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgpack
from commands import ROOT, run
from rounds import LONG

from zet.cli.command import Record
from zet.cli.tectonic.explain import explain
from zet.engines import ttt, walls
from zet.engines.kernel.budget import Budget
from zet.engines.renju.model import Game, cell_of, name
from zet.engines.renju.proof import check, parts_of
from zet.engines.renju.solver import solve
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.verifier import verify
from zet.engines.ttt.model import Position
from zet.engines.ttt.proof import examine, prove
from zet.formats.errors import FormatError
from zet.formats.renju import lib, proof_lines, proof_trees, proofs, sgf
from zet.formats.tectonic import line
from zet.formats.tectonic.explanations import loads
from zet.formats.ttt import PROOFS

sys.path += [str(Path(__file__).with_name(folder)) for folder in ("engines", "verifiers")]

import plain_walls
from plain_renju import plainly_verified, random_positions
from plain_tectonic import quick_solutions
from plain_ttt import outcome
from strangers import verdicts

CONTRADICTORY = (
    "8x8:aaabbbcdeebbffcdeeghffccieggjfckiiggjjlkiimmmnlkoommnnlkooonnllk:1.............4.......5................54..4...........224......",
    "8x8:abbbbcccaadbeccfaaddeggfhhddgggfihhhjklfimmjjjllimmnjoolimnnnnoo:43....1......5..3..3...........................3..........4..2..",
)
"""Puzzles that need contradictions."""

EACH = 500 if os.environ.get(LONG) else 3
"""Forgeries of each kind."""

Made = dict[str, Any]
Kind = Callable[[Random, Made], bool | None]
"""A function that changes an input in place; it returns False if it has nothing to change."""


def forgeries(
    verifier: str, honest: list[Made], kinds: dict[str, Kind], each: int = EACH
) -> Iterator[tuple[str, Made]]:
    """Yield forgeries of each kind that differ from their originals."""
    for kind, forge in kinds.items():
        random = Random(f"{verifier} {kind}")
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


# -- proofs in parts: each part has a move, a threatened part, and answers with their parts


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


RENJU: dict[str, Kind] = {
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
def renju_proofs() -> list[Made]:
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
                for move, answers, threat in proofs.numbered_parts(proof)
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


def test_forged_proofs_of_wins() -> None:
    """Lines, graphs, trees, SGF and RenLib: each verdict is that of an independent verifier."""
    honest = renju_proofs()
    made = [("honest", one) for one in honest] + list(forgeries("renju", honest, RENJU))
    texts = [as_lines(one) for _, one in made]
    said = []
    for text in texts:
        claim, *_ = proof_lines.load(io.BytesIO(text.encode()), "-")
        said.append((said_of(claim), claim))
    tally = Counter(says for says, _ in said)
    assert {says for says, _ in said[: len(honest)]} == {"valid"}
    assert tally["invalid"] > len(RENJU)
    assert tally["unused"] > 0
    for number, (says, claim) in enumerate(said):
        _, one = made[number]
        if number % 16 == 0 and not isinstance(claim, FormatError) and claim.game.size == 15:
            fault = plainly_verified(claim.game, claim.proof, claim.color, claim.rule)
            assert (fault is None) == (says in ("valid", "unused")), texts[number]
        graph, tree = as_json(one, tree=False), as_json(one, tree=True)
        if graph and "count" not in one:
            assert json_says(graph) == says, graph
        if tree and says != "invalid" and "count" not in one:
            assert json_says(tree) == ("unused" if check_unused(claim) else "valid"), tree
        if not isinstance(claim, FormatError) and number % 4 == 0:
            assert tree_says(claim) in ({says, "invalid", "valid"} if says == "unused" else {says})
    strangers = verdicts("renju_proof", "".join(texts))
    for (kind, one), text, (ours, _), theirs in zip(made, texts, said, strangers, strict=True):
        if theirs == "unused" and ours == "valid":  # a part that is checked elsewhere, written twice
            assert len({str(part) for part in one["parts"]}) < len(one["parts"]), (kind, text)
        else:
            assert ours == theirs, (kind, text)


def check_unused(claim: Any) -> bool:
    return bool(check(claim.game, claim.proof, claim.color, claim.rule).unused)


def json_says(text: str) -> str:
    try:
        return said_of(proofs.loads(text))
    except ValueError:
        return "invalid"


def tree_says(claim: proofs.Claim) -> str:
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


def test_what_a_tree_has_beside_the_proof_is_named() -> None:
    """A branch outside the proof is unused; so is the branch of a forbidden answer."""
    text = "(;AB[fh][gh][hh][ih]PL[B](;B[jh]MA[jh])(;B[aa];W[bb]))"
    (claim,) = proof_trees.load(io.BytesIO(text.encode()), "-")
    assert isinstance(claim, proofs.Claim)
    assert said_of(claim) == "unused"
    assert [name(cell) for cell in claim.loose] == ["a15", "b14"]


def test_tree_and_graph_of_one_object_must_agree() -> None:
    one = renju_proofs()[0]
    graph, tree = (json.loads(as_json(one, tree=kind) or "") for kind in (False, True))
    assert json_says(json.dumps(graph | tree)) == "valid"
    tree["tree"]["threat"] = {"move": "a1"}
    assert json_says(json.dumps(graph | tree)) == "invalid"


# -- proofs that a side never gets a line


@cache
def ttt_proofs() -> list[Made]:
    found: list[Made] = []
    random = Random("ttt proofs")
    while len(found) < 40:
        width, height, k = random.choice(((3, 3, 3), (4, 3, 3), (4, 3, 4), (4, 4, 4)))
        here = Position.empty(width, height, k)
        for _ in range(random.randrange(5)):
            here = here if here.is_over else here.after(random.choice(here.free))
        side = random.choice("XO")
        try:
            proof = None if here.is_over else prove(here, side)  # type: ignore[arg-type]
        except ttt.proof.ProofError:
            continue
        if proof and len(proof.parts) > 2:
            text = PROOFS["proof"].dumps()(proof)
            head, *lines = str(text).splitlines()
            _, _, k_text, attacker, board, turn, *answer = head.split()
            words = [line.split() for line in lines]
            found.append(
                {
                    "k": int(k_text), "attacker": attacker, "board": board, "turn": turn,
                    "answer": answer, "parts": words,
                }
            )  # fmt: skip
    return found


def ttt_text(one: Made) -> str:
    head = [one.get("count", len(one["parts"])), one["k"], one["attacker"], one["board"], one["turn"]]
    lines = [" ".join(map(str, ["proof", *head, *one["answer"]]))]
    return "\n".join([*lines, *(" ".join(words) or "-" for words in one["parts"])]) + "\n"


def word_kind(change: Callable[[Random, Made, int, int, list[str]], None], sign: str = "") -> Kind:
    """Return a kind that changes a random word, with a sign, of a random part."""

    def forge(random: Random, one: Made) -> bool | None:
        places = [
            (at, number)
            for at, words in enumerate(one["parts"])
            for number, word in enumerate(words)
            if sign in word and word != sign
        ]
        if not places:
            return False
        at, number = random.choice(places)
        change(random, one, at, number, one["parts"][at])
        return None

    return forge


def n_cells(one: Made) -> int:
    return len(one["board"].replace("/", ""))


def drop_word(_random: Random, _one: Made, _at: int, number: int, words: list[str]) -> None:
    del words[number]


def repeat_word(_random: Random, _one: Made, _at: int, number: int, words: list[str]) -> None:
    words.append(words[number])


def change_cell(random: Random, one: Made, _at: int, number: int, words: list[str]) -> None:
    cells = words[number].replace("-", " - ").replace(">", " > ").replace(":", " : ").split()
    cells[0] = str(random.randrange(n_cells(one) + 1))
    words[number] = "".join(cells)


def change_second(random: Random, one: Made, _at: int, number: int, words: list[str]) -> None:
    cells = words[number].replace("-", " - ").replace(">", " > ").replace(":", " : ").split()
    cells[2] = str(random.randrange(n_cells(one) + 1))
    words[number] = "".join(cells)


def change_after(random: Random, one: Made, _at: int, number: int, words: list[str]) -> None:
    words[number] = f"{words[number].split(':')[0]}:{random.randrange(len(one['parts']) + 1)}"


def to_itself(_random: Random, _one: Made, at: int, number: int, words: list[str]) -> None:
    words[number] = f"{words[number].split(':')[0]}:{at}"


def drop_after(_random: Random, _one: Made, _at: int, number: int, words: list[str]) -> None:
    words[number] = words[number].split(":")[0]


def drop_reply(_random: Random, _one: Made, _at: int, number: int, words: list[str]) -> None:
    words[number] = words[number].split(">")[0]


def other_pair(random: Random, one: Made, _at: int, _number: int, words: list[str]) -> None:
    words.append("{}-{}".format(*random.sample(range(n_cells(one)), 2)))


def empty_part(random: Random, one: Made) -> None:
    one["parts"][random.randrange(len(one["parts"]))] = [random.choice("-*")]


def put_cell(values: str) -> Kind:
    def forge(random: Random, one: Made) -> bool | None:
        places = [at for at, cell in enumerate(one["board"]) if cell in values]
        if not places:
            return False
        at = random.choice(places)
        cell = random.choice("XO.".replace(one["board"][at], ""))
        one["board"] = one["board"][:at] + cell + one["board"][at + 1 :]
        return None

    return forge


def other_k(random: Random, one: Made) -> None:
    one["k"] = random.choice((1, 2, 3, 4, 5))


def other_attacker(_random: Random, one: Made) -> None:
    one["attacker"] = "XO".replace(one["attacker"], "")


def other_turn(_random: Random, one: Made) -> None:
    one["turn"] = "XO".replace(one["turn"], "")


def exchange_sides(_random: Random, one: Made) -> None:
    one["board"] = one["board"].translate(str.maketrans("XO", "OX"))


def other_first_answer(random: Random, one: Made) -> None:
    one["answer"] = (
        [] if one["answer"] and random.random() < 0.3 else [str(random.randrange(n_cells(one)))]
    )


def won_already(random: Random, one: Made) -> bool | None:
    if "/" in one["board"] or len(one["board"]) != 9:
        return False
    row = 3 * random.randrange(3)
    rest = list("O.O...")
    random.shuffle(rest)
    one["board"] = "".join(rest[:row]) + "XXX" + "".join(rest[row:])
    one["attacker"], one["k"], one["parts"], one["answer"] = "X", 3, one["parts"][:0], []
    return None


def turn_board(_random: Random, one: Made) -> None:
    rows = (
        one["board"].split("/")
        if "/" in one["board"]
        else [one["board"][at : at + 3] for at in (0, 3, 6)]
    )
    rows = [row[::-1] for row in rows if row]
    one["board"] = "/".join(rows) if "/" in one["board"] else "".join(rows)


def loose_part(random: Random, one: Made) -> None:
    one["parts"].insert(len(one["parts"]) - 1, [random.choice(("-", "*", "0-1", "0>1"))])


TTT: dict[str, Kind] = {
    "answer dropped": word_kind(drop_word, ">"),
    "answer repeated": word_kind(repeat_word, ">"),
    "move changed": word_kind(change_cell, ">"),
    "reply changed": word_kind(change_second, ">"),
    "part after it changed": word_kind(change_after, ">"),
    "part after itself": word_kind(to_itself, ">"),
    "part after it dropped": word_kind(drop_after, ":"),
    "reply dropped": word_kind(drop_reply, ">"),
    "pair dropped": word_kind(drop_word, "-"),
    "pair repeated": word_kind(repeat_word, "-"),
    "pair added": word_kind(other_pair, "-"),
    "cell of a pair changed": word_kind(change_cell, "-"),
    "other cell of a pair changed": word_kind(change_second, "-"),
    "part emptied": empty_part,
    "parts exchanged": exchange_parts,
    "truncated": truncate,
    "first part dropped": drop_first,
    "loose part added": loose_part,
    "number of parts": lie_in_count,
    "stone added": put_cell("."),
    "stone changed": put_cell("XO"),
    "sides exchanged": exchange_sides,
    "board mirrored": turn_board,
    "other k": other_k,
    "other attacker": other_attacker,
    "other turn": other_turn,
    "other first answer": other_first_answer,
    "won already": won_already,
}


def test_forged_proofs_that_a_side_gets_no_line() -> None:
    honest = ttt_proofs()
    made = [("honest", one) for one in honest] + list(forgeries("ttt", honest, TTT))
    texts, says = [ttt_text(one) for _, one in made], []
    for text in texts:
        proof, *_ = PROOFS["proof"].load(io.BytesIO(text.encode()), "-")
        if isinstance(proof, FormatError):
            says.append("refused")
            continue
        fault, unused = examine(proof)
        says.append("invalid" if fault else "unused" if unused else "valid")
        here = proof.position
        if says[-1] != "invalid" and here.width * here.height < 13:
            at, width = here.cells, here.width
            board = tuple(at[row : row + width] for row in range(0, len(at), width))
            value = outcome(board, here.k, here.to_move)[0]
            assert (value if here.to_move == proof.attacker else -value) < 1, text
    assert set(says[: len(honest)]) == {"valid"}
    assert min(Counter(says)[word] for word in ("valid", "invalid", "unused", "refused")) > 0
    strangers = verdicts("ttt_proof", "".join(texts))
    for (kind, _), text, ours, theirs in zip(made, texts, says, strangers, strict=True):
        assert ours.replace("refused", "invalid") == theirs, (kind, text)


# -- explanations of Tectonic puzzles


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


def other_conflict(random: Random, one: Made, step: Any) -> None:
    step["conflict"] = {"piece": a_cell(random, one), "digit": random.randint(0, 2)}
    if random.random() < 0.5:
        step["conflict"] = {"cell": a_cell(random, one)}


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


TECTONIC: dict[str, Kind] = {
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


def test_forged_explanations() -> None:
    """A valid explanation is true by a plain solver; one that starts from notes claims no more."""
    honest = explanations()
    tally: Counter[str] = Counter()
    kept = {
        "start is the solution": {"valid-from-notes"},
        "step dropped": {"invalid"},
        "status turned": {"invalid", "unchecked"},
    }
    for kind, one in [("honest", one) for one in honest] + list(forgeries("tectonic", honest, TECTONIC)):
        try:
            says = verify(loads(json.dumps(one))).status
        except ValueError:
            says = "refused"  # type: ignore[assignment]
        tally[says] += 1
        if kind == "honest":
            assert says == "valid"
            continue
        assert says in kept.get(kind, {says}), (kind, one)
        if says in ("valid", "valid-from-notes"):
            assert kind in MAY_BE_TRUE, (kind, one)
            assert is_true(one), (kind, one)
    assert tally["refused"]
    assert tally["invalid"] > len(TECTONIC)


MAY_BE_TRUE = {
    "other pieces",
    "given dropped",
    "links exchanged",
    "start is the solution",
    "false step added",
    "pattern elsewhere",
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
    return digits in found and (len(found) == 1) == one["unique"] and not any(strikes)


# -- tables of walls


@cache
def small_table() -> walls.SearchTable:
    """Return the table of the solved board of 2 x 2 with the extra move."""
    here = walls.Position.empty(walls.model.board(2, 2), extra_move=True)
    table = walls.SearchTable.new(here.board, "best", extra_move=True, bits=12)
    walls.solve(here, table=table)
    return table


def entry_kind(change: Callable[[Random, int], int]) -> Kind:
    """Return a kind that changes the packed rest of an entry."""

    def forge(random: Random, one: Made) -> None:
        entry = random.choice(one["entries"])
        entry[1] = change(random, entry[1])

    return forge


def low(data: int) -> int:
    return (data & 1023) - 512


def high(data: int) -> int:
    return (data >> 12 & 1023) - 512


def bounded(data: int, lower: int, upper: int) -> int:
    return data & ~(1023 | 1023 << 12) | lower + 512 | upper + 512 << 12


def exchange_keys(random: Random, one: Made) -> None:
    two = random.sample(one["entries"], 2)
    two[0][0], two[1][0] = two[1][0], two[0][0]


def exchange_data(random: Random, one: Made) -> None:
    two = random.sample(one["entries"], 2)
    two[0][1], two[1][1] = two[1][1], two[0][1]


def drop_entry(random: Random, one: Made) -> None:
    one["entries"].remove(random.choice(one["entries"]))


def add_entry(random: Random, one: Made) -> None:
    one["entries"].append([random.getrandbits(64) or 1, random.choice(one["entries"])[1]])


def header(key: str, *values: object) -> Kind:
    def forge(random: Random, one: Made) -> None:
        one["header"][key] = random.choice(values)

    return forge


def shift(by_low: int, by_high: int) -> Kind:
    """Return a kind that moves the bounds of an entry, which stay on the board and in order."""

    def moved(_random: Random, data: int) -> int:
        lower, upper = (max(-4, min(4, one)) for one in (low(data) + by_low, high(data) + by_high))
        return bounded(data, min(lower, upper), max(lower, upper))

    return entry_kind(moved)


WALLS: dict[str, Kind] = {
    "value up": shift(2, 2),
    "value down": shift(-2, -2),
    "lower bound up": shift(2, 0),
    "upper bound down": shift(0, -2),
    "lower bound down": shift(-2, 0),
    "upper bound up": shift(0, 2),
    "bounds exchanged": entry_kind(lambda _, data: bounded(data, high(data), low(data))),
    "sign turned": entry_kind(lambda _, data: bounded(data, -high(data), -low(data))),
    "kind of bound": entry_kind(lambda random, data: data | random.randint(1, 3) << 10),
    "move": entry_kind(lambda random, data: data ^ 1 << 22 + random.randrange(5)),
    "generation": entry_kind(lambda random, data: data ^ 1 << 42 + random.randrange(16)),
    "effort": entry_kind(lambda random, data: data ^ 1 << 58 + random.randrange(6)),
    "any bit": entry_kind(lambda random, data: data ^ 1 << random.randrange(64)),
    "keys exchanged": exchange_keys,
    "values exchanged": exchange_data,
    "entry dropped": drop_entry,
    "entry added": add_entry,
    "other board": header("rows", 1, 3),
    "other rule": header("extra_move", False),
    "other algorithm": header("algorithm", "failsoft-tt", "none"),
    "count": header("count", 0, 1, 1 << 20),
    "checksum": header("checksum", 0, 1),
    "version": header("version", 0, 2),
    "magic": header("magic", "zet", ""),
    "truncated": lambda random, one: one.update(cut=random.randrange(1, 40)),
}


def table_says(path: Path, one: Made) -> tuple[str, int]:
    """Return the status and the exit code of verifying a table with all its entries."""
    packed = b"".join(struct.pack("<QQ", key, data & (1 << 64) - 1) for key, data in one["entries"])
    fields = {"checksum": zlib.crc32(packed), "count": len(one["entries"])} | one["header"]
    head = msgpack.packb(fields)
    data = gzip.compress(struct.pack(">H", len(head)) + head + packed, mtime=0)
    path.write_bytes(data[: -one["cut"]] if "cut" in one else data)
    done = run(f"zet walls table verify --all --format json {path}")
    return json.loads(done.stdout)["status"] if done.stdout else "error", done.returncode


def test_forged_tables(tmp_path: Path) -> None:
    """A table is wrong if, and only if, an entry is false by a plain game tree."""
    table = small_table()
    game = plain_walls.Game(2, 2, extra_move=True)
    values = game.values()
    positions = {}
    for fences in walls.sample.positions_in(table, Random(1), None):
        searcher_key = key_of(table, fences)
        free = sum(1 << fence for fence in walls.sample.position_of(table, fences).free)
        positions[searcher_key] = int(values[free])
    entries = [list(entry) for entry in table.entries()]
    assert set(positions) == {key for key, _ in entries}
    head = {"magic": "zet walls table", "version": 1, "rows": 2, "columns": 2, "extra_move": True}
    head |= {"algorithm": "best", "generation": 1}
    honest = [{"entries": entries, "header": head}]
    assert table_says(tmp_path / "a.table", honest[0]) == ("valid", 0)
    said: Counter[str] = Counter()
    for kind, one in forgeries("walls", honest, WALLS, max(2, EACH // 20)):
        says, _ = table_says(tmp_path / "a.table", one)
        said[says] += 1
        if one["header"] != head or "cut" in one:
            assert says != "valid", (kind, one["header"])
            continue
        false = [
            key
            for key, data in one["entries"]
            if key in positions and not low(data) <= positions[key] <= high(data)
        ]
        assert (says == "wrong") == bool(false) or says == "error", (kind, false)
    assert min(said["wrong"], said["valid"], said["error"]) > 0


def key_of(table: walls.SearchTable, fences: bytes) -> int:
    start = walls.Position.empty(table.board, extra_move=True)
    searcher = walls.searcher.Searcher(start, Budget(None, None), table)
    assert searcher.ends
    return searcher.ends.key(fences)


# -- honest proofs, by the strangers


def test_strangers_verify_honest_proofs() -> None:
    """All proofs of the samples, of problems and of boards, and of the data where it is present."""
    text = (ROOT / "samples/renju/win.proof").read_text()
    text += run("zet renju solve --format proof --nodes 2000 samples/renju/problems.txt").stdout
    for path in sorted((ROOT.parent / "shared/data/renju").glob("v*.jsonl")) if EACH > 3 else ():
        for data in map(json.loads, path.read_text().splitlines()):
            black, white = ([cell_of(point) for point in data[color]] for color in ("black", "white"))
            game = Game.build(black, white, ("black", "white").index(data["side"]))
            if proof := solve(game, nodes=3000).proof:
                text += proof_lines.dumps(proofs.Claim(game, game.side, "renju", proof))
    n = text.count("proof ")
    assert n > 4
    assert verdicts("renju_proof", text) == ["valid"] * n
    text = (ROOT / "samples/ttt/draw.proof").read_text()
    for board in ("3x3 --k 3", "4x4 --k 4", "5x5 --k 4", "6x6 --k 5"):
        text += run(f"zet ttt solve --board {board} --format proof").stdout
    assert verdicts("ttt_proof", text) == ["valid"] * text.count("proof ")
