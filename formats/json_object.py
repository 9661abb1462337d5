"""A record that is one JSON object."""

import json
from typing import Any


def read_object(text: str, what: str) -> dict[str, Any]:
    """Return a JSON object; `what` is the word for what it should be.

    Raises:
        ValueError: the text is no JSON object.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"column {error.colno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise ValueError(f"not a {what}: the JSON is nested too deeply") from None
    except ValueError:
        raise ValueError(f"not a {what}: a number has too many digits") from None
    if not isinstance(data, dict):
        raise ValueError("expected a JSON object")
    return data
