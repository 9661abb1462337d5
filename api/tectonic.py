"""Tectonic (Suguru): solve, explain, check, rate, generate, read and write puzzles.

Cells are counted row by row from the top left, from 0; `Puzzle.place` gives their row and column.
"""

from collections.abc import Collection
from inspect import signature
from random import Random
from secrets import randbits
from typing import Literal, TypedDict, Unpack

from zet._arguments import checked
from zet._files import Files
from zet._pictures import show_as
from zet.engines.tectonic import (
    Check,
    Explanation,
    ImpossibleError,
    Judgment,
    Mistake,
    Puzzle,
    PuzzleError,
    Rating,
    Result,
    Step,
    Wish as _Wish,
    check as _check,
    explain as _explain,
    generate as _generate,
    judge as _judge,
    rate as _rate,
    solve as _solve,
)
from zet.formats.tectonic import FORMATS, as_svg, as_text
from zet.formats.tectonic.answers import as_dict

__all__ = [
    "Check",
    "Explanation",
    "ImpossibleError",
    "Judgment",
    "Mistake",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Result",
    "Step",
    "as_dict",
    "as_svg",
    "as_text",
    "check",
    "dump",
    "dump_all",
    "dumps",
    "explain",
    "generate",
    "judge",
    "load",
    "load_all",
    "loads",
    "rate",
    "solve",
]

Difficulty = Literal["easy", "medium", "hard", "expert", "extreme"]

check, explain, judge = checked(_check), checked(_explain), checked(_judge)
rate, solve = checked(_rate), checked(_solve)

_files = Files(FORMATS, "puzzle", "line", {"xml": {"options": None}})  # notes, if there are any
load, load_all, loads = _files.load, _files.load_all, _files.loads
dump, dump_all, dumps = _files.dump, _files.dump_all, _files.dumps

show_as(Puzzle, as_svg)


def __dir__() -> list[str]:
    return __all__


class _Wishes(TypedDict, total=False):
    idea: Puzzle | None
    keep: Literal["givens", "pieces", "pattern", "solution"]
    pattern: Collection[int] | None
    max_piece: int
    difficulty: Difficulty | None
    rating: tuple[int, int] | None
    require: Collection[int]
    forbid: Collection[int]
    symmetric: bool
    minimal: bool
    fewest: bool


@checked
def generate(
    width: int = 9, height: int = 9, *, seed: int | None = None, **wishes: Unpack[_Wishes]
) -> Puzzle | None:
    """Return a random puzzle with one solution, or None if no attempt meets the conditions.

    The puzzle is the first that `zet tectonic generate` writes with the same options:

    - `seed`: equal seeds give equal puzzles; by default, the seed is random.
    - `idea`: a puzzle whose size and pieces are retained.
    - `keep`: the part of the idea that is also retained: its "givens", its "solution", the "pattern" of
      cells that contain givens, or no other part ("pieces").
    - `pattern`: the cells that may contain givens, besides the retained givens.
    - `max_piece`: the maximum number of cells of a piece; without effect if there is an idea.
    - `difficulty`: easy, medium, hard, expert or extreme; `rating`: the lowest and the highest score. By
      default, every difficulty and rating is allowed.
    - `require`, `forbid`: the numbers of techniques that solving the puzzle must need, or must not need.
    - `symmetric`: the givens are symmetric under a half turn; a cell that the half turn maps to a missing
      cell contains no given.
    - `minimal`: no given is superfluous, except perhaps a retained given or, with `symmetric`, the given
      that the half turn maps to a retained given.
    - `fewest`: no puzzle with the same solution and the same retained givens has fewer givens.

    Raises:
        PuzzleError: the board or its pieces are too small or too large; `keep` is "solution", but the
            idea has several solutions; `keep` is not "givens" although there is no idea; a cell of the
            pattern is not on the board; or `fewest` is combined with a pattern or `symmetric`.
        ValueError: no technique has a given number; a technique is both required and forbidden; or
            the lowest score is above the highest.
        ImpossibleError: no such puzzle can be made from the idea.
    """
    random = Random(f"{randbits(32) if seed is None else seed}:1")
    if idea := wishes.get("idea"):
        width, height = idea.width, idea.height
    return _generate(width, height, random, _Wish(**wishes))


_own = signature(generate)
generate.__dict__["__signature__"] = _own.replace(  # so that help() shows each option and its default
    parameters=[
        *[one for one in _own.parameters.values() if one.kind != one.VAR_KEYWORD],
        *[one.replace(kind=one.KEYWORD_ONLY) for one in signature(_Wish).parameters.values()],
    ]
)
