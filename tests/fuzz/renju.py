"""Feed every reader of renju games with what atheris makes up; by hand, for as long as one likes:

    pip install atheris
    python tests/fuzz/renju.py READER -max_total_time=60 [CORPUS FOLDER]

READER is the name of a format; `recognised`, for a format by its content; or `engine`, for the protocol.
The corpus may hold real files. Any bytes must yield games or FormatErrors; no game may upset an engine; a
tree is read again as it was written; every answer by the protocol is one line.
"""

import io
import sys
from importlib import import_module

import atheris

with atheris.instrument_imports():
    from zet.cli.renju.engine import Conversation
    from zet.engines.renju.model import Game
    from zet.engines.renju.player import Choice
    from zet.engines.renju.referee import judge
    from zet.engines.renju.rules import Board
    from zet.engines.renju.solver import solve
    from zet.formats.errors import FormatError, UnwritableError
    from zet.formats.registry import recognise
    from zet.formats.renju import FORMATS, lib, sgf
    from zet.formats.renju.tree import Tree

READER = ""


def one_input(data: bytes) -> None:
    """Let the reader that was named read the bytes."""
    if READER == "engine":
        converse(data.decode("latin-1"))
    else:
        read(data)


def converse(text: str) -> None:
    """Say the text to the engine, which plays on the first free point."""
    for answer in Conversation().answers(iter(text.split("\n"))):
        assert len(answer.splitlines()) == 1


def first_free(game: Game, rule: str, *, seconds: float) -> Choice:
    assert seconds > 0
    return Choice(Board.of(game, rule).empty()[0], "position")


def read(data: bytes) -> None:
    """Use and write what comes of the bytes."""
    stream = io.BufferedReader(io.BytesIO(data))  # type: ignore[arg-type]
    chosen = FORMATS.get(READER)
    if chosen is None:
        chosen, stream = recognise(stream, FORMATS)
    values = list(chosen.load(stream)) if chosen else []
    if chosen and chosen.name in ("sgf", "lib"):
        for option in ("all_lines", "whole"):
            values += chosen.load(io.BytesIO(data), **{option: True})
    for value in values:
        if isinstance(value, FormatError):
            assert "\n" not in str(value)
            continue
        if isinstance(value, Tree):
            again(value)
            continue
        assert isinstance(value, Game)
        judge(value)
        solve(value, nodes=20)
        for target in FORMATS.values():
            try:
                target.dumps()(value)
            except UnwritableError:
                continue


def again(tree: Tree) -> None:
    """Write a tree in both formats, and read it."""
    for chosen, text in ((sgf, sgf.dumps_tree(tree).encode()), (lib, written(tree))):
        for found in chosen.load(io.BytesIO(text), whole=True) if text else ():
            assert isinstance(found, Tree), found
            lines = [[game.moves for game in one.games()] for one in (found, tree)]
            assert lines[0] == lines[1], (found, tree)
            for kind in ("comments", "labels", "marks"):
                assert len(getattr(found, kind)) == len(getattr(tree, kind)), (found, tree)


def written(tree: Tree) -> bytes:
    try:
        return lib.dumps_tree(tree)
    except UnwritableError:
        return b""


if __name__ == "__main__":
    READER = sys.argv.pop(1)
    if READER not in (*FORMATS, "recognised", "engine"):
        sys.exit(f"no reader {READER}")
    import_module("zet.cli.renju.engine").best_move = first_free  # type: ignore[attr-defined]
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
