"""`zet renju engine` under a manager that keeps strictly to the description of the Gomocup protocol.

Source of the protocol: https://plastovicka.github.io/protocl2en.htm.
"""

import subprocess
import time
from collections.abc import Iterator
from select import select

import pytest
from commands import run, start
from hypothesis import HealthCheck, given, settings, strategies as st
from rounds import rounds

from zet.engines import noire
from zet.engines.renju.model import SIDE, Game
from zet.engines.renju.player import best_move
from zet.engines.renju.referee import judge
from zet.engines.renju.rules import Board
from zet.formats.blanche import rule_set
from zet.formats.renju.gomocup import Conversation


class Manager:
    """A program on two pipes: commands end with CR LF, an answer is one line, `INFO` has none."""

    def __init__(self) -> None:
        self.brain: subprocess.Popen[bytes] = start("renju", "engine", bufsize=0)

    def tell(self, *lines: str) -> None:
        assert self.brain.stdin
        self.brain.stdin.write("".join(line + "\r\n" for line in lines).encode())

    def ask(self, *lines: str, seconds: float = 20) -> str:
        """Send lines; return the one line that is the answer, which comes in time and alone."""
        self.tell(*lines)
        assert self.brain.stdout
        assert self.has_spoken(seconds), f"no answer to {lines}"
        answer = self.brain.stdout.readline().decode()
        assert answer.endswith("\n")
        return answer.strip()

    def has_spoken(self, seconds: float) -> bool:
        return bool(select([self.brain.stdout], [], [], seconds)[0])

    def end(self) -> None:
        """Send END: the program ends soon, and writes nothing more."""
        assert self.brain.stdout
        assert self.brain.stderr
        self.tell("END")
        assert self.brain.stdout.read() == b""
        assert self.brain.stderr.read() == b""
        assert self.brain.wait(timeout=10) == 0


@pytest.fixture
def managers() -> Iterator[tuple[Manager, Manager]]:
    both = Manager(), Manager()
    yield both
    for one in both:
        one.brain.kill()
        one.brain.wait()
        for stream in (one.brain.stdin, one.brain.stdout, one.brain.stderr):
            assert stream
            stream.close()


def point(said: str) -> int:
    """Return the cell of `x,y`, from the left and from the top, both from 0."""
    x, y = said.split(",")
    assert x.isdecimal()
    assert y.isdecimal()
    return SIDE * (SIDE - 1 - int(y)) + int(x)


def test_a_match(managers: tuple[Manager, Manager]) -> None:
    """A renju match from the opening to the end of time: each move is legal and comes in time."""
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
    assert one.ask("START 20").startswith("ERROR")
    assert one.ask("RECTSTART 30,20").startswith("ERROR")
    assert one.ask("RECTSTART 15,15") == "OK"
    assert one.ask("FLY 7,7").startswith("UNKNOWN")
    assert one.ask("x" * 100_000).startswith("UNKNOWN")
    assert one.ask("SWAP2BOARD", "7,7", "8,7", "9,9", "DONE").startswith("UNKNOWN")
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
    assert one.ask("BOARD", "5,5,1", "6,6,1", "7,7,1", "DONE").startswith("ERROR")
    assert one.ask("BOARD", "DONE") == "7,7"
    one.end()
    other.tell("START 15", "BOARD", "7,7,2")
    assert other.ask() == "OK"
    other.end()


def chosen(game: Game, rule: str, seconds: float) -> int:
    return best_move(game, rule, seconds=seconds).move


def in_process(*lines: str) -> list[str]:
    return list(Conversation(chosen, turn=0).answers(iter(lines)))


@pytest.mark.parametrize(
    ("rule", "wins"),
    [("rule 0", True), ("rule 1", False), ("rule 4", False), ("RULE 4", False), ("rule 5", False)],
)
def test_the_rule(rule: str, wins: bool) -> None:
    """Black, two stones and three beside one another: the point between makes six."""
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
        (("timeout_turn 1000",), 0.9),
        (("TIMEOUT_TURN 1000",), 0.9),
        (("timeout_turn 0",), 0.01),
        (("timeout_turn 0", "timeout_match 60000", "time_left 50000"), 0.01),
        (("timeout_turn 1000", "timeout_match 0", "time_left 2147483647"), 0.9),
        (("timeout_turn 5000", "time_left 20000"), 0.9),
        (("timeout_turn 5000", "timeout_match 20000"), 0.9),
        (("timeout_turn 5000", "timeout_match 20000", "time_left -5"), 0.01),
        (("timeout_turn x", "timeout_turn", "", "timeout_turn 1000"), 0.9),
    ):
        talk = Conversation(chosen)
        assert list(talk.answers(f"INFO {line}" for line in told)) == []
        assert talk._seconds() == pytest.approx(wanted)


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
SUGGEST END \x00 é ٣,٣"""
LINES = st.sampled_from([word.replace("|", " ") for word in WORDS.split()]) | st.text(
    st.characters(exclude_characters="\n"), max_size=20
)


@settings(max_examples=rounds(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(lines=st.lists(LINES, max_size=30))
def test_anything_may_be_said(lines: list[str]) -> None:
    """Each answer is one line of a known kind, and no move is on a point that is taken."""

    def first_free(game: Game, rule: str, seconds: float) -> int:
        assert seconds > 0
        return Board.of(game, rule).empty()[0]

    talk = Conversation(first_free)
    for answer in talk.answers(iter(lines)):
        assert "\n" not in answer
        if answer[0].isdecimal():
            assert 0 <= point(answer) < SIDE * SIDE
        else:
            assert answer.startswith(("OK", "ERROR ", "UNKNOWN ", 'name="'))
        cells = [cell for cell, _ in talk.moves]
        assert len(set(cells)) == len(cells)


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
    done = run(f"zet renju engine --method noire {options}", stdin=lines)
    game = Game.build([112, 114], [128, 98], 0)
    if "--depth" in options:
        settings_ = {**settings_, "positional": noire.Positional(depth=1)}  # type: ignore[dict-item]
    move = noire.best_move(game, rule_set(rules), **settings_).move  # type: ignore[arg-type]
    assert done.stdout == f"OK\n{move % SIDE},{SIDE - 1 - move // SIDE}\n"
    assert (done.returncode, done.stderr) == (0, "")


def test_noire_says_which_rules_it_has_not() -> None:
    done = run("zet renju engine --method noire --lang nl", stdin=f"START 15\nINFO rule 1\n{BOARD}")
    assert done.stdout.startswith("OK\nERROR geen verzameling")
    assert run("zet renju engine --method noire --rules missing", stdin="ABOUT\n").returncode == 2
    refused = run("zet renju engine --rules sound", stdin="ABOUT\n")
    assert (refused.returncode, refused.stdout) == (2, "")
