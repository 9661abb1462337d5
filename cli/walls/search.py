"""`zet walls search`, `solve` and `perft`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click
from zet.cli.batch import NO, UNKNOWN, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import heading, limits
from zet.cli.walls.common import WHAT, PositionReading, reading, situation
from zet.engines.walls.mirror import mirrors
from zet.engines.walls.model import Board, Position
from zet.engines.walls.perft import perft as count_moves
from zet.engines.walls.search import ALGORITHMS, WITH_TABLE, Result
from zet.engines.walls.search import search as find_move
from zet.engines.walls.solve import Solution
from zet.engines.walls.solve import solve as find_value
from zet.engines.walls.table import DEFAULT_BITS, MAX_BITS, MIN_BITS, SearchTable
from zet.formats.errors import FormatError
from zet.formats.locks import BusyError, LockedFile, locked
from zet.formats.walls.notation import moves_text, places

CODES = {"ok": YES, "over": NO, "unknown": UNKNOWN}


class TableFile:
    """The file of a table, locked, that a command begins with, uses for all records, and writes."""

    def __init__(self, file: LockedFile, bits: int) -> None:
        self.file = file
        self.bits = bits
        self.table: SearchTable | None = None

    def for_position(self, position: Position, algorithm: str) -> SearchTable:
        """Return the table, which is for one board and rule.

        Raises:
            FormatError: the file is no table for the position.
        """
        board, extra_move, path = position.board, position.extra_move, self.file.path
        if self.table is None:
            table = SearchTable.new(board, algorithm, extra_move=extra_move, bits=self.bits)
            if path.stat().st_size:
                from zet.formats.walls.table import load

                with path.open("rb") as stream:
                    load(stream, str(path), table)
            self.table = table
        if (self.table.board, self.table.extra_move) != (board, extra_move):
            raise FormatError(str(path), None, "the table is for another board or rule")
        return self.table


@contextmanager
def open_table(batch: Batch, path: Path | None, bits: int) -> Iterator[TableFile | None]:
    """Yield the file of a table, if one is asked for; it is written when the block has ended.

    Raises:
        click.ClickException: other processes would have to share it, another one has it, or it cannot
            be read or written.
    """
    if path is None:
        yield None
        return
    if batch.jobs != 1 or batch.cluster:
        raise click.UsageError("--table goes with neither --jobs nor --cluster")
    from zet.formats.walls.table import dumps

    try:
        with locked(path, wait=False, make=True) as file:
            table = TableFile(file, bits)
            try:
                yield table
            finally:  # also of a search that is interrupted
                if table.table is not None:
                    file.replace(dumps(table.table))
                elif not path.stat().st_size:
                    path.unlink()  # it was made for the lock alone
    except BusyError as error:
        raise click.ClickException(f"{path}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from None


def table_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of commands that can keep a table."""
    command = click.option(
        "--table-size",
        "bits",
        type=click.IntRange(MIN_BITS, MAX_BITS),
        default=DEFAULT_BITS,
        show_default=True,
        metavar="N",
        help="Keep at most 2**N entries of 16 bytes in memory, with --table.",
    )(command)
    return click.option(
        "--table",
        "table_path",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Begin with the table in this file, if it is there, and write the table to it at the end.",
    )(command)


@click.command()
@batch_command("text", "json")
@reading
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="best",
    show_default=True,
    help="The seed's minimax, alpha-beta, fail-soft alpha-beta with a table; or the best there is.",
)
@click.option(
    "--depth",
    type=click.IntRange(1),
    metavar="N",
    help="Look N moves ahead; 5 for the seed's algorithms if not said.",
)
@limits("position", "visiting this many states")
@click.option("--seed", type=int, metavar="S", help="Vary the choice among equal moves.")
@click.option("--no-shuffle", is_flag=True, help="Try moves in the fixed order; so it is without --seed.")
@table_options
def search(
    batch: Batch,
    load: PositionReading,
    algorithm: str,
    seed: int | None,
    no_shuffle: bool,
    table_path: Path | None,
    bits: int,
    **asked: Any,
) -> int:
    """Find the best move in each position.

    Of equal moves the first is taken, from the upper left corner down and then to the right. Without
    --depth and limits the best algorithm stops after 4,000,000 states; what it has found by then is said
    to be so far.
    """
    if table_path and algorithm not in WITH_TABLE:
        raise click.UsageError(f"{algorithm} uses no table")
    asked["seed"] = None if no_shuffle else seed
    with open_table(batch, table_path, bits) as file:
        return batch.run(batch.records(load), partial(_search, batch.format, algorithm, asked, file))


def _search(
    form: str, algorithm: str, asked: dict[str, Any], file: TableFile | None, record: Record
) -> Answer:
    position: Position = record.value
    table = file.for_position(position, algorithm) if file else None
    found = find_move(position, algorithm, table=table, **asked)
    code, board = CODES[found.status], position.board
    if form == "json":
        text = json_line(
            record,
            found.status,
            move=None if found.move is None else board.fences[found.move],
            value=found.value,
            exact=found.exact,
            score=position.score,
            depth=found.depth,
            nodes=found.nodes,
            table_hits=found.table_hits,
            line=places(board, found.line),
            algorithm=algorithm,
        )
        return Answer(found.status, text, code)
    words = situation(position) if found.move is None else _words(found, found.move, board)
    return Answer(found.status, heading(record, WHAT, words), code)


def _words(found: Result, move: int, board: Board) -> str:
    so_far = ", as far as the limit let it" if found.status == "unknown" else ""
    if found.value is None:
        return f"{moves_text(board, [move])}, not searched: the limit came first"
    kind = "exact" if found.exact else f"at depth {found.depth}"
    return (
        f"{moves_text(board, [move])}, value {found.value:+} ({kind}{so_far}), {_effort(found)}\n"
        f"  line: {moves_text(board, found.line)}"
    )


def _effort(found: Result | Solution) -> str:
    return f"{found.nodes} states, {found.table_hits} from the table"


@click.command()
@batch_command("text", "json")
@reading
@limits("position", "visiting this many states")
@click.option("--all-moves", is_flag=True, help="Tell the value of every move.")
@click.option(
    "--no-theory",
    is_flag=True,
    help="Leave out chains, corridors and mirrors: slower by far, to check the others.",
)
@table_options
def solve(
    batch: Batch, load: PositionReading, no_theory: bool, table_path: Path | None, bits: int, **asked: Any
) -> int:
    """Find the exact value of each position: boxes still to come, of the player to move minus others.

    When a limit comes first, the bounds that are proved by then are told. Where a symmetry of the
    position proves a bound, the argument is told as well.
    """
    if table_path and no_theory:
        raise click.UsageError("--table goes without --no-theory")
    asked["theory"] = not no_theory
    with open_table(batch, table_path, bits) as file:
        return batch.run(batch.records(load), partial(_solve, batch.format, asked, file))


def _solve(form: str, asked: dict[str, Any], file: TableFile | None, record: Record) -> Answer:
    position: Position = record.value
    table = file.for_position(position, "best") if file else None
    found = find_value(position, table=table, **asked)
    code, board = CODES[found.status], position.board
    reasons = _reasons(position)
    if form == "json":
        text = json_line(
            record,
            found.status,
            move=None if found.move is None else board.fences[found.move],
            value=found.value,
            exact=found.value is not None,
            bounds=[found.low, found.high],
            score=position.score,
            depth=len(position.free),
            nodes=found.nodes,
            table_hits=found.table_hits,
            line=places(board, found.line),
            moves=[{"move": board.fences[fence], "value": value} for fence, value in found.moves.items()],
            reasons=reasons,
        )
        return Answer(found.status, text, code)
    words = situation(position) if found.status == "over" else _solution_words(found, board, reasons)
    return Answer(found.status, heading(record, WHAT, words), code)


def _reasons(position: Position) -> list[str]:
    """Return what symmetries prove of a position, in words."""
    reasons = []
    for mirror in mirrors(position):
        if mirror.first is None:
            answer = f"the opponent answers each move with its image under {mirror.name}"
            reasons.append(f"at most {-mirror.boxes}: {answer}")
        else:
            first = moves_text(position.board, [mirror.first])
            reasons.append(
                f"at least {mirror.boxes}: play {first}, then answer each move with its image under"
                f" {mirror.name}"
            )
    return reasons


def _solution_words(found: Solution, board: Board, reasons: list[str]) -> str:
    if found.value is None:
        words = f"value from {found.low:+} to {found.high:+}, as far as the limit let it"
    else:
        words = f"value {found.value:+}"
    words += f", {_effort(found)}"
    if found.move is not None:
        words += f"\n  best: {moves_text(board, [found.move])}"
    if found.line:
        words += f"\n  line: {moves_text(board, found.line)}"
    for fence, value in found.moves.items():
        words += f"\n  {moves_text(board, [fence])} {value:+}"
    return words + "".join(f"\n  {reason}" for reason in reasons)


@click.command()
@batch_command("text", "json")
@reading
@limits("position", "counting this many sequences")
@click.option("--depth", type=click.IntRange(1), default=4, show_default=True, metavar="N", help="Moves.")
def perft(batch: Batch, load: PositionReading, depth: int, **asked: Any) -> int:
    """Count the sequences of 1 to N moves from each position, and the boxes that the last moves take."""
    return batch.run(batch.records(load), partial(_perft, batch.format, depth, asked))


def _perft(form: str, depth: int, asked: dict[str, Any], record: Record) -> Answer:
    counts = count_moves(record.value, depth, **asked)
    status = "ok" if len(counts) == min(depth, len(record.value.free)) else "unknown"
    if form == "json":
        rows = [{"depth": n, "sequences": count, "boxes": boxes} for n, count, boxes in counts]
        return Answer(status, json_line(record, status, counts=rows), CODES[status])
    words = "".join(f"\n  depth {n}: {count} sequences, {boxes} boxes" for n, count, boxes in counts)
    return Answer(status, heading(record, WHAT, f"{status}{words}"), CODES[status])
