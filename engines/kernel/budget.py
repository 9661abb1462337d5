"""How many nodes and seconds a search may spend.

A `Budget` covers one search, or several that share it. Code that counts no nodes and only has to end in
time takes a `Deadline` alone. Two other classes have limits: `_MoveBudget` in renju/player.py is a budget
with shares for the searches of one move, and `Limits` in renju/timing.py is the time control of a game.
"""

from zet.engines.kernel.clock import Deadline, Limit

NO_LIMIT = 1 << 62
"""The limit of nodes that a kernel gets if there is none."""


class LimitError(Exception):
    """A search has reached a limit; `limit` names it."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit)
        self.limit: Limit = limit


class Budget:
    """Limits in nodes and seconds; None is no limit. The seconds count from now.

    Nodes count when they are spent. A running search, which counts its nodes itself, states them in
    addition: a budget can be its poll.
    """

    __slots__ = ("deadline", "nodes", "seconds", "spent")

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        self.nodes = nodes
        self.seconds = seconds
        self.spent = 0
        self.deadline = Deadline(seconds)

    def __call__(self, nodes: int = 0) -> bool:
        """Whether a search has to stop that has visited this many nodes."""
        return (self.nodes is not None and self.spent + nodes >= self.nodes) or self.deadline.has_passed

    @property
    def left(self) -> int | None:
        """The nodes left, negative if too many are spent; None without a limit."""
        return None if self.nodes is None else self.nodes - self.spent

    def within(self, nodes: int = NO_LIMIT) -> int:
        """Return `nodes`, or the nodes left if those are fewer."""
        return nodes if self.nodes is None else min(nodes, self.nodes - self.spent)

    def limit_after(self, nodes: int = 0) -> Limit:
        """Return the limit that has stopped a search after this many nodes."""
        return "nodes" if self.nodes is not None and self.spent + nodes >= self.nodes else "time"

    def spend(self, nodes: int) -> None:
        """Count the nodes of a search that is done."""
        self.spent += nodes

    def charge(self, nodes: int) -> None:
        """Count nodes that the search needs.

        Raises:
            LimitError: they exceed the limit, or the time has passed.
        """
        self.spent += nodes
        if self.nodes is not None and self.spent > self.nodes:
            raise LimitError("nodes")
        if self.deadline.has_passed:
            raise LimitError("time")
