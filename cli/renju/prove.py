"""The command `zet renju prove`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.options import Cluster, file_option, spread_options
from zet.cli.renju import proofs
from zet.cli.renju.options import by_rule, game_rule_option, limits, reading
from zet.cli.renju.words import limit_words, win_in
from zet.cli.words import _, translate
from zet.engines import renju
from zet.formats import renju as formats
from zet.formats.errors import FormatError
from zet.formats.files import check_regular
from zet.formats.locks import BusyError, owned

if TYPE_CHECKING:
    from pathlib import Path

    from zet.cli.output import Keys
    from zet.engines.renju.prover import Spread, Step
    from zet.formats.renju import contract
    from zet.formats.renju.work import WorkFile


def _prepare(batch: Batch, path: Path, jobs: int, cluster: Cluster | None) -> dict[str, Any]:
    import sys

    from zet.cli.pools import mapping

    context = click.get_current_context()
    shows = batch.verbose or (sys.stderr.isatty() and not batch.quiet)
    batch.quiet = True  # the steps of the search are the progress
    spread = context.with_resource(mapping(jobs, cluster))
    return {
        "work": context.with_resource(_opened(path)),
        "spread": spread,
        "report": _show if shows else lambda _step: None,
    }


@contextmanager
def _opened(path: Path) -> Iterator[WorkFile]:
    """Yield a work file, which is created if it is missing, and locked against other processes."""
    from zet.formats.renju.work import WorkFile

    try:
        check_regular(path)
        with owned(path) as stream:
            yield WorkFile(stream, str(path))
    except FormatError as error:
        raise click.ClickException(error.in_words(translate)) from None
    except BusyError as error:
        raise click.ClickException(f"{path}: {translate(error)}") from None
    except OSError as error:
        raise click.ClickException(f"{path}: {_(str(error.strerror))}") from None


def _show(step: Step) -> None:
    """Report a step of the search to standard error."""
    words = _("{moves}: {n} of {total} answers are open, {left} not tested; expected work {work:.1f}")
    if not step.has_threat:
        words = _("{moves}: the threat is open; expected work {work:.1f}")
    moves = " ".join(renju.model.names(step.game.moves, step.game.size))
    counts = {"n": step.n_open, "total": step.n_answers, "left": step.n_untested, "work": step.work}
    click.echo(words.format(moves=moves, **counts), err=True)


@command(
    "text", "json", *proofs.FORMS, "outline",
    reading=reading, answers="Solved SolvedWithProof", prepare=_prepare, spread=False,
)  # fmt: skip
@file_option(
    "--work", "path", required=True,
    help="Store all results in this file, and skip the searches whose results it already contains.",
)  # fmt: skip
@limits
@spread_options("searches")
@game_rule_option
@proofs.defenses_option
@by_rule
def prove(
    record: Record,
    *,
    rule: str,
    work: WorkFile,
    spread: Spread,
    report: Callable[[Step], None],
    tree: bool = False,
    graph: bool = False,
    **limits: Any,
) -> Outcome:
    """Prove a win for the side to move in a long search that can be interrupted and resumed.

    Unlike `zet renju solve`, the search is not limited to threats of a given kind. For each of several
    first moves, it first searches for a win that would follow if the opponent passed: this win is the
    threat. It then searches for a win after each answer that meets the threat, and tries further first
    moves there if necessary. Every result is appended to the --work file as soon as it is found. Run the
    command again to resume an interrupted search; a search of a different position reuses the proofs of
    similar positions. A win found with proofs from the file is verified. `zet renju verify` verifies all
    proofs in the file.

    Without --nodes and --time, the search may go on for days. The status is `unknown` (exit code 3) if no
    win was found; a win may still exist. On a terminal, or with -v, the search reports its progress: the
    first move with the least expected work, in millions of moves to be tried, and the number of its
    answers that are still open.

    --format outline writes only the quiet moves of a proof. With a copy of the outline as its work file,
    the command makes the proof again within minutes.
    """
    from zet.engines.renju.prover import prove as search

    game: renju.Game = record.value
    results = work.results(rule, game.size)
    is_known = game in results
    weights = formats.weights.learned(rule)
    found = search(game, weights, results, spread=spread, report=report, **limits)
    if found.proof and is_known:
        # The search verifies its own proofs, but a proof in the file may come from anywhere.
        try:
            fault = renju.verify(game, found.proof, game.side, rule)
        except ValueError as error:
            raise click.ClickException(f"{work.source}: {translate(error.args[0])}") from None
        if fault:
            words = _("{path}: the file contains an invalid proof: {fault}")
            raise click.ClickException(words.format(path=work.source, fault=translate(fault)))

    def keys(proof: contract.ProofKeys | None) -> Keys:
        make, size = formats.answers, game.size
        return make.solve_with_proof(found, size, proof) if proof else make.solve(found, size)

    return proofs.outcome(
        game, None, rule, found, keys, partial(_words, found, game.size), tree=tree, graph=graph
    )


def _words(found: renju.Result, size: int) -> str:
    if found.status == "over":
        return _("the game is over")
    if found.proof is None:
        return (
            limit_words(found.limit)
            if found.limit
            else _("unknown: every first move with a threat has failed")
        )
    return f"{win_in(found.proof.length)}: {' '.join(renju.model.names(found.line, size))}"
