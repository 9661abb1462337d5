"""Random numbers that are the same on every machine: splitmix64 (Steele, Lea, Flood, OOPSLA 2014).

Compiled kernels use the first two functions from rng.pxd.
"""

from collections.abc import Iterator

_MASK = (1 << 64) - 1


def next_state(state: int) -> int:
    """Return the next state; `mix` turns it into a random number."""
    return state + 0x9E3779B97F4A7C15 & _MASK


def mix(state: int) -> int:
    """Return a number of 64 bits in which every bit depends on every bit of the state."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    state = (state ^ state >> 27) * 0x94D049BB133111EB & _MASK
    return state ^ state >> 31


def splitmix64(state: int) -> Iterator[int]:
    """Yield the numbers of 64 bits that a state generates."""
    while True:
        state = next_state(state)
        yield mix(state)
