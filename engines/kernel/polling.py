"""The poll call of a search loop: the function of polling.pxd, for interpreted kernels."""

from zet.engines.kernel._polls import Poll


def must_stop(poll: Poll, nodes: int) -> bool:
    """Return whether the poll function stops a search that has visited `nodes` nodes."""
    return bool(poll.should_stop(nodes))
