"""Tests templates of sentences: each placeholder is filled by the event's facts and the game's context."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from bot.games import GAME_UIS, sentences
from bot.games.context import Context
from bot.games.sentences import Sentence, addressed, by, either, plural, say
from bot.games.star_wars_destiny.names import DestinyContext
from bot.texts import translator_for
from rules.events import ALL, Event
from rules.kralovske_rosady import cards
from tests.bot.laid_out import facts

ROOT = Path(__file__).parents[3]
CARDS = frozenset(cards.CARDS)
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
def test_every_placeholder_names_a_fact_of_its_event_and_a_method_of_the_context(kind: str) -> None:
    ui, told = GAME_UIS[kind], facts_by_event(kind)
    found = [(event, text) for event, sentence in ui.sentences.items() for text in templates(sentence)]
    assert len(found) > 20
    assert [(event, text) for event, text in found if not fits(text, told[event], ui.context)] == []


@pytest.mark.parametrize(
    "sentence", ["{seet:who}", "{seat:whom}", "{seat:who seet}", "{n}", either("forced", BEGINS, None)]
)
def test_a_placeholder_that_nothing_fills_is_found(sentence: Sentence) -> None:
    assert not all(fits(text, {"seat"}, Context) for text in templates(sentence))


def facts_by_event(kind: str) -> Mapping[str, set[str]]:
    """Returns the names of the facts of each event, from the calls of `Event` and `_all` in the game's `events.py`."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse((ROOT / "rules" / kind / "events.py").read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Name("Event"), [_, ast.Constant(str(name)), ast.Dict(keys)]):
                found[name] = {str(key.value) for key in keys if isinstance(key, ast.Constant)}
            case ast.Call(ast.Name("_all"), [ast.Constant(str(name))], keywords):
                found[name] = {str(each.arg) for each in keywords}
    return found


def templates(sentence: object) -> Iterator[str]:
    """Yields the templates in a sentence, and as `{fact}` the facts that choose one; none of a game's own function."""
    if isinstance(sentence, str):
        yield sentence
    elif isinstance(sentence, Mapping):
        for each in sentence.values():
            yield from templates(each)
    elif inspect.isfunction(sentence) and sentence.__module__ == sentences.__name__:
        inside = dict(inspect.getclosurevars(sentence).nonlocals)
        fact = f"{{{inside.pop('fact')}}}"
        for text in (text for each in (fact, *inside.values()) for text in templates(each)):
            yield text.replace("{n}", fact)


def fits(text: str, told: set[str], context: type[Context]) -> bool:
    """Returns whether each placeholder in a template names facts, and a method of the context if it names any.

    Further arguments of the method may also be cards of Královské rošády.
    """
    for _, fact, spec, _ in Formatter().parse(text):
        method, *others = (spec or "").split() or ["t"]
        if fact is not None and not (fact in told and hasattr(context, method) and told.issuperset({*others} - CARDS)):
            return False
    return True


def test_an_event_without_a_sentence_needs_no_words() -> None:
    ui = GAME_UIS["kralovske_rosady"]
    assert ui.sentence(ui.context(facts(), EN), Event(ALL, "draws", {"seat": "a", "count": 1})) is None


def test_the_names_of_several_players_are_in_order() -> None:
    ctx = Context(facts(), EN)
    assert ctx.players("ba") == f"{ctx.who('b')}, {ctx.who('a')}"
