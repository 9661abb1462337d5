"""The JSON objects of answers about a position, without the keys `source` and `record`.

The types in `contract` describe the objects. All text is in English.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from zet.engines import ttt
from zet.engines.messages import Message, code_of

if TYPE_CHECKING:
    from zet.formats.ttt import contract


def as_dict(position: ttt.Position, found: ttt.Result | None = None) -> dict[str, Any]:
    """Return the JSON object for a result about a position, or for the position itself.

    `solve` and `show` print the same object, plus `source` and `record`.
    """
    if found is None:
        return {**shown(position)}
    return {**(game_over(position, found) if found.status == "over" else solve(position, found))}


def shown(position: ttt.Position) -> contract.PositionAnswer:
    """Return the JSON object of `zet ttt show`: a position."""
    from zet.formats.ttt.json_lines import as_dict as found  # not needed for text output

    return {"status": "ok", **found(position)}


def check(position: ttt.Position) -> contract.Checked:
    """Return the JSON object of `zet ttt check`: the board, the side to move, and the result."""
    free = len(position.free)
    return {
        "status": "legal",
        "width": position.width,
        "height": position.height,
        "k": position.k,
        "to_move": position.to_move,
        "stones": len(position.cells) - free,
        "free": free,
        "over": position.is_over,
        "winner": position.winner,
        "moves_known": position.moves is not None,
    }


def best_move(
    position: ttt.Position,
    move: int,
    moves: Sequence[int],
    value: int | None,
    distance: int | None,
    images: Sequence[int] | None = None,
) -> contract.BestMove:
    """Return the JSON object of `zet ttt bestmove`: the move, the best moves, and their symmetry classes.

    If `images` is given, the object lists these moves as alternatives, instead of the classes.
    """
    found: contract.BestMove = {
        "status": "ok",
        "move": move,
        "moves": moves,
        "value": value,
        "distance": distance,
    }
    if images is None:
        found["classes"] = ttt.symmetry.move_classes(position, moves)
    else:
        found["alternatives"] = images
    return found


def no_move(found: ttt.Result) -> contract.BestMove:
    """Return the JSON of `zet ttt bestmove` for a search that ended before a best move was proven."""
    return {
        "status": "unknown",
        "move": None,
        "moves": None,
        "value": found.value,
        "distance": found.distance,
    }


def game_over(position: ttt.Position, found: ttt.Result) -> contract.GameOver:
    """Return the JSON object of `zet ttt bestmove` and `solve` for a finished game."""
    return {
        "status": "over",
        "move": None,
        "moves": (),
        "value": cast("contract.Value", found.value),
        "distance": 0,
        "winner": position.winner,
    }


def solve(position: ttt.Position, found: ttt.Result) -> contract.Proven:
    """Return the JSON object of `zet ttt solve`: the proven value of a position, or its bounds."""
    return {
        "status": "unknown" if found.status == "unknown" else "ok",
        "value": cast("contract.Value | None", found.value),
        "distance": found.distance,
        "moves": found.moves,
        "lower": cast("contract.Value", found.lower),
        "upper": cast("contract.Value", found.upper),
        "plies": found.plies,
        "nodes": found.nodes,
        "hits": found.hits,
        "classes": None if found.moves is None else ttt.move_classes(position, found.moves),
        "width": position.width,
        "height": position.height,
        "k": position.k,
    }


def verify(proof: ttt.proof.Proof, fault: Message | None, unused: Sequence[int]) -> contract.ProofChecked:
    """Return the JSON object of `zet ttt verify`: whether a proof is valid."""
    return {
        "status": "invalid" if fault is not None else "unused" if unused else "valid",
        "attacker": proof.attacker,
        "k": proof.position.k,
        "parts": len(proof.parts),
        "code": None if fault is None else code_of(fault) or "illegal-move",
        "reason": "" if fault is None else str(fault),
        "unused": unused,
    }


def table_entry(position: ttt.Position, board: str) -> contract.TableEntry:
    """Return the JSON object of a position for `zet ttt table`, with its value and its best moves."""
    value, distance, moves = ttt.table.evaluate(position)
    return {
        "status": "over" if position.is_over else "ok",
        "board": board,
        "to_move": position.to_move,
        "value": cast("contract.Value", value),
        "distance": distance,
        "moves": moves,
        "winner": position.winner,
    }


def table_count(stones: int | None, tally: ttt.table.Counts) -> contract.TableCount:
    """Return the JSON object of `table --counts` for positions with `stones` stones (None: all)."""
    return {
        "status": "ok",
        "stones": stones,
        "positions": tally.positions,
        "classes": tally.classes,
        "final": tally.final,
        "final_classes": tally.final_classes,
        "games": tally.games,
    }


def move_made(number: int, board: str, side: ttt.model.Side, move: int) -> contract.MoveMade:
    """Return the JSON object that `zet ttt play` writes for a move."""
    return {"status": "ok", "game": number, "board": board, "side": side, "move": move}


def moves_taken_back(number: int, board: str, to_move: ttt.model.Side) -> contract.MovesTakenBack:
    """Return the JSON object that `zet ttt play` writes for moves taken back."""
    return {"status": "back", "game": number, "board": board, "to_move": to_move}


def game_ended(number: int, board: str, position: ttt.Position) -> contract.GameEnded:
    """Return the JSON object that `zet ttt play` writes for the end of a game."""
    return {
        "status": "over" if position.is_over else "unfinished",
        "game": number,
        "board": board,
        "winner": position.winner,
        "moves": position.moves,
    }
