"""Proofs of a win as JSON: nested, or as a graph in which each shared part appears once.

A nested proof is `{"move": "h8", "answers": {"h9": {...}}, "threat": {...}}`; a move that makes five has
no answers and no threat. A graph is a list of these objects, in which numbers of earlier objects replace
nested answers and threats. Each proof is one line, which also contains the position (the keys of the
JSON format), `attacker` and `rule`, as in the output of `zet renju solve --format json --defenses`.
`docs/formats/renju-proof.md` describes the format.
"""

import io
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from zet.engines.messages import Message
from zet.engines.renju.model import COLORS, N_CELLS, RULES, Game, cell_of, name, names
from zet.engines.renju.proof import Proof, Store, parts_of
from zet.formats.errors import FormatError, UnreadableError, UnwritableError
from zet.formats.json_object import read_object
from zet.formats.lines import load_lines
from zet.formats.renju.json_lines import game_of

if TYPE_CHECKING:
    from zet.formats.renju import contract

MAX_SIZE = 1_000_000
"""The maximum number of the attacker's moves in a tree, and of parts and of answers in a JSON graph."""

MAX_DEPTH = N_CELLS
"""The maximum number of the attacker's moves in one line of play: the points on a renju board."""

MAX_LINE = 1 << 26
"""The maximum length of a line in bytes; no tree or graph of a proof is longer."""


class Claim(NamedTuple):
    """A proof that a color wins under a rule, with that color to move after the moves of a game.

    `loose` lists the first moves of those parts in the file that the proof does not use.
    """

    game: Game
    color: int
    rule: str
    proof: Proof
    loose: tuple[int, ...] = ()


def load(stream: io.BufferedIOBase, source: str) -> Iterator[Claim | FormatError]:
    """Yield the proof on each line; a bad line yields its error."""
    return load_lines(stream, source, loads, MAX_LINE)


def loads(text: str) -> Claim:
    """Parse a JSON object with a position, the color that wins, the rule and the proof.

    Raises:
        ValueError: the text is not a JSON object with a position and a proof.
    """
    if text.count("{") > 2 * MAX_SIZE + 10 or text.count(",") > 5 * MAX_SIZE or text.count("[") > 100:
        raise UnreadableError("a proof has at most {most} parts", most=MAX_SIZE)
    data = read_object(text, "game")
    key = "graph" if "graph" in data else "tree"
    if key not in data:
        raise UnreadableError("the object has no proof; run the previous command with --format proof")
    if data[key] is None:
        raise UnreadableError(
            "the object has no proof: its status is {status}", status=str(data.get("status"))
        )
    game = game_of(data)
    if data.get("attacker") not in COLORS:
        raise UnreadableError("{key} must be black or white", key="attacker")
    if data.get("rule", "renju") not in RULES:
        raise UnreadableError("rule must be one of {rules}", rules=", ".join(RULES))
    store = Store()
    loose: tuple[int, ...] = ()
    if key == "graph":
        proof, loose = _graph(data["graph"], store, game.size)
        tree = data.get("tree")
        if tree is not None and _proof(tree, store, game.size, 0) is not proof:
            raise UnreadableError("tree and graph must be the same proof")
    else:
        proof = _proof(data["tree"], store, game.size, 0)
    return Claim(game, COLORS.index(data["attacker"]), data.get("rule", "renju"), proof, loose)


def _proof(data: Any, store: Store, size: int, depth: int) -> Proof:
    if depth > MAX_DEPTH:
        raise UnreadableError("the tree is too deep")
    move, answers, threat = _node(data, size)
    made = [(cell, _proof(below, store, size, depth + 1)) for cell, below in answers]
    return store.made(move, made, None if threat is None else _proof(threat, store, size, depth + 1))


def _node(data: Any, size: int) -> tuple[int, list[tuple[int, Any]], Any]:
    """Return the move of a node, and the values of its answers and its threat."""
    if not isinstance(data, dict) or not isinstance(data.get("move"), str):
        raise UnreadableError("every node of the tree must have a move")
    answers, threat = data.get("answers", {}), data.get("threat")
    if not isinstance(answers, dict) or (answers and threat is None):
        raise UnreadableError("answers must be an object, and a node with answers needs a threat")
    made = [(cell_of(answer, size), below) for answer, below in answers.items()]
    return cell_of(data["move"], size), made, threat


def _graph(data: Any, store: Store, size: int) -> tuple[Proof, tuple[int, ...]]:
    if not isinstance(data, list):
        raise UnreadableError("graph must be a list")
    graph = GraphBuilder(MAX_SIZE, store)
    for one in data:
        graph.add(*_node(one, size))
    return graph.whole()


class GraphBuilder:
    """A proof that is built part by part; each part refers to earlier parts by number.

    The proof may have up to `most` parts, and up to `most` answers in all parts together.
    """

    def __init__(self, most: int, store: Store | None = None) -> None:
        self._most, self._store = most, store or Store()
        self._parts: list[Proof] = []
        self._depths: list[int] = []
        self._n_answers = 0

    def add(self, move: int, answers: list[tuple[int, Any]], threat: Any) -> None:
        """Add a part; its answers and its threat refer to earlier parts by number.

        Each answer is a cell and a number. The threat is a number, or None if the move makes five.

        Raises:
            UnreadableError: a number is not the number of an earlier part, or a line has more moves than
            the board has points.
        """
        numbers = [number for _, number in answers] + ([] if threat is None else [threat])
        here = len(self._parts)
        for number in numbers:
            if type(number) is not int or not 0 <= number < here:
                raise UnreadableError(
                    "part {here} refers to {number!r}, which is not an earlier part",
                    here=here,
                    number=number,
                )
        depth = 1 + max([self._depths[number] for number in numbers], default=0)
        if depth > MAX_DEPTH:
            raise UnreadableError("the tree is too deep")
        self._n_answers += len(answers)
        if max(here + 1, self._n_answers) > self._most:
            raise UnreadableError("a proof has at most {most} parts", most=self._most)
        made = [(cell, self._parts[number]) for cell, number in answers]
        self._parts.append(self._store.made(move, made, None if threat is None else self._parts[threat]))
        self._depths.append(depth)

    def whole(self) -> tuple[Proof, tuple[int, ...]]:
        """Return the proof, which is the last part, and the moves of the parts that it does not use.

        Raises:
            UnreadableError: no part was added.
        """
        if not self._parts:
            raise UnreadableError("the proof has no parts")
        used: set[int] = set()
        stack = [self._parts[-1]]
        while stack:
            part = stack.pop()
            if id(part) not in used:
                used.add(id(part))
                stack += [after for _, after in part.answers] + ([part.threat] if part.threat else [])
        return self._parts[-1], tuple(part.move for part in self._parts if id(part) not in used)


def numbered_parts(proof: Proof, most: int) -> Iterator[tuple[int, list[tuple[int, int]], int | None]]:
    """Yield each part of a proof: its move, its answers, and its threat.

    Each answer is a cell and the number of its part; the threat is the number of its part, or None.

    Raises:
        UnwritableError: the proof has more than `most` parts or answers.
    """
    parts = parts_of(proof)
    n = max(len(parts), sum(len(part.answers) for part in parts))
    if n > most:
        raise UnwritableError(
            "the proof has {n} parts or answers; at most {most} of each can be written", n=n, most=most
        )
    numbers = {id(part): number for number, part in enumerate(parts)}
    for part in parts:
        answers = [(cell, numbers[id(below)]) for cell, below in part.answers]
        yield part.move, answers, None if part.threat is None else numbers[id(part.threat)]


def as_graph(proof: Proof, size: int) -> "list[contract.ProofPart]":
    """Return the JSON list of the parts of a proof; the last part is the proof.

    The board has `size` points per side.

    Raises:
        UnwritableError: the proof has too many parts.
    """
    return [
        {"move": name(move, size)}
        if threat is None
        else {
            "move": name(move, size),
            "answers": {name(cell, size): below for cell, below in answers},
            "threat": threat,
        }
        for move, answers, threat in numbered_parts(proof, MAX_SIZE)
    ]


def as_dict(proof: Proof, size: int) -> "contract.ProofTree":
    """Return the JSON object of a proof on a board of `size` points per side.

    Raises:
        UnwritableError: the proof is too large to be written as a tree.
    """
    check_size(proof)
    return _object(proof, size)


def _object(proof: Proof, size: int) -> "contract.ProofTree":
    if proof.threat is None:
        return {"move": name(proof.move, size)}
    return {
        "move": name(proof.move, size),
        "answers": {name(cell, size): _object(below, size) for cell, below in proof.answers},
        "threat": _object(proof.threat, size),
    }


def check_size(proof: Proof) -> None:
    """Raise UnwritableError if a proof is too large to be written as a tree."""
    if proof.size > MAX_SIZE:
        raise UnwritableError(
            "the proof has {n} moves; at most {most} can be written", n=proof.size, most=MAX_SIZE
        )


def comment_on(proof: Proof, size: int) -> Message:
    """Return a comment on the first move of a proof."""
    if proof.threat is None:
        return Message("five")
    if proof.threat.threat is None:
        return Message("threatens five at {point}", point=name(proof.threat.move, size))
    return Message("threatens {moves}", moves=" ".join(names(proof.threat.line(), size)))


def as_text(proof: Proof, size: int, translate: Callable[[str], str] = str) -> str:
    """Return the proof as lines of text, indented by their depth.

    Raises:
        UnwritableError: the proof is too large to be written as a tree.
    """
    check_size(proof)
    lines: list[str] = []
    stack: list[tuple[int, str, Proof]] = [(0, "", proof)]
    while stack:
        depth, before, proof = stack.pop()
        lines.append(
            f"{'  ' * depth}{before}{name(proof.move, size)} ({translate(comment_on(proof, size))})"
        )
        below = sorted(proof.answers, key=lambda pair: pair[1].length)
        stack += [(depth + 1, f"{name(answer, size)} ", after) for answer, after in below]
    return "\n".join(lines) + "\n"
