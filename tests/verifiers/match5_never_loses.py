"""A replayer of the proof that a player of match5 never loses, written from `docs/match5/never-loses.md`.

It shares no code with zet: it reads a .fivo file, plays red by the rules of the page on plain sets of
fields, and tries every move of blue.

    python tests/verifiers/match5_never_loses.py FILE ROWS COLUMNS [--plain]

With --plain it uses neither the theorem nor symmetry: only a board without a row that blue can still
complete ends a branch, and only the same board counts as seen. It prints the line that beats the player,
or the number of positions.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

Field = tuple[int, int]
Fields = frozenset[Field]
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def patterns_of(data: bytes) -> list[tuple[int, Fields, Fields]]:
    """Return (level, empty fields, blue fields) of each pattern of a file."""
    found = []
    for start in range(160, len(data), 36):
        words = [int.from_bytes(data[at : at + 4], "little") for at in range(start, start + 36, 4)]
        fields = {(x, y): words[y] >> 2 * x & 3 for y in range(9) for x in range(9)}
        empty, blue = (frozenset(at for at in fields if fields[at] == value) for value in (0, 2))
        found.append((words[4] >> 24, empty, blue))
    return found


def images(fields: Iterable[tuple[Field, int]]) -> Iterator[frozenset[tuple[Field, int]]]:
    """Yield the eight images of marked fields, moved to the top left corner."""
    now = list(fields)
    for turn in range(8):
        now = [((-y, x), mark) for (x, y), mark in now]
        if turn == 4:
            now = [((-x, y), mark) for (x, y), mark in now]
        left, top = min(x for (x, _), _ in now), min(y for (_, y), _ in now)
        yield frozenset(((x - left, y - top), mark) for (x, y), mark in now)


class Replayer:
    """The player of a file on a board, and the search over all moves of blue."""

    def __init__(self, data: bytes, rows: int, columns: int, *, plain: bool = False) -> None:
        self.board = [(x, y) for y in range(rows) for x in range(columns)]
        self.plain = plain
        self.lines = [
            frozenset((x + i * dx, y + i * dy) for i in range(5))
            for x, y in self.board
            for dx, dy in STEPS
            if 0 <= x + 4 * dx < columns and 0 <= y + 4 * dy < rows
        ]
        self.placements: list[tuple[int, Fields, Fields]] = []
        for level, empty, blue in patterns_of(data):
            marked = [(at, 0) for at in empty] + [(at, 2) for at in blue]
            for image in set(images(marked)):
                for x, y in self.board:
                    moved = {(at[0] + x, at[1] + y): mark for at, mark in image}
                    if moved.keys() <= set(self.board):
                        whites = frozenset(at for at, mark in moved.items() if mark == 0)
                        self.placements.append((level, whites, moved.keys() - whites))
        self.rows = Counter(whites | blue for level, whites, blue in self.placements if level == 1)
        self.turns = [self._turn(turn, rows, columns) for turn in range(8 if rows == columns else 4)]
        # The theorem holds if the player knows every row, and all alike.
        self.knows = len({self.rows[line] for line in self.lines}) == 1 and set(self.rows) == set(
            self.lines
        )
        self.seen: set[object] = set()

    def _turn(self, turn: int, rows: int, columns: int) -> list[Field]:
        """Return the fields of an image of the board, row by row."""
        found = []
        for x, y in self.board:
            at = (y, x) if turn & 4 else (x, y)
            at = (columns - 1 - at[0] if turn & 1 else at[0], rows - 1 - at[1] if turn & 2 else at[1])
            found.append(at)
        return found

    def potential(self, blue: Fields, empty: Fields) -> int:
        """Return the potential of the rows open to blue, in 1/32."""
        return sum(2 ** len(line & blue) for line in self.lines if line <= blue | empty)

    def answer(self, blue: Fields, empty: Fields) -> Field:
        """Return red's move if its own rows do not count."""
        worth = dict.fromkeys(self.board, 0)
        for row, times in self.rows.items():
            if row <= blue | empty:
                for at in row:
                    worth[at] += times * 2 ** len(row & blue)
        matches = [
            (level, whites)
            for level, whites, stones in self.placements
            if stones <= blue and whites <= empty
        ]
        choice = empty
        lowest = min((level for level, _ in matches), default=0)
        if lowest == 1 or (lowest and self.potential(blue, empty) >= 32):
            same = [whites for level, whites in matches if level == lowest]
            common = empty.intersection(*(whites for _, whites in matches))
            choice = common or empty.intersection(*same) or empty
        best = max(worth[at] for at in choice)
        equal = {at for at in choice if worth[at] == best}
        if len(equal) == 1:
            return next(iter(equal))
        marks = {at: 0 if not worth[at] else 1 if at in empty else 2 for at in self.board}
        turned = min(self.turns, key=lambda turn: [marks[at] for at in turn])
        return next(at for at in turned if at in equal)

    def line(self, begins: str) -> list[Field | None] | None:
        """Return the line that beats the player if `begins` ("red" or "blue") moves first; None: none.

        None among the moves is a pass of blue.
        """
        empty = frozenset(self.board)
        if begins == "blue":
            return self._beats(frozenset(), empty)
        first = self.answer(frozenset(), empty)
        found = self._beats(frozenset(), empty - {first})
        return None if found is None else [first, *found]

    def _beats(self, blue: Fields, empty: Fields) -> list[Field | None] | None:
        """Return the moves, blue's first, that beat the player from here on."""
        lines = [line for line in self.lines if line <= blue | empty]
        for line in lines:
            if len(line & blue) == 4:
                return [*(line & empty)]
        potential = self.potential(blue, empty)
        if not lines or (potential < 16 and self.knows and not self.plain):
            return None
        cover = frozenset[Field]().union(*lines)
        key: object = blue & cover, empty & cover
        if not self.plain:
            marks = {at: 0 if at not in cover else 1 if at in empty else 2 for at in self.board}
            key = min(tuple(marks[at] for at in turn) for turn in self.turns)
        if key in self.seen:
            return None
        self.seen.add(key)
        passing: list[Field | None] = [None]
        for move in sorted(empty & cover) + passing:
            stones = blue | {move} if move else blue
            left = empty - {move} if move else empty
            if left:
                reply = self.answer(stones, left)
                found = self._beats(stones, left - {reply})
                if found is not None:
                    return [move, reply, *found]
        return None


def main() -> int:
    """Replay the proof for a file, and return 0 if the player never loses."""
    path, rows, columns = sys.argv[1:4]
    replayer = Replayer(Path(path).read_bytes(), int(rows), int(columns), plain="--plain" in sys.argv)
    for begins in ("red", "blue"):
        found = replayer.line(begins)
        if found is not None:
            names = ["pass" if at is None else f"{'abcdefghi'[at[0]]}{at[1] + 1}" for at in found]
            print(f"loses, {begins} begins: {' '.join(names)}")
            return 1
    print(f"never loses: {len(replayer.seen)} positions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
