"""QR codes as SVG, for print. Their modules are computed by segno (`zet[book]`)."""

from itertools import groupby

from zet.formats.errors import UnwritableError

QUIET = 4
"""The width in modules of the blank margin around a code, as ISO/IEC 18004 requires."""


def as_svg(text: str) -> bytes:
    """Return the QR code of `text` as SVG, with its blank margin and one unit per module of the code.

    Raises:
        UnwritableError: the text is too long for a QR code.
    """
    import segno

    try:
        code = segno.make(text, error="l", boost_error=False, micro=False)
    except segno.DataOverflowError:
        raise UnwritableError("a QR code has no room for a URL of {n} characters", n=len(text)) from None
    path = []
    for row, modules in enumerate(code.matrix, QUIET):
        column = QUIET
        for is_dark, run in groupby(modules):
            length = len([*run])
            if is_dark:
                path.append(f"M{column} {row}h{length}v1h-{length}z")
            column += length
    side = len(code.matrix) + 2 * QUIET
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" '
        f'viewBox="0 0 {side} {side}"><path d="{"".join(path)}"/></svg>'
    ).encode()
