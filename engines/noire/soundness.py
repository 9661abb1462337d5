"""Verification of the claims that rules make, by the exact search of the renju board.

If a rule of level n is the first matching rule for the side to move, it claims that its move wins within
n moves, counting both sides, against every answer. The exact search tries all moves. A rule of level 0
claims that the game is over: the move just played made five, or was forbidden. P.P. Kruijsen, Kennis en
renju (2001), section 3.5, defines the levels, but does not test claims.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Literal, Self

from zet.engines.noire._match import Matcher
from zet.engines.noire.plans import plans_of
from zet.engines.noire.program import Program
from zet.engines.renju._player import PositionalSearch
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import BLACK, PASS, SIDE, WHITE, Game

Verdict = Literal["true", "other", "false"]
"""The verdict on a claim: its move wins within the claimed number of moves ("true"), only another move
does ("other"), or no move does ("false").
"""


class RuleBoard:
    """A board that finds the first matching rule of a program in a position.

    Raises:
        ProgramError: the program has errors.
    """

    def __init__(self, program: Program, rule: str = "renju") -> None:
        plans = plans_of(program, BOARDS[rule])
        self._bindings = plans.bindings
        self._moves = [rule.move for rule in program.rules]
        self.board = Matcher(BOARDS[rule], plans, by_rules=False)

    def first(self, side: int, level: int) -> tuple[int, int] | None:
        """Return (index, move) of the first matching rule, or None; move is -1 if the rule has none."""
        number = self.board.infer(side, level)
        move = self._moves[number] if number >= 0 else None
        if move is None:
            return (number, -1) if number >= 0 else None
        return number, self.board.solutions(number, [self._bindings[number][move]], 1)[0][0]


@dataclass(frozen=True, slots=True)
class Claim:
    """A false claim by the rule with the index `rule`, in the position at the end of `game`.

    At level 0 the claim is that the last move of the game ended it, and `move` is -1. `answer` is an
    answer after which the move does not win in time. `answer` is None at level 0. It is also None if no
    answer is needed to refute the claim, because the point is occupied, the move is forbidden, or the
    move had to make five.
    """

    rule: int
    game: Game
    move: int
    verdict: Verdict
    answer: int | None = None


@dataclass(slots=True)
class Tally:
    """Counts of a rule's checked claims, by verdict, and a reduced position with a false claim.

    `caught` counts the true claims above level 0 that are redundant, because a rule of the same or
    a lower level in the `Verifier`'s program `others` also claims a win for the side to move.
    """

    counts: Counter[Verdict] = field(default_factory=Counter)
    caught: int = 0
    example: Claim | None = None

    def __add__(self, other: Self) -> "Tally":
        return Tally(
            self.counts + other.counts, self.caught + other.caught, self.example or other.example
        )

    @property
    def checked(self) -> int:
        """The number of claims that were checked."""
        return self.counts.total()


class Verifier:
    """A verifier that checks the claims of rules by exact search, position after position.

    `tallies` lists a tally for each rule, with the position of one false claim, if any. With `others`,
    the true claims that rules of the program `others` make as well are also counted. With `only`, only
    the claims of the rules with this name are checked; the other rules are still tried, as in play.

    Raises:
        ProgramError: a program has errors.
    """

    def __init__(
        self,
        program: Program,
        others: Program | None = None,
        rule: str = "renju",
        only: str | None = None,
    ) -> None:
        self.rules = program.rules
        self._only = only
        self.tallies = [Tally() for _ in self.rules]
        self._rules = RuleBoard(program, rule)
        self._others = RuleBoard(others, rule) if others else None
        self._other_rules = others.rules if others else ()
        self._search = PositionalSearch(*BOARDS[rule])
        self._level = max((rule.level for rule in self.rules if rule.has_level), default=0)
        self._stones: list[tuple[int, int]] = []

    def verify_game(self, game: Game) -> None:
        """Check the claims at each position of a game, from its setup on, for both sides."""
        self._set_up(
            [(cell, color) for color, cells in enumerate((game.black, game.white)) for cell in cells]
        )
        self._check_sides()
        self._play_on((cell, color) for color, cell in game.turns() if cell != PASS)

    def verify_walk(self, random: Random) -> None:
        """Check the claims while random stones of both colors are placed in a part of the board."""
        self._set_up([])
        self._play_on(random_stones(random))

    def _play_on(self, stones: Iterable[tuple[int, int]]) -> None:
        """Play stones up to the first stone that ends the game; check the claims after each stone."""
        for cell, color in stones:
            over = self._ending(cell, color)
            self._put(cell, color)
            self._check_end(cell, color, over)
            if over is not None:
                break
            self._check_sides()

    def _ending(self, cell: int, color: int) -> int | None:
        """Return the winner if the game ends when a color plays on a cell; None if it continues."""
        if cell in self._search.cells(color, 0):
            return color
        return WHITE if color == BLACK and self._search.forbidden(cell) else None

    def _check_end(self, cell: int, color: int, over: int | None) -> None:
        self._rules.board.set_last(cell)
        found = self._rules.first(1 - color, 0)
        self._rules.board.set_last(-1)
        if found and self._is_checked(found):
            self._count(found, 1 - color, "true" if self.rules[found[0]].player == over else "false")

    def _check_sides(self) -> None:
        for side in (BLACK, WHITE):
            found = self._rules.first(side, self._level)
            if found and self._claims(found, side):
                self._count(found, side, self._verdict(found, side))

    def _claims(self, found: tuple[int, int], side: int) -> bool:
        rule = self.rules[found[0]]
        return rule.player == side and rule.level > 0 and self._is_checked(found)

    def _is_checked(self, found: tuple[int, int]) -> bool:
        return self._only in (None, self.rules[found[0]].name)

    def _verdict(self, found: tuple[int, int], side: int) -> Verdict:
        level, move = self.rules[found[0]].level, found[1]
        if not self._is_taken(move) and self._search.wins_within(side, level, move):
            return "true"
        return "other" if self._search.wins_within(side, level) else "false"

    def _count(self, found: tuple[int, int], side: int, verdict: Verdict) -> None:
        tally = self.tallies[found[0]]
        tally.counts[verdict] += 1
        if verdict == "true" and self._others and self.rules[found[0]].level > 0:
            other = self._others.first(side, self.rules[found[0]].level)
            tally.caught += other is not None and self._other_rules[other[0]].player == side
        if verdict != "true" and not tally.example:
            stones = self._stones
            tally.example = self._minimized(found[0], side)
            self._set_up(stones)

    def _minimized(self, rule: int, side: int) -> Claim:
        """Remove stones that a false claim does not need; return the claim in the reduced position.

        Without any one or two of the remaining stones, the claim would be true or would not be made.
        """
        stones = list(self._stones)
        n_fixed = int(self.rules[rule].level == 0)  # the last move, which ends the game
        claim = self._untrue(rule, side, stones)
        assert claim is not None  # noqa: S101 - it has just been found
        size = 1
        while size < 3:
            for spared in combinations(stones[: len(stones) - n_fixed], size):
                fewer = [other for other in stones if other not in spared]
                if smaller := self._untrue(rule, side, fewer):
                    stones, claim, size = fewer, smaller, 0
                    break
            size += 1
        return self._answered(claim, side, stones)

    def _answered(self, claim: Claim, side: int, stones: list[tuple[int, int]]) -> Claim:
        """Return the claim with an `answer` that refutes it; fives are tried first, then blocks."""
        self._set_up(stones)
        level, move = self.rules[claim.rule].level, claim.move
        if level < 3 or self._is_taken(move) or (side == BLACK and self._search.forbidden(move)):
            return claim
        other = 1 - side
        self._search.play(claim.move, side)
        fives, blocks = (self._search.cells(color, 0) for color in (other, side))
        for cell in dict.fromkeys([*fives, *blocks, *self._search.empty_cells()]):
            if cell in fives:
                return replace(claim, answer=cell)
            if other == BLACK and self._search.forbidden(cell):
                continue
            self._search.play(cell, other)
            is_met = not self._search.wins_within(side, level - 2)
            self._search.undo()
            if is_met:
                return replace(claim, answer=cell)
        return claim

    def _untrue(self, rule: int, side: int, stones: list[tuple[int, int]]) -> Claim | None:
        """Return the claim that a rule makes in a position if the claim is false; otherwise None."""
        level = self.rules[rule].level
        if level == 0:
            *before, (last, color) = stones
            self._set_up(before)
            over = self._ending(last, color)
            self._put(last, color)
            self._rules.board.set_last(last)
            found = self._rules.first(side, 0)
            if found is None or found[0] != rule or self.rules[rule].player == over:
                return None
            return Claim(rule, _game(before, side, (last,)), -1, "false")
        self._set_up(stones)
        found = self._rules.first(side, level)
        if found is None or found[0] != rule:
            return None
        verdict = self._verdict(found, side)
        return None if verdict == "true" else Claim(rule, _game(stones, side), found[1], verdict)

    def _is_taken(self, cell: int) -> bool:
        return any(cell == taken for taken, _ in self._stones)

    def _set_up(self, stones: Iterable[tuple[int, int]]) -> None:
        self._search.begin(-1, None)
        for rules in filter(None, (self._rules, self._others)):
            rules.board.clear()
        self._stones = []
        for cell, color in stones:
            self._put(cell, color)

    def _put(self, cell: int, color: int) -> None:
        self._stones.append((cell, color))
        self._search.play(cell, color)
        for rules in filter(None, (self._rules, self._others)):
            rules.board.put(cell, color)
            rules.board.set_last(-1)


def _game(stones: Iterable[tuple[int, int]], side: int, moves: tuple[int, ...] = ()) -> Game:
    """Return a game with these stones set up and these moves, after which `side` is to move."""
    colors: tuple[list[int], list[int]] = ([], [])
    for cell, color in stones:
        colors[color].append(cell)
    return Game.build(*colors, (side + len(moves)) % 2, moves)


def random_stones(random: Random) -> Iterator[tuple[int, int]]:
    """Yield up to 60 stones of random colors in a random order, close together."""
    width, height = random.randint(4, 10), random.randint(4, 10)
    x, y = random.randint(0, SIDE - width), random.randint(0, SIDE - height)
    box = [SIDE * (y + row) + x + column for row in range(height) for column in range(width)]
    for cell in random.sample(box, min(len(box) * 3 // 4, 60)):
        yield cell, random.randint(BLACK, WHITE)
