"""Call everything that kernels export to Python with arbitrary arguments: `doors.py CASES LOG`.

A call must return or raise an error of REFUSALS, in bounded time. If a call crashes, the process dies,
and the log ends with that call; `test_doors.py` runs this file in a process of its own.
"""

import inspect
import signal
import sys
from array import array
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from zet.engines.kernels import KERNELS, interpreted_kernels
from zet.engines.match5.constants import BLOCK, BLOCKING
from zet.engines.match5.player import WINDOWS
from zet.engines.noire.plans import plans_of
from zet.engines.noire.program import Program
from zet.engines.renju.board import BOARDS
from zet.engines.walls.model import board
from zet.engines.walls.shape import fence_keys, shape


class TooLongError(Exception):
    """The poll of a search, which notices signals, has ended the call."""


REFUSALS = (ValueError, TypeError, IndexError, OverflowError, AttributeError, MemoryError, TooLongError)

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
BOARD = board(2, 2)
PLANS = plans_of(Program(), BOARDS["renju"])
RULES = BOARDS["renju"]
RULES_OF_FACTS = ([0, 0, 1, 2], [0, 1], [0, 1, 2], [0, 1])
OFFERED = {
    f"{name.removeprefix('zet.engines.')}.{key}": value
    for name in KERNELS
    for key, value in vars(import_module(name)).items()
    if not key.startswith("_") and callable(value) and value.__module__ == name
}
"""The classes and functions of all kernels, by name."""

CLASSES = {name: one for name, one in OFFERED.items() if isinstance(one, type)}
FUNCTIONS = {name: one for name, one in OFFERED.items() if name not in CLASSES}


def make(name: str, *arguments: Any) -> Any:
    return CLASSES[name](*arguments)


def table() -> Any:
    return make("walls._table.Table", 4)


def matcher() -> Any:
    made = make("match5._matcher.Matcher")
    made.add(3, 7, [(0, [0, 1, 2], [3, 4]), (1, [0, 17], [34])])
    return made


def blocker() -> Any:
    return make("match5._table.Table", matcher(), matcher(), 3, BLOCK, 1, WINDOWS, BLOCKING)


def never(_nodes: int) -> bool:
    return False


MADE: dict[str, Callable[[], tuple[Any, ...]]] = {
    "kernel._json.JsonTexts": lambda: (str, repr),
    "kernel._polls.Poll": lambda: (never,),
    "kernel._polls.LimitedSearch": lambda: (never,),
    "match5._alphabeta.AlphaBeta": lambda: (never, WINDOWS),
    "match5._board.Board": lambda: (matcher(), matcher(), 2, WINDOWS, (3, 4, 1, 2)),
    "match5._matcher.Hits": lambda: (),
    "match5._matcher.Matcher": lambda: (),
    "match5._nearness.Nearness": lambda: (matcher(), 3, 4, 1, 2),
    "match5._refuter.Refuter": lambda: (blocker(), 6, 5, 16, False, False),
    "match5._search.Search": lambda: (WINDOWS,),
    "match5._table.Table": lambda: (matcher(), matcher(), 3, 2, 1, WINDOWS, (3, 4, 1, 2)),
    "ttt._pairs.Pairs": lambda: (9, LINES, [3] * 18, 8),
    "ttt._search.Lines": lambda: (9, LINES, [3] * 18, 8),
    "ttt._search.Search": lambda: (9, LINES, [3] * 18, 8),
    "ttt._table.Table": lambda: (4, [(0, 1)]),
    "noire._find.GameMatcher": lambda: (RULES, PLANS, []),
    "noire._match.Matcher": lambda: (RULES, PLANS, True),
    "noire._search.NoireSearch": lambda: (RULES, PLANS, True),
    "noire._history.HistoryBoard": lambda: (RULES, PLANS),
    "noire._tables.GroupBoard": lambda: (RULES, PLANS),
    "renju._board.Board": lambda: (*RULES, 22),
    "renju._fours.FourSearch": lambda: (*RULES, 22),
    "renju._graph.ProofGraph": lambda: (*RULES, 5),
    "renju._quiet.QuietSearch": lambda: (*RULES, 5),
    "renju._threats.ThreatSearch": lambda: (*RULES, 5),
    "renju._shapes.ShapeBoard": lambda: (*RULES, 22),
    "renju._learner.NetworkLearner": lambda: (*RULES, lambda: 0.5),
    "renju._network.NetworkBoard": lambda: (*RULES, 22),
    "renju._player.PositionalSearch": lambda: RULES,
    "renju._tuner.Tuner": lambda: (*RULES, 5),
    "renju._verifier.Verifier": lambda: (*RULES, 22),
    "tectonic._cutter.Cutter": lambda: (5, 4, 5, 1),
    "tectonic._chains.Chains": lambda: (3, 1, [0, 0, 1]),
    "tectonic._cover.Cover": lambda: (3,),
    "tectonic._findings.Findings": lambda: (3, 1, [0, 0, 1], [3, 3, 1], 0xFFFF),
    "tectonic._ladder.Ladder": lambda: (3, 1, [0, 0, 1], [3, 3, 1], 0xFFFF, True),
    "tectonic._learn.Learner": lambda: (3, 1, [0, 0, 1], [3, 3, 1], 7),
    "tectonic._landmarks.Landmarks": lambda: (3, *([array("i", one) for one in RULES_OF_FACTS])),
    "tectonic._links.Links": lambda: (3, 1, [0, 0, 1]),
    "tectonic._variables.Variables": lambda: (3, 1, [0, 0, 1], [3, 3, 1]),
    "tectonic._search.Search": lambda: (3, 1, [0, 0, 1], [3, 3, 1]),
    "tectonic._techniques.Techniques": lambda: (3, 1, [0, 0, 1], [3, 3, 1], 0xFFFF),
    "tectonic._thinner.Thinner": lambda: (3, 1, [0, 0, 1], [1, 2, 1]),
    "walls._alphabeta.AlphaBeta": lambda: (shape(BOARD), table(), never, 4, 4, 4),
    "walls._boxes.Boxes": lambda: (BOARD, table(), never, True),
    "walls._chains.Chains": lambda: (BOARD, table(), never),
    "walls._classic.Classic": lambda: (
        *(shape(BOARD).sides, 4, bytes(12), fence_keys(BOARD)),
        *(True, table(), never),
    ),
    "walls._corridors.Corridors": lambda: (BOARD, table(), never),
    "walls._table.Table": lambda: (4,),
}
"""A function for each class that returns arguments for a small instance."""

# These arguments determine the length of loops that do not poll, so they are small.
COUNTS = ("patience", "limit", "count", "game", "end", "nodes")

few = st.integers(-1, 3)
edges = [
    -(2**63),
    -(2**31),
    -2,
    8,
    80,
    81,
    112,
    224,
    225,
    226,
    483,
    484,
    485,
    1023,
    2**31 - 1,
    2**40,
    2**62,
    2**64 - 1,
]
numbers = few | few | st.integers(0, 230) | st.sampled_from(edges) | st.integers()
lists = st.lists(numbers, max_size=12) | st.sampled_from(
    [[0] * 12, [0] * 81, [1] * 81, [*range(12)], [0] * 80 + [3], [2] * 82, bytes(12)]
)
others = st.sampled_from(
    [None, "", "x", 1.5, (), {}, object(), b"", bytes(81), BOARD, WINDOWS, LINES, RULES, never]
)
images = st.lists(st.tuples(few, lists, lists), max_size=3)
anything = numbers | numbers | numbers | lists | others | images


def methods(name: str) -> dict[str, list[str]]:
    """Return the public methods of a class: name to names of parameters."""
    found = {key: getattr(CLASSES[name], key) for key in dir(CLASSES[name]) if not key.startswith("_")}
    return {key: parameters(one)[1:] for key, one in found.items() if callable(one)}


def attributes(name: str) -> list[str]:
    """Return the public attributes of a class, whether callers may set them or not."""
    found = {key: getattr(CLASSES[name], key) for key in dir(CLASSES[name]) if not key.startswith("_")}
    return sorted(key for key, one in found.items() if not callable(one))


def parameters(function: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(function).parameters)


def values(names: list[str]) -> st.SearchStrategy[list[Any]]:
    """Return a strategy for lists of arguments; occasionally an argument is missing."""
    each = [st.integers(-2, 40) if name in COUNTS else anything for name in names]
    return st.tuples(*each).map(list) | st.tuples(*each).map(lambda found: list(found)[:-1])


def attempt(log: TextIO, function: Callable[..., Any], arguments: Any) -> Any:
    """Call a function; return its result, or None if it refuses the arguments."""
    log.write(f"{function} {arguments}\n")
    log.flush()
    try:
        signal.setitimer(signal.ITIMER_PROF, 0.5)
        try:
            return function(*arguments)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except REFUSALS:
        return None


def try_doors(cases: int, log: TextIO) -> None:
    """Create instances and call everything, with `cases` cases for each class and function."""

    def end(*_: object) -> None:
        raise TooLongError

    signal.signal(signal.SIGPROF, end)

    @settings(max_examples=cases, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.data())
    def one(data: st.DataObject) -> None:
        if name in FUNCTIONS:
            attempt(log, FUNCTIONS[name], data.draw(values(parameters(FUNCTIONS[name]))))
            return
        made = MADE[name]()
        if data.draw(st.integers(0, 4)) == 0:
            for index in range(len(made)):
                if data.draw(st.booleans()):
                    made = (*made[:index], data.draw(anything), *made[index + 1 :])
        offered = methods(name)
        kept = attributes(name)
        calls = []
        for _ in range(data.draw(st.integers(0, 8)) if offered else 0):
            called = data.draw(st.sampled_from(sorted(offered)))
            calls.append((called, data.draw(values(offered[called]))))
        thing = attempt(log, CLASSES[name], made)
        if thing is None:
            return
        if "begin" in offered:
            attempt(log, thing.begin, (300, never))
        for called, arguments in calls:
            if data.draw(st.integers(0, 7)) == 0 and kept:
                attempt(log, setattr, (thing, data.draw(st.sampled_from(kept)), data.draw(anything)))
            attempt(log, getattr(thing, called), arguments)
        if "empty_cells" in offered:
            assert len(thing.empty_cells()) + thing.n_moves == thing.n_cells

    for each in (*MADE, *FUNCTIONS):
        name = each
        one()


if __name__ == "__main__":
    assert not interpreted_kernels(), interpreted_kernels()
    assert MADE.keys() == CLASSES.keys(), MADE.keys() ^ CLASSES.keys()
    with Path(sys.argv[2]).open("w") as log:
        try_doors(int(sys.argv[1]), log)
