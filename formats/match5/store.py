"""Create knowledge files, update them under a lock, and record their players in the Hall of Fame."""

import errno
import os
from pathlib import Path

from zet.engines.match5.model import Knowledge
from zet.engines.messages import Message
from zet.formats.errors import FormatError
from zet.formats.files import is_packed, resolved, whole_file
from zet.formats.locks import LockedFile, locked, locked_folder
from zet.formats.match5 import FORMATS, MAX_BYTES, fivo, leaderboard


def load_locked(file: LockedFile, source: str) -> Knowledge:
    """Return the knowledge stored in a locked `.fivo` file.

    Raises:
        FormatError: the file cannot be parsed, or is not a `.fivo` file, the only format that can be
            changed in place; or the Hall of Fame in the same folder cannot be updated.
        OSError: the folder cannot be written to.
    """
    _check_folder(file.path)
    data = file.read(MAX_BYTES)
    if not data.startswith(fivo.MAGIC):
        raise FormatError(
            source,
            None,
            "only .fivo files can be changed in place; convert this file with `zet match5 convert`",
        )
    return fivo.loads(data, source)


def create(path: Path, knowledge: Knowledge) -> None:
    """Write a new knowledge file, and enter it in the Hall of Fame.

    Raises:
        FileExistsError: the file exists.
        FormatError: the extension is that of another format, or the Hall of Fame in the same folder
            cannot be updated.
        OSError: the file cannot be written.
    """
    path = resolved(path)
    with locked_folder(path.parent):
        if path.exists():
            raise FileExistsError(errno.EEXIST, "File exists", str(path))
        _check_folder(path)
        check_extension(path)
        with whole_file(path) as stream:
            stream.write(fivo.dumps(knowledge))
    enter(path, knowledge)


def check_extension(path: Path) -> None:
    """Check that a new knowledge file has no extension of another format or of compressed files.

    Raises:
        FormatError: the extension does not fit FIVO, the format of knowledge files.
    """
    others = {f".{name}" for name in FORMATS} - {".fivo"}
    if is_packed(path) or path.suffix.lower() in others:
        raise FormatError(
            str(path),
            None,
            "a new knowledge file has the format fivo, so its name cannot end in {suffix}",
            suffix=path.suffix,
        )


def _check_folder(path: Path) -> None:
    """Check, before writing, that a knowledge file and the Hall of Fame in its folder can be written."""
    hall_path = path.parent / leaderboard.NAME
    if path == resolved(hall_path):
        raise FormatError(str(path), None, "this name is reserved for the Hall of Fame")
    if not os.access(path.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path.parent))
    if hall_path.exists():
        try:
            with locked(hall_path) as file:
                leaderboard.loads(file.read(leaderboard.MAX_BYTES), str(hall_path))
        except OSError as error:
            raise FormatError(str(hall_path), None, str(error.strerror)) from None


def save(file: LockedFile, knowledge: Knowledge) -> None:
    """Write a locked knowledge file, and update the Hall of Fame.

    If the process dies between the two steps, the Hall of Fame is out of date until the next save.
    """
    file.replace(fivo.dumps(knowledge))
    enter(file.path, knowledge)


def enter(path: Path, knowledge: Knowledge) -> None:
    """Update the Hall of Fame in the folder of a knowledge file.

    Raises:
        FormatError: the existing Hall of Fame cannot be parsed or changed; it remains unchanged.
    """
    hall_path = resolved(path).parent / leaderboard.NAME
    player = leaderboard.Entry(knowledge.name, len(knowledge.patterns), resolved(path).name)
    if not player.level and not hall_path.exists():
        return
    try:
        with locked(hall_path, make=True) as file:
            entries = leaderboard.loads(file.read(leaderboard.MAX_BYTES), str(hall_path))
            changed = leaderboard.with_player(entries, player)
            if changed != entries:
                file.replace(leaderboard.dumps(changed))
    except OSError as error:
        raise FormatError(
            str(hall_path),
            None,
            "{reason}; the knowledge file itself was saved",
            reason=Message(str(error.strerror)),
        ) from None


def renew(folder: Path) -> list[FormatError]:
    """Rebuild the Hall of Fame of a folder from its knowledge files; return the errors of bad files.

    An unreadable Hall of Fame is replaced.

    Raises:
        OSError: the folder cannot be read or written.
    """
    players, refused = [], []
    with locked(folder / leaderboard.NAME, make=True) as file:
        for path in filter(Path.is_file, sorted(folder.glob("*.fivo"))):
            try:
                with path.open("rb") as stream:
                    knowledge = fivo.loads(stream.read(MAX_BYTES + 1), str(path))
            except FormatError as error:
                refused.append(error)
            except OSError as error:
                refused.append(FormatError(str(path), None, str(error.strerror)))
            else:
                players.append(leaderboard.Entry(knowledge.name, len(knowledge.patterns), path.name))
        file.replace(leaderboard.dumps(leaderboard.ranked(player for player in players if player.level)))
    return refused
