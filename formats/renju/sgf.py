"""Smart Game Format (SGF) of renju and gomoku: GM[4] or, in practice, also GM[1], GM[5] or no GM.

A point is two letters, file and rank, with `aa` at the top left; some programs write the name of the
point instead, such as `h8`. `[]` is a pass, and so is `tt` on boards of up to 19 points per side. SZ is
the size of the board, 5 to 22, by default 15. B and W are moves, AB and AW initial stones, PL the color
that begins; other properties are preserved if they describe the game. The reader yields the main line,
another variation, or all variations. Text is decoded as UTF-8, in the charset of CA, or as gb18030.
Source: SGF FF[4], https://www.red-bean.com/sgf/. `docs/formats/renju-sgf.md` describes the format.

The grammar is small, so this module parses it itself. The parser is a loop, because a file may be deeply
nested. sgfmill, the best-maintained library, decodes text without CA as latin-1, skips broken trees, and
does not locate errors.
"""

import codecs
import io
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from operator import add
from typing import Unpack

from zet.engines.renju.model import (
    BLACK,
    COLORS,
    FILES,
    LEAST_SIZE,
    MOST_SIZE,
    PASS,
    SIDE,
    WHITE,
    Game,
    PositionError,
    cell_at,
    cell_of,
    place_of,
)
from zet.engines.sanitize import lines_of, one_line
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.files import read_whole
from zet.formats.renju.lost import lose_info
from zet.formats.renju.tree import MAX_DEPTH, LineOptions, Tree, chosen_lines, tree_of

MAX_BYTES = 1 << 26
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*(?=\[|\Z)|\[((?:[^\]\\]++|\\.)*+)\]|(\S))", re.DOTALL)
_PLAIN = re.compile(
    r"\(;(?>(?:FF|GM|CA|AP|ST|GN|EV|RO|DT|PB|PW|PC|RE|ON|US|SO)\[[^]\\]*+\]\s*|SZ\[15\]\s*"
    r"|RU\[(?!\s*+(?i:freestyle|standard)\b)[^]\\]*+\]\s*)*+"
    r"(;B\[[a-o][a-o]\](?:;W\[[a-o][a-o]\];B\[[a-o][a-o]\])*+(?:;W\[[a-o][a-o]\])?)\)"
)
"""The pattern of a game of renju on a board of 15 x 15 without initial stones, variations or comments.
"""

_PASS_UP_TO = 19
"""The number of points per side of the largest board on which `tt` is a pass."""

_CHARSET = re.compile(rb"CA\[([\w .:-]{1,40})\]")
_INFO = {
    "GN": "name",
    "EV": "event",
    "RO": "round",
    "DT": "date",
    "PB": "black",
    "PW": "white",
    "RE": "result",
    "RU": "rule",
    "ON": "opening",
    "GC": "info",
}


def load(
    stream: io.BufferedIOBase,
    source: str = "-",
    *,
    excludes: Callable[[list[int]], bool] | None = None,
    **line_options: Unpack[LineOptions],
) -> Iterator[Game | Tree | FormatError | None]:
    """Yield one line of each game tree as a game, or all lines, or the whole tree, as specified.

    `excludes` is called with the cells of each game that matches `_PLAIN`. If it returns True, None is
    yielded in place of the game.

    >>> [game] = load(io.BytesIO(b"(;GM[4]SZ[15];B[hh];W[ig])"))
    >>> game.moves
    (112, 128)
    """
    try:
        text = _decoded(read_whole(stream, source, MAX_BYTES))
    except FormatError as error:
        yield error
        return
    at = 0
    number, counted = 1, 0
    if "(" not in text and text.strip():
        yield FormatError(source, 1, "expected a game tree, which begins with '(;'")
    while (start := text.find("(", at)) >= 0:
        if excludes and (plain := _PLAIN.match(text, start)) and excludes(_moves_of(plain[1])):
            yield None
            at = plain.end()
            continue
        parser = _Parser(text, start)
        try:
            tree = parser.tree()
        except ValueError as error:
            number += text.count("\n", counted, parser.at)
            counted = parser.at
            column = parser.at - (text.rfind("\n", 0, parser.at) + 1) + 1
            yield FormatError(source, number, str(error), column)
            at = _next_tree(text, parser.at)
        else:
            yield from chosen_lines(tree, source, **line_options)
            at = parser.at


def _next_tree(text: str, at: int) -> int:
    """Return the position of the next `(;` at the start of a line, where another tree may begin."""
    match = re.compile(r"^\(\s*;", re.MULTILINE).search(text, at)
    return match.start() if match else len(text)


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xef\xbb\xbf",)):
        data = data[3:]
    match = _CHARSET.search(data)
    named = match[1].decode().strip() if match else ""
    try:
        if named:
            codecs.lookup(named)
            "".encode(named)
    except (LookupError, ValueError, TypeError):
        named = ""
    for encoding in dict.fromkeys(("utf-8", named or "gb18030", "gb18030")):
        try:
            return data.decode("gb18030" if encoding.lower() in ("gb2312", "gbk") else encoding)
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")


def _moves_of(run: str) -> list[int]:
    """Return the cells of a run of nodes like `;B[hh]`."""
    cells = _cells_of(SIDE)
    return [cells[file + rank] for file, rank in zip(run[3::6], run[4::6], strict=True)]


@cache
def _run_of(size: int) -> re.Pattern[str]:
    """Return the pattern of a run of nodes that have only a move, on a board of this size."""
    return re.compile(rf"\s*((?:;[BW]\[[a-{FILES[size - 1]}]{{2}}\](?=\s*[;()])\s*)+)")


class _Parser:
    """A parser of one game tree; `at` is the current position in the text, or the position of an error.

    `size` is the number of points per side of the board, as given by the first node.
    """

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.size = SIDE

    def tree(self) -> Tree:
        """Return the tree.

        Raises:
            ValueError: the text breaks the grammar, or is not a valid game on a square board of 5 to 22
            points per side.
        """
        tree = Tree()
        setup: dict[str, list[str]] = {}
        node, depth = 0, 0
        forks: list[tuple[int, int]] = []
        name = ""
        values: dict[str, list[str]] = {}
        in_node = False
        while True:
            if run := _run_of(self.size).match(self.text, self.at):
                self.at = run.start(1)
                if in_node:
                    node, depth = self._node(tree, node, depth, values, setup)
                    values, name, in_node = {}, "", False
                    continue  # the node may have set the size of the board
                if (end := self._run(tree, node, depth, run[1], setup)) is not None:
                    node, depth = end
                    self.at = run.end()
            match = _TOKEN.match(self.text, self.at)
            if match is None or match[4] == "[":  # the end of the value is missing
                self.at = len(self.text)
                raise UnreadableError("the file ends within a game")
            sign, word, value, other = match.groups()
            self.at = match.start(match.lastindex or 0)
            if other:
                raise UnreadableError("unexpected {word!r}", word=other)
            if sign:
                if in_node:
                    node, depth = self._node(tree, node, depth, values, setup)
                values, name, in_node = {}, "", sign == ";"
                if sign == "(":
                    forks.append((node, depth))
                    if len(forks) > MAX_DEPTH + 1:  # the outermost variation is the game itself
                        raise UnreadableError("more than {most} nested variations", most=MAX_DEPTH)
                elif sign == ")":
                    node, depth = forks.pop()
                    if not forks:
                        self.at = match.end()
                        tree.start = self._start(setup)
                        return tree
            elif word:
                name = "".join(letter for letter in word if letter.isupper()) or word
            elif not in_node or not name:
                raise UnreadableError("a value in brackets must follow a property")
            else:
                value = value or ""
                if "\\" in value:
                    value = re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)
                values.setdefault(name, []).append(value)
            self.at = match.end()

    def _run(
        self, tree: Tree, node: int, depth: int, run: str, setup: dict[str, list[str]]
    ) -> tuple[int, int] | None:
        """Add a run of nodes that have only a move; return the last node and the number of moves to it.

        The result is None if the nodes must be parsed one by one.
        """
        run = "".join(run.split())
        colors = run[1::6]
        if node == 0 and depth == 0 and "first" not in setup:
            setup["first"] = [str("BW".index(colors[0]))]
        first = (int(setup.get("first", ["0"])[0]) + depth) % 2
        end = depth + len(colors)
        if colors != ("BW" * len(colors))[first:][: len(colors)] or end > MAX_DEPTH:
            return None
        points = map(add, run[3::6], run[4::6])
        return tree.add_line(node, map(_cells_of(self.size).__getitem__, points)), end

    def _node(
        self, tree: Tree, node: int, depth: int, values: dict[str, list[str]], setup: dict[str, list[str]]
    ) -> tuple[int, int]:
        """Add the properties of a node to the tree; return the node and the number of moves up to it."""
        if node == 0 and not ("B" in values or "W" in values):
            for name in ("AB", "AW", "PL", "SZ", *_INFO):
                setup.setdefault(name, []).extend(values.get(name, ()))
            self.size = _size_of((setup["SZ"] or [str(SIDE)])[0].strip())
        elif {"AB", "AW", "AE"} & values.keys():
            raise UnreadableError("setup stones are not allowed after the first move")
        for color, name in enumerate("BW"):
            for value in values.get(name, ())[:1]:
                if node == 0 and depth == 0 and "first" not in setup:
                    setup["first"] = [str(color)]
                if (int(setup.get("first", ["0"])[0]) + depth) % 2 != color:
                    raise UnreadableError("{color} moves twice in a row", color=COLORS[color])
                if depth >= MAX_DEPTH:
                    raise UnreadableError("a variation has more than {most} moves", most=MAX_DEPTH)
                node = tree.add(node, _cell(value, self.size))
                depth += 1
        tree.comment(node, "\n".join(values.get("C", ())))
        for value in values.get("LB", ()):
            point, _sign, words = value.partition(":")
            if (cell := _point(point, self.size)) is not None:
                tree.label(node, cell, words)
        marked = [_point(value, self.size) for value in values.get("MA", ())]
        if node and tree.moves[node] in marked:
            tree.marks.add(node)
        return node, depth

    def _start(self, setup: dict[str, list[str]]) -> Game:
        """Return the position at the root of the tree."""
        info = [(key, setup[name][0]) for name, key in _INFO.items() if setup.get(name)]
        black, white = (_cells(setup.get(name, []), self.size) for name in ("AB", "AW"))
        first = None
        if "first" in setup:
            first = int(setup["first"][0])
        elif setup.get("PL"):
            first = WHITE if setup["PL"][0].strip().lower()[:1] in ("w", "2") else BLACK
        return Game.build(black, white, first, info=info, size=self.size)


@cache
def _cells_of(size: int) -> dict[str, int]:
    """Map the letters of each point, `aa` at the top left, to the cell."""
    letters = FILES[:size]
    return {
        file + rank: cell_at(x, y, size)
        for y, rank in enumerate(letters)
        for x, file in enumerate(letters)
    }


def _size_of(text: str) -> int:
    """Return the board's number of points per side from the value of SZ."""
    width, _, height = text.partition(":")
    for size in range(LEAST_SIZE, MOST_SIZE + 1):
        if width == str(size) and height in ("", width):
            return size
    raise UnreadableError(
        "the board size {size!r} is not supported, only square boards with {least} to {most} points "
        "per side",
        size=text[:12],
        least=LEAST_SIZE,
        most=MOST_SIZE,
    )


def _point(value: str, size: int) -> int | None:
    """Return the cell of a point, given in SGF letters or by name (`h8`); None if it is off the board."""
    cell = _cells_of(size).get(value.lower())
    if cell is None:
        with suppress(PositionError):
            return cell_of(value, size)
    return cell


def _cell(value: str, size: int) -> int:
    value = value.strip().lower()
    if value == "" or (value == "tt" and size <= _PASS_UP_TO):
        return PASS
    cell = _point(value, size)
    if cell is None:
        raise UnreadableError("{text!r} is not a point of a {side} x {side} board", text=value, side=size)
    return cell


def _cells(values: list[str], size: int) -> list[int]:
    """Return the cells of points and of rectangles (`aa:cc`)."""
    found = []
    for value in values:
        corners = [_cell(point, size) for point in value.split(":")]
        if len(corners) > 2 or PASS in corners:
            raise UnreadableError("{text!r} is neither a point nor a rectangle", text=value)
        (top, left), (bottom, right) = (divmod(corner, size) for corner in (corners * 2)[:2])
        top, bottom = sorted((top, bottom))
        left, right = sorted((left, right))
        found += [size * y + x for y in range(top, bottom + 1) for x in range(left, right + 1)]
    return found


def dumps(game: Game | Tree) -> str:
    """Return the text of a game, or of a tree with its variations, comments, labels and marks."""
    tree = tree_of(game)
    start = tree.start
    info = dict(start.info)
    lose_info(start, *_INFO.values())
    out = [f"(;FF[4]GM[4]CA[UTF-8]AP[zet]SZ[{start.size}]"]
    out += [f"{name}[{_escaped(info[key])}]" for name, key in _INFO.items() if key in info]
    for name, cells in (("AB", start.black), ("AW", start.white)):
        if cells:
            out.append(name + "".join(f"[{_letters(cell, start.size)}]" for cell in cells))
    if start.black or start.white or start.first:
        out.append(f"PL[{'BW'[start.first]}]")
    out.append(_notes(tree, 0))
    # A stack of texts to write, and of nodes with the color that moves there.
    stack: list[str | tuple[int, int]] = [")\n", *_below(tree, 0, start.first)]
    noted = tree.noted()
    points = {cell: _letters(cell, start.size) for cell in range(PASS, start.n_cells)}
    moves = [{cell: f";{sign}[{point}]" for cell, point in points.items()} for sign in "BW"]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        node, color = item
        out.append(moves[color][tree.moves[node]])
        while len(children := tree.children[node]) == 1 and node not in noted:
            node, color = children[0], 1 - color
            out.append(moves[color][tree.moves[node]])
        if node in noted:
            out.append(_notes(tree, node))
        stack += _below(tree, node, 1 - color)
    return "".join(out)


def _notes(tree: Tree, node: int) -> str:
    """Return the properties of a node except its move."""
    size = tree.start.size
    comment, labels = lines_of(tree.comments.get(node, "")), tree.labels.get(node, {})
    words = {cell: one_line(text) for cell, text in labels.items()}
    texts = "".join(f"[{_letters(cell, size)}:{_escaped(text)}]" for cell, text in words.items() if text)
    mark = f"MA[{_letters(tree.moves[node], size)}]" if node in tree.marks else ""
    return (f"C[{_escaped(comment)}]" if comment else "") + ("LB" + texts if texts else "") + mark


def _below(tree: Tree, node: int, color: int) -> list[str | tuple[int, int]]:
    """Return the parentheses and nodes to write after a node, in reverse order."""
    children = tree.children[node]
    if len(children) == 1:
        return [(children[0], color)]
    found: list[str | tuple[int, int]] = []
    for child in reversed(children):
        found += [")", (child, color), "("]
    return found


def _letters(cell: int, size: int) -> str:
    if cell == PASS:
        return ""
    column, row = place_of(cell, size)
    return FILES[column] + FILES[row]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
