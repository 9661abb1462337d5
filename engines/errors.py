"""The errors of all engines: input that breaks the rules of a game."""

from zet.engines.messages import Message


class ReportedError(ValueError):
    """An error in the input, with the template and the fields of a Message; `code` is for programs."""

    code = "unreadable"

    def __init__(self, template: str, more: str = "", /, **fields: object) -> None:
        super().__init__(Message(template, more, **fields))


class GameError(ReportedError):
    """An impossible position or puzzle: the caller's data is wrong, not the program."""

    code = "illegal"
