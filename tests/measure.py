"""The code base of this checkout in numbers; run it by hand, with the development extra:

    python tests/measure.py

It prints the tables of "The code base in numbers" in BENCHMARKS.md: lines by package, the longest
and most complex functions, the most parameters, comments, words of the dialect, commands and options.
"""

import ast
import json
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[1]
FLOORS = ("api", "cli", "formats", "engines")
MOST = 5
"""The number of functions listed."""

DIALECT = {
    "what": r"\b[Ww]hat\b",
    "stands": r"\bstands\b",
    "those of": r"\b[Tt]hose of\b",
    "is none, are none": r"\b(is|are) none\b",
    "that there is, are": r"\b[Tt]hat there (is|are)\b",
}

MARK = re.compile(r"# ?(cython|noqa|type|pragma)")
"""A comment for a tool."""

Function = tuple[int, str]
"""A number, and the name of the function that it describes, with its file."""


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.p*") if is_source(path))


def is_source(path: Path) -> bool:
    return path.suffix in (".py", ".pxd", ".pyi")


def is_kernel(path: Path) -> bool:
    """Whether a file is a kernel or a .pxd file."""
    return path.parent.parent == ROOT / "engines" and path.with_suffix(".pxd").exists()


def n_lines(paths: Iterable[Path]) -> int:
    return sum(len(path.read_text().splitlines()) for path in paths)


def table(head: str, rows: Iterable[tuple[object, ...]]) -> None:
    print(f"\n{head}\n{re.sub('[^|]+', '---', head)}")
    for row in rows:
        print("|", " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row), "|")


def lines_by_package() -> Iterator[tuple[str, int]]:
    for floor in FLOORS:
        packages = [path.name for path in sorted((ROOT / floor).iterdir()) if any(path.glob("*.py"))]
        for package in packages:
            yield f"{floor}/{package}", n_lines(sources(f"{floor}/{package}"))
        yield f"{floor}, all", n_lines(sources(floor))
    for folder in ("tests", "docs"):
        yield f"{folder}, Python", n_lines(sources(folder))
    yield "documents", n_lines(documents())


def documents() -> list[Path]:
    return [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "samples" / "README.md"]


def functions(paths: Iterable[Path]) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions of Python files, each after its name with its file."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                yield f"`{path.relative_to(ROOT)}` {node.name}", node


def length(function: ast.FunctionDef) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


def n_parameters(function: ast.FunctionDef) -> int:
    every = function.args
    names = [one.arg for one in (*every.posonlyargs, *every.args, *every.kwonlyargs)]
    return len([name for name in names if name not in ("self", "cls")])


def is_command(function: ast.FunctionDef) -> bool:
    """Whether click calls a function, with an argument for each option."""
    return any("command" in ast.unparse(decorator) for decorator in function.decorator_list)


def complexities(paths: Iterable[Path]) -> Iterator[Function]:
    """Yield the cyclomatic complexity of each function, as ruff counts it."""
    rule = ["--select", "C901", "--config", "lint.mccabe.max-complexity=1", "--output-format", "json"]
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--ignore-noqa",
        *rule,
        *map(str, paths),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    for found in json.loads(done.stdout):
        name, number = re.findall(r"`(\w+)`.*\((\d+) >", found["message"])[0]
        yield int(number), f"`{Path(found['filename']).relative_to(ROOT)}` {name}"


def most(found: Iterable[Function]) -> str:
    return "; ".join(f"{number} {name}" for number, name in sorted(found, reverse=True)[:MOST])


def comment_share(paths: Iterable[Path]) -> str:
    """Return the share of nonblank lines that have a comment; marks for tools do not count."""
    n_comments = n_all = 0
    for path in paths:
        with path.open("rb") as stream:
            found = [one for one in tokenize.tokenize(stream.readline) if one.type == tokenize.COMMENT]
        n_comments += len(
            [one for one in found if not re.match(r"# ?(cython|noqa|type|pragma)", one.string)]
        )
        n_all += len([line for line in path.read_text().splitlines() if line.strip()])
    return f"{100 * n_comments / n_all:.1f}%"


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of the program in this checkout."""
    sys.path.insert(0, str(ROOT / ".pkg"))
    from zet.cli.main import cli

    waiting: list[tuple[str, click.Command]] = [("zet", cli)]
    for name, command in waiting:
        if isinstance(command, click.Group):
            context = click.Context(command)
            below = [
                (word, command.get_command(context, word)) for word in command.list_commands(context)
            ]
            waiting += [(f"{name} {word}", one) for word, one in below if one]
        else:
            yield name, command


if __name__ == "__main__":
    every = sources(*FLOORS)
    kernels = [path for path in every if is_kernel(path)]
    python = [path for path in every if not is_kernel(path) and path.suffix == ".py"]
    table("| package | lines |", lines_by_package())

    known = list(functions(python))
    in_kernels = list(functions(path for path in kernels if path.suffix == ".py"))
    plain = [(name, function) for name, function in known if not is_command(function)]
    table(
        "| functions | most |",
        [
            ("longest, lines", most((length(one), name) for name, one in known)),
            ("longest in kernels, lines", most((length(one), name) for name, one in in_kernels)),
            ("parameters", most((n_parameters(one), name) for name, one in plain)),
            ("parameters, of commands", most((n_parameters(f), n) for n, f in known if is_command(f))),
            ("complexity", most(complexities(python))),
            ("complexity in kernels", most(complexities(one for one in kernels if one.suffix == ".py"))),
        ],
    )
    table(
        "| functions outside kernels | number |",
        [
            ("all", len(known)),
            ("longer than 60 lines", len([one for _, one in known if length(one) > 60])),
            ("more than 8 parameters, not commands", len([1 for _, f in plain if n_parameters(f) > 8])),
        ],
    )
    table(
        "| comments | lines |", [("kernels", comment_share(kernels)), ("Python", comment_share(python))]
    )
    texts = {"sources": every, "documents": documents()}
    counts = {where: " ".join(path.read_text() for path in paths) for where, paths in texts.items()}
    table(
        "| words | sources | documents |",
        [
            (word, *(len(re.findall(pattern, text)) for text in counts.values()))
            for word, pattern in DIALECT.items()
        ],
    )
    options: Counter[str] = Counter()
    names = []
    for name, command in commands():
        names.append(name)
        for one in command.params:
            if isinstance(one, click.Option) and not one.hidden:
                options[max(one.opts, key=len)] += 1
    table(
        "| the command line | number |",
        [("commands", len(names)), ("options", len(options)), ("places of options", options.total())],
    )
