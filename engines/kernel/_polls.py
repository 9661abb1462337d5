# cython: language_level=3
"""What a search asks now and then, in the middle of its loops, whether it has to end."""

import cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals


@cython.final
@cython.cclass
class Poll:
    """A function that is called with the number of nodes so far; a true answer ends the search.

    What the function raises ends the search as well; `raise_error` raises it when the search has come
    back from its loops, which know no exceptions. So does what a signal raises (Ctrl-C, for one), also
    where the function is None, which is never called.
    """

    def __init__(self, ask: object):
        self.ask = ask
        self.error = None

    def says_stop(self, nodes: cython.longlong) -> cython.bint:
        """Whether the search has to end."""
        try:
            if cython.compiled:
                PyErr_CheckSignals()
            return self.ask is not None and bool(self.ask(nodes))
        except BaseException as error:
            self.error = error
            return True

    def raise_error(self) -> object:
        """Raise what the function raised, once, if anything."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error
