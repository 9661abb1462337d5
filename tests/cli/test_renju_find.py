"""`zet renju find` beyond its golden files: themes, options, formats, processes."""

import json
import re
from pathlib import Path

import pytest
from commands import ROOT, run

from zet.engines.noire.checker import check
from zet.engines.noire.derivations import with_named
from zet.engines.noire.finder import Finder
from zet.engines.renju.model import Game
from zet.formats import blanche
from zet.formats.renju import lib, sgf
from zet.formats.renju.moves import loads
from zet.formats.renju.tree import Tree

FILE = "samples/renju/collection.sgf"
PAGE = (ROOT / "docs/renju/themes.md").read_text()
SECTION = re.compile(r"^### ([\w-]+)\n\n(.*?)(?=^##|\Z)", re.M | re.S)
THEMES = dict(SECTION.findall(PAGE))
THEMES_FINDER = Finder(blanche.rule_set("themes"))
FOLDER = Path(blanche.__file__).parent / "sets/themes"


def objects(command: str) -> list[dict[str, object]]:
    done = run(command)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_theme_has_its_place() -> None:
    files = {path.stem for path in FOLDER.glob("*.blanche")} - {"00-derivations"}
    assert files == THEMES.keys() == {rule.name for rule in THEMES_FINDER.program.rules}
    assert len(files) >= 25


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_what_its_page_shows(name: str) -> None:
    """A theme is on its page with a picture; the page quotes the rule and its comment from the file.

    The theme occurs in the first three of its games, and almost in the fourth.
    """
    assert f"[{name}](#{name})" in PAGE
    assert (ROOT / f"docs/pictures/theme-{name}.svg").is_file()
    text = (FOLDER / f"{name}.blanche").read_text()
    words = " ".join(line[2:] for line in text.splitlines() if line.startswith("% "))
    shown = THEMES[name]
    assert shown.startswith(f"{words}\n\n![{name}](../pictures/theme-{name}.svg)")
    assert f"```\n{text[text.index('rule ') :]}```" in shown
    assert blanche.format_document(blanche.loads(text)) == text
    games = re.findall(r"^([a-o]\d\S+)$", shown, re.M)
    assert len(games) == 4
    rules = THEMES_FINDER.program.rules
    numbers = [number for number, rule in enumerate(rules) if rule.name == name]
    *having, almost = ([*THEMES_FINDER.find(loads(game), rules=numbers)] for game in games)
    assert all(having)
    assert not almost
    *_, third, fourth = map(loads, games)
    first = loads(games[0])
    assert len(first.moves) == len(fourth.moves)
    assert sum(a != b for a, b in zip(first.moves, fourth.moves, strict=True)) == 1
    assert third != first


def test_a_theme_is_a_word_too() -> None:
    """A query that uses a theme as a predicate matches where the theme does; derivations come first."""
    themes = THEMES_FINDER.program
    known = {one.head.key for one in themes.derivations}
    words = [name for name in THEMES if (name.replace("-", "."), 2) not in known][::3]
    rules = (
        f"rule {name} by its word\nmove Field\npremise {name.replace('-', '.')}(Field, own)\n"
        for name in words
    )
    asked = blanche.loads("".join(rules)).program
    finder = Finder(with_named(blanche.joined([themes, asked])))
    seen: dict[str, set[tuple[object, ...]]] = {}
    with (ROOT / FILE).open("rb") as stream:
        games = [game for game in sgf.load(stream, FILE) if isinstance(game, Game)]
    for number, game in enumerate(games):
        for hit in finder.find(game):
            color = hit.match.rule.player if hit.color is None else hit.color
            seen.setdefault(hit.match.rule.name, set()).add((number, hit.ply, color))
    assert len(words) > 7
    for name in words:
        assert seen.get(f"{name} by its word") == seen.get(name), name
    assert sum(name in seen for name in words) > 4
    assert with_named(themes) == themes


def test_a_rule_that_speaks_of_its_player_elsewhere_is_no_word() -> None:
    text = "mine(F) :- color(F, own)\nrule theirs\nmove F\npremise last.move(F), {}\n"
    text += "rule question\npremise theirs(F, own)\n"
    for premise, is_known in (("color(F, own)", True), ("mine(F)", False)):
        found = check(with_named(blanche.loads(text.format(premise)).program))
        assert any("unknown predicate `theirs/2`" in str(fault) for fault in found) != is_known


def test_questions_that_can_never_match(tmp_path: Path) -> None:
    done = run(f"zet renju find 'result(own, draw)' {FILE}")
    reason = "column 1: this query can never match: `result(own, draw)`: no game can end in this way\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"result(own, draw), {reason}")
    own = tmp_path / "own.blanche"
    own.write_text("rule fine\npremise now(3)\nrule never\npremise now(3), now(4)\n")
    done = run(f"zet renju find {own} {FILE}")
    assert done.stderr == f"{own}:4:9: this query can never match: `now(3)` contradicts `now(4)`\n"
    done = run(f"zet renju find 'played(F, own), to.move(own)' {FILE}")
    assert (done.returncode, done.stdout) == (0, "")
    assert "warning: `to.move(own)` would follow a stone of the same color" in done.stderr


def test_a_rule_base_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    """Each of its rules would match twice."""
    own = tmp_path / "own.blanche"
    own.write_text("rule fine\npremise now(3)\n")
    for words, name in [
        ("find --rules themes --rules themes", "themes"),
        ("rules match --rules fours --rules fours", "fours"),
        (f"find --rules {tmp_path} --rules {tmp_path}/./own.blanche", f"{tmp_path}/./own.blanche"),
        (f"find {own} {own}", own),
    ]:
        done = run(f"zet renju {words} {FILE}")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(f"the rule base {name} is given twice\n")


@pytest.mark.parametrize("before", ["", "four "])
def test_a_word_that_is_nothing(before: str) -> None:
    done = run(f"zet renju find {before}mised-five {FILE}")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        "'mised-five' is neither a rule nor a query nor a file; did you mean missed-five?" in done.stderr
    )
    done = run(f"zet renju find {before}VCF {FILE}")
    assert "nor a file; `zet renju rules list --rules themes` lists the names of rules" in done.stderr


def test_the_set_has_no_errors() -> None:
    done = run("zet renju rules check themes")
    assert done.returncode == 0, done.stdout
    assert all("no rule uses" in line for line in done.stdout.splitlines()[:-1])


def test_first_and_last() -> None:
    every = objects(f"zet renju find three --format json {FILE}")
    for option, pick in (("--first-match", 0), ("--last-match", -1)):
        found = objects(f"zet renju find three {option} --format json {FILE}")
        wanted = {}
        for one in every:
            key = one["record"], one["player"]
            if option == "--last-match" or key not in wanted:
                wanted[key] = one
        order = sorted(wanted.values(), key=lambda one: (one["record"], one["ply"]))  # type: ignore[arg-type]
        assert found == order, pick


def test_counts_are_shares_of_the_games_that_were_read() -> None:
    [one] = objects(f"zet renju find foul --count-by rule --select player=Dee --format json {FILE}")
    assert one["counts"] == [{"rule": "foul", "matches": 1, "games": 1, "of": 7, "share": 0.1429}]
    [one] = objects(f"zet renju find foul --count-by rule --select white=Ann --format json {FILE}")
    assert one["counts"] == [{"rule": "foul", "matches": 0, "games": 0, "of": 2, "share": 0.0}]
    [one] = objects(f"zet renju find foul --count-by player,color --format json {FILE}")
    assert one["counts"] == [
        {"player": "Cor", "color": "black", "matches": 1, "games": 1, "of": 3, "share": 0.3333}
    ]


def test_counts_by_variables() -> None:
    asked = f"zet renju find 'played(Field, own), now(N), less(N, 3)' {FILE} --format json"
    [one] = objects(f"{asked} --count-by N,Field")
    assert one["counts"][0] == {"N": 1, "Field": "h8", "matches": 12, "games": 12, "of": 12, "share": 1.0}  # type: ignore[index]
    done = run(f"{asked} --count-by F_")
    assert (done.returncode, done.stdout) == (2, "")
    assert "none of these rules has the variable F_; their variables are: Field, N" in done.stderr
    assert "'field' is neither one of rule, color" in run(f"{asked} --count-by field").stderr


def test_players_and_endings() -> None:
    every = objects(f"zet renju find three --format json {FILE}")
    ann = objects(f"zet renju find three --player ann --format json {FILE}")
    assert ann == [one for one in every if one["name"] == "Ann"]
    white = objects(f"zet renju find three --player white --format json {FILE}")
    assert white == [one for one in every if one["player"] == "white"]
    assert objects(f"zet renju find three --player nobody --format json {FILE}") == []
    own = objects(f"zet renju find three --won-by own --format json {FILE}")
    other = objects(f"zet renju find three --won-by other --format json {FILE}")
    none = objects(f"zet renju find three --won-by none --format json {FILE}")
    assert sorted(map(str, (*own, *other, *none))) == sorted(map(str, every))
    assert {
        one["record"] for one in objects(f"zet renju find three --ended-by foul --format json {FILE}")
    } == {12}
    asked = objects(f"zet renju find 'result(own, foul), now(0)' --format json {FILE}")
    assert [(one["record"], one["player"]) for one in asked] == [(12, "white")]


def test_a_question_is_asked_once_if_it_names_no_player() -> None:
    [found] = objects("echo h8i9 | zet renju find 'color(h8, black), now(2)' --format json")
    assert found["player"] is None
    assert found["bindings"] == {}
    both = objects("echo h8i9 | zet renju find 'played(Field, own)' --format json")
    assert [(one["player"], one["ply"]) for one in both] == [("black", 1), ("white", 2)]


def test_files_of_rules(tmp_path: Path) -> None:
    """A file of queries uses the derivations of the set; several queries are numbered."""
    own = tmp_path / "own.blanche"
    own.write_text("fifth(F) :- played(F, black), now(5)\nrule fifth\nmove F\npremise fifth(F)\n")
    line = "echo h8i9h9i8h10 | zet renju find"
    assert run(f"{line} {own}").stdout == "-, game 1, after 5 moves: fifth; F h10\n"
    found = objects(f"{line} {own} 'now(1)' 'now(2)' --format json")
    assert [one["rule"] for one in found] == ["question 1", "question 2", "fifth"]
    whole = "rule last\npremise last.move(F), now(N), ends(N)"
    assert run(f"{line} '{whole}'").stdout == "-, game 1, after 5 moves: last; F h10, N 5\n"
    assert "t-threat" in run(f"zet renju find --rules sound {FILE}").stdout


def test_all_lines_of_a_tree() -> None:
    found = objects(
        "zet renju find 'now(3), last.move(F)' --all-lines --format json samples/renju/tree.sgf"
    )
    assert [one["bindings"] for one in found] == [{"F": "g7"}, {"F": "g7"}, {"F": "j10"}]


def test_marks_in_a_tree() -> None:
    done = run("echo h8g6i8g4h9g5h10h7 | zet renju find missed-straight-four --format sgf")
    assert "C[after" in done.stdout
    assert "LB[" in done.stdout
    assert done.stdout.count("MA[") == 1


def test_pictures(tmp_path: Path) -> None:
    run(f"zet renju find trap --svg {tmp_path} {FILE}")
    [picture] = tmp_path.glob("*.svg")
    assert b"trap" in picture.read_bytes()


def test_a_game_that_takes_too_long() -> None:
    fields = [f"color(F{n}_, own)" for n in range(7)]
    fields += [f"distance(F{n}_, F{(n + 1) % 7}_, N{n}_)" for n in range(7)]
    question = f"¬({', '.join(fields)}, less(N6_, 0))"
    done = run(f"tail -1 samples/renju/played.txt | zet renju find --time 0.05 '{question}'")
    assert done.returncode == 3
    assert "unknown: the limit on time was reached" in done.stdout


@pytest.mark.parametrize(
    "options", ["--jobs 2", "--jobs 2 --count-by rule,year", "--jobs 2 --format lib"]
)
def test_processes(options: str, tmp_path: Path) -> None:
    alone = options.replace("--jobs 2", "")
    outputs = []
    for one in (alone, options):
        output = tmp_path / f"{len(outputs)}"
        done = run(f"zet renju find four-three missed-five {one} -o {output} {FILE}")
        assert done.returncode == 0, done.stderr
        outputs.append(output.read_bytes())
    assert outputs[0] == outputs[1]
    assert outputs[0]


def test_no_match_is_no_failure() -> None:
    done = run("echo h8 | zet renju find five-in-a-row")
    assert done.returncode == 2
    done = run("echo h8 | zet renju find foul")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_positions_alone() -> None:
    [found] = objects("echo 'h8i8j8k8/a1c1e1g1 black' | zet renju find 'completes(F, own)' --format json")
    assert found["ply"] == 0


def test_a_game_with_passes() -> None:
    game = Game.build(moves=[112, -1, 113])
    program = blanche.loads("rule a\npremise last.move(F), now(N), to.move(C)\n").program
    found = [(hit.ply, [str(one) for one in hit.match.bindings]) for hit in Finder(program).find(game)]
    assert found == [(1, ["h8", "1", "white"]), (2, ["h8", "2", "black"]), (3, ["i8", "3", "white"])]


@pytest.mark.parametrize("option", ["player=black", "won-by=own"])
def test_a_question_of_nobody_has_no_player(option: str) -> None:
    done = run(f"zet renju find 'makes.four(F, G, white)' --where {option} samples/renju/games.txt")
    assert done.returncode == 2
    assert (
        f"--where {option} requires rules that belong to a player, or queries that use the color `own`"
        in done.stderr
    )
    own = f"zet renju find 'makes.four(F, G, own)' --where {option} samples/renju/games.txt"
    assert run(own).returncode == 0


BY = "'last.move(F), last.move(G) 1 earlier, distance(F, G, N)'"


@pytest.mark.parametrize(("word", "sign"), [("highest", -1), ("lowest", 1)])
def test_matches_sorted_by_a_variable(word: str, sign: int) -> None:
    """Matches with equal values keep their order, in any format and with any number of jobs."""
    found = objects(f"zet renju find {BY} --format json {FILE}")
    values = [sign * one["bindings"]["N"] for one in found]  # type: ignore[index]
    assert len(set(values)) > 5
    order = sorted(range(len(found)), key=lambda at: (values[at], at))
    wanted = [found[at] for at in order]
    for jobs in ("", " --jobs 2"):
        assert objects(f"zet renju find {BY} --matches {word}=N --format json {FILE}{jobs}") == wanted
    lines = run(f"zet renju find {BY} {FILE}").stdout.splitlines()
    sorted_lines = run(f"zet renju find {BY} --matches {word}=N {FILE}").stdout.splitlines()
    assert sorted_lines == [lines[at] for at in order]
    first = run(f"zet renju find {BY} --matches {word}=N --format position {FILE}").stdout.splitlines()
    assert len(first) == len(found)


def test_games_sorted_by_their_best_match() -> None:
    found = objects(f"zet renju find {BY} --format json {FILE}")
    best: dict[object, int] = {}
    for one in found:
        value = one["bindings"]["N"]  # type: ignore[index]
        best[one["record"]] = max(value, best.get(one["record"], 0))
    wanted = sorted(best, key=lambda game: -best[game])
    line = f"zet renju find {BY} --matches highest=N"
    games = run(f"{line} --format moves {FILE}").stdout.splitlines()
    given = run(f"zet renju convert --to moves {FILE}").stdout.splitlines()
    assert games == [given[int(str(game)) - 1] for game in wanted]
    rif = run(f"{line} --format rif {FILE}").stdout
    assert rif.startswith("<?xml")
    assert rif.rstrip().endswith("</database>")
    assert rif.count("<game ") == len(wanted)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--matches highest=F", "the values of the variable F are not numbers"),
        ("--matches highest=rule", "none of these rules has the variable rule"),
        ("--matches highest=N --matches lowest=N", "--matches highest"),
        ("--matches lowest=N --count-by N", "--count-by"),
        ("--matches lowest=N --format lib -o x.lib", "--format lib"),
    ],
)
def test_orders_that_are_refused(options: str, reason: str) -> None:
    done = run(f"zet renju find {BY} {options} {FILE}")
    assert done.returncode == 2
    assert reason in done.stderr


def test_a_comment_is_the_text_of_a_match(tmp_path: Path) -> None:
    """The text contains the same values as JSON, in every format with comments."""
    asked = "'makes.four(F, G, own), edge(F, E), now(N), equal(S, 100 - N * E)'"
    template = "--comment '{ply} {rule} {player} {name} {move}: {F} in {G}, {S}%; {{x}}'"
    line = f"zet renju find {asked} {FILE}"
    wanted: dict[object, list[str]] = {}
    for one in objects(f"{line} --format json"):
        values: dict[str, object] = one["bindings"]  # type: ignore[assignment]
        text = f"{one['ply']} question {one['player']} {one['name']} -: {values['F']} in {values['G']}"
        wanted.setdefault(one["record"], []).append(f"{text}, {values['S']}%; {{x}}")
    every = [(game, text) for game, texts in wanted.items() for text in texts]
    lines = run(f"{line} {template}").stdout.splitlines()
    assert lines == [f"{FILE}, game {game}, {text}" for game, text in every]
    comments = re.findall(r"C\[(.*?)\]", run(f"{line} {template} --format sgf").stdout, re.S)
    assert comments == [text for _game, text in every]
    remarks = re.findall("<info>(.*?)</info>", run(f"{line} {template} --format rif").stdout)
    assert remarks == ["; ".join(texts) for texts in wanted.values()]
    done = run(f"{line} {template} --format lib -o {tmp_path}/x.lib")
    assert done.returncode == 0
    with (tmp_path / "x.lib").open("rb") as stream:
        [library] = lib.load(stream, whole=True)
    assert isinstance(library, Tree)
    comments = "\n".join(library.comments.values()).splitlines()
    assert sorted(comments) == sorted(text for _game, text in every)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            "--comment '{M}'",
            "{M}, column 1: unknown name {M}; known names: ply, rule, player, name, move, N",
        ),
        ("--comment 'a {{M}} {M}'", "column 9: unknown name {M}"),
        ("--comment '{}'", "column 1: unknown name {}"),
        ("--comment 'a } b'", "a } b, column 3: an unpaired }"),
        ("--comment '{N'", "{N, column 1: an unpaired {"),
        ("--comment '{N}' --format json", "--format json"),
        ("--comment '{N}' --count-by rule", "--count-by"),
    ],
)
def test_comments_that_are_refused(options: str, reason: str) -> None:
    done = run(f"zet renju find {options} 'now(N)' {FILE}")
    assert done.returncode == 2
    assert reason in done.stderr


@pytest.mark.parametrize(
    ("query", "warning"),
    [
        ("now(3), now(N) or now(4), now(N)", "column 19: warning: `,` binds more tightly than `or`"),
        ("now(3) or now(4), now(N_)", "column 11: warning: `,` binds more tightly than `or`"),
        ("(now(3), now(N_)) or now(4)", ""),
        ("now(3) or now(4)", ""),
        ("now(3), (now(N_), now(3) or now(4))", ""),
        ("now(3), (last.move(F), color(F, Black))", "column 24: warning: Black is a variable"),
        ("now(3), last.move(F), color(F, None)", "column 23: warning: None is a variable"),
        ("now(3), last.move(F), color(F, Color)", ""),
    ],
)
def test_warnings_of_a_query(query: str, warning: str) -> None:
    done = run(f"zet renju find '{query}' {FILE}")
    assert done.returncode == 0
    assert done.stdout
    assert warning in done.stderr
    assert bool(done.stderr) == bool(warning)


@pytest.mark.parametrize("form", ["position", "board"])
def test_a_comment_is_refused_for_formats_without_comments(form: str) -> None:
    done = run(f"zet renju find five --comment x --format {form}", stdin="h8i9")
    assert done.returncode == 2
    assert "--comment requires --format text, sgf, lib or rif" in done.stderr


def test_undecided_positions_are_reported() -> None:
    """In text, in JSON and, for formats of games, on standard error; the exit code is that of a limit."""
    question = "zet renju find 'to.move(own), wins.by.threes(own, 20, F), ¬wins.by.fours(own, 20, F_)'"
    file = f"--select number=9 {FILE}"
    words = f"{FILE}, game 9: unknown: the limit on nodes was reached in 1 position"
    done = run(f"{question} {file}")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (3, words)
    done = run(f"{question} --format json {file}")
    last = json.loads(done.stdout.splitlines()[-1])
    assert (done.returncode, last["status"], last["limit"], last["positions"]) == (
        3,
        "unknown",
        "nodes",
        1,
    )
    done = run(f"{question} --format sgf {file}")
    assert (done.returncode, done.stderr) == (
        3,
        f"{FILE}: record 9: unknown: the limit on nodes was reached in 1 position\n",
    )
    decided = run(f"{question.replace('20, F)', '1, F)')} {file}")
    assert (decided.returncode, decided.stderr) == (0, "")


def test_matching_a_position_refuses_what_only_queries_can_ask(tmp_path: Path) -> None:
    rules = tmp_path / "mine.blanche"
    rules.write_text("rule one\npremise wins.by.threes(black, 3, F)\n")
    done = run(f"zet renju rules match --rules {rules} samples/renju/problems.txt")
    assert done.returncode == 2
    assert "only queries on games can use wins.by.threes" in done.stderr


def test_solutions_that_are_left_out_are_told() -> None:
    find = "zet renju find --matches all --matches most=200 'empty(F), now(N)'"
    limit = "unknown: the limit on solutions was reached"
    done = run(f"{find} --count-by rule", stdin="h8h9\n")
    assert done.stdout == f"-, game 1: {limit}\nquestion: 600 matches in 1 of 1 game (100.0%)\n"
    assert done.returncode == 3
    done = run(f"{find} --format json", stdin="h8h9\n")
    *matches, last = map(json.loads, done.stdout.splitlines())
    assert (len(matches), last["status"], last["limit"]) == (600, "unknown", "solutions")
    done = run(f"{find} --format moves", stdin="h8h9\n")
    assert done.stdout == "h8h9\n"
    assert done.stderr.startswith(f"-: record 1: {limit}\n")
    done = run(f"{find.replace('200', '225')} --count-by rule", stdin="h8h9\n")
    assert done.stdout == "question: 672 matches in 1 of 1 game (100.0%)\n"
    assert done.returncode == 0


def test_counts_tell_of_games_in_which_time_ran_out() -> None:
    find = "zet renju find --time 0 'empty(F), now(N)' --count-by rule"
    done = run(find, stdin="h8h9\n")
    assert done.stdout.startswith("-, game 1: unknown: the limit on time was reached\n")
    assert done.returncode == 3


SIX = "(;GM[4]{};B[aa];W[oa];B[ba];W[oc];B[ca];W[oe];B[ea];W[og];B[fa];W[oi];B[da])"
"""A game whose last move, d15, makes six in a row."""


@pytest.mark.parametrize(
    ("rule", "ending"),
    [
        ("", "white, foul"),
        ("Renju", "white, foul"),
        ("Gomoku", "white, foul"),
        ("Freestyle", "black, five"),
        ("standard", ""),
    ],
)
def test_the_rule_that_a_game_records_applies(rule: str, ending: str) -> None:
    """Games without comments, whose moves alone are tested first, and the others."""
    for comment in ("", "C[a game]"):
        game = SIX.format(f"RU[{rule}]" * bool(rule) + comment)
        found = run("zet renju find 'result(C, W), now(0)'", stdin=game).stdout
        assert ("C {}, W {}".format(*ending.split(", ")) in found) if ending else not found
        fouls = run("zet renju find 'forbidden(d15, overline), now(10)'", stdin=game).stdout
        assert bool(fouls) == ("foul" in ending)


def test_games_of_several_rules_are_searched_together() -> None:
    games = "".join(SIX.format(f"RU[{rule}]") for rule in ("Renju", "Freestyle", "standard", "Renju"))
    total = run("zet renju find 'result(C, W), now(0)' --count-by W,C --format json", stdin=games).stdout
    counts = [(one["W"], one["C"], one["games"]) for one in json.loads(total)["counts"]]
    assert counts == [("foul", "white", 2), ("five", "black", 1)]
