"""Tic-tac-toe: what is read as a position comes through its line, and can be drawn and solved."""

from contract import Table, through

from zet.engines.ttt.model import Position
from zet.engines.ttt.solver import solve
from zet.formats.registry import Format
from zet.formats.ttt import FORMATS
from zet.formats.ttt.picture import as_svg, as_text


def use(position: Position) -> None:
    as_text(position)
    as_svg(position)
    if not position.is_over:
        solve(position, nodes=200, table_size=1)


def again(form: Format, position: Position) -> Position:
    found: Position = through(form, position, k=position.k)
    return found


TABLE = Table(
    FORMATS,
    use,
    again=again,
    given=["length of a winning line"],
    ways=dict.fromkeys(FORMATS, ({}, {"k": 1}, {"k": 4, "first": "O"})),
)
