"""Knowledge files of match5: `.fivo` version 1, a header of 160 bytes and a dump in the KN format.

The header is zet's own. `docs/formats/match5-fivo.md` describes both.
"""

import struct
import zlib
from typing import Any

from zet.engines.match5.model import MAX_PATTERNS, Knowledge, Lock
from zet.engines.messages import Message
from zet.formats.errors import UnreadableError, with_source
from zet.formats.match5.kn import RECORD, patterns_of, records_of
from zet.formats.match5.names import MAX_NAME, check_name
from zet.formats.match5.storable import check_storable, fault_of_counts

MAGIC = b"FIVO"
VERSION = 1

_HEADER = struct.Struct("<4sHHIIIIQQB4B3s64s16s32s")
_KDF = (1, 14, 8, 1)


@with_source
def loads(data: bytes, _source: str) -> Knowledge:
    """Return the knowledge stored in a `.fivo` file.

    Raises:
        FormatError: the file is damaged, or not of version 1; the reason gives the offset or the pattern.
    """
    (
        _, _, flags, _, _, _, _, games, losses, name_size,
        *kdf, zeros, raw_name, salt, digest,
    ) = _checked_header(data)  # fmt: skip
    if flags > 1:
        raise _fault(6, Message("unknown flags {flags:#06x}", flags=flags))
    if zeros != bytes(3):
        raise _fault(45, Message("the 3 bytes at this offset must be zero"))
    if tuple(kdf) != (_KDF if flags else (0, 0, 0, 0)):
        raise _fault(41, Message("unknown password parameters {values}", values=tuple(kdf)))
    if not flags and (salt != bytes(16) or digest != bytes(32)):
        raise _fault(112, Message("the file has no password, but has a salt or a hash"))
    if fault := fault_of_counts(games, losses):
        raise _fault(32 if losses > games else 24, fault)
    if not 1 <= name_size <= MAX_NAME or any(raw_name[name_size:]):
        raise _fault(40, Message("the name must have 1 to 64 bytes, followed by zeros"))
    try:
        name = check_name(raw_name[:name_size].decode())
    except ValueError as error:
        reason = str(error)
        if isinstance(error, UnicodeDecodeError):
            reason = Message("not UTF-8 text")
        raise _fault(48, Message("the name: {reason}", reason=reason)) from None
    lock = Lock(salt, digest) if flags else None
    return Knowledge(name, patterns_of(data[_HEADER.size :]), games, losses, lock)


def _checked_header(data: bytes) -> tuple[Any, ...]:
    """Return the fields of the header, after checking the version, the sizes and the checksums.

    Raises:
        FormatError: the version, a size or a checksum is wrong.
    """
    if len(data) < _HEADER.size:
        raise _fault(
            len(data), Message("the file ends within the header of {size} bytes", size=_HEADER.size)
        )
    header = _HEADER.unpack_from(data)
    magic, version, _, header_size, count, patterns_crc, header_crc, *_ = header
    if magic != MAGIC:
        raise _fault(0, Message("the file does not begin with FIVO"))
    if version != VERSION:
        raise _fault(
            4,
            Message(
                "version {version!r} is not supported, only version {known}",
                version=version,
                known=VERSION,
            ),
        )
    if header_size != _HEADER.size:
        raise _fault(
            8,
            Message(
                "the header has {size} bytes, but a version 1 header has {known}",
                size=header_size,
                known=_HEADER.size,
            ),
        )
    if zlib.crc32(data[:20] + bytes(4) + data[24 : _HEADER.size]) != header_crc:
        raise _fault(20, Message("the checksum of the header is wrong"))
    if count > MAX_PATTERNS:
        raise _fault(12, Message("{n} patterns; at most {most} are allowed", n=count, most=MAX_PATTERNS))
    end = _HEADER.size + RECORD * count
    if len(data) != end:
        what = Message("the file is truncated")
        if len(data) > end:
            n = len(data) - end
            what = Message("the file is {n} byte too long", "the file is {n} bytes too long", n=n)
        size = Message("a file with {n} patterns must have {size} bytes", n=count, size=end)
        raise _fault(min(len(data), end), Message.joined((what, size), by="; "))
    if zlib.crc32(data[_HEADER.size :]) != patterns_crc:
        raise _fault(16, Message("the checksum of the patterns is wrong"))
    return header


def _fault(offset: int, reason: str) -> UnreadableError:
    return UnreadableError("offset {offset}: {reason}", offset=offset, reason=reason)


def dumps(knowledge: Knowledge) -> bytes:
    """Return the `.fivo` file of a knowledge base.

    Raises:
        UnwritableError: the knowledge is not valid.
    """
    check_storable(knowledge)
    records = records_of(knowledge.patterns)
    name = knowledge.name.encode()
    lock = knowledge.lock or Lock(bytes(16), bytes(32))

    def header(crc: int) -> bytes:
        return _HEADER.pack(
            MAGIC, VERSION, knowledge.lock is not None, _HEADER.size, len(knowledge.patterns),
            zlib.crc32(records), crc, knowledge.games, knowledge.losses, len(name),
            *(_KDF if knowledge.lock else (0, 0, 0, 0)), bytes(3), name, lock.salt, lock.digest,
        )  # fmt: skip

    return header(zlib.crc32(header(0))) + records
