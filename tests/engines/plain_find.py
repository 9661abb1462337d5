"""A slow finder of queries in games: it evaluates the phrases of BLANCHE as written, on lists of stones.

Nothing is compiled or rewritten, and only the groups of a position are cached; the rules of renju are the
plain ones. Solutions come in the order of the text.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import floor

from zet.engines.noire.paths import Path
from zet.engines.noire.program import Argument, Literal, Phrase, Program, Rule, Variable
from zet.engines.renju.model import COLORS, PASS, Game, cell_of
from zet.engines.renju.rules import Board

Env = dict[str, object]
STEPS = {"horizontal": (1, 0), "vertical": (0, 1), "rising": (1, 1), "falling": (1, -1)}


def cells_of_groups() -> list[tuple[str, list[int | None]]]:
    """Return the direction and the seven cells of each group; the first and last may be missing."""
    found: list[tuple[str, list[int | None]]] = []
    for name, (dx, dy) in STEPS.items():
        for y in range(15):
            for x in range(15):
                points = [(x + k * dx, y + k * dy) for k in range(-1, 6)]
                inside = [0 <= a < 15 and 0 <= b < 15 for a, b in points]
                if all(inside[1:6]):
                    cells = [
                        15 * b + a if ok else None for (a, b), ok in zip(points, inside, strict=True)
                    ]
                    found.append((name, cells))
    return found


GROUPS = cells_of_groups()
AROUND = {cell: [n for n, (_, cells) in enumerate(GROUPS) if cell in cells] for cell in range(225)}


COMPASS = ["east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast"]
RAYS = (1, 1 + 1j, 1j, -1 + 1j, -1, -1 - 1j, -1j, 1 - 1j)
"""The eight directions of a step, as complex numbers."""


def shifted(cell: int, by: complex) -> int | None:
    """Return the cell at a distance given as a complex number; None beyond the board."""
    point = complex(cell % 15, cell // 15) + by
    x, y = round(point.real), round(point.imag)
    return 15 * y + x if 0 <= x < 15 and 0 <= y < 15 else None


class Moment:
    """A position of a game."""

    def __init__(self, game: Game, ply: int) -> None:
        self.at = game.at(ply)
        self.ply = ply
        self.stones = ["none"] * 225
        for color, cells in zip(COLORS, self.at.stones(), strict=True):
            for cell in cells:
                self.stones[cell] = str(color)
        played = [cell for cell in self.at.moves if cell != PASS]
        self.last = played[-1] if played else None

    @cached_property
    def groups(self) -> list[tuple[str, int]]:
        found = []
        for _, cells in GROUPS:
            inside = [self.stones[cell] for cell in cells[1:6] if cell is not None]
            colors = set(inside) - {"none"}
            if len(colors) == 1:
                found.append((colors.pop(), 5 - inside.count("none")))
            else:
                found.append(("both" if colors else "none", 0))
        return found

    @cached_property
    def kinds(self) -> dict[tuple[str, int], list[int]]:
        """The groups of each color and number of stones."""
        found: dict[tuple[str, int], list[int]] = {}
        for number, kind in enumerate(self.groups):
            found.setdefault(kind, []).append(number)
        return found

    @cached_property
    def board(self) -> Board:
        return Board.of(self.at)


class PlainFinder:
    """A program and a game; `solutions` evaluates a rule after a number of moves.

    If the game is a line of a tree, `tree` has the finders of all lines.
    """

    def __init__(self, program: Program, game: Game, tree: "Sequence[PlainFinder]" = ()) -> None:
        self.program = program
        self.game = game
        self.tree = tree
        self.moments = [Moment(game, ply) for ply in range(len(game.moves) + 1)]

    def solutions(self, rule: Rule, ply: int) -> Iterator[Env]:
        """Yield the values of the variables of a premise for each solution."""
        players = {"own": str(COLORS[rule.player]), "other": str(COLORS[1 - rule.player])}
        outside = {rule.move.name} if rule.move else set()
        yield from self.sentence(rule.premise, {}, ply, players, outside)

    def sentence(
        self,
        literals: tuple[Literal, ...],
        env: Env,
        ply: int,
        players: dict[str, str],
        outside: set[str],
    ) -> Iterator[Env]:
        if not literals:
            yield env
            return
        first, rest = literals[0], literals[1:]
        known = outside | set(env) | names(rest)
        for found in self.literal(first, env, ply, players, known):
            yield from self.sentence(rest, found, ply, players, outside | names((first,)))

    def literal(
        self, literal: Literal, env: Env, ply: int, players: dict[str, str], outside: set[str]
    ) -> Iterator[Env]:
        if literal.is_negated and literal.predicate in ("lead.to.black.loss", "alternating.black.loss"):
            raise NotImplementedError
        ways = self.positive(literal, env, ply, players, outside)
        if literal.is_negated:
            if next(ways, None) is None:
                yield env
            return
        yield from ways

    def positive(
        self, literal: Literal, env: Env, ply: int, players: dict[str, str], outside: set[str]
    ) -> Iterator[Env]:
        if isinstance(literal, Phrase):
            yield from self.phrase(literal, env, ply, players, outside)
            return
        given = [value_of(one, env, players) for one in literal.arguments]
        for values in self.predicate(literal, given, ply, players):
            found = dict(env)
            for argument, value in zip(literal.arguments, values, strict=True):
                if isinstance(argument, Variable):
                    if found.setdefault(argument.name, value) != value:
                        break
                elif value_of(argument, {}, players) != value:
                    break
            else:
                yield found

    def phrase(
        self, phrase: Phrase, env: Env, ply: int, players: dict[str, str], outside: set[str]
    ) -> Iterator[Env]:
        end = len(self.game.moves)
        number = None if phrase.number is None else value_of(phrase.number, env, players)

        def inside(moment: int, given: Env, besides: set[str]) -> Iterator[Env]:
            for choice in phrase.choices:
                yield from self.sentence(choice, given, moment, players, besides)

        if phrase.adverb == "times":
            inner = [name for choice in phrase.choices for name in ordered(choice)]
            number_name = phrase.number.name if isinstance(phrase.number, Variable) else None
            counted = next(name for name in inner if name not in outside | {number_name})
            seen = {found[counted] for found in inside(ply, env, outside | {counted})}
            count = sum(isinstance(one, str) or -1000 <= one <= 1000 for one in seen)  # type: ignore[operator]
            if number is None and number_name:
                yield {**env, number_name: count}
            elif number == count:
                yield env
            return
        if phrase.path is not None:

            def ends(part: int | Path, starts: set[int]) -> set[int]:
                """Return where a part of the path may end, given where it may begin."""
                if isinstance(part, int):
                    return {
                        one + 1
                        for one in starts
                        if one <= end
                        and next(self.sentence(phrase.choices[part], env, one, players, outside), None)
                        is not None
                    }

                def once(begins: set[int]) -> set[int]:
                    found: set[int] = set()
                    for course in part.courses:
                        at = begins
                        for item in course:
                            at = ends(item, at)
                        found |= at
                    return found

                found = once(starts)
                while part.sign in ("*", "+") and not once(found) <= found:
                    found |= once(found)
                return found | starts if part.sign in ("*", "?") else found

            lengths = sorted(one - ply for one in ends(phrase.path, {ply}))
            if phrase.number is None:
                if lengths:
                    yield env
                return
            for length in lengths:
                if number is None and isinstance(phrase.number, Variable):
                    yield {**env, phrase.number.name: length}
                elif number == length:
                    yield env
            return
        if phrase.adverb == "instead":
            for line in self.tree if ply else ():
                mine, theirs = self.game.moves, line.game.moves
                if theirs[: ply - 1] == mine[: ply - 1] and theirs[ply - 1 : ply] != mine[ply - 1 : ply]:
                    for choice in phrase.choices if len(theirs) >= ply else ():
                        yield from line.sentence(choice, env, ply, players, outside)
            return
        if phrase.adverb == "until":
            assert phrase.end is not None
            for moment in range(ply + 1, end + 1):
                for found in self.positive(phrase.end, env, moment, players, outside):
                    stays = (next(inside(k, found, outside), None) for k in range(ply, moment))
                    if all(one is not None for one in stays):
                        yield found
            return
        steps = number if isinstance(number, int) else 1
        moments = {
            "": [ply],
            "next": [ply + 1],
            "later": range(ply + 1, end + 1) if number is None else [ply + steps],
            "earlier": range(ply - 1, -1, -1) if number is None else [ply - steps],
            "at": [number],
        }[phrase.adverb]
        for moment in moments:
            is_back = phrase.adverb != "at" and steps < 0
            if isinstance(moment, int) and 0 <= moment <= end and not is_back:
                given = env
                if number is None and isinstance(phrase.number, Variable):
                    given = {**env, phrase.number.name: abs(moment - ply)}
                yield from inside(moment, given, outside)

    def predicate(
        self, literal: Literal, given: list[object], ply: int, players: dict[str, str]
    ) -> Iterator[tuple[object, ...]]:
        """Yield the arguments for which a predicate is true and that agree with the given values."""
        key = (literal.predicate, len(given))
        clauses = [one for one in self.program.derivations if one.head.key == key]
        if not clauses:
            for values in self.built_in(key, given, ply):
                if all(one in (None, two) for one, two in zip(given, values, strict=True)):
                    yield values
            return
        seen = []
        for clause in clauses:
            env: Env = {}
            fits = True
            for argument, value in zip(clause.head.arguments, given, strict=True):
                if isinstance(argument, Variable):
                    if value is not None:
                        fits &= env.setdefault(argument.name, value) == value
                else:
                    fits &= value in (None, value_of(argument, {}, players))
            if not fits:
                continue
            for found in self.sentence(clause.body, env, ply, players, names((clause.head,))):
                values = tuple(value_of(one, found, players) for one in clause.head.arguments)
                if values not in seen:
                    seen.append(values)
                    yield values

    def built_in(
        self, key: tuple[str, int], given: list[object], ply: int
    ) -> Iterator[tuple[object, ...]]:
        moment, end = self.moments[ply], len(self.game.moves)
        match key[0], given:
            case "group", [None, str(color), int(count)]:
                for number in moment.kinds.get((color, count), []):
                    yield number, color, count
            case "group", [group, *_]:
                for number in range(572) if group is None else [group]:
                    yield number, *moment.groups[number]  # type: ignore[call-overload]
            case "in", [cell, group, int(low), int(high)]:
                for number in AROUND[cell] if group is None else [group]:  # type: ignore[index]
                    for place in range(low, min(high, 6) + 1):
                        found = GROUPS[number][1][place]  # type: ignore[call-overload]
                        if found is not None and cell in (None, found):
                            yield found, number, low, high
            case "color", [cell, _]:
                for one in range(225) if cell is None else [cell]:
                    yield one, moment.stones[one]  # type: ignore[call-overload]
            case "direction", [group, _]:
                yield group, list(STEPS).index(GROUPS[group][0])  # type: ignore[call-overload]
            case "equal", [one, other]:
                if one is None or other is None or one == other:
                    yield (other, other) if one is None else (one, one)
            case "last.move", _:
                if moment.last is not None:
                    yield (moment.last,)
            case "less", [int(one), int(other)]:
                if one < other:
                    yield one, other
            case "at.most", [int(one), int(other)]:
                if not one > other:
                    yield one, other
            case "+" | "-" | "*" | "/" | "mod" | "min" | "max", [int(one), int(other), _]:
                if (result := computed(key[0], one, other)) is not None:
                    yield one, other, result
            case "abs", [int(one), _]:
                yield one, -one if one < 0 else one
            case "between", [_, int(low), int(high)]:
                for one in range(low, min(high, 1000) + 1):
                    yield one, low, high
            case "edge", [int(cell), _]:
                yield cell, min(cell % 15, cell // 15, 14 - cell % 15, 14 - cell // 15)
            case "corner", [int(cell), _]:
                corners = [(0, 0), (0, 14), (14, 0), (14, 14)]
                yield cell, min(max(abs(cell % 15 - x), abs(cell // 15 - y)) for x, y in corners)
            case "distance", [int(one), int(other), _]:
                apart = abs(one % 15 - other % 15), abs(one // 15 - other // 15)
                yield one, other, max(apart)
            case "step", [start, *steps, way, end]:
                for one in range(8) if way is None else [way]:
                    if len(steps) == 1:
                        by = steps[0] * RAYS[one]  # type: ignore[index,operator]
                    else:
                        ahead = 1j**one  # type: ignore[operator]
                        left = 1j * ahead if one < 4 else -1j * ahead  # type: ignore[operator]
                        by = steps[0] * ahead + steps[1] * left  # type: ignore[operator]
                    if start is None:
                        before = shifted(end, -by)  # type: ignore[arg-type]
                        if before is not None:
                            yield before, *steps, one, end
                    elif shifted(start, by) is not None:  # type: ignore[arg-type]
                        yield start, *steps, one, shifted(start, by)  # type: ignore[arg-type]
            case "echo", [int(cell), int(most), int(then), int(other), way]:
                before = self.moments[then].stones if 0 <= then <= end else []
                square = [complex(i, j) for i in range(-most, most + 1) for j in range(-most, most + 1)]

                def color(stones: list[str], of: int | None) -> str | None:
                    return None if of is None else stones[of]

                for one in range(8) if way is None else [way]:
                    ahead = 1j**one  # type: ignore[operator]
                    left = 1j * ahead if one < 4 else -1j * ahead  # type: ignore[operator]
                    pairs = (
                        (shifted(cell, by), shifted(other, by.real * ahead + by.imag * left))
                        for by in square
                    )
                    is_possible = before and 0 <= most < 15
                    if is_possible and all(color(moment.stones, a) == color(before, b) for a, b in pairs):
                        yield cell, most, then, other, one
            case "forbidden", [cell, _]:
                for one in range(225) if cell is None else [cell]:
                    why = moment.board.forbidden(one) if moment.stones[one] == "none" else None  # type: ignore[call-overload]
                    if why:
                        yield one, why
            case "to.move", _:
                yield (str(COLORS[moment.at.side]),)
            case "now", _:
                yield (ply,)
            case "ends", _:
                yield (end,)
            case "later", [_]:
                for one in range(ply + 1, end + 1):
                    yield (one,)
            case "earlier", [_]:
                for one in range(ply - 1, -1, -1):
                    yield (one,)
            case "later", [_, steps]:
                for one in range(1, end - ply + 1) if steps is None else [steps]:
                    if one >= 0 and ply + one <= end:  # type: ignore[operator]
                        yield ply + one, one  # type: ignore[operator]
            case "earlier", [_, steps]:
                for one in range(1, ply + 1) if steps is None else [steps]:
                    if 0 <= one <= ply:  # type: ignore[operator]
                        yield ply - one, one  # type: ignore[operator]
            case "lead.to.black.loss", [int(cell)]:
                if moment.stones[cell] == "none" and moment.board.forbidden(cell):
                    yield (cell,)
            case "result", _:
                if (result := self.result()) is not None:
                    yield result
            case _:
                raise NotImplementedError(key)

    def result(self) -> tuple[str, str] | None:
        moves = self.game.moves
        if moves and moves[-1] != PASS:
            before = self.moments[-2]
            color = before.at.side
            if self.moments[-1].board.has_five(moves[-1]):
                return str(COLORS[color]), "five"
            if color == 0 and before.board.forbidden(moves[-1]):
                return "white", "foul"
        told = {"B+R": ("black", "resignation"), "W+T": ("white", "time"), "draw": ("none", "draw")}
        return told.get(dict(self.game.info).get("result", ""))


def computed(operator: str, one: int, other: int) -> int | None:
    """Return the result of an operation on two numbers, rounded down; None if it has none."""
    if operator in ("/", "mod") and other == 0:
        return None
    ratio = Fraction(one, other or 1)
    results = {
        "+": one + other,
        "-": one - other,
        "*": one * other,
        "/": floor(ratio),
        "mod": one - other * floor(ratio),
        "min": one if one < other else other,
        "max": other if one < other else one,
    }
    return results[operator] if abs(results[operator]) < 10**9 else None


def names(literals: tuple[Literal, ...]) -> set[str]:
    return set(ordered(literals))


def ordered(literals: tuple[Literal, ...]) -> list[str]:
    return [one.name for literal in literals for one in literal.arguments if isinstance(one, Variable)]


def value_of(argument: Argument, env: Env, players: dict[str, str]) -> object:
    """Return the value of an argument; None if it is unbound."""
    if isinstance(argument, Variable):
        return env.get(argument.name)
    if isinstance(argument, str) and argument[-1].isdigit():
        return cell_of(argument)
    if argument in STEPS:
        return list(STEPS).index(str(argument))
    if argument in COMPASS:
        return COMPASS.index(str(argument))
    return players.get(argument, argument) if isinstance(argument, str) else argument
