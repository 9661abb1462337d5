"""The players of `zet renju match`, as the command line names them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import click

from zet.cli.programs import PAUSE, command_of
from zet.cli.renju import WINGS
from zet.cli.renju.brains import Brain
from zet.cli.renju.learned import outlines_of, rule_of, weights_of
from zet.cli.words import _, translate
from zet.engines import renju
from zet.formats import renju as formats

Best = Callable[..., Any]
"""A function that chooses a move within `nodes` and `seconds`, or `most` seconds if the choice is
unclear.
"""


class Thinker:
    """A player that runs in this process and calls a function to choose its moves."""

    def __init__(self, best: Best, limits: renju.timing.Limits) -> None:
        self._best = partial(best, nodes=limits.nodes)
        self._limits = limits

    def start(self, size: int) -> None:
        """Do nothing; only external programs need to be started."""

    def move(
        self,
        game: renju.Game,
        left: float | None,
        clock: renju.match.Stopwatch,  # noqa: ARG002
    ) -> int:
        """Return the move that the function chooses; `left` is the time left for the game, in seconds.

        Raises:
            ForfeitError: the player considers the game over.
        """
        try:
            thinking = self._limits.thinking(left, sum(game.n_stones()))
            move: int = self._best(game, **thinking._asdict()).move
        except renju.GameOverError as error:
            raise renju.match.ForfeitError("resigned", error.args[0]) from None
        return move

    def end(self) -> None:
        """Do nothing; only external programs need to be terminated."""


def no_check(_game: renju.Game) -> None:
    """Accept every board."""


class Entrant(NamedTuple):
    """A participant in a match: its name, its limits, and a factory that makes a player for each game.

    `check` raises a GameError for a board that the player does not support.
    """

    name: str
    limits: renju.timing.Limits
    make: Callable[[str, renju.timing.Limits], renju.match.Player]
    check: Callable[[renju.Game], None] = no_check
    is_program: bool = False
    threads: int = 1

    @property
    def repeats_itself(self) -> bool:
        """Whether the player is deterministic: no external program, a single thread and no time limit."""
        is_alone = not self.is_program and self.threads == 1
        return is_alone and self.limits.turn is None and self.limits.game is None

    def player(self, rule: str) -> renju.match.Player:
        """Return a new player for a game under a rule."""
        return self.make(rule, self.limits)


def entrants_of(texts: Iterable[str], rule: str, limits: renju.timing.Limits) -> list[Entrant]:
    """Parse the players of the command line, each written as KIND,KEY=VALUE,...:COMMAND.

    Raises:
        click.UsageError: a string in `texts` does not describe a player.
        Unreadable: a file that a player needs cannot be read.
    """
    found = [_entrant(text, rule, limits) for text in texts]
    return [
        one._replace(name=f"{one.name} ({number})") if _is_double(one, found) else one
        for number, one in enumerate(found, 1)
    ]


def _is_double(one: Entrant, others: list[Entrant]) -> bool:
    return sum(other.name == one.name for other in others) > 1


def _entrant(text: str, rule: str, limits: renju.timing.Limits) -> Entrant:
    from dataclasses import replace

    head, colon, command = text.partition(":")
    wing_players = {kind: module for wing in WINGS for kind, module in wing.players.items()}
    kind, *settings = head.split(",")
    pairs = [(key, value) for key, _sign, value in (setting.partition("=") for setting in settings)]
    kinds = ("zet", *wing_players)
    if kind not in (*kinds, "gomocup") or bool(colon) != (kind == "gomocup"):
        reason = _("{text!r} is not a player; expected {kinds} or gomocup:COMMAND")
        raise click.UsageError(reason.format(text=text, kinds=", ".join(kinds)))
    keys = Settings(text, pairs)
    name = keys.text("name", text)
    if not name:
        raise keys.refusal("name=", _("a name"))
    limits = replace(
        limits,
        turn=keys.number("time", limits.turn),
        nodes=keys.whole("nodes", limits.nodes),
    )
    if kind == "gomocup":
        pause = keys.number("pause", PAUSE) or PAUSE
        made = Entrant(name, limits, partial(Brain, command_of(command), pause), is_program=True)
    elif kind == "zet":
        given = keys.one("weights")
        weights = formats.weights.learned(rule) if given is None else weights_of(given, rule)
        level = keys.whole("level", None, renju.constants.N_LEVELS, least=1)
        if level and {"nodes", "time", "threads", "outline"} & {key for key, _value in pairs}:
            reason = _("{text!r}: level cannot be combined with nodes, time, threads or outline")
            raise click.UsageError(reason.format(text=text))
        threads = keys.whole("threads", 1, renju.constants.MOST_THREADS, least=1)
        outlines = outlines_of(keys.one("outline"))
        rule_of(outlines, rule)  # refuse outlines for another rule
        make = partial(_remembering, weights, threads, outlines.move if outlines else None)
        if level:
            limits = replace(limits, turn=None, nodes=renju.levels.LEVELS[level - 1].nodes)
            make = partial(_weaker, weights, level)
        made = Entrant(name, limits, make, threads=threads)
    else:
        module = import_module(f"zet.cli.renju.{wing_players[kind]}")
        made = module.entrant(name, limits, keys, rule)
    keys.refuse_rest()
    return made


def _remembering(
    weights: renju.weights.Weights,
    threads: int,
    outlines: renju.player.Outlines | None,
    _rule: str,
    limits: renju.timing.Limits,
) -> Thinker:
    """Return the player of `zet renju bestmove`, which reuses search results from earlier moves."""
    memory = renju.player.Memory(outlines=outlines)
    return Thinker(partial(renju.best_move, weights=weights, memory=memory, threads=threads), limits)


def _weaker(
    weights: renju.weights.Weights, level: int, _rule: str, limits: renju.timing.Limits
) -> Thinker:
    """Return the player at a level.

    The level sets the player's limits; the level and the moves so far seed the player's mistakes.
    """
    from random import Random

    def best(game: renju.Game, **_limits: float | None) -> renju.Choice:
        return renju.levels.move_at(game, weights, level, Random(f"{level} {game.moves}"))

    return Thinker(best, limits)


class Settings:
    """The KEY=VALUE settings of a player on the command line; each is consumed once."""

    def __init__(self, text: str, pairs: list[tuple[str, str]]) -> None:
        self._text = text
        self._pairs = pairs

    def texts(self, key: str) -> list[str]:
        """Return all values of a key, and mark them as consumed."""
        found = [text for name, text in self._pairs if name == key]
        self._pairs = [pair for pair in self._pairs if pair[0] != key]
        return found

    def one(self, key: str) -> str | None:
        """Return the only value of a key, and mark it as consumed; None if the key is absent.

        Raises:
            click.UsageError: the key is given twice.
        """
        found = self.texts(key)
        if len(found) > 1:
            reason = _("{key} of the player {text!r} is given twice")
            raise click.UsageError(reason.format(key=key, text=translate(self._text)))
        return found[0] if found else None

    def text(self, key: str, usual: str) -> str:
        """Return the value of a key, and mark it as consumed; `usual` if the key is absent."""
        found = self.one(key)
        return usual if found is None else found

    def number(self, key: str, usual: float | None) -> float | None:
        """Return the value of a key as a number, or `usual` if the key is absent."""
        if (text := self.one(key)) is not None:
            try:
                usual = float(text)
            except ValueError:
                usual = -1
            if not 0 < usual < 1e9:
                raise self.refusal(f"{key}={text}", _("a number of seconds above 0"))
        return usual

    def whole(self, key: str, usual: Any, most: int = 2**62, *, least: int = 0) -> Any:
        """Return the value of a key as a whole number from `least` to `most`, or `usual` if absent."""
        if (text := self.one(key)) is not None:
            if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
                words = (
                    _("a whole number from {least} to {most}") if most < 2**62 else _("a whole number")
                )
                raise self.refusal(f"{key}={text}", words.format(least=least, most=most))
            usual = int(text)
        return usual

    def word(self, key: str, words: tuple[str, ...]) -> str | None:
        """Return the value of a key, which must be one of `words`; None if the key is absent."""
        found = self.text(key, "")
        if found and found not in words:
            raise self.refusal(f"{key}={found}", ", ".join(words))
        return found or None

    def refuse_rest(self) -> None:
        """Refuse settings that were not consumed, because their keys are unknown."""
        for key, text in self._pairs:
            raise self.refusal(f"{key}={text}" if text else key)

    def refusal(self, setting: str, expected: str = "") -> click.UsageError:
        """Return the error for a setting; `expected` describes the values of a key that is known."""
        reason = _("{setting!r} is not a setting of the player {text!r}")
        if expected:
            reason = _("{setting!r} of the player {text!r}: expected {expected}")
        words = reason.format(setting=setting, text=translate(self._text), expected=expected)
        return click.UsageError(words)
