"""Checks of arguments: the functions of checks.pxd, for kernels that run interpreted."""

from collections.abc import Sequence


def check(holds: object, refusal: str) -> None:
    """Refuse an argument unless a condition holds.

    Raises:
         ValueError: it does not hold.
    """
    if not holds:
        raise ValueError(refusal)


def check_all(numbers: Sequence[int], least: int, most: int, refusal: str) -> None:
    """Refuse numbers that are not all within bounds, both included.

    Raises:
        ValueError: one is not.
    """
    if len(numbers):
        check(least <= min(numbers) and max(numbers) <= most, refusal)


def checked_bytes(values: Sequence[int], length: int, refusal: str) -> bytes:
    """Return values as bytes, if there are `length` of them.

    Raises:
         ValueError: there are not, or one is not a byte.
    """
    check(len(values) == length, refusal)
    found = bytes(values)
    check(len(found) == length, refusal)
    return found
