"""The error that every reader raises or yields."""

MAX_REASON = 400
"""Characters of a reason; input may make it longer, and then it is cut."""


class FormatError(ValueError):
    """Input that cannot be read: where it stands, and why, in one line.

    `source` is a file name, or "-" for standard input. `line` and `column` count from 1; they are
    None where they mean nothing (a binary file gives its offset in the reason).
    """

    def __init__(self, source: str, line: int | None, reason: str, column: int | None = None) -> None:
        reason = " ".join(reason.split())
        if len(reason) > MAX_REASON:
            reason = reason[:MAX_REASON] + "..."
        super().__init__(source, line, reason, column)
        self.source = source
        self.line = line
        self.column = column
        self.reason = reason

    def __str__(self) -> str:
        place = [str(part) for part in (self.source, self.line, self.column) if part is not None]
        return f"{':'.join(place)}: {self.reason}"


class UnwritableError(ValueError):
    """A value that a format has no way to hold, said before anything of it is written."""
