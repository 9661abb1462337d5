"""The default learner: it stores only proven forced wins, from positions as early in a game as possible.

A pattern is proven if blue, to move, wins on its fields alone against any answers by red: after one blue
stone, several smaller proven patterns match. As they have no empty field in common, at least one of them
survives any answer. The first patterns are the rows of five with one field empty. A proof looks one stone
ahead and uses the patterns stored so far; the new pattern is stored, and used in later proofs.

Red's stones are ignored: a four or five that red makes, on the fields of the pattern or elsewhere, can
break the win. `prover.prove_all` takes red's rows on the fields of the pattern into account.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from zet.engines.match5.model import (
    ABSENT,
    BLUE,
    EMPTY,
    FIELDS,
    MAX_LEVEL,
    RED,
    SIZE,
    WINDOWS_OF,
    Pattern,
    pattern_of_board,
    winning_five,
)
from zet.engines.match5.player import Match, Move, Mutation, Player

ROUNDS = 6
"""The maximum number of red answers that are examined in one position."""

STUDIED = 250
"""The first `STUDIED` games are all studied, whatever their result. Later games are studied ever more
rarely: after n * `STUDIED` games, only every n-th game.
"""


class ProofLearner:
    """A learner that proves the patterns that it stores.

    The learner clears the player's matches on the current board, so it must not be called before the
    moves of the current game have been read. If `transfer` is true, the `turned_row` of each pattern, if
    any, is stored as well. If `conflicts` is true and the answer to the first of several threats does not
    stop all of them, the union of the threats is stored as well.
    """

    def __init__(self, player: Player, *, transfer: bool = True, conflicts: bool = True) -> None:
        self.player = player
        self.transfer = transfer
        self.conflicts = conflicts
        self._table = Match(player, fallback="random").table
        self._board = [EMPTY] * FIELDS
        # The number of moves of the current game that are on the table and whose matches are up to date.
        self._n_right = 0

    def is_studied(self, game: int) -> bool:
        """Return whether a game, given by its number from 0, is studied even if it was not lost."""
        return game % max(1, game // STUDIED) == 0

    def learn(self, moves: Sequence[Move]) -> list[Mutation]:
        """Learn from a lost game, whose last move made five in a row.

        The winning five yields five patterns: the row without each of its stones in turn. Then the
        positions with the loser to move are examined backwards from the end of the game, until the loser
        has an answer that is not known to fail.
        """
        found: list[Mutation] = []
        self._clear()  # patterns may have been removed since the last game
        for pattern in rows_won(moves):
            found += self._store(pattern)
        game = with_blue_winning(moves, moves[-1].color)
        self._clear()
        for n_moves in range(len(game) - 2, 0, -2):
            found += self._study_position(game, n_moves)
            self._replay(game, n_moves)
            if self._table.answers(BLUE) != []:
                break
        return found

    def study(self, moves: Sequence[Move]) -> list[Mutation]:
        """Learn from the positions in which either color could have won, whatever the game's result."""
        found: list[Mutation] = []
        self._clear()
        for n_moves in range(len(moves), 0, -1):
            if moves[n_moves - 1].color == BLUE:
                found += self._study_position(moves, n_moves)
                self._replay(moves, n_moves)
                if self._table.answers(RED) is None:
                    found += self._store_attack(RED)
        return found

    def _study_position(self, moves: Sequence[Move], n_moves: int) -> list[Mutation]:
        """Learn patterns from a position with red to move, in at most ROUNDS rounds."""
        found: list[Mutation] = []
        for _ in range(ROUNDS):
            self._replay(moves, n_moves)
            changes = self._study_answer(moves[n_moves - 1].field)
            found += changes
            if not changes:
                break
        return found

    def _study_answer(self, last: int) -> list[Mutation]:
        """Learn at most one pattern from the position on the table, reached by blue's move `last`.

        Nothing is learned if red also has a win whose level is not above that of blue's win. This holds
        even for the fallback "attack", with which red would stop blue's win first.
        """
        table = self._table
        answers = table.answers(BLUE)
        if answers is None:
            return self._store_attack(BLUE)
        if not answers:
            proof = table.proof(BLUE)
            if proof is None or last not in proof[0]:
                return []
            return self._store_union(proof[0], last, proof[1] + 1, BLUE)
        field = table.choose(RED)
        color, image, x, y = table.reason()
        if color == RED:
            return []
        if field not in answers:
            return self._store_conflict(answers, image, x, y, field) if self.conflicts else []
        table.put(field, RED)
        self._board[field] = RED
        return self._store_attack(BLUE)

    def _store_attack(self, color: int) -> list[Mutation]:
        """Store a pattern if the color to move can win with one stone and known patterns."""
        attack = self._table.attack(color)
        if attack is None:
            return []
        field, fields, level = attack
        return self._store_union(fields, field, level + 1, color)

    def _store_union(self, union: Sequence[int], focus: int, level: int, color: int) -> list[Mutation]:
        """Store the fields of a proof as a pattern, in which the focus is empty."""
        fields = self._cut(union, color)
        fields[focus] = EMPTY
        if BLUE not in fields or level > MAX_LEVEL:
            return []
        pattern = pattern_of_board(fields, focus, level)
        return self._store(self._with_answer(pattern, by_worth(pattern)))

    def _with_answer(self, pattern: Pattern, answers: Sequence[int]) -> Pattern:
        """Return the pattern with its focus on the first of `answers` that holds.

        If none of them holds, the focus is the first. An answer holds if, with a red stone on it, no
        known pattern wins on the fields of the pattern.
        """
        for answer in answers:
            board = bytearray(pattern.on_board())
            board[answer // pattern.width * SIZE + answer % pattern.width] = RED
            self._table.set_board(board)
            if self._table.answers(BLUE) is None and self._table.attack(BLUE) is None:
                break
        else:
            answer = answers[0]
        self._clear()
        return replace(pattern, focus=answer)

    def _cut(self, union: Sequence[int], color: int) -> list[int]:
        """Return a board of 81 fields with the fields of `union`; all its other fields are ABSENT.

        The stones of `color` become BLUE, all other fields of `union` EMPTY.
        """
        fields = [ABSENT] * FIELDS
        for field in union:
            fields[field] = BLUE if self._board[field] == color else EMPTY
        return fields

    def _store(self, pattern: Pattern) -> list[Mutation]:
        """Add a proven pattern and its `turned_row`, unless they are already stored."""
        found = []
        for new in (pattern, turned_row(pattern) if self.transfer else None):
            if new is not None and self.player.number_of(new) is None:
                self._add(new)
                found.append(Mutation("added", new))
        return found

    def _store_conflict(
        self, answers: Sequence[int], image: int, x: int, y: int, field: int
    ) -> list[Mutation]:
        """Store the union of several threats, at least one of which survives the answer to the first one.

        The first threat is the match of `image` at (x, y), to which red would answer on `field`;
        `answers` lists the fields that answer all threats. The pattern is larger than each of the
        threats, so it is tried before them.
        """
        union = self._table.conflict(BLUE, image, x, y, field)
        level = self.player.pattern(self.player.matcher.shape(image)[0]).level
        fields = self._cut(union, BLUE)
        common = [at for at in answers if fields[at] == EMPTY]
        if not common:
            return []
        common.sort(key=lambda at: -worth(self._board, at))
        found = [pattern_of_board(fields, at, level) for at in common]
        pattern = self._with_answer(found[0], [other.focus for other in found])
        same = self.player.number_of(pattern)
        if same is not None:
            self.player.remove(same)
            self._n_right = 0
        self._add(pattern)
        return [Mutation("added" if same is None else "replaced", pattern)]

    def _add(self, pattern: Pattern) -> None:
        self.player.add(pattern)
        self._n_right = min(self._n_right, self._table.moves_before_newest())

    def _clear(self) -> None:
        self._table.set_board([EMPTY] * FIELDS)
        self._n_right = 0

    def _replay(self, moves: Sequence[Move], n_moves: int) -> None:
        """Set the table to the position after the first `n_moves` moves of the current game."""
        self._n_right = min(self._n_right, n_moves)
        while self._table.n_moves > self._n_right:
            self._table.take()
        for move in moves[self._n_right : n_moves]:
            self._table.put(move.field, move.color)
        self._n_right = n_moves
        self._board = [EMPTY] * FIELDS
        for move in moves[:n_moves]:
            self._board[move.field] = move.color


def by_worth(pattern: Pattern) -> list[int]:
    """Return a pattern's empty fields: the focus, then the others by decreasing worth to blue."""
    board = pattern.on_board()
    fields = [at for at, value in enumerate(pattern.fields) if value == EMPTY]
    worths = {at: worth(board, at // pattern.width * SIZE + at % pattern.width) for at in fields}
    return sorted(fields, key=lambda at: (at != pattern.focus, -worths[at]))


def rows_won(moves: Sequence[Move]) -> Iterator[Pattern]:
    """Yield five patterns: the row that the last move completed, with each field in turn left empty.

    Raises:
        ValueError: the last move does not make five in a row.
    """
    board = [EMPTY] * FIELDS
    for move in moves:
        board[move.field] = move.color
    five = winning_five(board, moves[-1].field)
    if five is None:
        raise ValueError("the last move does not win")
    for field in five:
        fields = [ABSENT] * FIELDS
        for other in five:
            fields[other] = BLUE
        fields[field] = EMPTY
        yield pattern_of_board(fields, field, 1)


def with_blue_winning(moves: Sequence[Move], winner: int) -> list[Move]:
    """Return a game with blue as its winner, exchanging the colors if necessary."""
    return [Move(move.field, move.color if winner == BLUE else RED + BLUE - move.color) for move in moves]


def worth(board: Sequence[int], field: int) -> int:
    """Return the worth of a field to blue: the sum of 4 ** (number of blue stones) over its open rows.

    The open rows are the rows of five through the field that have no red stone.
    """
    rows = [[board[at] for at in window] for window in WINDOWS_OF[field]]
    return sum(4 ** row.count(BLUE) for row in rows if RED not in row)


def turned_row(pattern: Pattern) -> Pattern | None:
    """Turn a pattern of one row from straight to diagonal or back; return None for any other pattern."""
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
