"""Bit operations on masks: the functions of bits.pxd and wide.pxd, for interpreted kernels."""


def first_bit(mask: int) -> int:
    """Return the index of the lowest set bit of a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


def count_bits(mask: int) -> int:
    """Return the number of set bits of a mask."""
    return mask.bit_count()
