"""Smart Game Format (SGF) of renju and gomoku: GM[4], and GM[1], GM[5] or none as met in practice.

A point is two letters, file and rank, `aa` at the top left, or as in some programs' files its name, `h8`;
`[]` and `tt` are a pass. B and W are moves,
AB and AW stones at the beginning, PL who begins; the rest is kept where it tells about the game. Of the
variations the main line is read, another one, or all. Text is UTF-8, what CA says, or gb18030.
Source: SGF FF[4], https://www.red-bean.com/sgf/. `docs/formats/renju-sgf.md` describes it.

The grammar is small and is read here, by a loop, as a file may nest deeply. sgfmill, the library that is
kept best, takes text without CA for latin-1, passes over broken trees, and names no place of a fault.
"""

import codecs
import io
import re
from collections.abc import Iterator
from typing import Unpack

from zet.engines.renju.model import BLACK, COLORS, PASS, SIDE, WHITE, Game, cell_of
from zet.engines.texts import lines_of, one_line
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.files import read_whole
from zet.formats.renju.tree import MAX_DEPTH, Choice, Tree, chosen_lines, tree_of

MAX_BYTES = 1 << 26
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*(?=\[)|\[((?:[^\]\\]++|\\.)*+)\]|(\S))", re.DOTALL)
_MOVE = re.compile(r";([BW])\[([a-o]{2})\]")
_RUN = re.compile(r"\s*((?:;[BW]\[[a-o]{2}\](?=\s*[;()])\s*)+)")
_POINT = re.compile("[a-o][a-o]|[a-o](1[0-5]|[1-9])", re.IGNORECASE)
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
    stream: io.BufferedIOBase, source: str = "-", **choice: Unpack[Choice]
) -> Iterator[Game | Tree | FormatError]:
    """Yield a line of each game tree, or all of them, or each tree as a whole.

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
        yield FormatError(source, 1, "no game tree, which begins with (;")
    while (start := text.find("(", at)) >= 0:
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
            yield from chosen_lines(tree, source, **choice)
            at = parser.at


def _next_tree(text: str, at: int) -> int:
    """Return where the next game tree may begin after a bad one: at a `(;` that begins a line."""
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


class _Parser:
    """One game tree of a text; `at` is where reading has come to, or the fault."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def tree(self) -> Tree:
        """Return the tree.

        Raises:
            ValueError: the text breaks the grammar, or the game is none on a board of 15 x 15.
        """
        tree = Tree()
        setup: dict[str, list[str]] = {}
        node, depth = 0, 0
        forks: list[tuple[int, int]] = []
        name = ""
        values: dict[str, list[str]] = {}
        in_node = False
        while True:
            if run := _RUN.match(self.text, self.at):
                self.at = run.start(1)
                if in_node:
                    node, depth = self._node(tree, node, depth, values, setup)
                    values, name, in_node = {}, "", False
                if (end := self._run(tree, node, depth, run[1], setup)) is not None:
                    node, depth = end
                    self.at = run.end()
            match = _TOKEN.match(self.text, self.at)
            if match is None:
                self.at = len(self.text)
                raise UnreadableError("the file ends within a game")
            sign, word, value, other = match.groups()
            self.at = match.start(match.lastindex or 0)
            if other:
                raise UnreadableError("{word!r} is out of place", word=other)
            if sign:
                if in_node:
                    node, depth = self._node(tree, node, depth, values, setup)
                values, name, in_node = {}, "", sign == ";"
                if sign == "(":
                    forks.append((node, depth))
                    if len(forks) > MAX_DEPTH + 1:  # the first is the game itself
                        raise UnreadableError(
                            "more than {most} variations within one another", most=MAX_DEPTH
                        )
                elif sign == ")":
                    node, depth = forks.pop()
                    if not forks:
                        self.at = match.end()
                        tree.start = _start(setup)
                        return tree
            elif word:
                name = "".join(letter for letter in word if letter.isupper()) or word
            elif not in_node or not name:
                raise UnreadableError("a value without a property")
            else:
                value = value or ""
                if "\\" in value:
                    value = re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)
                values.setdefault(name, []).append(value)
            self.at = match.end()

    def _run(
        self, tree: Tree, node: int, depth: int, run: str, setup: dict[str, list[str]]
    ) -> tuple[int, int] | None:
        """Add moves, each alone in its node; None if they are to be read one by one."""
        colors, points = zip(*_MOVE.findall(run), strict=True)
        if node == 0 and depth == 0 and "first" not in setup:
            setup["first"] = [str("BW".index(colors[0]))]
        first = (int(setup.get("first", ["0"])[0]) + depth) % 2
        if (
            "".join(colors) != ("BW" * len(colors))[first:][: len(colors)]
            or depth + len(points) > MAX_DEPTH
        ):
            return None
        return tree.add_line(node, map(_CELLS.__getitem__, points)), depth + len(points)

    def _node(
        self, tree: Tree, node: int, depth: int, values: dict[str, list[str]], setup: dict[str, list[str]]
    ) -> tuple[int, int]:
        """Add what a node says to the tree; return the node and the number of moves up to it."""
        if node == 0 and not ("B" in values or "W" in values):
            for name in ("AB", "AW", "PL", "SZ", *_INFO):
                setup.setdefault(name, []).extend(values.get(name, ()))
        elif {"AB", "AW", "AE"} & values.keys():
            raise UnreadableError("stones are put on the board after the first move")
        for color, name in enumerate("BW"):
            for value in values.get(name, ())[:1]:
                if node == 0 and depth == 0 and "first" not in setup:
                    setup["first"] = [str(color)]
                if (int(setup.get("first", ["0"])[0]) + depth) % 2 != color:
                    raise UnreadableError("{color} moves twice in a row", color=COLORS[color])
                if depth >= MAX_DEPTH:
                    raise UnreadableError("more than {most} moves in a row", most=MAX_DEPTH)
                node = tree.add(node, _cell(value))
                depth += 1
        tree.comment(node, "\n".join(values.get("C", ())))
        for value in values.get("LB", ()):
            point, _sign, words = value.partition(":")
            if _POINT.fullmatch(point):
                tree.label(node, _cell(point), words)
        marked = [_cell(value) for value in values.get("MA", ()) if _POINT.fullmatch(value)]
        if node and tree.moves[node] in marked:
            tree.marks.add(node)
        return node, depth


_LETTERS = "abcdefghijklmno"
_CELLS = {
    file + rank: SIDE * y + x
    for y, rank in enumerate(reversed(_LETTERS))
    for x, file in enumerate(_LETTERS)
}
"""The cell of each point, `aa` at the top left."""


def _cell(value: str) -> int:
    value = value.strip().lower()
    if value in ("", "tt"):
        return PASS
    if value[1:].isdecimal():
        return cell_of(value)
    if not _POINT.fullmatch(value):
        raise UnreadableError("{text!r} is no point of a board of {side} x {side}", text=value, side=SIDE)
    file, rank = (ord(letter) - ord("a") for letter in value)
    return SIDE * (SIDE - 1 - rank) + file


def _cells(values: list[str]) -> list[int]:
    """Return the cells of points and of rectangles (`aa:cc`)."""
    found = []
    for value in values:
        corners = [_cell(point) for point in value.split(":")]
        if len(corners) > 2 or PASS in corners:
            raise UnreadableError("{text!r} is no point and no rectangle", text=value)
        (top, left), (bottom, right) = (divmod(corner, SIDE) for corner in (corners * 2)[:2])
        top, bottom = sorted((top, bottom))
        left, right = sorted((left, right))
        found += [SIDE * y + x for y in range(top, bottom + 1) for x in range(left, right + 1)]
    return found


def _start(setup: dict[str, list[str]]) -> Game:
    """Return the position at the root."""
    size = (setup.get("SZ") or ["15"])[0].strip()
    if size not in (str(SIDE), f"{SIDE}:{SIDE}"):
        raise UnreadableError(
            "a board of size {size!r}; only {side} x {side} is read", size=size[:12], side=SIDE
        )
    info = [(key, setup[name][0]) for name, key in _INFO.items() if setup.get(name)]
    black, white = _cells(setup.get("AB", [])), _cells(setup.get("AW", []))
    first = None
    if "first" in setup:
        first = int(setup["first"][0])
    elif setup.get("PL"):
        first = WHITE if setup["PL"][0].strip().lower()[:1] in ("w", "2") else BLACK
    return Game.build(black, white, first, info=info)


def dumps(game: Game) -> str:
    """Return the game as a tree of one line."""
    return dumps_tree(tree_of(game))


def dumps_tree(tree: Tree) -> str:
    """Return a tree of moves with its variations, comments, texts on the board and marks."""
    start = tree.start
    info = dict(start.info)
    out = ["(;FF[4]GM[4]CA[UTF-8]AP[zet]SZ[15]"]
    out += [f"{name}[{_escaped(info[key])}]" for name, key in _INFO.items() if key in info]
    for name, cells in (("AB", start.black), ("AW", start.white)):
        if cells:
            out.append(name + "".join(f"[{_letters(cell)}]" for cell in cells))
    if start.black or start.white or start.first:
        out.append(f"PL[{'BW'[start.first]}]")
    out.append(_notes(tree, 0))
    # A stack of texts to be written and of nodes, with the color that moves there.
    stack: list[str | tuple[int, int]] = [")\n", *_below(tree, 0, start.first)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        node, color = item
        out.append(f";{'BW'[color]}[{_letters(tree.moves[node])}]")
        out.append(_notes(tree, node))
        stack += _below(tree, node, 1 - color)
    return "".join(out)


def _notes(tree: Tree, node: int) -> str:
    """Return the properties of a node but its move."""
    comment, labels = lines_of(tree.comments.get(node, "")), tree.labels.get(node, {})
    words = {cell: one_line(text) for cell, text in labels.items()}
    texts = "".join(f"[{_letters(cell)}:{_escaped(text)}]" for cell, text in words.items() if text)
    mark = f"MA[{_letters(tree.moves[node])}]" if node in tree.marks else ""
    return (f"C[{_escaped(comment)}]" if comment else "") + ("LB" + texts if texts else "") + mark


def _below(tree: Tree, node: int, color: int) -> list[str | tuple[int, int]]:
    """Return what follows a node, the last first."""
    children = tree.children[node]
    if len(children) == 1:
        return [(children[0], color)]
    found: list[str | tuple[int, int]] = []
    for child in reversed(children):
        found += [")", (child, color), "("]
    return found


def _letters(cell: int) -> str:
    if cell == PASS:
        return ""
    rank, file = divmod(cell, SIDE)
    return _LETTERS[file] + _LETTERS[SIDE - 1 - rank]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
