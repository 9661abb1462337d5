"""The renju commands as a user sees them: pipes, and forced moves."""

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from commands import run

from zet.engines import renju
from zet.engines.renju import proof, puzzle
from zet.engines.renju.constants import RULES
from zet.engines.renju.defense import defend
from zet.engines.renju.model import PASS, Game, GameOverError
from zet.engines.renju.openings import OPENINGS, opening_of, turned
from zet.engines.renju.player import best_move, explain
from zet.engines.renju.proof import verify
from zet.engines.renju.puzzle import problems_in, trimmed
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import QUIET, Result, proof_by, solve
from zet.formats.renju.moves import loads as moves
from zet.formats.renju.position import loads as position
from zet.formats.renju.weights import learned


def test_what_solve_writes_verify_accepts() -> None:
    solved = run("zet renju solve --tree --format json samples/renju/problems.txt")
    proofs = "".join(line + "\n" for line in solved.stdout.splitlines() if '"win"' in line)
    done = run("zet renju verify", stdin=proofs)
    assert done.returncode == 0
    assert done.stdout.count("valid") == 4


def test_a_proof_becomes_a_library() -> None:
    done = run(
        "echo h8i9i8g8j8k8j10h6 | zet renju solve --format lib --nodes 100000"
        " | zet renju check --all-lines --format json"
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found
    assert all(one["status"] == "black-won" for one in found if one["status"] != "error")


def test_a_batch_over_processes_gives_the_same() -> None:
    command = "zet renju solve samples/renju/*.txt samples/renju/tree.sgf --nodes 2000"
    one, two = (run(f"{command} {jobs}") for jobs in ("", "--jobs 2"))
    assert one.stdout == two.stdout
    assert one.returncode == two.returncode


def test_defenses_refute_and_nothing_else_does() -> None:
    game = position("f8g8h8/a1b3 white")
    found = defend(game, threats="fours")
    board = Board.of(game)
    for cell in board.empty():
        lost = solve(game.then([cell]), threats="fours").proof is not None
        assert lost == (cell not in found.moves) or board.put(cell, 1).has_five(cell)


@pytest.mark.parametrize(
    ("text", "wanted", "reason"),
    [
        ("e8f8g8h8/d8a1c3 black", {"i8"}, "win"),
        ("a1c1e1/e8f8g8h8 black", {"d8", "i8"}, None),
        ("/ black", {"h8"}, "position"),
    ],
)
def test_moves_that_must_be(text: str, wanted: set[str], reason: str | None) -> None:
    from zet.engines.renju.model import name

    found = best_move(position(text), learned("renju"), nodes=2000)
    assert name(found.move) in wanted
    assert reason in (None, found.reason)


def test_an_only_answer_that_is_forbidden() -> None:
    """A position on which other programs hang or play an impossible move."""
    game = moves("h8g6f6g5f7g4h7g3g2a1")
    found = best_move(game, learned("renju"), nodes=5000)
    assert Board.of(game).may_play(found.move, game.side)
    assert best_move(game.then([found.move]), learned("renju"), nodes=5000)
    with pytest.raises(GameOverError):
        best_move(moves("h8a1i8a2j8a3k8a4l8"), learned("renju"))


def test_problems_have_one_solution() -> None:
    game = moves("h8g7j10i10k10k9e8i8k12i9i7i11i12h9j9f7g8f11g10e7d7g11h11k5e9j8h10f10d8f8c10f9")
    found = list(problems_in(game))
    assert found
    for problem in found:
        assert solve(problem.game, threats=problem.threats).proof


@pytest.mark.parametrize(
    "text", ["i4f5h5e6f7d8f8h8f9/j4k4g5d6f6g6e7g9f10 black", "i7h8i8k8e9f10/j8f9g9h9g11 white"]
)
def test_a_trimmed_problem_needs_every_stone(text: str) -> None:
    """Only the first move wins, also by a plain search; without any one stone this is no longer true."""
    [problem] = problems_in(position(text))
    assert problem.threats == "fours"
    small = trimmed(problem)
    assert small.proof.move == problem.proof.move
    assert small.game.moves == ()
    stones = {*small.game.black, *small.game.white}
    assert stones < {*problem.game.black, *problem.game.white}
    assert winners_by_fours(small.game) == {problem.proof.move}
    for cell in stones:
        fewer = Game.build(
            set(small.game.black) - {cell}, set(small.game.white) - {cell}, small.game.side
        )
        shorter = solve(fewer, threats="fours", length=3).proof
        assert shorter or winners_by_fours(fewer) != {problem.proof.move}


QUIET_PROBLEM = "j6f7k8i9h11i11/k5h7h8f10g10e11 black"
"""A position, in freestyle, without a win by fours and threes, in which one quiet move wins."""


def test_a_problem_with_quiet_moves_has_one_solution() -> None:
    """After every other move that threatens a win by fours and threes, some answer refutes it."""
    limits: dict[str, Any] = {"rule": "freestyle", "nodes": 200_000}
    game = position(QUIET_PROBLEM)
    assert not list(problems_in(game, **limits))
    [whole] = problems_in(game, threats=QUIET, **limits)
    one = trimmed(whole, **limits)
    assert one.proof.move == whole.proof.move
    assert len(one.game.black + one.game.white) < len(game.black + game.white)
    empty = set(range(one.game.n_cells)) - {*one.game.black, *one.game.white}
    for move in empty - {one.proof.move}:
        played = one.game.then([move])
        if solve(played.then([PASS]), **limits).status != "no-win":
            assert any(
                solve(played.then([answer]), threats=QUIET, **limits).status == "no-win"
                for answer in sorted(empty - {move}, key=lambda cell, of=move: apart(cell, of))
            ), (one.game, move)


def apart(cell: int, other: int) -> int:
    """Return the number of king's moves between two cells of a board of 15x15."""
    return max(abs(cell // 15 - other // 15), abs(cell % 15 - other % 15))


def test_problems_with_quiet_moves_are_found_and_printed(tmp_path: Path) -> None:
    puzzle = "zet renju puzzle --rule freestyle --nodes 30000 --threats fours,threes,quiet"
    found = run(f"{puzzle} --trim", stdin=QUIET_PROBLEM)
    assert found.stdout == (
        "-, game 1, after 0 moves: black wins in 25 by fours,threes,quiet (hard): "
        "k8i9h11i11/h7h8f10g10e11 black\n"
    )
    book = f"zet renju book --rule freestyle -o {tmp_path / 'book.html'}"
    done = run(book, stdin=QUIET_PROBLEM)
    assert (done.returncode, done.stderr) == (0, "")
    done = run(f"{book} --force", stdin="d8e8f8g8/a1b1c1d1 black")
    assert (done.returncode, done.stderr) == (
        1,
        "-: record 1: the opponent's five must be stopped first; left out of the book\n",
    )


def test_positions_that_are_no_problems_are_counted_by_reason() -> None:
    """The reasons are held against plain searches of each position."""
    name = "samples/renju/collection.sgf"
    done = run(f"zet renju puzzle --nodes 2000 --unique --select number=9 {name}")
    assert len(done.stdout.splitlines()) == 2
    head, *parts, _advice = done.stderr.strip().split("; ")
    said = {part.partition(" ")[2]: int(part.partition(" ")[0]) for part in parts}
    game = moves(run(f"zet renju convert --select number=9 {name}").stdout.strip())
    assert head == f"{2} problems in {len(game.moves) + 1} positions"
    assert sum(said.values()) + 2 == len(game.moves) + 1
    positions = [game.at(n) for n in range(len(game.moves) + 1)]
    fives = [one for one in positions if Board.of(one).five_cells(1 - one.side)]
    assert said["in which a five must be stopped"] == len(fives)
    statuses = Counter(solve(one, nodes=2000).status for one in positions if one not in fives)
    assert said["without a win by these threats"] == statuses["no-win"]
    assert said.get("undecided within the --nodes limit", 0) == statuses["unknown"]
    assert run(f"zet renju puzzle --nodes 500 --quiet --select number=9 {name}").stderr == ""
    done = run(f"(zet renju convert --select number=9 {name}; echo h8) | zet renju puzzle --nodes 2000")
    assert done.returncode == 1
    assert done.stderr.endswith("; 1 of 2 games contains no problem\n")


def test_a_book_names_the_game_of_each_problem(tmp_path: Path) -> None:
    """A rule other than renju is kept, too."""
    name = tmp_path / "mine.sgf"
    name.write_text(
        "(;GM[4]SZ[15]RU[freestyle]PB[Ann]PW[Ben]AB[ii][hh][ih][kh][eg][ff]AW[jh][fg][gg][hg][ge]PL[W])"
    )
    book = tmp_path / "book.html"
    found = run(f"zet renju puzzle --unique --format json {name}")
    assert json.loads(found.stdout)["info"] == {
        "name": "mine.sgf #1",
        "black": "Ann",
        "white": "Ben",
        "rule": "freestyle",
    }
    done = run(f"zet renju book -o {book}", stdin=found.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert "mine.sgf #1, Ann \u2013 Ben<" in book.read_text()


def test_a_book_searches_each_position_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(game: Game, **search: Any) -> Result:
        asked.append(search["threats"])
        return solve(game, **search)

    monkeypatch.setattr(puzzle, "solve", counted)
    monkeypatch.setattr(renju, "solve", counted)
    done = run(f"zet renju book --nodes 500 -o {tmp_path / 'book.html'}", stdin="h8/i9 black")
    assert done.stderr == "-: record 1: undecided within --nodes 500; left out of the book\n"
    assert asked == ["fours", "fours,threes", "fours,threes,quiet"]


def test_convert_says_what_it_leaves_out(tmp_path: Path) -> None:
    """Games in SGF with variations or comments are counted; other games are not."""
    file = tmp_path / "g.sgf"
    plain, branched, told = ";B[hh];W[ii])", ";B[hh](;W[ii])(;W[ig]))", ";B[hh]C[well];W[ii])"
    file.write_text("".join(f"(;GM[4]SZ[15]{moves}\n" for moves in (plain, branched, told)))
    done = run(f"zet renju convert {file}")
    assert done.stdout == "h8i7\n" * 3
    assert done.stderr == (
        f"{file}: the variations and comments of 2 games are left out; "
        "--select line=all --merge keeps them, in one tree\n"
    )
    assert run(f"zet renju convert --to sgf --select line=all --merge {file}").stderr == ""
    assert run(f"zet renju solve --nodes 9 {file}").stderr == ""


@pytest.mark.parametrize(
    "options",
    ["", *(f"--merge {one}" for one in ("--transform mirror", "--unique", "--select moves=2"))],
)
def test_convert_says_that_lines_lose_their_comments(options: str, tmp_path: Path) -> None:
    """Of all lines of a tree nothing but comments and marks is left out."""
    file = tmp_path / "g.sgf"
    file.write_text("(;SZ[15];B[hh](;W[ii])(;W[ig]))(;SZ[15];B[hh]C[well];W[ii])")
    done = run(f"zet renju convert --format sgf --select line=all {options} {file}")
    assert "well" not in done.stdout
    how = (
        ", because games are selected, transformed or deduplicated" if options else "; --merge keeps them"
    )
    assert done.stderr.endswith(f"{file}: the comments and marks of 1 game are left out{how}\n")
    done = run(f"zet renju convert --format sgf --select line=2 {options} {file}")
    assert f"{file}: the variations and comments of 1 game are left out; " in done.stderr


def winners_by_fours(game: Game) -> set[int]:
    """Return the first moves that win by fours alone."""
    board, color = Board.of(game), game.side
    found = set()
    for cell in board.empty():
        after = board.put(cell, color)
        fives = after.five_cells(color)
        if not board.may_play(cell, color) or not fives or after.five_cells(1 - color) - {cell}:
            continue
        answers = [one for one in fives if after.may_play(one, 1 - color)]
        if all(solve(game.then([cell, one]), threats="fours").proof for one in answers):
            found.add(cell)
    return found


def test_problems_that_are_images_are_written_once(tmp_path: Path) -> None:
    """From two games and their images, two problems remain, the easier one first."""
    played, turned = tmp_path / "played.txt", tmp_path / "turned.txt"
    lines = run("zet renju convert --moves 12 samples/renju/collection.sgf").stdout.splitlines()
    played.write_text(f"{lines[8]}\n{lines[7]}\n{lines[7]}\n")
    run(f"zet renju convert --turn 90 --mirror -o {turned} {played}")
    puzzle = "zet renju puzzle --nodes 2000 --unique"
    done = run(f"{puzzle} --format json --trim {turned} {played}")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["source"], one["record"], one["status"]) for one in found] == [
        ("total", 1, "ok"),
        ("total", 2, "ok"),
    ]
    assert {(one["file"], one["game"]) for one in found} == {(str(turned), 1), (str(turned), 2)}
    assert [one["effort"] for one in found] == sorted(one["effort"] for one in found)
    whole = run(f"{puzzle} --format position {played}").stdout
    assert len(whole.splitlines()) == 2
    assert all(len(one["black"] + one["white"]) < 12 for one in found)
    assert run(f"{puzzle} --format position --jobs 2 {played} {played}").stdout == whole
    assert run(f"{puzzle} {played}").stdout.splitlines()[0].endswith(whole.splitlines()[0])


def test_a_problem_begins_where_no_five_has_to_be_stopped() -> None:
    """White's only winning move after 17 moves of this game stops a four, so it is not a problem."""
    game = run("sed -n 3p samples/renju/played.txt | zet renju convert --moves 17").stdout
    assert "win in 23" in run("zet renju solve", stdin=game).stdout
    assert run("zet renju puzzle", stdin=game).stdout == ""


@pytest.mark.parametrize("command", ["bestmove", "defend", "threats"])
def test_nothing_is_left_to_play(command: str) -> None:
    """The game is over after a five of either side and after an overline of Black's."""
    games = "e8f8g8h8i8/a1a2a3a4 white\ne8f8g8h8i8j8/a1a2a3a4a6 white\na1a2a4c8/e8f8g8h8i8j8 black\n"
    done = run(f"zet renju {command} --format json", stdin=games)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [one["status"] for one in found] == ["over"] * 3
    assert "overline" in found[1]["reason"]


@pytest.mark.parametrize("seconds", [0.02, 0.2])
def test_a_move_takes_no_longer_than_it_may(seconds: float) -> None:
    """The bound allows for a loaded machine; a search that ignores the time limit would exceed it."""
    began = time.monotonic()
    best_move(moves("h8i9"), learned("renju"), seconds=seconds)
    assert time.monotonic() - began < seconds + 2


def test_all_openings_are_known_in_all_turns() -> None:
    for opening in OPENINGS:
        for symmetry in range(8):
            played = Game(moves=tuple(turned(cell, symmetry) for cell in (*opening.moves, 0)))
            found = opening_of(played)
            assert found
            assert found.name == opening.name
    assert opening_of(moves("h8h9")) is None
    assert opening_of(moves("h8h9k11")) is None
    assert opening_of(moves("g8h9h10")) is None
    assert len({opening.name for opening in OPENINGS}) == 26


def test_what_was_turned_is_no_other_game(tmp_path: Path) -> None:
    games = run("zet renju convert samples/renju/games.txt").stdout
    for how in ("--transform turn=90", "--turn 180 --mirror", "--transform canonical"):
        there = run(f"zet renju convert {how}", stdin=games).stdout
        assert there != games
        assert run("zet renju convert --unique", stdin=games + there).stdout == games
    assert run("zet renju convert --unique --jobs 2", stdin=games * 2).stdout == games
    trees = run(f"zet renju convert --unique --to lib -o {tmp_path / 'all.lib'}", stdin=games * 2)
    assert trees.returncode == 0
    assert run(f"zet renju convert --unique --all-lines {tmp_path / 'all.lib'}").stdout.count("\n") == 4
    refused = run("zet renju convert --transform canonical --transform mirror", stdin=games)
    assert refused.returncode == 2
    assert "--transform mirror cannot be combined with --transform canonical" in refused.stderr


def test_positions_are_counted_once_in_each_game() -> None:
    games = "h8h9h10\nh8h9h10\nh8g8f8\nh8i9\n"
    found = run("zet renju positions --format json", stdin=games).stdout.splitlines()
    counts = [(len(one["black"]) + len(one["white"]), one["games"]) for one in map(json.loads, found)]
    assert counts == [(0, 4), (1, 4), (2, 3), (2, 1), (3, 3)]
    spread = run("zet renju positions --format json --jobs 2", stdin=games)
    assert spread.stdout.splitlines() == found
    lines = run("zet renju positions --least 3", stdin=games).stdout
    assert lines.count("\n") == 4
    assert run("zet renju check", stdin=lines).stdout.count("legal") == 4
    assert run("zet renju check", stdin="\n".join(found)).stdout.count("legal") == 5


def test_a_library_says_that_it_has_more_lines() -> None:
    done = run("zet renju convert samples/renju/tree.lib")
    note = (
        "samples/renju/tree.lib: only the first of 3 lines of play is read; "
        "--select line=all reads them all\n"
    )
    assert (done.stdout, done.stderr) == ("h8i9g7h9\n", note)
    for options, lost in (("--all-lines", "comments and marks"), ("--line 2", "variations and comments")):
        assert run(f"zet renju check {options} samples/renju/tree.lib").stderr == ""
        left_out = f"samples/renju/tree.lib: the {lost} of 1 game are left out; "
        assert run(f"zet renju convert {options} samples/renju/tree.lib").stderr.startswith(left_out)
    query = "zet renju find '(last.move(F_)) instead' samples/renju/tree.lib"
    searched = "only the first of 3 lines of play is searched; --select line=all searches all\n"
    assert run(query).stderr == f"samples/renju/tree.lib: {searched}"


def test_positions_count_how_whole_games_ended() -> None:
    game = "h8a1i8a3j8a5k8a7l8\n"
    lines = run("zet renju positions --moves 1 --format json", stdin=game).stdout.splitlines()
    assert [json.loads(line)["black_won"] for line in lines] == [1, 1]


def test_several_moves_come_with_the_best_one_first() -> None:
    game = position("e8f8g8/d8a1 white")
    explained = explain(game, learned("renju"), count=6, nodes=20_000)
    found = explained.choice, *explained.others
    assert found[0].move == best_move(game, learned("renju"), nodes=10_000).move
    assert len({one.move for one in found}) == 6
    reasons = [one.reason == "lost" for one in found]
    assert reasons == sorted(reasons)
    for one in found:
        assert one.line[0] == one.move
        game.then(one.line)  # the points are free
        wins = solve(game.then([one.move]), nodes=20_000).status == "win"
        assert wins == (one.reason == "lost")
    assert len(explain(Game(), learned("renju"), count=12, nodes=2_000).others) == 11


@pytest.mark.parametrize(
    ("text", "n_wins", "n_losses"),
    [
        ("f5h5j5g6h6k6e7i11/k5h7h8j8h9i9f10j10 black", 2, 3),
        ("f5j5i6j6k7f9g10j11/i5g6h8g9k9e10k10h11 black", 5, 0),
        ("h8i9j10/h9i8 white", 0, 3),
        ("h8g7i6/h7i7 white", 0, 0),
    ],
)
def test_what_is_explained_is_proven(text: str, n_wins: int, n_losses: int) -> None:
    """Wins and losses have the lines of their proofs, and each move is listed once."""
    game = position(text)
    found = explain(game, learned("renju"), count=5, nodes=50_000)
    moves = [found.choice, *found.others, *found.refuted]
    assert len({one.move for one in moves}) == len(moves)
    reasons = [one.reason for one in moves]
    assert (reasons.count("win"), reasons.count("lost")) == (n_wins, n_losses)
    for one in moves:
        proof, _ = proof_by(game, one.move, nodes=20_000)
        assert (proof is not None) == (one.reason == "win")
        assert proof is None or (proof.line() == one.line and verify(game, proof, game.side) is None)
        lost = solve(game.then([one.move]), nodes=20_000)
        assert (lost.status == "win") == (one.reason == "lost")
        assert lost.status != "win" or (one.move, *lost.line) == one.line


@pytest.mark.parametrize(
    "text", ["h8/i9j9", '{"black": ["h8"], "white": ["i9", "j9"]}', ".....\n.oo..\n.x...\n.....\n.....\n"]
)
def test_a_position_whose_colors_are_swapped_is_read_where_they_are_swapped_back(text: str) -> None:
    refused = run("zet renju convert --to json", stdin=text)
    assert "or swap the colors" in refused.stderr
    found = json.loads(run("zet renju convert --swap-colors --to json", stdin=text).stdout)
    assert (len(found["black"]), len(found["white"]), found["to_move"]) == (2, 1, "white")


def test_games_are_selected_by_the_opening_of_their_moves() -> None:
    files = "samples/renju/games.txt"
    found = run(f"zet renju check --select opening=sosei {files}").stdout
    assert found == f"{files}, game 2: legal: 9 stones, white to move; opening Sosei (D3)\n"
    done = run(f"zet renju check --select opening=kosei --select player=ann {files}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{files}: none of the 4 games matches opening=kosei, player=ann\n"


def test_games_are_selected_by_their_number_and_their_year() -> None:
    found = run("zet renju check --select number=4 samples/renju/games.txt samples/renju/played.txt")
    assert found.stdout.startswith("samples/renju/games.txt, game 4: ")
    assert found.stdout.count("\n") == 1
    assert found.stderr == "samples/renju/played.txt: none of the 3 games matches number=4\n"
    dated = "".join(f"(;FF[4]GM[4]SZ[15]DT[{year}-05-01];B[hh])\n" for year in (1998, 2010, 2010))
    done = run("zet renju check --select year=2010 --format json", stdin=dated)
    assert [json.loads(line)["record"] for line in done.stdout.splitlines()] == [2, 3]


SIX = "(;GM[4]SZ[15]RU[{}];B[hh];W[aa];B[ih];W[ba];B[jh];W[ca];B[kh];W[da];B[mh];W[gh];B[lh])"


@pytest.mark.parametrize(
    ("told", "option", "status"),
    [
        ("Freestyle", "", "black-won"),
        ("standard", "", "legal"),
        ("RIF", "", "white-won"),
        ("renju", "", "white-won"),
        ("freestyle", "--rule renju", "white-won"),
        ("renju", "--rule freestyle", "black-won"),
    ],
)
def test_a_game_is_taken_by_the_rule_that_it_tells(told: str, option: str, status: str) -> None:
    done = run(f"zet renju check --format json {option}", stdin=SIX.format(told))
    assert json.loads(done.stdout)["status"] == status


@pytest.mark.parametrize("command", ["solve", "threats", "bestmove", "defend"])
def test_searches_are_by_the_rule_that_a_game_tells(command: str) -> None:
    """Black can make six in a row, which wins in freestyle only."""
    search = f"zet renju {command} --moves 10 --nodes 300"
    plain = [run(f"{search} --rule {rule}", stdin=SIX.format("")).stdout for rule in RULES]
    assert [run(search, stdin=SIX.format(rule)).stdout for rule in RULES] == plain
    assert plain[1] not in (plain[0], plain[2])


def test_a_game_is_kept_with_its_rule(tmp_path: Path) -> None:
    game = tmp_path / "game.sgf"
    play = f"zet renju play --nodes 50 --white person --save {game}"
    run(f"{play} --rule standard", stdin="")
    assert "RU[standard]" in game.read_text()
    run(play, stdin="a1")
    assert "RU[standard]" in game.read_text()
    assert game.read_text().count("W[") == 1


def test_weights_are_for_the_rule() -> None:
    done = run("zet renju bestmove --nodes 50 --weights freestyle --moves 10", stdin=SIX.format("renju"))
    plain = run("zet renju bestmove --nodes 50 --rule freestyle --moves 10", stdin=SIX.format(""))
    assert done.stdout == plain.stdout
    refused = run("zet renju bestmove --weights freestyle --rule renju", stdin=SIX.format(""))
    assert refused.returncode == 2
    assert refused.stderr.endswith("the weights are for freestyle, not for renju\n")
    for command in ("bestmove --weights=", "play --weights=", "match zet,weights= zet"):
        refused = run(f"zet renju {command}", stdin="h8")
        assert (refused.returncode, refused.stdout) == (2, "")
    double = run("zet renju engine --weights renju --weights renju", stdin="END\n")
    assert double.stderr.endswith("an earlier file already has the weights for renju\n")


def test_a_line_of_a_format_without_trees_does_not_exist() -> None:
    for options in ("--select line=2", "--select line=2 --from moves"):
        done = run(f"zet renju check {options} samples/renju/games.txt")
        reason = "line 2 does not exist: the format moves has no variations"
        assert (done.stderr, done.returncode) == (f"samples/renju/games.txt: {reason}\n", 2)
        assert not done.stdout


def test_no_point_is_forbidden_in_go_moku() -> None:
    game = "(;GM[4]RU[freestyle]SZ[15];AB[eh][fh][gh][hg][hf][he]AW[ig][if]PL[B])"
    assert run("zet renju forbidden", stdin=game).stdout == "-, game 1: no forbidden points\n"
    assert run("zet renju forbidden --rule renju", stdin=game).stdout == "-, game 1: h8 double four\n"
    assert "!4" not in run("zet renju show --mark forbidden", stdin=game).stdout
    assert "!4" in run("zet renju show --mark forbidden", stdin=game.replace("freestyle", "")).stdout


def test_marks_are_drawn_and_not_written_as_json() -> None:
    done = run("zet renju show --mark forbidden --format json samples/renju/board.txt")
    assert done.stderr.endswith("Error: --mark forbidden cannot be combined with --format json\n")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("zet,nodes=2 zet,level=3 --nodes 9", "--nodes cannot be combined with players that all have"),
        ("zet,time=2 zet,level=3 --time 9", "--time cannot be combined with players that all have"),
        ("zet,nodes=2 zet,nodes=3 --tolerance 9", "--tolerance requires --time or --game-time"),
    ],
)
def test_a_limit_that_limits_no_player_is_refused(options: str, reason: str) -> None:
    done = run(f"zet renju match {options}")
    assert done.returncode == 2
    assert reason in done.stderr


def test_a_win_from_a_false_proof_of_a_work_file_is_not_reported(tmp_path: Path) -> None:
    (tmp_path / "a.work").write_text("proof 1 renju h8/i9 black\nh9\n")
    done = run("zet renju prove --work a.work", stdin="h8i9", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "Error: a.work: the file contains an invalid proof: after h9: h9 makes no five\n"
    )


def test_a_win_from_a_work_file_that_cannot_be_verified_is_not_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prove = "zet renju prove --rule freestyle --work a.work"
    game = "f8g8h8/a1c3e1 black"
    assert run(prove, stdin=game, folder=tmp_path).returncode == 0
    assert run(prove, stdin=game, folder=tmp_path).returncode == 0
    monkeypatch.setattr(proof, "PER_PART", 0)
    done = run(prove, stdin=game, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: a.work: verifying the proof would take too many moves\n"


@pytest.mark.parametrize("command", ["solve", "analyze", "bestmove", "verify", "rules solve"])
def test_a_number_that_no_kernel_can_store_is_refused(command: str) -> None:
    done = run(f"zet renju {command} --nodes {10**30}", stdin="h8i9g7i7j8")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{10**30} is greater than {1 << 62}" in done.stderr
    assert run(f"zet renju {command} --nodes {1 << 62} --time 0.1", stdin="h8").returncode != 70


def test_an_unknown_rule_of_go_moku_is_named() -> None:
    game = "(;GM[4]SZ[15]RU[{rule}];B[ao];W[ho];B[bo];W[hn];B[co];W[hm];B[do];W[hl];B[fo];W[hj];B[eo])"
    known, unknown, other = (
        run("zet renju check", stdin=game.format(rule=rule)).stdout
        for rule in ("freestyle", "Gomoku", "Taraguchi-10")
    )
    assert known == "-, game 1: black-won: black makes five with move 11, e1\n"
    assert other == "-, game 1: white-won: move 11, e1, is an overline\n"
    assert unknown == (
        "-, game 1: white-won: move 11, e1, is an overline; the rule 'Gomoku' is unknown, so renju "
        "applies; --rule selects another\n"
    )
    # A game without problems has no line.
    assert run("zet renju puzzle --nodes 100", stdin=game.format(rule="Gomoku")).stdout == ""


def test_no_opening_rule_is_followed_on_a_board_without_a_center() -> None:
    for size, words in (("15x15", "the opening rule rif is followed"), ("14x14", "not checked")):
        game = "h8h9i10" if size == "15x15" else "g7g8h9"
        done = run(f"zet renju check --board {size} --opening-rule rif", stdin=game)
        assert words in done.stdout


def test_what_a_limit_leaves_open_is_not_said_to_be_lost() -> None:
    done = run("zet renju defend --nodes 100 samples/renju/games.txt")
    assert done.returncode == 3
    assert "; no refutation found; unclear: " in done.stdout
    assert "no move refutes" not in done.stdout
