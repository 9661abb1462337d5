"""Messages and their languages: English as they are written, others by gettext's catalogues beside this.

Modules write `_("... {point} ...").format(point=...)`, so that the words can be taken from the source.
What engines and formats have to say is a `Message`, which `said` translates. `<language>.po` is what a
translator writes; `make messages` compiles it.
"""

import gettext
import os
from functools import lru_cache
from pathlib import Path
from typing import cast

import click

from zet.engines.messages import Message

DOMAIN = "zet"
_FOLDER = Path(__file__).parent
_MOST = 4096


@lru_cache(_MOST)
def _(message: str) -> str:
    """Return a message in the language of the user."""
    return gettext.gettext(message)


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
    return ["en", *sorted(path.parts[-3] for path in _FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))]


def follow_environment() -> None:
    """Let messages be in the language of the environment, as gettext reads it; click's as well."""
    gettext.bindtextdomain(DOMAIN, str(_FOLDER))
    gettext.textdomain(DOMAIN)
    _look_up_anew()


def spoken() -> str:
    """Return the language of messages, by the option or the environment."""
    found = gettext.find(DOMAIN, str(_FOLDER))
    return Path(found).parts[-3] if found else "en"


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
