"""Tests the deck as a data file that an operator can replace (KRUPIER_MAFIA_CITY_DECK)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import install
from rules.engine import Game
from rules.errors import BadRecord, BadRequest
from rules.mafia_city import MAFIA_CITY
from rules.mafia_city.deck import SETTING, SHIPPED, BadDeck, read, shipped

NAMES = ["Anna", "Bert", "Cyril"]


@pytest.fixture
def counted(tmp_path: Path) -> Path:
    """Installs a deck in which all four thief cards have the symbol hat, and returns the path of its file."""
    text = SHIPPED.read_text(encoding="utf-8").replace('"reconstruction"', '"counted"')
    path = tmp_path / "deck.toml"
    path.write_text(text.replace("thief = { fist = 2, hat = 2 }", "thief = { hat = 4 }"), encoding="utf-8")
    install({SETTING: f" {path} "})
    return path


def test_the_shipped_deck_is_the_reconstruction_of_the_digest() -> None:
    codes = shipped().codes
    assert len(codes) == 49
    assert tuple(dict.fromkeys(codes)) == tuple(
        "hitman-fist complicity-fist police_chief-hat fbi-bullet police_raid-star informer-fist informer-star "
        "thief-fist thief-hat pulling_strings-fist pulling_strings-bullet rackets-fist rackets-hat grand_plan-hat "
        "grand_plan-star secret_deal-hat secret_deal-bullet".split()
    )
    symbols = [code.partition("-")[2] for code in codes]
    assert [symbols.count(symbol) for symbol in ("fist", "hat", "bullet", "star")] == [18, 13, 9, 9]


def test_a_replaced_deck_is_named_in_the_record_and_dealt(counted: Path) -> None:
    game = Game.new(MAFIA_CITY, NAMES, seed=bytes(32))
    assert "option deck counted" in game.record().lines()
    assert game.table.deck.count("thief-fist") == 0
    assert Game.replay(MAFIA_CITY, game.record(), bytes(32)).told == game.told


def test_its_record_replays_only_with_it(counted: Path) -> None:
    record = Game.new(MAFIA_CITY, NAMES, seed=bytes(32)).record()
    install({})
    with pytest.raises(BadRecord, match=f"the deck 'counted'; name its file in {SETTING}"):
        Game.replay(MAFIA_CITY, record)


def test_a_game_dealt_from_the_shipped_deck_goes_on_after_the_deck_was_replaced(tmp_path: Path) -> None:
    record = Game.new(MAFIA_CITY, NAMES, seed=bytes(32)).record()
    path = tmp_path / "deck.toml"
    path.write_text(
        SHIPPED.read_text(encoding="utf-8")
        .replace('"reconstruction"', '"counted"')
        .replace("{ fist = 2, star = 2 }", "{ star = 4 }"),
        encoding="utf-8",
    )
    install({SETTING: str(path)})
    assert Game.replay(MAFIA_CITY, record).record().entries == record.entries


def test_a_deck_cannot_be_chosen_by_the_players(counted: Path) -> None:
    with pytest.raises(BadRequest, match="option deck is counted here, not other"):
        Game.new(MAFIA_CITY, NAMES, {"deck": "other"})


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ("hitman = { fist = 5 }", "hitman = { fist = 6 }", "49 cards in all"),
        ("hitman = { fist = 5 }", "", "'hitman' needs its symbols"),
        ("hitman = { fist = 5 }", "hitman = { foot = 5 }", "unknown symbol 'foot'"),
        ("hitman = { fist = 5 }", "hitman = { fist = true }", "number of copies"),
        ("hitman = { fist = 5 }", "hitman = { fist = 0, hat = 5 }", "number of copies"),
        ("hitman = { fist = 5 }", "hitman = 5", "'hitman' needs its symbols"),
        ("hitman =", "hitwoman =", "no card 'hitwoman'"),
        ("[cards]", "[kards]", r"\[cards\] is missing"),
        ('name = "reconstruction"', "", "'name' must be"),
        ('name = "reconstruction"', 'name = "two words"', "'name' must be"),
        ('name = "reconstruction"', 'name = "_"', "'name' must be"),
        ('name = "reconstruction"', 'name = "-"', "'name' must be"),
        ('name = "reconstruction"', 'name = "háčky"', "one word of letters, digits, '-' and '_'"),
        ("hitman = { fist = 5 }", "hitman = { fist = -1, hat = 6 }", "number of copies"),
        ("hitman = { fist = 5 }", "hitman = { fist = 49 }", "49 cards in all"),
        ("hitman = { fist = 5 }", "hitman = { fist = 50 }", "'hitman.fist' must be a number of copies"),
        ("hitman = { fist = 5 }", "hitman = { foot = 5 }", "the symbols are fist, hat, bullet, star"),
        ("hitman =", "hitwoman =", "the cards are hitman, complicity, police_chief, fbi, "),
        ("[cards]", "[cards", "cannot be read"),
        ("thief = { fist = 2, hat = 2 }", "thief = { hat = 4 }", "a name of its own"),
    ],
)
def test_a_deck_file_that_is_wrong_says_what_to_mend(tmp_path: Path, before: str, after: str, word: str) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    assert before in text
    path = tmp_path / "deck.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadDeck, match=word) as refused:
        read(path)
    assert SETTING in str(refused.value)


def test_a_deck_may_be_called_by_letters_digits_and_strokes_and_have_a_symbol_once(tmp_path: Path) -> None:
    """A deck file is accepted whose name has letters, digits, `-` and `_`, and in which a card has a symbol only once.
    It is read as UTF-8 on every system.
    """
    text = SHIPPED.read_text(encoding="utf-8").replace('"reconstruction"', '"my_deck-2"')
    path = tmp_path / "deck.toml"
    path.write_text("# Žižkov\n" + text.replace("hitman = { fist = 5 }", "hitman = { fist = 4, hat = 1 }"), "utf-8")
    deck = read(path)
    assert deck.name == "my_deck-2"
    assert (deck.codes.count("hitman-fist"), deck.codes.count("hitman-hat")) == (4, 1)


def test_a_deck_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    install({SETTING: str(tmp_path / "gone.toml")})
    with pytest.raises(BadDeck, match="cannot be read"):
        Game.new(MAFIA_CITY, NAMES)
