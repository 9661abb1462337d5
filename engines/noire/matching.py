"""Hold positions against a program: the one place where it is chosen what does it."""

from zet.engines.noire.compiled import CompiledMatcher
from zet.engines.noire.interpreter import Interpreter, Legality
from zet.engines.noire.program import Program


def matcher(program: Program, legality: Legality = "exact") -> Interpreter:
    """Return what matches the rules of a program.

    Raises:
        ProgramError: the program has errors.
        CompileError: its rules are too large when their derivations are written out.
    """
    return CompiledMatcher(program, legality)
