"""`zet renju match` with good and bad players of all kinds; no program hangs or is left behind."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import run, start
from processes import left_behind, wait_for_keeper

from zet.cli import programs
from zet.cli.renju.match import GameFile, _table as match_text
from zet.cli.renju.options import SUFFIXES, read_games
from zet.engines.elo import Played, duel_of
from zet.engines.renju.model import Game
from zet.engines.renju.referee import judge
from zet.formats.renju import answers
from zet.formats.renju.json_lines import loads

QUICK = "zet,nodes=200,name=quick"
OUTLINE = "samples/renju/gomoku.outline.gz"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "END_SECONDS", 0.2)


def brain(kind: str, settings: str = "") -> str:
    """Return a player that runs one of the test programs."""
    return f"'gomocup,name={kind}{settings}:{sys.executable} tests/brain.py {kind}'"


def played(*words: str, losses: str = "") -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the games and the total of a match; standard error contains only the given losses."""
    done = run(f"zet renju match {' '.join(words)} --format json")
    assert (done.returncode, done.stderr) == (0, losses)
    *games, total = map(json.loads, done.stdout.splitlines())
    assert total["status"] == "total"
    assert total["games"] == len(games)
    return games, total


def game_of(found: dict[str, Any]) -> Game:
    return loads(json.dumps(found))


@pytest.mark.parametrize("rule", ["renju", "freestyle", "standard"])
def test_a_program_plays_by_the_protocol(rule: str) -> None:
    games, total = played(brain("good"), QUICK, "--games 2 --rule", rule)
    for game in games:
        verdict = judge(game_of(game), rule)
        assert verdict.status == game["status"] != "legal"
        assert game["end"] in ("five", "foul")
        assert game["reason"] == verdict.reason
    assert [one["info"]["black"] for one in games] == ["good", "quick"]
    assert games[0]["moves"][:3] == games[1]["moves"][:3]
    [result] = total["results"]
    assert (result["player"], result["opponent"]) == ("good", "quick")
    assert result["won"] + result["drawn"] + result["lost"] == 2 == 2 * sum(result["pairs"])


@pytest.mark.parametrize(
    ("kind", "end", "reason"),
    [
        ("crash", "crash", "the program exited with code 3"),
        ("killed", "crash", "the program was terminated by signal 9"),
        ("hang", "time", " s; the limit is 0.20"),
        ("flood", "time", " s; the limit is 0.20"),
        ("late", "time", " s; the limit is 0.20"),
        ("spam", "illegal", "is not a move"),
        ("garbage", "illegal", "'resign?' is not a move"),
        ("taken", "illegal", "is not an empty point"),
        ("off", "illegal", "'15,0' is not a move"),
        ("refuse", "illegal", "the program answered 'ERROR too small' to START, instead of OK"),
    ],
)
def test_a_program_that_misbehaves_loses(kind: str, end: str, reason: str) -> None:
    games, total = played(brain(kind), QUICK, "--games 2 --time 0.2 --tolerance 0.05")
    for game in games:
        loser = "black" if game["info"]["black"] == kind else "white"
        assert game["status"] == ("white-won" if loser == "black" else "black-won")
        assert game["end"] == end
        assert reason in game["reason"]
        assert game["reason"].startswith(loser)
    assert total["results"][0]["ends"] == {end: 2}
    assert total["results"][0]["pairs"] == [1, 0, 0, 0, 0]
    assert not left_behind()


def test_a_program_that_never_starts_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "START_SECONDS", 0.2)
    games, _ = played("'gomocup,name=deaf:sleep 60'", QUICK, "--games 2")
    assert [game["end"] for game in games] == ["time", "time"]
    assert {time for game in games for time in (*game["seconds"], *game["slowest"])} == {0}


def test_a_program_that_does_not_hear_the_end_is_ended() -> None:
    games, _ = played(brain("deaf"), QUICK, "--games 2")
    assert {game["end"] for game in games} <= {"five", "foul"}
    assert not left_behind()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_behind_however_it_ends(number: int) -> None:
    words = ["renju", "match", f"gomocup:{sys.executable} tests/brain.py hang", "zet,nodes=100"]
    match = start(*words, "--time", "60")
    wait_for_keeper(match.pid)
    os.kill(match.pid, number)
    assert match.wait(20) in (143, 130, -number)
    for stream in (match.stdin, match.stdout, match.stderr):
        assert stream
        stream.close()
    assert not left_behind()


def test_games_end_with_a_proof_that_can_be_verified(tmp_path: Path) -> None:
    games, total = played(QUICK, "zet,nodes=50", "--games 4 --adjudicate 20000")
    proven = [game for game in games if game["end"] == "proof"]
    assert proven
    assert total["results"][0]["ends"]["proof"] == len(proven)
    for game in proven:
        assert game["status"] == f"{game['to_move']}-won"
        assert game["attacker"] == game["to_move"]
        assert game["line"]
    longer, _ = played(QUICK, "zet,nodes=50", "--games 4 --adjudicate 1")
    assert sum(len(game["moves"]) for game in longer) > sum(len(game["moves"]) for game in games)
    file = tmp_path / "proofs.jsonl"
    file.write_text("".join(json.dumps(game) + "\n" for game in proven))
    done = run(f"zet renju verify {file}")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("suffix", sorted({*SUFFIXES, ".json"} - {".rec"}))
def test_games_are_kept_in_every_format(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"games{suffix}"
    lost = {
        ".xml": "how the game ended",
        ".psq": "how the game ended, rule, info",
        **dict.fromkeys((".lib", ".pos", ".txt"), "black, white, result, rule, info"),
    }.get(suffix)
    words = (
        f"{file}: the format {SUFFIXES.get(suffix)} cannot store these parts: {lost}\n" if lost else ""
    )
    games, _ = played(QUICK, brain("crash"), "--games 2 --nodes 20 --save", str(file), losses=words)
    done = run(f"zet renju convert --to json --all-lines {file}")
    kept = [json.loads(line) for line in done.stdout.splitlines()]
    if suffix in (".lib", ".txt"):  # in a tree what is alike is one; a list of no more moves is one too
        assert {tuple(one["moves"]) for one in kept} <= {tuple(one["moves"]) for one in games}
        return
    assert [one["moves"] for one in kept] == [one["moves"] for one in games]
    if suffix in (".sgf", ".xml", ".json"):
        for game, found in zip(games, kept, strict=True):
            assert found["info"]["black"] == game["info"]["black"]
            assert found["info"]["info"] == game["reason"]
            winner = found["info"]["result"][:1].lower()
            assert winner == game["status"][0]


@pytest.mark.parametrize("suffix", sorted({*SUFFIXES, ".json"} - {".rec"}))
def test_a_file_is_whole_after_each_game(suffix: str, tmp_path: Path) -> None:
    file, other = tmp_path / f"games{suffix}", tmp_path / f"others{suffix}"
    file.write_bytes(b"what was there before\n" * 100)
    kept = GameFile(file)
    games = [Game(moves=tuple(range(number))) for number in (5, 9, 7)]
    for number in range(1, 4):
        kept.add(games[number - 1])
        again = GameFile(other)
        again.written(games[:number])
        for game in games[:number]:
            again.add(game)
        assert file.read_bytes() == other.read_bytes()
        moves = [len(game.moves) for game in read_games([str(file)])]
        assert moves == ([9] if suffix == ".lib" and number > 1 else [5, 9, 7][:number])
    assert {path.name for path in tmp_path.iterdir()} == {file.name, other.name}


@pytest.mark.parametrize("size", [5, 8, 20, 22])
def test_a_match_on_other_boards(size: int) -> None:
    words = f"--board {size}x{size} --games 2 --rule freestyle --random-moves 1 --nodes 50"
    games, _ = played(brain("good"), QUICK, words)
    for found in games:
        game = game_of(found)
        assert (game.size, found["size"]) == (size, size)
        assert judge(game, "freestyle").status == found["status"] != "legal"
        middle = size // 2 * size + size // 2
        assert game.moves[0] == middle
        assert found["end"] in ("five", "full")


def test_openings_say_their_board(tmp_path: Path) -> None:
    openings = tmp_path / "openings.jsonl"
    openings.write_text('{"size": 6, "moves": ["c3"]}\n{"size": 7, "moves": ["d4"]}\n')
    games, _ = played("zet,nodes=20", QUICK, f"--openings {openings} --rule freestyle")
    assert [game["size"] for game in games] == [6, 6, 7, 7]
    done = run(f"zet renju match zet zet --openings {openings} --board 7x7")
    assert "the board is 6x6, but --board is 7x7" in done.stderr


def test_noire_says_which_board_it_plays_on() -> None:
    done = run("zet renju match zet noire --board 8x8 --rule freestyle")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: NOIRE's rules are for a 15x15 board, not for a 8x8 board\n"


def test_what_a_format_cannot_hold_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    done = run(
        f"zet renju match zet zet --openings samples/renju/positions.txt --save {tmp_path}/games.psq"
    )
    assert done.returncode == 2
    assert "psq files can represent only games that begin on the empty board" in done.stderr
    assert not done.stdout
    done = run(f"zet renju match zet zet --save {tmp_path}/games.rec")
    assert done.returncode == 2
    assert "games.rec: a file of this format can store only one game" in done.stderr
    assert not list(tmp_path.iterdir())


def test_an_opening_that_is_over_is_refused() -> None:
    done = run("zet renju match zet zet --openings samples/renju/played.txt --rule freestyle")
    assert done.returncode == 2
    assert "played.txt: record" in done.stderr


def test_the_same_games_with_any_number_of_processes() -> None:
    words = ("zet,nodes=20", "zet,nodes=5", "--games 4 --random-moves 2 --seed 5")
    one, other = (played(*words, f"--jobs {jobs}") for jobs in (1, 2))
    for games, _ in (one, other):
        for game in games:
            del game["seconds"], game["slowest"]
    assert one == other
    openings = [game["moves"][:5] for game in one[0]]
    assert openings[::2] == openings[1::2]
    assert len({tuple(opening) for opening in openings}) == 2
    games, _ = played(*words[:2], "--games 2 --random-moves 2 --seed 6")
    assert [game["moves"][:5] for game in games] != openings[:2]


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_a_test_stops_when_it_is_plain(jobs: int) -> None:
    games, total = played(QUICK, brain("garbage"), f"--games 200 --nodes 100 --sprt 0,400 --jobs {jobs}")
    assert total["sprt"]["accepted"] == 400
    assert total["sprt"]["llr"] >= total["sprt"]["bounds"][1]
    assert len(games) < 60
    assert len(games) % 2 == 0
    assert not left_behind()


def test_a_tournament_of_noire() -> None:
    names = ["one", "three", "quick"]
    games, total = played(
        "noire,name=one,level=1,nodes=100,depth=1",
        "noire,name=three,rules=thesis,level=3,nodes=100,depth=1",
        QUICK,
        "--games 2",
    )
    assert len(games) == 6
    pairs = [(one["player"], one["opponent"]) for one in total["results"]]
    assert pairs == [("one", "three"), ("one", "quick"), ("three", "quick")]
    assert sorted(row["player"] for row in total["players"]) == sorted(names)
    assert sum(row["points"] for row in total["players"]) == 6


@pytest.mark.parametrize("limits", ["--time 0.02", "--game-time 0.4", "--game-time 0.2 --increment 0.01"])
def test_players_of_zet_keep_to_their_time(limits: str) -> None:
    games, _ = played("zet", "noire", "--games 2 --adjudicate 20000 --tolerance 5", limits)
    assert all(game["end"] != "time" for game in games)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("zet", "two players"),
        ("zet nobody", "'nobody' is not a player"),
        ("zet zet:x", "is not a player"),
        ("zet gomocup", "is not a player"),
        ("zet zet,depth=3", "'depth=3' is not a setting of the player 'zet,depth=3'"),
        ("zet noire,order=best", "'order=best' of the player 'noire,order=best': expected "),
        ("zet noire,depth=9", "'depth=9' of the player 'noire,depth=9': expected a whole number from "),
        (
            "zet zet,time=-1",
            "'time=-1' of the player 'zet,time=-1': expected a number of seconds above 0",
        ),
        ("zet zet,nodes=x", "'nodes=x' of the player 'zet,nodes=x': expected a whole number"),
        (
            "zet zet,level=11",
            "'level=11' of the player 'zet,level=11': expected a whole number from 1 to 10",
        ),
        (
            "zet zet,level=2,nodes=9",
            "'zet,level=2,nodes=9': level cannot be combined with nodes, time, threads or outline",
        ),
        ("zet zet,outline=nowhere", "nowhere: No such file or directory"),
        (
            f"zet zet,outline={OUTLINE}",
            "gomoku.outline.gz: the outlines are for freestyle, not for renju",
        ),
        ("zet zet,odd", "'odd' is not a setting"),
        ("zet zet,nodes=1,nodes=300", "nodes of the player 'zet,nodes=1,nodes=300' is given twice"),
        ("zet zet,name=b,name=c", "name of the player 'zet,name=b,name=c' is given twice"),
        ("zet zet,weights=a,weights=b", "weights of the player 'zet,weights=a,weights=b' is given twice"),
        ("zet noire,level=1,level=7", "level of the player 'noire,level=1,level=7' is given twice"),
        ("zet noire,rules=fours,rules=fours", "the rule base fours is given twice"),
        ("zet zet,name=", "'name=' of the player 'zet,name=': expected a name"),
        ("zet noire,rules=nowhere", "nowhere"),
        ("zet noire --rule standard", "zet has no rules for standard go-moku"),
        ("zet 'gomocup:'", "the command '' is empty or has an unclosed quote"),
        ("zet 'gomocup:no-such-program 1'", "the executable program 'no-such-program' was not found"),
        ('zet "gomocup:\'"', "is empty or has an unclosed quote"),
        ("zet zet --games 3", "the number of games must be even"),
        ("zet zet --sprt 5", "does not have the form ELO0,ELO1"),
        ("zet zet --sprt 20,0", "does not have the form ELO0,ELO1"),
        ("zet zet zet --sprt 0,20", "--sprt requires exactly two players"),
        ("zet zet --seed 3", "--seed requires --random-moves"),
        ("zet zet --increment 3", "--increment requires --game-time"),
        ("zet zet --openings nowhere.txt", "nowhere.txt"),
    ],
)
def test_what_makes_no_match_is_refused(words: str, reason: str) -> None:
    done = run(f"zet renju match {words}")
    assert done.returncode == 2
    assert reason in done.stderr
    assert not done.stdout
    assert "Traceback" not in done.stderr


def test_alike_players_are_told_apart() -> None:
    _, total = played(QUICK, QUICK, "--games 2")
    [result] = total["results"]
    assert (result["player"], result["opponent"]) == ("quick (1)", "quick (2)")
    assert result["score"] == 0.5


@pytest.mark.parametrize("settings", ["slow", "slow,pause=0.2", "mute,pause=0.2"])
def test_programs_that_do_not_read_at_once_lose_nothing(settings: str) -> None:
    """The pauses, and a request that the program missed, do not count as its time."""
    kind = settings.split(",")[0]
    program = brain(kind, settings.removeprefix(kind))
    games, total = played(program, QUICK, "--games 2 --time 2 --tolerance 0")
    assert {game["end"] for game in games} <= {"five", "foul"}
    [result] = total["results"]
    assert result["games"] == 2
    for game in games:
        assert len(game["moves"]) > 9
        color = ("black", "white").index("black" if game["info"]["black"] == kind else "white")
        assert game["seconds"][color] < 0.2 * ((len(game["moves"]) - 3) // 2 - 2)


@pytest.mark.parametrize(("winner", "elo"), [(0, r"\+inf \(.*\+inf\)"), (1, r"-inf \(-inf .*\)")])
def test_the_estimate_is_shown_if_all_games_were_won_or_lost(winner: int, elo: str) -> None:
    games = [Played((0, 1), number, winner, "five") for number in range(3)]
    result = answers.pair_result("one", "other", duel_of(games, 0, 1))
    text = match_text(answers.match_total(3, [result], None, []))
    assert re.search(f", Elo {elo}\n", text)


def test_a_game_without_a_result_counts_for_nobody() -> None:
    words = f"{brain('stubborn')} {QUICK} zet,nodes=50 --games 2 --adjudicate 500"
    done = run(f"zet renju match {words} --format json")
    assert done.returncode == 3
    *games, total = map(json.loads, done.stdout.splitlines())
    refused = [game for game in games if game["end"] == "protocol"]
    assert len(refused) == 4
    for game in refused:
        assert game["status"] == "protocol"
        assert game["info"]["result"] == "Void"
        assert "'ERROR I do not feel like it' is not a move" in game["reason"]
    assert done.stderr.count("does not count: ") == 4
    assert "game 1 does not count: stubborn - quick: no result: black" in done.stderr
    first, *_others, last = total["results"]
    assert (first["games"], first["score"], first["won"], first["ends"]) == (0, None, 0, {"protocol": 2})
    assert last["games"] == 2
    assert {row["player"]: row["games"] for row in total["players"]}["stubborn"] == 0
    text = run(f"zet renju match {words}")
    assert text.returncode == 3
    assert "stubborn - quick: 0 games: 0 won, 0 drawn, 0 lost; no score" in text.stdout
    assert "2 games do not count: a program refused to answer" in text.stdout


def test_without_a_pause_a_program_misses_commands() -> None:
    """The slow program misses a command that comes too early: without pauses the games have no result."""
    done = run(f"zet renju match {brain('slow', ',pause=0.0001')} {QUICK} --games 2 --format json")
    statuses = [json.loads(line)["status"] for line in done.stdout.splitlines()]
    assert statuses == ["protocol", "protocol", "total"]


@pytest.mark.skipif(sys.platform == "win32", reason="limits on the size of files")
def test_a_full_disk_leaves_whole_games(tmp_path: Path) -> None:
    command = "-m zet renju match zet,nodes=5 zet,nodes=6,name=b --games 20 --save m.sgf -o m.txt"
    script = f"ulimit -f 4; exec {sys.executable} {command}"  # two kilobytes
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "Error: m.sgf: File too large\n")
    checked = run(f"zet renju check {tmp_path}/m.sgf")
    assert checked.stderr == ""
    assert 0 < checked.stdout.count("\n") < 20
