"""Messages in the language of the user, as gettext finds it; each is looked up once.

Modules write `_("... {point} ...").format(point=...)`, so that the words can be taken from the source.
In English, which they are written in, no catalogue is needed.
"""

import gettext
from functools import lru_cache
from typing import Self

_MOST = 4096


class Message(str):
    """A sentence in English that can be said in other languages: its template and what stands in it.

    `more` is the template for other numbers than one, of the field `n`.
    """

    template: str
    more: str
    fields: dict[str, object]

    def __new__(cls, template: str, more: str = "", /, **fields: object) -> Self:
        """Return the message whose text is the template, in English, with its fields filled in."""
        english = more if more and fields["n"] != 1 else template
        message = super().__new__(cls, english.format(**fields) if fields else english)
        message.template, message.more, message.fields = template, more, fields
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, object]]:
        """Return what makes it again in another process."""
        return (self.template, self.more), self.fields


@lru_cache(_MOST)
def _(message: str) -> str:
    """Return a message in the language of the user."""
    return gettext.gettext(message)


@lru_cache(_MOST)
def ngettext(one: str, more: str, number: int) -> str:
    """Return the form of a message that goes with a number."""
    return gettext.ngettext(one, more, number)


def forget() -> None:
    """Look all messages up anew: the language is another one."""
    _.cache_clear()
    ngettext.cache_clear()
