"""`zet renju play`: saved games, and their continuation."""

import json
from pathlib import Path

import pytest
from commands import run

QUICK = "--nodes 200"


@pytest.mark.parametrize("suffix", ["json", "sgf", "lib", "psq", "rec", "pos", "xml", "txt"])
def test_a_game_goes_on_where_it_was_left(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game.{suffix}"
    first = run(f"zet renju play --save {path} --black person --opening kagetsu {QUICK}", stdin="")
    assert (first.returncode, first.stdout.count("\n")) == (0, 1)
    second = run(f"zet renju play --save {path} --black person {QUICK}", stdin="a1\na2\nundo\n")
    assert (second.returncode, second.stdout.count("\n")) == (0, 2)
    kept = json.loads(run(f"zet renju check --format json {path}").stdout)
    assert (kept["status"], kept["opening"]) == ("legal", "Kagetsu")
    assert "6 stones, black to move" in kept["reason"]


@pytest.mark.parametrize("suffix", ["json", "sgf", "lib", "psq", "rec", "xml", "txt"])
def test_a_game_that_ends_before_its_first_move_can_be_resumed(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game.{suffix}"
    play = f"zet renju play --save {path} --black person --white person"
    for typed in ("", "h8\nundo\n", "", "h8\n"):
        done = run(play, stdin=typed)
        assert done.returncode == 0, done.stderr
    assert json.loads(run(f"zet renju convert --format json {path}").stdout)["moves"] == ["h8"]


@pytest.mark.parametrize("command", ["play", "rules play", "match zet zet"])
def test_a_game_is_not_saved_under_the_name_of_a_compressed_file(command: str, tmp_path: Path) -> None:
    done = run(f"zet renju {command} --save {tmp_path}/game.sgf.gz", stdin="")
    assert (done.returncode, done.stdout, [*tmp_path.iterdir()]) == (2, "", [])
    assert "game.sgf.gz: games are saved without compression; choose a name without .gz" in done.stderr


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run(f"zet renju play --save {path} --format json {QUICK}")
    *turns, end = map(json.loads, done.stdout.splitlines())
    assert end["status"] in ("black-won", "white-won", "draw")
    assert turns[-1]["moves"] == json.loads(path.read_text())["moves"]
    again = run(f"zet renju play --save {path} --format json {QUICK}")
    assert json.loads(again.stdout.splitlines()[-1])["status"] == end["status"]


def test_noire_plays(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    play = f"zet renju rules play --save {path} --black person --white noire --max-level 3 --nodes 500"
    first = run(play, stdin="h8\n")
    second = run(play, stdin="a1\nundo\n")
    assert [(one.returncode, one.stdout.count("\n")) for one in (first, second)] == [(0, 1), (0, 1)]
    match = json.loads(
        run(
            f"zet renju rules play --save {path} --black noire --white noire --format json {QUICK}"
        ).stdout.splitlines()[-1]
    )
    assert match["status"] in ("black-won", "white-won", "draw")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--opening D14", "'D14' is not an opening pattern"),
        ("--jobs 2", "No such option '--jobs'"),
        ("--black person --white person", "--nodes requires an engine"),
        ("--white noire", "'noire' is not one of"),
        ("--level 3", "--level cannot be combined with --nodes"),
        ("--level 11", "11 is not in the range 1<=x<=10"),
        ("--save missing/game.json", "missing/game.json: No such file or directory"),
    ],
)
def test_refusals(arguments: str, message: str) -> None:
    done = run(f"zet renju play {arguments} {QUICK}")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_the_command_that_began_a_game_resumes_it(tmp_path: Path) -> None:
    for name in ("game.txt", "game.sgf"):
        command = f"zet renju play --save {tmp_path}/{name} --opening D1 --black person --white person"
        assert run(command, stdin="a1\n").returncode == 0
        assert run(command, stdin="a2\n").returncode == 0
        game = run(f"zet renju convert --to moves {tmp_path}/{name}").stdout
        assert game.rstrip().endswith("a1a2")


def test_a_game_that_goes_on_has_its_opening(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("h8h9\n")
    done = run(f"zet renju play --save {path} --opening D1")
    assert done.returncode == 2
    assert done.stderr.endswith("--opening cannot be combined with --save FILE, which resumes a game\n")
    assert path.read_text() == "h8h9\n"


def test_a_format_that_cannot_hold_the_game_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "game.json"
    source.write_text('{"black": ["h8"], "white": ["h9"], "side": "black"}\n')
    path = tmp_path / "game.txt"
    path.write_bytes(source.read_bytes())  # read as JSON by content, to be kept as moves
    done = run(f"zet renju play --save {path} --white person --black person", stdin="h10\n")
    assert done.returncode == 2
    assert path.read_bytes() == source.read_bytes()


@pytest.mark.parametrize("content", ["h8h9\nh8i9\n", "(;GM[4]SZ[15];B[hh](;W[ig])(;W[hg]))"])
def test_other_games_and_lines_in_the_file_are_not_lost(tmp_path: Path, content: str) -> None:
    path = tmp_path / "games"
    path.write_text(content)
    done = run(f"zet renju play --save {path} --black person")
    assert done.returncode == 2
    assert "more than one game" in done.stderr
    assert path.read_text() == content


def test_comments_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[4]SZ[15]PB[Ann]C[begin];B[hh]C[center]LB[aa:x];W[ig]MA[ig])")
    done = run(f"zet renju play --save {path} --black person --white person", stdin="h9\nundo\nj10\n")
    assert (done.returncode, done.stderr) == (0, "")
    text = path.read_text()
    assert "PB[Ann]" in text
    assert text.endswith("C[begin];B[hh]C[center]LB[aa:x];W[ig]MA[ig];B[jf])\n")


SWAP2 = "zet renju play --opening-rule swap2 --rule freestyle --nodes 500"


@pytest.mark.parametrize(
    ("options", "typed", "moves", "first"),
    [
        ("--black person --white person", "h8\nh9 i9\nk1\n", "h8 h9 i9 k1", "black"),
        ("--black person --white person", "h8h9i9\nswap\nk1\n", "h8 h9 i9 k1", "white"),
        ("--black person --white person", "h8h9i9\nk1 k2\nk3\n", "h8 h9 i9 k1 k2 k3", "white"),
        ("--black person --white person", "h8h9i9\nk1 k2\nSwap\nk3\n", "h8 h9 i9 k1 k2 k3", "black"),
        ("--black person --white person", "h8h9i9\nswap\nundo\nk1\n", "h8 h9 i9 k1", "black"),
        ("--black person --white person", "h8h9i9\nk1 k2\nundo\n", "h8 h9 i9", "open"),
    ],
)
def test_who_has_which_color_by_swap2(options: str, typed: str, moves: str, first: str) -> None:
    done = run(f"{SWAP2.removesuffix('--nodes 500')} {options} --format json", stdin=typed)
    *turns, end = map(json.loads, done.stdout.splitlines())
    assert (done.stderr, end["status"]) == ("", "unfinished")
    assert (turns[-1]["moves"], turns[-1]["info"]["swap2"]) == (moves.split(), first)


def test_the_program_opens_and_chooses_by_swap2() -> None:
    """zet places three stones, plays the color that remains, and takes the better color."""
    done = run(f"{SWAP2} --white person", stdin="swap\nc14\n")
    moves = done.stdout.split()
    assert len(moves) == len(set(moves)) == 5
    done = run(f"{SWAP2} --white person --format json", stdin="g8\n")
    turns = list(map(json.loads, done.stdout.splitlines()))
    assert [len(turn["moves"]) for turn in turns[:-1]] == [0, 3, 4, 5]
    assert turns[-2]["info"]["swap2"] == "black"
    done = run(f"{SWAP2} --black person", stdin="h8 i8 a1\no1\n")
    assert done.stdout.split()[0] in {
        f"{file}{rank}" for file in "abcdefghijklmno" for rank in range(1, 16)
    }
    done = run(f"{SWAP2} --black person", stdin="h8 g8 i9\no1\n")
    assert done.stdout.split()[0] == "swap"
    assert len(done.stdout.split()) == 2
    done = run(f"{SWAP2} --format json".replace("play", "rules play"))
    assert json.loads(done.stdout.splitlines()[-1])["status"] in ("black-won", "white-won", "draw")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("h8 h9 i9 j10\n", "-:1: a swap2 game begins with three stones, not more"),
        ("h8\nh9 i9 j10\n", "-:2: a swap2 game begins with three stones, not more"),
        ("swap\n", "-:1: column 1: 'swap' is not a move"),
        ("h8 pass\n", "-:1: expected stones, not a pass"),
        ("h8 h9 h10\na1 a2 a3\n", "-:2: expected a move, two moves on one line, or 'swap'"),
        ("h8 h9 h10\na1 a2\nb1 b2\n", "-:3: expected a move or 'swap'"),
        ("h8 h9 h10\na1\nswap\n", "-:3: column 1: 'swap' is not a move"),
    ],
)
def test_what_may_not_be_done_by_swap2(typed: str, reason: str) -> None:
    done = run(f"{SWAP2.removesuffix('--nodes 500')} --black person --white person", stdin=typed)
    assert done.stderr.startswith(reason)


def test_a_game_by_swap2_goes_on(tmp_path: Path) -> None:
    """The saved game shows whose turn it is, even if no color has been chosen yet."""
    path = tmp_path / "game.json"
    people = "--black person --white person"
    run(f"zet renju play --opening-rule swap2 {people} --save {path}", stdin="h8 h9 i9\n")
    assert json.loads(path.read_text())["info"]["swap2"] == "open"
    done = run(f"zet renju play --black person --nodes 500 --save {path} --rule freestyle", stdin="a1\n")
    assert done.stdout.split()[0] == "swap"
    saved = json.loads(path.read_text())
    assert saved["info"]["swap2"] == "white"
    assert len(saved["moves"]) == 5
    done = run(f"zet renju play --opening-rule swap2 {people} --save {path}", stdin="")
    assert (done.returncode, json.loads(path.read_text())) == (0, saved)
    done = run(f"zet renju play --opening D1 --save {path}")
    assert done.stderr.endswith("--opening cannot be combined with --save FILE, which resumes a game\n")
    path.write_text('{"black": ["h8"], "white": ["h9"], "side": "black"}\n')
    done = run(f"zet renju play --opening-rule swap2 --save {path}")
    assert done.stderr.endswith(
        "--opening-rule cannot be combined with --save FILE, which resumes a game\n"
    )
    done = run("zet renju play --opening-rule swap2 --opening D1")
    assert "--opening cannot be combined with --opening-rule" in done.stderr


def test_a_weak_level_plays_to_the_end_and_varies() -> None:
    games = {run("zet renju play --level 1 --opening kagetsu --format json").stdout for _ in range(3)}
    assert len(games) == 3
    for game in games:
        assert json.loads(game.splitlines()[-1])["status"] in ("black-won", "white-won", "draw")


def test_the_turn_of_a_game_is_named_to_a_person() -> None:
    lines = "a1\na2\na3\na4\na6\na7\n"
    play = "zet renju play --white person --level 10"
    turned = "black-won: black makes five with move 13, i6; black wins by force after 6. a3"
    assert turned in run(play, stdin=lines).stderr
    assert turned in run(f"{play} --format text", stdin=lines).stdout
    assert "by force" not in run(f"{play} --format json", stdin=lines).stdout
    assert "by force" not in run(play, stdin=lines[:9]).stderr  # unfinished


LAST_POINT_FORBIDDEN = (
    "h8h9i9g7i10i7h10g10i11j8i8i12j12k13h7f8h11g6g11g8g9f11k11j11g5l10h6h13g12l9k10f13"
    "f12e13h4h5l11j9g13j10j7m11k9g14f15k8e12d12h14i4j3e8f7e11i13g15d8c11f14e9d10e7e10b10"
    "a9h12d11d7i3f9c6e6e5j2h3k3f3g3d5b9c8c9d9b7b8c5d6c7a7c13b14c12c10c15c14d13"
    "b13m10m12g2d14e14a10n11o12o14a6a8f4e3d4f6g4e4i2d3l5f5c2l4m4k6m6k4m5m3m7m8"
    "k5j5l7l8n8l3n5o5m2n7o3o9l12n4b2d2c3a1m13k1l2j1l1g1i1f2h2o6n14o15l14o8"
    "o7l13k15o11c1k7m9k14a11a13k2n2n15b5b11b15f1a15e15b3b1b4b6e1l15j15j13a2a5n9k12a4"
    "n10d1h1m1o2n1o1h15a3i5c4e2n3o4j6i6j4n6a12f10b12n12o13n13i14o10a14j14d15m15m14i15"
)
"""A game in which Black may not play on the only empty point."""


def test_a_player_without_a_legal_move_passes(tmp_path: Path) -> None:
    """White then fills the board."""
    game = tmp_path / "game.txt"
    game.write_text(f"{LAST_POINT_FORBIDDEN}\n")
    done = run(f"zet renju play --level 1 --save {game} --format json")
    *_, passed, filled, end = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, passed["moves"][-1]) == (0, "pass")
    assert len(filled["moves"]) == 226
    assert (end["status"], end["code"]) == ("draw", "full-board")


def test_a_level_needs_the_player() -> None:
    done = run("zet renju play --black person --white person --level 2")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--level requires --black best or --white best" in done.stderr


def test_the_turn_of_a_game_by_other_rules_is_not_named() -> None:
    lines = "h8\na1\nh9\na3\nh10\na5\nh11\na7\nh12\n"
    play = "play --black person --white person"
    assert "wins by force" in run(f"zet renju {play} --format moves", stdin=lines).stderr
    done = run(f"zet renju rules {play} --legality rules --format moves", stdin=lines)
    assert done.stderr == "black-won: direct-win.five matches: move 9, h12\n"
