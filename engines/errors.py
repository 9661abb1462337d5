"""Base classes of the errors that engines raise: input that breaks the rules of a game."""

from zet.engines.messages import Message


class ReportedError(ValueError):
    """An error in the input, with a translatable Message; programs identify the class by `code`."""

    code = "unreadable"

    def __init__(self, template: str, more: str = "", /, **fields: object) -> None:
        super().__init__(Message(template, more, **fields))


class GameError(ReportedError):
    """An impossible position or puzzle: the data of the caller is at fault, not the program."""

    code = "illegal"
