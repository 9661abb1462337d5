"""The compression of lz-string (JavaScript) in Base64, which puzzle sites use in their URLs.

The text is a sequence of UTF-16 code units. With each code, the dictionary of phrases grows by one phrase
(LZ78); codes are written least significant bit first, and become one bit longer whenever the dictionary
doubles. Code 0 announces a new character of 8 bits, code 1 a new character of 16 bits, code 2 the end.
Each character of Base64 encodes six bits, most significant bit first. Source: the lz-string project,
version 1.5, `_compress` and `_decompress`. zet has its own codec because the packages for Python neither
limit the size of the decompressed text, which grows with the square of the payload's size, nor split
characters above U+FFFF into two code units, as JavaScript does.
"""

from zet.formats.errors import UnreadableError

MAX_TEXT = 1 << 20
"""The maximum size of decompressed text in UTF-16 code units."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {character: f"{value:06b}" for value, character in enumerate(_ALPHABET)}
_CHARACTERS = {bits: character for character, bits in _BITS.items()}
_BYTE, _UNIT, _END = 0, 1, 2
_FIRST = 3
"""The smallest code of a phrase."""


class _Width:
    """The number of bits of the next code, computed in the same way by compression and decompression."""

    def __init__(self, bits: int, left: int) -> None:
        self.bits = bits
        self._left = left

    def step(self) -> None:
        self._left -= 1
        if not self._left:
            self._left = 1 << self.bits
            self.bits += 1


def compress(text: str) -> str:
    """Compress a string, and return the result in Base64.

    >>> compress("a")
    'IZA='
    """
    width = _Width(2, 2)
    codes: dict[str, int] = {}
    new: set[str] = set()
    bits: list[str] = []

    def write(value: int, size: int) -> None:
        bits.append(f"{value:0{size}b}"[::-1])

    def write_phrase(phrase: str) -> None:
        if phrase in new:
            new.remove(phrase)
            is_wide = ord(phrase) > 255
            write(_UNIT if is_wide else _BYTE, width.bits)
            write(ord(phrase), 16 if is_wide else 8)
            width.step()
        else:
            write(codes[phrase], width.bits)
        width.step()

    phrase = ""
    for unit in _units(text):
        if unit not in codes:
            codes[unit] = len(codes) + _FIRST
            new.add(unit)
        if phrase + unit in codes:
            phrase += unit
            continue
        write_phrase(phrase)
        codes[phrase + unit] = len(codes) + _FIRST
        phrase = unit
    if phrase:
        write_phrase(phrase)
    write(_END, width.bits)
    stream = "".join(bits) + "0"
    stream += "0" * (-len(stream) % 6)
    packed = "".join(_CHARACTERS[stream[at : at + 6]] for at in range(0, len(stream), 6))
    return packed + "=" * (-len(packed) % 4)


def _units(text: str) -> str:
    """Return the UTF-16 code units of a string as characters."""
    if text.isascii():
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


def decompress(packed: str, most: int = MAX_TEXT) -> str:
    """Decompress a string; its padding (`=`) may be missing.

    >>> decompress("IZA=")
    'a'

    Raises:
        UnreadableError: the string is not compressed in this way, is truncated, or decompresses to more
        than `most` code units.
    """
    try:
        stream = "".join([_BITS[character] for character in packed.rstrip("=")])
    except KeyError:
        raise UnreadableError("the payload is not Base64 text") from None
    at = 0

    def read(size: int) -> int:
        nonlocal at
        at += size
        if at > len(stream):
            raise UnreadableError("the payload is truncated: the end of the URL is missing")
        return int(stream[at - size : at][::-1], 2)

    width = _Width(2, 1)
    phrases = ["", "", ""]
    found: list[str] = []
    length = 0
    last = ""
    while (code := read(width.bits)) != _END:
        if code < _FIRST:
            phrases.append(chr(read(16 if code == _UNIT else 8)))
            code = len(phrases) - 1
            width.step()
        if code == len(phrases) and last:
            phrase = last + last[0]
        elif code < len(phrases):
            phrase = phrases[code]
        else:
            raise UnreadableError("the payload is not compressed by lz-string")
        if last:
            phrases.append(last + phrase[0])
            width.step()
        found.append(phrase)
        length += len(phrase)
        if length > most:
            raise UnreadableError("the payload unpacks to more than {most} characters", most=most)
        last = phrase
    text = "".join(found)
    if text.isascii():
        return text
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise UnreadableError("the payload is not compressed by lz-string") from None
