"""Rules compiled to plans: sequences of instructions that the kernel runs.

A rule has two plans. The plan as written has the literals in their original order, and finds the
solutions in the documented order. The quick plan only decides whether a solution exists: its literals are
ordered to test early and to generate few values.

Source: P.P. Kruijsen, Kennis en renju (2001), section 4.2; its last chapter proposes the reordering.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from zet.engines.noire import opcodes as op
from zet.engines.noire.checker import raise_errors
from zet.engines.noire.codes import FOURS_MOVE, NO_COLOR, SHAPE_BYTES, THREES_MOVE, WHY_FORBIDDEN, WIDTH
from zet.engines.noire.formula import Atom, CompileError, Expansion, Formula, Sets, reduced
from zet.engines.noire.groups import sets_in_spans
from zet.engines.noire.instructions import Constant, Label, StuckError, Target, Writer
from zet.engines.noire.phrases import is_hidden, plain
from zet.engines.noire.program import Program, Rule, Variable
from zet.engines.renju.model import BLACK, WHITE

MOST_LITERALS = 20_000


@dataclass(frozen=True, slots=True)
class Plans:
    """The input of the kernel: the code, the start of each rule's plans, and the order of the rules.

    `members` states for each set and shape whether the set contains the groups of this shape, with one
    bit for each shape. `registers` contains the constants. `rule_order` lists the rules twice: in the
    order in which they are tried with Black to move, and in the order with White to move; a search tries
    the first `n_deciding` rules of each order. `bindings` maps the variables of each rule to registers.
    `shapes` lists, for each color, the sets of its fours, of its threes, and of its threes and twos with
    empty ends. `turns` and `lasts` are conditions for each rule: the color to move, and the color of the
    last stone; -1 for any color. `reads_lines` is True if a plan reads the patterns of the lines.
    """

    program: Program
    code: "array[int]"
    extra: "array[int]"
    registers: "array[int]"
    members: "array[int]"
    span_sets: "array[int]"
    levels: "array[int]"
    players: "array[int]"
    quick: "array[int]"
    written: "array[int]"
    rule_order: "array[int]"
    n_deciding: "array[int]"
    bindings: tuple[dict[Variable, int], ...]
    shapes: tuple[tuple[int, ...], ...]
    n_counts: int
    sees_fours: bool
    sees_threes: bool
    reads_lines: bool
    turns: "array[int]"
    lasts: "array[int]"


# -- all rules


@lru_cache(maxsize=8)
def plans_of(
    program: Program, rule: tuple[bool, bool, bool] = (True, False, True), *, for_search: bool = True
) -> Plans:
    """Return the plans of a program; they are cached for the next call.

    `rule` specifies whether Black and White need exactly five, and whether Black has forbidden moves.
    Unless `for_search` is true, the plans have no `shapes`, so that a stone updates fewer sets.

    Raises:
        ProgramError: the program has errors.
        CompileError: the rules are too large when their derivations are expanded, or `for_search` is true
            and they use a predicate that only queries can use.
    """
    raise_errors(program)
    source, program = program, plain(program)
    sets = Sets()
    writer = Writer(sets)
    never = Target(writer.add(op.NONE, None))
    expansion = Expansion(program, MOST_LITERALS)
    quick, written, bindings = [], [], []
    turns, lasts = array("i"), array("i")
    for one in program.rules:
        writer.registers = {}
        named = _bound_variables(one)
        for variable in named:
            writer.register(variable)
        items = expansion.sentence(one.premise, one.player)
        bindings.append({variable: number for number, variable in enumerate(named)})
        written.append(len(writer.rows))
        writer.add(op.FOUND, writer.as_written(items, set(), never))
        writer.registers = {}
        quick.append(len(writer.rows))
        simple = reduced(sets, items, frozenset())
        turns.append(_turn(simple))
        lasts.append(_last_color(simple))
        try:
            writer.quick(simple, set(), never)
            writer.add(op.FOUND, never)
        except StuckError:
            del writer.rows[quick[-1] :]
            quick[-1] = written[-1]
    if for_search and any(row[0] == op.VALUE and row[2] == THREES_MOVE for row in writer.rows):
        raise CompileError("only queries on games can use wins.by.threes")
    colors = (BLACK, WHITE) if for_search else ()
    shapes = tuple(_shapes(sets, color, is_exact=rule[color]) for color in colors)
    return _finished(source, writer, quick, written, tuple(bindings), shapes, (turns, lasts))


def _turn(items: Sequence[Formula]) -> int:
    """Return the color that must be to move if the items hold; -1 for either color."""
    for item in items:
        if isinstance(item, Atom) and item.name == "to.move" and isinstance(item.arguments[0], int):
            return item.arguments[0]
    return -1


def _last_color(items: Sequence[Formula]) -> int:
    """Return the color that the last stone must have if the items hold; -1 for either color."""
    atoms = [item for item in items if isinstance(item, Atom)]
    last = {atom.arguments[0] for atom in atoms if atom.name == "last.move"}
    for atom in atoms:
        if atom.name == "color" and atom.arguments[0] in last:
            color = atom.arguments[1]
            if isinstance(color, int):
                return color
    return -1


def _bound_variables(rule: Rule) -> list[Variable]:
    """Return the variables that a rule's premise binds, in the order of their binding."""
    return list(
        dict.fromkeys(
            argument
            for literal in rule.premise
            if not literal.is_negated
            for argument in literal.arguments
            if isinstance(argument, Variable) and not is_hidden(argument)
        )
    )


def _shapes(sets: Sets, color: int, *, is_exact: bool) -> tuple[int, ...]:
    """Return four sets for a color: fours, threes, threes with free ends, and twos with free ends.

    The ends are free if positions 1 and 6 of the group are empty.
    """
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
    shapes: tuple[tuple[int, ...], ...],
    turns_and_lasts: "tuple[array[int], array[int]]",
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

    every = writer.sets.shapes()
    taken: dict[int, int] = {}

    def kept(number: int) -> int:
        return taken.setdefault(number, len(taken))

    shapes = tuple(tuple(kept(one) for one in of_color) for of_color in shapes)
    code = array("i")
    for row in writer.rows:
        if row[0] in op.OF_SETS and isinstance(row[2], int):
            row = [*row[:2], kept(row[2]), *row[3:]]
        code.extend([number(operand) for operand in row] + [0] * (WIDTH - len(row)))
    extra = array("i", [number(operand) for operand in writer.extra] or [0])
    rules = program.rules
    computed = {row[2] for row in writer.rows if row[0] == op.VALUE}
    return Plans(
        program,
        code,
        extra,
        array("i", [*[0] * writer.n_registers, *constants, 0]),
        array("B", b"".join(every[number].to_bytes(SHAPE_BYTES, "little") for number in taken)),
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
        bool({FOURS_MOVE, THREES_MOVE} & computed),
        THREES_MOVE in computed,
        WHY_FORBIDDEN in computed or any(row[0] == op.LOSES for row in writer.rows),
        *turns_and_lasts,
    )
