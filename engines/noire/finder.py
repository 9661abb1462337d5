"""Questions about games: which rules match at which positions of a game.

The kernel goes through the positions of a game, move by move; from each position a rule can refer to
other positions. At each position the kernel finds the first solution of a rule, or all of them.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Literal as Word

from zet.engines.kernel.clock import Deadline
from zet.engines.noire import opcodes as op
from zet.engines.noire._find import GameMatcher
from zet.engines.noire.codes import WIDTH
from zet.engines.noire.contradictions import contradiction, out_of_turn
from zet.engines.noire.derivations import Clauses, clauses_of, reached
from zet.engines.noire.groups import check_board
from zet.engines.noire.kinds import kinds_of
from zet.engines.noire.match import Match
from zet.engines.noire.matcher import match_of
from zet.engines.noire.phrases import plain, unwrapped
from zet.engines.noire.plans import plans_of
from zet.engines.noire.predicates import WORDS, Kind
from zet.engines.noire.program import Literal, Program, Rule
from zet.engines.renju.board import BOARDS, set_up, shared_search
from zet.engines.renju.ending import Ending, ends_drawn, recorded_ending
from zet.engines.renju.model import BLACK, PASS, Game, Variation

Which = Word["every", "first", "last"]
"""The matching positions at which a rule is reported: all of them, the first, or the last."""

_UNKNOWN = -2
"""The kernel's number for an unknown result of a game."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A match of a rule after `ply` moves of a game; `color` is the rule's player, None for either."""

    ply: int
    match: Match
    color: int | None


@dataclass(slots=True)
class _Tree:
    """The variations of a tree in the layout of `GameMatcher.set_variations`.

    They are cached, because a `Finder` usually searches all variations of a tree one after another.
    """

    lines: tuple[tuple[int, ...], ...] = ()
    moves: "array[int]" = field(default_factory=lambda: array("i"))
    begins: "array[int]" = field(default_factory=lambda: array("i", [0]))
    winners: "array[int]" = field(default_factory=lambda: array("i"))
    hows: "array[int]" = field(default_factory=lambda: array("i"))


class Finder:
    """A program whose rules are matched against games.

    A game is judged by the rule recorded in it (renju, freestyle or standard), by default renju.

    A rule of level 1 or more is tried where its player is to move; rules of level 0 or without a level
    are tried at each position. A rule without a player is tried for both colors, or once without a color
    if it contains neither `own` nor `other`. `colors` lists the player of each rule, and `is_asked`
    states for each rule whether it is tried. `uses_variations` states whether a rule refers to the
    variations of a game; only a `Variation` has variations.

    Raises:
        ProgramError: the program has errors.
        CompileError: its rules are too large when expanded.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._plans = plans_of(program, BOARDS["renju"], for_search=False)
        rules = program.rules
        asks = [rule.player if rule.has_level and rule.level else -1 for rule in rules]
        self._asks = array("i", asks)
        self._boards: dict[str, GameMatcher] = {}
        self._board = self._board_of("renju")
        simple = plain(program)
        self._simple = simple
        self._kinds = kinds_of(simple).rules
        self._bare = [Match(rule, ()) for rule in rules]
        self._needs_result = _needs_result(simple)
        self.uses_variations = op.LEAVE in self._plans.code[::WIDTH]
        self._tree = _Tree()
        self.colors: list[int | None] = [rule.player for rule in rules]
        self.is_asked = [True] * len(rules)
        use_players = _use_players(simple)
        for number, (one, other) in enumerate(pairwise(rules)):
            is_pair = one.place == other.place and one.name == other.name and one.player != other.player
            if is_pair and one.place.line and not use_players[number]:
                self.colors[number] = None
                self.is_asked[number + 1] = False

    def __reduce__(self) -> tuple[Callable[[Program], "Finder"], tuple[Program]]:
        return _in_this_process, (self.program,)

    def find(
        self,
        game: Game,
        which: Which = "every",
        most: int = 1,
        rules: Sequence[int] | None = None,
        clock: Deadline | None = None,
    ) -> Iterator[Hit]:
        """Yield the matches of rules, by position (from the end if `which` is "last") and then by rule.

        At each position a rule yields its first `most` different solutions. If `most` is 0, only the
        first solution is yielded, without its variables. `rules` lists the indexes of the rules to try.
        When the deadline `clock` passes, the search ends, even if it is incomplete. Afterwards
        `n_undecided` is the number of positions in which a rule neither matches nor is excluded, because
        a search for a win by threes gave up.
        """
        board = self._show(game)
        board.limit_matching(clock)
        board.ask(
            [number for number, is_asked in enumerate(self.is_asked) if is_asked]
            if rules is None
            else list(rules)
        )
        at, step = (len(game.moves), -1) if which == "last" else (0, 1)
        while numbers := board.scan(at, step):
            at = board.moment
            for number in numbers:
                color = self.colors[number]
                if most == 0:
                    yield Hit(at, self._bare[number], color)
                else:
                    yield from (Hit(at, match, color) for match in self._matches(number, most))
                if which != "every":
                    board.dismiss(number)
            at += step

    @property
    def n_undecided(self) -> int:
        """The number of undecided positions in the game that was searched last; see `find`."""
        return int(self._board.n_undecided)

    def sieve(self, rules: Sequence[int]) -> Callable[[list[int]], bool] | None:
        """Return a fast function that, given the moves of a game, tests whether none of `rules` match.

        The game must be renju and begin with Black on the empty board, and its file must record no
        result. The function is several times as fast as `find`. None is returned instead if a rule of the
        program uses the result of the game, or searches for wins by threes, because such searches take
        far longer than parsing.
        """
        if self._needs_result or self._plans.sees_threes:
            return None
        board = GameMatcher(BOARDS["renju"], self._plans, self._asks)
        board.ask(list(rules))
        return board.excludes

    def _board_of(self, rule: str) -> GameMatcher:
        """Return the kernel's board for games under a rule: renju, freestyle or standard."""
        if rule not in self._boards:
            plans = plans_of(self.program, BOARDS[rule], for_search=False)
            self._boards[rule] = GameMatcher(BOARDS[rule], plans, self._asks)
        return self._boards[rule]

    def variables(self, rule: int) -> dict[str, Kind]:
        """Return the names and kinds of the variables that a rule binds, except anonymous variables."""
        names = [one.name for one in self._plans.bindings[rule] if not one.is_anonymous]
        return {name: self._kinds[rule][name] or "number" for name in names}

    def never(self, rule: int) -> str | None:
        """Return why a rule can never match; None if no reason is found."""
        return self._look(contradiction, rule)

    def doubt(self, rule: int) -> str | None:
        """Return why a rule can match only after a pass or a setup stone; None if no reason is found."""
        return self._look(out_of_turn, rule)

    def _look(
        self, check: Callable[[tuple[Literal, ...], Clauses, int | None], str | None], rule: int
    ) -> str | None:
        """Return the reason found by `check` without a player or else with the rule's player."""
        one = self._simple.rules[rule]
        clauses = clauses_of(self._simple)
        return check(one.premise, clauses, None) or check(one.premise, clauses, one.player)

    def ending(self, game: Game) -> tuple[int | None, Ending] | None:
        """Return the winner of a game (None if drawn) and how it ended; None if the result is unknown.

        A five or a foul at the last move takes precedence over the result in the file.
        """
        check_board(game)
        if game.moves and game.moves[-1] != PASS:
            cell, color = game.moves[-1], (game.first + len(game.moves) - 1) % 2
            board = shared_search(game.rule)
            set_up(board, game.at(len(game.moves) - 1))
            if cell in board.cells(color, 0):
                return color, "five"
            if color == BLACK and game.rule == "renju" and board.forbidden(cell):
                return 1 - color, "foul"
        return recorded_ending(game) or ((None, "draw") if ends_drawn(game) else None)

    def _show(self, game: Game) -> GameMatcher:
        """Return the kernel's board with a game on it, before its first move."""
        check_board(game)
        ending = self.ending(game) if self._needs_result else None
        self._board = self._board_of(game.rule)
        self._board.clear()
        if ending is None:
            self._begin(game, _UNKNOWN, _UNKNOWN)
        else:
            self._begin(game, *_numbers(*ending))
        return self._board

    def _begin(self, game: Game, winner: int, how: int) -> None:
        for color, cells in enumerate((game.black, game.white)):
            for cell in cells:
                self._board.put(cell, color)
        last, last_at = -1, [-1]
        for cell in game.moves:
            last = cell if cell != PASS else last
            last_at.append(last)
        self._board.set_game(list(game.moves), last_at, game.first, winner, how)
        if self.uses_variations and isinstance(game, Variation) and game.lines:
            if game.lines is not self._tree.lines:
                self._tree = self._tree_of(game)
            tree = self._tree
            self._board.set_variations(tree.moves, tree.begins, tree.winners, tree.hows, game.number)

    def _tree_of(self, game: Variation) -> "_Tree":
        """Return the lines of a variation's tree in the layout of the kernel."""
        tree = _Tree(game.lines)
        for line in game.lines:
            tree.moves.extend(line)
            tree.begins.append(len(tree.moves))
            whole = Game(game.black, game.white, game.first, line, game.info, game.size)
            ending = self.ending(whole) if self._needs_result else None
            winner, how = (_UNKNOWN, _UNKNOWN) if ending is None else _numbers(*ending)
            tree.winners.append(winner)
            tree.hows.append(how)
        tree.moves.append(PASS)  # so that it is not empty
        return tree

    def _matches(self, number: int, most: int) -> Iterator[Match]:
        rule = self.program.rules[number]
        registers = self._plans.bindings[number]
        for values in self._board.solutions(number, list(registers.values()), most):
            yield match_of(rule, self._kinds[number], registers, values)


def _literals(program: Program, rules: tuple[Rule, ...]) -> Iterator[Literal]:
    """Yield the literals of rules, and of the derivations that the rules use."""
    clauses = clauses_of(program)
    for rule in rules:
        yield from map(unwrapped, rule.premise)
    for key in reached(Program((), rules), clauses):
        for clause in clauses[key]:
            yield clause.head
            yield from map(unwrapped, clause.body)


def _numbers(winner: int | None, how: Ending) -> tuple[int, int]:
    """Return the winner (-1 for a draw) and the kind of ending as numbers for the kernel."""
    return -1 if winner is None else winner, WORDS.index(how)


def _needs_result(program: Program) -> bool:
    """Return whether a rule uses the result of the game; the program must have no phrases."""
    return any(literal.key == ("result", 2) for literal in _literals(program, program.rules))


def _use_players(program: Program) -> list[bool]:
    """Return, for each rule, whether it uses `own` or `other`; the program must have no phrases."""
    return [
        any({"own", "other"} & set(literal.arguments) for literal in _literals(program, (rule,)))
        for rule in program.rules
    ]


@lru_cache(4)
def _in_this_process(program: Program) -> Finder:
    """Return this process's finder for a program, which is compiled only on the first call."""
    return Finder(program)
