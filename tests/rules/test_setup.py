"""Tests the beginning of a replayed game: edition, names, and a seed that fits the commitment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules import GAMES, install
from rules.chance import Chance
from rules.errors import BadRecord, BadRequest
from rules.notation import Record
from rules.record_checks import fitting_chance
from rules.setup import opening_position

from .toy import TOY

SEED, OTHER = bytes(range(32)), bytes(32)
COMMITMENT = Chance(SEED, "7").commitment


def record(**how: Any) -> Record:
    head = {"game": "toy", "edition": 1, "game_id": "7", "names": ("Anna", "Bert"), "options": {}}
    return Record(**{**head, **how})


def test_an_old_record_begins_by_its_own_edition() -> None:
    begun: list[tuple[str, int]] = []

    def start(seats: Sequence[str], options: Mapping[str, str], edition: int) -> Any:
        begun.append(("".join(seats), edition))
        return TOY.start(seats, options, edition)

    _, play = opening_position(replace(TOY, start=start, edition=3), record(edition=2))
    play.close()
    assert begun == [("ab", 2)]


def test_a_position_is_laid_out_with_the_records_names() -> None:
    laid: list[tuple[Mapping[str, Any], Sequence[str] | None]] = []

    def position(given: Mapping[str, Any], names: Sequence[str] | None) -> Any:
        laid.append((given, names))
        return TOY.start("ab", {}, 1)

    _, play = opening_position(replace(TOY, position=position), record(position={"phase": "play"}))
    play.close()
    assert laid == [({"phase": "play"}, ("Anna", "Bert"))]


def test_the_records_own_seed_must_keep_its_commitment_though_no_other_is_given() -> None:
    false = record(commitment=COMMITMENT, seed=OTHER.hex())
    found = Chance(OTHER, "7").commitment
    with pytest.raises(BadRecord) as refused:
        fitting_chance(false, None)
    assert str(refused.value) == f"expected a seed that keeps the commitment {COMMITMENT}, found one that gives {found}"
    with pytest.raises(BadRecord):
        fitting_chance(false, SEED)
    with pytest.raises(BadRecord):
        fitting_chance(record(commitment=COMMITMENT, seed=SEED.hex()), OTHER)


def test_a_seed_that_fits_goes_on_drawing_and_without_one_draws_are_asked() -> None:
    for chance in (
        fitting_chance(record(commitment=COMMITMENT), SEED),
        fitting_chance(record(commitment=COMMITMENT, seed=SEED.hex()), None),
        fitting_chance(record(), SEED),
    ):
        assert chance is not None
        assert (chance.commitment, chance.reveal()) == (COMMITMENT, SEED.hex())
    assert fitting_chance(record(commitment=COMMITMENT), None) is None
    assert fitting_chance(record(), None) is None


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(BadRequest, match=r"^a seed must have 32 bytes \(64 hexadecimal digits\)$"):
        Chance(bytes(size), "7")


def test_a_games_setting_arrives_without_spaces_and_is_empty_if_not_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[tuple[str, str]] = []
    settings = {name: lambda value, name=name: taken.append((name, value)) for name in ("TOY_DECK", "TOY_GOAL")}
    monkeypatch.setitem(GAMES, "toy", replace(TOY, settings=settings))
    install({"TOY_DECK": " deck.toml ", "ANOTHER": "x"})
    assert taken == [("TOY_DECK", "deck.toml"), ("TOY_GOAL", "")]
