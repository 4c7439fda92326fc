"""Tests the rules help and the walk-through of Královské rošády."""

from __future__ import annotations

import pytest

from bot.features.play import panel_view
from bot.games import GAME_UIS
from bot.games.kralovske_rosady.cards import CARDS
from bot.games.kralovske_rosady.symbols import SYMBOLS
from bot.games.tutorial import lessons
from bot.texts import translator_for
from rules.kralovske_rosady.cards import CARDS as ALL_CARDS
from tests.bot.games.kralovske_rosady.rosady import FACTS, laid_out
from tests.bot.screen import Screen

GAME_UI = GAME_UIS["kralovske_rosady"]
CS = translator_for("cs")


def test_every_card_symbol_and_phase_has_its_topic() -> None:
    topics = {topic.key for topic in GAME_UI.topics(CS)}
    general = {"setup", "turn", "columns", "round_end", "evaluation", "ties", "scoring", "secrets", "time"}
    assert topics >= general | {f"card_{card}" for card in ALL_CARDS} | {f"symbol_{symbol}" for symbol in SYMBOLS}


@pytest.mark.parametrize("number", range(1, 16))
def test_every_ruling_that_players_can_meet_is_cited(number: int) -> None:
    cited = " ".join(topic.text for topic in GAME_UI.topics(CS))
    assert f"(K{number})" in cited or f"K{number}," in cited or f", K{number})" in cited


def test_card_topics_tell_value_effect_and_part_of_the_rulebook() -> None:
    (mage,) = (topic for topic in GAME_UI.topics(CS) if topic.key == "card_mage")
    assert (mage.group, mage.title) == ("Karty s efektem při vyhodnocování", "🧙 Mág 7")
    assert mage.text.startswith("Hodnota: 7. Při vyhodnocení tu odstraní všem hráčům karty s hodnotou 10 a víc")
    assert mage.text.endswith("-# Pravidla: Efekt při vyhodnocování")


def test_no_topic_says_a_value_twice() -> None:
    texts = {topic.key: topic.text for topic in GAME_UI.topics(CS)}
    assert texts["card_romeo"].startswith("Má hodnotu 5. Pokud je v tomto sloupci i tvoje Julie, má 15.")
    assert texts["card_alchemist"].startswith("Pod svým symbolem")
    assert not [key for key, text in texts.items() if text.startswith("Hodnota: 12−") or "Hodnota: ↓" in text]


def test_the_doubles_topic_says_what_takes_it_away() -> None:
    for language in ("cs", "en", "sk"):
        (text,) = (topic.text for topic in GAME_UI.topics(translator_for(language)) if topic.key == "card_double")
        assert "(K3)" in text
        assert "(K2)" in text


@pytest.mark.parametrize("language", ["cs", "en", "sk"])
def test_the_walk_through_cites_no_ruling_that_says_something_else(language: str) -> None:
    """Ruling K1 is about the first player, which no page of the walk-through mentions."""
    assert not [lesson.title for lesson in lessons(GAME_UI, translator_for(language)) if "(K1)" in lesson.text]


@pytest.mark.parametrize("language", ["cs", "en", "sk"])
def test_the_panel_explains_the_open_cards_of_the_columns_briefly(language: str) -> None:
    game = laid_out("art-3 b:mage b:storm?", "trade-5 c:mage a:king b:witch?", hands={"a": "queen julia"})
    words = translator_for(language)
    panel = panel_view.panel_at(FACTS, game, "a", words)
    assert panel is not None
    text = Screen(panel.explained()).text
    titles = {topic.key: topic.title for topic in GAME_UI.topics(words)}
    assert f"**{titles['card_queen']}**\n" in text
    assert text.count(f"**{titles['card_mage']}**: ") == 1
    assert text.count(titles["card_king"]) == text.count(titles["card_queen"]) == 1
    assert titles["card_witch"] not in text
    assert titles["card_storm"] not in text
    assert "(K" not in text


def test_names_follow_the_deck() -> None:
    assert tuple(CARDS) == ALL_CARDS
