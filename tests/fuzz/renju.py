"""Renju: a game or a tree is the same in every format that can represent it, and crashes no engine.

`proof` reads positions with proofs; `engine` answers commands of the protocol, each in one line.
"""

import io
import json
import struct
from collections.abc import Callable
from dataclasses import replace
from functools import partial
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
    WEIGHTS,
    WITHOUT_SIZE,
    Claim,
    answers,
    lib,
    proof_lines,
    proof_trees,
    proofs,
    sgf,
    weights,
    weights_json,
)
from zet.formats.renju.gomocup import Conversation, Idea, Task
from zet.formats.renju.lost import BOARD_SIZE, HOW_ENDED, ORDER
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
    size = {"size": value.size} if form.name in WITHOUT_SIZE else {}
    game = through(form, value, **size)
    made_up = {("black", "black"), ("white", "white")} - {*value.info} if form.name == "rec" else set()
    return replace(game, info=tuple(sorted({*game.info} - made_up)))


def held(name: str, value: Game | Tree) -> Any:
    """Return the value that a format preserves; None if it cannot represent a tree or a game without
    moves.
    """
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
    if name == "psq":
        info = (info if len(info) == 2 else {}) | trailer(value)
    if name == "rif" and "result" in info:
        told = recorded_ending(replace(value, info=(("result", info.pop("result")),)))
        if told:
            info["result"] = {BLACK: "black", WHITE: "white", None: "draw"}[told[0]]
    return replace(value, info=tuple(sorted(info.items())))


def trailer(game: Game) -> dict[str, str]:
    """Return what the last line of a psq file tells of a game: a draw, or a win of the last move."""
    info = dict(game.info)
    told = recorded_ending(game)
    result = ""
    if "result" in info:
        if told is None or (told[0] is not None and told[0] != last_winner(game)):
            return {}
        result = {BLACK: "B+", WHITE: "W+", None: "draw"}[told[0]]
    elif last_winner(game) is not None:
        return {}
    return {key: text for key, text in (("event", info.get("event", "")), ("result", result)) if text}


def last_winner(game: Game) -> int | None:
    """Return the color of the last move; None without moves, or if renju forbids it."""
    if not game.moves:
        return None
    before = game.at(len(game.moves) - 1)
    return None if game.moves[-1] in forbidden_cells(before) else before.side


def parts(value: Game | Tree) -> dict[str, Any]:
    """Return the parts of a game or a tree; the wording of a result is not a part of it."""
    start = value.start if isinstance(value, Tree) else value
    found: dict[str, Any] = {key: text for key, text in start.info if text}
    if text := found.get("result"):
        told = recorded_ending(start)
        found["result"] = (told[0],) if told else text
        found[HOW_ENDED] = WORDS.get(text.lower(), text) if told else None
    if isinstance(value, Tree):
        return found | {"tree": ordered(value, ())}
    order = value.black, value.white, value.first, value.moves
    stones = *map(sorted, value.stones()), value.side
    return found | {ORDER: order, BOARD_SIZE: value.size, "stones": stones}


def ordered(tree: Tree, info: tuple[tuple[str, str], ...]) -> Tree:
    """Return a tree with its nodes in the order of a file, and with this info."""
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


def proof_object(claim: Claim, **shape: bool) -> str:
    keys = {"tree": False, "graph": False, **shape}
    return json.dumps(answers.proof_keys(claim.game, claim.color, claim.rule, claim.proof, **keys))


PROOF_WRITERS: dict[str, Callable[[Claim], str | bytes]] = {
    "tree": partial(proof_object, tree=True),
    "graph": partial(proof_object, graph=True),
    "proof": proof_lines.dumps,
    "sgf": lambda claim: sgf.dumps(proof_trees.as_tree(claim)),
    "lib": lambda claim: lib.dumps(proof_trees.as_tree(claim)),
}
"""How `solve` writes a proof in each form."""


def proof_again(form: Format[Claim], claim: Claim) -> Claim:
    text = PROOF_WRITERS[form.name](claim)
    found: Claim = read_one(form, text.encode() if isinstance(text, str) else text)
    if form.name in TREES and claim.color != claim.game.side:  # a pass precedes the proof
        found = found._replace(game=found.game.at(len(found.game.moves) - 1))
    return found._replace(game=replace(found.game, info=tuple(sorted(found.game.info))))


def proof_held(name: str, claim: Claim) -> Claim:
    game, color, rule, _, _ = claim
    if name == "proof":
        game = Game.build(*game.stones(), color, size=game.size)
    elif name == "lib":
        game, rule = replace(game, info=()), "renju"
    elif name == "sgf":
        if rule != game.rule:
            game = game.with_info({**dict(game.info), "rule": rule})
        game = held(name, game)
    game = replace(game, info=tuple(sorted(game.info)))
    return claim._replace(game=game, rule=rule, loose=())


def proof_parts(claim: Claim) -> dict[str, Any]:
    """Return the parts of a proof and its game; the rule of the proof replaces that of the game."""
    order = claim.game.moves and parts(claim.game)[ORDER]
    stones = *map(sorted, claim.game.stones()), claim.color
    own = {ORDER: order, "stones": stones, "rule": claim.rule, "proof": claim.proof}
    return parts(claim.game) | own


PROOFS = Table(
    {
        "tree": Format("tree", proofs.__name__, b"", by_line=False),
        "graph": Format("graph", proofs.__name__, b"", by_line=False),
        "proof": Format("proof", proof_lines.__name__, b"", by_line=False),
        "sgf": Format("sgf", proof_trees.__name__, b"", by_line=False),
        "lib": Format("lib", proof_trees.__name__, b"", by_line=False),
    },
    held=proof_held,
    again=proof_again,
    parts=proof_parts,
    given=["rule"],
    within={HOW_ENDED: "result"},
)


def read_proof(data: bytes) -> bool:
    try:
        claim = proofs.loads(data.decode(errors="replace"))
    except ValueError:
        return False
    if check(claim.game, claim.proof, claim.color, claim.rule, nodes=100_000).status == "valid":
        PROOFS.pairs(claim)
        if claim.proof.size <= proofs.MAX_SIZE:
            TABLE.pairs(proof_trees.as_tree(claim))
    return True


def read_proof_lines(data: bytes) -> bool:
    is_accepted = False
    for claim in proof_lines.load(io.BytesIO(data), "-"):
        if not isinstance(claim, FormatError):
            is_accepted = True
            if check(claim.game, claim.proof, claim.color, claim.rule, nodes=20_000).status == "valid":
                PROOFS.pairs(claim)
            else:
                (again,) = proof_lines.load(io.BytesIO(proof_lines.dumps(claim).encode()), "-")
                assert claim.proof.size > proofs.MAX_SIZE or again == claim._replace(loose=())
    return is_accepted


def read_weights(data: bytes) -> bool:
    """Read the bytes as a file of weights, as changes to a valid file, and as the numbers of a valid
    file.
    """
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
    """Return a file with changes: four bytes give the place, the bytes to remove, and a new byte."""
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
    """Send the bytes to the engine, which plays on the first free point."""
    talk = Conversation(first_free, swap=lambda task: (0, 1, 2) if not task.game.moves else ())
    for answer in talk.answers(iter(data.decode("latin-1").split("\n"))):
        assert len(answer.splitlines()) == 1
    return True


TABLE = Table(
    FORMATS,
    use,
    held,
    again,
    parts,
    [BOARD_SIZE],
    {HOW_ENDED: "result"},
    ways=dict.fromkeys(TREES, ({}, {"all_lines": True}, {"whole": True})),
    others={
        "proof": read_proof,
        "proof-lines": read_proof_lines,
        "weights": read_weights,
        "engine": converse,
    },
)
