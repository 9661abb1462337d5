"""Shell completion for fish, which click's own script gets wrong; imported on demand."""

from click.shell_completion import FishComplete, add_completion_class


@add_completion_class
class Fish(FishComplete):
    """Completion in fish that allows commas in values; click's script cuts values at a comma."""

    source_template = FishComplete.source_template.replace("string split ", "string split --max 1 ")
