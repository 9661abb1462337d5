"""Base classes of the errors that engines raise for input that breaks the rules of a game."""

from zet.engines.messages import Message


class ReportedError(ValueError):
    """An error in the input, described by a translatable Message.

    Programs identify the class of error by `code`.
    """

    code = "unreadable"

    def __init__(self, template: str, more: str = "", /, **fields: object) -> None:
        super().__init__(Message(template, more, **fields))


class GameError(ReportedError):
    """Raised for an impossible position or puzzle: the fault is in the caller's data, not in zet."""

    code = "illegal"
