"""Knowledge rules made into plans: instructions that the kernel runs.

A rule gets two plans. The plan as written takes the literals in their order; its solutions come in the
declared order. The quick plan only tells whether there is a solution: it takes the literals in an order
that tests early and generates little.

Source: P.P. Kruijsen, Kennis en renju (2001), section 4.2; its last chapter proposes the reordering.
"""

from array import array
from dataclasses import dataclass
from functools import lru_cache

from zet.engines.noire import opcodes as op
from zet.engines.noire.checker import raise_errors
from zet.engines.noire.codes import FOURS_MOVE, NO_COLOR, WIDTH
from zet.engines.noire.formula import (
    Expansion,
    Sets,
    reduced,
)
from zet.engines.noire.groups import sets_in_spans
from zet.engines.noire.instructions import Constant, Label, StuckError, Target, Writer
from zet.engines.noire.phrases import is_hidden, plain
from zet.engines.noire.program import Program, Rule, Variable
from zet.engines.renju.model import BLACK, WHITE

MOST_LITERALS = 20_000


@dataclass(frozen=True, slots=True)
class Plans:
    """What the kernel runs: the code, where each rule's plans begin, in which order rules are tried.

    `set_code` has an operation and two sets for each set after the kernel's own. `registers` holds the
    constants. `rule_order` has the rules in order for Black to move, then for White; of each a search
    tries the first `n_deciding`. `bindings` tells which register a rule's variable has. `shapes` has for
    each color the sets of its fours, its threes, and its threes and twos with empty ends.
    """

    program: Program
    code: "array[int]"
    extra: "array[int]"
    registers: "array[int]"
    set_code: "array[int]"
    span_sets: "array[int]"
    levels: "array[int]"
    players: "array[int]"
    quick: "array[int]"
    written: "array[int]"
    rule_order: "array[int]"
    n_deciding: "array[int]"
    bindings: tuple[dict[Variable, int], ...]
    shapes: tuple[tuple[int, int, int, int], ...]
    n_counts: int
    sees_fours: bool


# -- all rules


@lru_cache(maxsize=8)
def plans_of(program: Program, rule: tuple[bool, bool, bool] = (True, False, True)) -> Plans:
    """Return the plans of a program; they are kept for the next time.

    `rule` says whether Black and White need exactly five, and whether Black has forbidden moves.

    Raises:
        ProgramError: the program has errors.
        CompileError: the rules are too large when their derivations are written out.
    """
    raise_errors(program)
    source, program = program, plain(program)
    sets = Sets()
    writer = Writer(sets)
    never = Target(writer.add(op.NONE, None))
    expansion = Expansion(program, MOST_LITERALS)
    quick, written, bindings = [], [], []
    for one in program.rules:
        writer.registers = {}
        named = _named(one)
        for variable in named:
            writer.register(variable)
        items = expansion.sentence(one.premise, one.player)
        bindings.append({variable: number for number, variable in enumerate(named)})
        written.append(len(writer.rows))
        writer.add(op.FOUND, writer.as_written(items, set(), never))
        writer.registers = {}
        quick.append(len(writer.rows))
        try:
            writer.quick(reduced(sets, items, frozenset()), set(), never)
            writer.add(op.FOUND, never)
        except StuckError:
            del writer.rows[quick[-1] :]
            quick[-1] = written[-1]
    shapes = tuple(_shapes(sets, color, is_exact=rule[color]) for color in (BLACK, WHITE))
    return _finished(source, writer, quick, written, tuple(bindings), shapes)


def _named(rule: Rule) -> list[Variable]:
    """Return the variables that a rule's premise binds, in the order in which it does."""
    return list(
        dict.fromkeys(
            argument
            for literal in rule.premise
            if not literal.is_negated
            for argument in literal.arguments
            if isinstance(argument, Variable) and not is_hidden(argument)
        )
    )


def _shapes(sets: Sets, color: int, *, is_exact: bool) -> tuple[int, int, int, int]:
    """Return the sets of a color's fours, threes, and threes and twos with positions 1 and 6 empty."""
    four, three, two = (sets.of(color, stones) for stones in (4, 3, 2))
    if is_exact:
        for position in (0, 6):
            own = sets.at(position, color)
            four, three, two = (sets.less(one, own) for one in (four, three, two))
    ends = sets.meet(sets.at(1, NO_COLOR), sets.at(6, NO_COLOR))
    return four, three, sets.meet(three, ends), sets.meet(two, ends)


def _finished(
    program: Program,
    writer: Writer,
    quick: list[int],
    written: list[int],
    bindings: tuple[dict[Variable, int], ...],
    shapes: tuple[tuple[int, int, int, int], ...],
) -> Plans:
    constants: dict[int, int] = {}

    def number(operand: object) -> int:
        match operand:
            case Constant(value):
                return writer.n_registers + constants.setdefault(value, len(constants))
            case Label(place):
                return place
            case Target(label, again):
                return 2 * label.place + again
            case int():
                return operand
        return 0

    code = array("i")
    for row in writer.rows:
        code.extend([number(operand) for operand in row] + [0] * (WIDTH - len(row)))
    extra = array("i", [number(operand) for operand in writer.extra] or [0])
    rules = program.rules
    return Plans(
        program,
        code,
        extra,
        array("i", [*[0] * writer.n_registers, *constants, 0]),
        array("i", [value for triple in writer.sets.code for value in triple]),
        sets_in_spans(list(writer.spans)),
        array("i", [rule.level for rule in rules]),
        array("i", [rule.player for rule in rules]),
        array("i", quick),
        array("i", written),
        array("i", [*program.ordered(BLACK), *program.ordered(WHITE)]),
        array("i", map(program.n_deciding, (BLACK, WHITE))),
        bindings,
        shapes,
        writer.n_counts,
        any(row[0] == op.VALUE and row[2] == FOURS_MOVE for row in writer.rows),
    )
