"""What may be chosen, and the defaults, for callers that import nothing that computes."""

from zet.engines.renju.constants import N_CELLS

MAX_LEVEL = N_CELLS
"""The highest level of a rule: a win that takes the whole board."""

LEVELS = (1, 3, 5, 7)
"""The levels of rules that an experiment compares."""
