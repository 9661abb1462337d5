"""Plain programs for the questions of docs/renju/cql.md; they share no code with zet.

Each takes a game and a number of moves, and returns the colors for which the question holds there: 0 for
black, 1 for white, None for a question that names no color.
"""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import product

Point = tuple[int, int]
Answers = set[int | None]

LINES = ((1, 0), (0, 1), (1, 1), (1, -1))
AROUND = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]


def inside(point: Point) -> bool:
    return 0 <= point[0] < 15 and 0 <= point[1] < 15


def along(point: Point, step: Point, count: int) -> Point:
    return point[0] + count * step[0], point[1] + count * step[1]


def apart(one: Point, other: Point) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


CENTER = (7, 7)
ROWS = [
    (step, [along((x, y), step, k) for k in range(-1, 6)])
    for step in LINES
    for x in range(15)
    for y in range(15)
    if inside(along((x, y), step, 4))
]
"""Every five points in a row, with the points beyond both ends, which may be off the board."""
ROWS_OF = {
    (x, y): [(number, row.index((x, y))) for number, (_, row) in enumerate(ROWS) if (x, y) in row]
    for x in range(15)
    for y in range(15)
}
"""The rows with a point, and its place in each."""
Picture = tuple[tuple[int | None, ...], tuple[bool, ...]]
Kinds = dict[tuple[int, int], set[int]]
TURNS = [(a, b, c, d) for a, b, c, d in product((-1, 0, 1), repeat=4) if abs(a * d - b * c) == 1]
TURNS = [turn for turn in TURNS if abs(turn[0]) + abs(turn[1]) == abs(turn[2]) + abs(turn[3]) == 1]
SQUARE = [(i, j) for i in range(-2, 3) for j in range(-2, 3)]


@cache
def around(point: Point) -> list[tuple[list[Point], tuple[bool, ...]]]:
    """Return the points around a point in each of the eight orientations, and which are on the board."""
    x, y = point
    turned = [[(x + a * i + b * j, y + c * i + d * j) for i, j in SQUARE] for a, b, c, d in TURNS]
    return [(points, tuple(map(inside, points))) for points in turned]


class Moment:
    """A position of a game: the colors of its stones by their points."""

    def __init__(self, moves: tuple[Point, ...], kinds: Kinds) -> None:
        self.moves = moves
        self.ply = len(moves)
        self.colors = {point: number % 2 for number, point in enumerate(moves)}
        self.last = moves[-1] if moves else (-1, -1)
        self.mover = (self.ply - 1) % 2 if moves else None
        self._kinds = kinds

    def rows(self, color: int, count: int) -> list[tuple[Point, list[Point]]]:
        """Return the fives with 3 to 5 stones of a color and no others; Black's have no sixth beside."""
        return [ROWS[number] for number in self._kinds[color, count]]

    def makes(self, color: int, count: int) -> bool:
        """Whether the last stone is in such a row of its own color."""
        return self.mover == color and any(self.last in row[1:6] for _, row in self.rows(color, count))

    @cached_property
    def pictures(self) -> list[Picture]:
        """The surroundings of the last stone, two points in each direction, in the eight orientations.

        Each has the colors of the points, and whether they are on the board.
        """
        return [
            (tuple(map(self.colors.get, points)), are_inside) for points, are_inside in around(self.last)
        ]

    def completing(self, color: int) -> set[Point]:
        return {point for _, row in self.rows(color, 4) for point in row[1:6] if point not in self.colors}


class Game:
    """The moments of a game, after each number of moves."""

    def __init__(self, moves: list[Point]) -> None:
        self.end = len(moves)
        every = list(counted(moves))
        self.at = cache(lambda ply: Moment(tuple(moves[:ply]), every[ply]))

    def before(self, ply: int, count: int) -> Moment:
        return self.at(ply - count)


def counted(moves: list[Point]) -> Iterator[Kinds]:
    """Yield the rows of each kind (a color, and 3 to 5 of its stones) after each number of moves."""
    stones = [[0, 0] for _ in ROWS]
    beside = [0] * len(ROWS)

    def kind(number: int) -> tuple[int, int]:
        black, white = stones[number]
        if (black and white) or (black and beside[number]):
            return 0, 0
        return (0, black) if black else (1, white)

    kinds: Kinds = {(color, count): set() for color in (0, 1) for count in range(6)}
    yield {key: set(kinds[key]) for key in kinds if key[1] > 2}
    for ply, point in enumerate(moves):
        for number, place in ROWS_OF[point]:
            kinds[kind(number)].discard(number)
            if 1 <= place <= 5:
                stones[number][ply % 2] += 1
            elif ply % 2 == 0:
                beside[number] += 1
            kinds[kind(number)].add(number)
        yield {key: set(kinds[key]) for key in kinds if key[1] > 2}


Question = Callable[[Game, int], Answers]


def both(holds: Callable[[Game, int, int], bool]) -> Question:
    """Return a question that is asked for each color."""
    return lambda game, ply: {color for color in (0, 1) if holds(game, ply, color)}


def once(holds: Callable[[Game, int], bool]) -> Question:
    """Return a question that names no color."""
    return lambda game, ply: {None} if holds(game, ply) else set()


def fours_in_succession(count: int) -> Callable[[Game, int, int], bool]:
    def holds(game: Game, ply: int, color: int) -> bool:
        plies = [ply - 2 * k for k in range(count)]
        return plies[-1] >= 0 and all(game.at(one).makes(color, 4) for one in plies)

    return holds


def five_after_fours(game: Game, ply: int, color: int) -> bool:
    return ply >= 6 and game.at(ply).makes(color, 5) and fours_in_succession(3)(game, ply - 2, color)


def chain_of_fours(game: Game, ply: int, color: int) -> bool:
    count = 0
    while ply and ply + 2 * count < game.end and game.at(ply + 2 * count).makes(color, 4):
        count += 1
        later = ply + 2 * count
        if count > 1 and later <= game.end and game.at(later).makes(color, 5):
            return True
    return False


def first_four(game: Game, ply: int) -> bool:
    moments = (game.at(one) for one in range(1, game.end + 1))
    return ply == 0 and any(one.makes(color, 4) for one in moments for color in (0, 1))


def neighbors(game: Game, ply: int) -> Iterator[int | None]:
    moment = game.at(ply)
    for step in AROUND:
        point = along(moment.last, step, 1)
        if inside(point):
            yield moment.colors.get(point)


def alone(game: Game, ply: int) -> bool:
    return ply > 0 and [*neighbors(game, ply)] == [None] * 8


def smothered(game: Game, ply: int) -> bool:
    found = [*neighbors(game, ply)] if ply else []
    return len(found) == 8 and None not in found


def echo(game: Game, ply: int) -> bool:
    if ply < 1 or sum(color is not None for color in game.at(ply).pictures[0][0]) < 4:
        return False
    picture = game.at(ply).pictures[TURNS.index((1, 0, 0, 1))]
    return any(picture in game.at(before).pictures for before in range(ply - 2, 0, -2))


def first_stone_wins(game: Game, ply: int, color: int) -> bool:
    moment = game.at(ply)
    rows = [row for _, row in moment.rows(color, 5) if moment.last in row[1:6]]
    return moment.mover == color and any(moment.moves[0] in row[1:6] for row in rows)


def back(game: Game, ply: int) -> bool:
    return ply > 2 and apart(game.at(ply).last, game.before(ply, 2).last) == 1


def steps_on(game: Game, ply: int) -> bool:
    if ply < 5:
        return False
    one, two, three = (game.before(ply, count).last for count in (0, 2, 4))
    step = two[0] - one[0], two[1] - one[1]
    return apart(one, two) == 1 and along(two, step, 1) == three


def far_away(game: Game, ply: int) -> bool:
    moment = game.at(ply)
    return ply > 1 and not any(1 <= apart(moment.last, other) <= 3 for other in moment.colors)


def mirrored(game: Game, ply: int) -> bool:
    if ply < 2:
        return False
    (x, y), (a, b) = game.at(ply).last, game.before(ply, 1).last
    return (x, y) == (14 - a, 14 - b)


def split_three(game: Game, ply: int, color: int) -> bool:
    moment = game.at(ply)
    if moment.mover != color:
        return False
    for step in AROUND:
        points = [along(moment.last, step, k) for k in range(1, 5)]
        found = [moment.colors.get(point) for point in points]
        if all(map(inside, points)) and found == [None, color, color, 1 - color]:
            return True
    return False


def blocked_three(game: Game, ply: int, color: int) -> bool:
    moment = game.at(ply)
    ends = [(row[0], row[6]) for _, row in moment.rows(color, 3)]
    return any(moment.colors.get(one) == moment.colors.get(other) == 1 - color for one, other in ends)


def block_of_four(game: Game, ply: int, color: int) -> bool:
    moment = game.at(ply)
    x, y = moment.last
    squares = ([(x, y), (x + i, y), (x, y + j), (x + i, y + j)] for i in (-1, 1) for j in (-1, 1))
    return ply > 0 and any(all(moment.colors.get(point) == color for point in one) for one in squares)


def knights(game: Game, ply: int, color: int) -> bool:
    moment = game.at(ply)
    if moment.mover != color:
        return False
    for ahead in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        for left in ((-ahead[1], ahead[0]), (ahead[1], -ahead[0])):
            one = along(along(moment.last, ahead, 2), left, 1)
            other = along(along(moment.last, ahead, 4), left, 0)
            if moment.colors.get(one) == moment.colors.get(other) == color:
                return True
    return False


def quiet_opponent(game: Game, ply: int, color: int) -> bool:
    if ply != 1:
        return False
    for later in range(2, game.end + 1):
        if game.at(later).rows(color, 5):
            return not any(game.at(one).rows(1 - color, 3) for one in range(1, later))
    return False


def missed_five(game: Game, ply: int, color: int) -> bool:
    if ply % 2 != color or ply == game.end or not game.at(ply).completing(color):
        return False
    return not game.at(ply + 1).rows(color, 5)


def five_against_four(game: Game, ply: int, color: int) -> bool:
    moment = game.at(ply)
    return moment.makes(color, 5) and ply > 0 and bool(game.before(ply, 1).completing(1 - color))


def crossing_fives(game: Game, ply: int, color: int) -> bool:
    return len({step for step, _ in game.at(ply).rows(color, 5)}) > 1


def equally_far(game: Game, ply: int) -> bool:
    if ply < 3:
        return False
    one, two, three = (game.before(ply, count).last for count in range(3))
    return apart(one, two) == apart(one, three)


def crowded_center(game: Game, ply: int) -> bool:
    return sum(apart(point, CENTER) <= 2 for point in game.at(ply).colors) >= 12


def leads_by_threes(game: Game, ply: int, color: int) -> bool:
    moment = game.at(ply)
    return len(moment.rows(color, 3)) > len(moment.rows(1 - color, 3)) + 4


def straight_path(game: Game, ply: int) -> bool:
    """Whether each of the last three moves is nearer to the edge than the move before it."""
    if ply < 3:
        return False
    edges = [min(*(min(one, 14 - one) for one in game.before(ply, count).last)) for count in range(3)]
    return edges[0] < edges[1] < edges[2]


def near_edge_five(game: Game, ply: int, color: int) -> bool:
    x, y = game.at(ply).last
    return game.at(ply).makes(color, 5) and min(x, y, 14 - x, 14 - y) == 0


def four_fours(game: Game, ply: int, color: int) -> bool:
    if ply:
        return False
    count = sum(game.at(one).makes(color, 4) for one in range(1, game.end + 1))
    every = sum(game.at(one).makes(side, 4) for side in (0, 1) for one in range(1, game.end + 1))
    return every >= 4 and 100 * count // every >= 75


QUESTIONS: dict[str, Question] = {
    "most-fives": both(lambda game, ply, color: len(game.at(ply).completing(color)) > 1),
    "fours-in-succession": both(fours_in_succession(2)),
    "five-after-three-fours": both(five_after_fours),
    "chain-of-fours": both(chain_of_fours),
    "first-four": once(first_four),
    "stone-alone": once(alone),
    "stone-smothered": once(smothered),
    "first-stone-wins": both(first_stone_wins),
    "longest-games": once(lambda game, ply: ply == game.end),
    "short-wins": both(lambda game, ply, color: ply <= 25 and game.at(ply).makes(color, 5)),
    "back-to-the-last": once(back),
    "steps-on": once(steps_on),
    "far-away": once(far_away),
    "mirrored-answer": once(mirrored),
    "split-three": both(split_three),
    "blocked-three": both(blocked_three),
    "block-of-four": both(block_of_four),
    "knights": both(knights),
    "quiet-opponent": both(quiet_opponent),
    "missed-five": both(missed_five),
    "five-against-four": both(five_against_four),
    "crossing-fives": both(crossing_fives),
    "equally-far": once(equally_far),
    "crowded-center": once(crowded_center),
    "leads-by-threes": both(leads_by_threes),
    "toward-the-edge": once(straight_path),
    "five-at-the-edge": both(near_edge_five),
    "three-quarters-of-fours": both(four_fours),
    "fields-of-both": once(
        lambda game, ply: bool(game.at(ply).completing(0) & game.at(ply).completing(1))
    ),
    "fields-of-either": once(
        lambda game, ply: len(game.at(ply).completing(0) | game.at(ply).completing(1)) > 2
    ),
    "four-against-four": both(
        lambda game, ply, color: (
            ply > 1 and game.at(ply).makes(color, 4) and game.before(ply, 1).makes(1 - color, 4)
        )
    ),
    "echo": once(echo),
    "corner": once(
        lambda game, ply: ply > 0 and all(min(one, 14 - one) < 3 for one in game.at(ply).last)
    ),
}
