# cython: language_level=3
"""What a search asks now and then, in the middle of its loops, whether it has to end."""

import cython


@cython.final
@cython.cclass
class Poll:
    """A function that is called with the number of nodes so far; a true answer ends the search.

    What the function raises (Ctrl-C, for one) ends the search as well; `raise_error` raises it when the
    search has come back from its loops, which know no exceptions. None is never called.
    """

    def __init__(self, ask: object):
        self.ask = ask
        self.error = None

    def says_stop(self, nodes: cython.longlong) -> cython.bint:
        """Whether the search has to end."""
        if self.ask is None:
            return False
        try:
            return bool(self.ask(nodes))
        except BaseException as error:
            self.error = error
            return True

    def raise_error(self) -> object:
        """Raise what the function raised, once, if anything."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error
