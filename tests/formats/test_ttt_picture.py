"""Pictures of a board, byte for byte."""

from zet.engines.ttt.model import Position
from zet.formats import ansi
from zet.formats.ttt.picture import as_svg, as_text

WON = Position.build(3, 2, 2, "XX.O..", "O")


def test_the_text() -> None:
    assert as_text(WON) == "X X .   |   0 1 2\nO . .   |   3 4 5\n"
    assert as_text(Position.empty(6, 2, 3)).splitlines()[1] == (". . . . . .   |    6  7  8  9 10 11")


def test_the_text_in_color() -> None:
    cross, ring = f"{ansi.BOLD_BLUE}X{ansi.RESET}", f"{ansi.RED}O{ansi.RESET}"
    assert as_text(WON, color=True) == (f"{cross} {cross} .   |   0 1 2\n{ring} . .   |   3 4 5\n")


def test_the_picture() -> None:
    """The numbers of free cells, crosses on the background of a winning line, a circle, and the grid."""
    assert as_svg(WON).decode() == (
        """<?xml version='1.0' encoding='UTF-8'?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 128 88" width="128" height="88">
  <rect x="-4" y="-4" width="128" height="88" fill="white"/>
  <rect width="40" height="40" fill="#ffe9a8" x="0" y="0"/>
  <path d="M8 8l24 24m0 -24l-24 24" stroke="#2a5db0" stroke-width="4" fill="none"/>
  <rect width="40" height="40" fill="#ffe9a8" x="40" y="0"/>
  <path d="M48 8l24 24m0 -24l-24 24" stroke="#2a5db0" stroke-width="4" fill="none"/>
  <text x="100" y="24" text-anchor="middle" font-family="sans-serif" font-size="12" fill="#999">2</text>
  <circle cx="20" cy="60" r="12" stroke="#c0392b" stroke-width="4" fill="none"/>
  <text x="60" y="64" text-anchor="middle" font-family="sans-serif" font-size="12" fill="#999">4</text>
  <text x="100" y="64" text-anchor="middle" font-family="sans-serif" font-size="12" fill="#999">5</text>
  <path d="M0 40h120M40 0v80M80 0v80" stroke="black" stroke-width="2"/>
</svg>
"""
    )
    assert as_svg(Position.empty(1, 1, 1), title="t").decode() == (
        """<?xml version='1.0' encoding='UTF-8'?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 48 48" width="48" height="48">
  <title>t</title>
  <rect x="-4" y="-4" width="48" height="48" fill="white"/>
  <text x="20" y="24" text-anchor="middle" font-family="sans-serif" font-size="12" fill="#999">0</text>
</svg>
"""
    )
