"""Boards and positions of walls, compared with a slow game on a grid of characters."""

import pickle
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings, strategies as st
from rounds import rounds
from walls_positions import games, without_log

from zet.engines.walls.model import FIRST, FREE, SECOND, Position, PositionError, board
from zet.engines.walls.shape import classes_of_moves

MOVES = "zet.engines.walls._moves"

some = settings(max_examples=rounds(200))


class Grid:
    """A game on the original's matrix: `1` or `2` for the player who owns a place, else blank."""

    def __init__(self, rows: int, columns: int, *, extra_move: bool) -> None:
        self.cells = [[" "] * (2 * columns + 1) for _ in range(2 * rows + 1)]
        self.extra_move = extra_move
        self.player = "1"

    def paint(self, row: int, column: int) -> None:
        before = self.boxes()
        self.cells[row][column] = self.player
        for y, x in self.closed() - before:
            self.cells[y][x] = self.player
        if not self.extra_move or self.boxes() == before:
            self.player = {"1": "2", "2": "1"}[self.player]

    def closed(self) -> set[tuple[int, int]]:
        return {
            (y, x)
            for y in range(1, len(self.cells), 2)
            for x in range(1, len(self.cells[0]), 2)
            if " " not in (self.cells[y - 1][x] + self.cells[y + 1][x] + self.cells[y][x - 1])
            and self.cells[y][x + 1] != " "
        }

    def boxes(self) -> set[tuple[int, int]]:
        return {(y, x) for y, x in self.closed() if self.cells[y][x] != " "}

    def score(self, player: str) -> int:
        return sum(row[1::2].count(player) for row in self.cells[1::2])


def at(grid: Grid, place: tuple[int, int]) -> int:
    return int(grid.cells[place[0]][place[1]].strip() or 0)


def replayed(position: Position) -> Iterator[tuple[Grid, Position]]:
    """Yield the game on the grid and in the model, at the start and after each move."""
    size = position.board
    grid = Grid(size.rows, size.columns, extra_move=position.extra_move)
    own = Position.empty(size, extra_move=position.extra_move)
    yield grid, own
    for fence in position.moves or ():
        grid.paint(*size.fences[fence])
        own = own.after(fence)
        yield grid, own


@some
@given(games())
def test_every_move_does_what_it_does_on_the_grid(position: Position) -> None:
    for grid, own in replayed(position):
        assert own.score == (grid.score("1"), grid.score("2"))
        assert own.to_move == int(grid.player)
        assert list(own.fences) == [at(grid, place) for place in own.board.fences]
        places = [own.board.box_place(box) for box in range(own.board.n_boxes)]
        assert list(own.boxes) == [at(grid, place) for place in places]
        assert own.free == [n for n, place in enumerate(own.board.fences) if at(grid, place) == 0]
        assert own.is_over == (not own.free)
    assert own == position


@some
@given(games())
def test_gain_is_what_the_score_grows_by(position: Position) -> None:
    for fence in position.free:
        after = position.after(fence)
        assert sum(after.score) - sum(position.score) == position.gain(fence)
        assert after.score[2 - position.to_move] == position.score[2 - position.to_move]


@some
@given(games(), st.data())
def test_undo_goes_back_to_where_the_game_was(position: Position, data: st.DataObject) -> None:
    history = [own for _, own in replayed(position)]
    count = data.draw(st.integers(0, len(history) - 1))
    assert position.undo(count) == history[-1 - count]


def test_undo_needs_the_moves() -> None:
    position = Position.played(board(1, 1), [0, 1])
    with pytest.raises(PositionError, match=r"^3 moves cannot be taken back, as the game has only 2$"):
        position.undo(3)
    with pytest.raises(
        PositionError, match=r"^the order of play is not known, so no move can be taken back$"
    ):
        without_log(position).undo()


@some
@given(games())
def test_build_takes_every_position_that_was_played(position: Position) -> None:
    for _, own in replayed(position):
        built = Position.build(own.board, own.fences, own.boxes, own.to_move, extra_move=own.extra_move)
        assert built == without_log(own)


def refusal(position: Position, fences: bytes, boxes: bytes, turn: int) -> str:
    with pytest.raises(PositionError) as caught:
        Position.build(position.board, fences, boxes, turn, extra_move=position.extra_move)
    return str(caught.value)


def with_one(values: bytes, index: int, value: int) -> bytes:
    return values[:index] + bytes([value]) + values[index + 1 :]


@some
@given(games())
def test_build_refuses_boxes_that_their_fences_deny(position: Position) -> None:
    for box, owner in enumerate(position.boxes):
        row, column = position.board.box_place(box)
        painters = {position.fences[side] for side in position.board.fences_of[box]}
        for other in {FREE, FIRST, SECOND} - {owner}:
            boxes = with_one(position.boxes, box, other)
            if FREE in painters:
                reason = f"the box at [{row},{column}] has an owner, but is not closed"
            elif other == FREE:
                reason = f"the box at [{row},{column}] is closed, but has no owner"
            elif other not in painters:
                reason = f"the box at [{row},{column}] belongs to a player who painted none of its fences"
            else:
                continue
            assert refusal(position, position.fences, boxes, position.to_move) == reason


@some
@given(games())
def test_build_refuses_the_other_player_s_turn(position: Position) -> None:
    other = FIRST + SECOND - position.to_move
    painted = len(position.fences) - len(position.free)
    if not position.extra_move:
        fences = "fence" if painted == 1 else "fences"
        reason = f"with {painted} {fences} painted, it is the other player's turn"
        assert refusal(position, position.fences, position.boxes, other) == reason
    elif not any(position.gain(fence) == 2 for fence in range(len(position.fences))):
        # No fence parts two boxes that are closed, so each move has taken one box at most.
        reason = "it must be the other player's turn"
        assert refusal(position, position.fences, position.boxes, other).endswith(reason)


def test_build_refuses_fences_that_no_turns_give() -> None:
    start = Position.empty(board(1, 2))
    reason = "the players take turns, but the first has painted {} fences and the second {}"
    assert refusal(start, bytes([1, 1, 0, 0, 0, 0, 0]), bytes(2), SECOND) == reason.format(2, 0)
    assert refusal(start, bytes([2, 0, 0, 0, 0, 0, 0]), bytes(2), FIRST) == reason.format(0, 1)
    start = Position.empty(board(1, 2), extra_move=True)
    reason = "with {} and {} fences painted and 0 and 0 boxes taken, it must be the other player's turn"
    assert refusal(start, bytes([1, 1, 0, 0, 0, 0, 0]), bytes(2), SECOND) == reason.format(2, 0)
    assert refusal(start, bytes(7), bytes(2), SECOND) == reason.format(0, 0)


@pytest.mark.parametrize("extra_move", [False, True])
def test_build_on_a_board_of_two_boxes_misses_little(extra_move: bool) -> None:
    size = board(1, 2)
    reached = {}
    left = [Position.empty(size, extra_move=extra_move)]
    while left:
        position = left.pop()
        key = position.fences, position.boxes, position.to_move
        if key not in reached:
            reached[key] = position
            left += [position.after(fence) for fence in position.free]
    built = set()
    for fences, boxes, turn in product(
        product(range(3), repeat=7), product(range(3), repeat=2), (FIRST, SECOND)
    ):
        try:
            Position.build(size, bytes(fences), bytes(boxes), turn, extra_move=extra_move)
        except PositionError:
            continue
        built.add((bytes(fences), bytes(boxes), turn))
    assert len(reached) == 950
    assert built > reached.keys()
    # The rest have an order of play that only a search could exclude.
    assert len(built) == (1037 if extra_move else 1043)


def test_fences_are_numbered_down_the_columns_of_the_matrix() -> None:
    size = board(1, 2)
    assert size.fences == ((1, 0), (0, 1), (2, 1), (1, 2), (0, 3), (2, 3), (1, 4))
    assert [size.fence_at(place) for place in size.fences] == list(range(7))
    assert size.boxes_of == ((0,), (0,), (0,), (0, 1), (1,), (1,), (1,))
    assert [size.box_place(box) for box in range(2)] == [(1, 1), (1, 3)]


def test_the_board_of_the_original() -> None:
    size = board(6, 6)
    assert (size.name, size.n_fences, size.n_boxes) == ("6x6", 84, 36)


@pytest.mark.parametrize("place", [(0, 0), (1, 1), (-1, 0), (0, 5), (3, 0), (0, -1)])
def test_where_there_is_no_fence(place: tuple[int, int]) -> None:
    with pytest.raises(PositionError, match=rf"^no fence at \[{place[0]},{place[1]}\] on a 1x2 board$"):
        board(1, 2).fence_at(place)


@pytest.mark.parametrize("size", [(0, 1), (1, 0), (17, 1), (1, 17), (-1, 3)])
def test_sizes_that_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(
        PositionError, match=rf"^a board has 1 to 16 boxes per side, not {size[0]}x{size[1]}$"
    ):
        board(*size)


def test_a_fence_is_painted_once() -> None:
    with pytest.raises(PositionError, match=r"^the fence at \[0,1\] is already painted$"):
        Position.played(board(1, 1), [1, 0, 1])


def test_positions_travel_between_processes() -> None:
    position = Position.played(board(3, 2), [4, 2, 0])
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.board is position.board
    assert hash(again) == hash(position)


Cells = list[list[int]]


def turns(cells: Cells) -> Iterator[Cells]:
    """Yield the eight rotations and reflections of a matrix."""
    for _ in range(4):
        cells = [list(row) for row in zip(*cells[::-1], strict=True)]
        yield cells
        yield [row[::-1] for row in cells]


@some
@given(games(max_side=3))
def test_moves_that_a_turn_or_a_mirror_makes_equal(position: Position) -> None:
    size = position.board

    def matrix(marked: int) -> Cells:
        cells = [[0] * (2 * size.columns + 1) for _ in range(2 * size.rows + 1)]
        for fence, (row, column) in enumerate(size.fences):
            cells[row][column] = position.fences[fence] if fence != marked else 9
        return cells

    classes = classes_of_moves(position)
    assert sorted(fence for group in classes for fence in group) == position.free
    for one, other in product(position.free, position.free):
        equal = any(one in group and other in group for group in classes)
        assert equal == (matrix(other) in turns(matrix(one)))


@pytest.mark.parametrize("extra_move", [False, True])
def test_moves_are_played_until_a_painted_fence(
    kernel: Callable[[str], ModuleType], extra_move: bool
) -> None:
    size = board(2, 3)
    moves = Random(3).sample(range(size.n_fences), size.n_fences)
    end = Position.played(size, moves, extra_move=extra_move)
    play = kernel(MOVES).play
    for more, painted in (((), None), ((5,), 5)):
        fences, boxes = bytearray(size.n_fences), bytearray(size.n_boxes)
        found = play(size.around, fences, boxes, [*moves, *more], FIRST, extra_move)
        assert found == (end.to_move, painted)
        assert (fences, boxes) == (end.fences, end.boxes)
    with pytest.raises(ValueError, match="fence"):
        play(size.around, fences, boxes, [size.n_fences], FIRST, extra_move)
