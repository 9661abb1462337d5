"""The text that `find` writes for a match, in lines, comments and remarks; it is made from a template."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import click

from zet.cli.renju.games import player_name, player_of
from zet.cli.words import _, ngettext
from zet.formats import blanche

if TYPE_CHECKING:
    from zet.cli.renju.rules.questions import Asked
    from zet.engines.noire.finder import Hit
    from zet.engines.renju import Game

Describe = Callable[["Game", "Hit"], str]
"""A function that makes the text of a match in a game."""

KEYS = ("ply", "rule", "player", "name", "move")
"""The keys of a match, as in JSON, that a template may use besides the variables of the rules."""

_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+")


class Comment(NamedTuple):
    """A template: `{KEY}` and `{VARIABLE}` stand for values of a match, `{{` and `}}` for braces.

    `parts` lists the literal strings and the names of values, each with its offset in the template.
    """

    parts: tuple[tuple[str, str, int], ...]
    text: str

    def check(self, asked: Asked) -> None:
        """Refuse a name that is neither a key nor a variable of the rules."""
        known = [name for number in asked.numbers for name in asked.finder.variables(number)]
        for text, name, at in self.parts:
            if not text and name not in (*known, *KEYS):
                there = ", ".join(dict.fromkeys((*KEYS, *known)))
                words = _("unknown name {name}; known names: {known}").format(
                    name=f"{{{name}}}", known=there
                )
                raise click.UsageError(_refusal(self.text, at, words))

    def words(self, game: Game, hit: Hit) -> str:
        """Return the text of a match, with `-` for a variable that its rule does not bind."""
        player = None if hit.color is None else player_of(game, hit.color)
        found = blanche.answers.find(hit, player)
        values = {key: found[key] for key in KEYS}  # type: ignore[literal-required]
        values.update({one.variable: str(one) for one in hit.match.bindings})

        def value(name: str) -> str:
            known = values.get(name)
            return "-" if known is None else str(known)

        return "".join(text or value(name) for text, name, _at in self.parts)


def default(game: Game, hit: Hit) -> str:
    """Return the text of a match without a template: the moves, the rule, the player, the variables."""
    words = ngettext("after {n} move: {rule}", "after {n} moves: {rule}", hit.ply)
    words = words.format(n=hit.ply, rule=hit.match.rule.name)
    if hit.color is not None:
        words += f", {player_name(game, hit.color)}"
    pairs = ", ".join(f"{one.variable} {one}" for one in blanche.answers.named(hit.match))
    return f"{words}; {pairs}" if pairs else words


def describer(asked: Asked, comment: Comment | None) -> Describe:
    """Return the function that makes the text of a match; without a `comment`, it is `default`."""
    if comment is None:
        return default
    comment.check(asked)
    return comment.words


def comment_of(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Comment | None:
    """Parse the template of --comment."""
    if text is None:
        return None
    parts = []
    for match in _PART.finditer(text):
        word = match[0]
        if word in ("{", "}"):
            raise click.BadParameter(
                _refusal(text, match.start(), _("an unpaired {brace}").format(brace=word))
            )
        if match[1] is None:
            parts.append((word[0] if word in ("{{", "}}") else word, "", match.start()))
        else:
            parts.append(("", match[1], match.start()))
    return Comment(tuple(parts), text)


def _refusal(text: str, at: int, reason: str) -> str:
    words = _("{question}, column {column}: {reason}")
    return words.format(question=text, column=at + 1, reason=reason)
