"""What the engines of all games raise for input that breaks the rules of a game."""

from zet.engines.messages import Message


class ReportedError(ValueError):
    """What is wrong with input, said with the template and the fields of a Message."""

    def __init__(self, template: str, more: str = "", /, **fields: object) -> None:
        super().__init__(Message(template, more, **fields))


class GameError(ReportedError):
    """A position or a puzzle that cannot be: the caller's data is at fault, not the program."""
