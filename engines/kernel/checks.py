"""Checks of arguments: the functions of checks.pxd, for interpreted kernels."""

from collections.abc import Sequence


def check(holds: object, refusal: str) -> None:
    """Raise an error unless a condition is true.

    Raises:
         ValueError: the condition is false; `refusal` is the message.
    """
    if not holds:
        raise ValueError(refusal)


def check_all(numbers: Sequence[int], least: int, most: int, refusal: str) -> None:
    """Check that all numbers are from `least` to `most`.

    Raises:
        ValueError: a number is out of range; `refusal` is the message.
    """
    if len(numbers):
        check(least <= min(numbers) and max(numbers) <= most, refusal)


def checked_bytes(values: Sequence[int], length: int, refusal: str) -> bytes:
    """Return values as bytes, after checking that there are `length` of them.

    Raises:
         ValueError: the number of values is not `length`, or a value is not a byte.
    """
    check(len(values) == length, refusal)
    found = bytes(values)
    check(len(found) == length, refusal)
    return found
