"""Benchmarks of match5; run by hand from the root:

    python tests/benchmarks/match5.py speed | fallbacks | focus | transfer [SEED] | ablation
    python tests/benchmarks/match5.py curve METHOD OPPONENT GAMES REPORT [SEED [YARDSTICK [MOST]]]
    python tests/benchmarks/match5.py fallback METHOD OPPONENT GAMES
    python tests/benchmarks/match5.py teachers OPPONENT GAMES SEED

`curve` plays YARDSTICK games (default 0) with the current knowledge at each report against greedy and
threat, and drops patterns beyond MOST. `fallbacks` compares the speed of the fallbacks; `fallback` plays
with the fallback attack without one of its parts, seeds 1 to 3; `focus` counts answers that lose on
their own fields; `teachers` plays with knowledge learned from different games. With FALLBACK=random in
the environment, `curve`, `transfer` and `ablation` play on random fields where no pattern matches.
`speed` needs a C compiler: the peer is the plain linear kernel in match5_linear.c.
"""

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from zet.engines.kernel.budget import Budget, LimitError
from zet.engines.match5.constants import FALLBACKS
from zet.engines.match5.model import BLUE, EMPTY, SIZE, WINDOWS, Pattern
from zet.engines.match5.player import Match, Player, scrambled
from zet.engines.match5.proof import ProofLearner
from zet.engines.match5.prover import _Search
from zet.engines.match5.training import Setting, Tally, Trainer

LOW = (1 << 64) - 1
FALLBACK = os.environ.get("FALLBACK", "attack")


def placements(patterns: list[Pattern]) -> list[tuple[int, int, int, int]]:
    """Return (white mask, blue mask, level, focus) of every placement, in the order of play."""
    found = []
    for pattern in patterns:
        seen = set()
        for symmetry in range(8):
            image = pattern.image(symmetry)
            if (image.width, image.fields) in seen:
                continue
            seen.add((image.width, image.fields))
            masks = [
                sum(
                    1 << x + SIZE * y
                    for at, held in enumerate(image.fields)
                    if held == value
                    for x, y in [image.place(at)]
                )
                for value in (EMPTY, BLUE)
            ]
            x, y = image.place(image.focus)
            for shift_y in range(SIZE + 1 - image.height):
                for shift_x in range(SIZE + 1 - image.width):
                    shift = SIZE * shift_y + shift_x
                    found.append(
                        (masks[0] << shift, masks[1] << shift, pattern.level, x + SIZE * y + shift)
                    )
    return found


class Linear:
    """The peer: every placement tried at every move."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        library = Path(self._folder.name, "linear.so")
        source = Path(__file__).with_name("match5_linear.c")
        subprocess.run(
            ["cc", "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(library)],
            check=True,
        )
        self._play = ctypes.CDLL(str(library)).play

    def play(self, patterns: list[Pattern], games: int, seed: int) -> tuple[float, list[int]]:
        """Return games per second against the greedy player, and wins, losses and draws."""
        found = placements(patterns)
        count = len(found)
        words = [
            half
            for white, blue, _, _ in found
            for mask in (white, blue)
            for half in (mask & LOW, mask >> 64)
        ]
        rows = [sum(1 << field for field in window) for window in WINDOWS]
        masks = (ctypes.c_uint64 * (4 * count))(*words)
        levels = (ctypes.c_int * count)(*[level for _, _, level, _ in found])
        foci = (ctypes.c_int * count)(*[focus for _, _, _, focus in found])
        fives = (ctypes.c_uint64 * 280)(*[half for row in rows for half in (row & LOW, row >> 64)])
        result = (ctypes.c_int64 * 3)()
        room = ctypes.create_string_buffer(48 * count + 64)
        start = ctypes.c_void_p((ctypes.addressof(room) + 63) // 64 * 64)
        begun = time.process_time()
        self._play(
            masks,
            levels,
            foci,
            count,
            fives,
            ctypes.c_uint64(scrambled(seed)),
            ctypes.c_int64(games),
            result,
            start,
        )
        return games / (time.process_time() - begun), list(result)


def play(patterns: list[Pattern], games: int, seed: int) -> tuple[float, list[int]]:
    """Return the same figures for the kernel."""
    table = Match(Player(patterns), "greedy", fallback="random", seed=seed).table
    begun = time.process_time()
    table.play(0, games, -1, 0)
    return games / (time.process_time() - begun), [table.wins, table.losses, table.draws]


def trained(
    method: str, opponent: str, games: int, seed: int, least: int = 0, fallback: str = FALLBACK
) -> list[Pattern]:
    """Return the patterns after training; stops when there are `least` of them."""
    trainer = Trainer((), Setting(opponent, method, fallback=fallback, seed=seed))
    for _ in trainer.play(0, games):
        if least and len(trainer.player) >= least:
            break
    return trainer.player.patterns


def speed() -> None:
    """Games per second with fixed knowledge against the greedy player, beside the linear peer."""
    peer = Linear()
    for what, opponent, sizes in (
        ("greedy", "greedy", (100, 300)),
        ("threat", "threat", (100, 1000)),
        ("itself", "self", (100, 1000, 4000)),
    ):
        patterns = trained("original", opponent, 10**7, 1, max(sizes), "random")
        for size in sizes:
            used = patterns[:size]
            games = max(100, 300_000 // size)
            best: list[float] = []
            for _ in range(3):
                slow, ends = peer.play(used, games, 7)
                fast, same = play(used, games, 7)
                assert same == ends, (same, ends)
                fast = play(used, 10 * games, 7)[0]
                best.append(fast / slow)
            print(
                f"original's patterns against {what:6} P={size:5} placements {len(placements(used)):7} "
                f"linear {slow:7.0f}/s zet {fast:7.0f}/s ratio {sorted(best)[1]:.1f}",
                flush=True,
            )


def fallbacks() -> None:
    """Moves per second of both players together, with each fallback; fixed knowledge."""
    for origin, size in (("greedy", 100), ("self", 1000), ("threat", 1000)):
        patterns = trained("original", origin, 10**7, 1, size, "random")[:size]
        for opponent in ("greedy", "threat", "knowledge"):
            speeds = {}
            for fallback in FALLBACKS:
                moves, seconds = 0, []
                for turn in range(4):
                    match = Match(Player(patterns), opponent, fallback=fallback, seed=7)
                    begun = time.process_time()
                    for game in range(1000 if turn else 200):
                        match.table.play(game, game + 1, -1, 0)
                        moves += 0 if turn else match.table.n_moves
                    seconds.append(time.process_time() - begun)
                speeds[fallback] = 5 * moves / min(seconds[1:])
            ratio = speeds["random"] / speeds["attack"]
            found = ", ".join(f"{name} {speed:9.0f}" for name, speed in speeds.items())
            print(f"{origin:6} {size:4} patterns against {opponent:9}: {found}; {ratio:.2f}", flush=True)


def fallback(method: str, opponent: str, games: int) -> None:
    """Losses in the first games with the fallback attack, and without one of its parts."""
    for name, *nearness in (
        ("as it is", 1, 4, 1, 2, 8),
        ("without attacks", 1, 4, 1, 2, 0),
        ("attacks with powers of 4", 1, 4, 1, 2, 4),
        ("attacks with powers of 12", 1, 4, 1, 2, 12),
        ("levels 1 and 2", 2, 4, 1, 2, 8),
        ("otherwise blue alone", 1, 4, 0, 1, 8),
        ("otherwise both alike", 1, 4, 1, 1, 8),
        ("otherwise powers of 1", 1, 1, 1, 2, 8),
        ("otherwise powers of 2", 1, 2, 1, 2, 8),
        ("otherwise powers of 10", 1, 10, 1, 2, 8),
    ):
        losses, wins = [], []
        for seed in (1, 2, 3):
            trainer = Trainer((), Setting(opponent, method, seed=seed, nearness=tuple(nearness)))
            for _ in trainer.play(0, games):
                pass
            losses.append(trainer.tally.losses)
            wins.append(trainer.tally.wins)
        print(f"{method} {opponent} {games}: {name:26} lost {losses}, won {wins}", flush=True)


def teachers(opponent: str, games: int, seed: int) -> None:
    """The patterns learned from different games, and the losses to an opponent with that knowledge."""
    for method, teacher, fallback, n_games in (
        ("proof", "greedy", "attack", 300),
        ("proof", "greedy", "random", 300),
        ("proof", "threat", "random", 300),
    ):
        begun = time.process_time()
        patterns = trained(method, teacher, n_games, seed, fallback=fallback)
        spent = time.process_time() - begun
        yard = Trainer(patterns, Setting(opponent, method, seed=99), learns=False)
        for _ in yard.play(0, games):
            pass
        print(
            f"seed {seed}: {method:8} {n_games} games of {teacher}, {fallback}: "
            f"{len(patterns)} patterns, "
            f"top level {max((pattern.level for pattern in patterns), default=0)}, {spent:.0f} s; "
            f"{yard.tally.losses} of {games} lost to {opponent}",
            flush=True,
        )


def focus() -> None:
    """Patterns whose answer loses on their own fields, by an exact search of 3000 nodes."""
    patterns = trained("proof", "greedy", 300, 1, fallback="random")
    counts = {"loses": 0, "another holds": 0, "given up": 0}
    for pattern in patterns:
        board = bytearray(pattern.on_board())
        x, y = pattern.place(pattern.focus)
        is_lost = wins_after(board, x + SIZE * y, pattern.level)
        counts["given up"] += is_lost is None
        if is_lost:
            counts["loses"] += 1
            open_fields = [field for field, value in enumerate(board) if value == EMPTY]
            counts["another holds"] += any(
                wins_after(board, field, pattern.level) is False for field in open_fields
            )
    print(f"{len(patterns)} patterns: {counts}")


def wins_after(board: bytearray, answer: int, level: int) -> bool | None:
    """Return whether blue wins within a number of moves after an answer of red; None: given up."""
    stones = sum(1 << field for field, value in enumerate(board) if value == BLUE)
    empty = sum(1 << field for field, value in enumerate(board) if value == EMPTY) & ~(1 << answer)
    search = _Search(Budget(3000))
    try:
        return any(
            search.win(stones, empty, 1 << answer, most) is not None for most in range(1, level + 1)
        )
    except LimitError:
        return None


def lost_to(trainer: Trainer, opponent: str, games: int) -> int:
    """Return the number of games lost against an opponent with the current knowledge."""
    table = Match(trainer.player, opponent, fallback=FALLBACK, seed=99).table
    table.play(0, games, -1, 0)
    return table.losses


def curve(
    method: str, opponent: str, games: int, report: int, seed: int, yardstick: int, most: int
) -> None:
    """The learning curve: losses in each block of games, with a maximum number of patterns (0: none)."""
    trainer = Trainer((), Setting(opponent, method, fallback=FALLBACK, seed=seed, most=most))
    spent = 0.0
    told = Tally()
    for at in range(0, games, report):
        begun = time.process_time()
        for _ in trainer.play(at, at + report):
            pass
        spent += time.process_time() - begun
        part = trainer.tally - told
        told = trainer.tally
        tests = [f"{who} {lost_to(trainer, who, yardstick):4}" for who in ("greedy", "threat")]
        levels = [pattern.level for pattern in trainer.player.patterns]
        print(
            f"{method} {opponent} most {most} seed {seed}: to {at + report:8}: lost {part.losses:5} "
            f"drawn {part.draws:6} won {part.wins:6} patterns {len(levels):6} "
            f"top level {max(levels, default=0):2} "
            f"{spent:7.1f} s" + (f"; of {yardstick} lost to {', '.join(tests)}" if yardstick else ""),
            flush=True,
        )


def transfer(seed: int) -> None:
    """Losses to the threat player with knowledge learned from the greedy player."""
    for games in (1000, 2000):
        for method in ("original", "proof"):
            patterns = trained(method, "greedy", games, seed)
            table = Match(Player(patterns), "threat", fallback=FALLBACK, seed=99).table
            table.play(0, 1000, -1, 0)
            print(
                f"{method} {games} games of greedy, {len(patterns)} patterns: "
                f"{table.losses} of 1000 lost to threat",
                flush=True,
            )


def ablation() -> None:
    """The better learner without one of its parts: losses in the first games against two opponents."""

    class NoStudy(ProofLearner):
        def is_studied(self, game: int) -> bool:  # noqa: ARG002
            return False

    parts = {
        "all of it": lambda player: ProofLearner(player),
        "no study of other games": lambda player: NoStudy(player),
        "no transfer between rows": lambda player: ProofLearner(player, transfer=False),
        "no conflicts": lambda player: ProofLearner(player, conflicts=False),
    }
    for name, make in parts.items():
        row = []
        for opponent, games in (("greedy", 1000), ("threat", 300)):
            losses = []
            for seed in (1, 2, 3):
                trainer = Trainer((), Setting(opponent, "proof", fallback=FALLBACK, seed=seed))
                trainer.learner = make(trainer.player)
                for _ in trainer.play(0, games):
                    pass
                losses.append(trainer.tally.losses)
            row.append(f"{opponent} {losses}")
        print(f"{name:26} {'; '.join(row)}", flush=True)


if __name__ == "__main__":
    what, *rest = sys.argv[1:] or [""]
    if what == "speed":
        speed()
    elif what == "teachers":
        teachers(rest[0], int(rest[1]), int(rest[2]))
    elif what == "focus":
        focus()
    elif what == "fallbacks":
        fallbacks()
    elif what == "fallback":
        fallback(rest[0], rest[1], int(rest[2]))
    elif what == "curve":
        numbers = [int(number) for number in rest[2:]]
        curve(rest[0], rest[1], *numbers, *(1, 0, 0)[len(numbers) - 2 :])
    elif what == "transfer":
        transfer(int(rest[0]) if rest else 1)
    elif what == "ablation":
        ablation()
    else:
        sys.exit(__doc__)
