"""Validation of arguments: the functions of checks.pxd, for interpreted kernels."""

from collections.abc import Sequence


def check(holds: object, refusal: str) -> None:
    """Raise a ValueError with the message `refusal` if `holds` is false."""
    if not holds:
        raise ValueError(refusal)


def check_all(numbers: Sequence[int], least: int, most: int, refusal: str) -> None:
    """Raise a ValueError with the message `refusal` if a number is below `least` or above `most`."""
    if len(numbers):
        check(least <= min(numbers) and max(numbers) <= most, refusal)


def checked_bytes(values: Sequence[int], length: int, refusal: str) -> bytes:
    """Return the values as bytes.

    Raises:
        ValueError: the number of values is not `length`, or a value is outside the range 0 to 255; the
            message is `refusal`.
    """
    check(len(values) == length, refusal)
    found = bytes(values)
    check(len(found) == length, refusal)
    return found
