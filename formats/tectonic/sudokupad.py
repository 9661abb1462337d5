"""Tectonic puzzles as URLs of SudokuPad: `https://sudokupad.app/?puzzleid=sclPAYLOAD`.

The payload is the puzzle's JSON, compressed by lz-string and encoded in Base64. The word before a payload
names the format of the JSON: `scl` and `ctc` mean the format of SudokuPad, `fpuz` and `fpuzzles` the
format of f-puzzles. SudokuPad writes an abbreviated form of JSON (`PuzzleZipper`), which is also
supported. Source: SudokuPad's own tools (`sudokutools`: `puzzlezipper_lib.js`, `fpuzzlesdecoder.js`) and
the importer of penpa-edit's puzzles into SudokuPad (`puzzleloader.js`).
"""

import re
from typing import Any
from urllib.parse import quote, unquote

from zet.engines.messages import Message
from zet.engines.tectonic.model import Puzzle
from zet.formats.errors import UnreadableError
from zet.formats.json_object import read_object
from zet.formats.lz_string import compress, decompress
from zet.formats.tectonic import fpuzzles_json, scl

PREFIX = "https://sudokupad.app/?puzzleid=scl"

_PAYLOAD = re.compile(r"(?:\S*?[/=])??(scl|ctc|fpuz(?:zles)?)([A-Za-z0-9+/%= ]{8,})(?:[?&#]\S*)?")
_SHORT_KEYS = {
    "c": "color",
    "ca": "cages",
    "ct": "center",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ce": "cells",
    "cs": "cellSize",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "w": "width",
    "h": "height",
    "v": "value",
    "vd": "videos",
    "l": "lines",
    "r": "rounded",
    "re": "regions",
    "fs": "fontSize",
    "th": "thickness",
    "hl": "headLength",
    "wp": "wayPoints",
    "t": "title",
    "te": "text",
    "d": "duration",
    "d2": "d",
}
_STRING = re.compile(r'("(?:[^"\\]|\\.)*")')
_ABBREVIATIONS = (
    (r"([,{\[])([a-zA-Z0-9]+):", r'\1"\2":'),
    (r"([,\[])(?=[,\]])", r"\1{}"),
    (r":f(?=[,}\]])", ":false"),
    (r":t(?=[,}\]])", ":true"),
    (r":#0(?=[,}\]])", ':"#000000"'),
    (r":#F(?=[,}\]])", ':"#FFFFFF"'),
    (r":([0-9a-fA-F]{6})(?=[,}\]])", r':"#\1"'),
)


def loads(text: str) -> Puzzle:
    """Return the puzzle in a URL, or in the part of a URL that begins with `scl`.

    Raises:
        ValueError: the text is not a SudokuPad URL, or its content is not a valid Tectonic.
    """
    match = _PAYLOAD.fullmatch(text.strip())
    if match is None:
        raise UnreadableError(
            "this address refers to a puzzle stored on the site, which zet does not fetch; an address "
            "that contains a puzzle has scl, ctc or fpuzzles, followed by a long string of characters"
        )
    unpacked = payload_text(match[2])
    if match[1].startswith("fpuz"):
        return fpuzzles_json.loads(unpacked)
    return scl.puzzle_of(_object(unpacked))


def payload_text(payload: str) -> str:
    """Return the text of a payload, in which `+` may have become a blank or may be escaped."""
    return decompress(unquote(payload).replace(" ", "+"))


def _object(text: str) -> dict[str, Any]:
    """Parse a string as a JSON object, and expand SudokuPad's abbreviations, if there are any."""
    try:
        return read_object(text, "puzzle")
    except UnreadableError:
        if "\0" in text or (expanded := _expanded(text)) == text:
            raise
    data = read_object(expanded, "puzzle")
    try:
        return {_SHORT_KEYS.get(key, key): _named(value) for key, value in data.items()}
    except RecursionError:
        reason = "not a {what}: the JSON is nested too deeply"
        raise UnreadableError(reason, what=Message("puzzle")) from None


def _expanded(text: str) -> str:
    """Return valid JSON for a string in SudokuPad's abbreviated form; keys remain abbreviated.

    Strings are set aside, each replaced by the character NUL, while the rest is expanded.
    """
    if '"' not in text:
        text = text.replace("\\'", "\0").replace("'", '"').replace("\0", "'")
    parts = _STRING.split(text)
    plain = "".join("\0" if at % 2 else part for at, part in enumerate(parts))
    for pattern, full in _ABBREVIATIONS:
        plain = re.sub(pattern, full, plain)
    strings = iter(parts[1::2])
    return re.sub("\0", lambda _: next(strings), plain)


def _named(value: Any) -> Any:
    """Return a JSON value in which the keys of all objects are written out in full."""
    if isinstance(value, dict):
        return {_SHORT_KEYS.get(key, key): _named(one) for key, one in value.items()}
    return [_named(one) for one in value] if isinstance(value, list) else value


def dumps(puzzle: Puzzle) -> str:
    """Return the URL of a puzzle as a line, with a newline."""
    return f"{PREFIX}{quote(compress(scl.as_json(puzzle)).rstrip('='), safe='')}\n"
