"""Read records that are one JSON object each."""

import json
from typing import Any

from zet.engines.messages import Message
from zet.formats.errors import UnreadableError


def read_object(text: str, noun: str) -> dict[str, Any]:
    """Return a JSON object; `noun` names the expected object in error messages.

    Raises:
        ValueError: the text is not a JSON object, a key is repeated, or the object is an error that a zet
            command wrote.
    """
    try:
        data = json.loads(text, object_pairs_hook=with_unique_keys)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            "column {column}: not JSON: {reason}", column=error.colno, reason=error.msg
        ) from None
    except RecursionError:
        raise UnreadableError("not a {what}: the JSON is nested too deeply", what=Message(noun)) from None
    except UnreadableError:
        raise
    except ValueError:
        raise UnreadableError("not a {what}: a number has too many digits", what=Message(noun)) from None
    if not isinstance(data, dict):
        raise UnreadableError("expected a JSON object")
    if data.get("status") == "error" and "error" in data:
        raise UnreadableError(
            "record {number} is an error message of the previous command: {error}",
            number=data.get("record"),
            error=data["error"],
        )
    return data


def with_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object from its keys and values, as an `object_pairs_hook` of `json`.

    Raises:
        UnreadableError: a key is repeated.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise UnreadableError(
            "the key {key!r} occurs twice", key=next(k for k in keys if keys.count(k) > 1)
        )
    return found
