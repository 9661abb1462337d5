"""The types of answers shared by several games: see `zet.formats.schemas`."""

from typing import Annotated, Literal, NotRequired, TypedDict

ErrorCode = Literal["unreadable", "illegal", "unwritable", "not-opened", "out-of-memory", "lost-process"]


class Error(TypedDict):
    """A record without an answer, because it is unreadable or breaks the rules."""

    status: Literal["error"]
    code: Annotated[
        ErrorCode,
        "`unreadable`: the record does not parse; `illegal`: it breaks the rules of the game; "
        "`unwritable`: the answer cannot be written in this format, or into this file; `not-opened`: the"
        " file cannot be opened or read; `out-of-memory`; "
        "`lost-process`: the process that worked on the record died",
    ]
    error: Annotated[
        str,
        "the location and the reason, in English; the same message on standard error is in the user's "
        "language",
    ]
    line: NotRequired[Annotated[int, "the line of the file, from 1, if it is known"]]


class Drawn(TypedDict):
    """A picture that `--svg` or `--png` wrote."""

    status: Literal["ok"]
    file: Annotated[str, "the name of the picture"]
