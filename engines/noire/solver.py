"""The program NOIRE: wins by forcing moves that end where a knowledge rule takes over.

Source: P.P. Kruijsen, Kennis en renju (2001), chapter 4. The search takes fours and open threes for
forcing, answers those of the other side, and asks the rules in every position. What the thesis leaves
open is decided as docs/renju/noire.md says.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from zet.engines.kernel.clock import Deadline
from zet.engines.noire._search import NoireSearch
from zet.engines.noire.codes import LEAST_WIN, WIN_VALUE
from zet.engines.noire.interpreter import Legality
from zet.engines.noire.plans import Plans, plans_of
from zet.engines.noire.program import Program, Rule
from zet.engines.noire.proof import prove as proof_of
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import N_CELLS, PASS, Game
from zet.engines.renju.proof import Proof
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import UnprovenError

Status = Literal["win", "no-win", "unknown", "over"]
End = Literal["five", "forbidden", "open"]

LEVEL = 7
"""The level to which rules are used if nothing else is said."""

PER_MOVE = 20_000
"""Positions that the search for one move of a line, or for one answer, may visit at most."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the tactical search found.

    A win takes `length` moves of both sides, `line` is one way it goes. After `n_searched` of its moves
    `rule` takes over, for the side that moves there. The line ends with five, or `end` says that Black
    has no legal answer ("forbidden") or that the rules do not lead on ("open"); it is None where a rule
    says that the game is over. `nodes` counts positions visited in all iterations, `depth` is that of the
    last one. `limit` tells what kept it from an answer. `proof` is there if it was asked for and found.
    """

    status: Status
    line: tuple[int, ...] = ()
    n_searched: int = 0
    length: int | None = None
    rule: Rule | None = None
    end: End | None = None
    limit: Literal["nodes", "time", "length"] | None = None
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    proof: Proof | None = None

    @property
    def move(self) -> int | None:
        """The first move of a win."""
        return self.line[0] if self.line else None


@lru_cache(maxsize=4)
def _search_of(program: Program, rule: str, legality: Legality) -> tuple[Plans, NoireSearch]:
    """Return the plans of a program and a board for them; both serve again.

    Raises:
        ProgramError: the program has errors.
        CompileError: its rules are too large when written out.
    """
    plans = plans_of(program, BOARDS[rule])
    return plans, NoireSearch(BOARDS[rule], plans, legality == "rules")


class SearchBoard:
    """A position on the kernel's board, and the searches from it."""

    def __init__(self, game: Game, program: Program, rule: str, legality: Legality) -> None:
        self.program = program
        self.plans, self.board = _search_of(program, rule, legality)
        self.board.clear()
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                self.board.put(cell, color)
        played = [cell for cell in game.moves if cell != PASS]
        self.board.set_last(played[-1] if played else -1)

    def attack(self, color: int, level: int, length: int = N_CELLS) -> tuple[int, int]:
        """Deepen until there is an answer, or `is_stopped` tells of a limit; return value and depth.

        Only a win within so many moves of both sides is one; the value may be that of a longer one.
        """
        depth = 0
        while True:
            depth += 1
            value = self.board.attack(color, level, depth, length)
            if self.board.is_stopped or value >= WIN_VALUE - length or not self.board.is_cut:
                return value, depth

    def rule(self, mover: int, level: int) -> Rule | None:
        """Return the rule that decides the position, None if there is none."""
        number = self.board.infer(mover, level)
        rule = self.program.rules[number] if number >= 0 else None
        return rule if rule is not None and (rule.player == mover or not rule.level) else None

    def move_of(self, rule: Rule) -> int:
        """Return the move of a rule that holds."""
        number = self.program.rules.index(rule)
        registers = [self.plans.bindings[number][rule.move]] if rule.move else []
        ((move,),) = self.board.solutions(number, registers, 1)
        return move

    def moves_on(self, rule: Rule | None, color: int, level: int) -> list[int]:
        """Return the move of a rule; where none holds, those of a short search to where one does."""
        if rule is not None:
            return [self.move_of(rule)] if rule.move else []
        self.board.begin(PER_MOVE, None)
        value, _ = self.attack(color, level)
        return self.board.line() if value > LEAST_WIN and not self.board.is_stopped else []

    def play_on(self, color: int, level: int, line: list[int]) -> tuple[Rule | None, End | None]:
        """Play the moves of a line, and append those that follow by rules and forced answers.

        Return the rule that took over first, and how the line ends.
        """
        first: Rule | None = None
        for number in range(N_CELLS):
            mover = (color + number) % 2
            if number >= len(line):
                rule = self.rule(mover, level)
                first = first or rule
                if rule is not None and not rule.level:
                    return first, None
                if mover == color:
                    more = self.moves_on(rule, color, level)
                    if not more:
                        return first, "open"
                    line += more
                else:
                    answers = self.board.forced_answers(mover)
                    if not answers:
                        return first, "forbidden" if self.board.kind == 1 else "open"
                    line.append(answers[0])
            if self.board.is_five(line[number], mover):
                return first, "five"
            self.board.put(line[number], mover)
        return first, "open"


def solve(
    game: Game,
    program: Program,
    *,
    level: int = LEVEL,
    side: int | None = None,
    rule: str = "renju",
    legality: Legality = "exact",
    nodes: int | None = None,
    seconds: float | None = None,
    length: int | None = None,
    remember: bool = False,
    prove: bool = False,
) -> Result:
    """Search for a win of the side to move, or of `side`, with the rules of a program up to a level.

    `length` is the most moves of both sides that a win may take. With `remember` positions known to have
    no win to a depth are not searched again. With `prove` a win gets its proof, for the legality "exact";
    it has none where the rules claim what is not so. "no-win" says that there is none by forcing moves to
    any depth, "over" that there is a five on the board, or no empty cell.

    Raises:
        ProgramError: the program has errors.
        CompileError: its rules are too large when written out.
    """
    clock = Deadline(seconds)
    color = game.side if side is None else side
    stones = Board.of(game, rule)
    if stones.has_any_five() or not stones.empty():
        return Result("over")
    table = SearchBoard(game, program, rule, legality)
    board = table.board
    board.begin(-1 if nodes is None else nodes, clock)
    board.remember(remember)
    value, depth = table.attack(color, level)
    found = Result("no-win", nodes=board.nodes, depth=depth)
    if board.is_stopped:
        is_spent = nodes is not None and board.nodes >= nodes
        found = replace(found, status="unknown", limit="nodes" if is_spent else "time")
    elif value > LEAST_WIN:
        if length is not None and WIN_VALUE - value > length:
            found = replace(found, status="unknown", limit="length")
        else:
            line = board.line()
            n_searched = len(line)
            by, end = table.play_on(color, level, line)
            found = replace(
                found,
                status="win",
                line=tuple(line),
                n_searched=n_searched,
                length=WIN_VALUE - value,
                rule=by,
                end=end,
            )
            if prove:
                with suppress(UnprovenError):
                    table = SearchBoard(game, program, rule, legality)
                    found = replace(
                        found, proof=proof_of(game, table, color, level, WIN_VALUE - value, rule, clock)
                    )
    return replace(found, seconds=clock.spent)
