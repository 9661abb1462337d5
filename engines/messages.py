"""Messages in the language of the user, as gettext finds it; each is looked up once.

Modules write `_("... {point} ...").format(point=...)`, so that the words can be taken from the source.
In English, which they are written in, no catalogue is needed.
"""

import gettext
from functools import lru_cache

_MOST = 4096


@lru_cache(_MOST)
def _(message: str) -> str:
    """Return a message in the language of the user."""
    return gettext.gettext(message)


@lru_cache(_MOST)
def ngettext(one: str, more: str, number: int) -> str:
    """Return the form of a message that goes with a number."""
    return gettext.ngettext(one, more, number)


def marked(message: str) -> str:
    """Return a message as it is: it is one of a table, and is translated where it is shown."""
    return message


def forget() -> None:
    """Look all messages up anew: the language is another one."""
    _.cache_clear()
    ngettext.cache_clear()
