"""`zet ttt` as a user sees it: answers, errors, games through pipes."""

import json
import re
import signal
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from commands import let_compute, run, start


def test_every_best_move_answers_with_the_whole_contract() -> None:
    done = run("zet ttt bestmove --format json", stdin="XO..X...O X\nXXXOO....\nXO\n.........\n")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["status"] for line in lines] == ["ok", "over", "error", "ok"]
    assert lines[0]["move"] == 3
    assert lines[0]["moves"] == [3, 6]
    assert lines[0]["value"] == 1
    assert lines[0]["distance"] == 3
    assert lines[1]["winner"] == "X"
    assert lines[1]["moves"] == []
    assert lines[3]["classes"] == [[0, 2, 6, 8], [1, 3, 5, 7], [4]]
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("given", "words", "code"),
    [
        ("XXXOO....", "-, position 1: the game is over: X has won\n", 1),
        ("OOOXX.X..", "-, position 1: the game is over: O has won\n", 1),
        ("XOXXOOOXX", "-, position 1: the game is over: drawn\n", 1),
        ("OOX.X..O.", "-, position 1: X plays 6: won, 1 ply to the end\n", 0),
        ("X.O....OX", "-, position 1: X plays 4: won, 1 ply to the end\n", 0),
        ("X........ X", "", 2),
    ],
)
def test_best_moves_in_words(given: str, words: str, code: int) -> None:
    done = run("zet ttt bestmove", stdin=given)
    assert (done.stdout, done.returncode) == (words, code)


def test_a_finished_game_gives_no_cell() -> None:
    done = run("zet ttt bestmove --format move", stdin="XXXOO....\n.........\n")
    assert (done.stdout, done.returncode) == ("0\n", 1)
    assert done.stderr == "-: record 1: the game is over: X has won\n"


def test_chance_depends_on_the_seed_and_the_record_alone() -> None:
    boards = ".........\n" * 200
    for options in ("", " --original-values"):
        command = f"zet ttt bestmove --format move --seed 5{options}"
        once = run(command, stdin=boards).stdout
        assert set(once.split()) == set("012345678")
        assert run(command + " --jobs 2", stdin=boards).stdout == once
        assert run(command.replace("5", "6", 1), stdin=boards).stdout != once


def test_a_single_move_is_not_all_moves() -> None:
    done = run("zet ttt bestmove --all-moves --format move", stdin=".........\n")
    assert done.stderr.endswith("Error: --all-moves cannot be combined with --format move\n")


def test_k_is_not_ignored() -> None:
    done = run("zet ttt solve --k 4", stdin='{"board": ".........", "k": 3}\n{"board": "........."}\n')
    assert done.stderr == "-:1: the position states k = 3, but k = 4 was requested\n"
    assert done.stdout.startswith("-, position 2: X to move: drawn")


def test_larger_boards_and_limits() -> None:
    done = run("zet ttt bestmove --k 4 --all-moves", stdin=".XX../...../..O../..O../.....\n")
    assert done.returncode == 0
    limited = run("zet ttt bestmove --k 5 --nodes 100 --format json", stdin="/".join(["." * 8] * 8))
    assert json.loads(limited.stdout)["status"] == "unknown"
    assert limited.returncode == 3
    for form, out in (("move", ""), ("text", "-, position 1: not known within the limits\n")):
        limited = run(f"zet ttt bestmove --k 5 --time 0 --format {form}", stdin="/".join(["." * 7] * 7))
        assert (limited.stdout, limited.returncode) == (out, 3)


def test_solve_tells_how_far_it_got() -> None:
    done = run("zet ttt solve --board 8x8 --k 5 --nodes 30000 --format json")
    found = json.loads(done.stdout)
    assert done.returncode == 3
    assert (found["status"], found["value"], found["nodes"]) == ("unknown", None, 30_000)
    assert (found["lower"], found["upper"]) == (0, 1)
    assert run("zet ttt solve", stdin="XXXOO....\n").returncode == 1
    drawn = run("zet ttt solve --value-only", stdin="OOX.X..O. X\n")
    assert drawn.stdout.startswith("-, position 1: X to move: won, 1 ply to the end (")
    told = run("zet ttt solve --board 3x4")
    assert told.stdout.startswith("-, position 1: 3x4, 3 in a row: X to move: won, ")
    keys = json.loads(run("zet ttt solve --board 3x4 --format json").stdout)
    assert (keys["height"], keys["width"], keys["k"]) == (3, 4, 3)


def test_proofs_begin_with_a_comment_that_leads_to_their_verifier() -> None:
    text = run("zet ttt solve --board 3x4 --k 4 --format proof").stdout
    assert re.match("# .*`zet ttt verify`.*\nproof ", text)
    assert run("zet ttt verify", stdin=text).returncode == 0


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("bestmove --depth 3", "--depth requires --method original"),
        ("bestmove --original-values --nodes 3", "--nodes cannot be combined with --method original"),
        ("bestmove --k 10", "Invalid value for '--k': 10 is not in the range 1<=x<=9."),
        ("solve --board 20x1", "'--board': a 20 x 1 board: both sides must be from 1 to 19"),
        ("solve --board 12x11 --k 5", "the search supports boards of at most 128 cells, not 132"),
        ("solve --board 0x0", "'--board': a 0 x 0 board: both sides must be from 1 to 19"),
        ("solve --board three", "'--board': 'three' is not a size (rows x columns) such as 6x6"),
        ("solve --board 3x3 samples/ttt/positions.txt", "--board and FILES cannot be combined"),
        ("table --board 4x4", "a 4 x 4 board is too large: the table can hold at most 12 cells"),
        ("table --counts --unique", "--unique cannot be combined with --counts"),
        ("table --counts --begins O", "--begins cannot be combined with --counts"),
        ("table --counts --format line", "--counts requires --format text or json"),
        ("play --depth 3", "--depth requires --x original or --o original"),
        ("play --x random --time 3", "--time requires --x best or --o best"),
        ("play --jobs 2", "No such option '--jobs'"),
        (
            "play --x original --board 4x4",
            "the player 'original' supports only 3 in a row",
        ),
    ],
)
def test_wrong_usage_is_told_in_a_line(command: str, message: str) -> None:
    done = run(f"zet ttt {command}", stdin=".........\n")
    assert done.returncode == 2
    assert message in done.stderr.splitlines()[-1]
    assert done.stdout == ""


@pytest.mark.parametrize("data", [b"", b"# a comment\n\n", b"\x7fELF\0\1\n\xff\n" * 9, b"X" * 3_000_000])
def test_input_without_a_position_is_reported_once(data: bytes) -> None:
    done = run("zet ttt bestmove", stdin=data)
    reason = (
        "no position found in any known format" if len(data) > 20 else "the input contains no position"
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", f"-: {reason}\n", 2)


def test_ctrl_c_ends_a_search() -> None:
    with start("ttt", "solve", "--board", "8x8", "--k", "5") as process:
        assert process.stderr
        let_compute(process)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert b"Traceback" not in process.stderr.read()


def test_the_original_s_player_on_another_board() -> None:
    done = run("zet ttt bestmove --original-values", stdin="X../.../.../...\n.........\n")
    assert done.returncode == 2
    assert "-: record 1: the original program supports only 3 in a row on a 3x3 board" in done.stderr


def test_pictures(tmp_path: Path) -> None:
    done = run(f"zet ttt show --svg {tmp_path} samples/ttt/positions.txt")
    assert done.returncode == 0
    svg = (tmp_path / "positions.txt-1.svg").read_text()
    assert svg.count("<circle") == 2
    assert run(f"zet ttt show --svg {tmp_path} samples/ttt/positions.txt").returncode == 2


def test_a_conversation_through_pipes() -> None:
    """Each move is answered before the next is read; the engine may begin."""
    with start("ttt", "play", "--seed", "1", "--begins", "X") as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        timer = threading.Timer(30, process.kill)
        timer.start()
        taken = [int(process.stdout.readline())]
        for _ in range(4):
            free = next(cell for cell in range(9) if cell not in taken)
            with suppress(BrokenPipeError):  # the game may be over
                process.stdin.write(f"{taken[0]}\n{free}\n".encode())
                process.stdin.flush()
            taken.append(free)
            answer = process.stdout.readline().decode().strip()
            if not answer.isdigit():
                break
            taken.append(int(answer))
        timer.cancel()
        with suppress(BrokenPipeError):
            process.stdin.close()
        assert process.wait(10) == 0
        errors = process.stderr.read().decode().splitlines()
        assert errors[0] == f"-:1: cell {taken[0]} is taken; O is still to move"
        assert len(errors) >= 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("4", "cell 4 is taken"),
        ("9", "there is no cell 9; cells are numbered from 0 to 8"),
        ("-1", "'-1' is not the number of a cell"),
        ("a1", "'a1' is not the number of a cell"),
        ("٣", "'٣' is not the number of a cell"),
        ("9" * 5000, "'99999999999999999999' is not the number of a cell"),
    ],
)
def test_a_move_against_the_rules_is_told_and_asked_for_again(line: str, reason: str) -> None:
    done = run("zet ttt play --x person --o person", stdin=f"4\n{line}\n0\n1\n2\n7\n")
    assert done.stderr == f"-:2: {reason}; O is still to move\n"
    assert done.stdout == "X wins\n"
    assert done.returncode == 0


def test_an_input_that_ends_before_the_game() -> None:
    done = run("zet ttt play --x person --o person", stdin="4\n")
    assert (done.stdout, done.stderr, done.returncode) == ("unfinished\n", "", 0)


def test_what_is_no_text_is_told_and_passed_over() -> None:
    done = run("zet ttt play --x person --o person", stdin=b"\n \xff\n4 # the middle\n0\n1\n2\n7")
    assert (done.stdout, done.stderr) == ("X wins\n", "-:2:2: not UTF-8 text\n")


def test_two_commands_play_each_other(tmp_path: Path) -> None:
    pipe = tmp_path / "moves"
    one = f"timeout 30 zet ttt play --x person --o original --seed 1 < {pipe}"
    other = "timeout 30 zet ttt play --x best --o person --seed 2"
    done = run(f"mkfifo {pipe} && {one} | {other} | tee {pipe}")
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "draw"


def test_sides_begin_in_turn() -> None:
    command = "zet ttt play --x original --o best --begins O --seed 1 --format json --games"
    done = run(f"{command} 3 --alternate")
    moves = [json.loads(line) for line in done.stdout.splitlines()]
    begun = {move["game"]: move["side"] for move in reversed(moves) if "side" in move}
    assert begun == {1: "O", 2: "X", 3: "O"}
    refused = run(f"{command} 1 --alternate")
    assert refused.returncode == 2
    assert refused.stderr.endswith("--alternate requires --games 2 or more\n")


def test_games_of_engines() -> None:
    command = "zet ttt play --x original --o random --begins O --games 50 --seed 3 --format json"
    done = run(command)
    ends = [line for line in map(json.loads, done.stdout.splitlines()) if line["status"] == "over"]
    assert len(ends) == 50
    assert {line["winner"] for line in ends} <= {"X", None}
    assert run(command).stdout == done.stdout
    big = run("zet ttt play --x best --o random --board 8x8 --k 5 --time 0 --seed 3")
    assert big.stdout.splitlines()[-1] == "X wins"
    assert run("zet ttt play --x random --o random -v").stderr.startswith("--seed ")


def test_undo_takes_back_the_last_move_and_the_answer() -> None:
    text = "undo\n4\n0\nundo\nUNDO\nundo\n0\n3\n1\n4\n2\n"
    done = run("zet ttt play --x person --o person --format json", stdin=text)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["status"] for line in lines] == ["ok"] * 2 + ["back"] * 2 + ["ok"] * 5 + ["over"]
    assert [line["to_move"] for line in lines[2:4]] == ["O", "X"]
    assert lines[-1]["moves"] == [0, 3, 1, 4, 2]
    reason = "you have no move to take back"
    assert done.stderr == f"-:1: {reason}\n-:6: {reason}\n"
    done = run("zet ttt play --x original --seed 1 --format text", stdin="0\nundo\n1\n")
    boards = done.stdout.replace("   |   ", "").split("\n")
    assert len(boards) > 15
    end = run("zet ttt play --x original --seed 1 --format json", stdin="0\nundo\n1\n").stdout
    moves = json.loads(end.splitlines()[-1])["moves"]
    assert moves[1] == 1
    assert len(moves) == 3


def test_undo_does_not_go_back_to_the_game_before() -> None:
    done = run("zet ttt play --x person --o person --games 2", stdin="0\n3\n1\n4\n2\nundo\n")
    assert done.stdout == "X wins\nunfinished\n"
    assert done.stderr == "-:6: you have no move to take back\n"


def test_older_spellings_go_on_working() -> None:
    given = "OOX.X..O. X\n"
    new, old = (run(f"zet ttt bestmove --{word}-values", stdin=given) for word in ("original", "seed"))
    assert new.stdout == old.stdout
    assert "seed-values" not in run("zet ttt bestmove --help").stdout
    new, old = (
        run(f"zet ttt play --x {name} --o random --seed 4").stdout for name in ("original", "seed")
    )
    assert new == old
    assert run("zet ttt play --x best --o best --begins O --seed 4").stdout == (
        run("zet ttt play --x perfect --o perfect --first O --seed 4").stdout
    )
    assert "--first" not in run("zet ttt play --help").stdout


def test_a_board_is_rows_by_columns() -> None:
    done = run("zet ttt solve --board 3x4 --format json")
    from_line = run("zet ttt solve --format json", stdin="..../..../....\n")
    assert done.stdout == from_line.stdout
    assert json.loads(done.stdout)["moves"] == [1, 2, 5, 6, 9, 10]


def test_json_of_a_conversation() -> None:
    done = run("zet ttt play --x person --o person --format json", stdin="0\n3\n1\n4\n2\n")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line.get("move") for line in lines] == [0, 3, 1, 4, 2, None]
    assert [line.get("side") for line in lines] == ["X", "O", "X", "O", "X", None]
    assert lines[-1]["winner"] == "X"
    assert lines[-1]["moves"] == [0, 3, 1, 4, 2]
    assert lines[-1]["board"] == "XXXOO...."


def test_a_game_is_saved_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    command = f"zet ttt play --x person --o person --save {path}"
    assert run(command, stdin="4\n0\nundo\n8\n").stdout == "unfinished\n"
    assert json.loads(path.read_text())["moves"] == [4, 8]
    refused = run(f"{command} --k 4", stdin="0\n")
    assert refused.stderr == f"Error: {path}:1: the position states k = 3, but k = 4 was requested\n"
    for option in ("--board 4x4", "--begins O", f"--start {path}"):
        refused = run(f"{command} {option}", stdin="0\n")
        assert refused.stderr.endswith("cannot be combined with --save FILE, which resumes a game\n")
    same = f"{command} --board 3x3 --k 3 --begins X"
    assert run(same, stdin="undo\n3\n1 2\n0\n5\n").stdout == "X wins\n"
    assert json.loads(path.read_text())["moves"] == [4, 8, 3, 0, 5]
    assert run(f"zet ttt check {path}").stdout.startswith(f"{path}, position 1: legal: 3x3, ")


def test_a_game_begins_in_a_file() -> None:
    start = "zet ttt play --x best --o best --seed 1 --start"
    done = run(f"{start} samples/ttt/games.jsonl --format json")
    moves = json.loads(done.stdout.splitlines()[-1])["moves"]
    assert moves[:4] == [4, 8, 0, 1]
    assert run(f"{start} -", stdin="XO.XO....").stdout == "6\nX wins\n"
    for options, reason in {
        "--start - --x person": "so --start needs a file",
        "--start - --alternate --games 2": "--alternate cannot be combined with --start",
        "--save x --games 2": "--save cannot be combined with --games",
        "--start - --x original": "supports only 3 in a row on a 3x3 board",
    }.items():
        done = run(f"zet ttt play --o random {options}", stdin="..../....\n")
        assert done.returncode == 2
        assert reason in done.stderr


def test_moves_are_taken_back_and_played() -> None:
    games = '{"board": "XO..X...O", "moves": [4, 8, 0, 1]}\n'
    assert run("zet ttt move --undo 3 --play 0,2", stdin=games).stdout == "O.X.X.... O\n"
    each = run("zet ttt move --each", stdin=".........\nXXXOO....\n")
    assert each.stdout == "X........ O\n.X....... O\n....X.... O\n"
    for options, reason in {
        "--undo 5": "5 moves cannot be taken back, as the game has only 4",
        "--play 4": "--play, cell 4 is taken",
        "--play x": "--play, 'x' is not the number of a cell",
        "--play 9": "--play, there is no cell 9; cells are numbered from 0 to 8",
    }.items():
        done = run(f"zet ttt move {options}", stdin=games)
        assert (done.stdout, done.stderr) == ("", f"-: record 1: {reason}\n")


def test_one_ply_is_in_the_singular() -> None:
    done = run("zet ttt solve --board 3x3 --nodes 1")
    assert "X has no win within 1 ply, O cannot win at all" in done.stdout
