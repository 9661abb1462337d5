"""`zet tectonic hint`."""

from zet.cli.command import Found, Record, command
from zet.cli.tectonic.options import PuzzleReading, limits, notes_reading
from zet.cli.tectonic.steps import sentence, step_keys, strategies_option
from zet.cli.words import said
from zet.engines.tectonic.board import ContradictionError
from zet.engines.tectonic.explainer import LADDER, Effort, Explainer, LimitError, starting_domains
from zet.engines.tectonic.model import Puzzle


def _prepare(load: PuzzleReading) -> dict[str, bool]:
    return {"notes": load.notes}


@command("text", "json", reading=notes_reading, prepare=_prepare)
@limits
@strategies_option
def hint(
    record: Record,
    *,
    strategies: frozenset[int] = frozenset(LADDER),
    notes: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Found:
    """Give the next step of each puzzle, and no more.

    With --options the candidates noted in the file are taken as the state.
    """
    puzzle: Puzzle = record.value
    domains = starting_domains(puzzle, use_notes=notes)
    explainer = Explainer(puzzle, strategies, domains, Effort(nodes, seconds))
    step = None
    try:
        step = next(explainer.steps(), None)
        status = "ok" if step else "solved" if explainer.board.is_complete else "stuck"
    except ContradictionError:
        status = "unsolvable"
    except LimitError:
        status = "unknown"
    keys = {"step": step_keys(puzzle, step) if step else None}
    return Found(status, keys, f"{said(step.name)}: {sentence(puzzle, step)}" if step else status)
