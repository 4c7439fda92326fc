"""Tests the deck builder of Star Wars: Destiny: pages by type and colour, numbers, reasons, and drafts."""

from __future__ import annotations

import re

import pytest

from bot.games.loadout import BadPart
from bot.games.star_wars_destiny.cards import sentence
from bot.games.star_wars_destiny.deck_builder import DRAFT, DestinyDeckBuilder, draft_of
from bot.games.star_wars_destiny.deck_faults import FAULTS
from bot.games.star_wars_destiny.decks import Decks
from bot.games.star_wars_destiny.ready_decks import READY_DECKS
from bot.texts import LANGUAGES, translator_for
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.faults import Fault
from rules.star_wars_destiny.legality import DECK_SIZE

BUILDER = DestinyDeckBuilder()
EN = translator_for("en")
STANDARD = {"format": "standard"}
MAX_OPTIONS = 25
PAGES = [page.title for page in BUILDER.pages(BUILDER.empty(), EN)]


def said(fault: Fault, **facts: int) -> str:
    """Returns the sentence about a fault."""
    return EN(FAULTS[fault][0], **facts)


def place(title: str) -> tuple[int, int]:
    """Returns the page of the builder with a card, and the card's position there."""
    for page in range(len(PAGES)):
        titles = [card.title for card in BUILDER.cards(BUILDER.empty(), page, EN)]
        if title in titles:
            return page, titles.index(title)
    raise AssertionError(title)


def taken(part: str, *titles: str) -> str:
    """Returns the deck with these cards added on their pages."""
    for title in titles:
        page, at = place(title)
        now = {here for here, card in enumerate(BUILDER.cards(part, page, EN)) if card.number}
        part = BUILDER.chosen(part, page, now | {at})
    return part


def number_of(part: str, title: str) -> int:
    page, at = place(title)
    return BUILDER.cards(part, page, EN)[at].number


def test_every_card_is_on_one_page_that_fits_a_select() -> None:
    cards = [[card.title for card in BUILDER.cards(BUILDER.empty(), page, EN)] for page in range(len(PAGES))]
    assert all(0 < len(page) <= MAX_OPTIONS for page in cards)
    assert len(PAGES) <= MAX_OPTIONS
    assert sum(map(len, cards)) == len(CARDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_and_descriptions_are_in_the_readers_language_and_fit(language: str) -> None:
    words = translator_for(language)
    for page, shown in enumerate(BUILDER.pages(BUILDER.empty(), words)):
        assert 0 < len(shown.title) <= 40
        for card in BUILDER.cards(BUILDER.empty(), page, words):
            assert len(card.description) <= 100
            assert len(card.why_not) <= 98


def test_the_team_comes_first_and_says_what_it_costs() -> None:
    page, at = place("Captain Phasma")
    assert page == 0
    phasma = BUILDER.cards(BUILDER.empty(), page, EN)[at]
    assert phasma.description.startswith("12/15 points · red · villain · ")
    assert phasma.most == 2


def test_a_card_says_what_it_does_as_far_as_there_is_room() -> None:
    page, at = place("Lightsaber")
    saber = BUILDER.cards(BUILDER.empty(), page, EN)[at]
    assert saber.description.startswith(f"cost 3 · blue · neutral · {sentence('lightsaber', EN)[:30]}")
    page, at = place("Echo Base")
    assert BUILDER.cards(BUILDER.empty(), page, EN)[at].description == sentence("echo_base", EN)
    cards = [card for page in range(len(PAGES)) for card in BUILDER.cards(BUILDER.empty(), page, EN)]
    assert any(len(card.description) == 100 and card.description.endswith("…") for card in cards)


def test_two_copies_of_a_unique_character_are_called_elite() -> None:
    page, at = place("Rey")
    assert BUILDER.cards(BUILDER.empty(), page, EN)[at].several == "elite: two dice"
    for title in ("First Order Stormtrooper", "Lightsaber"):
        page, at = place(title)
        assert BUILDER.cards(BUILDER.empty(), page, EN)[at].several == ""


def test_numbers_are_kept_while_other_cards_are_chosen() -> None:
    page, rey = place("Rey")
    part = BUILDER.counted(taken(BUILDER.empty(), "Rey"), page, [(rey, 2)])
    assert number_of(part, "Rey") == 2
    part = taken(part, "Finn")
    assert (number_of(part, "Rey"), number_of(part, "Finn")) == (2, 1)
    part = BUILDER.counted(part, page, [])
    assert (number_of(part, "Rey"), number_of(part, "Finn")) == (1, 1)
    part = BUILDER.chosen(part, page, [rey])
    assert (number_of(part, "Rey"), number_of(part, "Finn")) == (1, 0)


def test_a_card_that_the_team_may_not_have_says_why_and_is_not_taken() -> None:
    part = taken(BUILDER.empty(), "Rey")
    page, at = place("Kylo Ren")
    assert BUILDER.cards(part, page, EN)[at].why_not.startswith(said(Fault.BOTH_SIDES))
    red = next(card for card in CARDS.values() if card.type == "event" and card.colour == "red")
    page, at = place(red.name)
    assert red.name in BUILDER.cards(part, page, EN)[at].why_not
    assert number_of(taken(part, "Kylo Ren", red.name), red.name) == 0
    assert number_of(taken(part, "Kylo Ren"), "Kylo Ren") == 0


def test_before_there_is_a_team_no_card_fits() -> None:
    page, at = place("Lightsaber")
    assert BUILDER.cards(BUILDER.empty(), page, EN)[at].why_not.startswith(said(Fault.NO_CHARACTER))


def test_one_battlefield_takes_the_place_of_another() -> None:
    page = PAGES.index("Battlefield")
    first = BUILDER.chosen(BUILDER.empty(), page, [0])
    last = BUILDER.chosen(first, page, [len(BUILDER.cards(first, page, EN)) - 1])
    assert sum(card.number for card in BUILDER.cards(last, page, EN)) == 1
    back = BUILDER.chosen(last, page, [0])
    assert draft_of(back).field == draft_of(first).field
    assert draft_of(BUILDER.chosen(back, page, [])).field == ""


def test_an_empty_draft_says_what_it_needs() -> None:
    missing = BUILDER.missing(BUILDER.empty(), EN)
    wanted = (said(Fault.NO_CHARACTER), said(Fault.SIZE, needed=DECK_SIZE, found=0), EN("Choose a battlefield."))
    assert len(missing) == len(wanted)
    assert all(line.startswith(start) for line, start in zip(missing, wanted, strict=True))


@pytest.mark.parametrize("part", [BUILDER.empty(), taken(BUILDER.empty(), "Rey")])
def test_the_builder_cites_no_rule_numbers(part: str) -> None:
    cards = [card for page in range(len(PAGES)) for card in BUILDER.cards(part, page, EN)]
    texts = [*BUILDER.missing(part, EN), *(card.why_not for card in cards if card.why_not)]
    assert len(texts) > 50
    assert [text for text in texts if re.search(r"\bD\d", text)] == []


def test_a_draft_that_is_brought_is_refused_with_rule_numbers() -> None:
    with pytest.raises(BadPart) as refused:
        Decks().check(BUILDER.empty(), STANDARD, EN)
    assert refused.value.faults[0] == f"{said(Fault.NO_CHARACTER)} (D60)"


@pytest.mark.parametrize("key", READY_DECKS)
def test_a_legal_deck_becomes_a_draft_and_legal_again(key: str) -> None:
    whole = READY_DECKS[key]
    page = next(at for at, shown in enumerate(BUILDER.pages(whole, EN)) if "events" in shown.title and shown.chosen)
    cards = BUILDER.cards(whole, page, EN)
    assert BUILDER.missing(whole, EN) == []
    draft = BUILDER.chosen(whole, page, [])
    assert draft.startswith(DRAFT)
    assert BUILDER.missing(draft, EN)
    again = BUILDER.chosen(draft, page, [at for at, card in enumerate(cards) if card.number])
    again = BUILDER.counted(again, page, [(at, card.number) for at, card in enumerate(cards) if card.number > 1])
    assert again == whole


def test_a_draft_is_titled_described_and_refused_at_a_table() -> None:
    decks, draft = Decks(), taken(BUILDER.empty(), "Rey", "Lightsaber")
    assert decks.title(draft, EN) == "Draft: Rey · 1 of 30 cards"
    assert "Lightsaber" in decks.described(draft, EN)
    assert decks.code(draft) is None
    with pytest.raises(BadPart) as refused:
        decks.check(draft, STANDARD, EN)
    assert any("30 cards" in fault for fault in refused.value.faults)
    for empty in ("title", "described"):
        assert getattr(decks, empty)(BUILDER.empty(), EN)


def test_too_many_points_are_said_but_kept() -> None:
    page, at = place("Captain Phasma")
    part = BUILDER.counted(taken(BUILDER.empty(), "Captain Phasma", "Kylo Ren", "Count Dooku"), page, [(at, 2)])
    assert any("points" in line for line in BUILDER.missing(part, EN))
    assert number_of(part, "Captain Phasma") == 2
