"""Tests the program `check.py` of docs/protocol.md on records of every game: honest ones and altered ones."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

import pytest

from rules import GAMES
from rules.chance import cut_hash
from rules.errors import BadRecord
from rules.verify import replay
from tests.documented_programs import CHECK, refusal, run

from .test_cuts import ANNAS, CUTS, CYRILS, SEED, altered, played

pytestmark = [pytest.mark.tier("test"), pytest.mark.parametrize("kind", GAMES)]
PLAIN: tuple[str | None, ...] = ()
DRAW = re.compile(r"(\d+) chance \w+: (.+)")


@cache
def recorded(kind: str, cuts: tuple[str | None, ...] = CUTS) -> list[str]:
    return played(cuts, kind)


def draws(lines: list[str]) -> int:
    return sum(bool(DRAW.fullmatch(line)) for line in lines)


def last_draw(lines: list[str]) -> int:
    return max(at for at, line in enumerate(lines) if DRAW.fullmatch(line))


def replaced(lines: list[str], **heads: str) -> list[str]:
    """Returns the lines with other values of these words at the beginning of a line, such as `seed`."""
    return [f"{word} {heads[word]}" if (word := line.partition(" ")[0]) in heads else line for line in lines]


def swapped(lines: list[str], at: int) -> list[str]:
    """Returns the lines with the last two keys of the draw in line `at` exchanged."""
    start, _, drawn = lines[at].partition(": ")
    *others, one, other = drawn.split()
    return [*lines[:at], f"{start}: {' '.join([*others, other, one])}", *lines[at + 1 :]]


def plays(lines: list[str]) -> bool:
    try:
        replay(lines)
    except BadRecord:
        return False
    return True


def test_an_honest_record_is_accepted_with_all_of_its_draws(tmp_path: Path, kind: str) -> None:
    record, plain = recorded(kind), recorded(kind, PLAIN)
    assert run(CHECK, tmp_path, record, "žába 🐸", "abc").stdout == f"ok, {draws(record)} draws\n"
    assert run(CHECK, tmp_path, plain).stdout == f"ok, {draws(plain)} draws\n"


def test_a_text_that_no_seat_has_cut_with_is_refused(tmp_path: Path, kind: str) -> None:
    assert refusal(CHECK, tmp_path, recorded(kind), "abc", "another") == "no one has cut: another"
    assert refusal(CHECK, tmp_path, recorded(kind, PLAIN), "abc") == "no one has cut: abc"


@pytest.mark.parametrize("cuts", [*(f"{cut_hash('7', str(text))} - {CYRILS}" for text in range(2)), None])
def test_every_altered_cut_is_refused(tmp_path: Path, kind: str, cuts: str | None) -> None:
    """The first draw is often the same with another cut by chance, but not all draws."""
    assert "does not follow" in refusal(CHECK, tmp_path, altered(recorded(kind), cuts))


def test_a_cut_that_is_added_or_at_another_seat_is_refused(tmp_path: Path, kind: str) -> None:
    assert "does not follow" in refusal(CHECK, tmp_path, altered(recorded(kind), f"{CYRILS} - {ANNAS}"), "abc")
    plain = recorded(kind, PLAIN)
    at = next(at for at, line in enumerate(plain) if line.startswith("commitment "))
    assert "does not follow" in refusal(CHECK, tmp_path, [*plain[: at + 1], f"cuts - - {CYRILS}", *plain[at + 1 :]])


def test_every_altered_draw_with_which_the_game_still_replays_is_refused(tmp_path: Path, kind: str) -> None:
    """Only the arithmetic notices these: two cards of a deck or a shuffle are exchanged that no player has drawn."""
    record = recorded(kind)
    found = [DRAW.fullmatch(line) for line in record]
    places = [at for at, draw in enumerate(found) if draw and len(set(draw[2].split()[-2:])) == 2]
    replayed = [at for at in places if plays(swapped(record, at))]
    assert replayed
    for at in replayed:
        number = record[at].split()[0]
        message = refusal(CHECK, tmp_path, swapped(record, at))
        assert message == f"draw {number} does not follow from the seed and the cuts"


def test_an_altered_last_draw_is_refused(tmp_path: Path, kind: str) -> None:
    """The options of the last draw follow from the whole game before it."""
    record = recorded(kind)
    last = last_draw(record)
    start, _, drawn = record[last].partition(": ")
    before = replay(record[:last])
    others = [key for key in before.keys("chance") if key != drawn]
    forged = others[0] if " " not in drawn else " ".join(reversed(drawn.split()))
    assert refusal(CHECK, tmp_path, [*record[:last], f"{start}: {forged}", *record[last + 1 :]])


def test_a_draw_that_was_removed_is_refused(tmp_path: Path, kind: str) -> None:
    record = recorded(kind)
    last = last_draw(record)
    assert refusal(CHECK, tmp_path, [*record[:last], *record[last + 1 :]])


def test_an_altered_secret_is_refused_even_with_its_own_commitment(tmp_path: Path, kind: str) -> None:
    record, other = recorded(kind), bytes(reversed(SEED))
    forged = replaced(record, seed=other.hex())
    assert refusal(CHECK, tmp_path, forged) == "another seed was committed"
    sealed = hashlib.sha256(b"krupier1" + b"7" + other).hexdigest()
    assert "does not follow" in refusal(CHECK, tmp_path, replaced(forged, commitment=sealed))
