"""The allowed values and the defaults of settings; importing this module loads no kernel."""

from zet.engines.renju.constants import N_CELLS

MAX_LEVEL = N_CELLS
"""The highest level of a rule, for a win that takes a move on each cell of the board."""

LEVELS = (1, 3, 5, 7)
"""The levels of rules that an experiment compares."""
