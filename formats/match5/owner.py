"""The password of a knowledge file: whoever knows it is the owner, and may change the file with zet.

The password is a check, not encryption: anyone can read the file, and anyone with write permission can
change it with other programs.
"""

import os

from zet.engines.errors import ReportedError
from zet.engines.match5.model import Knowledge, Lock

MAX_PASSWORD = 1024


class NotOwnerError(ReportedError):
    """The password is missing or wrong."""


def lock_of(password: str) -> Lock:
    """Return a salted hash of a password, to be stored in a knowledge file."""
    salt = os.urandom(16)
    return Lock(salt, _digest(password, salt))


def _digest(password: str, salt: bytes) -> bytes:
    import hashlib

    return hashlib.scrypt(password.encode(), salt=salt, n=1 << 14, r=8, p=1, maxmem=1 << 26, dklen=32)


def check_owner(knowledge: Knowledge, password: str | None) -> None:
    """Check that a password (None: no password) permits changes to the knowledge.

    Raises:
        NotOwnerError: the knowledge has a password, and `password` is missing or wrong.
    """
    if knowledge.lock is None:
        return
    if password is None:
        raise NotOwnerError("the file has a password, but none was given")
    import hmac

    if not hmac.compare_digest(_digest(password, knowledge.lock.salt), knowledge.lock.digest):
        raise NotOwnerError("the password is wrong")
