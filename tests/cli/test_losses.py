"""What a format cannot hold is reported on standard error, in one line for each file."""

import io
import json
from collections.abc import Collection, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from commands import commands_in, run
from contract import table_of

from zet.cli.main import GAMES, cli
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.verifier import Claim, Explained
from zet.formats.losses import recorded_losses
from zet.formats.renju import PROOFS as RENJU_PROOFS
from zet.formats.tectonic import EXPLANATIONS, FORMATS as TECTONIC

INFO = {
    "black": "Ann", "white": "Bob", "result": "B+time", "event": "Cup", "date": "1999", "round": "2",
    "rule": "renju", "info": "a remark", "id": "7", "opening": "D4", "name": "a game", "alt": "1",
    "swap": "0",
}  # fmt: skip

PUZZLE = {
    "width": 2, "height": 2, "pieces": [[0, 0], [0, 0]], "givens": [[1, 2], [0, 0]],
    "notes": [[[1], [2]], [[3], []]], "solution": [[1, 2], [3, 4]], "origin": "a", "title": "b",
}  # fmt: skip

RECORDS: dict[str, dict[str, Any]] = {
    "renju": {"moves": ["h8", "a1", "h9", "c1", "h10", "e1"], "info": INFO},
    "tectonic": PUZZLE,
    "ttt": {"board": "XO../..../..../....", "k": 4, "moves": [0, 1]},
    "walls": {"board": "2x2", "extra_move": True, "moves": [[0, 1], [1, 0]], "turn": 1},
}

WHOLE = {game: json.dumps(record) for game, record in RECORDS.items()}
"""For each game a record with all parts that a format may lose."""

FOR_PEOPLE = {"text", "svg", "pdf", "html"}

ANSWERS = {"move", "moves"}
"""Formats of moves that a player answers, one by one."""

SAME = {
    ("renju", "convert"): "",
    ("renju", "find"): "three",
    ("renju", "analyze"): "",
    ("renju", "solve"): "",
    ("renju rules", "solve"): "",
    ("tectonic", "convert"): "",
    ("ttt", "convert"): "",
    ("ttt", "show"): "",
    ("walls", "convert"): "",
}
"""The commands that write what they read, or more about it: they name the losses of its format."""

OTHERS = {
    "match5 convert": "binary input: test_other_games",
    "match5 show": "positions: test_other_games",
    "renju positions": "each position is of many games",
    "renju prove": "proofs in the formats of `solve`, with the same code (cli/renju/proofs.py)",
    "renju puzzle": "each problem is a position, which may be trimmed",
    "renju scan": "a picture is read, which has no part that a format loses",
    "renju weights convert": "both formats have all parts: tests/fuzz/renju.py",
    "tectonic generate": "new puzzles; with FILES their pieces are used, and nothing else of them",
    "tectonic scan": "a picture is read, which has no part that a format loses",
    "tectonic solve": "the solution replaces notes and givens: test_a_solved_puzzle",
    "ttt solve": "the proof: test_other_games",
    "ttt table": "positions are made, without moves",
}
"""The other commands that write a format which a command reads, each with the reason or its own test."""


def written_formats() -> Iterator[tuple[str, str]]:
    """Yield each command with each of its formats that a command reads."""
    for name, command in commands_in(cli):
        game = name.split()[0]
        if game not in GAMES:
            continue
        formats = import_module(f"zet.formats.{game}")
        is_read = {*formats.FORMATS, *getattr(formats, "WEIGHTS", ()), *getattr(formats, "PROOFS", ())}
        for parameter in command.params:
            if "--format" in parameter.opts and isinstance(parameter.type, click.Choice):
                forms = {*parameter.type.choices} - FOR_PEOPLE - ANSWERS
                assert forms - {"json"} <= is_read | {"line", "outline"}, name
                for form in sorted(forms - {"json"} if forms & is_read == {"json"} else forms):
                    yield name, form


def losses_of(game: str, form: str) -> set[str]:
    """Return the names of the parts that a format loses from a record that has all parts."""
    formats = import_module(f"zet.formats.{game}").FORMATS
    [value] = formats["json"].load(io.BytesIO(WHOLE[game].encode()))
    with recorded_losses() as lost:
        formats[form].dumps()(value)
    return {*map(str, lost)}


def test_each_command_with_a_format_that_is_read_is_here() -> None:
    """Each format that a command can read again is tested below, or is listed with a reason."""
    named = {" ".join(words) for words in SAME} | OTHERS.keys()
    written = {name for name, _ in written_formats()}
    assert written - named == set(), "add it to SAME or, with the reason, to OTHERS"
    assert named - written == set(), "it writes no format that is read: remove it"
    assert {game for game in GAMES if game != "match5"} == WHOLE.keys()


@pytest.mark.parametrize(
    ("name", "form"), [one for one in written_formats() if tuple(one[0].rsplit(" ", 1)) in SAME]
)
def test_each_command_names_the_losses_of_its_format(name: str, form: str, tmp_path: Path) -> None:
    game, words = name.split()[0], SAME[tuple(name.rsplit(" ", 1))]  # type: ignore[index]
    done = run(f"zet {name} {words} --format {form} -o {tmp_path}/written", stdin=WHOLE[game])
    assert done.returncode == 0, done.stderr
    of_proofs = {"order of moves", *INFO} - {"rule"}
    wanted = of_proofs if form == "proof" else losses_of(game, form)
    told = done.stderr.strip().removeprefix(f"-: the format {form} cannot store these parts: ")
    assert {*told.split(", ")} - {""} == wanted


def test_each_proof_format_is_compared() -> None:
    """`tests/fuzz/renju.py` writes and reads proofs in each form that `verify` reads."""
    assert {"json", "proof", "tree"} == RENJU_PROOFS.keys()
    table_of("renju")
    proofs = import_module("renju").PROOFS.formats
    assert {form.module for form in proofs.values()} == {form.module for form in RENJU_PROOFS.values()}
    assert table_of("ttt").others.keys() == {"proof"}


NOT_READ = {"source", "record", "code", "wrong", "wrong_notes", "shortest", "notes", "origin", "title"}
"""The keys of an explanation that are no part of what `verify` checks; docs/verify.md names them."""


def test_an_explanation_is_read_as_it_was_written() -> None:
    samples = "samples/tectonic/" + " samples/tectonic/".join(("one.xml", "notes.jsonl", "hardest.txt"))
    done = run(f"zet tectonic explain --format json --with-puzzle --time 10 {samples}")
    values = EXPLANATIONS["json"].load(io.BytesIO(done.stdout.encode()))
    techniques = 0
    for text, found in zip(done.stdout.splitlines(), values, strict=True):
        assert isinstance(found, Explained)
        techniques |= sum({1 << one.technique for one in found.steps})
        assert explained_object(found) == without(json.loads(text), NOT_READ)
    assert techniques.bit_count() > 8


def test_an_explanation_has_its_whole_puzzle() -> None:
    done = run("zet tectonic explain --format json --with-puzzle", stdin=WHOLE["tectonic"])
    [puzzle] = TECTONIC["json"].load(io.BytesIO(done.stdout.encode()))
    [given] = TECTONIC["json"].load(io.BytesIO(WHOLE["tectonic"].encode()))
    parts = table_of("tectonic").parts
    assert parts(puzzle) == parts(given)


def explained_object(found: Explained) -> dict[str, Any]:
    """Return the JSON object of an explanation that was read."""
    places = Puzzle(found.width, len(found.pieces) // found.width, found.pieces, found.givens, ()).places

    def rows(cells: Iterable[Any]) -> list[list[Any]]:
        listed = list(cells)
        return [listed[at : at + found.width] for at in range(0, len(listed), found.width)]

    def step(claim: Claim) -> dict[str, Any]:
        keys: dict[str, Any] = {
            "strategy": claim.technique,
            "name": claim.name,
            "action": claim.action,
            "cells": [*map(list, places(claim.cells))],
            "digits": list(claim.digits),
            "pattern": [*map(list, places(claim.pattern))],
            "reason": claim.reason,
        }
        if claim.solved is not None:
            keys["solved"] = [[*place, digit] for cell, digit in claim.solved for place in places([cell])]
        for key, parts in (("folded", claim.folded), ("chain", claim.chain)):
            if parts is not None:
                keys[key] = [step(one) for one in parts]
        if claim.end is not None:
            [place] = map(list, places([claim.end]))
            own = {"cell": place} if claim.lost is None else {"piece": place, "digit": claim.lost}
            keys["conflict"] = {**own, "reason": claim.end_reason}
        return keys

    return {
        "width": found.width,
        "height": len(found.pieces) // found.width,
        "pieces": rows(number + 1 for number in found.pieces),
        "givens": rows(found.givens),
        **({} if found.start is None else {"start": rows(map(sorted, found.start))}),
        "steps": [step(one) for one in found.steps],
        "solution": rows(found.solution),
        "status": found.status,
        "unique": found.unique,
        "guesses": found.guesses,
        "reason": found.reason,
    }


def without(value: Any, keys: Collection[str]) -> Any:
    """Return a JSON value without the given keys at any depth."""
    if isinstance(value, dict):
        return {key: without(one, keys) for key, one in value.items() if key not in keys}
    return [without(one, keys) for one in value] if isinstance(value, list) else value


def test_a_game_of_the_federation_comes_through_its_format() -> None:
    """A database has dates of tournaments; written again, the date is an attribute of the game."""
    before = run("zet renju convert --to json samples/renju/database.xml")
    written = run("zet renju convert --to rif samples/renju/database.xml")
    assert written.stderr == before.stderr  # of a game that cannot be read
    after = run("zet renju convert --to json", stdin=written.stdout)
    lines = [map(json.loads, done.stdout.splitlines()) for done in (before, after)]
    games = [[line["info"] for line in one if "info" in line] for one in lines]
    assert games[0] == games[1]
    assert any("date" in info for info in games[0])


@pytest.mark.parametrize("jobs", [1, 2])
def test_losses_are_counted_by_file(jobs: int, tmp_path: Path) -> None:
    game = '{{"moves": ["h8", "i9"], "info": {{"black": "{}", "date": "1999"}}}}\n'
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text(game.format("Ann") * 3 + '{"moves": ["h8"]}\n')
    two.write_text('{"moves": ["g7"], "size": 7, "info": {"event": "x"}}\n{"moves": ["h9"]}\n')
    done = run(f"zet renju convert --to psq {one} {two} {one} --jobs {jobs}")
    assert done.returncode == 0
    assert done.stderr == (
        f"{one}: the format psq cannot store these parts: black (6 records), date (6 records)\n"
        f"{two}: the format psq cannot store these parts: event\n"
    )


def test_a_position_loses_the_order_of_the_moves() -> None:
    done = run("zet renju convert --to position", stdin='{"moves": ["a1", "b2"], "size": 7}')
    assert done.stderr == "-: the format position cannot store these parts: order of moves, board size\n"


@pytest.mark.parametrize(
    ("command", "lost"),
    [
        ("zet tectonic convert --to line", "notes, notes in cells with givens, solution, source, title"),
        ("zet tectonic convert --to xml", "notes, notes in cells with givens, solution"),
        ("zet tectonic convert --to penpa", "solution, notes in cells with givens"),
        ("zet tectonic convert --to json", ""),
        ("zet tectonic convert --to sudokupad", ""),
        ("zet tectonic convert --to fpuzzles", ""),
        (
            "zet tectonic convert --to puzzlink",
            "notes, notes in cells with givens, solution, source, title",
        ),
    ],
)
def test_a_puzzle_loses_its_notes(command: str, lost: str) -> None:
    done = run(command, stdin=WHOLE["tectonic"])
    assert done.returncode == 0, done.stderr
    name = command.split()[-1]
    assert done.stderr == (f"-: the format {name} cannot store these parts: {lost}\n" if lost else "")


def test_other_games() -> None:
    done = run("zet ttt convert --k 4 --to line", stdin="XO../..../..../.... X\n")
    assert (
        done.stderr == "-: the format line cannot store these parts: number of marks in a winning row\n"
    )
    done = run("zet match5 convert --to kn -o /dev/null samples/match5/ann.fivo --force")
    assert "the format kn cannot store these parts: name" in done.stderr


def test_saved_games_lose_their_names_once(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    done = run(f"zet renju match zet,nodes=5,name=a zet,nodes=5,name=b --games 2 --save {file}")
    assert (
        done.stderr
        == f"{file}: the format moves cannot store these parts: black, white, result, rule, info\n"
    )
    file = tmp_path / "game.pos"
    done = run(f"zet renju play --nodes 5 --rule freestyle --save {file}")
    assert done.stderr == f"{file}: the format pos cannot store these parts: rule\n"


def test_a_solved_puzzle() -> None:
    done = run("zet tectonic solve --format line", stdin=WHOLE["tectonic"])
    assert (
        done.stderr.partition("\n")[2] == "-: the format line cannot store these parts: source, title\n"
    )


def test_merged_games_lose_what_their_tree_cannot_hold() -> None:
    done = run("zet renju convert --merge --to sgf", stdin=f"{WHOLE['renju']}\n" * 2)
    told = done.stderr.strip().removeprefix("-: the format sgf cannot store these parts: ")
    assert {*told.split(", ")} == {*INFO}
