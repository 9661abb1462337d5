# cython: language_level=3
# mypy: ignore-errors
"""The functions that a search calls now and then, in its loops, to learn whether it has to end."""

import cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals

INTERVAL = cython.declare(cython.longlong, 1 << 16)
"""Nodes between two calls."""


@cython.final
@cython.cclass
class Poll:
    """A function that is called with the number of nodes so far; a true answer ends the search.

    An exception of the function ends the search as well; `raise_error` raises it when the search has left
    its loops, which handle no exceptions. The same holds for an exception of a signal handler (such as
    Ctrl-C), even if the function is None and never called.
    """

    def __init__(self, ask: object):
        self.ask = ask
        self.error = None

    def should_stop(self, nodes: cython.longlong) -> cython.bint:
        """Whether the search has to end."""
        try:
            if cython.compiled:
                PyErr_CheckSignals()
            return self.ask is not None and bool(self.ask(nodes))
        except BaseException as error:
            self.error = error
            return True

    def raise_error(self) -> object:
        """Raise the exception of the function, once, if there was one."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error


class LimitedSearch:
    """A search that counts its nodes, and stops at a limit of them or when its poll says so.

    It calls `check` when `nodes` has reached `pause`, and returns as soon as it is `stopped`.
    """

    def __init__(self, ask: object):
        self.nodes = 0
        self.hits = 0
        self.stopped = False
        self.limit = 0
        self.pause = 0
        self.poll = Poll(ask)

    def begin(self, limit):
        """Set the limit of a search: a number that `nodes` must not reach."""
        self.limit = limit
        self.pause = min(self.nodes + INTERVAL, limit)
        self.stopped = False

    def check(self):
        """Stop at the limit, or when the poll says so."""
        self.pause = min(self.nodes + INTERVAL, self.limit)
        self.stopped = self.poll.should_stop(self.nodes) or self.nodes >= self.limit
