"""Run the main task of each game with an installed zet: `python tests/smoke.py` in a checkout."""

import subprocess
import sys


def zet(line: str, text: str = "") -> str:
    command = [sys.executable, "-m", "zet", *line.split()]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def expect(line: str, text: str, wanted: str) -> None:
    found = zet(line, text)
    assert wanted in found, f"zet {line}: {found}"


if __name__ == "__main__":
    expect("--version", "", "(kernels compiled)")
    expect("tectonic solve --format line samples/tectonic/three.xml", "", "\n")
    expect("ttt bestmove", "XO..X...O X", "\n")
    expect("walls search samples/walls/game.walls", "", "\n")
    expect("renju show", "h8i9", "\n")
    expect("renju bestmove --nodes 500", "h8i9", "(position)")
    print("the installed zet works")
