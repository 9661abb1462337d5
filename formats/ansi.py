"""Styles of text boards on a terminal.

Each style sets both the foreground and the background color, because the background of the terminal is
unknown, and no color is legible on every background. The colors are from the part of the 256-color
palette that terminal themes leave unchanged.
"""

RESET = "\x1b[0m"


def style(ink: int, ground: int, *, bold: bool = False) -> str:
    r"""Return the escape sequence that selects the palette colors `ink` and `ground`, from 16 to 255.

    >>> style(231, 25, bold=True)
    '\x1b[1;38;5;231;48;5;25m'
    """
    return f"\x1b[{'1;' if bold else ''}38;5;{ink};48;5;{ground}m"


def styled(text: str, style: str) -> str:
    """Return `text` enclosed in the escape sequences of `style`, or unchanged if the style is empty."""
    return f"{style}{text}{RESET}" if style else text


BLUE, RED = style(231, 25), style(231, 160)
"""The styles of the two sides of a game: white on blue, and white on red."""
BOLD_BLUE, BOLD_RED = style(231, 25, bold=True), style(231, 160, bold=True)
