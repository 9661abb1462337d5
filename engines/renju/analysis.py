"""Analysis of a game: which color could win by force, and the moves that missed or gave away wins.

All results are proven by the solver, within its limit. A result states either that a color wins by force,
with a proof that the plain rules verify, or that it has no win by fours and threes. Wins by quiet moves
may be searched for, but are not necessarily excluded. Moves left undecided because of a limit are marked
"unclear".

Positions are analyzed from the last to the first. If the move that was played loses, the other moves are
tried. If they lose as well, the position was lost, and the previous move was a winning move. The analysis
thus also proves wins whose first move threatens no win by fours, and wins that the solver did not find
within the limit.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, get_args

from zet.engines.kernel.budget import Budget
from zet.engines.renju.board import KINDS, set_up
from zet.engines.renju.constants import FIVE, FOUR, NODES as NODES
from zet.engines.renju.model import BLACK, PASS, SIDE, WHITE, Game
from zet.engines.renju.proof import Proof, check
from zet.engines.renju.referee import WON, Verdict, judge
from zet.engines.renju.rules import Forbidden
from zet.engines.renju.search import weighed_search
from zet.engines.renju.solver import Threats, solve
from zet.engines.renju.weights import by_hand

QUESTIONS = 100
"""The limit on the total number of moves tried for all answers to a threat, as a multiple of the limit
for one search.
"""

TURN = 1_000
"""The multiple that replaces QUESTIONS until the analysis finds the last position not proven lost."""

LONGER = 8
"""The factor by which the limit for one answer grows as long as some answers are undecided and no answer
is known not to lose.
"""

HELD = 5
"""If the move that was played loses, other moves are tried until this many are known not to lose."""

FOURS = 3
"""The number of successive fours with which the loser may delay the end before the loss counts as
unclear.
"""

Mark = Literal["foul", "missed-five", "missed-foul", "blunder", "missed-win", "only-move", "unclear"]
MARKS: tuple[Mark, ...] = get_args(Mark)
"""The marks of a move; if several apply, the first one counts."""


@dataclass(frozen=True)
class Lost:
    """A proof that the color to move loses: the opponent's threat, and the moves that meet the threat.

    `answers` pairs each legal move that meets the threat with a proof that the opponent still wins.
    Against all other moves, the threat itself is the proof.
    """

    threat: Proof
    answers: tuple[tuple[int, Proof], ...]

    def after(self, move: int) -> Proof:
        """Return the proof of the opponent's win after `move`."""
        return dict(self.answers).get(move, self.threat)

    def won_by(self, move: int) -> Proof:
        """Return the proof that the opponent's `move`, which led to this position, wins."""
        return Proof(move, self.answers, self.threat)

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The moves of both colors if the loser delays the end for as long as possible."""
        if not self.answers:
            return ()
        answer, proof = max(self.answers, key=lambda pair: pair[1].length)
        return (answer, *proof.line())

    @cached_property
    def length(self) -> int:
        """The maximum number of moves until the five, counting both colors."""
        return 1 + max([self.threat.length, *(proof.length for _, proof in self.answers)])


@dataclass(frozen=True, slots=True)
class Standing:
    """The evaluation of a position: the color that wins by force, if known.

    `winner` is a color, or None if no win was found. `length` is the maximum number of moves until the
    five, counting both colors, or 0 if the game is over; `line` is the winning line, if known. If there
    is no winner, `is_clear` states whether wins by fours and threes are excluded for both colors.
    """

    winner: int | None = None
    length: int | None = None
    line: tuple[int, ...] = ()
    is_clear: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a game and its analysis; `number` counts the moves from 1.

    `forbidden` is the reason why Black may not play the move. `fives` lists the points at which the
    player could make five before the move. `win` is the win that the player had before the move,
    `refutation` the win that the opponent has after it. `holds` lists moves after which the opponent is
    known to have no win; the list may be incomplete. If all other legal moves lose, `others` pairs each
    of them with the opponent's win after it; the move played is then in `holds` if it is known not to
    lose. `after` is the evaluation of the position after the move. The board has `size` points per side.
    """

    number: int
    color: int
    move: int
    mark: Mark | None
    after: Standing
    forbidden: Forbidden | None = None
    fives: tuple[int, ...] = ()
    win: Proof | None = None
    refutation: Proof | None = None
    holds: tuple[int, ...] = ()
    size: int = SIDE
    others: tuple[tuple[int, Proof], ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a game: its ending, the evaluation of its first position, and its moves.

    Moves after the end of the game are not analyzed. `end` is the referee's verdict; a forbidden move
    ends the game only if it is the last move. `nodes` counts the moves that the solver tried.
    """

    game: Game
    rule: str
    threats: Threats
    end: Verdict
    start: Standing
    steps: tuple[Step, ...]
    nodes: int

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The evaluations of the first position and of the position after each move."""
        return (self.start, *(step.after for step in self.steps))

    @property
    def decided(self) -> int | None:
        """The number of moves before the winner had a lasting forced win; None without a winner.

        The winner is the color that wins in the last position. After this number of moves, and in every
        later position, this color has a forced win.
        """
        standings = self.standings
        winner, number = standings[-1].winner, len(standings) - 1
        if winner is None:
            return None
        while number and standings[number - 1].winner == winner:
            number -= 1
        return number

    def count(self, mark: Mark, color: int) -> int:
        """Return the number of moves of a color that have the mark `mark`."""
        return sum(step.mark == mark and step.color == color for step in self.steps)


def analyze(
    game: Game, rule: str = "renju", *, threats: Threats = "fours,threes", nodes: int = NODES
) -> Analysis:
    """Return the analysis of a game.

    `threats` names the kinds of threats that a win may use. `nodes` limits the moves that the solver
    tries in each search for a win. The result is deterministic.
    """
    return _Analyst(game, rule, threats, nodes).analysis()


@dataclass(frozen=True, slots=True)
class _Fate:
    """The result of trying all moves of a position: the moves that do not lose, or a proof that all lose.

    `holds` lists the moves that do not lose. `is_clear` is False if the result is undecided, at least in
    part; `n_undecided` moves were tried without a result.
    """

    holds: tuple[int, ...] = ()
    lost: Lost | None = None
    is_clear: bool = True
    n_undecided: int = 0


@dataclass(frozen=True, slots=True)
class _Limits:
    """The limits for trying the moves of a position.

    `nodes` is the maximum number of moves that the solver tries in order to refute one move, and `budget`
    limits the total. Once `holds` moves are known not to lose, no further moves are tried. After a move
    that makes a four, the side to move may make up to `fours` further fours in succession.
    """

    budget: Budget
    nodes: int
    holds: int
    fours: int


class _Analyst:
    """The analysis of one game; position n is the position after n moves."""

    def __init__(self, game: Game, rule: str, threats: Threats, nodes: int) -> None:
        self.rule, self.limit = rule, nodes
        self.threats: Threats = threats
        self.end = judge(game, rule, goes_on=True)
        self.whole, self.game = game, game.at(_moves_to(self.end, game))
        self.outcome = judge(self.game, rule, goes_on=True).status
        self.nodes = 0
        # The positional search orders the moves to try: those that are likely to hold come first.
        self.search = weighed_search(by_hand(rule), game.size)
        self.wins: list[Proof | None] = []
        self.is_known: list[bool] = []
        self.others: dict[int, tuple[tuple[int, Proof], ...]] = {}
        n = len(self.game.moves)
        self.fates: list[_Fate | None] = [None] * (n + 1)
        self.has_turned = False
        self.fouls: list[Forbidden | None] = [self._foul(number) for number in range(n)]

    def analysis(self) -> Analysis:
        """Search each position for a win, then work back from the last position; return the analysis."""
        n = len(self.game.moves)
        for number in range(n + 1):
            is_over = number == n and self._is_over
            proof, is_known = (None, True) if is_over else self._win(self.game.at(number))
            self.wins.append(proof)
            self.is_known.append(is_known)
        for number in range(n, -1, -1):
            self._go_back_to(number)
        steps = tuple(map(self._step, range(n)))
        return Analysis(
            self.whole, self.rule, self.threats, self.end, self._standing(0), steps, self.nodes
        )

    @property
    def _is_over(self) -> bool:
        """Whether the game is over at the last position."""
        return self.outcome != "legal"

    # -- questions for the solver

    def _win(
        self, game: Game, side: int | None = None, budget: Budget | None = None, limit: int | None = None
    ) -> tuple[Proof | None, bool]:
        """Return a win for the color to move, or for `side`, and whether the search was decisive.

        A search for `side` assumes that `side` is to move. The search tries at most `limit` moves (by
        default, the limit of the analysis). If it finds no win, the win is None, and the search was
        decisive only if it excluded a win.
        """
        limit = limit or self.limit
        if budget:
            limit = budget.within(limit)
        found = solve(game, side=side, rule=self.rule, threats=self.threats, nodes=limit)
        self.nodes += found.nodes
        if budget:
            budget.spend(found.nodes)
        return found.proof, found.status in ("win", "over") or found.excluded is not None

    def _foul(self, number: int) -> Forbidden | None:
        """Return the reason why the move played in a position is forbidden; None if it is legal."""
        position = self.game.at(number)
        cell = self.game.moves[number]
        if position.side != BLACK or cell == PASS:
            return None
        set_up(self.search, position)
        kind = self.search.forbidden(cell)
        return KINDS[kind - 1] if kind else None

    def _fives(self, game: Game, color: int) -> list[int]:
        set_up(self.search, game)
        return self.search.cells(color, FIVE)

    def _may_play(self, game: Game, cell: int, color: int) -> bool:
        set_up(self.search, game)
        return color == WHITE or not self.search.forbidden(cell)

    # -- from the last position to the first

    def _go_back_to(self, number: int) -> None:
        """Record who wins in a position; the positions after it must have been recorded already.

        All moves are tried only in the last position, or if the move played loses or is forbidden.
        """
        n = len(self.game.moves)
        if self.wins[number] is not None or (number == n and self._is_over):
            return
        foul = self.fouls[number] if number < n else None
        after = self.fates[number + 1] if number < n else None
        if after is not None and after.lost is not None and not foul:
            self.wins[number] = after.lost.won_by(self.game.moves[number])
            self.is_known[number] = True
            return
        if before := self._lost_by_last_move(number):
            fate = _Fate(lost=before)
        elif number == n or self.wins[number + 1] or foul:
            refuted = {} if number == n else self._refuted(number)
            fate = self._fate(self.game.at(number), refuted, is_end=number == n)
        else:
            return
        self.fates[number] = fate
        self.is_known[number] |= fate.lost is not None
        self.has_turned |= fate.lost is None

    def _refuted(self, number: int) -> dict[int, Proof]:
        """Return {move: proof} for the move played in a position if it is proven to lose, otherwise {}.

        The opponent's win may be longer than the wins that the solver finds, so the solver is not asked
        again.
        """
        win = self.wins[number + 1]
        return {} if win is None or self.fouls[number] else {self.game.moves[number]: win}

    def _lost_by_last_move(self, number: int) -> Lost | None:
        """Return the proof that a position is lost if the last move began a proven win, else None."""
        if number == 0:
            return None
        proof = self.wins[number - 1]
        if proof is None or proof.threat is None or proof.move != self.game.moves[number - 1]:
            return None
        return Lost(proof.threat, proof.answers)

    def _fate(self, game: Game, losing: dict[int, Proof], *, is_end: bool) -> _Fate:
        """Return the result of trying the moves of a position in which the color to move has no win.

        The moves in `losing` are known to lose; see `_answers`. As long as no move is known not to lose,
        the undecided moves are tried again with a larger limit; a single undecided move is tried with
        the rest of the budget. At the end of a game (`is_end`), the moves are tried only if the
        opponent threatens a win.
        """
        most = self.limit * (QUESTIONS if self.has_turned else TURN)
        budget = Budget(most)
        threat, is_known = self._win(game, 1 - game.side, budget)
        if threat is None and is_end:
            return _Fate(is_clear=is_known)
        limits = _Limits(budget, max(self.limit // LONGER, 1), HELD if threat else 1, FOURS)
        while True:
            fate = self._answers(game, threat, limits, losing)
            if fate.is_clear or fate.holds or budget() or limits.nodes >= most:
                return fate
            longer = most if fate.n_undecided == 1 else limits.nodes * LONGER
            limits = replace(limits, nodes=longer)

    def _answers(
        self,
        game: Game,
        threat: Proof | None,
        limits: _Limits,
        losing: dict[int, Proof],
        skip: int = PASS,
    ) -> _Fate:
        """Return the result of trying the legal moves of a position, except `skip`, within limits.

        `threat` is the win that the opponent would have if the side to move passed. The moves in `losing`
        are known to lose and are not tried again; further moves that lose are added, each with the
        opponent's win. Moves that make a four often only delay the loss: once the limit for a move
        exceeds that of the analysis, they are tried only if all other moves lose.
        """
        holds: list[int] = []
        n_undecided = 0
        color = game.side
        fives = self._fives(game, 1 - color)
        order, last = self._order(game, threat, fives)
        for cell in order + last:
            if cell == skip or cell in losing:
                continue
            if len(holds) >= limits.holds or (holds and cell in last):
                break
            if n_undecided and cell in last and limits.nodes > self.limit:
                break
            found, is_known = self._answer(game.then([cell]), limits, makes_four=cell in last)
            if found:
                losing[cell] = found
            elif is_known:
                holds.append(cell)
            else:
                n_undecided += 1
        if not holds and not n_undecided:
            threat = threat or self._threat_of(game, losing)
        if holds or n_undecided or threat is None:
            return _Fate(tuple(holds), is_clear=bool(holds) and not n_undecided, n_undecided=n_undecided)
        if fives:
            threat = Proof(fives[0])
        if len(fives) > 1 and self._may_play(game, fives[0], color):
            losing = {fives[0]: Proof(fives[1])}
        return _Fate(lost=Lost(threat, tuple(losing.items())))

    def _threat_of(self, game: Game, losing: dict[int, Proof]) -> Proof | None:
        """Return the shortest win in `losing` that is also valid after a pass, or None."""
        wins = sorted(losing.values(), key=lambda proof: proof.length)
        color = 1 - game.side
        return next((one for one in wins if check(game, one, color, self.rule).status == "valid"), None)

    def _order(self, game: Game, threat: Proof | None, fives: list[int]) -> tuple[list[int], list[int]]:
        """Return two lists of legal moves that might avoid a loss: moves that make no four, and fours.

        If the opponent can make five, the lists contain at most the move that blocks it. The moves in the
        line of the threat come first.
        """
        color = game.side
        set_up(self.search, game)
        legal = self.search.best_cells(color, game.n_cells)
        making_four = set(self.search.cells(color, FOUR))
        if fives:  # the opponent makes five unless it is blocked
            legal = [cell for cell in fives if len(fives) == 1 and cell in legal]
        first = [cell for cell in (threat.line() if threat else ()) if cell in legal]
        order = [cell for cell in dict.fromkeys(first + legal) if cell not in making_four]
        return order, [cell for cell in legal if cell in making_four]

    def _answer(self, game: Game, limits: _Limits, *, makes_four: bool) -> tuple[Proof | None, bool]:
        """Search for the opponent's win after the last move of `game`; return a pair as `_win` does.

        A move that makes a four may only delay the loss: if no win is found, the four is blocked, and the
        search continues from there.
        """
        if limits.budget():
            return None, False
        found, is_known = self._win(game, None, limits.budget, limits.nodes)
        if found or not is_known or not makes_four:
            return found, is_known
        if limits.fours == 0:
            return None, False
        attacker = game.side
        blocks = self._fives(game, 1 - attacker)
        if len(blocks) != 1 or not self._may_play(game, blocks[0], attacker):
            return None, True
        position = game.then(blocks)
        threat, is_known = self._win(position, attacker, limits.budget, limits.nodes)
        if threat is None:
            return None, is_known
        fate = self._answers(position, threat, replace(limits, holds=1, fours=limits.fours - 1), {})
        return (fate.lost.won_by(blocks[0]) if fate.lost else None), fate.is_clear

    # -- standings and marks

    def _standing(self, number: int) -> Standing:
        n = len(self.game.moves)
        if number == n and self._is_over:
            winner = WON.index(self.outcome) if self.outcome in WON else None
            return Standing(winner, 0)
        color = self.game.at(number).side
        proof, fate = self.wins[number], self.fates[number]
        if proof is not None:
            return Standing(color, proof.length, proof.line())
        if fate is not None and fate.lost is not None:
            return Standing(1 - color, fate.lost.length, fate.lost.line)
        is_clear = self.is_known[number]
        if fate is not None:
            is_clear &= fate.is_clear or bool(fate.holds)
        elif number < n:
            is_clear &= self.is_known[number + 1]
        return Standing(is_clear=is_clear)

    def _step(self, number: int) -> Step:
        """Return the analysis of the move played in a position."""
        game, cell = self.game.at(number), self.game.moves[number]
        color = game.side
        win, refutation = self.wins[number], self.wins[number + 1]
        if self._is_five(number):
            refutation = None
        fives = tuple(self._fives(game, color))
        fate = self.fates[number]
        holds = fate.holds if fate else ()
        found = set(self._marks(number, fives))
        if "only-move" in found:
            holds = (cell,) if refutation is None and self.is_known[number + 1] else ()
        if win is not None and win.move != cell and refutation:
            holds = (win.move,)
        mark: Mark | None = next((one for one in MARKS if one in found), None)
        foul: Forbidden | None = self.fouls[number]
        after = self._standing(number + 1)
        n = number + 1
        others = self.others.get(number, ())
        return Step(n, color, cell, mark, after, foul, fives, win, refutation, holds, game.size, others)

    def _is_five(self, number: int) -> bool:
        """Return whether the move played in a position made five and ended the game."""
        return number == len(self.game.moves) - 1 and self._is_over and self.fouls[number] is None

    def _marks(self, number: int, fives: tuple[int, ...]) -> Iterator[Mark]:
        """Yield all marks of the move played in a position."""
        cell, win, fate = self.game.moves[number], self.wins[number], self.fates[number]
        next_fate = self.fates[number + 1]
        if self.fouls[number]:
            yield "foul"
        if fives and cell not in fives:
            yield "missed-five"
        if cell in fives:
            return
        if number and self.fouls[number - 1]:
            yield "missed-foul"
        if not self.is_known[number] or not self.is_known[number + 1]:
            yield "unclear"
        if self.wins[number + 1]:
            if win or (fate and fate.holds):
                yield "blunder"
            elif not (fate and fate.lost):
                yield "unclear"
        elif win:
            if next_fate is None or not next_fate.lost:
                yield "missed-win" if self._is_held(number + 1) else "unclear"
        elif fate is None:
            yield from self._only(number)

    def _is_held(self, number: int) -> bool:
        """Return whether it is proven that the opponent has no win in a position."""
        fate, n = self.fates[number], len(self.game.moves)
        if fate is not None:
            return bool(fate.holds) or (number == n and fate.is_clear)
        return number == n or (self.is_known[number + 1] and self.wins[number + 1] is None)

    def _only(self, number: int) -> Iterator[Mark]:
        """Yield "only-move" if all other moves provably lose, "unclear" if this is undecided."""
        game = self.game.at(number)
        if self._fives(game, 1 - game.side):
            return
        budget = Budget(QUESTIONS * self.limit)
        threat, _is_known = self._win(game, 1 - game.side, budget)
        if threat is not None:
            limits = _Limits(budget, self.limit, 1, FOURS)
            fate = self._answers(game, threat, limits, {}, skip=self.game.moves[number])
            if fate.lost:
                set_up(self.search, game)
                legal = self.search.best_cells(game.side, game.n_cells)
                played = self.game.moves[number]
                self.others[number] = tuple(
                    (cell, fate.lost.after(cell)) for cell in legal if cell != played
                )
                yield "only-move"
            elif not fate.holds:
                yield "unclear"


def _moves_to(end: Verdict, game: Game) -> int:
    """Return how many moves of a game were played up to its end, which `end` describes."""
    if end.move is None:  # over before the first move, not over, or over because the board is full
        return len(game.moves) if end.status in ("legal", "draw") else 0
    return end.move - (end.status == "illegal")
