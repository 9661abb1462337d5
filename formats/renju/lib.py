"""RenLib libraries (.lib): a tree of moves with comments, in binary.

A header of 20 bytes, `FF "RenLib" FF` and the version 3.0 to 3.4; then nodes of two bytes, depth first.
The first byte is the point: 16 x (row from the top, from 0) + (column from 1), 0 for the root or a pass.
The second byte consists of flags (hexadecimal): 80 another child of the same parent follows later, 40 the
move has no children, 20 an old comment, 10 a mark, 08 a comment, 04 the start position, 02 no move (only
text on the board), 01 two more bytes of flags follow; in these, 0100 is text on the board. A string
ends with a zero byte and is padded to an even length; an old comment ends with a byte above 7F in the
last pair. Source: the sources of RenLib (`LibraryFile.cpp`, `MoveNode.cpp`, `RenLibDoc.cpp`, `Sgf.cpp`).
In a comment of several lines, the byte 08 follows the first line. The oldest libraries have no header
and begin with the move h8. `docs/formats/renju-lib.md` describes the format.
"""

import io
import re
from collections.abc import Iterator
from typing import Unpack

from zet.engines.renju.model import PASS, SIDE, Game
from zet.engines.sanitize import lines_of, one_line
from zet.formats.errors import FormatError, UnreadableError, UnwritableError
from zet.formats.files import read_whole
from zet.formats.renju.lost import lose_info
from zet.formats.renju.tree import MAX_DEPTH, LineOptions, Tree, chosen_lines, tree_of

_MAGIC = b"\xffRenLib\xff"
_OLDEST = b"\x78"
_HEAD = 20
_SIBLING, _LEAF, _OLD, _MARK, _COMMENT, _NO_MOVE, _EXTENSION = 0x80, 0x40, 0x20, 0x10, 0x08, 0x02, 0x01
_BOARD_TEXT = 0x01
_BYTES = bytes(16 * (SIDE - 1 - cell // SIDE) + cell % SIDE + 1 for cell in range(SIDE * SIDE)) + b"\0"
"""The byte of each cell; the last byte, at index -1, represents a pass."""

_CELLS = bytes(max(_BYTES[:-1].find(byte), 0) for byte in range(256))
"""The cell for each byte that encodes a point; 0 for all other bytes."""

_RUN = re.compile(b"(?:[%b]\0)*[%b][\0\x40]" % ((re.escape(_BYTES[:-1]),) * 2))
"""A pattern of a run of moves without siblings, comments, marks or text; the last move may be a leaf."""

MAX_BYTES = 1 << 28
MAX_TEXT = 1 << 16


class _Bytes:
    """A reader of the bytes of a file in pairs."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def pair(self) -> tuple[int, int]:
        if self.at + 2 > len(self.data):
            raise UnreadableError("the file ends within a node or its text")
        self.at += 2
        return self.data[self.at - 2], self.data[self.at - 1]

    def text(self, *, old: bool) -> str:
        """Read a string up to its end mark; an `old` comment has a different end mark."""
        start = self.at
        while self.at - start <= MAX_TEXT:
            one, other = self.pair()
            if (one | other) & 0x80 if old else not (one and other):
                end = self.at
                raw = self.data[start:end].split(b"\0")[0]
                return _decoded(bytes(byte & 0x7F for byte in raw) if old else raw)
        raise UnreadableError("a comment or board text is longer than {most} bytes", most=MAX_TEXT)


def _decoded(raw: bytes) -> str:
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def load(
    stream: io.BufferedIOBase, source: str = "-", **line_options: Unpack[LineOptions]
) -> Iterator[Game | Tree | FormatError]:
    r"""Yield one line of the tree as a game, or every line, or the whole tree, as specified.

    >>> data = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\0\0x\0i\x40"
    >>> [game] = load(io.BytesIO(data))
    >>> game.moves
    (112, 128)
    """
    try:
        content = _Bytes(read_whole(stream, source, MAX_BYTES))
    except FormatError as error:
        yield error
        return
    try:
        tree = _tree(content)
    except ValueError as error:
        yield FormatError(source, None, "offset {offset}: {reason}", offset=content.at, reason=str(error))
        return
    yield from chosen_lines(tree, source, **line_options)


def _tree(content: _Bytes) -> Tree:
    """Return the tree in a file."""
    _skip_head(content)
    tree = Tree()
    parent, is_first = 0, True
    path = [0]
    waiting: list[int] = []
    while content.at < len(content.data):
        at = content.at
        run = None if is_first else _RUN.match(content.data, at)
        if run and len(path) + len(run[0]) // 2 <= MAX_DEPTH + 2:
            cells = run[0][::2].translate(_CELLS)
            content.at, flags = run.end(), run[0][-1]
            node = tree.add_line(parent, cells)
            path += [node] * len(cells)  # only the last move can have another child
        else:
            node, flags = _read_node(content, tree, parent, path, is_root=is_first)
        is_first = False
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


def _skip_head(content: _Bytes) -> None:
    """Skip the header of a file, if it has one."""
    if content.data[:1] != _OLDEST:
        if content.data[:8] != _MAGIC:
            raise UnreadableError("not a RenLib file: it does not begin with FF RenLib FF")
        if len(content.data) < _HEAD:
            raise UnreadableError("the header of 20 bytes is truncated")
        version = tuple(content.data[8:10])
        if version[0] > 3 or version > (3, 4):
            raise UnreadableError(
                "version {major}.{minor} is not supported, only 3.0 to 3.4",
                major=version[0],
                minor=version[1],
            )
        content.at = _HEAD


def _read_node(
    content: _Bytes, tree: Tree, parent: int, path: list[int], *, is_root: bool
) -> tuple[int, int]:
    """Add a child of `parent` with its text, and append it to `path`; return the new node and its flags.

    The node is -1 if it has no move, only text on a point.
    """
    at = content.at
    byte, flags = content.pair()
    more = content.pair()[1] if flags & _EXTENSION else 0
    move, node = PASS, 0
    if byte or not is_root:
        if byte and byte not in _BYTES:
            content.at = at
            raise UnreadableError("expected a point, not the byte {byte:02X}", byte=byte)
        if byte:
            move = _CELLS[byte]
        node = -1 if flags & _NO_MOVE else tree.add(parent, move)
        path.append(node)
        if len(path) > MAX_DEPTH + 2:  # the root and a text on the board are not moves
            raise UnreadableError("a variation has more than {most} moves", most=MAX_DEPTH)
    if flags & (_OLD | _COMMENT):
        text = content.text(old=bool(flags & _OLD))
        if node >= 0:
            tree.comment(node, text.replace("\b", "\n", 1))
    if more & _BOARD_TEXT:
        text = content.text(old=False)
        if move != PASS:
            tree.label(parent, move, text)
    if flags & _MARK and node > 0 and move != PASS:
        tree.marks.add(node)
    return node, flags


def dumps(game: Game | Tree) -> bytes:
    """Return the bytes of a library with a game or a tree.

    Raises:
        UnwritableError: the game has initial stones, White begins, a comment or board text is too long,
            or the board is not 15x15.
    """
    tree = tree_of(game)
    if tree.start.size != SIDE:
        raise UnwritableError("{format} supports only {side} x {side} boards", format="lib", side=SIDE)
    if tree.start.black or tree.start.white or tree.start.first:
        raise UnwritableError("a RenLib library must begin with the empty board")
    lose_info(tree.start)
    out = bytearray(_MAGIC + bytes([3, 4]) + b"\xff" * 10)
    out += _node(0, 0 if _below(tree, 0) else _LEAF, tree.comments.get(0))
    noted = tree.noted()
    stack = _below(tree, 0)
    while stack:
        cell, node, label, has_sibling = stack.pop()
        is_leaf = node is None or not (tree.children[node] or tree.labels.get(node))
        flags = (_SIBLING if has_sibling else 0) | (_LEAF if is_leaf else 0)
        flags |= (_NO_MOVE if node is None else 0) | (_MARK if node in tree.marks else 0)
        out += _node(_BYTES[cell], flags, None if node is None else tree.comments.get(node), label)
        while node is not None and node not in noted and len(children := tree.children[node]) == 1:
            if children[0] in noted:
                break
            [node] = children
            out += bytes((_BYTES[tree.moves[node]], 0 if tree.children[node] else _LEAF))
        stack += [] if node is None else _below(tree, node)
    return bytes(out)


def _below(tree: Tree, node: int) -> list[tuple[int, int | None, str | None, bool]]:
    """Return the children of a node, and the texts on points without a child, in reverse order.

    Each item is a cell, a child (None if the cell has only a text), the text on the point (None if the
    point has no text), and whether another item follows in the file.
    """
    labels = dict(tree.labels.get(node, {}))
    found: list[tuple[int, int | None, str | None]] = []
    for child in tree.children[node]:
        cell = tree.moves[child]
        found.append((cell, child, labels.pop(cell, None)))
    found += [(cell, None, label) for cell, label in labels.items()]
    return [(*one, number > 0) for number, one in enumerate(reversed(found))]


def _node(byte: int, flags: int, comment: str | None, label: str | None = None) -> bytes:
    """Return the bytes of a node with its text."""
    if not (comment or label):
        return bytes((byte, flags))
    words = _text(lines_of(comment or "").replace("\n", "\b", 1).replace("\n", "\r\n"))
    board_text = _text(one_line(label or ""))
    flags |= (_COMMENT if words else 0) | (_EXTENSION if board_text else 0)
    more = bytes([0, _BOARD_TEXT]) if board_text else b""
    return bytes([byte, flags]) + more + words + board_text


def _text(words: str) -> bytes:
    """Return the bytes of a string; an empty string has no bytes."""
    raw = words.encode()
    if len(raw) > MAX_TEXT - 2:
        raise UnwritableError("a comment or board text is longer than {most} bytes", most=MAX_TEXT)
    return raw + b"\0" * (2 - len(raw) % 2) if raw else b""
