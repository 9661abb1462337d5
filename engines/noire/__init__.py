"""NOIRE: find renju wins and moves with the rules of a BLANCHE program; check and learn rules."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy

if TYPE_CHECKING:
    from zet.engines.noire import (
        choices as choices,
        derivations as derivations,
        experiment as experiment,
        finder as finder,
        groups as groups,
        interpreter as interpreter,
        learner as learner,
        match as match,
        predicates as predicates,
        program as program,
        soundness as soundness,
    )
    from zet.engines.noire.checker import Fault as Fault, ProgramError as ProgramError, check as check
    from zet.engines.noire.formula import CompileError as CompileError
    from zet.engines.noire.learner import Lesson as Lesson, learn as learn
    from zet.engines.noire.match import Binding as Binding, Match as Match, Miss as Miss
    from zet.engines.noire.matcher import CompiledMatcher as CompiledMatcher
    from zet.engines.noire.player import (
        Choice as Choice,
        Positional as Positional,
        best_move as best_move,
    )
    from zet.engines.noire.position import Position as Position
    from zet.engines.noire.program import Order as Order, Program as Program, Rule as Rule
    from zet.engines.noire.referee import Ruling as Ruling, judge as judge
    from zet.engines.noire.solver import Result as Result, solve as solve
else:
    __getattr__, __dir__ = lazy(
        __name__,
        "choices",
        "derivations",
        "experiment",
        "finder",
        "groups",
        "interpreter",
        "predicates",
        "soundness",
        checker="Fault ProgramError check",
        formula="CompileError",
        learner="Lesson learn",
        match="Binding Match Miss",
        matcher="CompiledMatcher",
        player="Choice Positional best_move",
        position="Position",
        program="Order Program Rule",
        referee="Ruling judge",
        solver="Result solve",
    )
