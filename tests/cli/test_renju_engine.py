"""`zet renju engine` under a manager that strictly follows the description of the Gomocup protocol.

Source of the protocol: https://plastovicka.github.io/protocl2en.htm.
"""

import math
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from select import select

import pytest
from commands import cpu_seconds, let_compute, run, start
from hypothesis import HealthCheck, given, settings, strategies as st
from rounds import rounds

from zet.cli.renju.manager import Lines, within
from zet.engines import noire
from zet.engines.kernel.clock import Deadline
from zet.engines.renju.board import shared_search
from zet.engines.renju.constants import MOST_THREADS
from zet.engines.renju.model import BLACK, PASS, SIDE, WHITE, Game, cell_of, names
from zet.engines.renju.player import best_move
from zet.engines.renju.referee import judge
from zet.engines.renju.rules import Board
from zet.engines.renju.search import player_search
from zet.formats.blanche import rule_set
from zet.formats.renju.gomocup import Conversation, Idea, Task
from zet.formats.renju.weights import learned


class Manager:
    """A program on two pipes: commands end with CR LF, an answer is one line, and `INFO` gets no answer.

    Messages for people may come before an answer; they are kept.
    """

    def __init__(self, *options: str) -> None:
        self.brain: subprocess.Popen[bytes] = start("renju", "engine", *options, bufsize=0)
        self.messages: list[str] = []

    def tell(self, *lines: str) -> None:
        assert self.brain.stdin
        self.brain.stdin.write("".join(line + "\r\n" for line in lines).encode())

    def ask(self, *lines: str, seconds: float = 20) -> str:
        """Send lines; return the answer, which must arrive in time and be a single line."""
        self.tell(*lines)
        assert self.brain.stdout
        while True:
            assert self.has_spoken(seconds), f"no answer to {lines}"
            answer = self.brain.stdout.readline().decode()
            assert answer.endswith("\n")
            if not answer.startswith("MESSAGE "):
                return answer.strip()
            self.messages.append(answer.strip())

    def has_spoken(self, seconds: float) -> bool:
        return bool(select([self.brain.stdout], [], [], seconds)[0])

    def end(self) -> None:
        """Send END; the program must end soon, and write nothing more."""
        assert self.brain.stdout
        assert self.brain.stderr
        self.tell("END")
        assert self.brain.stdout.read() == b""
        assert self.brain.stderr.read() == b""
        assert self.brain.wait(timeout=10) == 0


@contextmanager
def manager(*options: str) -> Iterator[Manager]:
    one = Manager(*options)
    try:
        yield one
    finally:
        one.brain.kill()
        one.brain.wait()
        for stream in (one.brain.stdin, one.brain.stdout, one.brain.stderr):
            assert stream
            stream.close()


@pytest.fixture
def managers() -> Iterator[tuple[Manager, Manager]]:
    with manager() as one, manager() as other:
        yield one, other


def point(said: str) -> int:
    """Return the cell of `x,y`, from the left and from the top, both from 0."""
    x, y = said.split(",")
    assert x.isdecimal()
    assert y.isdecimal()
    return SIDE * (SIDE - 1 - int(y)) + int(x)


def test_a_match(managers: tuple[Manager, Manager]) -> None:
    """A renju match from the opening until the time is used up: each move is legal and in time."""
    for one in managers:
        about = one.ask("ABOUT")
        assert all(f'{key}="' in about for key in ("name", "version", "author", "country"))
        one.tell("INFO timeout_turn 60", "INFO timeout_match 60000", "INFO max_memory 83886080")
        one.tell("INFO game_type 1", "INFO rule 4", "INFO folder /nowhere", "INFO unheard_of 1")
        assert one.ask("START 15") == "OK"
    game, said = Game(), ""
    for number in range(16):
        one = managers[number % 2]
        one.tell(f"INFO time_left {60_000 - 100 * number}")
        said = one.ask(f"TURN {said}" if said else "BEGIN")
        cell = point(said)
        assert Board.of(game).may_play(cell, game.side)
        game = game.then([cell])
        if judge(game).status != "legal":
            break
    assert not managers[0].has_spoken(0)
    managers[0].end()
    managers[1].end()


def test_a_conversation(managers: tuple[Manager, Manager]) -> None:
    one, other = managers
    assert one.ask("TURN 7,7").startswith("ERROR")
    one.tell("INFO timeout_turn 0", "INFO rule 0", "")
    assert one.ask("START 23").startswith("ERROR")
    assert one.ask("RECTSTART 30,20").startswith("ERROR")
    assert one.ask("RECTSTART 15,15") == "OK"
    assert one.ask("FLY 7,7").startswith("UNKNOWN")
    assert one.ask("x" * 100_000).startswith("UNKNOWN")
    assert one.ask("FLYBOARD", "7,7", "8,7", "9,9", "DONE").startswith("UNKNOWN")
    first = one.ask("BEGIN")
    assert first == "7,7"
    assert one.ask("TURN 7,7").startswith("ERROR")
    second = one.ask("TURN 8,8")
    assert one.ask(f"TAKEBACK {second}") == "OK"
    assert one.ask("TAKEBACK 8,8") == "OK"
    assert one.ask("TAKEBACK 8,8").startswith("ERROR")
    assert one.ask("TURN 9,9") not in ("7,7", "9,9")
    assert one.ask("RESTART") == "OK"
    # Four of ours in a row, in any order; the five is played.
    rows = ("5,5,1", "0,0,2", "1,1,2", "6,5,1", "7,5,1", "8,5,1", "14,0,2", "0,14,2")
    assert one.ask("BOARD", *rows, "DONE") in ("4,5", "9,5")
    assert one.ask("BOARD", "5,5,1", "5,5,2", "DONE").startswith("ERROR")
    assert "," in one.ask("BOARD", "5,5,1", "6,6,1", "7,7,1", "DONE")  # the other side has passed
    assert one.ask("BOARD", "DONE") == "7,7"
    one.end()
    other.tell("START 15", "BOARD", "7,7,2")
    assert other.ask() == "OK"
    other.end()


def chosen(task: Task) -> list[Idea]:
    return [Idea(best_move(task.game, learned(task.rule), seconds=task.seconds).move)]


def in_process(*lines: str) -> list[str]:
    return list(Conversation(chosen, turn=0).answers(iter(lines)))


def told(*lines: str) -> Task:
    """Return the task that the engine gets after these lines."""
    tasks: list[Task] = []

    def choose(task: Task) -> list[Idea]:
        tasks.append(task)
        return first_free(task)

    list(Conversation(choose).answers(iter(["START 15", *lines])))
    return tasks[-1]


def first_free(task: Task) -> list[Idea]:
    assert task.seconds > 0
    return [Idea(Board.of(task.game, task.rule).empty()[0])]


@pytest.mark.parametrize(
    ("rule", "wins"),
    [("rule 0", True), ("rule 1", False), ("rule 4", False), ("RULE 4", False), ("rule 5", False)],
)
def test_the_rule(rule: str, wins: bool) -> None:
    """Black has two and three stones in a row, with a gap between them: a stone in the gap makes six."""
    ours = [f"{x},6,1" for x in (5, 6, 8, 9, 10)]
    theirs = [f"{x},{y},2" for x, y in ((0, 0), (0, 2), (0, 4), (2, 0), (14, 0))]
    answers = in_process(f"INFO {rule}", "START 15", "BOARD", *ours, *theirs, "DONE")
    assert answers[0] == "OK"
    assert (answers[1] == "7,6") == wins


def test_rules_that_are_not_played() -> None:
    for number, word in ((8, "caro"), (2, "continuous"), (12, "caro")):
        answers = in_process(f"INFO rule {number}", "START 15", "BEGIN", "INFO rule 4", "BEGIN")
        assert answers[0] == "OK"
        assert answers[1].startswith("ERROR")
        assert word in answers[1]
        assert answers[2] == "7,7"


def test_the_time_of_a_move() -> None:
    for told, wanted in (
        (("timeout_turn 1000",), (0.96, None)),
        (("TIMEOUT_TURN 1000",), (0.96, None)),
        (("timeout_turn 0",), (0.01, None)),
        (("timeout_turn 0", "timeout_match 60000", "time_left 50000"), (0.01, 0.01)),
        (("timeout_turn 1000", "timeout_match 0", "time_left 2147483647"), (0.96, None)),
        (("timeout_turn 5000", "time_left 20000"), (0.96, 1.93)),
        (("timeout_turn 5000", "timeout_match 20000"), (0.96, 1.93)),
        (("timeout_turn 5000", "timeout_match 20000", "time_left -5"), (0.01, 0.01)),
        (("timeout_turn 5000", "time_left 10000", "time_increment 500"), (0.96, 1.93)),
        (("timeout_turn x", "timeout_turn", "", "timeout_turn 1000"), (0.96, None)),
    ):
        talk = Conversation(chosen)
        assert list(talk.answers(f"INFO {line}" for line in told)) == []
        for seconds, wanted_seconds in zip(talk._seconds(48), wanted, strict=True):
            assert seconds == (None if wanted_seconds is None else pytest.approx(wanted_seconds))


def test_the_time_of_a_move_is_kept() -> None:
    talk = Conversation(chosen, turn=200, rule="renju")
    began = time.monotonic()
    answers = list(talk.answers(iter(["START 15", "BOARD", "7,7,1", "8,6,2", "DONE"])))
    assert answers[0] == "OK"
    assert "," in answers[1]
    assert time.monotonic() - began < 5


WORDS = """START START|15 START|-1 RECTSTART|15,15 RESTART BEGIN BOARD DONE TURN|7,7 TURN|-1,3
TURN|14,14 TURN|9999999999,1 TURN|7,7,7 TURN 7,7,1 8,8,2 1,1,3 6,6,1 5,5,2 INFO INFO|rule|4 INFO|rule|9
INFO|timeout_turn|x INFO|timeout_turn|-5 INFO|time_left|-1 TAKEBACK|7,7 TAKEBACK ABOUT YXBOARD PLAY|7,7
SUGGEST END SWAP2BOARD YXNBEST|2 YXNBEST|x YXSHOWFORBID YXSTOP STOP TURN|-1,-1 -1,-1,1 7,7 8,7 9,9
INFO|max_node|5 INFO|max_memory|0 \x00 é ٣,٣"""
KINDS = ("OK", "ERROR ", "UNKNOWN ", 'name="', "MESSAGE ", "FORBID ", "SWAP", "-1,-1")
LINES = st.sampled_from([word.replace("|", " ") for word in WORDS.split()]) | st.text(
    st.characters(exclude_characters="\n"), max_size=20
)


@settings(max_examples=rounds(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(lines=st.lists(LINES, max_size=30))
def test_anything_may_be_said(lines: list[str]) -> None:
    """Arbitrary commands: each answer is one line of a known kind, no move is on an occupied point."""

    talk = Conversation(first_free, swap=lambda task: (5, 6, 7) if not task.game.moves else ())
    for answer in talk.answers(iter(lines)):
        assert "\n" not in answer
        if answer[0].isdecimal():
            for said in answer.split():
                assert 0 <= point(said) < SIDE * SIDE
        else:
            assert answer.startswith(KINDS)
        cells = [cell for cell, _ in talk.moves if cell != PASS]
        assert len(set(cells)) == len(cells)


QUIET = ("7,7,1", "8,6,2")


@pytest.mark.parametrize(("ask", "stop"), [("BOARD", "STOP"), ("BOARD", "YXSTOP"), ("YXNBEST 3", "stop")])
def test_a_search_is_stopped(ask: str, stop: str) -> None:
    """The engine reads during a search: an hour-long search ends at once, and the game continues."""
    with manager() as one:
        one.tell("INFO timeout_turn 3600000", "STOP")
        assert one.ask("START 15") == "OK"
        if ask != "BOARD":
            one.tell("YXBOARD", *QUIET, "DONE", ask)
        else:
            one.tell(ask, *QUIET, "DONE")
        assert not one.has_spoken(0.3)
        assert 0 <= point(one.ask(stop)) < SIDE * SIDE
        assert any("depth " in message for message in one.messages)
        one.tell("INFO timeout_turn 20")
        assert 0 <= point(one.ask("TURN 14,14")) < SIDE * SIDE
        one.tell(stop)
        assert not one.has_spoken(0.1)
        one.end()


def test_pondering() -> None:
    """If pondering is allowed, the search continues after the answer until the next line arrives."""
    with manager() as one:
        one.tell("INFO max_node 3000", "INFO pondering 1", "START 15", "BOARD", *QUIET, "DONE")
        assert one.ask() == "OK"
        assert 0 <= point(one.ask()) < SIDE * SIDE
        let_compute(one.brain, cpu_seconds(one.brain) + 0.05)
        one.tell("INFO pondering 0")
        assert 0 <= point(one.ask("TURN 14,14")) < SIDE * SIDE
        one.end()


def test_the_end_stops_a_search() -> None:
    with manager() as one:
        one.tell("START 15", "INFO timeout_turn 3600000", "BOARD", *QUIET, "DONE")
        assert one.ask() == "OK"
        assert not one.has_spoken(0.3)
        one.tell("END")
        assert one.brain.wait(timeout=20) == 0


def test_a_stop_holds_for_what_stands_before_it() -> None:
    """All lines arrive before the first is read; `STOP` ends only the search before it."""
    lines = ["START 15", "INFO timeout_turn 3600000", "BOARD", *QUIET, "DONE", "STOP"]
    lines += ["INFO max_node 3000", "BOARD", *QUIET, "DONE", "END", "BEGIN"]
    done = run("zet renju engine", stdin="\n".join(lines))
    messages = [line for line in done.stdout.splitlines() if line.startswith("MESSAGE")]
    stopped, whole = (int((re.findall(r" n (\d+)", message) or [0])[0]) for message in messages)
    assert stopped < whole < 4 * 3000


def test_commands_sent_at_once_are_answered_like_single_ones() -> None:
    """A manager that waits for no answer gets the same answers as a manager that waits for each."""
    requests = [
        ["START 15"],
        ["INFO max_node 300", "INFO rule 4", "BOARD", *QUIET, "DONE"],
        *(["INFO time_left 90000", f"TURN {x},{y}"] for x in (0, 14) for y in (0, 14)),
        ["TAKEBACK 14,14"],
        ["ABOUT"],
        ["TURN 14,14"],
        ["RESTART"],
        ["BEGIN"],
        ["TURN 0,0"],
    ]
    with manager() as one:
        answers = [one.ask(*lines) for lines in requests]
        one.end()
    with manager() as one:
        one.tell(*(line for lines in requests for line in lines))
        assert [one.ask() for _ in requests] == answers
        one.end()
    assert not any(answer.startswith(("ERROR", "UNKNOWN")) for answer in answers)


def test_a_match_from_an_opening_by_swap2(managers: tuple[Manager, Manager]) -> None:
    """One engine places three stones, the other chooses a color, and both continue by the protocol."""
    for one in managers:
        one.tell("INFO timeout_turn 60", "INFO rule 1")
        assert one.ask("START 15") == "OK"
    stones = managers[0].ask("SWAP2BOARD", "DONE").split()
    assert len(set(map(point, stones))) == 3
    answer = managers[1].ask("SWAP2BOARD", *stones, "DONE")
    white = managers[0] if answer == "SWAP" else managers[1]
    black = managers[1] if answer == "SWAP" else managers[0]
    if answer == "SWAP":
        answer = white.ask(
            "BOARD", *(f"{one},{2 - number % 2}" for number, one in enumerate(stones)), "DONE"
        )
    stones.append(answer)
    # White knows the stones, or is shown them; Black is shown the four.
    answer = black.ask("BOARD", *(f"{one},{1 + number % 2}" for number, one in enumerate(stones)), "DONE")
    if white is managers[1]:
        white.tell("YXBOARD", *(f"{one},{2 - number % 2}" for number, one in enumerate(stones)), "DONE")
    game = Game.build(moves=map(point, stones))
    for number in range(12):
        game = game.then([point(answer)])
        if judge(game, "standard").status != "legal":
            break
        answer = (white, black)[number % 2].ask(f"TURN {answer}")
    black.end()
    white.end()


def test_the_color_of_an_opening_by_swap2_is_chosen() -> None:
    """Three black stones in a row are taken; five stones are accepted; other numbers are refused."""
    rows = ("7,7", "0,0", "8,7", "14,14", "9,7")
    one = run(
        "zet renju engine",
        stdin="\n".join(["START 15", "INFO max_node 5000", "SWAP2BOARD", *rows, "DONE"]),
    )
    assert one.stdout == "OK\nSWAP\n"
    rows = ("0,0", "7,7", "14,14", "8,7", "0,14")
    other = run(
        "zet renju engine",
        stdin="\n".join(["START 15", "INFO max_node 5000", "SWAP2BOARD", *rows, "DONE"]),
    )
    assert 0 <= point(other.stdout.splitlines()[-1]) < SIDE * SIDE
    two = in_process("START 15", "SWAP2BOARD", "7,7", "8,8", "DONE")
    assert two[1].startswith("ERROR")
    talk = Conversation(chosen, swap=lambda _task: (0, 1))
    answers = list(
        talk.answers(iter(["START 15", "SWAP2BOARD", "7,7", "8,8", "DONE", "SWAP2BOARD", "7,7"]))
    )
    assert answers == ["OK", "ERROR 2 stones; a swap2 opening has 0, 3 or 5 stones"]


def test_suggestions() -> None:
    """A suggested move is played only after the manager agrees; the manager may play another move."""
    with manager("--suggest") as one:
        one.tell("INFO timeout_turn 0")
        assert one.ask("START 15") == "OK"
        assert one.ask("PLAY 7,7").startswith("ERROR")
        assert one.ask("BEGIN") == "SUGGEST 7,7"
        assert one.ask("PLAY 6,6") == "6,6"
        assert one.ask("PLAY 6,7").startswith("ERROR")
        assert one.ask("TURN 7,7").startswith("SUGGEST ")
        assert one.ask("TURN 6,6").startswith("ERROR")
        one.end()


def test_limits_that_are_told() -> None:
    task = told("INFO max_node 700", "INFO max_memory 1000000", "YXNBEST 4")
    assert not task.ponders
    assert told("INFO pondering 1", "BEGIN").ponders
    assert not told("INFO pondering 1", "INFO pondering 0", "BEGIN").ponders
    assert (task.nodes, task.memory, task.count) == (700, 1_000_000, 4)
    task = told(
        "INFO max_node 700", "INFO max_memory 5", "INFO max_node -1", "INFO MAX_MEMORY 0", "BEGIN"
    )
    assert (task.nodes, task.memory, task.count) == (None, None, 1)


@pytest.mark.parametrize(
    ("lines", "black", "white", "side"),
    [
        (("7,7,1", "8,8,2"), "h8", "i7", BLACK),
        (("7,7,2", "8,8,1"), "h8", "i7", WHITE),
        (("7,7,2",), "h8", "", WHITE),
        (("7,7,1", "8,8,1"), "h8 i7", "", BLACK),
        (("7,7,2", "8,8,1", "9,9,1"), "h8", "i7 j6", WHITE),
        (("-1,-1,2", "8,8,1"), "", "i7", WHITE),
        (("7,7,1", "-1, -1,2"), "h8", "", BLACK),
    ],
)
def test_who_passed_has_fewer_stones(lines: tuple[str, ...], black: str, white: str, side: int) -> None:
    game = told("BOARD", *lines, "DONE").game
    assert set(names(game.black)) == set(black.split())
    assert set(names(game.white)) == set(white.split())
    assert game.side == side
    assert told("YXBOARD", *lines, "DONE", "YXNBEST 1").game == game


def test_a_pass_of_the_other_side() -> None:
    game = told("BOARD", "7,7,1", "8,8,2", "DONE", "TURN -1,-1").game
    assert len(game.black) == 2
    assert (len(game.white), game.side) == (1, BLACK)


def test_forbidden_points_are_shown() -> None:
    """A double three is shown; for White, and where nothing is forbidden, the list is empty."""
    rows = ("4,7,1", "0,0,2", "5,7,1", "0,2,2", "7,5,1", "0,4,2", "7,6,1", "0,8,2")
    for rule, answer in ((4, "FORBID 0707."), (0, "FORBID ."), (1, "FORBID .")):
        lines = (f"INFO rule {rule}", "START 15", "YXBOARD", *rows, "DONE", "YXSHOWFORBID")
        assert in_process(*lines) == ["OK", answer]
    assert (
        in_process("INFO rule 4", "START 15", "YXBOARD", *rows[:-1], "DONE", "YXSHOWFORBID")[1] != answer
    )
    assert in_process("YXSHOWFORBID")[0].startswith("ERROR")


def test_what_is_known_of_moves_is_told() -> None:
    def choose(task: Task) -> list[Idea]:
        line = tuple(map(cell_of, ("h8", "i9", "h9")))
        ideas = [
            Idea(112, 40, 3, line, 999),
            Idea(113, -2, 3),
            Idea(114, line=line, is_win=True),
            Idea(0),
        ]
        return ideas[: task.count]

    lines = ["START 15", "YXNBEST 9", "RESTART", "BEGIN"]
    answers = [
        re.sub(r"n/ms \d+ tm \d+", "TIME", line) for line in Conversation(choose).answers(iter(lines))
    ]
    assert answers == [
        "OK",
        "MESSAGE depth 3-3 multipv 1 ev 40 n 999 TIME pv h8 i9 h9",
        "MESSAGE depth 3-3 multipv 2 ev -2 n 0 TIME pv i8",
        "MESSAGE depth 3-3 multipv 3 ev +M3 n 0 TIME pv h8 i9 h9",
        "7,7",
        "OK",
        "MESSAGE depth 3-3 ev 40 n 999 TIME pv h8 i9 h9",
        "7,7",
    ]
    for wrong in ("YXNBEST", "YXNBEST 0", "YXNBEST x"):
        assert in_process("START 15", wrong)[1].startswith("ERROR")


def test_no_more_memory_is_taken_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search ends at half of the memory limit, as tables double; its memory is then released."""
    taken = 10
    monkeypatch.setattr("zet.cli.renju.manager._memory", lambda: taken)
    seen: list[bool] = []

    def work(_task: Task) -> int:
        nonlocal taken
        clock = Deadline(None)
        for size in (99, 100, 101):
            taken = size
            seen.append(clock.has_passed)
        return 7

    lines = Lines.__new__(Lines)
    lines._taken, lines._stopped_at, lines._ended_by, lines._read_at = 1, 0, math.inf, 0.0
    before = player_search("standard"), shared_search("standard")
    assert within(lines, Task(Game(), "standard", 1, memory=200), work) == 7
    assert seen == [False, False, True]
    assert player_search("standard") is not before[0]
    assert shared_search("standard") is not before[1]
    assert within(lines, Task(Game(), "standard", 1), work) == 7
    assert seen[3:] == [False, False, False]


def test_an_error_is_said_in_the_language_of_the_user() -> None:
    done = run("printf 'TURN 1,1\nSTART 15\nTURN x\n' | zet renju engine --lang nl")
    assert done.stdout == "ERROR START komt eerst\nOK\nERROR 'x' is geen punt (x,y)\n"


def test_a_full_disk_is_told() -> None:
    done = run("echo ABOUT | zet renju engine >/dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")


BOARD = "BOARD\n7,7,1\n8,6,2\n9,7,1\n8,8,2\nDONE\n"


@pytest.mark.parametrize(
    ("options", "rules", "info", "settings_"),
    [
        ("", "sound", "INFO rule 4", {"rule": "renju"}),
        ("--depth 1 --max-level 3", "gomoku", "INFO rule 0", {"rule": "freestyle", "level": 3}),
        ("--rules thesis --legality rules", "thesis", "INFO rule 4", {"legality": "rules"}),
    ],
)
def test_noire_is_a_player(options: str, rules: str, info: str, settings_: dict[str, str]) -> None:
    lines = f"START 15\n{info}\nINFO timeout_turn 20000\n{BOARD}"
    done = run(f"zet renju rules engine {options}", stdin=lines)
    game = Game.build([112, 114], [128, 98], 0)
    if "--depth" in options:
        settings_ = {**settings_, "positional": noire.Positional(depth=1)}  # type: ignore[dict-item]
    move = noire.best_move(game, rule_set(rules), **settings_).move  # type: ignore[arg-type]
    first, *_messages, last = done.stdout.splitlines()
    assert (first, last) == ("OK", f"{move % SIDE},{SIDE - 1 - move // SIDE}")
    assert (done.returncode, done.stderr) == (0, "")


def test_noire_says_which_rules_it_has_not() -> None:
    done = run("zet renju rules engine", stdin=f"START 15\nINFO rule 1\n{BOARD}")
    assert done.stdout.startswith("OK\nERROR zet has no rules for standard go-moku")
    assert run("zet renju rules engine --rules missing", stdin="ABOUT\n").returncode == 2


def test_a_search_looks_no_further_ahead_than_it_may() -> None:
    assert told("INFO max_depth 3", "BEGIN").depth == 3
    assert told("INFO max_depth 3", "INFO max_depth 0", "BEGIN").depth is None
    game = Game.build(black=[112], white=[128], moves=[114])
    found = [best_move(game, learned("renju"), nodes=20_000, depth=depth).depth for depth in (1, 2, None)]
    assert found[:2] == [1, 2]
    assert found[2] > 2


def test_a_search_uses_the_threads_that_the_manager_allows() -> None:
    assert told("BEGIN").threads == 1
    assert told("INFO thread_num 3", "BEGIN").threads == 3
    assert told("INFO thread_num 0", "BEGIN").threads == 1
    assert told("INFO thread_num 1000", "BEGIN").threads == MOST_THREADS
    talk = "INFO max_node 3000\nINFO pondering 1\nSTART 15\nBEGIN\nINFO thread_num 3\nTURN 7,8\nEND\n"
    done = run("zet renju engine --threads 2", stdin=talk)
    assert [line for line in done.stdout.splitlines() if "MESSAGE" not in line][:2] == ["OK", "7,7"]
    assert (done.returncode, done.stderr) == (0, "")
