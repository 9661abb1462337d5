"""Forged proofs that a side never gets its line."""

import io
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from forgeries.forging import Judged, Kind, Made, compared, forgeries
from forgeries.renju import drop_first, exchange_parts, lie_in_count, truncate
from plain_ttt import outcome
from verifiers.strangers import verdicts

from zet.engines import ttt
from zet.engines.ttt.model import Position
from zet.engines.ttt.proof import examine, prove
from zet.formats.errors import FormatError
from zet.formats.ttt import PROOFS


@cache
def honest_proofs() -> list[Made]:
    found: list[Made] = []
    random = Random("ttt proofs")
    while len(found) < 40:
        width, height, k = random.choice(((3, 3, 3), (4, 3, 3), (4, 3, 4), (4, 4, 4)))
        here = Position.empty(width, height, k)
        for _ in range(random.randrange(5)):
            here = here if here.is_over else here.after(random.choice(here.free))
        side = random.choice("XO")
        try:
            proof = None if here.is_over else prove(here, side)  # type: ignore[arg-type]
        except ttt.proof.ProofError:
            continue
        if proof and len(proof.parts) > 2:
            text = PROOFS["proof"].dumps()(proof)
            head, *lines = str(text).splitlines()
            _, _, k_text, attacker, board, turn, *answer = head.split()
            words = [line.split() for line in lines]
            found.append(
                {
                    "k": int(k_text), "attacker": attacker, "board": board, "turn": turn,
                    "answer": answer, "parts": words,
                }
            )  # fmt: skip
    return found


def as_text(one: Made) -> str:
    head = [one.get("count", len(one["parts"])), one["k"], one["attacker"], one["board"], one["turn"]]
    lines = [" ".join(map(str, ["proof", *head, *one["answer"]]))]
    return "\n".join([*lines, *(" ".join(words) or "-" for words in one["parts"])]) + "\n"


def word_kind(change: Callable[[Random, Made, int, int, list[str]], None], sign: str = "") -> Kind:
    """Return a kind that changes a random word, with a sign, of a random part."""

    def forge(random: Random, one: Made) -> bool | None:
        places = [
            (at, number)
            for at, words in enumerate(one["parts"])
            for number, word in enumerate(words)
            if sign in word and word != sign
        ]
        if not places:
            return False
        at, number = random.choice(places)
        change(random, one, at, number, one["parts"][at])
        return None

    return forge


def n_cells(one: Made) -> int:
    return len(one["board"].replace("/", ""))


def drop_word(_random: Random, _one: Made, _at: int, number: int, words: list[str]) -> None:
    del words[number]


def repeat_word(_random: Random, _one: Made, _at: int, number: int, words: list[str]) -> None:
    words.append(words[number])


def change_cell(random: Random, one: Made, _at: int, number: int, words: list[str]) -> None:
    cells = words[number].replace("-", " - ").replace(">", " > ").replace(":", " : ").split()
    cells[0] = str(random.randrange(n_cells(one) + 1))
    words[number] = "".join(cells)


def change_second(random: Random, one: Made, _at: int, number: int, words: list[str]) -> None:
    cells = words[number].replace("-", " - ").replace(">", " > ").replace(":", " : ").split()
    cells[2] = str(random.randrange(n_cells(one) + 1))
    words[number] = "".join(cells)


def change_after(random: Random, one: Made, _at: int, number: int, words: list[str]) -> None:
    words[number] = f"{words[number].split(':')[0]}:{random.randrange(len(one['parts']) + 1)}"


def to_itself(_random: Random, _one: Made, at: int, number: int, words: list[str]) -> None:
    words[number] = f"{words[number].split(':')[0]}:{at}"


def drop_after(_random: Random, _one: Made, _at: int, number: int, words: list[str]) -> None:
    words[number] = words[number].split(":")[0]


def drop_reply(_random: Random, _one: Made, _at: int, number: int, words: list[str]) -> None:
    words[number] = words[number].split(">")[0]


def other_pair(random: Random, one: Made, _at: int, _number: int, words: list[str]) -> None:
    words.append("{}-{}".format(*random.sample(range(n_cells(one)), 2)))


def empty_part(random: Random, one: Made) -> None:
    one["parts"][random.randrange(len(one["parts"]))] = [random.choice("-*")]


def put_cell(values: str) -> Kind:
    def forge(random: Random, one: Made) -> bool | None:
        places = [at for at, cell in enumerate(one["board"]) if cell in values]
        if not places:
            return False
        at = random.choice(places)
        cell = random.choice("XO.".replace(one["board"][at], ""))
        one["board"] = one["board"][:at] + cell + one["board"][at + 1 :]
        return None

    return forge


def other_k(random: Random, one: Made) -> None:
    one["k"] = random.choice((1, 2, 3, 4, 5))


def other_attacker(_random: Random, one: Made) -> None:
    one["attacker"] = "XO".replace(one["attacker"], "")


def other_turn(_random: Random, one: Made) -> None:
    one["turn"] = "XO".replace(one["turn"], "")


def exchange_sides(_random: Random, one: Made) -> None:
    one["board"] = one["board"].translate(str.maketrans("XO", "OX"))


def other_first_answer(random: Random, one: Made) -> None:
    one["answer"] = (
        [] if one["answer"] and random.random() < 0.3 else [str(random.randrange(n_cells(one)))]
    )


def won_already(random: Random, one: Made) -> bool | None:
    if "/" in one["board"] or len(one["board"]) != 9:
        return False
    row = 3 * random.randrange(3)
    rest = list("O.O...")
    random.shuffle(rest)
    one["board"] = "".join(rest[:row]) + "XXX" + "".join(rest[row:])
    one["attacker"], one["k"], one["parts"], one["answer"] = "X", 3, one["parts"][:0], []
    return None


def turn_board(_random: Random, one: Made) -> None:
    rows = (
        one["board"].split("/")
        if "/" in one["board"]
        else [one["board"][at : at + 3] for at in (0, 3, 6)]
    )
    rows = [row[::-1] for row in rows if row]
    one["board"] = "/".join(rows) if "/" in one["board"] else "".join(rows)


def loose_part(random: Random, one: Made) -> None:
    one["parts"].insert(len(one["parts"]) - 1, [random.choice(("-", "*", "0-1", "0>1"))])


KINDS: dict[str, Kind] = {
    "answer dropped": word_kind(drop_word, ">"),
    "answer repeated": word_kind(repeat_word, ">"),
    "move changed": word_kind(change_cell, ">"),
    "reply changed": word_kind(change_second, ">"),
    "part after it changed": word_kind(change_after, ">"),
    "part after itself": word_kind(to_itself, ">"),
    "part after it dropped": word_kind(drop_after, ":"),
    "reply dropped": word_kind(drop_reply, ">"),
    "pair dropped": word_kind(drop_word, "-"),
    "pair repeated": word_kind(repeat_word, "-"),
    "pair added": word_kind(other_pair, "-"),
    "cell of a pair changed": word_kind(change_cell, "-"),
    "other cell of a pair changed": word_kind(change_second, "-"),
    "part emptied": empty_part,
    "parts exchanged": exchange_parts,
    "truncated": truncate,
    "first part dropped": drop_first,
    "loose part added": loose_part,
    "number of parts": lie_in_count,
    "stone added": put_cell("."),
    "stone changed": put_cell("XO"),
    "sides exchanged": exchange_sides,
    "board mirrored": turn_board,
    "other k": other_k,
    "other attacker": other_attacker,
    "other turn": other_turn,
    "other first answer": other_first_answer,
    "won already": won_already,
}


def judged(each: int, seed: int) -> Iterator[Judged]:
    """Yield the verdicts on each proof; the judges are the verifier in C, and minimax on small boards."""
    made = list(forgeries("ttt", honest_proofs(), KINDS, each, seed))
    texts = [as_text(one) for _, one in made]
    strangers = verdicts("ttt_proof", "".join(texts))
    for (kind, _), text, expected in zip(made, texts, strangers, strict=True):
        proof, *_ = PROOFS["proof"].load(io.BytesIO(text.encode()), "-")
        if isinstance(proof, FormatError):
            says = "invalid"
        else:
            fault, unused = examine(proof)
            says = "invalid" if fault else "unused" if unused else "valid"
            if says in ACCEPTED and not is_true(proof):
                yield Judged(kind, says, "false accepted", text)
        yield compared(kind, says, expected, text, ACCEPTED)


ACCEPTED = ("valid", "unused")


def is_true(proof: ttt.proof.Proof) -> bool:
    """Whether the side does not win by minimax; boards that are too large for it are not judged."""
    here = proof.position
    if here.width * here.height > 12:
        return True
    at, width = here.cells, here.width
    board = tuple(at[row : row + width] for row in range(0, len(at), width))
    value = outcome(board, here.k, here.to_move)[0]
    return (value if here.to_move == proof.attacker else -value) < 1
