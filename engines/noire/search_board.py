"""A position on the board of NOIRE's search, with the rules of a program."""

from functools import lru_cache
from typing import Literal

from zet.engines.noire._search import NoireSearch
from zet.engines.noire.codes import LEAST_WIN, WIN_VALUE
from zet.engines.noire.groups import check_board
from zet.engines.noire.interpreter import Legality
from zet.engines.noire.plans import Plans, plans_of
from zet.engines.noire.program import Program, Rule
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import N_CELLS, PASS, Game

End = Literal["five", "forbidden", "open"]

PER_MOVE = 20_000
"""The maximum number of positions in a short search, which extends a line or tests one move."""


@lru_cache(maxsize=4)
def _search_of(program: Program, rule: str, legality: Legality) -> tuple[Plans, NoireSearch]:
    """Return the plans of a program and a board for them; both are cached.

    Raises:
        ProgramError: the program has errors.
        CompileError: its rules are too large when expanded.
    """
    plans = plans_of(program, BOARDS[rule])
    return plans, NoireSearch(BOARDS[rule], plans, legality == "rules")


class SearchBoard:
    """A position on the kernel's board, and the searches from it."""

    def __init__(self, game: Game, program: Program, rule: str, legality: Legality) -> None:
        check_board(game)
        self.program = program
        self.plans, self.board = _search_of(program, rule, legality)
        self.board.clear()
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                self.board.put(cell, color)
        played = [cell for cell in game.moves if cell != PASS]
        self.board.set_last(played[-1] if played else -1)

    def attack(self, color: int, level: int, length: int = N_CELLS) -> tuple[int, int]:
        """Search for a win with increasing depth; return the value and the depth of the last search.

        The search ends when the result is decided, or when a limit is reached; in the second case, the
        board's `is_stopped` is true. The search looks for wins within `length` moves, counting both
        sides, but the value that it returns may be that of a longer win.
        """
        depth = 0
        while True:
            depth += 1
            value = self.board.attack(color, level, depth, length)
            is_answered = value >= WIN_VALUE - length or depth >= length or not self.board.is_cut
            if is_answered or self.board.is_stopped:
                return value, depth

    def rule(self, mover: int, level: int) -> Rule | None:
        """Return the rule that decides the position, or None if no rule does."""
        number = self.board.infer(mover, level)
        rule = self.program.rules[number] if number >= 0 else None
        return rule if rule is not None and (rule.player == mover or not rule.level) else None

    def move_of(self, rule: Rule) -> int:
        """Return the cell of a matching rule's move."""
        number = self.program.rules.index(rule)
        registers = [self.plans.bindings[number][rule.move]] if rule.move else []
        ((move,),) = self.board.solutions(number, registers, 1)
        return move

    def moves_on(self, rule: Rule | None, color: int, level: int) -> list[int]:
        """Return a rule's move; if `rule` is None, return the line of a win that a short search finds.

        The line ends where a rule matches. The result is empty if the search finds no win, or if the
        rule's move is on an occupied cell.
        """
        if rule is not None:
            move = self.move_of(rule) if rule.move else -1
            # the cell of a wrong rule's move may have a stone
            return [move] if move in self.board.empty_cells() else []
        self.board.begin(PER_MOVE, None)
        value, _ = self.attack(color, level)
        return self.board.line() if value > LEAST_WIN and not self.board.is_stopped else []

    def play_on(self, color: int, level: int, line: list[int]) -> tuple[Rule | None, End | None]:
        """Play the moves of a line, then continue with moves of matching rules and forced answers.

        Return the first rule that matches, and the way in which the line ends.
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
