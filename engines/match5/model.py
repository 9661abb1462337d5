"""Boards, positions, patterns and knowledge of match5, after David Dirkse's program of 2012.

A board has 9 x 9 fields, numbered row by row from the top left, 0 to 80; (x, y) is column and row, both
from 0. Red is the computer, blue its opponent. Five or more in a row win.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Literal, Self, cast

from zet.engines.errors import GameError
from zet.engines.kernel._values import fast_init
from zet.engines.match5._moves import play
from zet.engines.match5.constants import (
    ABSENT as ABSENT,
    BLUE as BLUE,
    EMPTY as EMPTY,
    MAX_GAMES,
    MAX_PATTERNS as MAX_PATTERNS,
    RED as RED,
)
from zet.engines.messages import Message

SIZE = 9
FIELDS = SIZE * SIZE
MAX_LEVEL = 40
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The steps (x, y) along a row: horizontal, vertical, diagonal, anti-diagonal; y is never negative."""

_NAMES = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcdefghi")
_NUMBERS = {name: field for field, name in enumerate(_NAMES)}

CHARACTERS = "0RB."
"""The characters for the values of a pattern's fields; the focus, an empty field, is written X."""


def _source(symmetry: int, x: int, y: int) -> int:
    """Return the field that a symmetry maps to the field (x, y)."""
    if symmetry >= 4:
        x = 8 - x
    x, y = ((x, y), (8 - y, x), (8 - x, 8 - y), (y, 8 - x))[symmetry % 4]
    return x + SIZE * y


SYMMETRIES = tuple(
    tuple(_source(symmetry, x, y) for y in range(SIZE) for x in range(SIZE)) for symmetry in range(8)
)
"""For each of the 8 symmetries, the source of each field of the image.

Symmetries 0 to 3 rotate the board counterclockwise by quarter turns; 4 to 7 are the same rotations,
mirrored left to right.
"""


def _windows() -> Iterable[tuple[int, ...]]:
    for step_x, step_y in DIRECTIONS:
        for y in range(SIZE):
            for x in range(SIZE):
                end_x, end_y = x + 4 * step_x, y + 4 * step_y
                if 0 <= end_x < SIZE and end_y < SIZE:
                    yield tuple(x + i * step_x + SIZE * (y + i * step_y) for i in range(5))


WINDOWS = tuple(_windows())
"""All rows of five fields, sorted by direction and then by their first field."""


def _windows_of() -> tuple[tuple[tuple[int, ...], ...], ...]:
    through: list[list[tuple[int, ...]]] = [[] for _ in range(FIELDS)]
    for window in WINDOWS:
        for field in window:
            through[field].append(window)
    return tuple(map(tuple, through))


WINDOWS_OF = _windows_of()
"""The rows of five through each field, in the order of WINDOWS."""

WINDOW_MASKS = tuple(sum(1 << field for field in window) for window in WINDOWS)
"""All rows of five as bit masks."""

_BITS = tuple(1 << field + field // SIZE for field in range(FIELDS))
"""The bit of each field in a mask of stones; one bit after each row is unused."""

Status = Literal["open", "red-won", "blue-won", "draw"]


class PatternError(GameError):
    """Raised for an invalid pattern; the message names the faulty component."""


class PositionError(GameError):
    """Raised for an impossible position or game."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern learned from an error: a rectangle of fields, the focus, and a level.

    `fields` has `width` * `height` values, row by row: EMPTY, BLUE, or ABSENT for a field of the
    rectangle that does not belong to the pattern. The focus (an index of `fields`) is the empty field on
    which blue would play to win, so red answers there. With the method "original", the level is the
    number of blue moves that were undone when the pattern was learned; with "proof", it is the number of
    moves within which blue wins.
    """

    width: int
    height: int
    fields: bytes
    focus: int
    level: int

    @property
    def white(self) -> int:
        """The number of empty fields, including the focus."""
        return self.fields.count(EMPTY)

    @property
    def blue(self) -> int:
        """The number of blue fields."""
        return self.fields.count(BLUE)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows as strings: `0` empty, `B` blue, `X` the focus, `.` absent."""
        text = [CHARACTERS[value] for value in self.fields]
        text[self.focus] = "X"
        return tuple("".join(text[at : at + self.width]) for at in range(0, len(text), self.width))

    def image(self, symmetry: int) -> "Pattern":
        """Return the pattern's image under one of the 8 symmetries, aligned to the top left."""
        width, height, fields, focus = _image_of(symmetry, self.width, self.height)
        return Pattern(width, height, bytes(fields(self.fields)), focus.index(self.focus), self.level)

    def key(self) -> tuple[int, int, bytes]:
        """Return a key that is equal for patterns that are images of each other; the focus is ignored."""
        return min(
            (width, height, bytes(fields(self.fields)))
            for width, height, fields, _ in (
                _image_of(symmetry, self.width, self.height) for symmetry in range(8)
            )
        )

    def on_board(self) -> bytes:
        """Return the pattern as 81 fields, aligned to the top left, with ABSENT outside its rectangle."""
        rest = bytes([ABSENT]) * (SIZE - self.width)
        rows = [self.fields[at : at + self.width] + rest for at in range(0, len(self.fields), self.width)]
        return b"".join(rows).ljust(FIELDS, bytes([ABSENT]))

    def place(self, field: int) -> tuple[int, int]:
        """Return the coordinates (x, y) of a field, given its index in the pattern."""
        y, x = divmod(field, self.width)
        return x, y


@cache
def _image_of(
    symmetry: int, width: int, height: int
) -> tuple[int, int, Callable[[bytes], tuple[int, ...]], tuple[int, ...]]:
    """Return an image's width and height and, for each field of the image, its index in the pattern.

    The indexes are returned twice: as a getter that picks these fields from a pattern, and as a tuple.
    """
    sources = [
        (x, y)
        for y, x in (divmod(source, SIZE) for source in SYMMETRIES[symmetry])
        if x < width and y < height
    ]
    numbers = tuple(x + width * y for x, y in sources)
    turned = symmetry % 2 == 1
    getter = cast("Callable[[bytes], tuple[int, ...]]", itemgetter(*numbers))
    return (height, width, getter, numbers) if turned else (width, height, getter, numbers)


def check_pattern(pattern: Pattern) -> Pattern:
    """Validate a pattern and return it.

    Raises:
        PatternError: the pattern is invalid; the message names the first faulty component.
    """
    width, height, fields = pattern.width, pattern.height, pattern.fields
    if not (1 <= width <= SIZE and 1 <= height <= SIZE and len(fields) == width * height):
        raise PatternError(
            "size: a rectangle of {width} x {height} cannot have {n} fields; at most 9 x 9 fields are "
            "allowed",
            width=width,
            height=height,
            n=len(fields),
        )
    if not 1 <= pattern.level <= MAX_LEVEL:
        raise PatternError(
            "level: must be from 1 to {most}, not {level}", level=pattern.level, most=MAX_LEVEL
        )
    if RED in fields:
        raise PatternError("red: a pattern must not contain red fields")
    if BLUE not in fields:
        raise PatternError("blue: a pattern must contain a blue field")
    edges = (fields[:width], fields[-width:], fields[::width], fields[width - 1 :: width])
    if any(edge.count(ABSENT) == len(edge) for edge in edges):
        raise PatternError("x2, y2: a row or column at the edge of the rectangle is outside the pattern")
    if not 0 <= pattern.focus < len(fields) or fields[pattern.focus] != EMPTY:
        raise PatternError("fx, fy: the focus must be an empty field")
    if pattern.white < 2 * pattern.level - 1:
        raise PatternError(
            "white: {white} empty fields are too few for level {level}, which requires {least}",
            white=pattern.white,
            level=pattern.level,
            least=2 * pattern.level - 1,
        )
    usable = sum(1 << field for field, value in enumerate(pattern.on_board()) if value != ABSENT)
    if not any(mask & usable == mask for mask in WINDOW_MASKS):
        raise PatternError("fields: the pattern has no room for five in a row")
    return pattern


def pattern_of_rows(level: int, rows: Sequence[str]) -> Pattern:
    """Return the pattern described by the strings `rows`.

    >>> pattern_of_rows(2, ["0BBBX0"]).white
    3

    Raises:
        PatternError: the strings do not describe a valid pattern.
    """
    if not rows or len({len(row) for row in rows}) > 1:
        raise PatternError("rows: expected one or more rows of equal length")
    text = "".join(rows)
    if wrong := sorted(set(text) - set("0BX.")):
        raise PatternError("rows: {text!r} is not one of '0', 'B', 'X' and '.'", text=wrong[0])
    if text.count("X") != 1:
        raise PatternError("fx, fy: expected one focus field (X), found {n}", n=text.count("X"))
    fields = bytes(CHARACTERS.index(letter) for letter in text.replace("X", "0"))
    return check_pattern(Pattern(len(rows[0]), len(rows), fields, text.index("X"), level))


def pattern_of_board(fields: Sequence[int], focus: int, level: int) -> Pattern:
    """Return the pattern on a board of 81 fields, cropped to its rectangle, without validating it.

    `focus` is the number of one of the 81 fields.
    """
    used = [divmod(field, SIZE) for field, value in enumerate(fields) if value != ABSENT]
    top, bottom = min(y for y, _ in used), max(y for y, _ in used)
    left, right = min(x for _, x in used), max(x for _, x in used)
    width = right - left + 1
    rows = [bytes(fields[SIZE * y + left : SIZE * y + right + 1]) for y in range(top, bottom + 1)]
    y, x = divmod(focus, SIZE)
    return Pattern(width, len(rows), b"".join(rows), (y - top) * width + x - left, level)


@dataclass(frozen=True, slots=True)
class Lock:
    """The lock of a knowledge base: a salt of 16 bytes, and the password's scrypt hash of 32 bytes."""

    salt: bytes
    digest: bytes


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of a player: a name, the learned patterns sorted by level, and counts of games.

    `lock` is None if anyone may change the knowledge.
    """

    name: str
    patterns: tuple[Pattern, ...] = ()
    games: int = 0
    losses: int = 0
    lock: Lock | None = None

    @property
    def levels(self) -> dict[int, int]:
        """The number of patterns of each level."""
        return {
            level: len(list(found)) for level, found in groupby(self.patterns, lambda found: found.level)
        }

    def after(self, games: int, losses: int) -> "Knowledge":
        """Return the knowledge with `games` and `losses` added; the sums are capped at MAX_GAMES."""
        return replace(
            self,
            games=min(self.games + games, MAX_GAMES),
            losses=min(self.losses + losses, MAX_GAMES),
        )

    def with_patterns(self, patterns: Iterable[Pattern]) -> "Knowledge":
        """Return the knowledge with its patterns replaced by `patterns`, stably sorted by level."""
        return replace(self, patterns=tuple(sorted(patterns, key=lambda found: found.level)))


def check_patterns(patterns: Sequence[Pattern]) -> None:
    """Check the order, the number and the uniqueness of the patterns, each of which must be valid.

    Raises:
        PatternError: the patterns are not sorted by level, contain a duplicate, or are too numerous.
    """
    if len(patterns) > MAX_PATTERNS:
        raise PatternError("{n} patterns; at most {most} are allowed", n=len(patterns), most=MAX_PATTERNS)
    seen: dict[tuple[int, int, bytes], int] = {}
    level = 0
    for number, pattern in enumerate(patterns, 1):
        if pattern.level < level:
            raise PatternError(
                "pattern {number}: level {level} follows {before}, but patterns must be sorted by level",
                number=number,
                level=pattern.level,
                before=level,
            )
        level = pattern.level
        first = seen.setdefault(pattern.key(), number)
        if first != number:
            raise PatternError(
                "pattern {number}: fields: equal to pattern {first}, up to symmetry",
                number=number,
                first=first,
            )


def winning_five(board: Sequence[int], last: int) -> tuple[int, ...] | None:
    """Return the five in a row that the last stone has completed; None if it completed none.

    If there are several, the result is the first by direction (horizontal, vertical, diagonal,
    anti-diagonal) and then by lowest field.
    """
    color = board[last]
    return next((row for row in WINDOWS_OF[last] if all(board[field] == color for field in row)), None)


def _set_of(fields: Iterable[int]) -> int:
    """Return distinct fields as a bit mask."""
    return sum(map(_BITS.__getitem__, fields))


def _stones(board: Sequence[int], color: int) -> int:
    """Return the stones of a color as a bit mask."""
    return _set_of(field for field, value in enumerate(board) if value == color)


def _has_five(stones: int) -> bool:
    """Return whether a mask of stones contains five in a row."""
    for step in (1, SIZE, SIZE + 1, SIZE + 2):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step & stones >> 4 * step:
            return True
    return False


def field_name(field: int) -> str:
    """Return the name of a field: a letter for its column, a digit for its row, from the top left.

    >>> field_name(0), field_name(80)
    ('a1', 'i9')
    """
    return _NAMES[field]


def field_of(text: str) -> int:
    """Return the field with the given name.

    >>> field_of("i9")
    80

    Raises:
        PositionError: there is no such field.
    """
    field = _NUMBERS.get(text)
    if field is None:
        raise PositionError("{text!r} is not a field (a1 to i9)", text=text)
    return field


@fast_init
@dataclass(frozen=True, slots=True)
class Position:
    """A board, the color to move, and the fields of the moves so far; `moves` is empty if unknown."""

    board: bytes
    to_move: int
    moves: tuple[int, ...] = ()

    @classmethod
    def played(cls, moves: Sequence[int], first: int) -> Self:
        """Return the position after a game's moves; `first` is the color of the first move.

        Raises:
            PositionError: a field is occupied, or the game was over before the last move.
        """
        board = bytearray(FIELDS)
        count, is_won = play(board, moves, first)
        if count < len(moves):
            fault = Message("the game is over") if is_won else Message("the field is taken")
            raise PositionError(
                "move {number}, {field}: {fault}",
                number=count + 1,
                field=field_name(moves[count]),
                fault=fault,
            )
        to_move = RED + BLUE - first if count % 2 else first
        return cls(bytes(board), to_move, tuple(moves))

    @classmethod
    def build(cls, board: bytes, to_move: int) -> Self:
        """Return the position with the given board of 81 fields.

        Raises:
            PositionError: both colors have five in a row.
        """
        if all(_has_five(_stones(board, color)) for color in (RED, BLUE)):
            raise PositionError("both colors have five in a row")
        return cls(board, to_move)

    def after(self, field: int) -> Self:
        """Return the position after a move of the color to move.

        Raises:
            PositionError: the field does not exist or is occupied, or the game is over.
        """
        if not 0 <= field < FIELDS:
            raise PositionError("there is no field {field}", field=field)
        number = FIELDS - self.board.count(EMPTY) + 1
        if self.status != "open":
            raise PositionError("the game is over")
        if self.board[field] != EMPTY:
            fault = Message("the field is taken")
            raise PositionError(
                "move {number}, {field}: {fault}", number=number, field=field_name(field), fault=fault
            )
        board = bytearray(self.board)
        board[field] = self.to_move
        known = len(self.moves) == number - 1
        moves = (*self.moves, field) if known else ()
        return replace(self, board=bytes(board), to_move=RED + BLUE - self.to_move, moves=moves)

    @property
    def status(self) -> Status:
        """The status: the color that has won, "draw" if the board is full, or "open"."""
        for color, status in ((RED, "red-won"), (BLUE, "blue-won")):
            if _has_five(_stones(self.board, color)):
                return status  # type: ignore[return-value]
        return "open" if EMPTY in self.board else "draw"

    @property
    def first(self) -> int:
        """The color that made the first move; the color to move if no moves are known."""
        return self.to_move if len(self.moves) % 2 == 0 else RED + BLUE - self.to_move
