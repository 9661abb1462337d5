"""The JSON objects of answers about a game, without the keys `source` and `record`.

The types in `contract` describe the objects. All text is in English. `zet.formats.blanche.answers`
creates the answers of `zet renju rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from zet.engines import renju
from zet.engines.messages import Message, code_of
from zet.engines.renju.constants import COLOR_NAMES
from zet.engines.renju.model import name, names
from zet.formats import renju as formats
from zet.formats.renju.json_lines import as_dict as game_object

if TYPE_CHECKING:
    from zet.engines.elo import Duel, Sprt, Standing
    from zet.engines.renju.constants import Rule
    from zet.formats.renju import contract
    from zet.formats.renju.scan import Seen

Cells = Sequence[int]


def as_dict(
    game: renju.Game,
    found: renju.Result | renju.Choice | renju.Defense | renju.Analysis | renju.Verdict | None = None,
    rule: str | None = None,
) -> dict[str, Any]:
    """Return the JSON object for a result about a game under a rule, or for the game itself.

    `solve`, `bestmove`, `defend`, `analyze`, `check` and `show` print the same object, plus `source` and
    `record`.
    """
    match found:
        case renju.Result():
            return {**solve(found, game.size)}
        case renju.Choice():
            return {**best_move(renju.Explanation(found), game.size)}
        case renju.Defense():
            return {**defend(found, game.size)}
        case renju.Analysis():
            return {**analyze(found)}
        case renju.Verdict():
            opening = renju.opening_of(game) if (rule or game.rule) == "renju" else None
            return {**check(game, found, opening)}
    return {**shown(game)}


def shown(game: renju.Game) -> contract.GameAnswer:
    """Return the JSON object of `zet renju show`: the game."""
    return {"status": "ok", **game_object(game)}


def solve(found: renju.Result, size: int) -> contract.Solved:
    """Return the JSON object of `zet renju solve`: whether a color has a forced win."""
    proof = found.proof
    return {
        "status": found.status,
        "line": names(found.line, size) or None,
        "length": proof.length if proof else None,
        "end": proof.end if proof else None,
        "shortest": found.shortest,
        "limit": found.limit,
        "nodes": found.nodes,
        "table_hits": found.hits,
        "seconds": round(found.seconds, 6),
    }


def proof_keys(
    game: renju.Game, color: int, rule: str, proof: renju.Proof | None, *, tree: bool, graph: bool
) -> contract.ProofKeys:
    """Return the JSON keys of a proof that a color wins: the proof as a tree, as a graph, or as both."""
    shapes: contract.ProofShapes = {}
    if tree:
        shapes["tree"] = formats.proofs.as_dict(proof, game.size) if proof else None
    if graph:
        shapes["graph"] = formats.proofs.as_graph(proof, game.size) if proof else None
    return {
        **game_object(game),
        "attacker": COLOR_NAMES[color],
        "rule": cast("Rule", rule),
        **shapes,
    }


def solve_with_proof(
    found: renju.Result, size: int, proof: contract.ProofKeys
) -> contract.SolvedWithProof:
    """Return the JSON object of `zet renju solve` with a proof."""
    return {**solve(found, size), **proof}


def verify(
    claim: formats.Claim, check: renju.proof.Check, unused: Iterable[tuple[int, int | None]]
) -> contract.ProofChecked:
    """Return the JSON object of `zet renju verify`: whether a proof is valid, and its `unused` parts."""
    fault, proof, size = check.fault, claim.proof, claim.game.size
    parts: list[contract.UnusedPart] = [
        {"move": name(move, size), "answer": None if answer is None else name(answer, size)}
        for move, answer in unused
    ]
    return {
        "status": "unused" if parts else check.status,
        "moves": None if fault is None else names(fault.moves, size),
        "code": None if fault is None else code_of(fault.reason),
        "reason": "" if fault is None else str(fault.reason),
        "length": proof.length,
        "size": proof.size,
        "parts": check.parts,
        "limit": check.limit,
        "nodes": check.nodes,
        "unused": parts,
    }


def answers_refuted(game: renju.Game, rule: str, total: int, left: Cells) -> contract.AnswersRefuted:
    """Return the total of `zet renju verify --after`: the answers `left`, of `total`, are not refuted."""
    return {
        "status": "unknown" if left else "win",
        **game_object(game),
        "rule": cast("Rule", rule),
        "answers": total,
        "open": names(left, game.size),
    }


def threats(both: tuple[renju.Threat, renju.Threat], size: int) -> contract.ThreatsFound:
    """Return the JSON object of `zet renju threats`: how each color would win if it were to move."""
    black, white = both
    is_open = any(one.win.status == "unknown" for one in both)
    return {
        "status": "unknown" if is_open else "ok",
        "black": _threat(black, size),
        "white": _threat(white, size),
    }


def _threat(threat: renju.Threat, size: int) -> contract.Threat:
    proof = threat.win.proof
    return {
        "fives": names(threat.fives, size),
        "status": threat.win.status,
        "line": names(threat.win.line, size) or None,
        "length": proof.length if proof else None,
    }


def no_threats(error: renju.GameOverError) -> contract.NoThreats:
    """Return the JSON object of `zet renju threats` for a game that is over."""
    reason = error.args[0]
    return {
        "status": "over",
        "black": None,
        "white": None,
        "code": code_of(reason),
        "reason": str(reason),
    }


def defend(found: renju.Defense, size: int) -> contract.Defended:
    """Return the JSON object of `zet renju defend`: the moves that refute a threat."""
    return {
        "status": found.status,
        "moves": names(found.moves, size),
        "unclear": names(found.unclear, size),
        "threat": names(found.threat.line, size) or None,
    }


def no_defense(error: renju.GameOverError) -> contract.NoDefense:
    """Return the JSON object of `zet renju defend` for a game that is over."""
    reason = error.args[0]
    return {
        "status": "over",
        "moves": [],
        "unclear": [],
        "threat": None,
        "code": code_of(reason),
        "reason": str(reason),
    }


def best_move(
    found: renju.Explanation, size: int, *, count: int = 1, explain: bool = False
) -> contract.MoveChosen:
    """Return the JSON of `zet renju bestmove`: the move to play and, if `count` > 1, other moves."""
    choice = found.choice
    others: contract.OtherMoves = {}
    if count > 1:
        others["others"] = [_ranked(one, size) for one in found.others]
    if explain:
        proven = (choice, *found.others, *found.refuted)
        others["wins"] = [_move_line(one, size) for one in proven if one.reason == "win"]
        others["losses"] = [_move_line(one, size) for one in proven if one.reason == "lost"]
        others["threat"] = names(found.threat, size)
    return {"status": "ok", **_ranked(choice, size), "nodes": choice.nodes, **others}


def _ranked(choice: renju.Choice, size: int) -> contract.RankedMove:
    return {
        "move": name(choice.move, size),
        "reason": choice.reason,
        "value": choice.value,
        "depth": choice.depth,
        "line": names(choice.line, size),
    }


def _move_line(choice: renju.Choice, size: int) -> contract.MoveLine:
    return {"move": name(choice.move, size), "line": names(choice.line, size)}


def no_move(error: renju.GameOverError) -> contract.NoMove:
    """Return the JSON object of `zet renju bestmove` for a game that is over."""
    reason = error.args[0]
    return {"status": "over", "move": None, "code": code_of(reason), "reason": str(reason)}


def analyze(
    found: renju.Analysis, *, graph: bool = False, file: str | None = None
) -> contract.GameAnalyzed:
    """Return the JSON object of `zet renju analyze`; with `graph`, it contains the proof of each win."""
    info = dict(found.game.info)
    black, white = (mark_counts(formats.report.counts(found, side)) for side in (0, 1))
    keys: contract.GameAnalyzed = {
        "status": "illegal" if found.end.status == "illegal" else "ok",
        "rule": cast("Rule", found.rule),
        "threats": found.threats,
        "players": [info.get(color) for color in COLOR_NAMES],
        "end": found.end.status,
        "code": code_of(found.end.reason),
        "reason": str(found.end.reason),
        "decided": found.decided,
        "counts": {"black": black, "white": white},
        "start": _standing(found.start),
        "moves": [_step(step) for step in found.steps],
        "nodes": found.nodes,
    }
    if graph:
        keys["proofs"] = [_win_found(*one) for one in formats.report.claims(found)]
    if file is not None:
        keys["file"] = file
    return keys


def mark_counts(numbers: Mapping[renju.analysis.Mark, int]) -> contract.MarkCounts:
    """Return the number of moves with each mark."""
    return {
        "foul": numbers["foul"],
        "missed-five": numbers["missed-five"],
        "missed-foul": numbers["missed-foul"],
        "blunder": numbers["blunder"],
        "missed-win": numbers["missed-win"],
        "only-move": numbers["only-move"],
        "unclear": numbers["unclear"],
    }


def _standing(one: renju.Standing) -> contract.StandingObject:
    return {
        "winner": None if one.winner is None else COLOR_NAMES[one.winner],
        "wins_in": one.length if one.winner is not None else None,
        "clear": one.is_clear,
    }


def _step(step: renju.Step) -> contract.AnalyzedMove:
    about = step.win if step.mark == "missed-win" else step.refutation
    return {
        "ply": step.number,
        "color": COLOR_NAMES[step.color],
        "move": name(step.move, step.size),
        "mark": step.mark,
        "line": names(about.line(), step.size) if about and step.mark else None,
        "length": about.length if about and step.mark else None,
        "forbidden": step.forbidden,
        "fives": names(step.fives, step.size),
        "win": names(step.win.line(), step.size) if step.win else None,
        "win_length": step.win.length if step.win else None,
        "refutation": names(step.refutation.line(), step.size) if step.refutation else None,
        "refutation_length": step.refutation.length if step.refutation else None,
        "holds": names(step.holds, step.size),
        **_standing(step.after),
    }


def _win_found(number: int, cell: int | None, claim: formats.Claim) -> contract.WinFound:
    game = claim.game.with_info({})
    return {
        "after": number,
        "instead": None if cell is None else name(cell, game.size),
        **proof_keys(game, claim.color, claim.rule, claim.proof, tree=False, graph=True),
    }


def players_total(n_games: int, players: Sequence[contract.PlayerMarks]) -> contract.PlayersTotal:
    """Return the total of `analyze --players`: how often each player's moves received each mark."""
    return {"status": "total", "games": n_games, "players": players}


def player_marks(player: str, counts: Mapping[Any, int]) -> contract.PlayerMarks:
    """Return how many of a player's moves have each mark; an empty `player` means an unknown name."""
    return {
        "player": player or None,
        "games": counts["games"],
        "moves": counts["moves"],
        **mark_counts(counts),
    }


def problem_object(problem: renju.Problem) -> contract.ProblemObject:
    """Return the JSON object for a problem: its position with info, its winning line, and its grade."""
    return {
        **game_object(problem.game),
        "after": problem.n_moves,
        "line": names(problem.proof.line(), problem.game.size),
        "length": problem.proof.length,
        "threats": problem.threats,
        "level": problem.level,
        "effort": problem.effort,
    }


def problems_found(problems: Iterable[renju.Problem]) -> contract.ProblemsFound:
    """Return the JSON object of `zet renju puzzle`: the problems found in a game."""
    found = [problem_object(one) for one in problems]
    return {"status": "ok" if found else "none", "problems": found}


def problem_kept(problem: renju.Problem, file: str, number: int) -> contract.ProblemKept:
    """Return the JSON object that `puzzle --unique` writes for a problem from game `number` of `file`."""
    return {"status": "ok", "file": file, "game": number, **problem_object(problem)}


def check(
    game: renju.Game,
    found: renju.Verdict,
    opening: renju.Opening | None,
    opening_rule: str | None = None,
    unshown: Sequence[Message] = (),
) -> contract.GameChecked:
    """Return the JSON object of `zet renju check`: the state of a game, or the rule that it breaks."""
    keys: contract.GameChecked = {
        "status": found.status,
        "code": code_of(found.reason),
        "reason": str(found.reason),
        "move": found.move,
        "forbidden": found.forbidden,
        "opening": opening.name if opening else None,
    }
    if opening_rule:
        keys["opening_rule"] = opening_rule
        keys["unshown"] = list(map(str, unshown))
    if hint := hint_about(game):
        keys["hint"] = hint
    return keys


def hint_about(game: renju.Game) -> Message | None:
    """Return a message about a probable mistake in the stones of a position, or None."""
    black, white = game.n_stones()
    if black >= white:
        return None
    return Message(
        "more white than black stones; `zet renju convert --transform swap-colors` swaps the colors"
    )


def forbidden(cells: Mapping[int, renju.rules.Forbidden], size: int) -> contract.ForbiddenPoints:
    """Return the JSON object of `zet renju forbidden`: Black's forbidden points."""
    return {"status": "ok", "points": {name(cell, size): kind for cell, kind in cells.items()}}


def opening(found: renju.Opening | None) -> contract.OpeningNamed:
    """Return the JSON object of `zet renju openings`: the opening pattern of a game, if it has one."""
    if found is None:
        return {"status": "none", "code": None, "name": None, "moves": None}
    return {"status": "ok", "code": found.code, "name": found.name, "moves": names(found.moves)}


def position_counted(game: renju.Game, counts: Mapping[str, int]) -> contract.PositionCounted:
    """Return the JSON object of `zet renju positions`: a position, and counts of games that reach it."""
    return {
        "status": "ok",
        **game_object(game),
        "games": counts["games"],
        "black_won": counts["black_won"],
        "white_won": counts["white_won"],
        "draws": counts["draws"],
    }


def scan(game: renju.Game) -> contract.PositionScanned:
    """Return the JSON object of `zet renju scan`: a position."""
    return {"status": "ok", **game_object(game), "doubtful": []}


def doubted(seen: Seen) -> contract.PositionDoubted:
    """Return the JSON object of `zet renju scan` for a board with doubtful stones."""
    return {
        "status": "unknown",
        "size": seen.size,
        "black": names(seen.black, seen.size),
        "white": names(seen.white, seen.size),
        "doubtful": names(seen.doubtful, seen.size),
    }


def game_played(
    found: renju.match.Ended, game: renju.Game, opening: int, rule: str
) -> contract.GamePlayed:
    """Return the JSON object of a game in `match`: its end, moves, metadata and opening number."""
    proof: contract.EndingProof = {}
    if found.proof:
        proof = {
            "attacker": COLOR_NAMES[found.game.side],
            "rule": cast("Rule", rule),
            "graph": formats.proofs.as_graph(found.proof, game.size),
        }
    return {
        "status": end_status(found),
        "opening": opening,
        "end": found.end,
        "reason": str(found.reason),
        "seconds": [round(one, 3) for one in found.seconds],
        "slowest": [round(one, 3) for one in found.slowest],
        "line": names(found.proof.line(), game.size) if found.proof else None,
        **game_object(game),
        **proof,
    }


def end_status(found: renju.match.Ended) -> contract.GameStatus:
    """Return the JSON status of a finished game in a match: the winner, a draw, or no result."""
    if found.end == "protocol":
        return "protocol"
    return "draw" if found.winner is None else renju.referee.WON[found.winner]


def match_total(
    n_games: int,
    results: Sequence[contract.PairResult],
    test: contract.SequentialTest | None,
    players: Sequence[contract.PlayerStanding],
) -> contract.MatchTotal:
    """Return the total of `match`; with more than two players, `players` contains the standings."""
    keys: contract.MatchTotal = {"status": "total", "games": n_games, "results": results}
    if test:
        keys["sprt"] = test
    if players:
        keys["players"] = players
    return keys


def pair_result(player: str, opponent: str, duel: Duel) -> contract.PairResult:
    """Return the results of the games between two players."""
    score = duel.score if duel.games else None
    return {
        "player": player,
        "opponent": opponent,
        "games": duel.games,
        "won": duel.won,
        "drawn": duel.drawn,
        "lost": duel.lost,
        "won_as_black": duel.won_first,
        "lost_as_black": duel.lost_first,
        "pairs": list(duel.pairs),
        "score": round(score.mean, 5) if score else None,
        "score_interval": [round(score.low, 5), round(score.high, 5)] if score else [0.0, 1.0],
        "elo": _elo(score.mean) if score else None,
        "elo_interval": [_elo(score.low), _elo(score.high)] if score else [None, None],
        "ends": {end: duel.ends[end] for end in renju.match.ENDS if duel.ends[end]},
    }


def _elo(score: float) -> float | None:
    """Return the Elo difference that a score implies; None if it is infinite, as JSON has no infinity."""
    from zet.engines.elo import elo_of

    return round(elo_of(score), 1) if 0 < score < 1 else None


def sequential_test(elo: tuple[float, float], found: Sprt) -> contract.SequentialTest:
    """Return the state of a sequential test between two Elo differences."""
    return {
        "elo": list(elo),
        "llr": round(found.ratio, 4),
        "bounds": [round(found.low, 4), round(found.high, 4)],
        "accepted": found.accepted,
    }


def player_standing(player: str, one: Standing) -> contract.PlayerStanding:
    """Return the results of a player against all other players."""
    return {
        "player": player,
        "games": one.games,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "points": one.points,
    }


def game_turn(what: str, game: renju.Game, opening: renju.Opening | None) -> contract.GameTurn:
    """Return the `play` record for a turn (`start`, `move` or `back`), with the position after it."""
    return {
        "status": cast("Any", what),
        "opening": opening.name if opening else None,
        **game_object(game),
    }


def game_ended(verdict: renju.Verdict) -> contract.GameEnded:
    """Return the `play` record for a game's end; `verdict.rule` is the rule that ended it, if any."""
    keys: contract.GameEnded = {
        "status": "unfinished" if verdict.status == "legal" else verdict.status,
        "code": code_of(verdict.reason),
        "reason": str(verdict.reason),
        "move": verdict.move,
    }
    if rule := getattr(verdict, "rule", None):
        keys["rule"] = rule.name
    return keys


def round_trained(fit: renju.tuning.Fit) -> contract.RoundTrained:
    """Return the JSON object for a round of `tune`: the games played, and the quality of the fit."""
    keys: contract.RoundTrained = {
        "status": "ok",
        "games": fit.made.rounds * fit.made.games,
        "positions": fit.made.positions,
        "loss": round(fit.loss, 4),
        "hits": round(fit.hits, 4),
    }
    if fit.network is not None:
        keys["network"] = round(fit.network, 4)
    return keys


def weights_inspected(weights: renju.weights.Weights) -> contract.WeightsInspected:
    """Return the JSON object of `zet renju weights inspect`: the weights, and how they were trained."""
    from zet.formats.renju.weights_json import training_object

    sets = weights.sets
    return {
        "status": "ok",
        "rule": cast("Rule", weights.rule),
        "made": training_object(weights.made) if weights.made else None,
        "sides": [_side(*sets[first : first + 2]) for first in range(0, len(sets), 2)],
        "networks": len(weights.networks),
    }


def _side(values: Cells, calls: Cells) -> contract.SideWeights:
    """Return the weights for a color to move: the value of having the move, and the weights of shapes."""
    other = len(calls) // 2
    shapes: list[contract.ShapeWeights] = []
    for number, shape in enumerate(renju.constants.SHAPES):
        pair = number * (number + 1) // 2
        shapes.append(
            {
                "shape": shape,
                "value": values[pair],
                "other_value": values[other + pair],
                "call": calls[pair],
                "other_call": calls[other + pair],
            }
        )
    return {"turn": values[len(calls)], "shapes": shapes}
