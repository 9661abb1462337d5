"""A compiler from rules to the kernel's instructions, in the order of the text or in a cheaper order.

Source: P.P. Kruijsen, Kennis en renju (2001), section 4.2; its last chapter proposes the reordering.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from zet.engines.noire import codes, opcodes as op
from zet.engines.noire.codes import ANY_COLOR, NO_COLOR
from zet.engines.noire.costs import NEVER, cost_of
from zet.engines.noire.dependencies import apart, color_atom, is_ready, negatable, places_of
from zet.engines.noire.formula import (
    ALL_SET,
    Along,
    At,
    Atom,
    Call,
    CompileError,
    Exists,
    Formula,
    InSet,
    Not,
    Sets,
    Term,
    Times,
    is_fixed,
    number_in,
    reduced,
)
from zet.engines.noire.phrases import ANY_LENGTH, INSTEAD
from zet.engines.noire.predicates import (
    ALTERNATING_LOSS,
    COUNTED_MOMENTS,
    ECHO,
    GENERATORS,
    RESERVED,
    STEPS,
    VALUES,
)
from zet.engines.noire.program import Variable

MOST_INSTRUCTIONS = 200_000


class StuckError(Exception):
    """Raised if no literal can be evaluated next; then only the plan as written can be used."""


@dataclass(slots=True)
class Label:
    """A place in the code, to which instructions may refer before it is known."""

    place: int = -1


@dataclass(frozen=True, slots=True)
class Target:
    """The place at which the machine continues after a failure.

    If `again` is True, the instruction there is resumed for its next solution; otherwise it starts
    afresh.
    """

    label: Label
    again: bool = False


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant as an operand; its register is assigned when all instructions have been written."""

    value: int


Write = Callable[[Sequence[Formula], set[Variable], Target], Target]
Outside = frozenset[Variable]


@dataclass(slots=True)
class Writer:
    """A writer of instructions, which assigns a register to each variable and constant.

    Most methods write the instructions for an item. `bound` contains the variables bound so far; a method
    adds the variables of its item. `fail` is the target of a failure. The result is the target that
    resumes the item for its next solution.
    """

    sets: Sets
    rows: list[list[object]] = field(default_factory=list)
    extra: list[object] = field(default_factory=list)
    spans: dict[tuple[int, int], int] = field(default_factory=dict)
    registers: dict[Variable, int] = field(default_factory=dict)
    n_registers: int = 0
    n_counts: int = 0

    def add(self, operation: int, fail: Target | None, *operands: object) -> Label:
        """Append an instruction, and return its label."""
        if len(self.rows) >= MOST_INSTRUCTIONS:
            raise CompileError("the rules need more than {most} instructions", most=MOST_INSTRUCTIONS)
        self.rows.append([operation, fail, *operands])
        return Label(len(self.rows) - 1)

    def mark(self, label: Label) -> None:
        """Set a label to the place of the next instruction."""
        label.place = len(self.rows)

    def register(self, term: Term) -> object:
        """Return the operand for a term: the register of a variable or of a constant."""
        if isinstance(term, int):
            return Constant(term)
        if term not in self.registers:
            self.registers[term] = len(self.registers)
            self.n_registers = max(self.n_registers, len(self.registers))
        return self.registers[term]

    def span(self, atom: Atom) -> int:
        """Return the number of the span (first and last position) in an atom of the predicate `in`."""
        first, last = atom.arguments[2:]
        key = (max(number_in(first), 0), min(number_in(last), 6))
        return self.spans.setdefault(key, len(self.spans))

    # -- in the order of the text

    def as_written(self, items: Sequence[Formula], bound: set[Variable], fail: Target) -> Target:
        """Write items in their order; return the target that resumes them for their next solution."""
        # A head that has a variable twice requires two values to be equal; at first neither may be known.
        waiting = [item for item in items if isinstance(item, Atom) and item.name == "unify"]
        for item in items:
            for one in [one for one in waiting if is_ready(one, bound)]:
                waiting.remove(one)
                fail = self.atom(one, bound, fail)
            if not (isinstance(item, Atom) and item.name == "unify"):
                fail = self.one_as_written(item, bound, fail)
        for one in waiting:
            fail = self.atom(one, bound, fail)
        return fail

    def one_as_written(self, item: Formula, bound: set[Variable], fail: Target) -> Target:
        """Write an item; return the target that resumes it for its next solution."""
        if isinstance(item, Atom):
            return self.atom(item, bound, fail)
        if isinstance(item, Not) or item.variables <= bound:
            # The item binds no variable, so one solution is enough.
            place = len(self.rows)
            try:
                self.quick(reduced(self.sets, [item], frozenset(bound)), bound, fail)
            except StuckError:
                del self.rows[place:]
                self.test_as_written(item, bound, fail)
            return fail
        if isinstance(item, At):
            return self.at(item, bound, fail, self.as_written)
        if isinstance(item, Times):
            return self.times(item, bound, fail, self.as_written)
        if isinstance(item, Along):
            return self.along(item, bound, fail, self.as_written)
        if not isinstance(item, Call):
            raise TypeError(item)
        if len(item.choices) == 1:
            return self.as_written(item.choices[0], bound, fail)
        return self.choices(item, bound, fail, self.as_written)

    def test_as_written(self, item: Formula, bound: set[Variable], fail: Target) -> None:
        """Write an item that binds no variable, with its parts in the order of the text."""
        if isinstance(item, Not):
            after = Label()
            self.as_written(item.items, set(bound), Target(after))
            self.add(op.FAIL, fail)
            self.mark(after)
        elif isinstance(item, Call):
            self.test(item, bound, fail, self.as_written)
        elif isinstance(item, At):
            self.at(item, bound, fail, self.as_written)
        elif isinstance(item, Times):
            self.times(item, bound, fail, self.as_written)
        elif isinstance(item, Along):
            self.along(item, bound, fail, self.as_written)

    # -- other moments, and counts

    def at(self, item: At, bound: set[Variable], fail: Target, write: Write) -> Target:
        """Write instructions that go to another position, match items there, and return."""
        is_test = item.variables <= bound
        leaves = item.moment == INSTEAD
        go = self.add(op.LEAVE, fail) if leaves else self.add(op.GO, fail, self.register(item.moment))
        again = write(item.items, bound if not is_test else set(bound), Target(go, again=True))
        back = self.add(op.REJOIN if leaves else op.BACK, again, go)
        bound |= item.variables
        return fail if is_test else Target(back, again=True)

    def times(self, item: Times, bound: set[Variable], fail: Target, write: Write) -> Target:
        """Write code that counts the values of a variable, and compares the count or assigns it."""
        slot = self.n_counts
        self.n_counts += 1
        self.add(op.COUNT_FROM_NONE, None, slot)
        after = Label()
        inside = set(bound)
        again = write(item.items, inside, Target(after))
        self.add(op.COUNT, again, slot, self.register(item.counted))
        self.mark(after)
        if isinstance(item.number, Variable) and item.number not in bound:
            self.add(op.COUNTED, fail, slot, self.register(item.number))
            bound.add(item.number)
        else:
            self.is_value(item.number, fail, op.COUNTED, slot)
        return fail

    def along(self, item: Along, bound: set[Variable], fail: Target, write: Write) -> Target:
        """Write a loop over positions that yields the lengths of a path, the shortest first.

        At each position, the steps that the automaton allows are tested; each step that holds allows its
        successors at the next position. The loop's state is stored at the places of the instructions
        PATH_BEGIN and PATH_POSITION.
        """
        machine = item.automaton
        is_free = isinstance(item.number, Variable) and item.number not in bound
        length = self.register(item.number if is_free else Variable("a value"))
        start = self.add(op.PATH_BEGIN, None, machine.first, int(machine.is_optional))
        body, done = Label(), Label()
        found = self.add(op.PATH_END, Target(body), start, length)
        self.add(op.JUMP, None, done)
        self.mark(body)
        moment = Variable(f"moment of the path at {start.place}")
        here = self.add(op.PATH_POSITION, fail, start, self.register(moment))
        for number, items in enumerate(item.steps):
            after = Label()
            self.add(op.PATH_ALLOWS, Target(after), start, number)
            step = At(moment, items, (item.variables & bound) | {moment})
            self.at(step, {*bound, moment}, Target(after), write)
            is_last = machine.last >> number & 1
            self.add(op.PATH_STEP, None, here, machine.follow[number], is_last)
            self.mark(after)
        self.add(op.PATH_NEXT, Target(found), start, here)
        self.mark(done)
        again = Target(found, again=True)
        if is_free and isinstance(item.number, Variable):
            bound.add(item.number)
            return again
        if item.number != ANY_LENGTH:
            self.add(op.IS_EQUAL, again, length, self.register(item.number), 0)
        return fail

    def is_value(
        self, term: Term, fail: Target, operation: int, first: object, *operands: object
    ) -> None:
        """Write a test of whether a known term equals the value computed by an instruction.

        The instruction stores the value in its second operand.
        """
        spare = self.register(Variable("a value"))
        self.add(operation, fail, first, spare, *operands)
        self.add(op.IS_EQUAL, fail, spare, self.register(term), 0)

    # -- clauses

    def choices(self, item: Call, bound: set[Variable], fail: Target, write: Write) -> Target:
        """Write the clauses of a derivation one after another, so that all their solutions are found."""
        if not item.choices:
            self.add(op.FAIL, fail)
        clauses = Label()
        for number, choice in enumerate(item.choices):
            after = Label()
            is_last = number == len(item.choices) - 1
            again = write(choice, set(bound), fail if is_last else Target(after))
            self.add(op.CLAUSE_END, None, clauses, again)
            self.mark(after)
        self.mark(clauses)
        self.add(op.CLAUSES, None)
        bound |= item.variables
        return Target(clauses, again=True)

    def test(self, item: Call, bound: set[Variable], fail: Target, write: Write) -> None:
        """Write the clauses of a derivation as a test of whether any of them holds."""
        if not item.choices:
            self.add(op.FAIL, fail)
        done = Label()
        for number, choice in enumerate(item.choices):
            after = Label()
            is_last = number == len(item.choices) - 1
            write(choice, set(bound), fail if is_last else Target(after))
            if not is_last:
                self.add(op.JUMP, None, done)
            self.mark(after)
        self.mark(done)

    # -- in a cheap order

    def quick(
        self, items: Sequence[Formula], bound: set[Variable], fail: Target, outside: Outside = frozenset()
    ) -> Target:
        """Write items in order of cost; only solutions that differ in `outside` need to be distinguished.

        The items must be `reduced`. Items that share no unknown variable with the other items, except
        variables in `outside`, are solved only once, not again after each failure.
        """
        left = list(items)
        tested: set[int] = set()
        while left:
            item = min(left, key=lambda item: cost_of(self.sets, item, left, bound))
            cost = cost_of(self.sets, item, left, bound)
            if cost >= NEVER:
                raise StuckError
            if cost > 0 and (together := apart(item, left, bound, outside)):
                left = [one for one in left if one not in together]
                self.quick(together, set(bound), fail)
                continue
            left.remove(item)
            if cost > 0 and not tested:
                # The sets from which groups are generated must not be empty.
                tested = {one.number for one in left if isinstance(one, InSet)}
                for number in sorted(tested):
                    self.add(op.SOME, fail, number, 0)
            if isinstance(item, InSet):
                fail = self.in_set(item, left, bound, fail)
            elif isinstance(item, Exists):
                self.add(op.SOME, fail, item.number, int(item.is_negated))
            elif isinstance(item, Atom):
                fail = self.atom(item, bound, fail, left)
            elif isinstance(item, Call):
                if item.variables <= bound:
                    self.test(item, bound, fail, self.quick)
                else:
                    fail = self.choices(item, bound, fail, partial(self.quick, outside=item.variables))
            elif isinstance(item, At):
                fail = self.at(item, bound, fail, partial(self.quick, outside=item.variables))
            elif isinstance(item, Times):
                fail = self.times(
                    item, bound, fail, partial(self.quick, outside=item.variables | {item.counted})
                )
            elif isinstance(item, Along):
                fail = self.along(item, bound, fail, partial(self.quick, outside=item.variables))
            elif (atom := negatable(item, bound)) is not None:
                self.atom(atom, bound, fail, is_negated=True)
            else:
                after = Label()
                self.quick(item.items, set(bound), Target(after))
                self.add(op.FAIL, fail)
                self.mark(after)
        return fail

    def in_set(self, item: InSet, left: list[Formula], bound: set[Variable], fail: Target) -> Target:
        """Write a test of whether a known group is in a set, or a loop over the set for an unknown group.

        The loop visits only groups through the known cells, of which it uses at most two; the atoms that
        locate these cells in the group are removed from `left`.
        """
        register = self.register(item.group)
        if item.group in bound:
            self.add(op.IN_SET, fail, item.number, register, 0)
            return fail
        operands: list[object] = []
        for atom in places_of(item.group, left, bound)[:2]:
            left.remove(atom)
            operands += [self.span(atom), self.register(atom.arguments[0])]
        bound.add(item.group)
        operation = (op.EACH, op.EACH_AT, op.EACH_AT_BOTH)[len(operands) // 2]
        return Target(self.add(operation, fail, item.number, register, *operands), again=True)

    # -- built-in predicates

    def atom(
        self,
        atom: Atom,
        bound: set[Variable],
        fail: Target,
        left: list[Formula] | None = None,
        *,
        is_negated: bool = False,
    ) -> Target:
        """Write an atom; one of the remaining items, which `left` lists, may be merged into it."""
        unbound = atom.variables - bound
        bound |= unbound
        if atom.name in RESERVED:
            return self.loss(atom, fail)
        if atom.key in VALUES:
            return self.value(atom, unbound, fail)
        if atom.key in STEPS:
            return self.step(atom, unbound, fail)
        if atom.key in GENERATORS:
            return self.numbers(atom, unbound, fail)
        if atom.key == ECHO:
            return self.echo(atom, unbound, fail)
        if atom.name == "result":
            for kind, term in zip((codes.WINNER, codes.HOW_ENDED), atom.arguments, strict=True):
                self.becomes(term, unbound, fail, kind, -1, -1)
            return fail
        registers = [self.register(term) for term in atom.arguments]
        negated = int(is_negated)
        if atom.name == "less":
            self.add(op.IS_LESS, fail, *registers, negated)
            return fail
        if atom.name == "at.most":
            self.add(op.IS_LESS, fail, *reversed(registers), 1 - negated)
            return fail
        if atom.name == "in":
            return self.place(atom, registers, unbound, fail, left, negated)
        if atom.name == "group":
            return self.group(atom, registers, unbound, fail, negated)
        if atom.name == "color":
            return self.color(atom, registers, unbound, fail, negated)
        if atom.name == "direction":
            if atom.arguments[1] in unbound:
                self.add(op.DIRECTION, fail, registers[1], registers[0])
            else:
                spare = self.register(Variable("a direction"))
                self.add(op.DIRECTION, fail, spare, registers[0])
                self.add(op.IS_EQUAL, fail, spare, registers[1], negated)
        elif atom.name == "last.move":
            self.last_move(registers[0], fail, is_free=bool(unbound), is_negated=is_negated)
        elif atom.name == "one direction":
            self.add(op.ONE_DIRECTION, fail, *registers, negated)
        elif unbound:  # unify
            is_first = atom.arguments[0] in unbound
            self.add(op.BECOMES, fail, registers[not is_first], registers[is_first])
        else:
            self.add(op.IS_EQUAL, fail, *registers, negated)
        return fail

    def loss(self, atom: Atom, fail: Target) -> Target:
        """Write a test of whether stones on the cells of an atom make Black lose."""
        color, cells = (0, atom.arguments)
        if atom.name == ALTERNATING_LOSS:
            color, cells = (1, atom.arguments[1:])
        first: object = self.register(atom.arguments[0]) if color else -1
        place = len(self.extra)
        self.extra += [self.register(cell) for cell in cells]
        self.add(op.LOSES, fail, place, len(cells), int(not atom.is_negated), color, first)
        return fail

    def color(
        self,
        atom: Atom,
        registers: list[object],
        unbound: frozenset[Variable],
        fail: Target,
        negated: int,
    ) -> Target:
        """Write code for `color`: a test, or a loop over the unknown cells or colors."""
        cell, color = atom.arguments
        if cell in unbound:
            is_free = int(color in unbound)
            return Target(self.add(op.EACH_CELL, fail, *registers, is_free), again=True)
        if color in unbound:
            self.add(op.COLOR_OF, fail, *registers)
        elif isinstance(color, int):
            self.add(op.IS_COLOR, fail, registers[0], color, negated)
        else:
            self.add(op.HAS_COLOR, fail, *registers, negated)
        return fail

    def last_move(self, cell: object, fail: Target, *, is_free: bool, is_negated: bool) -> None:
        """Write code that compares the last move's cell with a register, or loads it into one."""
        if is_free:
            self.add(op.LAST, fail, cell)
        elif is_negated:
            after = Label()
            self.last_is(cell, Target(after))
            self.add(op.FAIL, fail)
            self.mark(after)
        else:
            self.last_is(cell, fail)

    def value(self, atom: Atom, unbound: frozenset[Variable], fail: Target) -> Target:
        """Write code that computes an argument of an atom from the others."""
        kind, place = VALUES[atom.key]
        if atom.key in COUNTED_MOMENTS and atom.arguments[1] in unbound:
            moment, count = atom.arguments
            again = self.numbers(Atom(atom.name, (moment,)), unbound, fail)
            self.add(op.VALUE, again, codes.APART, self.register(count), self.register(moment), -1)
            return again
        if atom.name == "forbidden" and atom.arguments[0] in unbound:
            none = self.register(NO_COLOR)
            label = self.add(op.EACH_CELL, fail, self.register(atom.arguments[0]), none, 0)
            fail = Target(label, again=True)
        others = [self.register(term) for at, term in enumerate(atom.arguments) if at != place]
        return self.becomes(atom.arguments[place], unbound, fail, kind, *[*others, -1, -1][:2])

    def becomes(
        self, term: Term, unbound: frozenset[Variable], fail: Target, kind: int, *operands: object
    ) -> Target:
        """Write code that computes a value from operands, and assigns it to a term or compares it."""
        if term in unbound:
            self.add(op.VALUE, fail, kind, self.register(term), *operands)
        else:
            self.is_value(term, fail, op.VALUE, kind, *operands)
        return fail

    def step(self, atom: Atom, unbound: frozenset[Variable], fail: Target) -> Target:
        """Write a step from field to field in a direction, or in all eight if it is unbound."""
        start, ahead, *aside, way, end = atom.arguments
        if way in unbound:
            fail = self.numbers(Atom("between", (way, 0, 7)), unbound, fail)
        operands = [self.register(term) for term in (ahead, way, *aside)]
        operands += [] if aside else [-1]
        if start in unbound:
            return self.becomes(start, unbound, fail, codes.STEP_BACK, self.register(end), *operands)
        return self.becomes(end, unbound, fail, codes.STEP, self.register(start), *operands)

    def echo(self, atom: Atom, unbound: frozenset[Variable], fail: Target) -> Target:
        """Write a test of the predicate `echo` for an orientation, or for all eight if it is unbound."""
        turn = atom.arguments[-1]
        if turn in unbound:
            fail = self.numbers(Atom("between", (turn, 0, 7)), unbound, fail)
        self.add(op.ECHOES, fail, *map(self.register, atom.arguments))
        return fail

    def numbers(self, atom: Atom, unbound: frozenset[Variable], fail: Target) -> Target:
        """Write a loop over the numbers that an argument can have as its value."""
        kind = GENERATORS[atom.key]
        ends = [self.register(term) for term in atom.arguments[1:]] or [-1, -1]
        if atom.arguments[0] in unbound:
            label = self.add(op.EACH_NUMBER, fail, kind, *ends, self.register(atom.arguments[0]))
            return Target(label, again=True)
        spare = self.register(Variable("a number"))
        label = self.add(op.EACH_NUMBER, fail, kind, *ends, spare)
        again = Target(label, again=True)
        self.add(op.IS_EQUAL, again, spare, self.register(atom.arguments[0]), 0)
        return fail

    def last_is(self, register: object, fail: Target) -> None:
        """Write a test of whether the last move is on the cell of a register."""
        spare = self.register(Variable("a last move"))
        self.add(op.LAST, fail, spare)
        self.add(op.IS_EQUAL, fail, spare, register, 0)

    def place(
        self,
        atom: Atom,
        registers: list[object],
        unbound: frozenset[Variable],
        fail: Target,
        left: list[Formula] | None,
        negated: int,
    ) -> Target:
        """Write code for the predicate `in`, which limits a cell's position in a group to a range."""
        cell, group, first, last = atom.arguments
        if not is_fixed(atom):
            if cell in unbound:
                return Target(self.add(op.EACH_CELL_BETWEEN, fail, *registers), again=True)
            if group in unbound:
                return Target(self.add(op.EACH_GROUP_BETWEEN, fail, *registers), again=True)
            self.add(op.IS_BETWEEN, fail, *registers, negated)
            return fail
        if cell in unbound:
            color = color_atom(cell, left or ())
            if color is not None and left is not None:
                left.remove(color)
            kind = ANY_COLOR if color is None else color.arguments[1]
            ends = max(number_in(first), 0), min(number_in(last), 6)
            return Target(self.add(op.EACH_CELL_OF, fail, *registers[:2], *ends, kind), again=True)
        if group in unbound:
            place = self.add(op.EACH_AT, fail, ALL_SET, registers[1], self.span(atom), registers[0])
            return Target(place, again=True)
        self.add(op.IS_AT, fail, *registers[:2], self.span(atom), negated)
        return fail

    def group(
        self,
        atom: Atom,
        registers: list[object],
        unbound: frozenset[Variable],
        fail: Target,
        negated: int,
    ) -> Target:
        """Write code for the predicate `group`, which states a group's color and its number of stones."""
        group, color, stones = atom.arguments
        is_known = isinstance(color, int) and isinstance(stones, int)
        number = self.sets.of(number_in(color), number_in(stones))
        if group in unbound:
            if is_known:
                return Target(self.add(op.EACH, fail, number, registers[0]), again=True)
            free = (color in unbound) + 2 * (stones in unbound)
            return Target(self.add(op.EACH_GROUP, fail, *registers, free), again=True)
        if is_known:
            self.add(op.IN_SET, fail, number, registers[0], negated)
        else:
            free = (color in unbound) + 2 * (stones in unbound)
            self.add(op.IS_OF, fail, *registers, free, negated)
        return fail
