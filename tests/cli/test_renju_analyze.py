"""`zet renju analyze` as a user sees it: processes, output files, the contents of the formats."""

import json
import re
from pathlib import Path

from commands import run
from markup import Markup

GAMES = "samples/renju/games.txt"
QUICK = "zet renju analyze --nodes 1000"


def test_processes_give_the_same() -> None:
    one, two = (run(f"{QUICK} --format json --players {GAMES} {jobs}") for jobs in ("", "--jobs 2"))
    assert one.stdout.count("\n") == 5
    assert one.stdout == two.stdout


def test_what_is_written_can_be_read_again(tmp_path: Path) -> None:
    """Games read again have the same main lines, and all comments and marks are retained."""
    moves = run(f"zet renju convert {GAMES}").stdout
    for form in ("sgf", "rif"):
        file = tmp_path / f"games.{form}"
        assert run(f"{QUICK} --format {form} -o {file} {GAMES}").returncode == 0
        assert run(f"zet renju convert {file}").stdout == moves
    library = tmp_path / "games.lib"
    assert run(f"{QUICK} --format lib -o {library} {GAMES}").returncode == 0
    lines = run(f"zet renju convert --all-lines {library}").stdout.split()
    games = moves.split()
    assert all(any(line.startswith(game) for line in lines) for game in games)
    told = run(f"zet renju convert --all-lines --merge --to sgf {library}").stdout
    written = (tmp_path / "games.sgf").read_text()
    for comment in re.findall(r"C\[([^\]]+)\]", written):
        assert comment in told or comment.count(";") > 1, comment
    assert set(re.findall(r"MA\[..\]", written)) == set(re.findall(r"MA\[..\]", told))


def test_words_about_a_game_are_kept_in_rif() -> None:
    game = '{"moves": ["h8", "i9"], "info": {"black": "Anna", "info": "played at night"}}'
    done = run(f"{QUICK} --format rif", stdin=game + "\n")
    assert 'black="Anna"' in done.stdout
    assert "<info>played at night | 2 moves; " in done.stdout


def test_a_page_holds_the_game_and_asks_for_nothing_else(tmp_path: Path) -> None:
    name = '</script><script>alert(1)</script>"&amp; {{data}} {{moves}}'
    game = {"moves": ["h8", "i9"], "info": {"black": name, "white": "Ben"}}
    file = tmp_path / "page.html"
    done = run(f"{QUICK} --html {file}", stdin=json.dumps(game) + "\n")
    assert done.returncode == 0
    assert str(file) in done.stdout
    text = file.read_text()
    page = Markup(text)
    assert f"{name} – Ben" in page.texts
    assert [tag for tag, _ in page.tags].count("script") == 2
    data = next(text for text in page.texts if text.startswith('{"black"'))
    assert [move["cell"] for move in json.loads(data)["moves"]] == [112, 128]
    assert set(json.loads(data)) == {
        "black", "white", "size", "moves", "standings", "values", "names", "words", "turn",
    }  # fmt: skip
    titles = {traits["title"] for tag, traits in page.tags if tag == "button" and "title" in traits}
    assert titles >= {"one move back", "one move forward", "the previous comment", "the next comment"}
    for _tag, traits in page.tags:
        assert not {"src", "href", "onclick", "onload"} & traits.keys()
    assert "{{" not in text.replace("{{data}}", "").replace("{{moves}}", "")
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)


def test_moves_of_which_something_is_said_keep_their_looks(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    run(f"{QUICK} --html {file}", stdin="h8a1i8c1j8e1l8g1m8i1k8\n")
    page = Markup(file.read_text())
    assert [traits["class"] for tag, traits in page.tags if tag == "li"][-1] == "bad said"


def test_a_folder_of_pages_is_made_and_has_an_index(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    done = run(f"{QUICK} --html {folder} --players {GAMES}")
    assert "unnamed" in done.stdout
    assert done.stdout.splitlines()[0].endswith(f"{folder}/games.txt-1.html")
    index = (folder / "index.html").read_text()
    for number in range(1, 5):
        assert f'<a href="games.txt-{number}.html">' in index
        assert (folder / f"games.txt-{number}.html").exists()
    assert " by force after " in index
    single = run(f"{QUICK} --html {tmp_path / 'one'} --select number=2 {GAMES}")
    assert single.returncode == 0
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["games.txt-2.html"]
    missing = run(f"{QUICK} --html {tmp_path / 'no/pages'} {GAMES}")
    assert missing.returncode == 2
    assert not (tmp_path / "no").exists()


def test_pages_of_several_games_are_numbered_or_in_a_folder(tmp_path: Path) -> None:
    refused = run(f"{QUICK} --html {tmp_path / 'page.html'} {GAMES} samples/renju/tree.sgf")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "is the name of one file, but several files are to be written" in refused.stderr
    run(f"{QUICK} --html {tmp_path / 'page.html'} --select number=2 {GAMES}")
    (tmp_path / "page.html").unlink()  # the only game has the name itself
    run(f"{QUICK} --html {tmp_path / 'page.html'} {GAMES}")
    names = ["page-2.html", "page-3.html", "page-4.html", "page.html"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    again = run(f"{QUICK} --html {tmp_path / 'page.html'} samples/renju/tree.sgf")
    assert "exists; --force overwrites it" in again.stderr
    folder = tmp_path / "pages"
    folder.mkdir()
    done = run(f"{QUICK} --html {folder} --lang nl --format json {GAMES}")
    files = [json.loads(line)["file"] for line in done.stdout.splitlines()]
    assert files == [str(folder / f"games.txt-{number}.html") for number in (1, 2, 3, 4)]
    text = (folder / "games.txt-1.html").read_text()
    assert '<html lang="nl">' in text
    assert "Toetsen" in text


def test_an_interrupted_report_goes_on(tmp_path: Path) -> None:
    done = run(f"{QUICK} --resume -o {tmp_path / 'report'} {GAMES}")
    assert done.returncode == 0


def test_moves_after_the_end_make_a_game_illegal() -> None:
    done = run(f"{QUICK} --format json", stdin="h8a1i8a3j8a5k8a7l8a9\n")
    found = json.loads(done.stdout)
    assert (done.returncode, found["status"], found["end"]) == (1, "illegal", "illegal")
    assert len(found["moves"]) == 9
    assert found["decided"] is not None


ONLY = "h8i7j8l8f8m9g8i8e6j6k7i10i9h10j10g7\n"
"""A game in which White had no choice but once."""


MISSED = "h8i9g9f11f10e11g6d11c11h10g7g8\n"
"""A game in which both missed a win."""


def test_verify_replays_all_that_is_proven() -> None:
    lines = run(f"{QUICK} --format json --graph", stdin=ONLY + MISSED).stdout.splitlines()
    proofs = []
    for found in map(json.loads, lines):
        wins = [move for move in found["moves"] if move["win"]]
        only = {move["ply"] - 1: move["move"] for move in found["moves"] if move["mark"] == "only-move"}
        instead = [proof for proof in found["proofs"] if proof["instead"]]
        assert {proof["after"] for proof in instead} == only.keys()
        assert all(proof["instead"] != only[proof["after"]] for proof in instead)
        assert len(found["proofs"]) - len(instead) == len(wins)
        assert wins or len(instead) > 100
        proofs += found["proofs"]
    told = run("zet renju verify", stdin="".join(f"{json.dumps(proof)}\n" for proof in proofs)).stdout
    assert told.count(": valid: ") == len(proofs)
    written = run(f"{QUICK} --format proof", stdin=ONLY + MISSED).stdout
    assert run("zet renju verify", stdin=written).stdout == told
    other = json.dumps(proofs[-1] | {"black": [], "white": [], "moves": []})
    assert ": invalid: " in run("zet renju verify", stdin=other).stdout
    assert "proofs" not in json.loads(run(f"{QUICK} --format json", stdin=ONLY).stdout)


def test_graphs_are_for_json() -> None:
    assert "--defenses graph requires" in run(f"{QUICK} --defenses graph", stdin=ONLY).stderr
