"""`zet tectonic convert`."""

from zet.cli.command import Found, Record, command
from zet.cli.tectonic.options import WRITABLE, PuzzleReading, frame, notes_reading, written


def _prepare(load: PuzzleReading) -> dict[str, bool]:
    return {"notes": load.notes}


@command(*WRITABLE, reading=notes_reading, prepare=_prepare, frame=frame, spelling="--to")
def convert(record: Record, *, notes: bool = False) -> Found:
    """Write puzzles of any format that is read in any format that is written.

    Notes in the cells are kept by pzprv3 and json, and by xml with --options.
    """
    return written(record, notes=notes)
