"""Tables that describe a board for the kernels: neighbors, symmetries, and hash keys of positions."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from zet.engines.kernel.rng import splitmix64
from zet.engines.walls.constants import N_SYMMETRIES
from zet.engines.walls.model import Board, Position


@dataclass(frozen=True, slots=True)
class Shape:
    """A board as a graph, as in the game Strings and Coins: boxes are nodes, inner fences are edges.

    Fences on the border lead to an additional node, the ground. Move m < n_edges paints edge m; move
    n_edges + b paints a ground fence of box b. `images[s * (n_moves + 1) + m]` is the image of move m
    under symmetry s, and `origins` lists the preimages in the same way. `keys` consists of groups of
    eight hash keys, one key for each symmetry: first a group for each edge, then four groups for each
    box (for 1, 2, 3 and 4 ground fences).

    `sides` lists the two boxes of each fence, where the number after the last box is the ground;
    `box_images` lists the images of the boxes, and `names` lists eight random odd numbers for each box
    and for the ground. A board that is not square has only the first four symmetries.
    """

    n_boxes: int
    n_edges: int
    n_symmetries: int
    move_of: list[int]
    edge_box: list[int]
    side_edge: list[int]
    images: list[int]
    origins: list[int]
    keys: list[int]
    sides: list[int]
    box_images: list[int]
    names: list[int]
    tempo_key: int


def symmetries(board: Board) -> list[Callable[[int, int], tuple[int, int]]]:
    """Return the symmetries of a board's matrix: identity, half turn, two mirrors; if square, four more.

    The additional four are the mirrors in the two diagonals, then the two quarter turns.
    """
    height, width = 2 * board.rows, 2 * board.columns
    found: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (row, column),
        lambda row, column: (height - row, width - column),
        lambda row, column: (row, width - column),
        lambda row, column: (height - row, column),
    ]
    if board.rows == board.columns:
        found += [
            lambda row, column: (column, row),
            lambda row, column: (width - column, height - row),
            lambda row, column: (column, height - row),
            lambda row, column: (width - column, row),
        ]
    return found


@lru_cache
def shape(board: Board) -> Shape:
    """Return the tables of a board, computed once for each board."""
    edges = [fence for fence, boxes in enumerate(board.boxes_of) if len(boxes) == 2]
    n_edges, n_boxes = len(edges), board.n_boxes
    edge_of = {fence: edge for edge, fence in enumerate(edges)}
    move_of = [
        edge_of[fence] if fence in edge_of else n_edges + boxes[0]
        for fence, boxes in enumerate(board.boxes_of)
    ]
    places = [board.fences[fence] for fence in edges] + [board.box_place(box) for box in range(n_boxes)]
    number = {place: move for move, place in enumerate(places)}
    maps = symmetries(board)
    images, origins, box_images = [], [], []
    for index in range(N_SYMMETRIES):
        image = [number[maps[index % len(maps)](*place)] for place in places]
        n_moves = len(image)
        images += [*image, n_moves]
        origins += [*sorted(range(n_moves), key=image.__getitem__), n_moves]
        box_images += [*(move - n_edges for move in image[n_edges:]), n_boxes]
    return Shape(
        n_boxes=n_boxes,
        n_edges=n_edges,
        n_symmetries=len(maps),
        move_of=move_of,
        edge_box=[box for fence in edges for box in board.boxes_of[fence]],
        side_edge=[edge_of.get(fence, -1) for sides in board.fences_of for fence in sides],
        images=images,
        origins=origins,
        keys=_keys(n_edges, n_boxes, images),
        sides=[box for boxes in board.boxes_of for box in (*boxes, n_boxes)[:2]],
        box_images=box_images,
        names=_names(n_boxes, box_images),
        tempo_key=next(splitmix64(1)),
    )


def _keys(n_edges: int, n_boxes: int, images: list[int]) -> list[int]:
    """Return the `keys` of a Shape, given its `images`.

    Every item, which is an edge or a number of ground fences of a box, has a random number. The eight
    keys of an item's group are the random numbers of the item's eight images.
    """
    numbers = splitmix64(2)
    items = [next(numbers) for _ in range(n_edges + 4 * n_boxes)]
    keys = []
    for item in range(len(items)):
        box, count = divmod(item - n_edges, 4)
        for index in range(N_SYMMETRIES):
            image = images[index * (n_edges + n_boxes + 1) :]
            if item < n_edges:
                keys.append(items[image[item]])
            else:
                keys.append(items[n_edges + 4 * (image[n_edges + box] - n_edges) + count])
    return keys


def _names(n_boxes: int, box_images: list[int]) -> list[int]:
    """Return the `names` of a Shape: the random numbers of the eight images of each box.

    The ground has eight numbers, too; they are equal, as every image of the ground is the ground.
    """
    numbers = splitmix64(4)
    own = [next(numbers) | 1 for _ in range(n_boxes + 1)]
    return [
        own[box_images[index * (n_boxes + 1) + box]]
        for box in range(n_boxes + 1)
        for index in range(N_SYMMETRIES)
    ]


def fence_keys(board: Board) -> list[int]:
    """Return a random 64-bit number for each fence.

    The key of a set of fences is the XOR of their numbers.
    """
    numbers = splitmix64(3)
    return [next(numbers) for _ in board.fences]


def classes_of_moves(position: Position) -> list[list[int]]:
    """Return the free fences grouped into classes that are equivalent under the position's symmetries."""
    board = position.board
    number = {place: fence for fence, place in enumerate(board.fences)}
    images = [[number[image(*place)] for place in board.fences] for image in symmetries(board)]
    images = [
        image
        for image in images
        if all(position.fences[to] == owner for to, owner in zip(image, position.fences, strict=True))
    ]
    found: list[list[int]] = []
    for fence in position.free:
        if not any(fence in group for group in found):
            found.append(sorted({image[fence] for image in images}))
    return found
