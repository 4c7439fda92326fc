"""Tests templates of sentences: each placeholder is filled by the game's context."""

from __future__ import annotations

from dataclasses import replace
from string import Formatter
from typing import Any

import pytest

from bot.games import GAME_UIS
from bot.games.context import Context
from bot.games.sentences import Sentence, addressed, by, either, plural, say
from bot.games.star_wars_destiny.names import DestinyContext
from bot.texts import translator_for
from rules.events import ALL, Event
from tests.bot.laid_out import facts

EN = translator_for("en")
DESTINY = DestinyContext(facts(), EN)
BEGINS, NOBODY = "{seat:who} begins.", "Nobody begins."


def said(sentence: Sentence, **told: Any) -> str | None:
    return say(sentence, DESTINY, told)


def test_a_placeholder_shows_the_fact_or_what_the_contexts_method_returns() -> None:
    assert said("{seat:mark} has {points}.", seat="a", points=3) == f"{DESTINY.mark('a')} has 3."


def test_further_arguments_are_facts_or_else_as_they_are() -> None:
    rey, own = DESTINY.piece("a-rey"), DESTINY.piece("a-rey", "a")
    assert rey != own
    assert said("{card:piece seat}", card="a-rey", seat="a") == own
    assert said("{card:piece seat}", card="a-rey", seat="b") == rey
    assert said("{card:piece a}", card="a-rey") == own


def test_braces_in_a_fact_are_not_placeholders() -> None:
    assert said("{what}", what="{evil}") == "{evil}"


def test_a_fact_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError, match="seat"):
        said(BEGINS, player="a")


@pytest.mark.parametrize(("count", "expected"), [(1, "1 card."), (2, "2 cards.")])
def test_a_number_chooses_the_form(count: int, expected: str) -> None:
    assert said(plural("{n} card.", "{n} cards.", "count"), count=count) == expected


@pytest.mark.parametrize("nothing", [None, False, 0, ()])
def test_a_fact_that_says_nothing_chooses_the_other_sentence(nothing: object) -> None:
    sentence = either("seat", BEGINS, NOBODY)
    assert said(sentence, seat=nothing) == NOBODY
    assert said(sentence, seat="a") == said(BEGINS, seat="a")


def test_only_the_holder_of_the_seat_is_addressed() -> None:
    sentence = addressed("You begin.", BEGINS)
    assert say(sentence, replace(DESTINY, seat="a"), {"seat": "a"}) == "You begin."
    assert say(sentence, replace(DESTINY, seat="b"), {"seat": "a"}) == said(BEGINS, seat="a")
    assert said(sentence, seat="a") == said(BEGINS, seat="a")
    assert say(addressed("You begin.", NOBODY, "first"), DESTINY, {"first": None}) == NOBODY


def test_each_value_has_its_sentence_and_another_value_none() -> None:
    sentence = by("why", {"chosen": BEGINS, "forced": either("seat", None, NOBODY)})
    assert said(sentence, why="chosen", seat="a") == said(BEGINS, seat="a")
    assert said(sentence, why="forced", seat="") == NOBODY
    assert said(sentence, why="forced", seat="a") is None
    assert said(sentence, why="claimed", seat="a") is None


@pytest.mark.parametrize("kind", GAME_UIS)
def test_every_place_of_every_template_names_a_method_of_the_game_s_context(kind: str) -> None:
    ui = GAME_UIS[kind]
    templates = [one for one in ui.sentences.values() if isinstance(one, str)]
    assert templates
    methods = {spec.split()[0] for text in templates for spec in specs(text)}
    assert {method for method in methods if not hasattr(ui.context, method)} == set()


def specs(text: str) -> list[str]:
    """Returns the format specifiers of the placeholders in a template."""
    return [spec for _, _, spec, _ in Formatter().parse(text) if spec]


def test_an_event_without_a_sentence_needs_no_words() -> None:
    ui = GAME_UIS["kralovske_rosady"]
    assert ui.sentence(ui.context(facts(), EN), Event(ALL, "draws", {"seat": "a", "count": 1})) is None


def test_the_names_of_several_players_are_in_order() -> None:
    ctx = Context(facts(), EN)
    assert ctx.players("ba") == f"{ctx.who('b')}, {ctx.who('a')}"
