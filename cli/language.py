"""The language of messages: English as they are written, others by gettext's catalogues in `locale`.

`locale/<language>.po` is what a translator writes; `make messages` compiles it.
"""

import gettext
import os
from pathlib import Path

import click
from zet.engines.messages import forget

DOMAIN = "zet"
_FOLDER = Path(__file__).parent / "locale"


def languages() -> list[str]:
    """Return the languages that there are: English, and those with a catalogue."""
    return ["en", *sorted(path.parts[-3] for path in _FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))]


def use() -> None:
    """Let messages be in the language of the environment, as gettext reads it; click's as well."""
    gettext.bindtextdomain(DOMAIN, str(_FOLDER))
    gettext.textdomain(DOMAIN)


def spoken() -> str:
    """Return the language of messages, by the option or the environment."""
    found = gettext.find(DOMAIN, str(_FOLDER))
    return Path(found).parts[-3] if found else "en"


def speak(language: str) -> None:
    """Let this process, and those that it starts, speak a language."""
    if os.environ.get("LANGUAGE") != language:
        os.environ["LANGUAGE"] = language
        forget()


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
