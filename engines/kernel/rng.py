"""Pseudorandom numbers, the same on every machine: splitmix64.

Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014). Compiled
kernels use the first two functions from rng.pxd.
"""

from collections.abc import Iterator

_MASK = (1 << 64) - 1


def next_state(state: int) -> int:
    """Return the next state; `mix` turns it into a random number."""
    return state + 0x9E3779B97F4A7C15 & _MASK


def mix(state: int) -> int:
    """Return a 64-bit number in which every bit depends on every bit of the state."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    state = (state ^ state >> 27) * 0x94D049BB133111EB & _MASK
    return state ^ state >> 31


def splitmix64(state: int) -> Iterator[int]:
    """Yield the 64-bit random numbers generated from a state."""
    while True:
        state = next_state(state)
        yield mix(state)
