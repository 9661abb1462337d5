"""Read raster pictures into arrays: PNG, JPEG, WebP, and the pages of a PDF.

Before a picture is decoded, its completeness and the size stated in its header are checked. This module
needs OpenCV, and pypdfium2 for PDF; `zet[scan]` installs both. Sources: PNG (RFC 2083), JPEG (ITU-T T.81,
B.1), WebP (RFC 9649).
"""

import io
import re
import struct
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

from zet.formats.errors import FormatError, UnreadableError
from zet.formats.files import read_whole

Board = TypeVar("Board")

MOST_BYTES = 64 << 20
MOST_PIXELS = 50_000_000
MOST_SIDE = 20_000
ENOUGH = 16_000_000
"""A picture with more pixels than this is read at half its width and height."""
PAGE_PIXELS = 2400
"""The resolution of a PDF page: pixels along its longer side."""
MOST_PAGES = 500
OTHERS = {
    "HEIC": rb"(?s)....ftyp(hei|hev|mif1|msf1)",
    "AVIF": rb"(?s)....ftypavi",
    "GIF": rb"GIF8",
    "TIFF": rb"II\*\0|MM\0\*",
    "BMP": rb"(?s)BM....\0\0\0\0",
}
"""For each unsupported format, a pattern that matches the beginning of its files."""


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Any]:
    """Yield the picture in a file, or each page of a PDF, as an array.

    The axes of the array are rows, columns and channels (blue, green, red).

    Raises:
        FormatError: the file is not a picture, or the picture is too large or truncated.
    """
    data = read_whole(stream, source, MOST_BYTES)
    try:
        if data.startswith(b"%PDF"):
            yield from _pages(data)
        else:
            yield _picture(data)
    except UnreadableError as error:
        raise FormatError(source, None, *error.args) from None


def boards(
    stream: io.BufferedIOBase, source: str, find: Callable[[Any], list[Board]], nothing: FormatError
) -> Iterator[Board | FormatError]:
    """Yield the boards in the pictures of a file; yield `nothing` if no picture contains a board.

    An unreadable file yields its error.
    """
    found = False
    try:
        for picture in load(stream, source):
            for board in find(picture):
                found = True
                yield board
    except FormatError as error:
        yield error
        return
    if not found:
        yield nothing


def size_of(data: bytes) -> tuple[int, int]:
    """Return the width and the height in the header of a picture.

    Raises:
        UnreadableError: the type of the picture is unknown, or the picture is truncated.
    """
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        if data[12:16] != b"IHDR" or len(data) < 33:
            raise UnreadableError("the picture is truncated")
        width, height = struct.unpack(">II", data[16:24])
        if b"IEND" not in data[-64:]:
            raise UnreadableError("the picture is truncated")
        return width, height
    if data.startswith(b"\xff\xd8"):
        return _jpeg_size(data)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _webp_size(data)
    for kind, beginning in OTHERS.items():
        if re.match(beginning, data):
            raise UnreadableError(
                "{kind} is not supported: save or export the picture as PNG or JPEG", kind=kind
            )
    raise UnreadableError("not a picture of a supported type: PNG, JPEG, WebP or PDF")


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            break
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            if data.rfind(b"\xff\xd9") < at:
                break
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise UnreadableError("the picture is truncated")


def _webp_size(data: bytes) -> tuple[int, int]:
    if len(data) < 30 or len(data) < int.from_bytes(data[4:8], "little") + 8:
        raise UnreadableError("the picture is truncated")
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF


def _check_size(width: int, height: int) -> None:
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE and width * height <= MOST_PIXELS):
        raise UnreadableError(
            "the picture has {width} x {height} pixels; at most {most} million are supported",
            width=width, height=height, most=MOST_PIXELS // 1_000_000,
        )  # fmt: skip


def _picture(data: bytes) -> Any:
    width, height = size_of(data)
    _check_size(width, height)
    import cv2
    import numpy as np

    how, large = cv2.IMREAD_UNCHANGED, width * height > ENOUGH
    if data.startswith(b"\xff\xd8"):
        how = cv2.IMREAD_REDUCED_COLOR_2 if large else cv2.IMREAD_COLOR
    elif data.startswith(b"\x89PNG") and data[24] == 16:
        how = cv2.IMREAD_COLOR  # transparency with 16 bits per channel takes too much memory
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error:
        picture = None
    if picture is None or picture.size == 0:
        raise UnreadableError("the picture is damaged")
    if large and picture.shape[0] * picture.shape[1] > ENOUGH:
        picture = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    if picture.ndim == 2:
        return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if picture.shape[2] == 4:  # transparent pixels become white
        part = picture[:, :, 3:].astype(np.uint16)
        return ((picture[:, :, :3] * part + 255 * (255 - part)) // 255).astype(np.uint8)
    return picture


def _pages(data: bytes) -> Iterator[Any]:
    import numpy as np
    import pypdfium2

    try:
        pages = pypdfium2.PdfDocument(data)
        count = len(pages)
    except pypdfium2.PdfiumError:
        raise UnreadableError("the PDF is damaged or has a password") from None
    if count > MOST_PAGES:
        raise UnreadableError(
            "the PDF has {n} pages; at most {most} are supported", n=count, most=MOST_PAGES
        )
    for number in range(count):
        try:
            page = pages[number]
            pictures = page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])
            for one in cast("Iterator[pypdfium2.PdfImage]", pictures):
                _check_size(*one.get_px_size())
            longest = max(page.get_size())
            if longest <= 0:
                continue
            drawn = page.render(scale=PAGE_PIXELS / longest, rev_byteorder=False).to_numpy()
        except pypdfium2.PdfiumError:
            raise UnreadableError("the PDF is damaged or has a password") from None
        picture = np.ascontiguousarray(drawn[:, :, :3])
        page.close()
        yield picture
