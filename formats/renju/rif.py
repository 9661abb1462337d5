"""The XML of the Renju International Federation's game database (RIF, RenjuNet).

`<database>` contains `<games>`, and tables of countries, rules, openings, players and tournaments. A
game refers to the entries of these tables by id; its moves are in `<move>`. The file is parsed as a
stream, so it may contain any number of games. Entities and document types are refused. Source: the
schema, inferred from samples. `docs/formats/renju-rif.md` describes the format.
"""

import io
from collections.abc import Iterator
from typing import Any, cast

from lxml import etree

from zet.engines.messages import Message
from zet.engines.renju.ending import recorded_ending
from zet.engines.renju.model import BLACK, PASS, SIDE, WHITE, Game, names
from zet.formats.errors import FormatError, UnreadableError, UnwritableError
from zet.formats.losses import lose
from zet.formats.renju.lost import lose_info, lose_reason
from zet.formats.renju.moves import moves_in

MAX_ENTRIES = 1_000_000
"""The maximum number of entries in all tables together."""

MAX_TEXT = 1 << 16
_TABLES = {"country", "rule", "opening", "player", "tournament"}
_RESULTS = {"1": "black", "0": "white", "0.5": "draw"}
_KEPT = (
    "id",
    "event",
    "date",
    "round",
    "rule",
    "black",
    "white",
    "result",
    "opening",
    "alt",
    "swap",
    "info",
)

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<database version="1.0">\n<games>\n'
TAIL = "</games>\n</database>\n"


class _Feed:
    """A stream that refuses DOCTYPE and ENTITY declarations before the parser sees them."""

    def __init__(self, stream: io.BufferedIOBase) -> None:
        self._stream = stream
        self._rest = b""

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        if b"<!DOCTYPE" in self._rest + data or b"<!ENTITY" in self._rest + data:
            raise UnreadableError("DOCTYPE and ENTITY declarations are not allowed")
        self._rest = data[-10:]
        return data


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Game | FormatError]:
    """Yield the games in a database.

    >>> data = b"<database><games><game id='1'><move>h8 i9</move></game></games></database>"
    >>> [game] = load(io.BytesIO(data))
    >>> game.moves
    (112, 128)
    """
    tables: dict[tuple[str, str], str] = {}
    events = etree.iterparse(
        cast(Any, _Feed(stream)),
        events=("start", "end"),
        resolve_entities=False,
        no_network=True,
        huge_tree=False,
    )
    depth = 0
    try:
        for event, element in events:
            if event == "start":
                depth += 1
                if depth == 1 and _tag(element) != "database":
                    yield FormatError(
                        source,
                        element.sourceline,
                        "the root element is <{tag}>, not <database>",
                        tag=_tag(element),
                    )
                    return
                if depth == 1 and element.getroottree().docinfo.doctype:  # for example in UTF-16
                    raise UnreadableError("DOCTYPE and ENTITY declarations are not allowed")
                continue
            depth -= 1
            tag = _tag(element)
            if tag == "game":
                yield _game(element, tables, source)
            elif tag in _TABLES:
                if len(tables) >= MAX_ENTRIES:
                    raise UnreadableError("the tables have more than {most} entries", most=MAX_ENTRIES)
                tables[tag, element.get("id", "")] = _name(element)
                if year := element.get("year", ""):
                    tables["year", element.get("id", "")] = year[:MAX_TEXT]
            if depth <= 2:
                element.clear()
                parent = element.getparent()
                while parent is not None and element.getprevious() is not None:
                    del parent[0]
    except etree.XMLSyntaxError as error:
        line, column = error.position
        why = error.msg.split(", line ")[0] if error.msg else Message("not well-formed")
        yield FormatError(source, line or None, "not XML: {reason}", column or None, reason=why)
    except ValueError as error:
        yield FormatError(source, None, str(error))


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2] if isinstance(element.tag, str) else ""


def _name(element: Any) -> str:
    """Return the name of an entry; the name of a player has two parts."""
    parts = (element.get("name"), element.get("surname"))
    return " ".join(" ".join(part.split()) for part in parts if part)[:MAX_TEXT]


def _game(element: Any, tables: dict[tuple[str, str], str], source: str) -> Game | FormatError:
    texts = {_tag(child): " ".join((child.text or "").split()) for child in element}
    info = [("id", element.get("id", ""))]
    for key, table, attribute in (
        ("black", "player", "black"),
        ("white", "player", "white"),
        ("event", "tournament", "tournament"),
        ("rule", "rule", "rule"),
        ("opening", "opening", "opening"),
    ):
        number = element.get(attribute, "")
        info.append((key, tables.get((table, number), number)))
    year = tables.get(("year", element.get("tournament", "")), "")
    info.append(("date", element.get("date", "") or year))
    result = element.get("bresult", "")
    info += [
        ("round", element.get("round", "")),
        ("result", _RESULTS.get(result, result)),
        ("swap", element.get("swap", "")),
        ("alt", element.get("alt", "")),
        ("info", texts.get("info", "")[:MAX_TEXT]),
    ]
    try:
        return Game.build(moves=moves_in(texts.get("move", "")), info=info)
    except ValueError as error:
        identity = element.get("id", "")
        return FormatError(
            source, element.sourceline, "game with id {id}: {reason}", id=identity[:20], reason=str(error)
        )


def dumps(game: Game) -> str:
    """Return the XML element of a game, with names in place of ids, and with the game's date.

    Raises:
        UnwritableError: the game has initial stones or a pass, or the board is not 15x15.
    """
    if game.size != SIDE:
        raise UnwritableError("{format} supports only {side} x {side} boards", format="rif", side=SIDE)
    if game.black or game.white or game.first:
        raise UnwritableError(
            "a move list cannot represent stones that are on the board at the beginning"
        )
    if PASS in game.moves:
        raise UnwritableError("the rif format cannot represent a pass")
    info = dict(game.info)
    lose_info(game, *_KEPT)
    attributes = {
        "id": info.get("id", ""),
        "tournament": info.get("event", ""),
        "date": info.get("date", ""),
        "round": info.get("round", ""),
        "rule": info.get("rule", ""),
        "black": info.get("black", ""),
        "white": info.get("white", ""),
        "bresult": _result(game),
        "opening": info.get("opening", ""),
        "alt": info.get("alt", ""),
        "swap": info.get("swap", ""),
    }
    try:
        element = etree.Element("game", {key: text for key, text in attributes.items() if text})
        etree.SubElement(element, "move").text = " ".join(names(game.moves))
        if "info" in info:
            etree.SubElement(element, "info").text = info["info"]
    except ValueError:
        raise UnwritableError(
            "the game contains a control character, which XML cannot represent"
        ) from None
    return etree.tostring(element, encoding="unicode") + "\n"


def _result(game: Game) -> str:
    """Return Black's points in the file's notation; empty if the result is not known."""
    recorded = recorded_ending(game)
    text = dict(game.info).get("result", "")
    if recorded is None:
        if text:
            lose("result")
        return ""
    lose_reason(game, recorded[0])
    word = {BLACK: "black", WHITE: "white", None: "draw"}[recorded[0]]
    return {word: number for number, word in _RESULTS.items()}[word]
