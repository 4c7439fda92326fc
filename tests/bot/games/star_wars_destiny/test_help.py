"""Tests the rules help of Star Wars: Destiny: every card in three languages, rulings, and the walk-through."""

from __future__ import annotations

import pytest

from bot.games.star_wars_destiny.cards import keywords_of, says, sentence, sentences
from bot.games.star_wars_destiny.symbols import SYMBOLS
from bot.games.tutorial import Tutorial, lessons
from bot.texts import LANGUAGES, translator_for
from rules.star_wars_destiny.cards import TEXTS
from rules.star_wars_destiny.facts import CARDS
from tests.bot.games.star_wars_destiny.said import CS, EN, GAME_UI, SK

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
TALL = 3000
"""The maximum number of characters of a topic without its heading."""


@EVERY_LANGUAGE
def test_every_card_has_a_topic_under_its_own_name(language: str) -> None:
    topics = {topic.key: topic for topic in GAME_UI.topics(translator_for(language))}
    assert len(CARDS) == 174
    for card in CARDS.values():
        topic = topics[f"card_{card.code}"]
        assert topic.title == card.name
        assert topic.text.startswith(f"AW {card.number}")
        assert len(topic.text) < TALL


@EVERY_LANGUAGE
def test_every_cards_sentences_are_in_its_topic_and_in_its_language(language: str) -> None:
    said = translator_for(language)
    listed = GAME_UI.topics(said)
    topics = {topic.key: topic.text for topic in listed}
    assert len(topics) == len(listed)
    missing = [(code, line) for code in TEXTS for line in says(code, said) if line not in topics[f"card_{code}"]]
    assert missing == []
    if language != "en":
        assert [code for code in TEXTS if set(sentences(code, said)) & set(sentences(code, EN))] == []


def test_cards_without_a_sentence_are_those_whose_rules_say_nothing() -> None:
    silent = {code for code, text in TEXTS.items() if not text.words.says}
    assert silent == {
        "first_order_stormtrooper", "rebel_trooper", "survival_gear", "hired_gun", "dh_17_blaster_pistol",
        "holdout_blaster",
    }  # fmt: skip


@pytest.mark.parametrize("mark", ["Special", "Action", "Claim"])
def test_a_sentence_is_marked_with_the_ability_that_it_is_about(mark: str) -> None:
    marked = {code for code in TEXTS for line in sentences(code, EN) if line.startswith(f"{mark}: ")}
    assert marked == {code for code, text in TEXTS.items() if getattr(text, mark.lower()) is not None}


def test_the_sentence_before_the_one_about_an_ability_has_no_mark() -> None:
    assert sentences("backup_muscle", EN) == [
        "It enters play bearing 3 damage.",
        "Action: Exhaust it and shift 1 of its damage onto a character, past any shields.",
    ]


def test_restrictions_are_those_of_the_rules() -> None:
    bound = {code for code, text in TEXTS.items() if text.play_on is not None or text.attach_to is not None}
    assert {code for code, text in TEXTS.items() if text.restriction} == bound
    assert says("force_choke", EN)[0] == "Blue character only."
    assert says("occupation", EN)[0] == "Only while you control the battlefield."


def test_keywords_are_those_of_the_rules() -> None:
    assert keywords_of("holdout_blaster") == ["ambush", "redeploy"]
    assert sentence("holdout_blaster", EN) == "Ambush. Redeploy."
    assert sentence("holdout_blaster", CS) == "Léčka. Přenositelnost."
    assert sentence("rebel_trooper", SK) == "Ochranca."


def test_a_card_is_explained_with_facts_sentence_and_rulings() -> None:
    (topic,) = (topic for topic in GAME_UI.topics(EN) if topic.key == "card_rey")
    assert topic.text.splitlines() == [
        "AW 38 · Force Prodigy",
        "character · blue · hero · health 10 · points 9/12 · unique",
        "Die: 1 melee, +2 melee, 1 discard, 1 resource, +1 resource, blank",
        "Whenever you have played an upgrade onto Rey, you may take an additional action.",
        "-# Ambush brings an additional action too, so an upgrade with Ambush brings two on Rey. Upgrades played by "
        "claiming bring none (D223).",
    ]


def test_symbols_keywords_course_and_formats_can_be_looked_up() -> None:
    keys = {topic.key for topic in GAME_UI.topics(EN)}
    assert {f"symbol_{symbol}" for symbol in SYMBOLS} <= keys
    assert {"ambush", "guardian", "redeploy", "setup", "round", "actions", "upkeep", "multiplayer"} <= keys
    assert {"format_starters", "format_standard", "format_random"} <= keys


def test_every_topic_that_a_question_names_is_there() -> None:
    keys = {topic.key for topic in GAME_UI.topics(EN)}
    assert {key for question in GAME_UI.questions.values() for key in question.topics} <= keys


@EVERY_LANGUAGE
def test_the_walk_through_plays_the_first_round_of_the_starters(language: str) -> None:
    pages = lessons(GAME_UI, translator_for(language))
    assert len(pages) == 6
    text = " ".join(page.text for page in pages)
    for name in ("Rey", "Finn", "Kylo", "Jedi Robes", "Anna", "Bert"):
        assert name in text
    assert GAME_UI.get(Tutorial).first_game({"format": "starters"})
    assert not GAME_UI.get(Tutorial).first_game({"format": "standard"})
    assert GAME_UI.get(Tutorial).leads_to("action", ("activate",), translator_for(language))
