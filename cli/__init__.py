"""The command line of zet: the commands of all games behind one name, each imported when used."""

TYPE_CHECKING = False  # this module is imported before signals are handled, and imports nothing itself
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """Run the command line and leave with its exit code.

    A signal ends the process at once, without a word, until `zet.cli.main` handles it. Before this line
    Python's own handler prints a traceback at Ctrl-C.
    """
    import _signal  # type: ignore[import-not-found] # `signal` imports enum, which takes longer than all that comes before

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # ignored signals stay ignored
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    import gc

    # What is imported stays: to look for garbage in it costs a twentieth of the start.
    gc.set_threshold(100_000)
    from zet.cli.main import main

    main()
