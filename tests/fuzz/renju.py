"""Renju: a game or a tree is the same in every format that can hold it, and upsets no engine.

`proof` reads positions with proofs; `engine` speaks the protocol, and every answer must be one line.
"""

import io
import json
import struct
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from contract import RECOGNIZED, Table, read_one, through, values

from zet.engines.renju.board import forbidden_cells
from zet.engines.renju.ending import recorded_ending
from zet.engines.renju.model import BLACK, WHITE, Game
from zet.engines.renju.proof import check
from zet.engines.renju.referee import judge
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import solve
from zet.engines.renju.weights import N_SETS, NETWORK, SIZES, Making, Network, Weights, by_hand, tables
from zet.formats.errors import FormatError
from zet.formats.registry import Format
from zet.formats.renju import (
    FORMATS,
    UNTOLD,
    WEIGHTS,
    lib,
    proof_lines,
    proof_trees,
    proofs,
    sgf,
    weights,
    weights_json,
)
from zet.formats.renju.gomocup import Conversation, Idea, Task
from zet.formats.renju.lost import BOARD_SIZE
from zet.formats.renju.picture import as_svg, as_text
from zet.formats.renju.tree import Tree

TREES: dict[str, Callable[[Tree], str | bytes]] = {"sgf": sgf.dumps, "lib": lib.dumps}
WORDS = {"b": "black", "b+": "black", "1-0": "black", "w": "white", "w+": "white", "0-1": "white"}
WORDS |= dict.fromkeys(("drawn", "0", "0.5", "0.5-0.5", "1/2", "1/2-1/2", "="), "draw")
KEYS = {
    "sgf": "name event round date black white result rule opening info",
    "rif": "id event date round rule black white result opening alt swap info",
    "psq": "black white",
    "rec": "black white",
}


def use(value: Game | Tree) -> None:
    if isinstance(value, Game):
        judge(value)
        forbidden_cells(value)
        as_text(value, numbers=True)
        as_svg(value)
        solve(value, nodes=20)


def again(form: Format, value: Game | Tree) -> Any:
    if isinstance(value, Tree):
        tree: Tree = read_one(form, TREES[form.name](value), whole=True)
        return ordered(tree, tree.start.info)
    size = {"size": value.size} if form.name in UNTOLD else {}
    game = through(form, value, **size)
    made_up = {("black", "black"), ("white", "white")} - {*value.info} if form.name == "rec" else set()
    return replace(game, info=tuple(sorted({*game.info} - made_up)))


def held(name: str, value: Game | Tree) -> Any:
    """Return what a format holds; None where it has no place for a tree, or for a game without moves."""
    if isinstance(value, Tree):
        if name not in TREES:
            return None
        return ordered(value, held(name, value.start).info)
    if name in ("position", "board"):
        return Game.build(*value.stones(), value.side, size=value.size)
    if name in ("moves", "rec", "offsets") and not value.moves:
        return None
    info = dict(value.info)
    if name != "json":
        info = {key: text for key, text in info.items() if key in KEYS.get(name, "").split()}
    if name == "psq" and len(info) < 2:
        info = {}
    if name == "rif" and "result" in info:
        told = recorded_ending(replace(value, info=(("result", info.pop("result")),)))
        if told:
            info["result"] = {BLACK: "black", WHITE: "white", None: "draw"}[told[0]]
    return replace(value, info=tuple(sorted(info.items())))


def content(value: Game | Tree) -> Any:
    """Return a game without the order of its words, and without a result's wording."""
    if isinstance(value, Tree):
        return ordered(value, value.start.info)
    info = dict(value.info)
    info["result"] = WORDS.get(info.get("result", "").lower(), info.get("result", ""))
    return replace(value, info=tuple(sorted((key, text) for key, text in info.items() if text)))


def ordered(tree: Tree, info: tuple[tuple[str, str], ...]) -> Tree:
    """Return a tree with its nodes in the order in which files have them, and these words about it."""
    found = Tree(replace(tree.start, info=tuple(sorted(info))))
    nodes = {0: 0}
    stack = list(reversed(tree.children[0]))
    while stack:
        node = stack.pop()
        nodes[node] = found.add(nodes[tree.parents[node]], tree.moves[node])
        stack += reversed(tree.children[node])
    found.comments = {nodes[node]: text for node, text in tree.comments.items()}
    found.labels = {nodes[node]: texts for node, texts in tree.labels.items()}
    found.marks = {nodes[node] for node in tree.marks}
    return found


def read_proof(data: bytes) -> bool:
    try:
        game, color, rule, proof, _ = proofs.loads(data.decode(errors="replace"))
    except ValueError:
        return False
    is_right = check(game, proof, color, rule, nodes=100_000).status == "valid"
    line = {
        **json.loads(FORMATS["json"].dumps()(game)),
        "rule": rule,
        "attacker": ("black", "white")[color],
    }
    if proof.size > proofs.MAX_SIZE:  # as a graph it is small
        return True
    for form in (
        {"tree": proofs.as_dict(proof, game.size)},
        {"graph": proofs.as_graph(proof, game.size)},
    ):
        once = proofs.loads(json.dumps({**line, **form}))
        assert once[:3] == (game, color, rule)
        assert once[3] == proof or not is_right
    if is_right:
        tree = proof_trees.as_tree(proofs.Claim(game, color, rule, proof))
        TABLE.pairs(tree)
        (again,) = proof_trees.load(io.BytesIO(sgf.dumps(tree).encode()), "-")
        assert not isinstance(again, FormatError)
        assert again.proof.size == proof.size
    return True


def read_proof_lines(data: bytes) -> bool:
    is_accepted = False
    for claim in proof_lines.load(io.BytesIO(data), "-"):
        if not isinstance(claim, FormatError):
            is_accepted = True
            check(claim.game, claim.proof, claim.color, claim.rule, nodes=20_000)
            (again,) = proof_lines.load(io.BytesIO(proof_lines.dumps(claim).encode()), "-")
            assert claim.proof.size > proofs.MAX_SIZE or again == claim._replace(loose=())
    return is_accepted


def read_weights(data: bytes) -> bool:
    """Read the bytes as a file of weights, as changes of one, and as the numbers of one that is right."""
    by_rule = replace(by_hand("standard"), made=Making(1, 2, 3, 4, 5))
    files = [weights.dumps(by_rule), weights_json.dumps(by_rule).encode()]
    is_accepted = False
    for text in (data, *[changed(file, data) for file in files]):
        for value in values(WEIGHTS, RECOGNIZED, text, {}):
            if isinstance(value, FormatError):
                assert len(str(value).splitlines()) == 1
            else:
                is_accepted |= text is data
                same_weights(value)
    rule = sorted(N_SETS)[data[0] % 3] if data else "renju"
    numbers = struct.unpack(f"<{SIZES[0]}h", data[1 : 2 * SIZES[0] + 1].ljust(2 * SIZES[0], b"\0"))
    bounded = tuple(max(number, -(2**15) + 1) for number in numbers)
    sets = (bounded, bounded[: SIZES[1]]) * (N_SETS[rule] // 2)
    networks = tuple(
        [
            Network(*((*[0] * (size - 1), number % most) for size, most in NETWORK.values()))
            for number in bounded[: N_SETS[rule] // 2 * (len(data) & 1)]
        ]
    )
    same_weights(Weights(rule, sets, Making(1, 2, 3, 2**64 - 1, len(data)), networks))
    return is_accepted


def changed(file: bytes, data: bytes) -> bytes:
    """Return a file with changes: each four bytes say where, how many bytes go, and which one comes."""
    for place, gone, come in struct.iter_unpack("<HBB", data[: len(data) // 4 * 4]):
        at = place % len(file)
        file = file[:at] + bytes([come]) + file[at + gone % 3 :]
    return file


def same_weights(value: Weights) -> None:
    tables(value.sets)
    for form in WEIGHTS.values():
        assert through(form, value) == value


def first_free(task: Task) -> list[Idea]:
    assert task.seconds > 0
    return [Idea(cell, 7, line=(cell,)) for cell in Board.of(task.game, task.rule).empty()[:2]]


def converse(data: bytes) -> bool:
    """Say the bytes to the engine, which plays on the first free point."""
    talk = Conversation(first_free, swap=lambda task: (0, 1, 2) if not task.game.moves else ())
    for answer in talk.answers(iter(data.decode("latin-1").split("\n"))):
        assert len(answer.splitlines()) == 1
    return True


TABLE = Table(
    FORMATS,
    use,
    held,
    again,
    content,
    [BOARD_SIZE],
    ways=dict.fromkeys(TREES, ({}, {"all_lines": True}, {"whole": True})),
    others={
        "proof": read_proof,
        "proof-lines": read_proof_lines,
        "weights": read_weights,
        "engine": converse,
    },
)
