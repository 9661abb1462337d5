"""Knowledge files of match5: exact bytes, every refusal, and arbitrary bytes."""

import io
import json
import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings, strategies as st
from odd_texts import ODD_TEXTS
from rounds import rounds

from zet.engines.match5.constants import MAX_GAMES
from zet.engines.match5.model import (
    ABSENT,
    EMPTY,
    Knowledge,
    Lock,
    Pattern,
    Position,
    PositionError,
    pattern_of_rows,
)
from zet.formats import ansi
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.match5 import FORMATS, fivo, games, kn, leaderboard, store
from zet.formats.match5.names import check_name, name_of_file
from zet.formats.match5.owner import NotOwnerError, check_owner, lock_of
from zet.formats.match5.picture import board_as_svg, board_as_text, pattern_as_svg, pattern_as_text
from zet.formats.registry import recognize

ONE = pattern_of_rows(1, ["BBBBX"])
TWO = pattern_of_rows(2, ["0BBBX0"])
THREE = pattern_of_rows(3, [".0....", ".B....", ".B....", "0XBB00", ".0....", ".0...."])
ANN = Knowledge("Ann", (ONE, TWO, THREE), 12, 3)
LOCKED = replace(ANN, name="Zoë", lock=Lock(bytes(range(16)), bytes(range(32))))


def read(data: bytes, source: str, name: str | None = None) -> Knowledge:
    """Return the knowledge in a file; the format is recognized unless it is named."""
    found, stream = recognize(io.BufferedReader(io.BytesIO(data)), FORMATS)
    found = FORMATS[name] if name else found
    assert found
    knowledge = next(found.load(stream, source), FormatError(source, None, "empty"))
    if isinstance(knowledge, FormatError):
        raise knowledge
    assert isinstance(knowledge, Knowledge)
    return knowledge


def written(name: str, knowledge: Knowledge) -> bytes:
    data = FORMATS[name].dumps()(knowledge)
    return data.encode() if isinstance(data, str) else data


COUNTS = "games and losses must be whole numbers from 0 to 9007199254740991"


def words(*patterns: Pattern) -> list[int]:
    data = kn.records_of(patterns)
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def dump(values: list[int]) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def test_the_most_of_everything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    most = replace(ANN, games=MAX_GAMES, losses=MAX_GAMES)
    monkeypatch.setattr("zet.formats.match5.json.MAX_PATTERNS", len(ANN.patterns))
    assert read(written("json", most), "x", "json") == most
    monkeypatch.setattr("zet.formats.match5.json.MAX_PATTERNS", len(ANN.patterns) - 1)
    with pytest.raises(FormatError, match="patterns must be a list of at most 2 patterns"):
        read(written("json", most), "x", "json")


def test_a_hall_that_the_system_refuses_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ann.fivo"
    path.write_bytes(written("fivo", ANN))
    store.renew(tmp_path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(store, "locked", refuse)
        with pytest.raises(
            FormatError, match=r": Permission denied; the knowledge file itself was saved$"
        ):
            store.enter(path, ANN)
    monkeypatch.setattr(Path, "open", refuse)
    assert [str(one) for one in store.renew(tmp_path)] == [f"{path}: Permission denied"]


def test_the_record_of_the_original_to_the_bit() -> None:
    absent = 0x3FFFF
    row = sum(value << 2 * x for x, value in enumerate([0, 2, 2, 2, 0, 0, 3, 3, 3]))
    tops = [5, 0, 4, 0, 2, 3, 0, 3, 0]
    rows = [row] + [absent] * 8
    assert words(TWO) == [top << 24 | fields for top, fields in zip(tops, rows, strict=True)]


def test_the_header_to_the_byte() -> None:
    data = fivo.dumps(LOCKED)
    records = kn.dumps(LOCKED)
    name = "Zoë".encode()
    head = b"FIVO" + struct.pack("<HHIII", 1, 1, 160, 3, zlib.crc32(records))
    rest = struct.pack("<QQB", 12, 3, 4) + bytes([1, 14, 8, 1, 0, 0, 0])
    rest += name.ljust(64, b"\0") + bytes(range(16)) + bytes(range(32))
    crc = zlib.crc32(head + bytes(4) + rest)
    assert data == head + struct.pack("<I", crc) + rest + records
    assert len(data) == 160 + 3 * 36
    plain = fivo.dumps(replace(LOCKED, lock=None))
    assert plain[6:8] == bytes(2)
    assert plain[41:45] == bytes(4)
    assert plain[112:160] == bytes(48)


@pytest.mark.parametrize("knowledge", [ANN, LOCKED, Knowledge("nobody")])
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_comes_back(name: str, knowledge: Knowledge) -> None:
    if name == "kn":
        if not knowledge.patterns:
            with pytest.raises(UnwritableError):
                kn.dumps(knowledge)
            return
        knowledge = Knowledge("folder", knowledge.patterns)
    data = written(name, knowledge)
    assert recognize(io.BufferedReader(io.BytesIO(data)), FORMATS)[0] is FORMATS[name]
    assert read(data, "x/folder.bin") == knowledge
    assert read(data, "x/folder.bin", name) == knowledge


@pytest.mark.parametrize(("row", "first"), [(".0B0B0", b"#"), ("BB00B0", b"\n"), ("00B0B0", b" ")])
def test_a_dump_may_begin_like_a_comment_or_a_blank_line(row: str, first: bytes) -> None:
    knowledge = Knowledge("in", (pattern_of_rows(1, [row, "BBBBX."]),))
    data = kn.dumps(knowledge)
    assert data.startswith(first)
    assert read(data, "in") == knowledge


def changed(index: int, change: Callable[[int], int], *patterns: Pattern) -> bytes:
    values = words(*patterns or (ONE, TWO))
    values[index] = change(values[index])
    return dump(values)


def with_top(row: int, top: int, *patterns: Pattern) -> bytes:
    return changed(9 + row, lambda word: word & 0xFFFFFF | top << 24, *patterns or (ONE, TWO))


def with_field(x: int, y: int, value: int) -> bytes:
    return changed(9 + y, lambda word: word & ~(3 << 2 * x) | value << 2 * x)


BAD_RECORDS = [
    (changed(9, lambda word: word | 1 << 18), "pattern 2: bits 18-23 of row 0 are not zero"),
    (changed(17, lambda word: word | 1 << 24), "pattern 2: the top byte of row 8 is not zero"),
    (with_top(0, 9), "pattern 2: x2, y2: (9, 0) is not on the board"),
    (with_top(1, 9), "pattern 2: x2, y2: (5, 9) is not on the board"),
    (with_field(0, 1, EMPTY), "pattern 2: fields: the pattern has fields outside its rectangle"),
    (
        with_top(1, 1),
        "pattern 2: x2, y2: a row or column at the edge of the rectangle is outside the pattern",
    ),
    (
        with_field(0, 0, ABSENT),
        "pattern 2: x2, y2: a row or column at the edge of the rectangle is outside the pattern",
    ),
    (with_top(2, 6), "pattern 2: fx, fy: the focus (6, 0) is outside the rectangle"),
    (with_top(3, 1), "pattern 2: fx, fy: the focus (4, 1) is outside the rectangle"),
    (with_top(2, 1), "pattern 2: fx, fy: the focus must be an empty field"),
    (with_top(4, 0), "pattern 2: level: must be from 1 to 40, not 0"),
    (with_top(4, 41), "pattern 2: level: must be from 1 to 40, not 41"),
    (with_top(4, 3), "pattern 2: white: 3 empty fields are too few for level 3, which requires 5"),
    (with_top(5, 4), "pattern 2: white: the record states 4, but contains 3"),
    (with_top(6, 1), "pattern 2: red: the record states 1, but contains 0"),
    (with_top(7, 4), "pattern 2: blue: the record states 4, but contains 3"),
    (with_field(1, 0, 1), "pattern 2: red: a pattern must not contain red fields"),
    (with_field(2, 0, ABSENT), "pattern 2: fields: the pattern has no room for five in a row"),
    (dump(words(ONE, ONE.image(2))), "pattern 2: fields: equal to pattern 1, up to symmetry"),
    (dump(words(TWO, ONE)), "pattern 2: level 1 follows 2, but patterns must be sorted by level"),
    (dump(words(ONE))[:-1], "35 bytes are not a whole number of patterns of 36 bytes"),
]


@pytest.mark.parametrize(("data", "reason"), BAD_RECORDS)
@pytest.mark.parametrize("name", ["kn", "fivo"])
def test_bad_records_are_refused(data: bytes, reason: str, name: str) -> None:
    if name == "fivo":
        if len(data) % 36:
            return
        data = sealed(fivo.dumps(ANN)[:160] + data)
    with pytest.raises(FormatError) as caught:
        read(data, "in", name)
    assert caught.value.reason == reason


def test_a_pattern_without_blue_is_refused() -> None:
    empty = Pattern(5, 1, bytes(5), 0, 1)
    with pytest.raises(FormatError, match="pattern 1: blue: a pattern must contain a blue field"):
        read(dump(words(empty)), "in", "kn")


def test_a_pattern_that_contains_another_is_read() -> None:
    larger = pattern_of_rows(2, ["BBBBX0", "0....."])
    assert read(kn.dumps(Knowledge("x", (ONE, larger))), "in").patterns == (ONE, larger)


def sealed(data: bytes, **fields: tuple[int, bytes]) -> bytes:
    """Return a file with other bytes in its header, and with correct checksums."""
    content = bytearray(data)
    for offset, new in fields.values():
        content[offset : offset + len(new)] = new
    if "count" not in fields:
        content[12:16] = struct.pack("<I", (len(content) - 160) // 36)
    content[16:20] = struct.pack("<I", zlib.crc32(content[160:]))
    content[20:24] = bytes(4)
    content[20:24] = struct.pack("<I", zlib.crc32(content[:160]))
    return bytes(content)


def flipped(at: int) -> bytes:
    content = bytearray(fivo.dumps(ANN))
    content[at] ^= 1
    return bytes(content)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"patterns": ANN.patterns + ANN.patterns[-1:]}, "equal to pattern 3, up to symmetry"),
        ({"patterns": ANN.patterns[::-1]}, "patterns must be sorted by level"),
        ({"games": 1, "losses": 5}, "more losses (5) than games (1)"),
        ({"games": MAX_GAMES + 1}, COUNTS),
        ({"name": ""}, "a name must have 1 to 64 bytes"),
        ({"name": "a\nb"}, "a name may contain only printable characters"),
    ],
)
@pytest.mark.parametrize("name", FORMATS)
def test_what_no_reader_accepts_is_not_written(name: str, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(UnwritableError, match=re.escape(reason)):
        written(name, replace(ANN, **changes))


def test_counts_end_at_the_most_that_is_stored() -> None:
    most = replace(ANN, games=MAX_GAMES - 2, losses=MAX_GAMES - 2).after(5, 5)
    assert (most.games, most.losses) == (MAX_GAMES, MAX_GAMES)
    assert (ANN.after(5, 2).games, ANN.after(5, 2).losses) == (ANN.games + 5, ANN.losses + 2)


GOOD = fivo.dumps(ANN)
NO_NUMBER = "not a whole number of patterns of 36 bytes"
BAD_HEADERS = [
    (GOOD[:100], "offset 100: the file ends within the header of 160 bytes"),
    (GOOD[:-1], "offset 267: the file is truncated; a file with 3 patterns must have 268 bytes"),
    (GOOD + b"x", "offset 268: the file is 1 byte too long; a file with 3 patterns must have 268 bytes"),
    (sealed(GOOD, version=(4, b"\x02\0")), "offset 4: version 2 is not supported, only version 1"),
    (
        sealed(GOOD, size=(8, b"\xa1")),
        "offset 8: the header has 161 bytes, but a version 1 header has 160",
    ),
    (flipped(25), "offset 20: the checksum of the header is wrong"),
    (flipped(200), "offset 16: the checksum of the patterns is wrong"),
    (sealed(GOOD, flags=(6, b"\x02")), "offset 6: unknown flags 0x0002"),
    (sealed(GOOD, zeros=(46, b"\x01")), "offset 45: the 3 bytes at this offset must be zero"),
    (sealed(GOOD, kdf=(41, b"\x01")), "offset 41: unknown password parameters (1, 0, 0, 0)"),
    (sealed(GOOD, flags=(6, b"\x01")), "offset 41: unknown password parameters (0, 0, 0, 0)"),
    (sealed(GOOD, salt=(120, b"\x01")), "offset 112: the file has no password, but has a salt or a hash"),
    (sealed(GOOD, losses=(32, b"\xff")), "offset 32: more losses (255) than games (12)"),
    (sealed(GOOD, name=(40, b"\0")), "offset 40: the name must have 1 to 64 bytes, followed by zeros"),
    (sealed(GOOD, name=(40, b"\x41")), "offset 40: the name must have 1 to 64 bytes, followed by zeros"),
    (sealed(GOOD, name=(60, b"x")), "offset 40: the name must have 1 to 64 bytes, followed by zeros"),
    (sealed(GOOD, name=(48, b"\xff")), "offset 48: the name: not UTF-8 text"),
    (sealed(GOOD, name=(48, b"\n")), "offset 48: the name: a name may contain only printable characters"),
    (
        sealed(GOOD, size=(40, b"\x04"), name=(48, "Ze\u0301".encode())),
        "offset 48: the name: a name must be in Unicode's normal form C (NFC)",
    ),
    (
        sealed(GOOD, count=(12, struct.pack("<I", 10**6))),
        "offset 12: 1000000 patterns; at most 200000 are allowed",
    ),
    (b"nonsense", f"8 bytes are {NO_NUMBER}"),
]


@pytest.mark.parametrize(("data", "reason"), BAD_HEADERS)
def test_bad_files_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(data, "in")
    assert caught.value.reason == reason


def test_a_file_of_another_kind_is_no_fivo() -> None:
    with pytest.raises(FormatError, match="offset 0: the file does not begin with FIVO"):
        read(b"FIVE" + GOOD[4:], "in", "fivo")


def document(**changes: object) -> bytes:
    keys = json.loads(written("json", LOCKED)) | changes
    return json.dumps({key: value for key, value in keys.items() if value is not ...}).encode()


NO_PASSWORD = "password must have a salt of 16 bytes and a hash of 32 bytes"
NO_FOCUS = "pattern 1: fx, fy: expected one focus field (X), found 0"


def rows(*text: str) -> bytes:
    return document(patterns=[{"level": 1, "rows": list(text)}])


PACKED = {"format": "match5", "version": 1, "name": "x", "patterns": [], "password": 5}

BAD_DOCUMENTS = [
    (document(format="other"), 'not match5 knowledge: the value of format must be "match5"'),
    (document(version=2), "version 2 is not supported, only version 1"),
    (document(version=True), "version True is not supported, only version 1"),
    (document(name=5), "name must be a string"),
    (document(name=""), "name: a name must have 1 to 64 bytes in UTF-8"),
    (document(name="\ud800"), "name: a name must not contain surrogates, which UTF-8 cannot represent"),
    (document(games=-1), COUNTS),
    (document(games=True), COUNTS),
    (document(games=2**53), COUNTS),
    (document(games=1), "more losses (3) than games (1)"),
    (document(patterns={}), "patterns must be a list of at most 200000 patterns"),
    (document(password={"hash": "00" * 32}), NO_PASSWORD),
    (document(password={"salt": "00", "hash": "00"}), NO_PASSWORD),
    (document(patterns=[5]), "pattern 1: level: must be a whole number"),
    (document(patterns=[{"level": 1}]), "pattern 1: rows: a list of at most 9 strings is required"),
    (rows(), "pattern 1: rows: expected one or more rows of equal length"),
    (rows("", ""), NO_FOCUS),
    (rows("BBBBR"), "pattern 1: rows: 'R' is not one of '0', 'B', 'X' and '.'"),
    (rows("BBBB0"), NO_FOCUS),
    (
        rows("BBBBX" + "0" * 9),
        "pattern 1: size: a rectangle of 14 x 1 cannot have 14 fields; at most 9 x 9 fields are allowed",
    ),
    (b"{", "not JSON: Expecting property name enclosed in double quotes"),
    (
        b'{"a": ' * 100_000,
        "not match5 knowledge: the JSON is nested too deeply, or has a number with too many digits",
    ),
    (b"\x85" + b"\xff" * 9, None),
    (msgpack.packb(PACKED), NO_PASSWORD),
]  # fmt: skip


@pytest.mark.parametrize(("data", "reason"), BAD_DOCUMENTS)
def test_bad_documents_are_refused(data: bytes, reason: str | None) -> None:
    with pytest.raises(FormatError) as caught:
        read(data, "in")
    assert reason is None or caught.value.reason == reason


def test_a_player_without_patterns_enters_no_hall_and_leaves_one(tmp_path: Path) -> None:
    path, found = tmp_path / "ann.fivo", tmp_path / leaderboard.NAME
    nothing = replace(ANN, patterns=())
    store.enter(path, nothing)
    assert not found.exists()
    store.enter(path, ANN)
    other = leaderboard.Entry("Bob", 1, "bob.fivo")
    store.enter(tmp_path / other.file, Knowledge(other.name, (ONE,)))
    ann = leaderboard.Entry("Ann", 3, path.name)
    assert leaderboard.loads(found.read_bytes(), "in") == [ann, other]
    store.enter(path, nothing)
    assert leaderboard.loads(found.read_bytes(), "in") == [other]


def test_the_hall_ranks_and_lets_go() -> None:
    players = [
        leaderboard.Entry(f"p{number:03}", number % 7 + 1, f"{number}.fivo") for number in range(120)
    ]
    entries: list[leaderboard.Entry] = []
    for player in players:
        entries = leaderboard.with_player(entries, player)
    assert len(entries) == 100
    assert entries == sorted(entries, key=lambda entry: (-entry.level, entry.name))
    assert leaderboard.loads(leaderboard.dumps(entries), "in") == entries
    best = entries[0]
    assert best not in leaderboard.with_player(entries, replace(best, level=0))
    assert leaderboard.with_player(entries, replace(best, level=9, name="new"))[0].name == "new"
    with pytest.raises(FormatError, match="unsorted"):
        leaderboard.loads(leaderboard.dumps(entries[::-1]), "in")


def test_passwords() -> None:
    knowledge = replace(ANN, lock=lock_of("geheim"))
    check_owner(knowledge, "geheim")
    check_owner(ANN, None)
    check_owner(ANN, "anything")
    with pytest.raises(NotOwnerError, match="wrong"):
        check_owner(knowledge, "Geheim")
    with pytest.raises(NotOwnerError, match="none was given"):
        check_owner(knowledge, None)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("-", "unnamed"),
        ("x/Jan.kn", "Jan"),
        ("x/" + "é" * 40, "é" * 32),
        ("\t", "unnamed"),
        ("\udc80", "unnamed"),
    ],
)
def test_a_dump_is_named_after_its_file(source: str, name: str) -> None:
    assert name_of_file(source) == name


@given(st.lists(st.integers(0, 80), unique=True, max_size=12))
def test_move_lists_come_back(fields: list[int]) -> None:
    text = "".join("abcdefghi"[field % 9] + str(field // 9 + 1) for field in fields)
    try:
        position = games.loads(text)
    except ValueError:
        return
    assert position.moves == tuple(fields)
    if fields:
        assert games.dumps(position) == text + "\n"


@given(st.text(alphabet="0RB", min_size=81, max_size=81))
def test_boards_come_back(text: str) -> None:
    try:
        position = games.loads(text)
    except PositionError:
        return
    assert isinstance(position, Position)
    assert games.dumps(position) == text + "\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("e5e5", "move 2, e5: the field is taken"),
        ("e5x", "move 2: 'x' is not a field"),
        ("RB", "move 1: 'RB' is not a field"),
    ],
)
def test_bad_games_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        games.loads(text)


def test_a_kn_file_holds_as_many_patterns_as_a_knowledge_base(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kn, "MAX_PATTERNS", 1)
    assert kn.patterns_of(kn.records_of((ONE,))) == (ONE,)
    with pytest.raises(ValueError, match="2 patterns; at most 1 are allowed"):
        kn.patterns_of(kn.records_of((ONE, TWO)))


def test_pictures() -> None:
    assert "\x1b" not in board_as_text([1, 2] + 79 * [0])
    assert pattern_as_text(TWO) == "0 B B B X 0\n"
    assert f"{ansi.BLUE}B{ansi.RESET}" in pattern_as_text(TWO, color=True)
    svg = pattern_as_svg(THREE, "title")
    assert svg.count(b"<circle") == THREE.white - 1 + THREE.blue
    assert svg.count(b"#ccc") == 36 - THREE.white - THREE.blue
    assert board_as_svg(bytes(81), 40, "board").count(b"<circle") == 80


@settings(max_examples=rounds(100))
@given(name=ODD_TEXTS, games=st.integers(0, MAX_GAMES), locked=st.booleans())
def test_a_name_is_refused_or_comes_through_every_pair_of_formats(
    name: str, games: int, locked: bool
) -> None:
    knowledge = replace(LOCKED if locked else ANN, name=name, games=games, losses=games // 2)
    forms = ("fivo", "json", "msgpack")
    try:
        check_name(name)
    except ValueError as error:
        for form in forms:
            with pytest.raises(UnwritableError, match=f"^{error}$"):
                written(form, knowledge)
        return
    for first in forms:
        once = read(written(first, knowledge), "in")
        for second in forms:
            assert read(written(second, once), "in") == knowledge


@settings(max_examples=rounds(100))
@given(source=ODD_TEXTS)
def test_any_name_of_a_file_makes_a_name_of_a_player(source: str) -> None:
    assert check_name(name_of_file(source))
