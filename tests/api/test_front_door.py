"""`zet` and its modules for games: reading and writing, moves as text, errors with locations."""

import gzip
import inspect
import io
import json
import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import cv2
import numpy as np
import pytest
from commands import ROOT, run
from hypothesis import given, strategies as st
from lxml import etree

import zet
from zet._arguments import LEAST
from zet.formats.registry import Format

SAMPLES = ROOT / "samples"
MODULES = {name: getattr(zet, name) for name in ("tectonic", "ttt", "walls", "renju", "match5")}
VALUES = {
    "tectonic": lambda: zet.tectonic.load(SAMPLES / "tectonic/one.xml"),
    "ttt": lambda: zet.ttt.loads("XO..X...O X"),
    "walls": lambda: zet.walls.load(SAMPLES / "walls/game.walls"),
    "renju": lambda: zet.renju.load(SAMPLES / "renju/game.rec"),
    "match5": lambda: zet.match5.load(SAMPLES / "match5/ann.fivo"),
}
FORMS: list[tuple[str, Format[Any]]] = [
    (game, form)
    for game, module in MODULES.items()
    for form in module._files.formats.values()
    if form.writes
]


@pytest.mark.parametrize(("game", "form"), FORMS, ids=lambda value: getattr(value, "name", value))
def test_what_is_written_is_read_again(game: str, form: Format[Any], tmp_path: Path) -> None:
    module, value = MODULES[game], VALUES[game]()
    path = tmp_path / f"written.{form.name}"
    module.dump(value, path)
    again = module.load(path)
    if form.name == "kn":  # which holds the patterns alone
        assert again.patterns == value.patterns
        return
    if game == "renju" and form.name in ("board", "position"):  # which hold the stones alone
        assert again.stones() == tuple(map(sorted, value.stones()))
        return
    if form.name in ("lib", "moves", "pos", "offsets"):  # which do not hold who played
        value = replace(value, info=())
        assert again == value
    assert again == value
    assert module.load(str(path), format=form.name) == value
    assert module.loads(path.read_bytes(), format=form.name) == value
    with path.open("rb") as stream:
        assert module.load(stream) == value
        assert not stream.closed
    packed = tmp_path / f"written.{form.name}.gz"
    module.dump(value, packed)
    assert gzip.decompress(packed.read_bytes()) == path.read_bytes()
    assert module.loads(path.read_bytes()) == value
    assert module.loads(gzip.compress(path.read_bytes())) == value
    if form.name in ("lib", "pos", "fivo", "msgpack"):
        with pytest.raises(
            ValueError, match=f"{form.name} is a binary format; use dump to write it to a file"
        ):
            module.dumps(value, format=form.name)
    else:
        text = module.dumps(value, format=form.name)
        assert text == path.read_text().removesuffix("\n")
        assert module.loads(text) == value


def test_notes_in_xml_are_read_and_written(tmp_path: Path) -> None:
    cells = '<Cell PieceNumber="1"{notes}/><Cell PieceNumber="1"/>'
    document = f'<Puzzles><Puzzle height="1" width="2">{cells}</Puzzle></Puzzles>'
    assert zet.tectonic.loads(document.format(notes="")).notes is None
    puzzle = zet.tectonic.loads(document.format(notes=' Options="12"'))
    assert puzzle.notes == (3, 0)
    zet.tectonic.dump(puzzle, tmp_path / "a.xml")
    assert zet.tectonic.load(tmp_path / "a.xml") == puzzle


def test_a_match_names_the_opponents_that_it_accepts() -> None:
    bob = VALUES["match5"]()
    for opponent in ("nosuch", "all"):
        with pytest.raises(ValueError, match="opponent must be one of") as refused:
            zet.match5.match(bob, 1, opponent=opponent)
        assert "ROWSxCOLUMNS" not in str(refused.value)
    with pytest.raises(ValueError, match="all:ROWSxCOLUMNS"):
        zet.match5.train(bob, 1, opponent="nosuch")


@pytest.mark.parametrize("game", ["tectonic", "ttt", "walls", "renju"])
def test_many_values_go_into_one_file(game: str, tmp_path: Path) -> None:
    module, value = MODULES[game], VALUES[game]()
    for name, form in module._files.formats.items():
        if form.writes and name not in ("rec", "lib"):
            path = tmp_path / name
            module.dump_all(iter([value, value]), path, format=name)
            assert len(list(module.load_all(path))) == 2, name
            assert len(list(module.load_all(path, format=name))) == 2, name


def test_the_games_of_a_library_are_one_tree(tmp_path: Path) -> None:
    games = [zet.renju.loads("h8i9g7"), zet.renju.loads("h8i9j10")]
    zet.renju.dump_all(games, tmp_path / "two.lib")
    assert list(zet.renju.load_all(tmp_path / "two.lib", all_lines=True)) == games
    assert list(zet.renju.load_all(tmp_path / "two.lib")) == games[:1]


def test_a_file_with_more_is_refused_by_load_and_read_by_load_all() -> None:
    path = SAMPLES / "tectonic/three.xml.gz"
    with pytest.raises(
        zet.FormatError, match=r"three\.xml\.gz: the input contains more than one puzzle; load_all"
    ):
        zet.tectonic.load(path)
    assert [puzzle.width for puzzle in zet.tectonic.load_all(path)] == [5, 6, 7]


def test_a_folder_is_its_files(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    for name, value in (("b", "XO......."), ("below/c", "X........"), ("a", "........."), (".d", "?")):
        (tmp_path / name).write_text(f"{value}\n")
    positions = list(zet.ttt.load_all(tmp_path))
    assert [one.cells for one in positions] == [".........", "XO.......", "X........"]
    assert list(zet.ttt.load_all(str(tmp_path))) == positions
    zet.renju.dump(zet.renju.loads("h8i9"), tmp_path / "below/c", format="moves")
    assert list(zet.renju.load_all(tmp_path / "below")) == [zet.renju.loads("h8i9")]
    (tmp_path / "empty").mkdir()
    with pytest.raises(IsADirectoryError):
        next(zet.ttt.load_all(tmp_path / "empty"))


def test_values_come_while_the_file_is_read() -> None:
    class Growing(io.RawIOBase):
        """A stream that produces each line only when it is read."""

        lines = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.lines += 1
            buffer[:10] = b"XO.......\n"
            return 10

    stream = Growing()
    positions = zet.ttt.load_all(stream)  # type: ignore[arg-type]
    assert next(positions).cells == "XO......."
    assert stream.lines < 5


def test_an_error_has_its_place_and_need_not_be_the_end() -> None:
    path = SAMPLES / "ttt/refused.txt"
    with pytest.raises(zet.FormatError) as refused:
        list(zet.ttt.load_all(path))
    assert (refused.value.source, refused.value.line) == (str(path), 3)
    errors: list[zet.FormatError] = []
    assert len(list(zet.ttt.load_all(path, on_error=errors.append))) == 2
    assert [error.line for error in errors] == [3, 4, 5, 6, 7, 9, 10]
    assert all(error.reason for error in errors)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "<text>: the input contains no game"),
        ("# nothing\n", "<text>: the input contains no game"),
        ("\x00", "<text>: no game found in any known format"),
        ("h8h8", "<text>:1: two stones are on h8"),
        ("h8z1", "<text>:1: column 3: 'z1' is not a move"),
        ("h8\n\nh8\ni99", "<text>:"),
        (b"\xff\xfe\xfd", "<text>"),
        ("\ud800", "<text>"),
        (gzip.compress(b"h8i9", mtime=0)[:-9], "<text>: Compressed file ended"),
        (gzip.compress(b"h8i9", mtime=0)[:12] + bytes(9), "<text>: "),
        (b"\x1f\x8b\x07", "<text>: "),
    ],
)
def test_what_is_no_game_is_a_format_error(text: str | bytes, said: str) -> None:
    with pytest.raises(zet.FormatError) as refused:
        zet.renju.loads(text)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("game", MODULES)
@given(data=st.binary(max_size=60) | st.text(max_size=60))
def test_any_bytes_are_a_value_or_a_format_error(game: str, data: bytes | str) -> None:
    module = MODULES[game]
    with suppress(zet.FormatError):
        assert type(module.loads(data)).__name__ in module.__all__


def test_a_callers_mistakes_are_said(tmp_path: Path) -> None:
    game = zet.renju.start()
    with pytest.raises(ValueError, match="unknown format 'sfg'; the formats are pos, lib, rif, sgf"):
        zet.renju.loads("h8", format="sfg")
    with pytest.raises(ValueError, match="unknown format 'sfg'; the formats are json, board, line"):
        zet.ttt.loads("XO.......", format="sfg")
    with pytest.raises(ValueError, match="unknown format 'sfg'"):
        zet.renju.dumps(game, format="sfg")
    with pytest.raises(
        ValueError, match=r"game\.txt does not determine the format; give one of pos, lib, rif"
    ):
        zet.renju.dump(game, tmp_path / "game.txt")
    with pytest.raises(ValueError, match="tatham can be read but not written"):
        zet.tectonic.dumps(VALUES["tectonic"](), format="tatham")
    with pytest.raises(FileNotFoundError):
        zet.renju.load(tmp_path / "none.sgf")
    with pytest.raises(FileNotFoundError, match=re.escape(f"'{tmp_path / 'none' / 'game.sgf'}'")):
        zet.renju.dump(game, tmp_path / "none" / "game.sgf")
    with pytest.raises(ValueError, match="this is not an SVG document"):
        zet.as_png(b"no picture")
    with (ROOT / "README.md").open() as stream, pytest.raises(TypeError, match="binary mode"):
        zet.renju.load(stream)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", MODULES)
def test_words_and_limits_are_those_of_the_annotations(game: str) -> None:
    """Each function refuses an unknown word, a limit that is not a number, and a negative limit."""
    module, value_of = MODULES[game], VALUES[game]
    tried = 0
    for name in module.__all__:
        function = getattr(module, name)
        for option, kind in get_type_hints(function).items() if inspect.isfunction(function) else ():
            wrong: list[tuple[object, type[Exception]]] = []
            if any(get_origin(one) is Literal for one in (kind, *get_args(kind))):
                wrong = [("no such word", ValueError)]
            elif option in ("nodes", "games", "length"):
                wrong = [(1.5, TypeError), (LEAST[option] - 1, ValueError)]
            elif option == "seconds":
                wrong = [(-0.5, ValueError), (math.nan, ValueError)]
            for value, error in wrong if option != "return" else ():
                taken = inspect.signature(function).parameters.values()
                given = {
                    one.name: 1 if one.name == "games" else value_of()
                    for one in taken
                    if one.default is one.empty
                }
                with pytest.raises(error, match=option):
                    function(**given | {option: value})
                tried += 1
    assert tried > 2


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"require": [0]}, "there is no technique 0; the techniques are 1 to 15"),
        ({"forbid": [99]}, "there is no technique 99; the techniques are 1 to 15"),
        ({"forbid": [1, -1]}, "there is no technique -1; the techniques are 1 to 15"),
        ({"require": [3, 5], "forbid": [5, 3]}, "technique 3 cannot be both required and forbidden"),
        ({"rating": (50, 10)}, "the rating (50, 10) is an empty range"),
    ],
)
def test_a_wish_that_no_rating_meets_is_refused(wish: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        zet.tectonic.generate(3, 3, **wish)


@pytest.mark.parametrize("number", [-1, 0, 16, 99])
def test_an_unknown_technique_is_named(number: int) -> None:
    with pytest.raises(ValueError, match=f"^there is no technique {number}; the techniques are 1 to 15$"):
        zet.tectonic.explain(VALUES["tectonic"](), strategies=[1, number])


def test_an_opponent_that_there_is_not_is_named() -> None:
    knowledge = zet.match5.load("samples/match5/ann.fivo")
    for opponent in ("nobody", "self:2"):
        with pytest.raises(ValueError, match="opponent must be one of"):
            zet.match5.train(knowledge, 1, opponent=opponent)


def test_what_a_format_cannot_hold_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.moves"
    zet.renju.dump(zet.renju.loads("h8i9"), path)
    with pytest.raises(zet.UnwritableError):
        zet.renju.dump(zet.renju.loads("h8/i9 black"), path)
    assert path.read_text() == "h8i9\n"
    assert list(tmp_path.iterdir()) == [path]


Play = Callable[[Any], Any]


@pytest.mark.parametrize("game", ["ttt", "walls", "renju", "match5"])
def test_a_legal_move_can_be_played(game: str) -> None:
    """Whole games are played with the first, the last or the best legal move; `moves` returns them."""
    module: Any = MODULES[game]
    small = {"walls": {"rows": 2, "columns": 2}}
    position = module.start(**small.get(game, {}))
    played = []
    best: dict[str, Play] = {
        "ttt": lambda position: module.best_move(position).move,
        "walls": lambda position: module.best_move(position).move,
        "renju": lambda position: module.best_move(position, nodes=100).move,
        "match5": lambda position: module.best_move(position, zet.match5.Knowledge("Bob")).move,
    }
    while moves := module.legal_moves(position):
        move = (moves[0], moves[-1], best[game](position))[len(played) % 3 if len(played) < 30 else 0]
        assert move in moves
        played.append(move)
        position = module.play(position, move)
    assert len(played) > 3
    again = module.play(module.start(**small.get(game, {})), *played)
    assert again == position
    if game != "ttt":
        assert list(module.moves(position)) == played
    with pytest.raises(zet.GameError):
        module.best_move(position, *[zet.match5.Knowledge("Bob")][: game == "match5"])
    with pytest.raises(zet.GameError):
        module.play(position, played[0])


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (lambda: zet.ttt.play(zet.ttt.start(), 9), "there is no cell 9"),
        (lambda: zet.walls.play(zet.walls.start(), (0, 0)), r"no fence at \[0,0\]"),
        (lambda: zet.walls.play(zet.walls.start(), [0, 1], (0, 1)), r"\[0,1\] is already painted"),
        (lambda: zet.renju.play(zet.renju.start(), "p1"), "'p1' is not a point of the board"),
        (lambda: zet.match5.play(zet.match5.start(), "e55"), "'e55' is not a field"),
        (lambda: zet.match5.play(zet.match5.start(), ""), "'' is not a field"),
        (lambda: zet.match5.play(zet.match5.start(), "e5", "e5"), "move 2, e5: the field is taken"),
        (lambda: zet.ttt.start(20, 9), "from 1 to 19"),
        (lambda: zet.walls.start(0, 1), "1 to 16 boxes per side"),
    ],
)
def test_what_the_rules_exclude_is_a_game_error(play: Callable[[], object], said: str) -> None:
    with pytest.raises(zet.GameError, match=said):
        play()


def test_a_game_of_renju_is_taken_by_the_rule_that_it_tells() -> None:
    six = "B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[kh];W[da];B[mh];W[oa]"
    game = zet.renju.loads(f"(;GM[4]RU[Standard];{six})")
    assert "l8" in zet.renju.legal_moves(game)
    assert "l8" not in zet.renju.legal_moves(game, "renju")
    assert zet.renju.check(zet.renju.play(game, "l8")).status == "legal"
    assert zet.renju.check(zet.renju.play(game, "l8"), "freestyle").status == "black-won"
    six = zet.renju.loads("(;GM[4]RU[Freestyle]AB[bh][ch][dh][fh][gh]AW[ca][ea][ga][ia][ka]PL[B])")
    assert zet.renju.solve(six).line == ("e8",)
    assert zet.renju.solve(six, rule="renju", nodes=100).line != ("e8",)
    for ask in (zet.renju.best_move, zet.renju.solve, zet.renju.defend, zet.renju.analyze):
        with pytest.raises(
            ValueError, match="rule must be one of renju, freestyle, standard, not 'gomoku'"
        ):
            ask(game, rule="gomoku")  # type: ignore[operator]


def test_no_result_has_a_number_for_a_move() -> None:
    """The moves in results have the form that `play` accepts."""
    problem = next(zet.renju.load_all(SAMPLES / "renju/problems.txt"))
    win = zet.renju.solve(problem, shortest=True)
    assert win.move == win.line[0]
    assert win.length == len(win.line)
    end = zet.renju.play(problem, *win.line)
    assert zet.renju.check(end).status.endswith("won")
    assert win.proof is not None
    assert zet.renju.verify(problem, win.proof) is None
    assert "makes no five" in str(zet.renju.verify(zet.renju.start(), win.proof))
    other = zet.renju.verify(zet.renju.start(5), win.proof)
    assert other == "after no move: the proof is for a larger board"
    assert set(zet.renju.defend(problem).moves) <= set(zet.renju.legal_moves(problem))
    walls = zet.walls.solve(zet.walls.start(2, 2), all_moves=True)
    assert walls.value == max(walls.values.values())
    assert set(walls.values) == set(zet.walls.legal_moves(zet.walls.start(2, 2)))
    assert zet.walls.play(zet.walls.start(2, 2), *walls.line).fences


def test_no_point_is_forbidden_in_go_moku() -> None:
    game = zet.renju.loads("e8f8g8h9h10h11/i9i10 black")
    assert zet.renju.forbidden(game) == {"h8": "double_four"}
    assert zet.renju.forbidden(game, "freestyle") == {}
    assert zet.renju.forbidden(game.with_info({"rule": "standard"})) == {}


def test_forbidden_points_are_no_legal_moves() -> None:
    position = next(zet.renju.load_all(SAMPLES / "renju/positions.txt"))
    forbidden = zet.renju.forbidden(position)
    assert forbidden == {"h8": "double_four"}
    assert "h8" not in zet.renju.legal_moves(position)
    assert "h8" in zet.renju.legal_moves(position, "freestyle")


def test_an_analysis_is_that_of_the_command() -> None:
    game = next(zet.renju.load_all(SAMPLES / "renju/games.txt"))
    found = zet.renju.analyze(game, nodes=2000)
    done = run("zet renju analyze --nodes 2000 --format json", stdin=zet.renju.dumps(game))
    said = json.loads(done.stdout)
    assert (found.nodes, found.decided, found.end.status) == (said["nodes"], said["decided"], said["end"])
    for step, one in zip(found.steps, said["moves"], strict=True):
        assert (step.number, step.color, step.move, step.mark) == (
            one["ply"],
            one["color"],
            one["move"],
            one["mark"],
        )
        assert (step.after.winner, step.after.wins_in) == (one["winner"], one["wins_in"])
        assert (list(step.win), list(step.refutation), list(step.holds)) == (
            one["win"] or [],
            one["refutation"] or [],
            one["holds"],
        )


def test_problems_and_openings_are_those_of_the_commands() -> None:
    game = list(zet.renju.load_all(SAMPLES / "renju/collection.sgf"))[3]
    [problem] = zet.renju.problems(game, nodes=5000)
    line = zet.renju.dumps(game)
    done = run("zet renju puzzle --nodes 5000 --format json", stdin=line)
    [said] = json.loads(done.stdout)["problems"]
    assert (problem.level, list(problem.line)) == (said["level"], said["line"])
    assert list(zet.renju.moves(problem.game)) == said["moves"]
    assert zet.renju.play(problem.game, *problem.line)
    assert zet.renju.opening(zet.renju.loads("h8i9g7")) == ("I11", "Shagetsu")
    assert zet.renju.opening(zet.renju.loads("h8a1g7")) is None


def test_training_is_that_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "bob.fivo"
    assert run(f"zet match5 new {path} --name Bob").returncode == 0
    run(f"zet match5 train {path} --games 50 --opponent greedy --seed 1")
    bob = zet.match5.train(zet.match5.Knowledge("Bob"), 30, opponent="greedy", seed=1)
    bob = zet.match5.train(bob, 20, opponent="greedy", seed=1)
    assert bob == zet.match5.load(path)
    assert zet.match5.match(bob, 20, opponent=bob).games == 20
    assert set(zet.match5.verify(bob)) == {"proven"}
    with pytest.raises(zet.UnwritableError, match="more losses"):
        zet.match5.dumps(replace(bob, games=0, losses=1))
    with pytest.raises(ValueError, match="1 verdicts for"):
        zet.match5.as_dict(bob, zet.match5.verify(bob)[:1])


def test_a_puzzle_is_that_of_the_command() -> None:
    done = run("zet tectonic generate --width 5 --height 4 --seed 7 --symmetric")
    puzzle = zet.tectonic.generate(5, 4, symmetric=True, seed=7)
    assert puzzle is not None
    assert zet.tectonic.dumps(puzzle) == done.stdout.removesuffix("\n")
    assert zet.tectonic.generate(5, 4) is not None


def test_python_runs_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "zet", "--version"], capture_output=True, text=True)
    assert done.stdout.startswith(f"zet {zet.__version__} (kernels ")


def pictured() -> Iterator[Any]:
    for game in ("tectonic", "ttt", "walls", "renju"):
        yield VALUES[game]()
    yield zet.match5.play(zet.match5.start(), "e5")
    yield VALUES["match5"]().patterns[0]


@pytest.mark.parametrize("value", list(pictured()), ids=lambda value: type(value).__name__)
def test_notebooks_draw_boards(value: Any) -> None:
    assert isinstance(value._repr_svg_(), str)
    drawn = etree.fromstring(value._repr_svg_().encode())
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(drawn) > 3


@pytest.mark.parametrize(("text", "status"), [("3x1:abc:...", "unsolvable"), ("2x1:aa:..", "invalid")])
def test_only_puzzles_with_one_solution_have_a_rating(text: str, status: str) -> None:
    puzzle = zet.tectonic.loads(text)
    assert zet.tectonic.rate(puzzle) is None
    found = zet.tectonic.as_dict(puzzle, None)
    assert (found["status"], found["unique"], found["level"], found["score"]) == (
        status,
        False,
        None,
        None,
    )
    assert (found["width"], found["height"]) == (puzzle.width, puzzle.height)


def test_a_picture_is_converted_to_png() -> None:
    svg = zet.tectonic.as_svg(zet.tectonic.loads("3x2:aabaab:131..."))
    root = etree.fromstring(svg)
    picture = cv2.imdecode(np.frombuffer(zet.as_png(svg), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    assert picture.shape == (4 * int(root.get("height", 0)), 4 * int(root.get("width", 0)))
    assert picture.min() < 50 < 200 < picture.max()


def test_a_missing_package_of_pictures_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The advice is the same as on the command line."""
    monkeypatch.setitem(sys.modules, "fpdf", None)
    svg = zet.tectonic.as_svg(zet.tectonic.loads("3x2:aabaab:131..."))
    with pytest.raises(ImportError, match=r'-m pip install "fpdf2'):
        zet.as_png(svg)


def test_a_limit_in_a_rating() -> None:
    with pytest.raises(zet.LimitError, match="nodes") as error:
        zet.tectonic.rate(zet.tectonic.loads("4x4:abccaaacaddcdddc:................"), nodes=0)
    assert error.value.limit == "nodes"
