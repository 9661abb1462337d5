"""The compiled matcher, which uses the kernel to compute the same answers as the interpreter."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from zet.engines.kernel.clock import Deadline
from zet.engines.noire._match import Matcher
from zet.engines.noire.interpreter import Interpreter, Legality
from zet.engines.noire.match import Binding, Match
from zet.engines.noire.plans import plans_of
from zet.engines.noire.position import Position
from zet.engines.noire.predicates import WORDS, Kind
from zet.engines.noire.program import MAX_LEVEL, Program, Rule, Variable
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import COLORS

_COLORS = {-1: "none", 0: "black", 1: "white", 2: "both"}


class CompiledMatcher(Interpreter):
    """A matcher that runs compiled plans, with the methods and results of `Interpreter`.

    Raises:
        ProgramError: the program has errors.
        CompileError: its rules are too large when expanded.
    """

    def __init__(self, program: Program, legality: Legality = "exact") -> None:
        super().__init__(program, legality)
        self._plans = plans_of(program, BOARDS["renju"])
        self._board = Matcher(BOARDS["renju"], self._plans, legality == "rules")
        self._numbers = {rule: number for number, rule in reversed(list(enumerate(program.rules)))}
        self._shown: Position | None = None

    def __reduce__(self) -> tuple[Callable[..., Interpreter], tuple[Program, Legality]]:
        return _in_this_process, (self.program, self.legality)

    def infer(self, position: Position, mover: int, level: int = MAX_LEVEL) -> Match | None:
        """Return the first match of a rule up to a level, with `mover` to move; None if no rule matches.

        Rules are tried in the program's order.
        """
        self._show(position)
        number = self._board.infer(mover, level)
        return self.match(self.program.rules[number], position) if number >= 0 else None

    def match(self, rule: Rule, position: Position) -> Match | None:
        """Return the first solution of a rule of the program, or None if the rule does not match."""
        self._show(position)
        if not self._board.holds(self._numbers[rule]):
            return None
        return next(self._solutions_of(rule, 1))

    def solutions(self, rule: Rule, position: Position, most: int | None = None) -> Iterator[Match]:
        """Yield all solutions of a rule of the program, or only the first `most`."""
        self._show(position)
        return self._solutions_of(rule, -1 if most is None else most)

    def limit(self, clock: Deadline) -> None:
        """Set a deadline for matching; once it has passed, no further solutions are found."""
        super().limit(clock)
        self._board.limit_matching(clock)

    def is_forbidden(self, position: Position, field: int) -> bool:
        """Return whether a black stone on the empty field `field` is forbidden."""
        self._show(position)
        return self._board.is_forbidden(field)

    def _show(self, position: Position) -> None:
        """Set up a position on the kernel's board."""
        if position is self._shown:
            return
        self._board.clear()
        for cell, word in enumerate(position.colors):
            if word in COLORS:
                self._board.put(cell, COLORS.index(word))
        self._board.set_last(-1 if position.last is None else position.last)
        self._shown = position

    def _solutions_of(self, rule: Rule, most: int) -> Iterator[Match]:
        number = self._numbers[rule]
        registers = self._plans.bindings[number]
        for values in self._board.solutions(number, list(registers.values()), most):
            yield match_of(rule, self._kinds[rule], registers, values)


def match_of(
    rule: Rule, kinds: Mapping[str, Kind | None], variables: Iterable[Variable], values: Iterable[int]
) -> Match:
    """Convert a solution from the kernel, the `values` of `variables`, to a Match."""
    found = []
    for variable, value in zip(variables, values, strict=True):
        kind = kinds[variable.name] or "number"
        words = _COLORS if kind == "color" else WORDS
        found.append(Binding(variable.name, kind, words[value] if kind in ("color", "word") else value))
    return Match(rule, tuple(found))


@lru_cache(4)
def _in_this_process(program: Program, legality: Legality) -> CompiledMatcher:
    """Return this process's matcher for a program, which is compiled only on the first call."""
    return CompiledMatcher(program, legality)
