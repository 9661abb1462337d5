"""The format of tic-tac-toe positions."""

from zet.formats.registry import Format

# Any short line of text: the reader says what is wrong with it.
_LINE = rb"[^\0-\x08\x0e-\x1f\x7f]{1,400}(\n|\Z)"

FORMATS = {"line": Format("line", "zet.formats.ttt.line", _LINE)}
