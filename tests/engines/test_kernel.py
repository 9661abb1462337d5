"""What the kernels of all games share."""

import time
from array import array
from collections.abc import Callable
from itertools import islice
from types import ModuleType

import pytest
from hypothesis import given, strategies as st

from zet.engines.kernel.arrays import grown
from zet.engines.kernel.bits import count_bits, first_bit
from zet.engines.kernel.chance import splitmix64
from zet.engines.kernel.checks import check, check_all, checked_bytes
from zet.engines.kernel.clock import Deadline

POLLS = "zet.engines.kernel._polls"


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
    view = grown(memoryview(array("i")), "i", 2)
    view[0], view[1] = 7, -8
    assert list(grown(view, "i", 4)) == [7, -8, 0, 0]


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


def test_a_search_begins_with_nothing_counted_and_nothing_raised(
    kernel: Callable[[str], ModuleType],
) -> None:
    polls = kernel(POLLS)
    poll = polls.Poll(None)
    poll.raise_error()
    search = polls.LimitedSearch(lambda nodes: nodes > 5)
    assert (search.nodes, search.hits, search.stopped) == (0, 0, False)
