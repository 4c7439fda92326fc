"""Tests players' cuts: how they change the draws, their line in a record, and that an altered one is noticed."""

from __future__ import annotations

import hashlib
import hmac
import random
from pathlib import Path

import pytest

from rules import GAMES
from rules.__main__ import main
from rules.chance import Chance, cut_hash
from rules.engine import Game
from rules.errors import BadRecord
from rules.mafia_city import MAFIA_CITY
from rules.notation import parse
from rules.verify import verify, verify_so_far

from .random_play import answer_at_random

SEED = bytes(range(32))
ANNAS, CYRILS = cut_hash("7", "žába 🐸"), cut_hash("7", "abc")
CUTS = (ANNAS, None, CYRILS)
NAMES = ["Anna", "Bert", "Cyril"]
OPTIONS = [str(number) for number in range(40)]


def played(cuts: tuple[str | None, ...] = CUTS, kind: str = "mafia_city") -> list[str]:
    """Plays a whole random game with these cuts and returns its record's lines."""
    dice = random.Random(1)
    game = Game.new(GAMES[kind], NAMES, game_id="7", seed=SEED, cuts=cuts)
    while game.decision:
        answer_at_random(game, dice)
    return game.record().lines()


@pytest.fixture(scope="module")
def record() -> list[str]:
    return played()


def test_a_cut_is_hashed_with_the_games_id_in_utf_8() -> None:
    assert hashlib.sha256("krupier-cut1 7 žába 🐸".encode()).hexdigest() == ANNAS
    assert cut_hash("8", "žába 🐸") != ANNAS


def test_the_draws_follow_from_the_secret_and_all_cuts_in_the_order_of_seats() -> None:
    """A draw with cuts is the one that is computed here as docs/protocol.md says: from a hash over the seed and the
    cuts' hashes in the order of seats, each with its length before it (a missing one: the length 0).
    """
    mixed = hashlib.sha256(
        b"krupier-cuts1" + SEED + b"\x20" + bytes.fromhex(ANNAS) + b"\x00" + b"\x20" + bytes.fromhex(CYRILS)
    ).digest()
    key = hmac.digest(mixed, b"7", "sha256")
    first = int.from_bytes(hmac.digest(key, b"5:0", "sha256")[:8], "big") % 40
    assert Chance(SEED, "7", CUTS).pick(5, OPTIONS, 1) == (str(first),)


def test_without_a_cut_the_draws_are_those_of_the_seed() -> None:
    plain = Chance(SEED, "7").pick(1, OPTIONS, 40)
    assert Chance(SEED, "7", (None, None, None)).pick(1, OPTIONS, 40) == plain
    assert played((None, None, None)) == played(())
    assert not any(line.startswith("cuts") for line in played(()))


def test_any_other_cut_or_another_seat_for_it_gives_another_shuffle() -> None:
    ways = [
        (), (ANNAS, None), (None, ANNAS), (ANNAS, None, None), (ANNAS, ANNAS), (ANNAS, CYRILS), (CYRILS, ANNAS),
    ]  # fmt: skip
    assert len({Chance(SEED, "7", cuts).pick(1, OPTIONS, 40) for cuts in ways}) == len(ways)


def test_the_commitment_and_the_revealed_seed_are_those_of_the_secret() -> None:
    """The commitment and the revealed seed are the same with and without cuts, because the commitment is published
    before anyone cuts.
    """
    cut, plain = Chance(SEED, "7", CUTS), Chance(SEED, "7")
    assert (cut.commitment, cut.reveal()) == (plain.commitment, plain.reveal())


def test_a_record_has_one_line_of_cuts_after_the_commitment(record: list[str]) -> None:
    at = next(index for index, line in enumerate(record) if line.startswith("commitment "))
    assert record[at + 1] == f"cuts {ANNAS} - {CYRILS}"
    assert parse(record).cuts == CUTS
    assert parse(record).lines() == record
    assert verify(record).record().lines() == record


def altered(record: list[str], cuts: str | None) -> list[str]:
    """Returns the record with this text in its `cuts` line, or without that line (None)."""
    return [
        line if not line.startswith("cuts ") else f"cuts {cuts}"
        for line in record
        if cuts is not None or not line.startswith("cuts ")
    ]


@pytest.mark.parametrize(
    "cuts",
    [None, f"- - {CYRILS}", f"{ANNAS} - -", f"{CYRILS} - {ANNAS}", f"{ANNAS} {CYRILS} -", f"{ANNAS[:-1]}f - {CYRILS}"],
)
def test_an_altered_cut_is_noticed_at_the_first_draw_that_it_changes(record: list[str], cuts: str | None) -> None:
    with pytest.raises(BadRecord) as refused:
        verify(altered(record, cuts))
    assert "the draw " in refused.value.expected


@pytest.mark.parametrize(
    "cuts",
    ["", "- - -", f"{ANNAS} -", f"{ANNAS} - {CYRILS} -", f"{ANNAS}  - {CYRILS}", f"{ANNAS.upper()} - -", "anna - -"],
)
def test_a_line_of_cuts_in_another_form_is_refused_with_its_number(record: list[str], cuts: str) -> None:
    lines = altered(record, cuts)
    with pytest.raises(BadRecord) as refused:
        parse(lines)
    assert refused.value.line == next(at for at, line in enumerate(lines, 1) if line.startswith("cuts"))


def test_cuts_without_a_commitment_are_refused(record: list[str]) -> None:
    with pytest.raises(BadRecord):
        parse([line for line in record if not line.startswith("commitment ")])


def test_an_unfinished_game_with_cuts_is_verified_with_its_seed() -> None:
    lines = Game.new(MAFIA_CITY, NAMES, game_id="7", seed=SEED, cuts=CUTS).record().lines()
    assert verify_so_far(lines, SEED.hex()).head.cuts == CUTS
    with pytest.raises(BadRecord):
        verify_so_far(altered(lines, None), SEED.hex())


def test_a_record_with_cuts_replays_and_draws_on_by_its_seed(record: list[str]) -> None:
    """A game that goes on after a restart draws the same cards as without one."""
    middle = parse([line for line in record[: len(record) // 2] if not line.startswith(("seed ", "result "))])
    game = Game.replay(MAFIA_CITY, middle, SEED)
    assert game.chance is not None
    assert game.chance.pick(9_999, OPTIONS, 40) == Chance(SEED, "7", CUTS).pick(9_999, OPTIONS, 40)


@pytest.mark.parametrize(
    ("cuts", "said"), [(CUTS, "follows from the seed and 2 cuts, winner"), ((), "is the seed's, winner")]
)
def test_the_command_verify_says_how_many_cuts_the_draws_follow_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cuts: tuple[str | None, ...], said: str
) -> None:
    (tmp_path / "record.txt").write_text("\n".join(played(cuts)), encoding="utf-8")
    assert main(["verify", str(tmp_path / "record.txt")]) == 0
    assert said in capsys.readouterr().out
