"""Validate the JSON lines of all commands by their closed schemas; run by hand:

    pip install jsonschema-rs
    PYTHONPATH=tests:tests/cli python tests/json_lines.py 27000

They are the lines in the goldens and in the documents, and the answers of the commands below to N random
records; a number in front of a command divides N. A table has the lines of each command, and how many of
them are invalid; a command without a line is an error.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from commands import ENVIRONMENT, ROOT
from test_answers import COMMANDS, EXAMPLES, GOLDEN, command_of, lines_of, writes_json

from zet.cli.help import schema_of
from zet.engines.renju.model import names

BULK = """
renju check --format json {games}
renju check --opening-rule soosyrv-8 --rule freestyle --format json {games}
renju forbidden --format json {games}
renju openings --format json {games}
renju convert --to json {games}
renju show --format json {games}
tectonic check --nodes 100 --format json {puzzles}
tectonic convert --to json {puzzles}
tectonic show --format json {puzzles}
tectonic solve --nodes 100 --format json {puzzles}
tectonic solve --all --nodes 100 --format json {puzzles}
ttt check --format json {boards}
ttt convert --to json {boards}
ttt show --format json {boards}
ttt solve --format json {boards}
ttt bestmove --format json {boards}
ttt move --each --format json {boards}
walls check --format json {walls}
walls convert --to json {walls}
walls show --format json {walls}
walls move --each --format json {walls}
match5 show --format json {fields}
10 renju positions --format json {games}
10 tectonic hint --format json {puzzles}
10 tectonic rate --format json {puzzles}
10 tectonic explain --with-puzzle --format json {puzzles}
10 tectonic explain --with-puzzle --format json {puzzles} | zet tectonic verify --format json
10 renju find --all-solutions --most 5 --format json {games}
10 renju rules match --format json {games}
10 renju solve --nodes 100 --format json {games}
10 walls search --depth 2 --format json {walls}
10 walls solve --nodes 1000 --all-moves --format json {walls}
10 match5 bestmove --format json samples/match5/ann.fivo {fields}
100 renju threats --nodes 20 --format json {games}
100 renju defend --nodes 20 --format json {games}
100 renju solve --nodes 1000 --tree --graph --format json {games}
100 renju solve --nodes 1000 --graph --format json {games} | zet renju verify --format json
100 renju bestmove --nodes 5 --count 3 --explain --format json {games}
100 renju analyze --nodes 5 --graph --format json {games}
100 renju puzzle --nodes 20 --format json {games}
100 renju rules solve --nodes 20 --tree --format json {games}
100 renju rules bestmove --nodes 5 --format json {games}
100 renju rules match --all-solutions --most 9 --explain-miss t-threat --all-ways --format json {games}
100 renju rules experiment --nodes 5 --format json {games}
renju match --nodes 5 --random-moves 4 --games 8 --adjudicate 100 --sprt 0,20 --format json zet,name=a zet
renju match --nodes 5 --random-moves 4 --games 8 --format json zet,name=a zet,name=b zet
renju play --nodes 1 --format json
renju rules copy --format json sound {folder}/sound
renju rules list --format json --rules sound --rules thesis --rules themes
renju rules verify --walks 10 --caught-by thesis --format json
renju tune --rounds 1 --games 25 --nodes 5 --format json {folder}/tuned
renju weights convert --to json renju freestyle standard
walls table copy --format json samples/walls/2x3.table {folder}/copy.table
"""


def random_records(random: Random) -> dict[str, str]:
    """Return a record of each kind; some of them break the rules, or do not parse."""
    cells = random.sample(range(225), random.randrange(60))
    fences = [(row, column) for row in range(7) for column in range(7) if (row + column) % 2]
    played = " ".join(f"[{row},{column}]" for row, column in random.sample(fences, random.randrange(20)))
    digits = "".join(random.choice("......123") for _ in range(12))
    fields = random.sample([f"{letter}{digit}" for letter in "abcdefghi" for digit in "123456789"], 12)
    marks, taken = ["X", "O"] * 4 + ["X"], random.sample(range(9), random.randrange(9))
    board = "".join(marks[taken.index(cell)] if cell in taken else "." for cell in range(9))
    records = {
        "games": "".join(names(cells)) or "pass",
        "puzzles": f"4x3:{random.choice(['aabbaabbccdd', 'abbcaabcddcc'])}:{digits}",
        "boards": f"{board} {marks[len(taken)]}",
        "walls": f"3x3: {played}",
        "fields": "".join(fields[: random.randrange(12)]) or "e5",
    }
    return {kind: text if random.randrange(50) else f"{text}?" for kind, text in records.items()}


def outputs(folder: Path, n: int) -> Iterator[tuple[str, str]]:
    """Yield the output of commands, each with the name of the last one of its line."""
    for case in GOLDEN:
        name, path = case.values
        yield str(name), Path(str(path)).read_text().partition("--- messages")[0]
    yield from ((str(name), str(output)) for name, output in (case.values for case in EXAMPLES))
    random = Random(1)
    records = [random_records(random) for _ in range(n)]
    for share in (1, 10, 100):
        for kind in records[0]:
            part = "".join(f"{one[kind]}\n" for one in records[: n // share])
            (folder / f"{kind}{share}").write_text(part)
    for line in BULK.strip().splitlines():
        share, _blank, command = line.partition(" ") if line[0].isdigit() else ("1", "", line)
        files = {kind: folder / f"{kind}{share}" for kind in records[0]}
        command = f"zet {command}".format(folder=folder, **files)
        done = subprocess.run(
            command, shell=True, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False
        )
        yield str(command_of(command)), done.stdout


def main(n: int) -> int:
    """Print the table, and return the exit code."""
    from jsonschema_rs import validator_for

    validators = {
        name: validator_for(schema_of(command, name))
        for name, command in COMMANDS.items()
        if writes_json(command)
    }
    found, invalid = Counter[str](), Counter[str]()
    with TemporaryDirectory() as folder:
        for name, output in outputs(Path(folder), n):
            for line in lines_of(output):
                found[name] += 1
                if not validators[name].is_valid(line):
                    invalid[name] += 1
                    print(f"{name}: {json.dumps(line)[:1000]}", file=sys.stderr)
    for name in validators:
        print(f"{name:25}{found[name]:>10,}{invalid[name]:>10,}")
    print(f"{'all':25}{found.total():>10,}{invalid.total():>10,}")
    return int(invalid.total() > 0 or len(found) < len(validators))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
