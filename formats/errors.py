"""The error that every reader raises or yields."""


class FormatError(ValueError):
    """Input that cannot be read: where it stands, and why.

    `source` is a file name, or "-" for standard input. `line` and `column` count from 1; they are
    None where they mean nothing (a binary file gives its offset in the reason).
    """

    def __init__(self, source: str, line: int | None, reason: str, column: int | None = None) -> None:
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
