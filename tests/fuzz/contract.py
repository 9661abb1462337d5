"""The contract of every reader: any bytes yield values or FormatErrors, and no part is lost unnoticed.

The module of a game has a TABLE of its formats, and of the operations on their values. `run.py` generates
bytes; the tests use the bytes of the folder `corpus`.
"""

import io
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from zet.cli.main import GAMES as NAMES
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.losses import recorded_losses
from zet.formats.registry import Format, recognize

CORPUS = Path(__file__).parent / "corpus"
GAMES = ("blanche", *NAMES)
RECOGNIZED = "recognized"


def everything(_: str, value: Any) -> Any:
    """Return a value for a format that can represent all of it."""
    return value


def one_part(value: Any) -> Mapping[str, Any]:
    """Return the value as its only part, which no writer may lose."""
    return {"everything": value}


@dataclass(frozen=True)
class Table:
    """The readers of a game, and the conditions that their values must satisfy.

    `use` is given every value that is read. `held` is what is left of a value in a format, None where a
    file of it does not tell; `again` the value after it was written and read, by `through` if no other is
    given. `parts` are all parts of a value that a format could lose, by the names that messages give
    them: a writer names a part if and only if the part has changed, apart from those that options of
    `again` make up for, `given`. The loss of a part includes the parts that `within` maps to it.
    `ways` are the options to read a format with, `others` what reads bytes beside the formats; it tells
    whether it accepts any of them.
    """

    formats: Mapping[str, Format]
    use: Callable[[Any], object] = bool
    held: Callable[[str, Any], Any] = everything
    again: Callable[[Format, Any], Any] | None = None
    parts: Callable[[Any], Mapping[str, Any]] = one_part
    given: Collection[str] = ()
    within: Mapping[str, str] = field(default_factory=dict)
    ways: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    others: Mapping[str, Callable[[bytes], bool]] = field(default_factory=dict)

    @property
    def readers(self) -> tuple[str, ...]:
        """The names of all that reads."""
        names = (*self.formats, RECOGNIZED) if len(self.formats) > 1 else tuple(self.formats)
        return (*names, *self.others)

    def read(self, reader: str, data: bytes) -> bool:
        """Check the contract for a reader on some bytes; return whether the reader accepts a value."""
        if reader in self.others:
            return self.others[reader](data)
        is_accepted = False
        for options in self.ways.get(reader, ({},)):
            for value in values(self.formats, reader, data, options):
                if isinstance(value, FormatError):
                    assert str(value).startswith("in")
                    assert len(str(value).splitlines()) == 1
                else:
                    is_accepted = True
                    self.use(value)
                    self.pairs(value)
        return is_accepted

    def pairs(self, value: Any) -> None:
        """Convert a value through every format, and the result through every other format."""
        waiting = [value]
        for one in waiting:
            for name, form in self.formats.items():
                if not form.writes:
                    continue
                try:
                    wanted = self.held(name, one)
                    if wanted is None:
                        continue
                    with recorded_losses() as lost:
                        found = (self.again or through)(form, one)
                except UnwritableError:
                    continue
                assert found == wanted, (name, found, wanted)
                self.compare(one, found, lost)
                if found not in waiting:
                    waiting.append(found)

    def compare(self, before: Any, after: Any, lost: Collection[str]) -> None:
        """Check that the parts that changed are those that the writer named."""
        whole, rest = self.parts(before), self.parts(after)
        changed = {name for name in {*whole, *rest} if whole.get(name) != rest.get(name)}
        unsaid = {name for name in changed - {*lost} if self.within.get(name) not in lost}
        assert (unsaid, {*lost} - changed - {*self.given}) == (set(), set()), (before, after, lost)


def values(
    formats: Mapping[str, Format], reader: str, data: bytes, options: Mapping[str, Any]
) -> Iterator[Any]:
    """Yield the values that a reader reads from bytes."""
    stream: io.BufferedReader = io.BufferedReader(io.BytesIO(data))
    chosen = formats.get(reader)
    if chosen is None:
        chosen, stream = recognize(stream, formats)
    return chosen.load(stream, "in", **options) if chosen else iter(())


def through(form: Format, value: Any, **options: Any) -> Any:
    """Return the value that is read after a value was written in a format."""
    text: Any = form.dumps()(value)
    return read_one(form, text, **options)


def read_one(form: Format, text: str | bytes, **options: Any) -> Any:
    """Return the only value of a text."""
    head, tail = form.frame
    data = text if isinstance(text, bytes) else (head + text + tail).encode()
    [found] = form.load(io.BufferedReader(io.BytesIO(data)), "in", **options)
    return found


def table_of(game: str) -> Table:
    """Return the table of a game; its readers are imported first, so that they can be instrumented."""
    table: Table = import_module(game).TABLE
    for form in table.formats.values():
        import_module(form.module)
    return table
