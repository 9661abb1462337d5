"""RenLib libraries (.lib): a tree of moves with comments, in binary.

A head of 20 bytes, `FF "RenLib" FF` and the version 3.0 to 3.4; then nodes of two bytes, depth first. The
first byte is the point: 16 x (row from the top, from 0) + (column from 1), 0 for the root or a pass. The
second byte holds flags: 80 another child of the same parent comes later, 40 nothing follows this move,
20 an old comment, 10 a mark, 08 a comment, 04 the start position, 02 no move (a text on the board alone),
01 two more bytes of flags follow, of which 0100 is a text on the board. A text ends with a zero byte and
is padded to an even length; an old comment ends with a byte above 7F in the last pair.
Source: the sources of RenLib (`LibraryFile.cpp`, `MoveNode.cpp`, `RenLibDoc.cpp`, `Sgf.cpp`).
`docs/formats/renju-lib.md` describes it. Marks and texts on the board are skipped.
"""

import io
from collections.abc import Iterator

from zet.engines.renju.model import PASS, SIDE, Game
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.renju.tree import MAX_DEPTH, Tree, merge

_MAGIC = b"\xffRenLib\xff"
_HEAD = 20
_SIBLING, _LEAF, _OLD, _COMMENT, _NO_MOVE, _EXTENSION = 0x80, 0x40, 0x20, 0x08, 0x02, 0x01
_BOARD_TEXT = 0x01
MAX_BYTES = 1 << 28
MAX_TEXT = 1 << 16


class _Bytes:
    """The bytes of a file, two by two."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def pair(self) -> tuple[int, int]:
        if self.at + 2 > len(self.data):
            raise ValueError("the file ends within a node or a text")
        self.at += 2
        return self.data[self.at - 2], self.data[self.at - 1]

    def text(self, *, old: bool) -> str:
        """Read a text to its end."""
        start = self.at
        while self.at - start <= MAX_TEXT:
            one, other = self.pair()
            if (one | other) & 0x80 if old else not (one and other):
                end = self.at
                raw = self.data[start:end].split(b"\0")[0]
                return _decoded(bytes(byte & 0x7F for byte in raw) if old else raw)
        raise ValueError(f"a text of more than {MAX_TEXT} bytes")


def _decoded(raw: bytes) -> str:
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def load(
    stream: io.BufferedIOBase, source: str = "-", *, all_lines: bool = False, line: int = 1
) -> Iterator[Game | FormatError]:
    r"""Yield a line of the tree as a game, or all of them.

    >>> data = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\0\0x\0i\x40"
    >>> [game] = load(io.BytesIO(data))
    >>> game.moves
    (112, 128)
    """
    data = stream.read(MAX_BYTES + 1)
    content = _Bytes(data)
    try:
        if len(data) > MAX_BYTES:
            raise ValueError(f"a file of more than {MAX_BYTES} bytes")
        tree = _tree(content)
    except ValueError as error:
        yield FormatError(source, None, f"offset {content.at}: {error}")
        return
    yield from lines_of(tree, source, all_lines=all_lines, line=line)


def lines_of(tree: Tree, source: str, *, all_lines: bool, line: int) -> Iterator[Game | FormatError]:
    """Yield the chosen lines of a tree."""
    number = 0
    try:
        for number, game in enumerate(tree.games(), 1):
            if all_lines or number == line:
                yield game
                if not all_lines:
                    return
    except ValueError as error:
        yield FormatError(source, None, f"line {number + 1} of the tree: {error}")
        return
    if not all_lines:
        yield FormatError(source, None, f"the tree has {number} lines, and no line {line}")


def _tree(content: _Bytes) -> Tree:
    """Return the tree of a file."""
    if content.data[:8] != _MAGIC:
        raise ValueError("not a RenLib file: it does not begin with FF RenLib FF")
    if len(content.data) < _HEAD:
        raise ValueError("the head of 20 bytes is cut short")
    version = tuple(content.data[8:10])
    if version[0] > 3 or version > (3, 4):
        raise ValueError(f"version {version[0]}.{version[1]}; 3.0 to 3.4 can be read")
    content.at = _HEAD
    tree = Tree()
    parent, is_first = 0, True
    path = [0]
    waiting: list[int] = []
    while content.at < len(content.data):
        at = content.at
        byte, flags = content.pair()
        more = content.pair()[1] if flags & _EXTENSION else 0
        if is_first and byte == 0:
            node = 0
        else:
            row, column = divmod(byte, 16)
            if byte and not (1 <= column <= SIDE and row < SIDE):
                content.at = at
                raise ValueError(f"{byte:02X} is no point")
            move = SIDE * (SIDE - 1 - row) + column - 1 if byte else PASS
            node = -1 if flags & _NO_MOVE else tree.add(parent, move)
            path.append(node)
            if len(path) > MAX_DEPTH:
                raise ValueError(f"more than {MAX_DEPTH} moves in a row")
        is_first = False
        if flags & (_OLD | _COMMENT):
            text = content.text(old=bool(flags & _OLD))
            if node >= 0 and text:
                tree.comments[node] = text
        if more & _BOARD_TEXT:
            content.text(old=False)
        if flags & _SIBLING:
            waiting.append(len(path) - 1)
        if node >= 0:
            parent = node
        if flags & _LEAF and waiting:
            del path[waiting.pop() :]
            parent = next((node for node in reversed(path) if node >= 0), 0)
        if not path:
            path = [0]
            parent = 0
    return tree


def dumps(game: Game) -> bytes:
    """Return the library of one line."""
    return dumps_tree(merge([game]))


def dumps_tree(tree: Tree) -> bytes:
    """Return the library of a tree.

    Raises:
        UnwritableError: stones stand at the beginning, or a text cannot be held.
    """
    if tree.start.black or tree.start.white or tree.start.first:
        raise UnwritableError("a library begins at the empty board")
    out = bytearray(_MAGIC + bytes([3, 4]) + b"\xff" * 10)
    out += bytes([0, (_COMMENT if 0 in tree.comments else 0) | (0 if tree.children[0] else _LEAF)])
    out += _text(tree.comments.get(0))
    stack = [(child, False) for child in reversed(tree.children[0])]
    _mark_siblings(stack)
    while stack:
        node, has_sibling = stack.pop()
        move = tree.moves[node]
        row, column = divmod(move, SIDE)
        byte = 0 if move == PASS else 16 * (SIDE - 1 - row) + column + 1
        flags = (_SIBLING if has_sibling else 0) | (0 if tree.children[node] else _LEAF)
        comment = tree.comments.get(node)
        out += bytes([byte, flags | (_COMMENT if comment else 0)])
        out += _text(comment)
        below = [(child, False) for child in reversed(tree.children[node])]
        _mark_siblings(below)
        stack += below
    return bytes(out)


def _mark_siblings(stack: list[tuple[int, bool]]) -> None:
    """Note on all but the last to be written, which comes first, that another one follows."""
    for index in range(1, len(stack)):
        stack[index] = (stack[index][0], True)


def _text(comment: str | None) -> bytes:
    if not comment:
        return b""
    raw = comment.replace("\0", " ").encode()[: MAX_TEXT - 2] + b"\0"
    return raw + b"\0" * (len(raw) % 2)
