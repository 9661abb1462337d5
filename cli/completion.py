"""Completion in shells, as click has it; imported when a shell asks."""

from click.shell_completion import FishComplete, add_completion_class


@add_completion_class
class Fish(FishComplete):
    """Completion in fish, of values with a comma in them as well: what click writes cuts them there."""

    source_template = FishComplete.source_template.replace("string split ", "string split --max 1 ")
