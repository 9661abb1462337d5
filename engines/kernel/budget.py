"""Limits on the nodes that searches visit and on the seconds that they take.

A `Budget` covers one search, or several searches that share it. Code that has a time limit but counts no
nodes uses a `Deadline`. Two other classes limit searches: `_MoveBudget` in renju/player.py divides a
budget among the searches for one move, and `Limits` in renju/timing.py is the time control of a game.
"""

from zet.engines.kernel.clock import Deadline, Limit

NO_LIMIT = 1 << 62
"""The node limit passed to a kernel for an unlimited search."""


class LimitError(Exception):
    """Raised when a search reaches a limit; `limit` is "nodes" or "time"."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(f"a limit was reached: {limit}")
        self.limit: Limit = limit


class Budget:
    """Limits on nodes and seconds; None means unlimited.

    The seconds count from the creation of the budget. `spend` adds the nodes of a finished search. A
    running search counts its own nodes and passes their number to the budget, which serves as its poll
    function.
    """

    __slots__ = ("deadline", "nodes", "seconds", "spent")

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        self.nodes = nodes if nodes is None else min(nodes, NO_LIMIT)
        self.seconds = seconds
        self.spent = 0
        self.deadline = Deadline(seconds)

    def __call__(self, nodes: int = 0) -> bool:
        """Return whether a running search must stop after visiting `nodes` nodes."""
        return (self.nodes is not None and self.spent + nodes >= self.nodes) or self.deadline.has_passed

    @property
    def left(self) -> int | None:
        """The number of nodes left, negative if the budget is overspent; None if unlimited."""
        return None if self.nodes is None else self.nodes - self.spent

    def within(self, nodes: int = NO_LIMIT) -> int:
        """Return `nodes`, or the number of nodes left if that is smaller."""
        return nodes if self.nodes is None else min(nodes, self.nodes - self.spent)

    def limit_after(self, nodes: int = 0) -> Limit:
        """Return the limit, "nodes" or "time", that stopped a search after `nodes` nodes."""
        return "nodes" if self.nodes is not None and self.spent + nodes >= self.nodes else "time"

    def spend(self, nodes: int) -> None:
        """Add the nodes of a finished search to the nodes spent."""
        self.spent += nodes

    def charge(self, nodes: int) -> None:
        """Count `nodes` as spent, before a search visits them.

        Raises:
            LimitError: the node limit is exceeded, or the time is up.
        """
        self.spent += nodes
        if self.nodes is not None and self.spent > self.nodes:
            raise LimitError("nodes")
        if self.deadline.has_passed:
            raise LimitError("time")
