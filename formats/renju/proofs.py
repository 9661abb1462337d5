"""Proofs of a win as JSON: a move, the answers to it with what follows each, and the threat.

`{"move": "h8", "answers": {"h9": {...}}, "threat": {...}}`; a move that makes five has neither. The whole
line also has the position (the keys of the JSON format), `attacker` and `rule`, as `zet renju solve
--tree --format json` writes them. `docs/formats/renju-proof.md` describes it.
"""

import json
from collections.abc import Callable
from typing import Any

from zet.engines.messages import Message
from zet.engines.renju.model import COLORS, RULES, Game, cell_of, name, names
from zet.engines.renju.proof import Proof
from zet.formats.errors import UnreadableError, UnwritableError
from zet.formats.renju.json_lines import loads as load_game
from zet.formats.renju.tree import Tree

MAX_SIZE = 1_000_000
"""Moves of the attacker's that a proof may have when it is written."""

MAX_DEPTH = 400


def loads(text: str) -> tuple[Game, int, str, Proof]:
    """Return the position, the color that wins, the rule and the proof of one JSON object.

    Raises:
        ValueError: the text is no such object.
    """
    game = load_game(text)
    data = json.loads(text)
    if "tree" not in data:
        raise UnreadableError("no proof in it: tree is missing")
    if data["tree"] is None:
        raise UnreadableError("no proof in it: it says {status}", status=str(data.get("status")))
    if data.get("attacker") not in COLORS:
        raise UnreadableError("{key} must be black or white", key="attacker")
    if data.get("rule", "renju") not in RULES:
        raise UnreadableError("rule must be one of {rules}", rules=", ".join(RULES))
    return game, COLORS.index(data["attacker"]), data.get("rule", "renju"), _proof(data["tree"], 0)


def _proof(data: Any, depth: int) -> Proof:
    if not isinstance(data, dict) or not isinstance(data.get("move"), str):
        raise UnreadableError("every node of the tree must have a move")
    if depth > MAX_DEPTH:
        raise UnreadableError("the tree is too deep")
    answers, threat = data.get("answers", {}), data.get("threat")
    if not isinstance(answers, dict) or (answers and threat is None):
        raise UnreadableError("answers must be an object, and stand beside a threat")
    return Proof(
        cell_of(data["move"]),
        tuple((cell_of(answer), _proof(below, depth + 1)) for answer, below in answers.items()),
        None if threat is None else _proof(threat, depth + 1),
    )


def as_dict(proof: Proof) -> dict[str, Any]:
    """Return the JSON object of a proof.

    Raises:
        UnwritableError: written out it is too large.
    """
    _check(proof)
    return _object(proof)


def _object(proof: Proof) -> dict[str, Any]:
    if proof.threat is None:
        return {"move": name(proof.move)}
    return {
        "move": name(proof.move),
        "answers": {name(cell): _object(below) for cell, below in proof.answers},
        "threat": _object(proof.threat),
    }


def _check(proof: Proof) -> None:
    if proof.size > MAX_SIZE:
        raise UnwritableError(
            "a proof of {n} moves; at most {most} are written", n=proof.size, most=MAX_SIZE
        )


def _comment(proof: Proof) -> Message:
    """Return what the first move of a proof does."""
    if proof.threat is None:
        return Message("five")
    return Message("threatens {moves}", moves=" ".join(names(proof.threat.line())))


def as_tree(game: Game, proof: Proof, say: Callable[[str], str] = str) -> Tree:
    """Return the tree of the game's moves and, after them, of the proof; threats are comments.

    `say` puts a message into words.

    Raises:
        UnwritableError: written out it is too large.
    """
    _check(proof)
    tree = Tree(game.at(0))
    stack = [(tree.add_line(0, game.moves), proof)]
    while stack:
        node, proof = stack.pop()
        node = tree.add(node, proof.move)
        comment = _comment(proof)
        if proof.threat is not None and proof.threat.threat is None:
            comment = Message("threatens five at {point}", point=name(proof.threat.move))
        tree.comments[node] = say(comment)
        below = sorted(proof.answers, key=lambda pair: -pair[1].length)
        stack += [(tree.add(node, answer), after) for answer, after in below]
    return tree


def as_text(proof: Proof, say: Callable[[str], str] = str) -> str:
    """Return the proof as lines of text, indented by their depth; `say` puts a message into words.

    Raises:
        UnwritableError: written out it is too large.
    """
    _check(proof)
    lines: list[str] = []
    stack: list[tuple[int, str, Proof]] = [(0, "", proof)]
    while stack:
        depth, before, proof = stack.pop()
        lines.append(f"{'  ' * depth}{before}{name(proof.move)} ({say(_comment(proof))})")
        below = sorted(proof.answers, key=lambda pair: pair[1].length)
        stack += [(depth + 1, f"{name(answer)} ", after) for answer, after in below]
    return "\n".join(lines) + "\n"
