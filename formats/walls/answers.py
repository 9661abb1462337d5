"""The JSON objects of answers about a position, without the keys `source` and `record`.

The types in `contract` describe the objects. All text is in English.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zet.engines import walls
from zet.engines.messages import Message
from zet.formats import walls as formats

if TYPE_CHECKING:
    from zet.formats.walls import contract


def as_dict(
    position: walls.Position, found: walls.Choice | walls.solver.Result | None = None
) -> dict[str, Any]:
    """Return the JSON object for a result about a position, or for the position itself.

    `search`, `solve` and `show` print the same object, plus `source` and `record`.
    """
    if isinstance(found, walls.Choice):
        return {**search(position, found, "best")}
    return {**(shown(position) if found is None else solve(position, found))}


def shown(position: walls.Position) -> contract.PositionAnswer:
    """Return the JSON object of `zet walls show`: a position."""
    return {"status": "ok", **position_object(position)}


def position_object(position: walls.Position) -> contract.PositionObject:
    """Return the JSON object of a position, with the keys of the JSON format."""
    from zet.formats.walls.json_lines import as_dict as found  # not needed for text output

    return found(position)


def check(position: walls.Position) -> contract.Checked:
    """Return the JSON object of `zet walls check`: the board, the player to move, and the result."""
    free = position.fences.count(walls.model.FREE)
    return {
        "status": "legal",
        "board": position.board.name,
        "extra_move": position.extra_move,
        "score": position.score,
        "turn": position.to_move,
        "to_move": position.to_move,
        "painted": position.board.n_fences - free,
        "free": free,
        "over": position.is_over,
        "moves_known": position.moves is not None,
    }


def search(position: walls.Position, found: walls.Choice, algorithm: str) -> contract.Searched:
    """Return the JSON object of `zet walls search`: the move that the search has chosen."""
    board = position.board
    return {
        "status": found.status,
        "move": None if found.move is None else board.fences[found.move],
        "value": found.value,
        "exact": found.exact,
        "score": position.score,
        "depth": found.depth,
        "nodes": found.nodes,
        "table_hits": found.hits,
        "line": formats.notation.places(board, found.line),
        "algorithm": algorithm,
    }


def solve(
    position: walls.Position, found: walls.solver.Result, *, theory: bool = True
) -> contract.Proven:
    """Return the JSON object of `zet walls solve`: the proven value of a position, or its bounds.

    `theory` is false if the search used no theory; the object then gives no reasons from symmetries.
    """
    board = position.board
    return {
        "status": found.status,
        "move": None if found.move is None else board.fences[found.move],
        "value": found.value,
        "exact": found.value is not None,
        "bounds": [found.lower, found.upper],
        "score": position.score,
        "depth": len(position.free),
        "nodes": found.nodes,
        "table_hits": found.hits,
        "line": formats.notation.places(board, found.line),
        "moves": [{"move": board.fences[fence], "value": value} for fence, value in found.values.items()],
        "reasons": list(map(str, reasons(position) if theory else ())),
    }


def reasons(position: walls.Position) -> list[Message]:
    """Return sentences that state the best lower and upper bounds that symmetries prove."""
    ascending = sorted(walls.mirrors(position), key=lambda mirror: mirror.boxes)
    best = {mirror.first is None: mirror for mirror in ascending}  # the last of each kind
    found = []
    for mirror in best.values():
        if mirror.first is None:
            found.append(
                Message(
                    "at most {n}: the opponent answers each move with its image under {mirror}",
                    n=-mirror.boxes,
                    mirror=mirror.name,
                )
            )
        else:
            first = formats.notation.moves_text(position.board, [mirror.first])
            found.append(
                Message(
                    "at least {n}: play {move}, then answer each move with its image under {mirror}",
                    n=mirror.boxes,
                    move=first,
                    mirror=mirror.name,
                )
            )
    return found


def perft(counts: Sequence[tuple[int, int, int]], *, is_complete: bool) -> contract.Counted:
    """Return the JSON object of `zet walls perft`: the number of move sequences of each length."""
    return {
        "status": "ok" if is_complete else "unknown",
        "counts": [{"depth": n, "sequences": count, "boxes": boxes} for n, count, boxes in counts],
    }


def table_copied(file: str, size: int) -> contract.TableCopied:
    """Return the JSON object of `zet walls table copy`: the file that was written."""
    return {"status": "ok", "file": file, "bytes": size}


def table_verified(
    table: walls.SearchTable,
    proved: int,
    unchecked: int,
    entries: int,
    reached: int,
    most_wrong: float,
    *,
    is_all: bool,
) -> contract.TableVerified:
    """Return the JSON object of `zet walls table verify` for a table without a known wrong entry.

    `proved` and `unchecked` count the drawn entries that were and were not proven, `entries` all entries,
    and `reached` the entries whose position was found. `most_wrong` is the share that may be wrong.
    """
    return {
        "status": "valid" if most_wrong <= (0 if is_all else 0.5) else "unchecked",
        "board": table.board.name,
        "extra_move": table.extra_move,
        "proved": proved,
        "unchecked": unchecked,
        "entries": entries,
        "reached": reached,
        "most_wrong": round(most_wrong, 6),
    }


def table_wrong(position: str, claimed: Sequence[int], bounds: Sequence[int]) -> contract.TableWrong:
    """Return the JSON object of `zet walls table verify` for a wrong entry, with its position."""
    return {"status": "wrong", "position": position, "claimed": claimed, "bounds": bounds}


def game_standing(
    first: str, second: str, position: walls.Position, *, back: bool
) -> contract.GameStanding:
    """Return the JSON object that `play` writes at the start of a game, or for moves taken back."""
    return {
        "status": "back" if back else "start",
        "first": first,
        "second": second,
        **position_object(position),
    }


def move_made(before: walls.Position, fence: int, position: walls.Position) -> contract.MoveMade:
    """Return the JSON object that `zet walls play` writes for a move."""
    return {
        "status": "move",
        "number": position.board.n_fences - len(position.free),
        "player": before.to_move,
        "move": position.board.fences[fence],
        "taken": sum(position.score) - sum(before.score),
        "score": position.score,
        "turn": position.to_move,
        "to_move": position.to_move,
    }


def end_status(position: walls.Position) -> contract.EndStatus:
    """Return the JSON status for the end of a game: the winner, a draw, or unfinished."""
    first, second = position.score
    if not position.is_over:
        return "unfinished"
    return "draw" if first == second else "first-won" if first > second else "second-won"


def game_ended(position: walls.Position) -> contract.GameEnded:
    """Return the JSON object that `zet walls play` writes for the end of a game."""
    moves = None if position.moves is None else formats.notation.places(position.board, position.moves)
    return {"status": end_status(position), "score": position.score, "moves": moves}


def game_played(first: str, second: str, position: walls.Position) -> contract.GamePlayed:
    """Return the JSON object that `play --games` writes for a game: its players and its end."""
    return {"first": first, "second": second, **game_ended(position)}


def games_total(
    n_games: int, pairs: Sequence[contract.PairResults], players: Sequence[contract.PlayerResults]
) -> contract.GamesTotal:
    """Return the total of `play --games`: the results of each pair and of each player."""
    return {"status": "total", "games": n_games, "pairs": pairs, "players": players}
