"""A record that is one JSON object."""

import json
from typing import Any

from zet.engines.messages import _


def read_object(text: str, what: str) -> dict[str, Any]:
    """Return a JSON object; `what` is the word for what it should be.

    Raises:
        ValueError: the text is no JSON object.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        reason = _("column {column}: not JSON: {reason}")
        raise ValueError(reason.format(column=error.colno, reason=error.msg)) from None
    except RecursionError:
        raise ValueError(_("not a {what}: the JSON is nested too deeply").format(what=_(what))) from None
    except ValueError:
        raise ValueError(_("not a {what}: a number has too many digits").format(what=_(what))) from None
    if not isinstance(data, dict):
        raise ValueError(_("expected a JSON object"))
    return data
