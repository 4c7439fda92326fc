"""Tests the pictures of Star Wars: Destiny other than the board: hands, help, walk-through, damage over the rounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.drawing import MAX_ALT, MAX_BYTES, Sketch
from bot.drawing.fonts import covers
from bot.games import GAME_UIS
from bot.games.star_wars_destiny.names import DestinyContext
from bot.games.star_wars_destiny.picture import TablePictures
from bot.games.star_wars_destiny.picture_cards import (
    DIELESS,
    GAP,
    LARGE,
    SMALL,
    body,
    hand_painted,
    heights,
    symbol_face,
)  # fmt: skip
from bot.games.star_wars_destiny.picture_lessons import SHOWN, TABLES
from bot.games.star_wars_destiny.picture_scene import Table as Scene
from bot.games.star_wars_destiny.picture_scene import table_of
from bot.games.star_wars_destiny.symbols import SYMBOLS
from bot.games.tutorial import lessons
from bot.texts import LANGUAGES, translator_for
from rules.events import ALL
from rules.star_wars_destiny import events
from rules.star_wars_destiny.facts import CARDS, side
from tests.bot.games.pictures import Sheet
from tests.bot.games.star_wars_destiny.destiny import KIND, battle, games, sitting
from tests.rules.star_wars_destiny.table import new
from tests.rules.star_wars_destiny.test_first_round import RECORD

PICTURES = TablePictures()

EN = translator_for("en")
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
IN_HANDS = [code for code, card in CARDS.items() if card.type not in ("character", "battlefield")]


# Hands


def test_a_hand_shows_equal_cards_once_with_their_number() -> None:
    view = battle(hand="block aim block").view("a")
    sketch = PICTURES.hand(view, "a", EN)
    assert sketch is not None
    assert sketch.scene == (("block", 2), ("aim", 1))
    assert sketch.alt.startswith("Block ×2: event · gray · neutral · cost 2. ")
    assert " Aim: event · gray · neutral · cost 1. " in sketch.alt


def test_a_hand_shows_its_order_of_coming_and_how_many_of_each() -> None:
    drawn = [hand_of(hand).picture().png for hand in ("block aim", "aim block", "block block aim")]
    assert len(set(drawn)) == len(drawn)


@EVERY_LANGUAGE
def test_a_card_in_a_hand_is_as_high_as_its_text_needs(language: str) -> None:
    said = translator_for(language)
    for code in IN_HANDS:
        whole, lower = body(code, SMALL, said), body(code, replace(SMALL, high=heights(language)[code]), said)
        assert (lower.large, lower.paragraphs) == (whole.large, whole.paragraphs), code
        assert 0 <= lower.left <= 1, code


def test_each_row_of_a_hand_is_as_high_as_its_highest_card() -> None:
    high = heights("en")
    assert high["block"] != high["f_11d_rifle"]
    wanted = GAP + max(high["block"], high["f_11d_rifle"]) + GAP + high["aim"] + GAP
    assert hand_painted((("block", 1), ("f_11d_rifle", 1), ("aim", 1)), "en").size[1] == wanted


def hand_of(cards: str) -> Sketch:
    sketch = PICTURES.hand(battle(hand=cards).view("a"), "a", EN)
    assert sketch is not None
    return sketch


def test_no_one_gets_a_picture_of_cards_that_are_not_theirs_to_see() -> None:
    table = battle()
    assert PICTURES.hand(table.view("b"), "a", EN) is None
    assert PICTURES.hand(table.view(), "a", EN) is None
    assert PICTURES.hand(battle(hand="").view("a"), "a", EN) is None


@pytest.mark.tier("test")
@EVERY_LANGUAGE
def test_a_hand_of_any_card_can_be_drawn(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    for at in range(0, len(IN_HANDS), 10):
        hand = IN_HANDS[at : at + 10]
        view = battle(hand=" ".join([*hand, hand[0]])).view("a")
        sketch = PICTURES.hand(view, "a", translator_for(language))
        assert sketch is not None
        drawn = sketch.picture()
        assert len(drawn.png) <= MAX_BYTES
        assert len(drawn.alt) <= MAX_ALT
        assert all(CARDS[code].name in drawn.alt for code in hand)


@EVERY_LANGUAGE
def test_all_that_a_card_says_fits_on_it(language: str) -> None:
    said = translator_for(language)
    for code, card in CARDS.items():
        for size in (SMALL, LARGE if card.has_die else DIELESS):
            written = body(code, size, said)
            assert written.left >= 0, code
            assert len(written.facts) <= 2, code
            lines = [*written.facts, *(line for paragraph in written.paragraphs for line in paragraph)]
            assert not [line for line in lines if "…" in line], code


# Help


@pytest.mark.tier("test")
@EVERY_LANGUAGE
def test_every_card_and_symbol_has_its_picture_in_the_rules_help(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    Sheet.watched(monkeypatch)
    said, drawn = translator_for(language), set()
    for topic in GAME_UIS[KIND].topics(said):
        sketch = PICTURES.topic(topic.key, said)
        assert (sketch is not None) == topic.key.startswith(("card_", "symbol_"))
        if sketch is not None:
            face = symbol_face(topic.key, said)
            assert sketch.alt.startswith(topic.title if face is None else face.title)
            assert len(sketch.alt) <= MAX_ALT
            drawn.add(sketch.picture().png)
    assert len(drawn) == len(CARDS) + len(SYMBOLS) == 183


@EVERY_LANGUAGE
def test_the_font_has_every_letter_of_the_cards(language: str) -> None:
    said = translator_for(language)
    for code, card in CARDS.items():
        written = body(code, SMALL, said)
        text = card.name + "".join([*written.facts, *(line for lines in written.paragraphs for line in lines)])
        assert not [letter for letter in text if not covers(letter)], code


def test_unknown_cards_and_symbols_have_no_picture() -> None:
    assert PICTURES.topic("card_unheard_of", EN) is None
    assert PICTURES.topic("symbol_", EN) is None
    assert PICTURES.topic("round", EN) is None


# The walk-through


@EVERY_LANGUAGE
def test_every_page_of_the_walk_through_has_its_picture(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    said = translator_for(language)
    pages = [lesson.picture for lesson in lessons(GAME_UIS[KIND], said)]
    assert len(set(pages)) == len(pages) > 3
    for page in pages:
        sketch = PICTURES.lesson(page, said)
        assert sketch is not None, page
        drawn = sketch.picture()
        assert len(drawn.png) <= MAX_BYTES
        assert 0 < len(drawn.alt) <= MAX_ALT


def test_the_tables_of_the_walk_through_are_those_of_the_first_round() -> None:
    """The pictures match the specification's first round, replayed by the rules."""
    at = {3: "team", 14: "setup", 22: "activate", 25: "resolve", 40: "claim"}
    table, seen = new(format="starters", decks="rey | kylo"), {}
    for line in RECORD.strip().splitlines():
        number, seat, kind, *keys = line.replace(":", "", 1).split()
        if int(number) in at:
            seen[at[int(number)]] = table_of(table.view(), sitting(2))
        if keys[-1] == "…":
            keys = [*keys[:-1], *left_of(table.keys("chance"), keys[:-1])]
        table.answers(seat, kind, *(key for key in keys if key != "-"))
    assert set(TABLES) == set(seen)
    for name, scene in TABLES.items():
        assert isinstance(scene, Scene)
        assert scene == seen[name], name


def left_of(keys: list[str], used: list[str]) -> list[str]:
    left = list(keys)
    for key in used:
        left.remove(key)
    return left


def test_the_sheet_of_symbols_shows_each_of_them() -> None:
    assert {side(word).symbol for word in SHOWN} == set(SYMBOLS)
    assert any(side(word).modifier for word in SHOWN)
    assert any(side(word).cost for word in SHOWN)


# Damage over the rounds


def test_the_damage_taken_is_summed_up_round_by_round() -> None:
    told = [
        events.round_begins(1, "a"), events.damage("a-rey", 3, 2, 1, "b-x"),
        events.damage("b-kylo_ren", 2, 0, 2, "a-x"), events.heals("b-kylo_ren", 1), events.round_begins(2, "b"),
        events.round_begins(3, "b"), events.damage("a-finn", 3, 0, 3, "b-x"),
    ]  # fmt: skip
    sketch = PICTURES.points(DestinyContext(sitting(2), EN, battle().view()), told)
    assert sketch.scene.labels == ("0", "1", "2", "3")
    assert [line.points for line in sketch.scene.lines] == [(0, 1, 1, 4), (0, 2, 2, 2)]
    assert sketch.alt == "Damage taken after each round: A Anna: 0, 1, 1, 4; B Bert: 0, 2, 2, 2."
    assert len(sketch.picture().png) <= MAX_BYTES


def test_damage_before_any_round_was_told_counts_for_the_one_that_was_laid_out() -> None:
    told = [events.damage("a-rey", 1, 0, 1, "b-x"), events.round_begins(4, "a"), events.damage("a-rey", 1, 0, 1, "b-x")]
    sketch = PICTURES.points(DestinyContext(sitting(2), EN, battle().view()), told)
    assert sketch.scene.labels == ("…", "3", "4")
    assert sketch.scene.lines[0].points == (0, 1, 2)


@pytest.mark.parametrize("count", [2, 4])
def test_the_damage_of_a_whole_game_is_what_was_told(count: int) -> None:
    *_, game = games(count, count)
    assert game.over
    sketch = PICTURES.points(DestinyContext(sitting(count), EN, game.view(None)), game.told)
    taken: Counter[str] = Counter()
    for event in game.told:
        if event.name == "damage":
            taken[event.facts["character"][0]] += event.facts["taken"]
    assert {line.seat: line.points[-1] for line in sketch.scene.lines} == {seat: taken[seat] for seat in game.seats}
    rounds = [event.facts["round"] for event in game.told if event.to == ALL and event.name == "round_begins"]
    assert sketch.scene.labels == ("0", *map(str, rounds))
    assert sum(taken.values()) > 0
