"""Random Tectonic puzzles of every kind that the model allows, for the tests of the formats."""

from hypothesis import strategies as st

from zet.engines.tectonic.model import MISSING, Puzzle

# The characters that XML can represent: no control characters, no lone surrogates.
XML_TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"], exclude_characters="\ufeff"),
    max_size=12,
)


@st.composite
def puzzles(
    draw: st.DrawFn,
    *,
    connected: bool = False,
    max_side: int = 8,
    max_piece: int = 64,
    whole: bool = False,
) -> Puzzle:
    """Draw a puzzle: any partition (pieces may be disconnected), with givens that do not conflict.

    Some cells may be missing unless it is `whole`.
    """
    width = draw(st.integers(1, max_side))
    height = draw(st.integers(1, max_side))
    n_cells = width * height
    missing: set[int] = set()
    if not whole and n_cells > 1 and draw(st.integers(0, 3)) == 0:
        missing = set(draw(st.lists(st.integers(0, n_cells - 2), max_size=n_cells // 2)))
    labels: list[int | None]
    if connected or draw(st.booleans()):
        labels = walk(draw(numbers(n_cells, 2)), width, max_piece, missing)
    else:
        labels = [*limited(draw(numbers(n_cells, draw(st.integers(0, n_cells - 1)))), max_piece)]
        labels = [None if cell in missing else label for cell, label in enumerate(labels)]
    sizes = [0 if label is None else labels.count(label) for label in labels]
    wanted = draw(numbers(n_cells, 100))
    givens = [0] * n_cells
    for cell in range(n_cells):
        digit = wanted[cell] % (2 * sizes[cell] + 2)
        if 0 < digit <= sizes[cell] and not clashes(labels, givens, width, cell, digit):
            givens[cell] = digit
    notes = None
    if draw(st.booleans()):
        masks = draw(numbers(n_cells, 2**20))
        notes = [mask * mask % (1 << size) for mask, size in zip(masks, sizes, strict=True)]
    return Puzzle.build(width, height, labels, givens, notes, draw(XML_TEXT), draw(XML_TEXT))


def numbers(count: int, most: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, most), min_size=count, max_size=count)


def walk(choices: list[int], width: int, max_piece: int, missing: set[int]) -> list[int | None]:
    """Return labels of connected pieces: each cell joins the cell above or to the left, or starts a
    piece.
    """
    labels: list[int | None] = []
    for cell, choice in enumerate(choices):
        label: int | None = None
        if choice == 1 and cell >= width:
            label = labels[cell - width]
        elif choice == 2 and cell % width:
            label = labels[cell - 1]
        if label is None or labels.count(label) >= max_piece:
            label = cell
        labels.append(None if cell in missing else label)
    return labels


def limited(labels: list[int], max_piece: int) -> list[int]:
    """Return the labels; cells that would make a piece too large become pieces of their own."""
    kept: list[int] = []
    for cell, label in enumerate(labels):
        kept.append(label if kept.count(label) < max_piece else -1 - cell)
    return kept


def clashes(labels: list[int | None], givens: list[int], width: int, cell: int, digit: int) -> bool:
    row, column = divmod(cell, width)
    return any(
        givens[other] == digit
        and (
            labels[other] == labels[cell]
            or max(abs(other // width - row), abs(other % width - column)) == 1
        )
        for other in range(cell)
    )


def is_connected(puzzle: Puzzle, piece: int) -> bool:
    """Whether the cells of a piece are connected by sides, by a slow method."""
    left = {divmod(cell, puzzle.width) for cell, own in enumerate(puzzle.pieces) if own == piece}
    reached = {min(left)}
    while more := {
        (row, column)
        for row, column in left - reached
        if reached & {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    }:
        reached |= more
    return reached == left


def has_walls(puzzle: Puzzle) -> bool:
    """Whether walls between cells determine the pieces."""
    return all(is_connected(puzzle, piece) for piece in set(puzzle.pieces) - {MISSING})
