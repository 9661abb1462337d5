"""A learner that practices: it searches the positions of real games and of practice games for wins.

In each position with red to move it searches for a forced win for blue. A pattern is stored if blue has a
win, and either no stored pattern matches the position, or red still loses after the move that the
matching pattern recommends. The new pattern consists of the fields of the proof, and recommends a move
after which no win is known. Practice games continue the openings of real games against a built-in
attacker, and their positions are studied in the same way.

As in `proof`, counterattacks of red are ignored: a red four elsewhere on the board can break a forced
win.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from zet.engines.match5._search import Search
from zet.engines.match5.constants import CLOSED, STONE
from zet.engines.match5.model import (
    ABSENT,
    BLUE,
    EMPTY,
    FIELDS,
    MAX_LEVEL,
    RED,
    SYMMETRIES,
    WINDOWS,
    Pattern,
    pattern_of_board,
    winning_five,
)
from zet.engines.match5.player import Match, Move, Mutation, Player, Reason, scrambled
from zet.engines.match5.proof import rows_won, turned_row, with_blue_winning, worth

QUIET = (0, 2, 1, 1)
"""The number of quiet moves allowed in a win, by the number of the attacker's stones; 0 beyond the list.
"""

THREATS = 6
"""The maximum number of successive threats that are searched."""

LIMITS = (150_000, 150_000, 4_500_000)
"""The node limits of one search, indexed by the number of quiet moves."""

ATTACK = 20_000
"""The node limit for the practice attacker's search for wins by threats, made from three stones on."""

PRACTICED = 9
"""The number of practice games after a lost game; one is played after any other game."""

OPENING = 6
"""An opening of a practice game has fewer moves than this."""

KEPT = 50_000
"""The maximum number of cached search results."""

_AS_BLUE = bytes.maketrans(bytes(range(4)), bytes((EMPTY, CLOSED, STONE, CLOSED)))


class Win(NamedTuple):
    """A forced win for blue: its length in moves, its first move, and all fields of the proof."""

    level: int
    field: int
    fields: frozenset[int]


class Searcher:
    """The search for forced wins for blue, with limits that depend on the position, and a cache."""

    def __init__(self) -> None:
        self._search = Search(WINDOWS)
        self._results: dict[bytes, Win | None] = {}

    def win(self, board: Sequence[int], quiet: int = 2) -> Win | None:
        """Return a forced win for blue, to move, with at most `quiet` quiet moves, or None."""
        stones = board.count(BLUE)
        quiet = min(quiet, QUIET[stones] if stones < len(QUIET) else 0)
        if stones == 1 and board.count(RED) > 1:
            quiet = min(quiet, 1)
        if stones > 1:
            return self._kept(bytes(board).translate(_AS_BLUE), quiet)
        # A search from a single stone takes long: only one of the symmetric images of the board is
        # searched, so that the cache serves them all.
        turned, sources = min((bytes(board[at] for at in sources), sources) for sources in SYMMETRIES)
        win = self._kept(turned.translate(_AS_BLUE), quiet)
        return win and Win(win.level, sources[win.field], frozenset(sources[at] for at in win.fields))

    def attack(self, board: Sequence[int]) -> int | None:
        """Return the first move of blue's win by threats; None if a short search finds no win."""
        win = self._search.win(bytes(board).translate(_AS_BLUE), 0, THREATS, ATTACK)
        return win and win[1]

    def proves(self, pattern: Pattern) -> bool:
        """Return whether blue, to move, has a forced win on the fields of a pattern alone."""
        board = pattern.on_board().translate(_AS_BLUE)
        stones = board.count(STONE)
        quiet = QUIET[stones] if stones < len(QUIET) else 0
        return self._search.win(board, quiet, THREATS, LIMITS[quiet]) is not None

    def _kept(self, board: bytes, quiet: int) -> Win | None:
        key = board + bytes([quiet])
        if key not in self._results:
            if len(self._results) >= KEPT:
                self._results.clear()
            win = self._search.win(board, quiet, THREATS, LIMITS[quiet])
            self._results[key] = win and Win(win[0], win[1], frozenset(win[2]))
        return self._results[key]


class PracticeLearner:
    """A learner that studies games, and practice games after each of them.

    It clears the player's matches on the current board: do not call the learner before the moves of the
    current game have been read. It stops practicing when `is_stopped` returns true.
    """

    def __init__(
        self,
        player: Player,
        is_stopped: Callable[[], bool] = lambda: False,
        *,
        filler: str = "partial",
    ) -> None:
        self.player = player
        self.is_stopped = is_stopped
        self._table = Match(player, filler=filler).table
        self._searcher = Searcher()

    def is_studied(self, game: int) -> bool:  # noqa: ARG002
        """Return whether a game is studied even if it was not lost: always true."""
        return True

    def learn(self, moves: Sequence[Move]) -> list[Mutation]:
        """Learn from a lost game, whose last move made five in a row, and practice its opening."""
        game = with_blue_winning(moves, moves[-1].color)
        found = self._learn_end(game) + self._learn_positions(game)
        return found + self._practice_like(game, PRACTICED)

    def study(self, moves: Sequence[Move]) -> list[Mutation]:
        """Learn from a game with any result, and practice once."""
        found = self._learn_positions(moves)
        return found + self._practice_like(moves, 1)

    def _learn_end(self, moves: Sequence[Move]) -> list[Mutation]:
        """Store patterns of the five that ended a game: for each field of the five, the other four."""
        found: list[Mutation] = []
        for pattern in rows_won(moves):
            for new in (pattern, turned_row(pattern)):
                if new is not None and self.player.number_of(new) is None:
                    found += self._store(new)
        return found

    def _learn_positions(self, moves: Sequence[Move]) -> list[Mutation]:
        """Learn from the positions of a game with red to move, up to the first lost position."""
        found: list[Mutation] = []
        board = [EMPTY] * FIELDS
        for number, move in enumerate(moves):
            is_answer = move.color == RED and BLUE in board
            if is_answer:
                found += self._teach(board)[1]
            board[move.field] = move.color
            if is_answer and number < len(moves) - 2 and self._win(board):
                break
        return found

    def _practice_like(self, moves: Sequence[Move], games: int) -> list[Mutation]:
        """Play practice games that repeat the first 0, 1, 2, ... moves (below OPENING) of a game."""
        found: list[Mutation] = []
        number = crc32(bytes(move.field for move in moves))
        for game in range(games):
            if self.is_stopped():
                break
            opening = moves[: min(game % OPENING, len(moves) - 1)]
            found += self._practice(opening, number + game, moves[0].color)
        return found

    def _practice(self, opening: Sequence[Move], number: int, first: int) -> list[Mutation]:
        """Play a practice game that continues an opening, and learn from it."""
        found: list[Mutation] = []
        board = [EMPTY] * FIELDS
        moves = list(opening)
        for move in moves:
            board[move.field] = move.color
        self._table.start_chance(number)
        color = RED + BLUE - moves[-1].color if moves else first
        while len(moves) < FIELDS:
            if color == RED:
                field, changes = self._teach(board)
                found += changes
            else:
                field = self._attacked(board, number)
            board[field] = color
            moves.append(Move(field, color))
            if winning_five(board, field):
                return found + (self._learn_end(moves) if color == BLUE else [])
            color = RED + BLUE - color
        return found

    def _attacked(self, board: Sequence[int], number: int) -> int:
        """Return the field on which the practice attacker plays.

        It completes a five, stops a five, wins by threats, or plays on the field of the highest worth.
        The worth of a field is a sum over the rows of five through it that have stones of only one color:
        the term is a power whose exponent is the number of stones.
        """
        worths = [0] * FIELDS
        fives = {RED: -1, BLUE: -1}
        for window in WINDOWS:
            values = [board[field] for field in window]
            n_blue, n_red = values.count(BLUE), values.count(RED)
            if n_blue and n_red:
                continue
            if n_blue == 4 or n_red == 4:
                fives[BLUE if n_blue else RED] = window[values.index(EMPTY)]
            for field in window:
                worths[field] += 4**n_red if n_red else 2 * 4**n_blue
        if max(fives.values()) >= 0:
            return fives[BLUE] if fives[BLUE] >= 0 else fives[RED]
        if board.count(BLUE) > 2:
            move = self._searcher.attack(board)
            if move is not None:
                return move
        empty = [field for field in range(FIELDS) if board[field] == EMPTY]
        best = max(worths[field] for field in empty)
        equal = [field for field in empty if worths[field] == best]
        return equal[scrambled(FIELDS * number + len(empty)) % len(equal)]

    def _teach(self, board: list[int]) -> tuple[int, list[Mutation]]:
        """Learn from a position with red to move; return red's best field and the changes."""
        self._table.set_board(board)
        field = self._table.choose(RED)
        reason = self.player.reason(self._table.reason())
        if BLUE not in board or (reason and reason.color == RED):
            return field, []
        if reason is None:
            win = self._win(board)
            if win is None:
                return field, []
            answer = self._answer(board, win)
            if answer is None:
                # Blue may not find the win, so red still plays the field that is worth most.
                open_fields = sorted(at for at in win.fields if board[at] == EMPTY)
                answer = max(open_fields, key=lambda at: worth(board, at))
            return answer, self._store_fields(board, win.fields, answer, win.level)
        board[field] = RED
        win = self._win(board)
        board[field] = EMPTY
        answer = self._answer(board, win) if win else None
        if win is None or answer is None:
            return field, []
        # The pattern with the fields of both wins has the level of the match and is larger, so that it is
        # tried first.
        fields = win.fields.union(_fields_of(reason))
        return answer, self._store_fields(board, fields, answer, reason.pattern.level, rests=True)

    def _answer(self, board: list[int], win: Win) -> int | None:
        """Return an answer by red after which no win for blue is known, or None."""
        left = sorted(
            (field for field in win.fields if board[field] == EMPTY),
            key=lambda field: (field != win.field, -worth(board, field), field),
        )
        while left:
            answer = left.pop(0)
            board[answer] = RED
            further = self._win(board, quiet=1)
            board[answer] = EMPTY
            if further is None:
                return answer
            left = [field for field in left if field in further.fields]
        return None

    def _win(self, board: Sequence[int], quiet: int = 2) -> Win | None:
        """Return a win for blue, to move, from a stored pattern or by search; None if none is found.

        The search allows at most `quiet` quiet moves.
        """
        self._table.set_board(board)
        if self._table.answers(BLUE) is not None:
            field = self._table.choose(RED)
            reason = self.player.reason(self._table.reason())
            if reason and reason.color == BLUE:
                return Win(reason.pattern.level, field, frozenset(_fields_of(reason)))
        return self._searcher.win(board, quiet)

    def _store_fields(
        self,
        board: Sequence[int],
        fields: Collection[int],
        focus: int,
        level: int,
        *,
        rests: bool = False,
    ) -> list[Mutation]:
        """Store fields of a board as a pattern if a search proves it.

        If `rests` is true, stored patterns already prove the pattern, so no search is made.
        """
        chosen = [ABSENT] * FIELDS
        for field in fields:
            chosen[field] = board[field]
        level = min(level, MAX_LEVEL, (chosen.count(EMPTY) + 1) // 2)
        pattern = pattern_of_board(chosen, focus, level)
        if not rests and not self._searcher.proves(pattern):
            return []
        return list(self._store(pattern))

    def _store(self, pattern: Pattern) -> Iterator[Mutation]:
        """Add a proven pattern; a stored pattern with the same fields is replaced."""
        same = self.player.number_of(pattern)
        if same is None or self.player.pattern(same) != pattern:
            if same is not None:
                self.player.remove(same)
            self.player.add(pattern)
            yield Mutation("added" if same is None else "replaced", pattern)


def _fields_of(reason: Reason) -> Iterator[int]:
    return (field for field, _ in reason.fields())
