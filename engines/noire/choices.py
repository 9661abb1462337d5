"""The allowed values and the defaults of settings, importable without any module that computes."""

from zet.engines.renju.constants import N_CELLS

MAX_LEVEL = N_CELLS
"""The highest level of a rule: a win that fills the whole board."""

LEVELS = (1, 3, 5, 7)
"""The levels of rules that an experiment compares."""
