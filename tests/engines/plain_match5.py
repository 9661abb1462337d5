"""A slow match5 by the letter of its rules: matching, opponents, games and learning, without the kernel.

Boards are lists of rows `board[y][x]`. Nothing is shared with the engine; the tables of symmetries are
built here, too. A pattern is (rows, focus, level), where rows are lists of the values 0, 2 and 3.
"""

from collections.abc import Iterator

RED, BLUE = 1, 2
SOURCES = [
    lambda x, y: (x, y),
    lambda x, y: (8 - y, x),
    lambda x, y: (8 - x, 8 - y),
    lambda x, y: (y, 8 - x),
    lambda x, y: (8 - x, y),
    lambda x, y: (8 - y, 8 - x),
    lambda x, y: (x, 8 - y),
    lambda x, y: (y, x),
]
STEPS = [(1, 0), (0, 1), (1, 1), (-1, 1)]
Rows = list[list[int]]
Shape = tuple[Rows, tuple[int, int]]
Pattern = tuple[Rows, tuple[int, int], int]


def lines() -> list[list[tuple[int, int]]]:
    return [
        [(x + i * dx, y + i * dy) for i in range(5)]
        for dx, dy in STEPS
        for y in range(9)
        for x in range(9)
        if 0 <= x + 4 * dx < 9 and y + 4 * dy < 9
    ]


LINES = lines()


def cut(board: Rows, focus: tuple[int, int]) -> Shape:
    """Return the rectangle around the fields of a pattern (not 3), and the focus in it."""
    used = [(x, y) for y in range(9) for x in range(9) if board[y][x] != 3]
    left, right = min(x for x, _ in used), max(x for x, _ in used)
    top, bottom = min(y for _, y in used), max(y for _, y in used)
    rows = [board[y][left : right + 1] for y in range(top, bottom + 1)]
    return rows, (focus[0] - left, focus[1] - top)


def image(rows: Rows, focus: tuple[int, int], symmetry: int) -> Shape:
    board = [[3] * 9 for _ in range(9)]
    for y, row in enumerate(rows):
        board[y][: len(row)] = row
    turned = [[0] * 9 for _ in range(9)]
    place = (-1, -1)
    for y in range(9):
        for x in range(9):
            from_x, from_y = SOURCES[symmetry](x, y)
            turned[y][x] = board[from_y][from_x]
            if (from_x, from_y) == focus:
                place = (x, y)
    return cut(turned, place)


class Placement:
    """A pattern at a place: masks of the fields that must be empty, and that must have one color."""

    def __init__(self, shape: Shape, symmetry: int, x: int, y: int) -> None:
        rows, focus = shape
        self.fields = [
            (x + i + 9 * (y + j), value)
            for j, row in enumerate(rows)
            for i, value in enumerate(row)
            if value != 3
        ]
        self.white = sum(1 << field for field, value in self.fields if value == 0)
        self.blue = sum(1 << field for field, value in self.fields if value == 2)
        self.focus = x + focus[0] + 9 * (y + focus[1])
        self.where = (symmetry, x, y)


def placements(pattern: Pattern) -> list[Placement]:
    rows, focus, _ = pattern
    found = []
    for symmetry in range(8):
        shape = image(rows, focus, symmetry)
        for y in range(10 - len(shape[0])):
            found += [Placement(shape, symmetry, x, y) for x in range(10 - len(shape[0][0]))]
    return found


class Random:
    """The generator xorshift64, with a seed that depends on the game."""

    def __init__(self, seed: int, game: int) -> None:
        self.value = seed ^ ((game + 1) * 0x9E3779B1 & (1 << 64) - 1) or 1
        for _ in range(12):
            self.draw(1)

    def draw(self, below: int) -> int:
        value = self.value
        value ^= value << 13 & (1 << 64) - 1
        value ^= value >> 7
        value ^= value << 17 & (1 << 64) - 1
        self.value = value
        return ((value >> 33) * below) >> 31


class Player:
    """Knowledge with matching and learning as in the original program."""

    def __init__(self) -> None:
        self.patterns: list[tuple[Pattern, list[Placement]]] = []

    def match(self, red: int, blue: int, own: int, sure: int = 81) -> tuple[int, Placement] | None:
        """Return the color and the placement of the first match for the side `own`.

        At equal levels up to `sure` its own color comes first, above `sure` the other color.
        """
        taken = red | blue
        best: dict[int, Placement] = {}
        lowest = 81
        for (_, _, level), places in self.patterns:
            if level > lowest:
                break
            for place in places:
                for color, stones in ((RED, red), (BLUE, blue)):
                    if color not in best and not place.white & taken and not place.blue & ~stones:
                        best[color] = place
                        lowest = level
        for color in (own, RED + BLUE - own)[:: 1 if lowest <= sure else -1]:
            if color in best:
                return color, best[color]
        return None

    def store(self, pattern: Pattern) -> None:
        rows, focus, _ = pattern
        images = [image(rows, focus, symmetry)[0] for symmetry in range(8)]
        self.patterns = [
            known for known in self.patterns if not any(inside(small, known[0][0]) for small in images)
        ]
        self.patterns.append((pattern, placements(pattern)))
        self.patterns.sort(key=lambda known: known[0][2])


def inside(small: Rows, large: Rows) -> bool:
    """Whether a pattern is contained in another at some shift: each of its 0 and 2 is the same there."""
    for shift_y in range(len(large) - len(small) + 1):
        for shift_x in range(len(large[0]) - len(small[0]) + 1):
            if all(
                value in (3, large[shift_y + y][shift_x + x])
                for y, row in enumerate(small)
                for x, value in enumerate(row)
            ):
                return True
    return False


class Game:
    """One game of a player against an opponent."""

    def __init__(self, player: Player, opponent: str, chance: Random, fallback: str) -> None:
        self.player, self.opponent, self.chance, self.fallback = player, opponent, chance, fallback
        self.board = [0] * 81
        self.moves: list[tuple[int, int, Placement | None]] = []

    def mask(self, color: int) -> int:
        return sum(1 << field for field in range(81) if self.board[field] == color)

    def any(self) -> int:
        empty = [field for field in range(81) if self.board[field] == 0]
        return empty[self.chance.draw(len(empty))]

    def nearest(self, color: int) -> int:
        """Return the field at which patterns of level 1 are closest to a match, or best for an attack."""
        empty = [field for field in range(81) if self.board[field] == 0]
        worth = nearness(
            self.board,
            [places for known, places in self.player.patterns if known[2] == 1],
            color,
            attack=8,
        )
        best = [field for field in empty if worth[field] == max(worth[at] for at in empty)]
        return best[self.chance.draw(len(best))]

    def completes(self, color: int) -> int | None:
        found = set()
        for line in LINES:
            values = [self.board[x + 9 * y] for x, y in line]
            if sorted(values) == sorted([0, color, color, color, color]):
                x, y = line[values.index(0)]
                found.add(x + 9 * y)
        return min(found, default=None)

    def known(self, color: int) -> tuple[int, Placement | None]:
        attacks = self.fallback == "attack"
        found = self.player.match(self.mask(RED), self.mask(BLUE), color, 2 if attacks else 81)
        if found is None:
            return (self.nearest(color) if attacks else self.any()), None
        return found[1].focus, found[1] if found[0] != color else None

    def blue(self) -> tuple[int, Placement | None]:
        if self.opponent == "self":
            return self.known(BLUE)
        if self.opponent == "random":
            return self.any(), None
        for color in (BLUE, RED):
            field = self.completes(color)
            if field is not None:
                return field, None
        if self.opponent == "greedy":
            return self.any(), None
        field = self.fours(6)
        return (self.worthiest() if field is None else field), None

    def fours(self, depth: int) -> int | None:
        if depth == 0:
            return None
        for line in LINES:
            fields = [x + 9 * y for x, y in line]
            values = [self.board[field] for field in fields]
            if sorted(values) != [0, 0, BLUE, BLUE, BLUE]:
                continue
            first, second = (field for field in fields if self.board[field] == 0)
            for own, answer in ((first, second), (second, first)):
                self.board[own], self.board[answer] = BLUE, RED
                wins = self.completes(BLUE) is not None
                if not wins and self.completes(RED) is None:
                    wins = self.fours(depth - 1) is not None
                self.board[own] = self.board[answer] = 0
                if wins:
                    return own
        return None

    def worthiest(self) -> int:
        worth = [0] * 81
        for line in LINES:
            fields = [x + 9 * y for x, y in line]
            values = [self.board[field] for field in fields]
            value = 0
            if RED not in values:
                value = (1, 8, 40, 200)[values.count(BLUE)]
            elif BLUE not in values:
                value = (0, 6, 30, 150)[values.count(RED)]
            for field in fields:
                worth[field] += value
        empty = [field for field in range(81) if self.board[field] == 0]
        best = [field for field in empty if worth[field] == max(worth[at] for at in empty)]
        return best[self.chance.draw(len(best))]

    def five(self, field: int) -> list[int] | None:
        for line in LINES:
            fields = [x + 9 * y for x, y in line]
            if field in fields and len({self.board[at] for at in fields}) == 1:
                return fields
        return None

    def play(self, color: int) -> int:
        """Play to the end and return the winner."""
        while len(self.moves) < 81:
            field, forced = self.known(RED) if color == RED else self.blue()
            self.board[field] = color
            self.moves.append((field, color, forced))
            if self.five(field):
                return color
            color = RED + BLUE - color
        return 0

    def lesson(self) -> Pattern | None:
        """Return the pattern that is learned from a game lost by red."""
        gathered = [3] * 81
        board = [0] * 81
        for number, (field, color, forced) in enumerate(self.moves):
            if color == RED and forced is None:
                gathered = [3] * 81
            elif color == RED and forced:
                for at, value in forced.fields:
                    gathered[at] = value
                if number:
                    # EP of the document: the board before the move at the focus, restricted to the fields
                    # of the pattern.
                    assert all(value in (3, board[at]) for at, value in enumerate(gathered)) or any(
                        board[at] == RED and gathered[at] == 0 for at in range(81)
                    )
            board[field] = color
        line = self.five(self.moves[-1][0])
        assert line
        for field in line:
            gathered[field] = BLUE
        moves = self.moves
        focus = moves[-1][0]
        gathered[focus] = 0
        level = 1
        moves = moves[:-1]
        while len(moves) >= 2 and moves[-1][2] is not None:
            focus = moves[-2][0]
            gathered[focus] = 0
            level += 1
            moves = moves[:-2]
        if BLUE not in gathered:
            return None
        rows, place = cut([gathered[9 * y : 9 * y + 9] for y in range(9)], (focus % 9, focus // 9))
        return rows, place, level


def training(
    opponent: str, games: int, seed: int, fallback: str = "random"
) -> tuple[Player, Iterator[int]]:
    """Return a player that has learned, and the winners of its games."""
    player = Player()
    winners = []
    for number in range(games):
        game = Game(player, opponent, Random(seed, number), fallback)
        winner = game.play(RED if number % 2 == 0 else BLUE)
        winners.append(winner)
        lesson = game.lesson() if winner == BLUE else None
        if lesson:
            player.store(lesson)
    return player, iter(winners)


def nearness(
    board: list[int],
    patterns: list[list[Placement]],
    color: int,
    base: int = 4,
    own: int = 1,
    other: int = 2,
    attack: int = 0,
) -> list[int]:
    """Return the value of each field for a color, from all placements of each pattern."""
    worth = [0] * 81
    different = [
        [field for field, _ in place.fields]
        for places in patterns
        for place in {(place.white, place.blue): place for place in places}.values()
    ]
    if attack and not has_three(board, different, RED + BLUE - color):
        base, own, other = attack, 1, 1
    for fields in different:
        values = [board[field] for field in fields]
        for stones, weight in ((color, own), (RED + BLUE - color, other)):
            if values.count(0) + values.count(stones) == len(values):
                for field in fields:
                    worth[field] += weight * base ** values.count(stones)
    return worth


def has_three(board: list[int], placements: list[list[int]], color: int) -> bool:
    """Whether a placement has three or more stones of a color, and otherwise empty fields."""
    for fields in placements:
        values = [board[field] for field in fields]
        if values.count(color) >= 3 and values.count(0) + values.count(color) == len(values):
            return True
    return False


def kn(player: Player) -> bytes:
    """Return the KN array of a player's patterns."""
    data = b""
    for (rows, (fx, fy), level), _ in player.patterns:
        width, height = len(rows[0]), len(rows)
        fields = [value for row in rows for value in row]
        tops = [width - 1, height - 1, fx, fy, level, fields.count(0), 0, fields.count(2), 0]
        for y in range(9):
            word = tops[y] << 24
            for x in range(9):
                word |= (rows[y][x] if y < height and x < width else 3) << 2 * x
            data += word.to_bytes(4, "little")
    return data


WINDOWS = [[x + 9 * y for x, y in line] for line in lines()]


def _completing(board: list[int], color: int) -> set[int]:
    """Return the empty fields at which a color makes five."""
    found = set()
    for window in WINDOWS:
        values = [board[field] for field in window]
        if values.count(color) == 4 and values.count(0) == 1:
            found.add(window[values.index(0)])
    return found


def wins(board: list[int], level: int) -> bool:
    """Whether blue, to move, wins within `level` moves; every move is tried against every answer and a
    pass.

    Fields of value 3 belong to nobody. A five of red refutes the win.
    """
    if _completing(board, 2):
        return True
    if level < 2:
        return False
    return any(_holds(_with(board, field, 2), level - 1) for field in _useful(board, level))


def _useful(board: list[int], level: int) -> list[int]:
    """Return the empty fields of the rows that blue can still fill within `level` moves."""
    rows = [[board[field] for field in window] for window in WINDOWS]
    return sorted(
        {
            field
            for window, values in zip(WINDOWS, rows, strict=True)
            if values.count(0) + values.count(2) == 5 and values.count(0) <= level
            for field in window
            if board[field] == 0
        }
    )


def _holds(board: list[int], level: int) -> bool:
    """Whether blue wins against every answer of red, who is to move and may pass."""
    if _completing(board, 1):
        return False
    fives = _completing(board, 2)
    answers = [field for field in range(81) if board[field] == 0 and (not fives or field in fives)]
    return all(wins(_with(board, field, 1), level) for field in answers) and wins(board, level)


def wins_by_fours(board: list[int], level: int) -> bool:
    """Whether blue wins within `level` moves, each of which makes a four or the five."""
    if _completing(board, 2):
        return True
    if level < 2:
        return False
    for field in range(81):
        if board[field] == 0:
            after = _with(board, field, 2)
            fives = _completing(after, 2)
            if len(fives) > 1:
                return True
            for answer in fives:
                answered = _with(after, answer, 1)
                if not _completing(answered, 1) and wins_by_fours(answered, level - 1):
                    return True
    return False


def _with(board: list[int], field: int, color: int) -> list[int]:
    return [*board[:field], color, *board[field + 1 :]]


WEIGHTS = (0, 1, 8, 40, 200)


def minimax(board: list[int], color: int, depth: int, made: int = 0) -> tuple[int, list[int]]:
    """Return the value for the color to move, `depth` moves ahead, and all best moves, after `made`
    moves.
    """
    stones = [field for field in range(81) if board[field]]
    moves = [
        field
        for field in range(81)
        if not board[field]
        and any(max(abs(field // 9 - at // 9), abs(field % 9 - at % 9)) <= 2 for at in stones)
    ]
    moves = moves or [field for field in range(81) if not board[field]]
    values = {}
    for field in moves if stones else [40]:
        after = _with(board, field, color)
        if any(field in window and all(after[at] == color for at in window) for window in WINDOWS):
            values[field] = 1_000_000 - made - 1
        elif 0 not in after:
            values[field] = 0
        elif depth == 1:
            values[field] = _value(after, color)
        else:
            values[field] = -minimax(after, 3 - color, depth - 1, made + 1)[0]
    best = max(values.values())
    return best, [field for field in values if values[field] == best]


def _value(board: list[int], color: int) -> int:
    found = 0
    for window in WINDOWS:
        values = [board[field] for field in window]
        own, others = values.count(color), values.count(3 - color)
        if not (own and others):
            found += WEIGHTS[own] - WEIGHTS[others]
    return found
