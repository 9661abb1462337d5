"""Prove that a position is won: `python tests/benchmarks/prove.py RULE WORK LEVEL MOVES ...`.

For each position, given as a list of moves such as `h8a1`, the side to move is to win. At levels 0 to 2
this is the search of `zet renju solve --threats fours,threes,quiet`, with a larger limit at each level.
At level 3 a first move is searched after which level 1 wins if the defender passes. This win is the
threat; every answer that it does not meet is proven at level 2, or at level 3 if LEVEL is 4, and so on.
So a proof may begin with one quiet move more at each level, whose threat is of a higher order.

WORK is a file of proofs in the format of `zet renju solve --format proof`. Positions in it are not
searched again, nor are their images under symmetries, and each new proof is appended. So a run can be
interrupted and repeated, and the works of several runs can be concatenated. The last proof for each
position is written to WORK as well: `zet renju verify WORK` verifies all of them.
"""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from zet.engines.kernel.clock import Deadline
from zet.engines.renju import Game
from zet.engines.renju.board import set_up
from zet.engines.renju.model import N_CELLS, PASS, SIDE, name, names
from zet.engines.renju.openings import turned
from zet.engines.renju.proof import Proof, check
from zet.engines.renju.quiet import win_by_quiet_moves
from zet.engines.renju.search import move_order
from zet.formats.errors import FormatError
from zet.formats.renju.moves import moves_in
from zet.formats.renju.proof_lines import dumps, load
from zet.formats.renju.proofs import Claim

NODES = (2_000_000, 8_000_000, 30_000_000)
"""The number of moves that a search may try at levels 0, 1 and 2."""

OPEN = (40, 25, 3)
"""A first move is given up if more answers than this remain open at levels 0, 1 and 2."""

BREADTH = 10
"""The number of first moves that are tried, in the order of the player's evaluation by hand."""

MOST = 20_000_000
"""The number of moves that the test of a threat after an answer may play."""

Moves = tuple[int, ...]
Key = tuple[tuple[int, ...], ...]


def attempt(moves: Moves, rule: str, nodes: int) -> tuple[Proof | None, int, float]:
    """Search for a win of the side to move; return its proof, the moves tried, and the CPU seconds."""
    started = time.process_time()
    game = Game.build(moves=moves)
    found, tried = win_by_quiet_moves(game, game.side, rule, nodes, Deadline(None))
    return found if isinstance(found, Proof) else None, tried, time.process_time() - started


def unmet(moves: Moves, cells: Sequence[int], threat: Proof, rule: str) -> list[int]:
    """Return the answers among `cells` after which a threat does not win."""
    color = len(moves) % 2 ^ 1
    games = ((cell, Game.build(moves=(*moves, cell))) for cell in cells)
    return [
        cell for cell, game in games if check(game, threat, color, rule, nodes=MOST).status != "valid"
    ]


def image_of(proof: Proof, symmetry: int) -> Proof:
    """Return the image of a proof under a symmetry; shared parts remain shared."""
    made: dict[int, Proof] = {}

    def of(one: Proof) -> Proof:
        if id(one) not in made:
            answers = tuple((turned(cell, symmetry), of(after)) for cell, after in one.answers)
            threat = None if one.threat is None else of(one.threat)
            made[id(one)] = Proof(turned(one.move, symmetry), answers, threat)
        return made[id(one)]

    return of(proof)


def stones_of(game: Game, symmetry: int = 0) -> Key:
    """Return the cells of the stones of each color, in order, under a symmetry."""
    return tuple(tuple(sorted(turned(cell, symmetry) for cell in cells)) for cells in game.stones())


def key_of(game: Game) -> tuple[int, Key]:
    """Return the side to move and the stones, equal for all images of a position."""
    return game.side, min(stones_of(game, symmetry) for symmetry in range(8))


class Work:
    """The proofs of a file, by position, and the processes that search for more."""

    def __init__(self, path: Path, rule: str, pool: ProcessPoolExecutor) -> None:
        self._path, self._rule, self._pool = path, rule, pool
        self._known: dict[tuple[int, Key], tuple[Game, Proof]] = {}
        self._failed: dict[tuple[int, Key], int] = {}
        self._seconds, self._nodes = 0.0, 0
        if path.exists():
            with path.open("rb") as stream:
                for claim in load(stream, str(path)):
                    if not isinstance(claim, FormatError) and claim.rule == rule:
                        self._known[key_of(claim.game)] = claim.game, claim.proof

    def __str__(self) -> str:
        return f"{len(self._known)} proofs, {self._nodes} moves tried, {self._seconds:.0f} s"

    def proof_of(self, moves: Moves) -> Proof | None:
        """Return the proof of a position, or the image of the proof of an image."""
        game = Game.build(moves=moves)
        known, proof = self._known.get(key_of(game), (None, None))
        if known is None or proof is None:
            return None
        symmetry = next(each for each in range(8) if stones_of(known, each) == stones_of(game))
        return image_of(proof, symmetry) if symmetry else proof

    def prove(self, moves: Moves, level: int, depth: int = 0) -> Proof | None:
        """Return the proof that the side to move wins, or None if it is not found up to a level."""
        for limit in range(min(level + 1, len(NODES))):
            [(_moves, proof)] = self._search([moves], limit)
            if proof is not None:
                return proof
        if level < len(NODES):
            return None
        game, order = Game.build(moves=moves), move_order(self._rule)
        set_up(order, game)
        for move in order.best_cells(game.side, BREADTH):
            proof = self.prove_by(moves, move, level, depth)
            if proof is not None:
                return proof
        return None

    def prove_by(self, moves: Moves, move: int, level: int, depth: int = 0) -> Proof | None:
        """Return a proof that begins with `move`, or None if it is not found."""
        played, label = (*moves, move), "  " * depth + " ".join(names((*moves, move), SIDE))
        [(_moves, threat)] = self._search([(*played, PASS)], 1)
        if threat is None:
            print(f"{label}: no threat; {self}", flush=True)
            return None
        answers = self._answers(played, threat)
        left = list({key_of(Game.build(moves=(*played, cell))): cell for cell in answers}.values())
        print(f"{label}: {len(answers)} answers, {len(left)} up to symmetry", flush=True)
        for limit, most in enumerate(OPEN):
            tested = self._search(((*played, cell) for cell in left), limit)
            left = []
            for answered, proof in tested:
                if proof is None:
                    left.append(answered[-1])
                if len(left) > most:
                    print(f"{label}: level {limit} leaves more than {most}; {self}", flush=True)
                    return None
            print(f"{label}: level {limit} leaves {names(left, SIDE)}; {self}", flush=True)
        for cell in left:
            if level == len(NODES) or self.prove((*played, cell), level - 1, depth + 1) is None:
                print(f"{label}: {name(cell, SIDE)} is open; {self}", flush=True)
                return None
        replies = [(cell, proof) for cell in answers if (proof := self.proof_of((*played, cell)))]
        whole = Proof(move, tuple(replies), threat)
        found = check(Game.build(moves=moves), whole, len(moves) % 2, self._rule)
        print(f"{label}: {found.status}, {found.parts} parts, {whole.length} moves; {self}", flush=True)
        if found.status != "valid":
            return None
        self._keep(moves, whole)
        return whole

    def _answers(self, played: Moves, threat: Proof) -> list[int]:
        """Return the answers that do not lose to the threat, near ones first."""
        cells = [cell for cell in range(N_CELLS) if cell not in played]
        cells.sort(key=lambda cell: distance(cell, played[-1]) + distance(cell, played[0]))
        parts = (cells[first :: len(NODES)] for first in range(len(NODES)))
        futures = [self._pool.submit(unmet, played, part, threat, self._rule) for part in parts]
        found = {cell for future in futures for cell in future.result()}
        return [cell for cell in cells if cell in found]

    def _search(self, positions: Iterable[Moves], limit: int) -> Iterator[tuple[Moves, Proof | None]]:
        """Yield positions with their proofs, known, or searched for with the limit of a level."""
        waiting = []
        for moves in positions:
            proof = self.proof_of(moves)
            if proof is not None or self._failed.get(key_of(Game.build(moves=moves)), -1) >= limit:
                yield moves, proof
            else:
                waiting.append((moves, self._pool.submit(attempt, moves, self._rule, NODES[limit])))
        try:
            for moves, future in waiting:
                proof, nodes, seconds = future.result()
                self._seconds += seconds
                self._nodes += nodes
                if proof is None:
                    self._failed[key_of(Game.build(moves=moves))] = limit
                else:
                    self._keep(moves, proof)
                yield moves, proof
        finally:
            for _moves, future in waiting:
                future.cancel()

    def _keep(self, moves: Moves, proof: Proof) -> None:
        game = Game.build(moves=moves)
        self._known[key_of(game)] = game, proof
        with self._path.open("a") as stream:
            stream.write(dumps(Claim(game, game.side, self._rule, proof)))


def distance(cell: int, other: int) -> int:
    """Return the larger of the distances of two cells in rows and in columns."""
    return max(abs(cell % SIDE - other % SIDE), abs(cell // SIDE - other // SIDE))


def main(rule: str, path: str, level: str, *positions: str) -> None:
    with ProcessPoolExecutor(2) as pool:
        work = Work(Path(path), rule, pool)
        for position in positions:
            proof = work.prove(tuple(moves_in(position, SIDE)), int(level))
            print(f"{position}: {'open' if proof is None else 'won'}; {work}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
