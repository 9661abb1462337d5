"""Sentences that engines and formats report and that the command line can translate."""

from collections.abc import Iterable
from typing import Any, Self


class Message(str):
    """A translatable sentence in English: a template and the values of its fields.

    `more` is the plural: the template used unless the field `n` is 1. A field may itself be a message. If
    the only argument of the constructor is a message, that message is returned unchanged. The field
    `code` identifies the message for programs: unlike the sentence, it never changes. `str(message)` is
    the sentence; if a message is the only argument of an error, `str(error)` is the same sentence.
    """

    __slots__ = ("fields", "more", "template")

    template: str
    more: str
    fields: dict[str, object]

    def __new__(cls, template: str, more: str = "", /, **fields: object) -> Self:
        """Return the message whose text is the English template with its fields filled in."""
        if isinstance(template, cls) and not fields:
            return template
        english = more if more and fields["n"] != 1 else template
        message = str.__new__(cls, english.format_map(fields) if fields else english)
        message.template, message.more, message.fields = template, more, fields
        return message

    @classmethod
    def joined(cls, parts: Iterable[str], by: str = "") -> Self:
        """Return a message that consists of the given parts, separated by the string `by`."""
        fields = {f"part{number}": part for number, part in enumerate(parts)}
        return cls("{by}".join(f"{{{name}}}" for name in fields), by=by, **fields)

    def __str__(self) -> str:
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, object]]:
        """Return the arguments with which pickle rebuilds the message in another process."""
        return (self.template, self.more), self.fields


def code_of(text: object) -> Any:
    """Return the code of a message, or of its first part if it is joined; None if it has no code."""
    if not isinstance(text, Message):
        return None
    return text.fields.get("code") or code_of(text.fields.get("part0"))
