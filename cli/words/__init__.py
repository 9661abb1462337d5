"""Messages and their languages: English as they are written, others by gettext's catalogues beside this.

Modules write `_("... {point} ...").format(point=...)`, so that the words can be taken from the source.
What engines and formats have to say is a `Message`, which `said` translates. `<language>.po` is what a
translator writes; `make messages` compiles it.
"""

import gettext
import os
import re
from functools import lru_cache
from typing import cast

import click

from zet.engines.messages import Message

DOMAIN = "zet"
_FOLDER = __path__[0]
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where gettext reads a language, in this order."""
_MOST = 4096


@lru_cache(_MOST)
def _(message: str) -> str:
    """Return a message in the language of the user."""
    return message if _is_english() else gettext.gettext(message)


@lru_cache(_MOST)
def ngettext(one: str, more: str, number: int) -> str:
    """Return the form of a message that goes with a number."""
    return gettext.ngettext(one, more, number)


def said(what: object) -> str:
    """Return a message, or what an error says, in the language of the user; other texts as they are."""
    if in_words := getattr(what, "in_words", None):
        return cast(str, in_words(said))
    what = str(what)
    if not isinstance(what, Message) or not what or _is_english():
        return what
    fields = {
        name: said(value) if isinstance(value, Message) else value for name, value in what.fields.items()
    }
    template = ngettext(what.template, what.more, what.fields["n"]) if what.more else _(what.template)
    return template.format(**fields) if fields else template


def languages() -> list[str]:
    """Return the languages that there are: English, and those with a catalogue."""
    with os.scandir(_FOLDER) as found:
        return ["en", *sorted(one.name for one in found if one.is_dir() and one.name[0] != "_")]


def follow_environment() -> None:
    """Let messages be in the language of the environment, as gettext reads it; click's as well."""
    gettext.bindtextdomain(DOMAIN, _FOLDER)
    gettext.textdomain(DOMAIN)
    _look_up_anew()


def spoken() -> str:
    """Return the language of messages, by the option or the environment."""
    chosen = next(filter(None, map(os.environ.get, _VARIABLES)), "C")
    if ":" not in chosen and re.split("[_.]", chosen)[0] in ("C", "POSIX", "en"):
        return "en"  # gettext would take longer to come to that
    found = gettext.find(DOMAIN, _FOLDER)
    return found.removeprefix(_FOLDER + os.sep).partition(os.sep)[0] if found else "en"


def speak(language: str) -> None:
    """Let this process, and those that it starts, speak a language."""
    if os.environ.get("LANGUAGE") != language:
        os.environ["LANGUAGE"] = language
        _look_up_anew()


@lru_cache(1)
def _is_english() -> bool:
    return spoken() == "en"


def _look_up_anew() -> None:
    _is_english.cache_clear()
    _.cache_clear()
    ngettext.cache_clear()


def _choose(_context: click.Context, _parameter: click.Parameter, language: str | None) -> None:
    if language:
        speak(language)


def add_option(command: click.Command) -> None:
    """Give --lang to a command."""
    command.params.append(
        click.Option(
            ["--lang"],
            type=click.Choice(languages()),
            is_eager=True,
            expose_value=False,
            callback=_choose,
            help="The language of messages; else that of the environment (LANGUAGE, LC_ALL, LANG).",
        )
    )
