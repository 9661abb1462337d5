"""The command line of zet: the commands of all games behind one name, each imported when used."""

import gc
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    gc.set_threshold(
        100_000
    )  # what is imported stays: to look for garbage in it costs a twentieth of the start
    from zet.cli.main import main

    main()
