"""Budgets of nodes and seconds for searches.

A `Budget` covers one search, or several searches that share the budget. Code that has a time limit but
counts no nodes uses a `Deadline`. Two other classes have limits: `_MoveBudget` in renju/player.py divides
a budget among the searches of one move, and `Limits` in renju/timing.py is the time control of a game.
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
    """Limits in nodes and seconds; None means unlimited.

    The seconds count from the creation of the budget. `spend` adds the nodes of a finished search. A
    running search counts its own nodes; a budget can be passed as its poll function, which is called with
    the number of nodes so far.
    """

    __slots__ = ("deadline", "nodes", "seconds", "spent")

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        self.nodes = nodes
        self.seconds = seconds
        self.spent = 0
        self.deadline = Deadline(seconds)

    def __call__(self, nodes: int = 0) -> bool:
        """Return whether a running search that has visited this many nodes must stop."""
        return (self.nodes is not None and self.spent + nodes >= self.nodes) or self.deadline.has_passed

    @property
    def left(self) -> int | None:
        """The number of nodes left, negative if more were spent than allowed; None if unlimited."""
        return None if self.nodes is None else self.nodes - self.spent

    def within(self, nodes: int = NO_LIMIT) -> int:
        """Return `nodes`, or the number of nodes left if smaller."""
        return nodes if self.nodes is None else min(nodes, self.nodes - self.spent)

    def limit_after(self, nodes: int = 0) -> Limit:
        """Return the limit ("nodes" or "time") that has stopped a search after this many nodes."""
        return "nodes" if self.nodes is not None and self.spent + nodes >= self.nodes else "time"

    def spend(self, nodes: int) -> None:
        """Add the nodes of a finished search."""
        self.spent += nodes

    def charge(self, nodes: int) -> None:
        """Add nodes that a search is about to visit.

        Raises:
            LimitError: the nodes exceed the limit, or the time has passed.
        """
        self.spent += nodes
        if self.nodes is not None and self.spent > self.nodes:
            raise LimitError("nodes")
        if self.deadline.has_passed:
            raise LimitError("time")
