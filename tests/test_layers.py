"""The structure of the project: allowed imports, packaging, and the required parts of every command."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import cast

import click
import measure
import pytest
from commands import commands_in
from Cython.Build.Dependencies import create_dependency_tree
from Cython.Compiler.Main import Context
from Cython.Compiler.Options import CompilationOptions, default_options
from kernels import SOURCES, declarations

from zet.cli.main import cli
from zet.cli.renju import WINGS
from zet.engines.kernel._polls import LimitedSearch
from zet.engines.kernels import KERNELS

ROOT = Path(__file__).parents[1]
FLOORS = ("engines", "formats", "cli")
FRONT = "api"
"""The folder of the package itself: the Python interface."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def modules(floor: str) -> list[Path]:
    return sorted((ROOT / floor).rglob("*.py"))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a node recursively, without the expressions, which are many."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, part, ()):
            yield inner
            yield from statements(inner)


@cache
def imported(path: Path) -> set[str]:
    """Return the modules that a file imports, anywhere in it."""
    names = set()
    for node in statements(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
    return names


@cache
def imported_members(path: Path) -> set[str]:
    """Return the full names of everything that a file imports from a module, anywhere in it."""
    froms = (node for node in statements(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom))
    return {f"{node.module}.{alias.name}" for node in froms for alias in node.names}


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_run_down_only(floor: str) -> None:
    allowed = FLOORS[: FLOORS.index(floor) + 1]
    for path in modules(floor):
        for name in imported(path):
            if name.startswith("zet."):
                assert name.split(".")[1] in allowed, f"{path} imports {name}"
            assert name != "zet", path


def test_the_front_door_stands_on_formats_and_engines() -> None:
    for path in modules(FRONT):
        allowed = {"engines", "formats", *(other.stem for other in modules(FRONT))}
        allowed |= {"cli"} if path.stem == "__main__" else set()
        for name in imported(path):
            if name.startswith("zet."):
                assert name.split(".")[1] in allowed, f"{path} imports {name}"
                assert not re.search(r"\.engines\..*\._\w+$", name), path


def test_type_checkers_see_every_module_of_the_package() -> None:
    if not (ROOT / ".pkg/zet/cli").is_symlink():
        pytest.skip("a source distribution has no links")
    places = [path for path in (ROOT / ".pkg/zet").iterdir() if path.name != "__pycache__"]
    links = {path.name: path.readlink() for path in places}
    files = {path.name for path in (ROOT / FRONT).iterdir() if path.is_file()}
    assert links == {
        **{name: Path("../../api") / name for name in files},
        **{floor: Path("../..") / floor for floor in FLOORS},
    }


@pytest.mark.parametrize(
    ("floor", "forbidden"),
    [
        ("engines", {"click", "lxml", "xmlschema", "msgpack", "json", "gzip", "gettext"}),
        ("formats", {"click", "gettext"}),
    ],
)
def test_libraries_stay_on_their_floor(floor: str, forbidden: set[str]) -> None:
    for path in modules(floor):
        roots = {name.split(".")[0] for name in imported(path)}
        assert not roots & forbidden, path


def test_formats_import_no_kernel_and_engines_print_nothing() -> None:
    for path in modules("formats"):
        assert not [name for name in imported(path) if re.search(r"\._\w+$", name)], path
    for path in modules("engines"):
        text = path.read_text()
        if re.search(r"\b(print|open)\(", text):
            calls = [node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
            assert not [f for f in calls if isinstance(f, ast.Name) and f.id in ("print", "open")], path


def test_every_folder_is_packaged() -> None:
    folders = {"zet"} | {
        ".".join(("zet", *path.parent.relative_to(ROOT).parts))
        for floor in FLOORS
        for path in (ROOT / floor).rglob("__init__.py")
    }
    assert folders | {"zet"} == set(PROJECT["tool"]["setuptools"]["packages"])


def test_every_kernel_is_known() -> None:
    found = {".".join(("zet", *path.relative_to(ROOT).with_suffix("").parts)) for path in SOURCES}
    assert found == set(KERNELS)
    for path in SOURCES:
        assert path.with_suffix(".pxd").exists(), f"{path} needs a .pxd beside it, which may be empty"


def test_kernels_are_built_again_when_a_declaration_changes() -> None:
    """Cython finds the cimports of a kernel only in some spellings."""
    options = CompilationOptions(default_options, include_path=[str(ROOT / ".pkg")])
    tree = create_dependency_tree(Context.from_options(options))
    for path in SOURCES:
        found = {Path(name).resolve() for name in tree.all_dependencies(str(path))}
        assert declarations(path) <= found, path


def test_an_edit_of_the_polls_compiles_only_subclasses_of_limited_searches() -> None:
    """Every other kernel keeps its poll as a Python object, since a fourth of all kernels has one."""
    polls = ROOT / "engines/kernel/_polls.pxd"
    readers = {path for path in SOURCES if polls in declarations(path)} - {polls.with_suffix(".py")}
    assert readers
    for path in readers:
        module = importlib.import_module(".".join(("zet", *path.relative_to(ROOT).with_suffix("").parts)))
        kinds = [kind for kind in vars(module).values() if inspect.isclass(kind)]
        assert any(issubclass(kind, LimitedSearch) for kind in kinds), path


@pytest.mark.parametrize("path", sorted((ROOT / "engines").rglob("*.pxd")), ids=lambda path: path.stem)
def test_numbers_are_the_same_in_c(path: Path) -> None:
    """The module of a .pxd also has the names of the .pxd's enums."""
    for block in re.findall(r"^cdef enum:\n((?:    .*\n|\n)+)", path.read_text(), re.MULTILINE):
        module = importlib.import_module(".".join(("zet", *path.relative_to(ROOT).with_suffix("").parts)))
        value = -1
        for name, number in re.findall(r"(\w+)(?: = (-?\d+))?", block):
            value = int(number) if number else value + 1
            assert module.__dict__[name] == value, name


def test_no_module_is_long() -> None:
    for floor in (*FLOORS, FRONT):
        for path in modules(floor):
            lines = len(path.read_text().splitlines())
            assert lines <= (800 if path.name.startswith("_") else 600), f"{path}: {lines} lines"


def test_functions_are_short_and_have_few_parameters() -> None:
    """At most 60 lines, and eight parameters unless click passes options; kernels may be longer."""
    paths = measure.sources(*measure.FLOORS)
    python = [path for path in paths if path.suffix == ".py" and not measure.is_kernel(path)]
    found = [(name.replace("`", ""), function) for name, function in measure.functions(python)]
    assert len(found) > 2000
    assert not {name: n for name, one in found if (n := measure.length(one)) > 60}
    assert not [name for name, f in found if not measure.is_command(f) and measure.n_parameters(f) > 8]


def test_the_front_page_stays_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 100


COMMANDS = dict(commands_in(cli))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_an_example_and_a_test(name: str) -> None:
    command = COMMANDS[name]
    assert len(command.help or "") > 20
    for parameter in command.params:
        is_shown = isinstance(parameter, click.Option) and not parameter.hidden
        assert not is_shown or parameter.help, f"{name}: {parameter.name}"
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert any(f"$ zet {name} " in page.read_text() for page in pages), (
        f"no example of {name}: show `$ zet {name} ...` in a console block of docs"
    )
    golden = f"tests/golden/{'_'.join(name.split())}"
    assert list(ROOT.glob(f"{golden}*")), (
        f"write `$ zet {name} ...` into {golden}_text.txt, then `make golden` adds the output"
    )


SLOW = [
    *("concurrent", "distributed", "gzip", "hashlib", "html", "lxml", "msgpack", "multiprocessing"),
    *("queue", "random", "shutil", "tempfile", "urllib", "xmlschema", "zet.engines.noire."),
]
"""Slow imports that few commands need; `pathlib` imports `urllib` before Python 3.13."""
GAMES = ["zet.engines.", "zet.formats."]
SMALL = r"zet\.(formats\.errors|engines\.(errors|messages|sanitize))"
LIGHT = (
    r"zet\.formats\.(?!svg).*"
    r"|zet\.engines\.(\w+|kernel\.clock|\w+\.(choices|constants)|noire\.(program|phrases)|renju\.model)"
)
NOT_BOOKS = [name for name in COMMANDS if not name.endswith(" book")]


@pytest.mark.parametrize(
    ("lines", "spare", "known"),
    [
        (["tectonic solve samples/tectonic/line.txt"], SLOW, ""),
        (["ttt show samples/ttt/positions.txt"], SLOW, ""),
        (["walls new"], SLOW, ""),
        (["renju check samples/renju/games.txt"], SLOW, ""),
        (
            ["renju solve --nodes 100 samples/renju/games.txt"],
            [*SLOW, "zet.engines.renju._player", "zet.engines.renju.weights"],
            "",
        ),
        (["match5 inspect samples/match5/ann.fivo"], [one for one in SLOW if one != "msgpack"], ""),
        (["--help"], [*GAMES, "lxml"], SMALL),
        ([f"{name} --help" for name in NOT_BOOKS], [*GAMES, *SLOW], LIGHT),
    ],
)
def test_a_command_imports_only_what_it_needs(lines: list[str], spare: list[str], known: str) -> None:
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"  # modules of the editable installation do not count
        "from zet.cli.main import run\n"
        "for line in sys.argv[1:]: run(line.split())\n"
        "print(*set(sys.modules) - before, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *lines], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = done.stderr.split()
    assert "zet.cli.main" in found
    spared = [name for name in found if name.startswith(tuple(spare)) and not re.fullmatch(known, name)]
    assert spared == []


MOUNTED = {
    f"renju {path.rpartition('.')[2]}": f"zet.cli.renju.{path}"
    for wing in WINGS
    for path in wing.commands
}
"""The modules of the commands of wings, by the names of the commands."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_the_file_of_its_name(name: str) -> None:
    function = inspect.unwrap(cast(FunctionType, COMMANDS[name].callback))
    assert function.__module__ == MOUNTED.get(name, f"zet.cli.{name.replace(' ', '.')}")
    assert function.__name__.removesuffix("_") == name.split()[-1]


WING = ("engines/noire", "formats/blanche", "cli/renju/rules")


def test_nothing_outside_the_wing_imports_it() -> None:
    packages = [f"zet.{folder.replace('/', '.')}" for folder in WING]
    inside = {path for folder in WING for path in (ROOT / folder).rglob("*.py")}
    assert len(inside) > 50
    for path in {path for floor in (*FLOORS, FRONT) for path in modules(floor)} - inside:
        names = imported(path) | imported_members(path)
        assert not [
            name for name in names if f"{name}.".startswith(tuple(f"{one}." for one in packages))
        ], path


def test_kernels_outside_the_wing_cimport_none_of_it() -> None:
    for path in (ROOT / "engines").rglob("*.pxd"):
        assert path.parent.name == "noire" or "noire" not in path.read_text(), path


def test_commands_do_not_import_commands() -> None:
    files = {MOUNTED.get(name, f"zet.cli.{name.replace(' ', '.')}") for name in COMMANDS}
    for path in modules("cli"):
        module = ".".join(("zet", *path.relative_to(ROOT).with_suffix("").parts))
        if module != "zet.cli.main":
            assert not imported(path) & files, path
