"""The command line of zet: the commands of all games under one name, each imported on first use."""

TYPE_CHECKING = False  # this module runs before signals are handled, so it imports nothing itself
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """Run the command line and exit with its exit code.

    Until `zet.cli.main` installs its signal handlers, a signal ends the process at once and silently. If
    Ctrl-C arrives before this function runs, Python prints a traceback, or ignores the signal (for
    example while it checks whether the script is a zip file); in the latter case this function ends the
    run.
    """
    import sys

    if getattr(sys, "last_type", None) is KeyboardInterrupt:
        sys.exit(130)
    import _signal  # type: ignore[import-not-found] # `signal` imports enum, which is slow

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # ignored signals stay ignored
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    import gc

    # Imported modules live until exit; scanning them for garbage costs a twentieth of the start.
    gc.set_threshold(100_000)
    from zet.cli.main import main

    main()
