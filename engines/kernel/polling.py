"""The poll call of search loops: the function of polling.pxd, for interpreted kernels."""

from zet.engines.kernel._polls import Poll


def must_stop(poll: Poll, nodes: int) -> bool:
    """Return whether the poll stops a search that has visited this many nodes."""
    return bool(poll.should_stop(nodes))
