"""Hold positions against a program: the one place where it is chosen what does it."""

from zet.engines.noire.interpreter import Interpreter, Legality
from zet.engines.noire.program import Program


def matcher(program: Program, legality: Legality = "exact") -> Interpreter:
    """Return what matches the rules of a program.

    Raises:
        ProgramError: the program has errors.
    """
    return Interpreter(program, legality)
