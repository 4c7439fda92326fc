"""The deck builder: edits a deck page by page; every choice is saved at once, even if the deck is not legal yet.

No custom_id names a card: pages and cards are identified by their positions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord import ui

from bot.features.decks.view import still_missing
from bot.games import GAME_UIS
from bot.games.context import Label
from bot.games.deck_builder import Card, DeckBuilder, Page
from bot.games.loadout import Loadout
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import press
from bot.tables.refusals import Refused
from bot.texts import N_, Translator
from bot.texts.isolation import isolated
from bot.views.custom_id import CustomId
from bot.views.parts import Row, Style, button, choice, message, rows, select
from storage import Database, DeckRow

NEW_DECK: Final = N_("New deck")
"""The name of a deck without a name."""


def builder_of(kind: str) -> DeckBuilder:
    """Returns the builder of a game's decks; raises Refused if it has none."""
    game_ui = GAME_UIS.get(kind)
    builder = None if game_ui is None else game_ui.get(DeckBuilder)
    if builder is None or not builder.offered:
        raise Refused(UNKNOWN)
    return builder


def builder_page(deck: DeckRow, builder: DeckBuilder, page: int, words: Translator, note: str = "") -> ui.LayoutView:
    """Returns a page of the builder: the deck's contents and errors, and selects for cards, their numbers and pages."""
    pages, cards = builder.pages(deck.part, words), builder.cards(deck.part, page, words)
    state = still_missing(deck, words) or words("✅ The deck is legal.")
    listed = [choice(Label(f"{one.title} ({one.chosen})"), str(at), chosen=at == page) for at, one in enumerate(pages)]
    choices = [select(CustomId(0, "build_page", deck.id), words("Page"), listed)]
    choices.append(_cards(deck, cards, pages[page], page, words))
    if more := _counts(deck, cards, page, words):
        choices.append(more)
    done = button(words("Save and close"), CustomId(0, "deck_keep", deck.id), Style.primary)
    loadout = GAME_UIS[deck.kind].find(Loadout)
    described = "" if loadout is None else loadout.described(deck.part, words)
    return message(f"### 🎴 {isolated(deck.name)}", note, described, state, rows=[*choices, *rows([done])])


def _cards(deck: DeckRow, cards: Sequence[Card], shown: Page, page: int, words: Translator) -> Row:
    """Returns the select of the page's cards, with those of the deck selected; a forbidden card shows the reason."""
    options = [
        choice(Label(one.title, f"✗ {one.why_not}" if one.why_not else one.description), str(at), chosen=one.number > 0)
        for at, one in enumerate(cards)
    ]
    most = 1 if all(one.most == 1 for one in cards) else len(cards)
    custom = CustomId(0, "build_cards", deck.id, (page,))
    return select(custom, words("Choose cards: {page}", page=shown.title), options, most, least=0)


def _counts(deck: DeckRow, cards: Sequence[Card], page: int, words: Translator) -> Row | None:
    """Returns the select of the copies of each chosen card; None if no chosen card may have several."""
    options = [
        choice(Label(f"{count}× {one.title}", one.several), f"{at}.{count}", chosen=one.number == count)
        for at, one in enumerate(cards)
        if one.number
        for count in range(2, one.most + 1)
    ][:25]
    if not options:
        return None
    custom = CustomId(0, "build_counts", deck.id, (page,))
    return select(custom, words("More than one of"), options, len(options), least=0)


@dataclass(frozen=True)
class DeckBuilderHandlers:
    """Handlers of the deck builder. Another user's deck raises UnknownDeck."""

    db: Database

    @press("deck_build")
    async def _build(self, press: ComponentContext) -> None:
        deck = await self.db.decks.get(press.user, press.custom.number or 0)
        await press.show(builder_page(deck, builder_of(deck.kind), 0, press.words))

    @press("deck_start")
    async def _start(self, press: ComponentContext) -> None:
        kinds, at = list(GAME_UIS), press.custom.number or 0
        if at >= len(kinds):
            raise Refused(UNKNOWN)
        builder = builder_of(kinds[at])
        deck = await self.db.decks.add(press.user, kinds[at], press.words(NEW_DECK), builder.empty())
        await press.show(builder_page(deck, builder, 0, press.words))

    @press("build_page")
    async def _page(self, press: ComponentContext) -> None:
        deck = await self.db.decks.get(press.user, press.custom.number or 0)
        builder = builder_of(deck.kind)
        await press.show(builder_page(deck, builder, self._known(builder, deck, press.index, press), press.words))

    @press("build_cards")
    async def _choose(self, press: ComponentContext) -> None:
        deck, builder, page = await self._opened(press)
        places = [at for at, *_ in press.ways]
        cards = builder.cards(deck.part, page, press.words)
        refused = [one.why_not for at, one in enumerate(cards) if at in places and one.why_not and not one.number]
        part = await asyncio.to_thread(builder.chosen, deck.part, page, places)
        note = "" if not refused else "⚠️ " + refused[0]
        await self._save(press, deck, builder, page, part, note)

    @press("build_counts")
    async def _count(self, press: ComponentContext) -> None:
        deck, builder, page = await self._opened(press)
        counts = [(way[0], way[1]) for way in press.ways if len(way) == 2]
        part = await asyncio.to_thread(builder.counted, deck.part, page, counts)
        await self._save(press, deck, builder, page, part)

    async def _opened(self, press: ComponentContext) -> tuple[DeckRow, DeckBuilder, int]:
        """Returns the deck, its builder and the page of a select; raises Refused or UnknownDeck."""
        deck = await self.db.decks.get(press.user, press.custom.number or 0)
        builder = builder_of(deck.kind)
        if len(press.custom.path) != 1:
            raise Refused(UNKNOWN)
        return deck, builder, self._known(builder, deck, press.custom.path[0], press)

    @staticmethod
    def _known(builder: DeckBuilder, deck: DeckRow, page: int, press: ComponentContext) -> int:
        """Returns the number of a page of the builder unchanged; raises Refused if there is no such page."""
        if page >= len(builder.pages(deck.part, press.words)):
            raise Refused(UNKNOWN)
        return page

    async def _save(
        self, press: ComponentContext, deck: DeckRow, builder: DeckBuilder, page: int, part: str, note: str = ""
    ) -> None:
        """Stores the changed cards of a deck (`part`) and shows the same page of the builder again."""
        saved = await self.db.decks.change(press.user, deck.id, part)
        await press.show(builder_page(saved, builder, page, press.words, note))
