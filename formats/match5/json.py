"""Knowledge of match5 as JSON: one object, with the same keys as in msgpack.

Keys: `format` ("match5"), `version` (1), `name`, `games`, `losses`, `patterns` (each with `level` and
`rows`), and optionally `password` (`salt` and `hash`, hexadecimal in JSON, bytes in msgpack). How many
fields of each kind a pattern has is not stored, because it follows from the rows. Games and losses may
be missing; other keys are ignored.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zet.engines.match5.model import (
    MAX_PATTERNS,
    SIZE,
    Knowledge,
    Lock,
    Pattern,
    PatternError,
    pattern_of_rows,
)
from zet.engines.messages import Message
from zet.formats.errors import FormatError, UnreadableError, with_source
from zet.formats.json_object import with_unique_keys
from zet.formats.match5.kn import read_patterns
from zet.formats.match5.names import check_name
from zet.formats.match5.storable import check_storable, fault_of_counts

if TYPE_CHECKING:
    from zet.formats.match5 import contract


@with_source
def loads(data: bytes, source: str) -> Knowledge:
    """Return the knowledge stored in a JSON object.

    Raises:
        FormatError: the bytes are not a JSON object with valid knowledge.
    """
    try:
        value = json.loads(data, object_pairs_hook=with_unique_keys)
    except json.JSONDecodeError as error:
        raise FormatError(
            source, error.lineno, "not JSON: {reason}", error.colno, reason=error.msg
        ) from None
    except UnicodeDecodeError as error:
        reason = Message("not UTF-8 text")
        raise UnreadableError("offset {offset}: {reason}", offset=error.start, reason=reason) from None
    except UnreadableError:
        raise
    except (RecursionError, ValueError):
        raise UnreadableError(
            "not match5 knowledge: the JSON is nested too deeply, or has a number with too many digits"
        ) from None
    return of_dict(value, bytes.fromhex)


def of_dict(value: Any, as_bytes: Callable[[Any], bytes]) -> Knowledge:
    """Return the knowledge described by a parsed object; `as_bytes` decodes the password's salt and hash.

    Raises:
        ValueError: the object is not match5 knowledge.
    """
    if not isinstance(value, dict) or value.get("format") != "match5":
        raise UnreadableError('not match5 knowledge: the value of format must be "match5"')
    if value.get("version") != 1 or isinstance(value["version"], bool):
        raise UnreadableError(
            "version {version!r} is not supported, only version {known}",
            version=value.get("version"),
            known=1,
        )
    name, listed = value.get("name"), value.get("patterns")
    games, losses = value.get("games", 0), value.get("losses", 0)
    if not isinstance(name, str):
        raise UnreadableError("name must be a string")
    try:
        check_name(name)
    except ValueError as error:
        raise UnreadableError("name: {reason}", reason=str(error)) from None
    if fault := fault_of_counts(games, losses):
        raise UnreadableError(fault)
    if not isinstance(listed, list) or len(listed) > MAX_PATTERNS:
        raise UnreadableError("patterns must be a list of at most {most} patterns", most=MAX_PATTERNS)
    lock = None
    if (password := value.get("password")) is not None:
        try:
            lock = Lock(as_bytes(password["salt"]), as_bytes(password["hash"]))
        except (KeyError, TypeError, ValueError):
            lock = None
        if lock is None or len(lock.salt) != 16 or len(lock.digest) != 32:
            raise UnreadableError("password must have a salt of 16 bytes and a hash of 32 bytes")
    return Knowledge(name, read_patterns(listed, _pattern), games, losses, lock)


def _pattern(item: Any) -> Pattern:
    level, rows = (item.get("level"), item.get("rows")) if isinstance(item, dict) else (None, None)
    if type(level) is not int:
        raise PatternError("level: must be a whole number")
    if not isinstance(rows, list) or len(rows) > SIZE or not all(isinstance(row, str) for row in rows):
        raise PatternError("rows: a list of at most {most} strings is required", most=SIZE)
    return pattern_of_rows(level, rows)


def pattern_as_dict(pattern: Pattern) -> "contract.PatternObject":
    """Return the JSON object for a pattern."""
    return {"level": pattern.level, "rows": list(pattern.rows)}


def as_dict(
    knowledge: Knowledge, of_bytes: Callable[[bytes], Any] = bytes.hex
) -> "contract.KnowledgeDocument":
    """Return the JSON object for a knowledge base; `of_bytes` encodes the password's salt and hash."""
    lock: contract.LockKeys = {}
    if found := knowledge.lock:
        lock["password"] = {"salt": of_bytes(found.salt), "hash": of_bytes(found.digest)}
    return {
        "format": "match5",
        "version": 1,
        "name": knowledge.name,
        "games": knowledge.games,
        "losses": knowledge.losses,
        **lock,
        "patterns": [pattern_as_dict(pattern) for pattern in knowledge.patterns],
    }


def dumps(knowledge: Knowledge) -> str:
    """Return knowledge as a JSON object on one line.

    Raises:
        UnwritableError: the knowledge is not valid.
    """
    check_storable(knowledge)
    return json.dumps(as_dict(knowledge), ensure_ascii=False) + "\n"
