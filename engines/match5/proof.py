"""The better learner: it stores nothing but forced wins that it has proven, as early in a game as it can.

A pattern is proven if the kernel's search finds that blue, to move, wins on its fields alone, wherever
red answers there. Red's counter-attack is left out but for his answers on these fields: a red four
elsewhere on the board can break a forced win.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter

from zet.engines.match5._search import Search
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
from zet.engines.match5.player import Match, Move, Mutation, Player

STONE, CLOSED = 1, 2

QUIET = (2, 2, 1, 1, 1)
"""Quiet moves of a win that are searched for, by the number of the winner's stones; else none."""

LIMITS = (50_000, 200_000, 4_000_000)
"""Nodes of one search, by the number of quiet moves."""

THREATS = 6
"""Threats in a row that are searched."""

SHRINKABLE = 20_000
"""Nodes of a search that is small enough to be done again for each field of its proof."""

REFUTED = 6
"""Answers that are tried, at most, to find one that leaves no proof."""

OTHERS = 4
"""Further wins that are looked for in a position, each without the first moves of those before."""

PRACTICE_SEED = 5

PRACTISED = 250
"""After so many games a game of practice follows each; after n times as many, one in n."""

KEPT = 20_000
"""Results of searches that are kept."""

_AS_BLUE = bytes.maketrans(bytes(range(4)), bytes((EMPTY, CLOSED, STONE, CLOSED)))
_AS_RED = bytes.maketrans(bytes(range(4)), bytes((EMPTY, STONE, CLOSED, CLOSED)))

_AS_GAME = bytes.maketrans(bytes(range(3)), bytes((EMPTY, BLUE, RED)))

_TURNED = tuple(itemgetter(*sources) for sources in SYMMETRIES)

Win = tuple[int, int, list[int]]
"""Moves, the first move, and the fields of the proof."""


class Prover:
    """The search for forced wins, with the limits that follow from the position."""

    def __init__(self) -> None:
        self._search = Search(WINDOWS)
        self._known: dict[tuple[bytes, int], tuple[Win | None, int]] = {}
        self.nodes = 0

    def win(self, board: bytes, quiet: int = 2, limit: int | None = None) -> Win | None:
        """Return a forced win of the side whose fields hold STONE, to move, if one is found.

        What was found is kept unless there is a limit of nodes.
        """
        stones = board.count(STONE)
        quiet = min(quiet, QUIET[stones] if stones < len(QUIET) else 0)
        if limit is not None:
            return self._search.win(board, quiet, THREATS, limit)
        key = (board, quiet)
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            win = self._search.win(board, quiet, THREATS, LIMITS[quiet])
            self._known[key] = (win, self._search.nodes)
        win, self.nodes = self._known[key]
        return win

    def is_proven(self, pattern: Pattern) -> bool:
        """Whether the search proves a pattern, standing alone at the top left."""
        return self.win(pattern.on_board().translate(_AS_BLUE)) is not None


class ProofLearner:
    """Learns from games by proof."""

    def __init__(
        self, player: Player, *, transfer: bool = True, shrink: bool = True, correct: bool = True
    ) -> None:
        self.player = player
        self.transfer = transfer
        self.shrink = shrink
        self.correct = correct
        self._table = Match(player).table
        self._practice = Match(player, "knowledge", near=True, seed=PRACTICE_SEED)
        self._prover = Prover()
        self._seen: set[tuple[bytes, bool]] = set()

    def has_practice(self, game: int) -> bool:
        """Whether practice follows the game of this number, from 0."""
        return game % max(1, game // PRACTISED) == 0

    def learn(self, moves: Sequence[Move]) -> list[Mutation]:
        """Learn from a lost game, whose last move made five in a row.

        The winning five gives the rows with one field open. Then a forced win is looked for in every
        position with the loser to move: of the winner, if the loser passed, and of the loser.
        """
        board = bytearray(FIELDS)
        for move in moves:
            board[move.field] = move.colour
        five = winning_five(board, moves[-1].field)
        if five is None:
            raise ValueError("the last move does not win")
        found: list[Mutation] = []
        for field in five:
            fields = [ABSENT] * FIELDS
            for other in five:
                fields[other] = BLUE
            fields[field] = EMPTY
            found += self._store(pattern_of_board(fields, field, 1))
        winner = moves[-1].colour
        return found + self._study(moves, winner) + self._study(moves, RED + BLUE - winner, attack=True)

    def practise(self, game: int) -> list[Mutation]:
        """Learn from a game of the patterns against themselves, next to stones where nothing matches."""
        draws = self._practice.table.draws
        self._practice.table.play(game, game + 1, -1, 0)
        return self.learn(self._practice.moves()) if self._practice.table.draws == draws else []

    def _study(self, moves: Sequence[Move], winner: int, *, attack: bool = False) -> list[Mutation]:
        """Learn from the positions of a game, from the end, where one side wins if it may move.

        The other has the move, and must answer; or, with `attack`, it is the winner's own move.
        """
        found: list[Mutation] = []
        board = bytearray(FIELDS)
        for move in moves:
            board[move.field] = move.colour
        table = _AS_BLUE if winner == BLUE else _AS_RED
        for move in reversed(moves):
            if move is not moves[-1] and (move.colour == winner) != attack:
                position = bytes(board.translate(table))
                found += self._study_position(position, attack=attack)
                if self.correct and not attack:
                    found += self._correct(position)
            board[move.field] = EMPTY
        return found

    def _study_position(self, board: bytes, *, attack: bool) -> list[Mutation]:
        """Learn from a board of STONE and CLOSED whether the stones' side, to move, wins."""
        # Of its images one is studied: so it does not matter which was met first.
        board = min(bytes(turned(board)) for turned in _TURNED)
        if (board, attack) in self._seen:
            return []
        if len(self._seen) >= KEPT:
            self._seen.clear()
        self._seen.add((board, attack))
        win = self._prover.win(board)
        if win is None:
            return []
        found = self._store_win(board, win, attack=attack)
        for _ in range(0 if attack else OTHERS):
            closed = bytearray(board)
            closed[win[1]] = CLOSED
            board = bytes(closed)
            further = self._prover.win(board, 1)
            if further is None:
                break
            win = further
            found += self._store_win(board, win, attack=attack)
        return found

    def _store_win(self, board: bytes, win: Win, *, attack: bool) -> list[Mutation]:
        """Store a win on as few fields as can be."""
        board, win = self._shrunk(board, win)
        focus = win[1] if attack else self._focus(board, win)
        return self._store_fields(board, win[2], focus, win[0])

    def _correct(self, board: bytes) -> list[Mutation]:
        """Learn where to answer instead, if what is known to answer leaves a win and another does not.

        The pattern holds the fields of both wins: so it is of the same level, larger, and tried first.
        """
        self._table.set_board(board.translate(_AS_GAME))
        answer = self._table.choose(RED)
        reason = self.player.reason(self._table.reason())
        if reason is None or reason.colour != BLUE:
            return []
        answered = bytearray(board)
        answered[answer] = CLOSED
        win = self._prover.win(bytes(answered), 1)
        if win is None:
            return []
        answered, win = self._shrunk(bytes(answered), win)
        fields = {field for field, _ in reason.fields()}.union(win[2])
        left = [field for field in fields if board[field] == EMPTY and field != answer]
        left.sort(key=lambda field: (field not in win[2], -_worth(board, field), field))
        other = self._refuting(board, left)
        if other is None:
            return []
        return self._store_fields(board, fields, other, reason.pattern.level)

    def _store_fields(
        self, board: bytes, fields: Iterable[int], focus: int, level: int
    ) -> list[Mutation]:
        """Store fields of a board as a pattern."""
        pattern = [ABSENT] * FIELDS
        for field in fields:
            pattern[field] = BLUE if board[field] == STONE else EMPTY
        if BLUE not in pattern:
            return []
        level = min(level, MAX_LEVEL, (pattern.count(EMPTY) + 1) // 2)
        return self._store(pattern_of_board(pattern, focus, level))

    def _shrunk(self, board: bytes, win: Win) -> tuple[bytes, Win]:
        """Return the win on fewer fields, if it can be had, the outermost given up first."""
        most = self._prover.nodes + 100
        if not self.shrink or most > SHRINKABLE:
            return board, win
        stones = [divmod(field, 9) for field in win[2] if board[field] == STONE]
        order = sorted(
            (-min(max(abs(field // 9 - y), abs(field % 9 - x)) for y, x in stones), field)
            for field in win[2]
            if board[field] == EMPTY
        )
        for _, field in order:
            if field in win[2]:
                fewer = bytearray(
                    value if value == STONE or at in win[2] else CLOSED for at, value in enumerate(board)
                )
                fewer[field] = CLOSED
                other = self._prover.win(bytes(fewer), limit=most)
                if other:
                    win = other
        return board, win

    def _focus(self, board: bytes, win: Win) -> int:
        """Return where the other side should answer: the first move if that refutes, or another."""
        left = [field for field in win[2] if board[field] == EMPTY]
        left.sort(key=lambda field: (field != win[1], -_worth(board, field)))
        answer = self._refuting(board, left)
        return win[1] if answer is None else answer

    def _refuting(self, board: bytes, left: list[int]) -> int | None:
        """Return the first of some answers that leaves no win, if there is one."""
        for _ in range(REFUTED):
            if not left:
                break
            answered = bytearray(board)
            answered[left[0]] = CLOSED
            win = self._prover.win(bytes(answered), 1)
            if win is None:
                return left[0]
            left = [field for field in left[1:] if field in win[2]]
        return None

    def _store(self, pattern: Pattern) -> list[Mutation]:
        """Add a proven pattern, and its like on the other kind of row, unless it is there."""
        found = []
        for new in (pattern, turned_row(pattern) if self.transfer else None):
            if new is not None and self.player.number_of(new) is None and self._prover.is_proven(new):
                self.player.add(new)
                found.append(Mutation("added", new))
        return found


def _worth(board: bytes, field: int) -> int:
    """Return what a field is worth: for each open row of five through it a power of its stones."""
    rows = [[board[at] for at in window] for window in WINDOWS if field in window]
    return sum(4 ** row.count(STONE) for row in rows if CLOSED not in row)


def turned_row(pattern: Pattern) -> Pattern | None:
    """Return a pattern that lies in one row on the other kind of row: straight or diagonal."""
    size = max(pattern.width, pattern.height)
    if pattern.height == 1:
        fields = bytearray([ABSENT]) * (size * size)
        fields[:: size + 1] = pattern.fields
        return Pattern(size, size, bytes(fields), pattern.focus * (size + 1), pattern.level)
    if pattern.width == 1:
        return turned_row(pattern.image(1))
    if pattern.width != pattern.height:
        return None
    for image in (pattern, pattern.image(1)):
        row = image.fields[:: size + 1]
        if row.count(ABSENT) + len(image.fields) - size == image.fields.count(ABSENT):
            return Pattern(size, 1, row, image.focus // (size + 1), pattern.level)
    return None
