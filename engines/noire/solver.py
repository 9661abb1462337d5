"""The program NOIRE: wins by sequences of forcing moves that end where a rule matches.

Source: P.P. Kruijsen, Kennis en renju (2001), chapter 4. The forcing moves are fours and open threes. The
search answers the opponent's forcing moves, and tries the rules in every position. docs/renju/noire.md
lists the decisions that the thesis leaves open.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, TypedDict, Unpack

from zet.engines.kernel.budget import NO_LIMIT
from zet.engines.kernel.clock import Deadline
from zet.engines.noire.codes import LEAST_WIN, WIN_VALUE
from zet.engines.noire.interpreter import Legality
from zet.engines.noire.program import Program, Rule
from zet.engines.noire.proof import prove as proof_of
from zet.engines.noire.search_board import End, SearchBoard
from zet.engines.renju.model import N_CELLS, Game
from zet.engines.renju.proof import Proof
from zet.engines.renju.proving import UnprovenError
from zet.engines.renju.rules import Board

Status = Literal["win", "no-win", "unknown", "over"]

LEVEL = 7
"""The highest level of rules that a search tries by default."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of the tactical search.

    A win takes `length` moves, counting both sides; `line` is a line of play that leads to the win. After
    the first `n_searched` moves of the line, `rule` matches for the side to move. `end` is "five" if the
    line ends with a five, "forbidden" if Black has no legal answer, "open" if no rule matches, or None if
    a rule decides that the game is over. `nodes` is the number of positions visited in all iterations,
    `depth` the depth of the last iteration. `limit` is the limit that was reached. `proof` is set if it
    was requested and found.
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
        """The first move of a win; None if there is no win."""
        return self.line[0] if self.line else None


class Limits(TypedDict, total=False):
    """The limits of a search: positions visited, seconds, and moves of both sides in a win."""

    nodes: int | None
    seconds: float | None
    length: int | None


def _limits_of(
    nodes: int | None = None, seconds: float | None = None, length: int | None = None
) -> tuple[int | None, Deadline, int | None]:
    """Return the limits as (positions, deadline, moves in a win); any other keyword is a TypeError."""
    return nodes, Deadline(seconds), length


def solve(
    game: Game,
    program: Program,
    *,
    level: int = LEVEL,
    side: int | None = None,
    rule: str = "renju",
    legality: Legality = "exact",
    remember: bool = False,
    prove: bool = False,
    **limits: Unpack[Limits],
) -> Result:
    """Search for a win for the side to move, or for `side`, with the rules of a program up to `level`.

    With `remember`, positions known to have no win up to some depth are not searched to this depth again.
    With `prove`, a win includes its proof. With the legality "exact", `rule` decides which moves are
    forbidden to Black, and the proof is missing only if a rule of the program makes a false claim or a
    limit is reached; with "rules", the program's rules of level 0 decide. The status "no-win" means that
    forcing moves do not win at any depth. "over" means that the board has a five or no empty cell, or
    that the opponent has won by a rule of level 0.

    Raises:
        ProgramError: the program has errors.
        CompileError: its rules are too large when expanded.
    """
    nodes, clock, length = _limits_of(**limits)
    color = game.side if side is None else side
    stones = Board.of(game, rule)
    if stones.has_any_five() or not stones.empty():
        return Result("over")
    table = SearchBoard(game, program, rule, legality)
    board = table.board
    ended = table.rule(color, 0)
    if ended is not None and ended.player != color:
        return Result("over", rule=ended)
    board.begin(-1 if nodes is None else min(nodes, NO_LIMIT), clock)
    board.remember(remember)
    value, depth = table.attack(color, level, N_CELLS if length is None else min(length, N_CELLS))
    found = Result("no-win", nodes=board.nodes, depth=depth)
    if board.is_stopped:
        is_spent = nodes is not None and board.nodes >= nodes
        found = replace(found, status="unknown", limit="nodes" if is_spent else "time")
    elif length is not None and value < WIN_VALUE - length and (value > LEAST_WIN or board.is_cut):
        found = replace(found, status="unknown", limit="length")  # a longer win may exist
    elif value > LEAST_WIN:
        n_moves = WIN_VALUE - value
        found = _won(found, table, color, level, n_moves)
        if prove:
            with suppress(UnprovenError):
                table = SearchBoard(game, program, rule, legality)
                proof = proof_of(game, table, color, level, n_moves, rule, clock, found.nodes)
                found = replace(found, proof=proof)
    return replace(found, seconds=clock.spent)


def _won(found: Result, table: SearchBoard, color: int, level: int, length: int) -> Result:
    """Convert `found` to a win in `length` moves, with the line that the board's search found."""
    line = table.board.line()
    n_searched = len(line)
    rule, end = table.play_on(color, level, line)
    return replace(
        found, status="win", line=tuple(line), n_searched=n_searched, length=length, rule=rule, end=end
    )
