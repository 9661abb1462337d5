# cython: language_level=3
# mypy: ignore-errors
"""Limits on a running search: a maximum number of nodes, a poll function supplied by the caller, Ctrl-C.

Cost per node: one comparison of two counters (`nodes >= pause`). The poll needs the GIL, so it is called
only once in INTERVAL nodes.

Subclasses of LimitedSearch share its layout and must be recompiled when `_polls.pxd` changes. All other
kernels treat a Poll as a Python object (`polling.pxd`) and need no recompilation.

Invariants:
- `pause` is at most `limit` and at most INTERVAL nodes after the last check, so the one comparison covers
  the limit and the poll. `begin` does not reset `nodes`: a limit counts the nodes of earlier searches
  too.
- A search returns as soon as `stopped` is set; a further `check` could clear it.
- `should_stop` raises no exception. An exception that it catches remains in `error` until `raise_error`.
"""

import cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals

INTERVAL = cython.declare(cython.longlong, 1 << 16)
"""The number of nodes between two polls."""


@cython.final
@cython.cclass
class Poll:
    """A poll, which calls `ask` with the number of nodes searched; a true result stops the search.

    An exception in `ask` or in a signal handler (such as the handler of Ctrl-C) stops the search as well.
    Since the loops of a search cannot propagate exceptions, the exception is recorded, and `raise_error`
    raises it after the search has returned. Signal handlers run even if `ask` is None.
    """

    def __init__(self, ask: object):
        self.ask = ask
        self.error = None

    def should_stop(self, nodes: cython.longlong) -> cython.bint:
        """Run signal handlers and call `ask`; return whether the search has to stop."""
        # All exceptions are caught here, since the callers are loops without the GIL, which cannot
        # propagate them. CPython itself would run signal handlers only after the search has returned.
        try:
            if cython.compiled:
                PyErr_CheckSignals()
            return self.ask is not None and bool(self.ask(nodes))
        except BaseException as error:
            self.error = error
            return True

    def fail(self, error: object) -> object:
        """Record an exception raised by the search, such as a failed allocation, for `raise_error`."""
        self.error = error

    def raise_error(self) -> object:
        """Raise the recorded exception, if any, and clear it."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error


class LimitedSearch:
    """A search that counts its nodes and stops at a node limit or when its poll returns true.

    Subclasses call `check` when `nodes` has reached `pause`, and return as soon as `stopped` is set.
    """

    def __init__(self, ask: object):
        self.nodes = 0
        self.hits = 0
        self.stopped = False
        self.limit = 0
        self.pause = 0
        self.poll = Poll(ask)

    def begin(self, limit):
        """Start a search that stops when `nodes` reaches `limit`."""
        # `pause` is the smaller of the next poll and the limit, so that each node needs one comparison,
        # not two.
        self.limit = limit
        self.pause = min(self.nodes + INTERVAL, limit)
        self.stopped = False

    def check(self):
        """Set `stopped` if the limit is reached or the poll returns true, and schedule the next check."""
        self.pause = min(self.nodes + INTERVAL, self.limit)
        self.stopped = self.poll.should_stop(self.nodes) or self.nodes >= self.limit
