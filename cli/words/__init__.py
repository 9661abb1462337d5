"""Messages and their languages: English in the source, other languages from gettext catalogues here.

Modules write `_("... {name} ...").format(name=...)`, so that a tool can extract the messages. Engines and
formats report a `Message`, which `translate` translates. A translator edits `<language>.po`, which `make
messages` compiles.
"""

import gettext
import os
import re
from contextlib import suppress
from functools import lru_cache
from typing import Any, cast

import click

from zet.engines.messages import Message

DOMAIN = "zet"
_FOLDER = __path__[0]
_CATALOGUE = f"LC_MESSAGES/{DOMAIN}.mo"
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables from which gettext reads the language, in this order."""
_MOST = 4096


@lru_cache(_MOST)
def _(message: str) -> str:
    """Return a message in the user's language."""
    return message if _is_english() else gettext.gettext(message)


@lru_cache(_MOST)
def ngettext(one: str, more: str, number: int) -> str:
    """Return the singular or plural of a message in the user's language."""
    return gettext.ngettext(one, more, number)


def of_help(paragraph: str) -> str:
    r"""Return a paragraph of help in the user's language; if it begins with \b, it is unchanged."""
    text = " ".join(paragraph.split())
    return paragraph if not text or paragraph.startswith("\b") or _is_english() else _(text)


def translate(what: object) -> str:
    """Return a message, or the message of an error, in the user's language; other text is unchanged."""
    if in_words := getattr(what, "in_words", None):
        return cast(str, in_words(translate))
    what = str(what)
    if not isinstance(what, Message) or not what or _is_english():
        return what
    fields = {
        name: translate(value) if isinstance(value, Message) else value
        for name, value in what.fields.items()
    }
    template = ngettext(what.template, what.more, what.fields["n"]) if what.more else _(what.template)
    return template.format(**fields) if fields else template


def _folders() -> list[str]:
    """Return the folders with catalogues; the user's own folder (ZET_WORDS) comes first."""
    own = os.environ.get("ZET_WORDS")
    return [own, _FOLDER] if own else [_FOLDER]


def languages() -> list[str]:
    """Return the available languages: English, and every language with a catalogue."""
    found = set()
    for folder in _folders():
        with suppress(OSError), os.scandir(folder) as entries:
            found |= {one.name for one in entries if os.access(f"{one.path}/{_CATALOGUE}", os.R_OK)}
    return ["en", *sorted(found - {"en"})]


def follow_environment() -> None:
    """Set the language of all messages, including click's, from the variables that gettext reads."""
    gettext.textdomain(DOMAIN)
    _look_up_anew()


def spoken() -> str:
    """Return the language of messages, from --lang or the environment."""
    found = _catalogue()
    return found.removesuffix(_CATALOGUE).strip(os.sep).rpartition(os.sep)[2] if found else "en"


def _catalogue() -> str | None:
    """Return the path of the language's catalogue; None for English."""
    chosen = next(filter(None, map(os.environ.get, _VARIABLES)), "C")
    if ":" not in chosen and re.split("[_.]", chosen)[0] in ("C", "POSIX", "en"):
        return None  # a shortcut, because gettext takes longer to find no catalogue
    return next(filter(None, (gettext.find(DOMAIN, folder) for folder in _folders())), None)


def speak(language: str) -> None:
    """Set the language of this process and its children."""
    if os.environ.get("LANGUAGE") != language:
        os.environ["LANGUAGE"] = language
        _look_up_anew()


@lru_cache(1)
def _is_english() -> bool:
    return spoken() == "en"


def _look_up_anew() -> None:
    found = _catalogue()
    folder = next((one for one in _folders() if found and found.startswith(one)), _FOLDER)
    if found and folder != _FOLDER and (fault := _fault_in(found)):
        click.echo(f"{found}: {fault}", err=True)
        folder = _FOLDER
    gettext.bindtextdomain(DOMAIN, folder)
    _is_english.cache_clear()
    _.cache_clear()
    ngettext.cache_clear()


@lru_cache(1)
def _fault_in(path: str) -> str:
    """Return the reason why a user's catalogue cannot be used; "" if there is no fault."""
    from pathlib import Path

    try:
        with Path(path).open("rb") as stream:
            catalogue = gettext.GNUTranslations(stream)
    except (OSError, ValueError, LookupError, UnicodeError) as error:
        return f"no catalogue of messages ({type(error).__name__})"
    entries: dict[Any, str] = catalogue._catalog  # type: ignore[attr-defined]
    plurals = {one[0] for one in entries if isinstance(one, tuple)}
    for key, text in entries.items():
        template = key[0] if isinstance(key, tuple) else key
        try:
            fields = _fields(text) - _fields(template) - ({"n"} if template in plurals else set())
        except ValueError:
            fields = {text}
        if key and fields:
            return f"{template!r} has not {', '.join(sorted(fields))}"
    return ""


def _fields(text: str) -> set[str]:
    from string import Formatter

    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
