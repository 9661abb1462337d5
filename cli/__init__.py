"""The command line of zet: the commands of all games behind one name, each imported when used."""

from zet.cli.main import main

__all__ = ["main"]
