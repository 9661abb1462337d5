"""Forge inputs of the `verify` commands, and compare their verdicts with those of independent verifiers.

    python tests/forge.py [VERIFIER...] --each 500 --seed 1

Prints the number of kinds of forgeries for each verifier, its verdicts, and every verdict that the
independent verifier contradicts: a forgery that states something false and is accepted, or one that
states nothing false and is refused.
"""

import argparse
import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "engines")]

VERIFIERS = sorted(
    path.stem for path in Path(__file__).with_name("forgeries").glob("*.py") if path.stem != "forging"
)


FAULTS = ("false accepted", "true refused", "other verdict")


def load(verifier: str) -> Any:
    """Return the module of a verifier: its `KINDS` and `judged`."""
    return import_module(f"forgeries.{verifier}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument(
        "verifiers", nargs="*", choices=[*VERIFIERS, []], metavar="VERIFIER", help=", ".join(VERIFIERS)
    )
    parser.add_argument("--each", type=int, default=500, help="forgeries of each kind (500)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    n_faults = 0
    for verifier in options.verifiers or VERIFIERS:
        module = load(verifier)
        began = time.process_time()
        says: Counter[str] = Counter()
        faults: Counter[str] = Counter()
        for one in module.judged(options.each, options.seed):
            says[one.says] += 1
            if one.fault:
                faults[one.fault] += 1
                print(f"{verifier}, {one.kind}: {one.fault}: {one.says}: {one.text}", flush=True)
        n_faults += faults.total()
        counts = ", ".join(f"{n:,} {word}" for word, n in says.most_common())
        wrong = ", ".join(f"{faults[fault]} {fault}" for fault in FAULTS)
        print(
            f"{verifier}: {len(module.KINDS)} kinds, {options.each} of each; {says.total():,} verdicts: "
            f"{counts}; {wrong}; {time.process_time() - began:.0f} s",
            flush=True,
        )
    return n_faults > 0


if __name__ == "__main__":
    sys.exit(main())
