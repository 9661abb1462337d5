"""A record that is one JSON object."""

import json
from typing import Any

from zet.engines.messages import Message
from zet.formats.errors import UnreadableError


def read_object(text: str, what: str) -> dict[str, Any]:
    """Return a JSON object; `what` is the word for what it should be.

    Raises:
        ValueError: the text is no JSON object.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            "column {column}: not JSON: {reason}", column=error.colno, reason=error.msg
        ) from None
    except RecursionError:
        raise UnreadableError("not a {what}: the JSON is nested too deeply", what=Message(what)) from None
    except ValueError:
        raise UnreadableError("not a {what}: a number has too many digits", what=Message(what)) from None
    if not isinstance(data, dict):
        raise UnreadableError("expected a JSON object")
    return data
