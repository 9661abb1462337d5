"""Code that the kernels of all games share."""

import json
import pickle
import time
from array import array
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import astuple, dataclass, field, replace
from enum import IntEnum
from functools import reduce
from inspect import signature
from itertools import islice
from types import ModuleType
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given, strategies as st

from zet.engines import kernels, ttt
from zet.engines.kernel.arrays import resized
from zet.engines.kernel.bits import count_bits, first_bit
from zet.engines.kernel.budget import NO_LIMIT, Budget, LimitError
from zet.engines.kernel.checks import check, check_all, checked_bytes
from zet.engines.kernel.clock import Deadline
from zet.engines.kernel.rng import splitmix64
from zet.engines.messages import Message
from zet.formats.gomocup import opening_lines

POLLS = "zet.engines.kernel._polls"


@dataclass(frozen=True, slots=True)
class Plain:
    one: int
    two: str = "b"
    three: tuple[int, ...] = field(default=(), compare=False)


def test_quick_values_are_as_they_were(kernel: Callable[[str], ModuleType]) -> None:
    expected = [Plain(1), Plain(1, "c"), Plain(1, "c", (2,)), Plain(1, three=(2,)), Plain(one=1)]
    plain = Plain.__init__
    try:
        fast = kernel("zet.engines.kernel._values").fast_init(Plain)
        assert fast is Plain
        assert plain is not Plain.__init__
        made = [Plain(1), Plain(1, "c"), Plain(1, "c", (2,)), Plain(1, three=(2,)), Plain(one=1)]
        assert list(map(astuple, made)) == list(map(astuple, expected))
        assert made == expected
        assert list(map(hash, made)) == list(map(hash, expected))
        assert replace(made[2], two="d") == Plain(1, "d")
        assert pickle.loads(pickle.dumps(made[2])) == made[2]
        assert list(signature(Plain).parameters) == ["one", "two", "three"]
        with pytest.raises(AttributeError):
            made[0].one = 2  # type: ignore[misc]
        for values in ((), (1, "c", (), 4)):
            with pytest.raises(TypeError, match="argument"):
                Plain(*values)
    finally:
        Plain.__init__ = plain  # type: ignore[method-assign]


def test_what_does_more_than_set_its_fields_is_not_quick(kernel: Callable[[str], ModuleType]) -> None:
    @dataclass(frozen=True, slots=True)
    class Checked:
        one: int

        def __post_init__(self) -> None:
            raise ValueError

    @dataclass(frozen=True, slots=True)
    class Filled:
        one: list[int] = field(default_factory=list)

    for kind in (Checked, Filled):
        with pytest.raises(ValueError, match="more than"):
            kernel("zet.engines.kernel._values").fast_init(kind)


@given(st.integers(1, (1 << 64) - 1))
def test_bits(mask: int) -> None:
    digits = f"{mask:b}"
    assert first_bit(mask) == len(digits) - 1 - digits.rindex("1")
    assert count_bits(mask) == digits.count("1")


def test_random_numbers_are_those_of_the_paper() -> None:
    # The first numbers of the authors' program in C for the states 0 and 1234567.
    assert list(islice(splitmix64(0), 3)) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert list(islice(splitmix64(1234567), 2)) == [6457827717110365317, 3203168211198807973]


def test_an_array_grows() -> None:
    view = resized(memoryview(array("i")), "i", 2)
    view[0], view[1] = 7, -8
    assert list(resized(view, "i", 4)) == [7, -8, 0, 0]


def test_what_does_not_hold_is_refused() -> None:
    check(1, "no")
    with pytest.raises(ValueError, match="no"):
        check(0, "no")
    for numbers in ([], [2, 4], bytes([3])):
        check_all(numbers, 2, 4, "no")
    for numbers in ([1, 2], [4, 5]):
        with pytest.raises(ValueError, match="no"):
            check_all(numbers, 2, 4, "no")


def test_bytes_are_counted() -> None:
    assert checked_bytes([1, 255], 2, "no") == b"\1\xff"
    for values in ([1], [1, 2, 3], [1, 256], array("i", [1, 2])):
        with pytest.raises(ValueError, match=r"no|range"):
            checked_bytes(values, 2, "no")


def test_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    soon, never = Deadline(2), Deadline(None)
    now = 101.5
    assert (soon.spent, soon.left, soon.has_passed, soon(0)) == (1.5, 0.5, False, False)
    assert (never.spent, never.left, never.has_passed, never(0)) == (1.5, None, False, False)
    now = 102.0
    assert (soon.left, soon.has_passed, soon(0)) == (0.0, True, True)


def test_a_budget_of_nodes() -> None:
    budget = Budget(10)
    assert (budget.left, budget.within(), budget.within(4), budget(9), budget(10)) == (
        10,
        10,
        4,
        False,
        True,
    )
    budget.spend(7)
    assert (budget.left, budget.within(4), budget(2), budget(3), budget.limit_after(3)) == (
        3,
        3,
        False,
        True,
        "nodes",
    )
    budget.charge(3)
    with pytest.raises(LimitError, match=r"^a limit was reached: nodes$") as caught:
        budget.charge(1)
    assert (caught.value.limit, budget.left, budget.spent) == ("nodes", -1, 11)


def test_a_budget_of_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    budget = Budget(seconds=2)
    budget.charge(10**30)
    assert (budget.left, budget.within(4), budget.within() == NO_LIMIT, budget(10**30)) == (
        None,
        4,
        True,
        False,
    )
    now = 102.0
    assert (budget(), budget.limit_after(10**30)) == (True, "time")
    with pytest.raises(LimitError, match=r"^a limit was reached: time$"):
        budget.charge(0)


def test_a_search_begins_with_nothing_counted_and_nothing_raised(
    kernel: Callable[[str], ModuleType],
) -> None:
    polls = kernel(POLLS)
    poll = polls.Poll(None)
    poll.raise_error()
    search = polls.LimitedSearch(lambda nodes: nodes > 5)
    assert (search.nodes, search.hits, search.stopped) == (0, 0, False)


class Pair(NamedTuple):
    one: int
    two: str


class Number(IntEnum):
    SEVEN = 7


VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 7, 1023, 1024, 10**30, Number.SEVEN),
    *("", "a b", 'a"b\\c\n\x00\x7f', "é\u2028\U0001f600\udc80", Message("{n} stones", n=2)),
    *(0.1, -0.0, 1e-05, 1e16, 1e300, float("inf"), float("nan")),
    *([], (), {}, [[]], [1, (2, [3, None])], {"a": {}, "b": [True, "c"]}, Pair(1, "b")),
    *({1: "a", None: 2}, {"a": 1, 2.5: 3}, {Message("a"): 1}, OrderedDict(b=1, a=[2])),
    reduce(lambda inner, number: {"in": inner} if number % 2 else [inner, 1], range(200), "core"),
)


def texts(kernel: Callable[[str], ModuleType]) -> Callable[[object], str]:
    every = json.JSONEncoder(ensure_ascii=False).encode
    made = kernel("zet.engines.kernel._json").JsonTexts(json.encoder.encode_basestring, every)
    return cast(Callable[[object], str], made.text)


def test_json_is_what_python_writes(kernel: Callable[[str], ModuleType]) -> None:
    text = texts(kernel)
    for value in (*VALUES, VALUES, {"all": list(VALUES)}):
        assert text(value) == json.dumps(value, ensure_ascii=False)
    for value in (object(), [1, {"a": {2}}], {(1, 2): 3}):
        with pytest.raises(TypeError):
            text(value)


def test_json_after_memory_was_short(
    kernel: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, long = texts(kernel), "a" * 10_000

    def fail(*_values: object) -> None:
        raise MemoryError

    with monkeypatch.context() as short:
        short.setattr(kernel("zet.engines.kernel._json"), "resized", fail)
        with pytest.raises(MemoryError):
            text(long)
    assert text([long, long]) == f'["{long}", "{long}"]'


def test_more_keys_than_are_kept(kernel: Callable[[str], ModuleType]) -> None:
    text = texts(kernel)
    for number in range(2000):
        assert text({f"k{number}": number}) == f'{{"k{number}": {number}}}'


def test_kernels_that_are_not_compiled_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernels.interpreted_kernels() == []
    monkeypatch.setattr(kernels, "KERNELS", ["zet.engines.errors", *kernels.KERNELS])
    assert kernels.interpreted_kernels() == ["zet.engines.errors"]


def test_a_package_has_its_names_and_no_others() -> None:
    assert ttt.solve is ttt.solver.solve
    with pytest.raises(AttributeError, match=r"'zet\.engines\.ttt' has no attribute 'nonsense'"):
        _ = ttt.nonsense


def test_programs_hear_of_the_limits_that_there_are() -> None:
    lines = [
        "START 15",
        "INFO rule 4",
        "INFO game_type 1",
        "INFO timeout_turn 2000",
        "INFO timeout_match 0",
    ]
    assert opening_lines(15, "renju", 2) == lines
    more = ["INFO time_increment 500", "INFO max_node 7"]
    assert opening_lines(15, "renju", 2, increment=0.5, nodes=7) == [*lines, *more]
