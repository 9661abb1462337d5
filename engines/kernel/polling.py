"""Calls of a Poll from the loops of a search: the function of polling.pxd, for interpreted kernels."""

from zet.engines.kernel._polls import Poll


def must_stop(poll: Poll, nodes: int) -> bool:
    """Whether the poll ends a search that has visited this many nodes."""
    return bool(poll.should_stop(nodes))
