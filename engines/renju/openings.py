"""The 26 opening patterns of renju by name.

Black begins in the center, White answers next to it, and Black plays the third stone within two lines
of the center. Up to rotation and reflection there are 13 direct patterns (White orthogonally next to the
center) and 13 indirect patterns (White diagonally). Sources: P.P. Kruijsen, Kennis en renju (2001),
figure 3.2, and the names of the Renju International Federation.
"""

from dataclasses import dataclass

from zet.engines.renju.model import CENTER, PASS, SIDE, Game, cell_of


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening pattern: code (D1 to D13 direct, I1 to I13 indirect), name, and three moves."""

    code: str
    name: str
    moves: tuple[int, int, int]


def _openings(letter: str, second: str, thirds: str) -> list[Opening]:
    found = []
    for number, entry in enumerate(thirds.split(), 1):
        third, name = entry.split(":")
        found.append(Opening(f"{letter}{number}", name, (CENTER, cell_of(second), cell_of(third))))
    return found


OPENINGS = tuple(
    _openings(
        "D",
        "h9",
        "h10:Kansei i10:Keigetsu j10:Sosei i9:Kagetsu j9:Zangetsu i8:Ugetsu j8:Kinsei h7:Shogetsu"
        " i7:Kyugetsu j7:Shingetsu h6:Zuisei i6:Sangetsu j6:Yusei",
    )
    + _openings(
        "I",
        "i9",
        "j10:Chosei j9:Kyogetsu j8:Kosei j7:Suigetsu j6:Ryusei i8:Ungetsu i7:Hogetsu i6:Rangetsu"
        " h7:Gingetsu h6:Myojo g7:Shagetsu g6:Meigetsu f6:Suisei",
    )
)


def turned(cell: int, symmetry: int, size: int = SIDE) -> int:
    """Return the image of a cell under one of the 8 symmetries of a board; 0 is the identity."""
    if cell == PASS:
        return PASS
    y, x = divmod(cell, size)
    if symmetry & 1:
        x = size - 1 - x
    if symmetry & 2:
        y = size - 1 - y
    if symmetry & 4:
        x, y = y, x
    return size * y + x


def centered(opening: Opening, size: int) -> Game:
    """Return a game with the moves of an opening, centered on a board of `size` points per side."""
    shift = size // 2 - SIDE // 2
    places = (divmod(cell, SIDE) for cell in opening.moves)
    return Game(moves=tuple(size * (y + shift) + x + shift for y, x in places), size=size)


_BY_MOVES = {
    tuple(turned(cell, symmetry) for cell in opening.moves): opening
    for symmetry in range(7, -1, -1)
    for opening in OPENINGS
}


def opening_of(game: Game) -> Opening | None:
    """Return the opening pattern of a game up to symmetry, or None; only 15x15 boards have patterns."""
    if game.size != SIDE or game.black or game.white or game.first:
        return None
    return _BY_MOVES.get(game.moves[:3])
