"""A program that plays go-moku by the Gomocup protocol, well-behaved or not: `python brain.py good`."""

import os
import signal
import sys
import time

KIND = sys.argv[-1]
SIZE = 15
DEAF_SECONDS = 0.1
"""The seconds after an answer in which the kinds "slow" and "mute" miss their input; "slow" reports it.
"""
spoke = 0.0


def say(line: str) -> None:
    globals()["spoke"] = time.monotonic()
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def move(taken: set[tuple[int, int]]) -> None:
    if KIND == "crash":
        sys.exit(3)
    if KIND == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if KIND == "hang":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)
    while KIND == "flood":
        say("MESSAGE I am still thinking")
    while KIND == "spam":
        say("x" * 10_000)
    if KIND == "garbage":
        return say("resign?")
    if KIND == "taken" and taken:
        x, y = min(taken)
        return say(f"{x},{y}")
    if KIND == "off":
        return say(f"{SIZE},0")
    if KIND == "late":
        time.sleep(0.5)
    free = [(x, y) for y in range(SIZE) for x in range(SIZE) if (x, y) not in taken]
    x, y = min(free, key=lambda at: (at[0] - SIZE // 2) ** 2 + (at[1] - SIZE // 2) ** 2)
    taken.add((x, y))
    say("MESSAGE the next empty point")
    return say(f"{x},{y}")


def main() -> None:
    global SIZE
    taken: set[tuple[int, int]] = set()
    is_board = False
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if is_board and command != "DONE":
            x, y, _ = map(int, command.split(","))
            taken.add((x, y))
        elif KIND in ("slow", "mute") and time.monotonic() < spoke + DEAF_SECONDS and command != "END":
            if KIND == "slow" and command != "INFO":
                say(f"ERROR Unknown command: {words[-1]}")
        elif command in ("BEGIN", "TURN", "DONE") and KIND == "stubborn":
            is_board = False
            say("ERROR I do not feel like it")
        elif command == "START":
            SIZE = int(words[1])
            say("ERROR too small" if KIND == "refuse" else "OK")
        elif command == "BOARD":
            is_board = True
        elif command in ("BEGIN", "TURN", "DONE"):
            is_board = False
            if command == "TURN":
                x, y = map(int, words[1].split(","))
                taken.add((x, y))
            move(taken)
        elif command == "END" and KIND != "deaf":
            break


if __name__ == "__main__":
    main()
