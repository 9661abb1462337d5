"""Which kernels run interpreted, because this installation has not compiled them."""

from importlib import import_module

KERNELS = (
    "zet.engines.kernel._polls",
    "zet.engines.match5._matcher",
    "zet.engines.match5._search",
    "zet.engines.match5._table",
    "zet.engines.mnk._search",
    "zet.engines.mnk._table",
    "zet.engines.noire._match",
    "zet.engines.noire._search",
    "zet.engines.renju._board",
    "zet.engines.renju._fours",
    "zet.engines.renju._player",
    "zet.engines.renju._threats",
    "zet.engines.tectonic._learn",
    "zet.engines.tectonic._search",
    "zet.engines.walls._alphabeta",
    "zet.engines.walls._boxes",
    "zet.engines.walls._classic",
    "zet.engines.walls._corridors",
    "zet.engines.walls._table",
)


def interpreted_kernels() -> list[str]:
    """Return the names of the kernels that are not compiled; none in a proper installation."""
    return [name for name in KERNELS if (import_module(name).__file__ or "").endswith(".py")]
