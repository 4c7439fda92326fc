"""Tests the explanations of first games: short, without rule numbers, and only of what a decision involves."""

from __future__ import annotations

import re

import pytest

from bot.games import GAME_UIS
from bot.games.concepts import ASK, MAX_WORDS, brief, explanation, first_new, short
from bot.games.facts import Seat, TableFacts
from bot.texts import LANGUAGES, translator_for
from rules import GAMES
from rules.engine import Game
from tests.bot.games.every_board import WITH_TUTORIAL, undecided

RULE = re.compile(r"\b[MKDR]\d+\b")
CUT = re.compile(r"[.:;] \d+\.$")
"""Finds a text that ends with the number of a list's next item."""
PHASES = {
    "mafia_city": {"control", "locations", "goal"},
    "kralovske_rosady": {"columns", "round_end", "ties", "scoring"},
    "star_wars_destiny": {"damage", "ending", "battlefield"},
}
"""The topics that say how a round and the game are won."""
MAX_SHOWN = 40
"""The maximum number of words of an explanation with its title."""
MAX_SHORT = 20
"""The maximum number of words of a topic's own short text."""
EVERY_GAME = pytest.mark.parametrize("kind", GAME_UIS)


def facts_of(game: Game) -> TableFacts:
    seats = tuple(Seat(letter, 100 + at, f"Player {letter}") for at, letter in enumerate(game.seats))
    return TableFacts(1, game.rules.name, "running", "en", game.head.options, "", None, None, 100, "", seats)


def all_of(game: Game, seat: str, language: str) -> dict[str, str]:
    """Returns all explanations of a decision by their concept, in the order in which a person sees them."""
    facts, words = facts_of(game), translator_for(language)
    found: dict[str, str] = {}
    while concept := first_new(facts, game, seat, found.keys(), words):
        found[concept] = explanation(facts, game, seat, concept, words)
    return found


@WITH_TUTORIAL
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_in_random_games_is_short_and_names_no_rule(kind: str, language: str) -> None:
    found: dict[str, str] = {}
    for game in undecided(kind, GAMES[kind].seats[0], 3, most=250):
        for seat in game.waiting:
            if seat in game.seats:
                found |= all_of(game, seat, language)
    assert len(found) >= 5
    assert [said for said in found.values() if len(said.split()) > MAX_SHOWN or RULE.search(said)] == []


@WITH_TUTORIAL
def test_the_question_itself_comes_first_and_what_was_seen_never_comes_again(kind: str) -> None:
    first = next(iter(undecided(kind, GAMES[kind].seats[0], 1, most=60)))
    assert first.decision is not None
    seat = first.waiting[0]
    asked = all_of(first, seat, "en")
    assert next(iter(asked)) == ASK + first.decision.kind
    assert first_new(facts_of(first), first, seat, asked.keys(), translator_for("en")) == ""


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_most_topics_have_a_short_version(kind: str, language: str) -> None:
    topics = [one for one in GAME_UIS[kind].topics(translator_for(language)) if not one.key.startswith("card_")]
    said = {one.key: brief(one.text) for one in topics}
    assert all(len(text.split()) <= MAX_WORDS for text in said.values())
    assert sum(not text for text in said.values()) <= 3
    assert [text for text in said.values() if CUT.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_texts_of_topics_have_few_words_and_no_rule_number(language: str) -> None:
    topics = [one for game_ui in GAME_UIS.values() for one in game_ui.topics(translator_for(language)) if one.short]
    assert len(topics) >= 20
    assert [one.short for one in topics if len(one.short.split()) > MAX_SHORT or RULE.search(one.short)] == []
    assert all(short(one) == one.short for one in topics)


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_of_a_question_has_a_short_version(kind: str, language: str) -> None:
    said = {one.key: brief(one.text) for one in GAME_UIS[kind].topics(translator_for(language))}
    named = {topic for question in GAME_UIS[kind].questions.values() for topic in question.topics}
    assert [topic for topic in sorted(named) if not topic.startswith("card_") and not said[topic]] == []


@pytest.mark.parametrize("kind", PHASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_game_explains_how_a_round_and_the_game_are_won(kind: str, language: str) -> None:
    found: set[str] = set()
    for game in undecided(kind, GAMES[kind].seats[0], 1, most=400):
        for seat in game.waiting:
            if seat in game.seats:
                found |= all_of(game, seat, language).keys()
    assert found >= PHASES[kind]


def test_the_ends_of_a_round_and_of_the_game_are_explained_when_they_come() -> None:
    seen: set[tuple[bool, bool]] = set()
    for game in undecided("kralovske_rosady", 2, 1, most=400):
        assert game.decision is not None
        if game.decision.kind != "play":
            continue
        view, found = game.view(game.waiting[0]), all_of(game, game.waiting[0], "en")
        full = any(one["closed"] or len(one["cards"]) >= int(one["point"][-1]) for one in view["columns"])
        last = view["round"] == 6
        assert ("round_end" in found, "scoring" in found) == (full, last)
        seen.add((full, last))
    assert seen == {(False, False), (True, False), (False, True), (True, True)}


def test_a_figure_is_explained_to_the_player_who_holds_it() -> None:
    held = set()
    for game in undecided("mafia_city", 3, 1, most=400):
        for seat in (seat for seat in game.waiting if seat in game.seats):
            found, view = all_of(game, seat, "en"), game.view(seat)
            for figure, topic in (("policeman", "police_station"), ("mayor", "town_hall")):
                if view[figure] == seat:
                    held.add(figure)
                    assert topic in found
    assert held == {"policeman", "mayor"}


def test_a_short_version_ends_with_a_whole_sentence() -> None:
    assert brief("One. Two (M10, M11). Three.") == "One. Two. Three."
    assert brief("Short. " + "word " * 40 + ".") == "Short."
    assert brief("Text.\n-# A note.") == "Text."


def test_no_explanation_is_shown_while_no_person_is_asked() -> None:
    game = next(iter(undecided("mafia_city", 3, 1, most=60)))
    other = next(seat for seat in game.seats if seat not in game.waiting) if len(game.waiting) < 3 else ""
    assert not other or first_new(facts_of(game), game, other, (), translator_for("en")) == ""
