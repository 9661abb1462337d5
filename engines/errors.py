"""What the engines of all games raise for input that breaks the rules of a game."""


class GameError(ValueError):
    """A position or a puzzle that cannot be: the caller's data is at fault, not the program."""
