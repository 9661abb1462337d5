"""Ctrl-C in the kernel: compiled code sees signals only when it calls a function of Python."""


def listen(_nodes: int) -> bool:
    """Let the exception of a signal come; return False, which goes on with the work."""
    return False
