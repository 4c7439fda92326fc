"""Tests verification: what proves a record, and which line and message a false one gets."""

from __future__ import annotations

import random

import pytest

from rules import GAMES
from rules.chance import Chance
from rules.engine import Game
from rules.errors import BadRecord
from rules.mafia_city import MAFIA_CITY
from rules.verify import replay, verify, verify_so_far

from .mafia_city.layout import layout
from .random_play import answer_at_random, play
from .toy import TOY

pytestmark = pytest.mark.usefixtures("toy_registered")

SEED, OTHER = bytes(range(32)), bytes(32)


@pytest.fixture(scope="module")
def record() -> list[str]:
    """Returns the lines of a finished game with its seed and its result."""
    return play(MAFIA_CITY, 3, 1).record().lines()


@pytest.fixture
def unfinished() -> list[str]:
    """Returns the record's lines of a toy game that has just begun: two draws, no answers, and no seed yet."""
    return Game.new(TOY, ["Anna", "Bert"], seed=SEED, game_id="7").record().lines()


def at(lines: list[str], start: str) -> int:
    return next(index for index, line in enumerate(lines) if line.startswith(start))


def refusal_of(lines: list[str], seed: str | None = None) -> tuple[str, int | None]:
    with pytest.raises(BadRecord) as refused:
        verify(lines) if seed is None else verify_so_far(lines, seed)
    return f"expected {refused.value.expected}, found {refused.value.found}", refused.value.line


def turned(lines: list[str], index: int) -> str:
    """Returns a draw's line with its first two keys swapped, which is a possible draw but not the one of the seed."""
    start, _, keys = lines[index].partition(": ")
    first, second, *rest = keys.split(" ")
    assert first != second
    return f"{start}: {' '.join([second, first, *rest])}"


def test_a_finished_game_is_proved_by_its_own_record(record: list[str]) -> None:
    assert verify(record).record().lines() == record
    assert replay(record).over is not None


def test_a_game_that_began_with_a_given_table_is_proved_by_its_seed() -> None:
    """The finished record of a position has the table instead of a commitment; it is accepted with its own seed, and
    with another seed it is refused at the first draw.
    """
    dice = random.Random(1)
    table = layout(deck="", discard="thief-hat fbi-bullet rackets-hat hitman-fist", crew={"a": 1, "b": 1, "c": 1})
    game = Game.at(MAFIA_CITY, table, seed=SEED, game_id="7")
    while game.decision:
        answer_at_random(game, dice)
    lines = game.record().lines()
    assert verify(lines).record().lines() == lines
    index = next(at for at, line in enumerate(lines[5:], 5) if line.split(" ")[1] == "chance")
    words, line = refusal_of([f"seed {OTHER.hex()}" if one.startswith("seed ") else one for one in lines])
    assert (line, words.partition(", found ")[2]) == (index + 1, lines[index].partition(": ")[2])


def test_a_game_that_waits_for_an_answer_proves_nothing_yet(record: list[str]) -> None:
    lines = record[:12]
    assert refusal_of(lines) == ("expected a finished game, found one that still waits for an answer", 13)


@pytest.mark.parametrize("gone", ["seed ", "commitment "])
def test_without_commitment_or_seed_a_record_proves_nothing(record: list[str], gone: str) -> None:
    lines = [line for line in record if not line.startswith(gone)]
    words = "expected a commitment and a seed, found a record whose draws were made elsewhere"
    assert refusal_of(lines) == (words, len(lines) + 1)


def test_an_unknown_game_is_named_in_its_line(record: list[str]) -> None:
    expected = f"expected one of the games {', '.join(GAMES)}, found chess"
    lines = [record[0], "game chess 1", *record[2:]]
    assert refusal_of(lines) == (expected, 2)
    assert refusal_of(lines, SEED.hex()) == (expected, 2)


def test_the_seed_beside_an_unfinished_game_proves_its_draws(unfinished: list[str]) -> None:
    assert verify_so_far(unfinished, SEED.hex()).record().lines() == unfinished


def test_a_draw_that_the_seed_does_not_give_is_refused_at_its_line(unfinished: list[str]) -> None:
    for index in (at(unfinished, "1 chance"), at(unfinished, "2 chance")):
        lines = [*unfinished]
        lines[index] = turned(lines, index)
        drawn, false = (one[index].partition(": ")[2] for one in (unfinished, lines))
        assert refusal_of(lines, SEED.hex()) == (f"expected the draw {drawn}, found {false}", index + 1)


def test_a_finished_game_has_no_other_seed_beside_it(record: list[str]) -> None:
    words = "expected an unfinished game, found a finished one, whose record holds its seed"
    assert refusal_of(record, SEED.hex()) == (words, len(record) + 1)


def test_without_its_commitment_an_unfinished_game_proves_nothing(unfinished: list[str]) -> None:
    lines = [line for line in unfinished if not line.startswith("commitment ")]
    words = "expected a commitment, found a record whose draws were made elsewhere"
    assert refusal_of(lines, SEED.hex()) == (words, len(lines) + 1)


@pytest.mark.parametrize("word", ["", "0" * 63, "0" * 65, "F" * 64, "g" * 64])
def test_an_invalid_seed_is_refused(unfinished: list[str], word: str) -> None:
    words = "expected a seed of 64 hexadecimal digits next to the record, found another word"
    assert refusal_of(unfinished, word) == (words, len(unfinished) + 1)


def test_another_seed_does_not_keep_the_commitment(unfinished: list[str]) -> None:
    kept, given = (Chance(seed, "7").commitment for seed in (SEED, OTHER))
    words = f"expected a seed that keeps the commitment {kept}, found one that gives {given}"
    assert refusal_of(unfinished, OTHER.hex()) == (words, None)
