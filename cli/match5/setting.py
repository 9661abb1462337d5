"""How games are played: the options of `train` and `match`, and the `Setting` built from them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from zet.cli.batch import Batch
from zet.cli.command import drawn_seed
from zet.cli.match5.options import fallback_option, found_in, read_knowledge, seed_option
from zet.cli.options import begins_option, number_option, refuse_beside
from zet.cli.output import report
from zet.cli.parameters import Option, combined, option
from zet.cli.words import _
from zet.engines import match5

if TYPE_CHECKING:
    from zet.cli.match5.programs import Rival

MAX_GAMES = 10**12


def is_program(opponent: str) -> bool:
    """Return whether an opponent is an external program: `gomocup:COMMAND`, with or without settings."""
    head, colon, _command = opponent.partition(":")
    return bool(colon) and head.split(",")[0] == "gomocup"


@contextmanager
def rival_of(
    opponent: str, waiting: Callable[[], AbstractContextManager[None]] = nullcontext
) -> Iterator[Rival | None]:
    """Yield the opponent if it is an external program, and terminate it on exit; otherwise yield None.

    `waiting` returns a context manager, which is entered for each wait for the program.
    """
    if not is_program(opponent):
        yield None
        return
    from zet.cli.match5.programs import Rival, settings_of

    rival = Rival(*settings_of(opponent), waiting)
    try:
        yield rival
    finally:
        rival.end()


def _opponent(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    try:
        if is_program(value):
            from zet.cli.match5.programs import settings_of

            settings_of(value)
            return value
        if match5.lookahead.is_built_in(value):
            return value
        if value.partition(":")[0] == match5.constants.ALL:
            return _all_moves(value)
        from pathlib import Path

        if Path(found_in(value)).is_file():
            return found_in(value)
    except ValueError:
        reason = _("{text!r}: the depth must be a number from 1 to {most}")
        raise click.BadParameter(reason.format(text=value, most=match5.model.FIELDS)) from None
    except click.UsageError as error:
        raise click.BadParameter(error.message) from None
    reason = _("{text!r} is neither one of {words} nor a knowledge file")
    raise click.BadParameter(
        reason.format(text=value, words=", ".join((*match5.constants.BUILT_IN, "gomocup:COMMAND")))
    )


def _all_moves(value: str) -> str:
    """Return `all:ROWSxCOLUMNS`, the opponent that tries all moves, after checking the board's size.

    Raises:
        click.UsageError: the size is not from 1x1 to 9x9.
    """
    try:
        match5.refuter.board_of(value)
    except ValueError:
        reason = _("{text!r}: the size must be from 1x1 to 9x9")
        raise click.UsageError(reason.format(text=value)) from None
    return value


def opponent_option(*, learns: bool) -> Option:
    """Return the decorator that adds --opponent; its help names more opponents if the player learns."""
    of_learning = (
        "self-both: like self, but the player learns from the losses of both colors; all:ROWSxCOLUMNS: "
        "tries every line of play on a board of this size until no line beats red (requires --fallback "
        "block); "
    )
    return option(
        "--opponent",
        default="random",
        callback=_opponent,
        metavar="PLAYER",
        help="Who plays blue. random: plays at random; greedy: completes its own row of five or blocks "
        "red's, otherwise plays at random; threat: like greedy, but also looks for wins by continuous "
        "fours; alphabeta:DEPTH: searches DEPTH moves ahead; self: the player itself, with the colors "
        f"swapped; {of_learning if learns else ''}gomocup:COMMAND or "
        "gomocup,time=SECONDS,nodes=N:COMMAND: an external program; any other word: the player "
        "of the knowledge file with this name.",
    )


games_option = number_option("--games", most=MAX_GAMES, default=1000, help="Play N games.")
first_option = begins_option(
    *match5.constants.RED_BEGINS,
    default="alternate",
    help="Who moves first; alternate: red in games 0, 2, 4 and so on.",
)
choice_options = combined(fallback_option, seed_option)
"""The options for the moves that no pattern decides: the fallback and the seed."""


def setting_of(
    batch: Batch, *, opponent: str, fallback: str, seed: int | None, learns: bool = True, **others: Any
) -> match5.Setting:
    """Return the setting of the games; an opponent with an unknown name is read from a knowledge file."""
    patterns: tuple[match5.Pattern, ...] = ()
    if opponent.partition(":")[0] == match5.constants.ALL:
        if fallback != "block" or not learns:
            reason = _(
                "--opponent {name} works only as in: zet match5 train KNOWLEDGE --opponent {name} "
                "--fallback block"
            )
            raise click.UsageError(reason.format(name=opponent))
        refuse_beside(f"--opponent {opponent}", "seed")
        seed = 0
    elif not (match5.lookahead.is_built_in(opponent) or is_program(opponent)):
        from pathlib import Path

        patterns = read_knowledge(Path(opponent)).patterns
        opponent = "knowledge"
    seed = drawn_seed(batch, seed)
    return match5.Setting(opponent, fallback=fallback, seed=seed, other=patterns, **others)


def report_games(tally: match5.Tally, started: float) -> None:
    """Report on standard error the games won, drawn and lost since `started`, a monotonic time."""
    results = {"won": tally.wins, "drawn": tally.draws, "lost": tally.losses}
    report({word: n for word, n in results.items() if n}, time.monotonic() - started)
