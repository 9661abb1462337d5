"""Boards that reveal a search which overlooks answers, and a check of NOIRE's verdict on a board.

Half of the boards are crowded with lines of one color through common points: threes that become double
threes, fours and overlines, forbidden or not, with stones of the other color at random ends. Many are at
an edge. The other half are known traps, with a few stones added, removed and moved: boards on which a
stone far from an open three prevents Black from extending it.
"""

from collections.abc import Iterator
from random import Random

from zet.engines.noire.program import Program
from zet.engines.noire.solver import solve
from zet.engines.renju.model import BLACK, SIDE, WHITE, Game
from zet.engines.renju.proof import verify
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import solve as solve_by_threats
from zet.formats.renju.position import loads

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
TRAPS = [
    loads(line)
    for line in (
        "f7f8g8g10h10e11d12/h11g12i12j13l13i14i15 black",
        "f4g5i5l5j6l7m7i8k8j9/j2k4h5m5l6m6n6h7 black",
        "f3f4g4d5g5e6b7e7e8k8d10f10i10f12h13/d3d4g6i6d8g8c9e9f11 black",
    )
]
NODES = 5_000
THREATS_NODES = 2_000


def boards(seed: int, count: int) -> Iterator[Game]:
    """Yield `count` boards without five or more in a row, with either side to move."""
    random = Random(seed)
    while count:
        stones = _crowd(random) if random.random() < 0.5 else _trap(random)
        game = Game.build(
            [cell for cell, color in stones.items() if color == BLACK],
            [cell for cell, color in stones.items() if color == WHITE],
            BLACK if random.random() < 0.7 else WHITE,
        )
        if not Board.of(game, "freestyle").has_any_five():
            count -= 1
            yield game


def _trap(random: Random) -> dict[int, int]:
    """Return the stones of a trap after some changes, shifted, and in any rotation or reflection."""
    trap = random.choice(TRAPS)
    stones = {divmod(cell, SIDE): color for color, cells in enumerate(trap.stones()) for cell in cells}
    for _ in range(random.randint(0, 10)):
        at = random.choice(list(stones))
        if random.random() < 0.4:
            stones.pop(at)
        else:
            near = at[0] + random.randint(-3, 3), at[1] + random.randint(-3, 3)
            stones.setdefault(near, random.choice((BLACK, WHITE)))
    least = [-min(place[k] for place in stones) for k in range(2)]
    most = [SIDE - 1 - max(place[k] for place in stones) for k in range(2)]
    rows, columns = (random.randint(min(a, b), max(a, b)) for a, b in zip(least, most, strict=True))
    turned = random.randrange(8)
    found = {}
    for (row, column), color in stones.items():
        at = row + rows, column + columns
        if min(at) < 0 or max(at) >= SIDE:
            continue
        if turned & 1:
            at = SIDE - 1 - at[0], at[1]
        if turned & 2:
            at = at[0], SIDE - 1 - at[1]
        if turned & 4:
            at = at[1], at[0]
        found[SIDE * at[0] + at[1]] = color
    return found


def _crowd(random: Random) -> dict[int, int]:
    """Return stones, many of them on lines through a few points."""
    size = random.randint(7, 11)
    x, y = (random.choice((0, SIDE - size, random.randint(0, SIDE - size))) for _ in range(2))
    stones: dict[int, int] = {}

    def put(column: int, row: int, color: int) -> None:
        if x <= column < x + size and y <= row < y + size:
            stones.setdefault(SIDE * row + column, color)

    for _ in range(random.randint(1, 4)):
        # Lines of one color through a point that may stay empty, with stones of the other color at some
        # ends.
        color = BLACK if random.random() < 0.8 else WHITE
        column, row = x + random.randrange(size), y + random.randrange(size)
        for dx, dy in random.sample(STEPS, random.randint(2, 4)):
            places = random.sample([-4, -3, -2, -1, 1, 2, 3, 4], random.choice((2, 2, 2, 3, 3, 4)))
            for place in places:
                put(column + place * dx, row + place * dy, color)
            if random.random() < 0.4:
                place = random.choice((min(places) - 1, max(places) + 1))
                put(column + place * dx, row + place * dy, 1 - color)
    share = random.choice((0.3, 0.5, 0.7))
    for _ in range(random.randint(0, size * size // 4)):
        color = BLACK if random.random() < share else WHITE
        put(x + random.randrange(size), y + random.randrange(size), color)
    return stones


def contradiction(game: Game, program: Program) -> tuple[str, str]:
    """Return NOIRE's verdict on a board, and the contradiction by the plain rules or the threat search,
    if any.

    A win must have a valid proof that is no longer than claimed; the threat search must not exclude the
    win, nor prove that the shortest win is longer. A verdict of no win is contradicted by a win by fours
    alone.
    """
    found = solve(game, program, nodes=NODES, prove=True)
    if found.status == "win":
        if found.proof is None:
            return "win", "there is no proof"
        if found.length is None or found.proof.length > found.length:
            return "win", f"the proof takes {found.proof.length} moves, not {found.length}"
        if fault := verify(game, found.proof, game.side):
            return "win", str(fault)
        by_threats = solve_by_threats(game, shortest=True, nodes=THREATS_NODES)
        if by_threats.status == "no-win":
            return "win", "there is no win by threats"
        if by_threats.proof and by_threats.shortest:
            if found.length < by_threats.proof.length:
                return "win", f"said in {found.length}, the shortest takes {by_threats.proof.length}"
            return (
                "win, the shortest known" if found.length > by_threats.proof.length else "shortest win",
                "",
            )
        return "win", ""
    if found.status == "no-win":
        by_fours = solve_by_threats(game, threats="fours", nodes=THREATS_NODES)
        return "no-win", "there is a win by fours" if by_fours.status == "win" else ""
    return found.status, ""
