"""The bits of a mask of at most 64 bits: the functions of bits.pxd, for kernels that run interpreted."""


def first_bit(mask: int) -> int:
    """Return the number of the lowest bit of a nonempty mask."""
    return (mask & -mask).bit_length() - 1


def count_bits(mask: int) -> int:
    """Return how many bits of a mask are set."""
    return mask.bit_count()
