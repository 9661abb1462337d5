"""Right and wrong uses of the Python interface; a type checker must refuse exactly the marked ones.

mypy checks this file with `warn_unused_ignores`, so that a wrong use that it accepts has an unused mark.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import assert_type

import zet
from zet.engines.renju import Game
from zet.engines.tectonic import Puzzle
from zet.formats import renju, tectonic
from zet.formats.errors import FormatError


def right(path: Path) -> None:
    puzzle = zet.tectonic.load(path)
    assert_type(puzzle, Puzzle)
    assert_type(zet.tectonic.load_all("a.xml"), Iterator[Puzzle])
    assert_type(zet.tectonic.solve(puzzle).unique, bool | None)
    game = zet.renju.loads(b"h8i9", format="moves")
    assert_type(game, Game)
    assert_type(zet.renju.solve(game).line, tuple[str, ...])
    assert_type(zet.renju.best_move(game).move, str)
    assert_type(zet.walls.best_move(zet.walls.start()).move, tuple[int, int])
    assert_type(zet.ttt.best_move(zet.ttt.start()).move, int | None)
    assert_type(zet.match5.load(path).games, int)
    assert_type(zet.__version__, str)
    error: type[ValueError] = zet.FormatError
    del error
    with path.open("rb") as stream:
        assert_type(next(renju.FORMATS["sgf"].load(stream)), Game | FormatError)
        zet.renju.dump_all(zet.renju.load_all(stream), path, format="sgf")


def wrong(path: Path) -> None:
    game = zet.renju.load(path)
    zet.tectonic.solve(game)  # type: ignore[arg-type]
    zet.tectonic.dump(game, path)  # type: ignore[arg-type]
    zet.renju.play(game, 112)  # type: ignore[arg-type]
    zet.renju.solve(game, side="red")  # type: ignore[arg-type]
    zet.renju.load(path, fromat="sgf")  # type: ignore[call-arg]
    zet.renju.load(path).widht  # type: ignore[attr-defined]  # noqa: B018
    zet.walls.play(zet.walls.start(), "a1", 3)  # type: ignore[arg-type]
    zet.match5.train(zet.match5.Knowledge("Bob"), 10, opponent=4)  # type: ignore[arg-type]
    zet.ttt.best_move(zet.walls.start())  # type: ignore[arg-type]
    zet.solve  # type: ignore[attr-defined]  # noqa: B018
    with path.open("rb") as stream:
        for value in tectonic.FORMATS["xml"].load(stream):
            value.width  # type: ignore[union-attr]  # noqa: B018
    with path.open() as text:
        zet.renju.load(text)  # type: ignore[arg-type]
    tectonic.FORMATS["line"].dumps()(game)  # type: ignore[arg-type]
