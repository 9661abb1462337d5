"""`zet walls play` as a person, a program and a batch see it."""

import json
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest
from commands import run, start

from zet.engines.walls.model import Position, board
from zet.formats.walls.line import dumps, loads

GAME = Path("samples/walls/game.walls")


def lines(output: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.splitlines()]


@pytest.mark.parametrize("person", ["first", "second"])
@pytest.mark.parametrize("extra_move", [False, True])
def test_a_program_plays_move_by_move_through_a_pipe(person: str, extra_move: bool) -> None:
    position = Position.empty(board(2, 3), extra_move=extra_move)
    own = ["first", "second"].index(person) + 1
    rule = ["--extra-move"] if extra_move else []
    with start("walls", "play", f"--{person}", "person", "--board", "2x3", *rule) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        while not position.is_over:
            if position.to_move == own:
                fence = position.free[-1]
                process.stdin.write(b"%d,%d\n" % position.board.fences[fence])
                process.stdin.flush()
            else:
                answer = process.stdout.readline().decode()
                match = re.fullmatch(r"\[(\d+),(\d+)\]\n", answer)
                assert match
                fence = position.board.fence_at([int(number) for number in match.groups()])
            position = position.after(fence)
        assert process.stdout.read() == b""
        assert process.wait(10) == 0
        score = "score {}:{}, over: ".format(*position.score)
        assert score in process.stderr.read().decode()


def test_undo_takes_back_a_move_and_its_answer() -> None:
    done = run(
        "zet walls play --second person --board 1x2 --format json --first best:1 --no-shuffle",
        stdin="2,3\nundo\n2,1\n# nothing\n\nUNDO\n0,3\n",
    )
    assert done.stderr == ""
    found = [(line["status"], line.get("move")) for line in lines(done.stdout)]
    opening = found[1]
    assert [found[at] for at in (0, 2, 4, 5, 7, 8)] == [
        ("start", None),
        ("move", [2, 3]),
        ("back", None),
        ("move", [2, 1]),
        ("back", None),
        ("move", [0, 3]),
    ]
    assert [status for status, _ in (found[1], found[3], found[6], found[9])] == ["move"] * 4
    assert found[10:] == [("unfinished", None)]
    assert lines(done.stdout)[4]["moves"] == [opening[1]]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("hello", "-:1: column 1: 'hello' is not a move like [0,1]"),
        ("[0,0]", "-:1: column 1: no fence at [0,0] on a 1x2 board"),
        ("[9,9]", "-:1: column 1: no fence at [9,9] on a 1x2 board"),
        ("[0,1] [1,0]", "-:1: expected one move per line"),
        ("undo", "-:1: you have no move to take back"),
        ("[0,1", "-:1: column 1: '[0,1' is not a move like [0,1]"),
        ("\n0,1\n0,1", "-:3: column 1: the fence at [0,1] is already painted"),
        (b"\xff", "-:1:1: not UTF-8 text"),
        ("x" * (1 << 21), "-:1: the line is longer than 1048576 bytes"),
    ],
)
def test_what_is_no_move_is_told_in_a_line_and_asked_again(typed: str | bytes, message: str) -> None:
    typed = typed.encode() if isinstance(typed, str) else typed
    command = "zet walls play --first person --second person --board 1x2 --format moves"
    done = run(command, stdin=typed + b"\n[1,4]\n")
    assert done.returncode == 0
    told, end = done.stderr.splitlines()
    assert told == message
    assert end.endswith("player to move; unfinished")


def test_two_people_are_told_how_the_game_goes() -> None:
    done = run(
        "zet walls play --first person --second person --board 1x1",
        stdin="[0,1]\n1,0\n1,2\nundo\n[2,1]\n1,2\n",
    )
    assert [line for line in done.stdout.splitlines() if ":" in line] == [
        "person against person: 1x1, score 0:0, the first player to move",
        "   1  first   [0,1]        0:0",
        "   2  second  [1,0]        0:0",
        "   3  first   [1,2]        0:0",
        "taken back: [1,2]; 1x1, score 0:0, the first player to move",
        "   3  first   [2,1]        0:0",
        "   4  second  [1,2]        0:1  takes 1 box",
        "1x1, score 0:1, over: the second player has won",
    ]


def test_json_tells_every_move() -> None:
    done = run("zet walls play --board 2x2 --seed 5 --first best:2 --second minimax:2 --format json")
    first, *moves, last = lines(done.stdout)
    assert (first["status"], first["first"], first["second"]) == ("start", "best:2", "minimax:2")
    position = Position.empty(board(2, 2))
    for number, line in enumerate(moves, 1):
        assert (line["number"], line["player"]) == (number, position.to_move)
        fence = position.board.fence_at(line["move"])  # type: ignore[arg-type]
        assert line["taken"] == position.gain(fence)
        position = position.after(fence)
        assert (line["score"], line["turn"]) == (list(position.score), position.to_move)
    assert position.is_over
    assert last["score"] == list(position.score)
    assert last["moves"] == [line["move"] for line in moves]
    difference = position.score[0] - position.score[1]
    assert last["status"] == ("draw", "first-won", "second-won")[(difference > 0) + 2 * (difference < 0)]


def test_the_same_seed_gives_the_same_game_and_others_others() -> None:
    games = {
        seed: {run(f"zet walls play --board 3x3 --format moves --seed {seed}").stdout for _ in range(2)}
        for seed in range(3)
    }
    assert [len(found) for found in games.values()] == [1, 1, 1]
    assert len({text for found in games.values() for text in found}) > 1


MATCH = "zet walls play --board 2x2 --games 7 --seed 3 --first best:3 --second alphabeta:1"


@pytest.mark.parametrize("form", ["text", "json", "moves"])
def test_more_processes_play_the_same_games(form: str) -> None:
    one, two = (run(f"{MATCH} --alternate --format {form} --jobs {jobs}").stdout for jobs in (1, 2))
    assert one == two
    assert one


def test_the_total_counts_the_games() -> None:
    *games, total = lines(run(f"{MATCH} --alternate --format json").stdout)
    assert [game["first"] for game in games] == (["best:3", "alphabeta:1"] * 4)[:7]
    assert total["status"] == "total"
    assert total["games"] == 7
    for pair in total["pairs"]:  # type: ignore[attr-defined]
        own = [game for game in games if game["first"] == pair["first"]]
        counts = Counter(game["status"] for game in own)
        assert (pair["first_won"], pair["draws"], pair["second_won"]) == (
            counts["first-won"], counts["draw"], counts["second-won"],
        )  # fmt: skip
        assert pair["boxes"] == [sum(game["score"][side] for game in own) for side in (0, 1)]  # type: ignore[index]
    best, other = total["players"]  # type: ignore[misc]
    assert (best["player"], other["player"]) == ("best:3", "alphabeta:1")
    assert (best["won"], best["draws"], best["lost"]) == (other["lost"], other["draws"], other["won"])
    assert best["boxes"] == other["boxes"][::-1]
    assert best["won"] + best["draws"] + best["lost"] == 7
    assert sum(best["boxes"]) == 28


def test_a_player_that_meets_itself_is_told_by_side_alone() -> None:
    command = "zet walls play --board 1x2 --games 2 --seed 1 --first best:2 --second best:2 --alternate"
    total = lines(run(f"{command} --format json").stdout)[-1]
    assert [pair["games"] for pair in total["pairs"]] == [2]  # type: ignore[attr-defined]
    assert total["players"] == []
    assert len(run(command).stdout.splitlines()) == 4


def test_the_games_of_a_match_can_be_read_again() -> None:
    positions = [loads(line) for line in run(f"{MATCH} --format moves").stdout.splitlines()]
    assert len(positions) == 7
    assert all(position.is_over for position in positions)


def test_a_game_begins_with_a_position_of_a_file(tmp_path: Path) -> None:
    done = run(f"zet walls play --start {GAME} --format json --no-shuffle --first best:2")
    found = lines(done.stdout)
    assert found[0]["board"] == "3x3"
    assert found[1]["number"] == 17
    assert found[1]["player"] == 1
    path = tmp_path / "start.txt"
    path.write_text("1x2: [0,1]\n1x1:\n")
    done = run(f"cat {path} | zet walls play --start - --extra-move --format json")
    assert lines(done.stdout)[0]["extra_move"] is True
    assert lines(done.stdout)[0]["moves"] == [[0, 1]]


def test_the_extra_move_is_not_ignored() -> None:
    stated = run("zet walls check --extra-move samples/walls/game.walls samples/walls/json.jsonl")
    reason = "the position is from a game without the extra move, but a game with it was requested"
    assert stated.stderr == (
        f"samples/walls/game.walls:5: {reason}\n"
        f"samples/walls/json.jsonl:1: {reason}\nsamples/walls/json.jsonl:2: {reason}\n"
    )
    silent = '{"board": "1x1", "moves": [[0, 1], [1, 0]]}\n'
    assert ": legal: 1x1 with the extra move" in run("zet walls check --extra-move", stdin=silent).stdout
    save = "walls 1\nboard 1x1\nscore 0 0\nturn 2\n0 3 0\n1 6 1\n0 2 0\n"
    assert ": legal: 1x1 with the extra move" in run("zet walls check --extra-move", stdin=save).stdout


def test_a_game_is_saved_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "my.walls"
    command = "zet walls play --first person --second person --format moves"
    done = run(f"{command} --board 1x2 --save {path}", stdin="0,1\n1,0\n")
    assert done.returncode == 0
    assert run(f"zet walls convert {path}").stdout == "1x2: [0,1] [1,0]\n"
    refused = run(f"{command} --board 1x2 --extra-move --save {path}", stdin="2,1\n")
    reason = "the position is from a game without the extra move, but a game with it was requested"
    assert refused.stderr == f"Error: {path}:3: {reason}\n"
    for option in (f"--start {path}", "--board 1x3"):
        refused = run(f"{command} {option} --save {path}", stdin="2,1\n")
        assert refused.returncode == 2
        assert refused.stderr.endswith("cannot be combined with --save FILE, which resumes a game\n")
    assert run(f"{command} --board 1x2 --save {path}", stdin="2,1\n").returncode == 0
    assert run(f"zet walls convert {path}").stdout == "1x2: [0,1] [1,0] [2,1]\n"
    assert run(f"{command} --start {path} --save {path} --force", stdin="undo\n0,3\n").returncode == 0
    assert run(f"zet walls convert {path}").stdout == "1x2: [0,1] [1,0] [2,1] [0,3]\n"
    assert run(f"{command} --board 1x1 --save {path} --force", stdin="").returncode == 0
    assert run(f"zet walls convert {path}").stdout == "1x1:\n"


def test_a_game_is_written_as_zet_reads_it() -> None:
    done = run("zet walls play --board 2x2 --extra-move --format moves --seed 4")
    game = loads(done.stdout)
    assert game.is_over
    assert game.extra_move
    assert run("zet walls check --format json", stdin=done.stdout).returncode == 0
    people = "zet walls play --first person --second person --format moves --board 1x2"
    assert run(people, stdin="0,1\n1,0\nundo\n2,1\n").stdout == "1x2: [0,1] [2,1]\n"
    refused = run(f"{people.partition(' --board')[0]} --start samples/walls/position.walls", stdin="")
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[0].endswith("requires the order of the moves, which is not known")


def test_other_games_in_the_file_are_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("1x2: [0,1]\n1x1:\n")
    done = run(f"zet walls play --save {path}")
    assert done.stderr == f"Error: {path} contains more than one game; saving would delete all but one\n"
    assert path.read_text() == "1x2: [0,1]\n1x1:\n"


def test_a_game_is_saved_after_every_move(tmp_path: Path) -> None:
    path = tmp_path / "my.walls"
    arguments = ["walls", "play", "--second", "person", "--first", "best:1", "--save", str(path)]
    with start(*arguments) as process:
        assert process.stdin
        assert process.stdout
        moves = [process.stdout.readline()]
        process.stdin.write(b"[0,1]\n" if moves != [b"[0,1]\n"] else b"[1,0]\n")
        process.stdin.flush()
        moves.append(process.stdout.readline())
        process.kill()
    found = loads(run(f"zet walls convert --to line {path}").stdout)
    assert found.moves is not None
    assert len(found.moves) == 3
    beside = tmp_path / "my.walls.table"
    assert set(tmp_path.iterdir()) == {path, beside}
    assert not beside.stat().st_size  # made for its lock; the game goes on all the same
    assert run(f"zet {shlex.join(arguments)}", stdin="").returncode == 0
    assert beside.stat().st_size


def test_the_table_is_kept_beside_the_game_for_a_return_match(tmp_path: Path) -> None:
    path, beside = tmp_path / "my.walls", tmp_path / "my.walls.table"
    play = (
        f"zet walls play --force --first failsoft-tt:3 --second failsoft-tt:3 --no-shuffle --save {path}"
    )
    assert run(f"{play} --board 2x2").returncode == 0
    kept = beside.read_bytes()
    assert run(f"{play} --board 2x2").returncode == 0
    search = f"zet walls search --algorithm failsoft-tt --depth 3 --table {beside} --format json"
    assert json.loads(run(search, stdin="2x2:").stdout)["nodes"] == 1
    assert kept != beside.read_bytes()  # it has served another game
    assert run(f"{play} --board 2x3").returncode == 0
    assert "the table is for 2x3 boards, not for 2x2" in run(search, stdin="2x2:").stdout
    beside.write_bytes(b"damaged")
    assert run(f"{play} --board 2x2").returncode == 0
    assert json.loads(run(search, stdin="2x2:").stdout)["nodes"] == 1
    beside.unlink()
    assert (
        run(f"zet walls play --board 2x2 --first best --second failsoft-tt --save {path}.2").returncode
        == 0
    )
    assert (
        run(f"zet walls play --board 2x2 --first minimax --second minimax --save {path}.3").returncode
        == 0
    )
    assert not list(tmp_path.glob("*.table"))


def test_a_folder_that_is_not_there_is_told_before_the_game(tmp_path: Path) -> None:
    done = run(f"zet walls play --save {tmp_path}/no/my.walls", stdin="")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_game_from_a_matrix_alone_cannot_be_told_as_a_line() -> None:
    done = run(
        "zet walls play --start samples/walls/position.walls --games 1 --format moves --first best:1"
    )
    assert done.returncode == 2
    reason = "the format 'line' requires the order of the moves, which is not known"
    assert done.stderr == f"-: record 1: {reason}\n"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--first nobody", "'nobody' is not one of person, best, minimax, alphabeta, failsoft-tt"),
        ("--first ''", "'' is not one of person, best, minimax, alphabeta, failsoft-tt"),
        ("--second best:", "the depth must be a number from 1 to 1000, not ''"),
        ("--second best:0", "the depth must be a number from 1 to 1000, not '0'"),
        ("--second best:1001", "the depth must be a number from 1 to 1000, not '1001'"),
        ("--second best:x", "the depth must be a number from 1 to 1000, not 'x'"),
        ("--first person:3", "only an algorithm can have a depth, not a person"),
        ("--games 2 --first person", "--games requires two engines"),
        ("--games 2 --save x", "--save cannot be combined with --games"),
        ("--games 2 --table x", "--table cannot be combined with --games"),
        ("--alternate", "--alternate requires --games"),
        ("--jobs 2", "--jobs requires --games"),
        ("--table-size 4", "--table-size requires --table"),
        ("--no-shuffle --seed 3", "--seed none cannot be combined with --seed"),
        ("--first person --second person --time 3", "--time requires an engine"),
        ("--board 2x2 --start samples/walls/game.walls", "--board cannot be combined with --start"),
        (
            "--first person --start -",
            "a person's moves come from standard input, so --start needs a file",
        ),
    ],
)
def test_options_that_are_refused(options: str, reason: str) -> None:
    done = run(f"zet walls play {options}")
    assert done.returncode == 2
    assert done.stderr.endswith(f"{reason}\n")
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("nofile", "Error: nofile: No such file or directory\n"),
        ("/dev/null", "Error: /dev/null: the input contains no position\n"),
        (
            "README.md",
            (
                "Error: README.md: no position found in any known format; "
                "an example of a valid line is 2x2: [0,1] [1,2]\n"
            ),
        ),
    ],
)
def test_a_start_that_cannot_be_read(file: str, message: str) -> None:
    done = run(f"zet walls play --start {file}")
    assert (done.returncode, done.stderr, done.stdout) == (2, message, "")


def test_the_seed_that_was_drawn_is_told() -> None:
    done = run("zet walls play --board 2x2 --format moves -v")
    match = re.match(r"--seed (\d+)\n", done.stderr)
    assert match
    assert run(f"zet walls play --board 2x2 --format moves --seed {match[1]}").stdout == done.stdout


def test_a_game_that_is_over_is_over() -> None:
    over = dumps(Position.played(board(1, 1), range(4)))
    done = run("zet walls play --start - --format json", stdin=over)
    assert [line["status"] for line in lines(done.stdout)] == ["start", "second-won"]
