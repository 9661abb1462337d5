"""NOIRE's search on positions with known node counts, if the data are present."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from zet.engines.noire.solver import solve
from zet.engines.renju.model import SIDE, Game
from zet.formats.blanche import rule_set

DATA = Path(__file__).parents[3] / "shared/specs/noire/positions"
LEVELS = (1, 3, 5, 7)
STATUSES = {"win": "win", "no": "no-win", "?": "unknown"}
LIMIT = 1_000_000
FEW = 20_000


def known_positions() -> dict[str, Game]:
    """Parse blocks of a line `name side` and 15 rows of `.XO`, the top row first."""
    lines = [line for line in (DATA / "public_renju.txt").read_text().splitlines() if line.strip()]
    blocks = [line for line in lines if not line.startswith("#")]
    found = {}
    for at in range(0, len(blocks), SIDE + 1):
        name, side = blocks[at].split()
        rows = blocks[at + SIDE : at : -1]
        stones = {
            stone: [SIDE * y + x for y, x in product(range(SIDE), repeat=2) if rows[y][x] == stone]
            for stone in "XO"
        }
        found[name] = Game.build(stones["X"], stones["O"], "BW".index(side))
    return found


def known_counts(name: str) -> list[tuple[str, int, tuple[str, int, int, int]]]:
    """Return for each search the position, the level, and the status, length, nodes and depth."""
    found = []
    for line in (DATA / name).read_text().splitlines():
        if line.startswith("#"):
            continue
        head, *cells = line.split("|")
        for level, cell in zip(LEVELS, cells[: len(LEVELS)], strict=True):
            status, length, nodes, depth = cell.split()
            counts = STATUSES[status], int(length), int(nodes), int(depth)
            found.append((head.split()[0], level, counts))
    return found


def agree(rules: str, name: str, least: int, most: int) -> int:
    """Compare the search with all counts from `least` to `most` nodes; return their number."""
    if not DATA.exists():
        pytest.skip("the data is not here")
    positions, program = known_positions(), replace(rule_set(rules), order="thesis")
    asked = 0
    for position, level, wanted in known_counts(name):
        if least <= wanted[2] <= most:
            result = solve(positions[position], program, level=level, nodes=LIMIT)
            found = (result.status, result.length or 0, result.nodes, result.depth)
            assert found == wanted, (position, level)
            asked += 1
    return asked


@pytest.mark.parametrize(
    ("rules", "name"), [("sound", "golden_nodes_sound.txt"), ("thesis", "golden_nodes_faithful.txt")]
)
def test_few_nodes(rules: str, name: str) -> None:
    assert agree(rules, name, 0, FEW) > 50


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "name"), [("sound", "golden_nodes_sound.txt"), ("thesis", "golden_nodes_faithful.txt")]
)
def test_many_nodes(rules: str, name: str) -> None:
    assert agree(rules, name, FEW + 1, LIMIT) > 30
