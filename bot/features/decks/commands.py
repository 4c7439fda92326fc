"""The commands `/deck list` and `/deck here` and the button *My deck*: saved decks, and decks brought to a table.

A deck is its owner's secret until the game is over: every answer here is private, and no custom_id names a card.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot import views
from bot.features.decks import view as shown
from bot.features.decks.builder import NEW_DECK, builder_of, builder_page
from bot.games import GAME_UIS
from bot.games.loadout import BadPart, Loadout
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import command, modal, press
from bot.interactions.resolvers import Resolver, begun
from bot.messages.reply import Replies, ack
from bot.tables.loadouts import PastedLists, faults
from bot.tables.lobby import Lobby
from bot.tables.refusals import NotRunning, Refused, explained
from bot.tables.registry import Tables
from bot.texts import N_, Translator
from bot.views.custom_id import CustomId
from storage import Database, DeckRow, TooManyDecks

NO_DECKS: Final = N_("In this game, players do not bring decks.")
AFTER_THE_END: Final = N_("After the game, this shows the decks of all players.")
CHOSEN: Final = N_("✅ That is your deck for this game.")
TOO_LONG: Final = N_("This list is longer than 4,000 characters. Nothing has changed.")
KEPT: Final = N_("✅ The deck is saved.")


@dataclass(frozen=True)
class DeckHandlers:
    """Handlers of users' saved decks and of the decks that they bring to tables."""

    db: Database
    tables: Tables
    lobby: Lobby
    replies: Replies
    pasted: PastedLists
    resolver: Resolver

    @command(N_("/deck list"), N_("My decks: view, rename, copy, delete"), formerly=N_("/game deck"))
    async def _deck(self, interaction: discord.Interaction) -> None:
        said = await self.resolver.words_for(interaction)
        await self.replies.reply(interaction, await self._kept(interaction.user.id, said))

    @command(N_("/deck here"), N_("My deck in this game; after the game, all decks"), formerly=N_("/game decks"))
    async def _decks(self, interaction: discord.Interaction) -> None:
        said = await self.resolver.words_for(interaction)
        live = await self.resolver.latest_here(interaction)
        if live.game is None:
            row = await self.db.archive.latest_in(interaction.channel_id or 0)
            if row is None:
                raise NotRunning(live.row.phase)
            await ack(interaction)
            live = await self.tables.get(row.id)
        loadout, game = loadout_of(live.row.kind), begun(live)
        if live.row.finished_yet:
            view = shown.all_decks(live.facts, game, loadout, said)
        else:
            view = shown.own_deck(game, loadout, live.holder(interaction.user.id).seat, said, said(AFTER_THE_END))
        await self.replies.reply(interaction, view)

    # My deck at a table

    @press("deck")
    async def _my_deck(self, press: ComponentContext, note: str = "") -> None:
        """Shows the panel in which the user chooses a deck for this table; raises Refused."""
        kind = (await press.table()).row.kind
        saved = await self.db.decks.of_user(press.user, kind)
        live = await press.table()
        part, loadout = live.seat_in_lobby(press.user).part, loadout_of(live.row.kind)
        wrong = () if part is None else faults(live, part, press.words.language)
        await press.show(shown.my_deck(live.facts, loadout, part, wrong, saved, press.words, note))

    @press("deck_take")
    async def _take(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        live = await self.tables.get(press.custom.game)
        part = await asyncio.to_thread(loadout_of(live.row.kind).part, press.value, live.facts.options)
        if part is None:
            raise Refused(UNKNOWN)
        await self._bring(press, part)

    @press("deck_saved")
    async def _take_saved(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        live = await self.tables.get(press.custom.game)
        deck = await self.db.decks.get(press.user, press.number)
        if deck.kind != live.row.kind:
            raise Refused(UNKNOWN)
        await self._bring(press, deck.part)

    @press("deck_paste")
    async def _paste(self, press: ComponentContext) -> None:
        custom, live = CustomId(press.custom.game, "deck_pasted"), self.tables.peek(press.custom.game)
        example = "" if live is None else loadout_of(live.row.kind).example
        await press.ask(shown.pasted_form(custom, press.words, typed=self._typed_before(press), example=example))

    @modal("deck_pasted")
    async def _pasted(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        await self.take_for_table(press, press.typed(shown.LIST))

    async def take_for_table(self, press: ComponentContext, text: str) -> None:
        """Sets a pasted or uploaded deck as that of the user's seat at the table, or shows its errors.

        Also saves the deck if the user typed a name for it. Raises Refused.
        """
        live = await self.tables.get(press.custom.game)
        loadout, again = loadout_of(live.row.kind), CustomId(live.id, "deck_paste")
        part = await self._read(press, loadout, again, CustomId(live.id, "deck"), text)
        if part is not None and await self._bring(press, part, keep=views.deck_name(press.typed(shown.NAME))):
            self.pasted.pop(press.user, None)

    async def _bring(self, press: ComponentContext, part: str, keep: str = "") -> bool:
        """Sets the deck of the user's seat, or shows its errors; returns whether it was set. Raises Refused.

        `keep`: the name under which the deck is also saved; empty: it is not saved.
        """
        game = press.custom.game
        wrong = await self.lobby.bring(game, press.user, part, press.words.language)
        if wrong:
            await press.show(
                shown.bad_list(wrong, CustomId(game, "deck_paste"), CustomId(game, "deck"), press.words)
            )  # fmt: skip
            return False
        note = press.words(CHOSEN)
        if keep:
            live = await self.tables.get(game)
            note = f"{note} {await self._keep(press, live.row.kind, keep, part)}"
        await self._my_deck(press, note)
        return True

    async def _keep(self, press: ComponentContext, kind: str, name: str, part: str) -> str:
        """Saves a deck and returns the message about that, or that the user has too many decks."""
        try:
            await self.db.decks.save(press.user, kind, name, part)
        except TooManyDecks as full:
            return explained(full, press.words)
        return press.words(KEPT)

    async def _read(
        self, press: ComponentContext, loadout: Loadout, again: CustomId, back: CustomId, text: str
    ) -> str | None:  # fmt: skip
        """Returns the deck of a pasted or uploaded list; shows its errors and returns None if it is invalid.

        An invalid list is remembered, so that the user can correct it. Raises Refused if the text is too long.
        """
        text = _listed(loadout, text)
        try:
            return await asyncio.to_thread(loadout.read, text, press.words)
        except BadPart as bad:
            self.pasted[press.user] = text
            await press.show(shown.bad_list(bad.faults, again, back, press.words))
            return None

    def _typed_before(self, press: ComponentContext) -> str:
        """Returns the invalid list that the user pasted last, for correction; empty if there is none."""
        text: str = self.pasted.get(press.user, "")
        return text

    # Saved decks

    async def _kept(self, user: int, said: Translator, note: str = "") -> ui.LayoutView:
        """Returns the list of the user's saved decks."""
        kinds = kinds_with_decks()
        decks = [deck for deck in await self.db.decks.of_user(user) if deck.kind in kinds]
        return shown.kept_decks(decks, kinds, said, note)

    @press("deck_list")
    async def _list(self, press: ComponentContext) -> None:
        await press.show(await self._kept(press.user, press.words))

    @press("deck_show", "deck_keep")
    async def _show(self, press: ComponentContext) -> None:
        number = press.number if press.values else press.custom.number or 0
        await _show_deck(press, await self.db.decks.get(press.user, number))

    @press("deck_new")
    async def _new(self, press: ComponentContext) -> None:
        at, kinds = press.custom.number or 0, kinds_with_decks()
        example = loadout_of(kinds[at]).example if at < len(kinds) else ""
        typed = self._typed_before(press)
        form = shown.pasted_form(CustomId(0, "deck_written", at), press.words, typed=typed, keep=True, example=example)
        await press.ask(form)

    @modal("deck_written")
    async def _written(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        await self.take_to_keep(press, press.typed(shown.LIST))

    async def take_to_keep(self, press: ComponentContext, text: str) -> None:
        """Saves the deck of a pasted or uploaded text and shows it; one that is not legal yet is saved as a draft.

        Shows the errors of a text that is neither a legal deck nor a draft. Raises Refused or TooManyDecks.
        """
        at, kinds = press.custom.number or 0, kinds_with_decks()
        if at >= len(kinds):
            raise Refused(UNKNOWN)
        loadout = loadout_of(kinds[at])
        draft = await asyncio.to_thread(loadout.draft, _listed(loadout, text))
        if draft is not None:
            name = views.deck_name(press.typed(shown.NAME)) or press.words(NEW_DECK)
            deck = await self.db.decks.add(press.user, kinds[at], name, draft)
            note = press.words("This deck is not legal yet. It is saved as a draft.")
            await press.show(builder_page(deck, builder_of(kinds[at]), 0, press.words, note))
            return
        part = await self._read(press, loadout, CustomId(0, "deck_new", at), CustomId(0, "deck_list"), text)
        if part is not None:
            name = views.deck_name(press.typed(shown.NAME)) or loadout.title(part, press.words)
            deck = await self.db.decks.save(press.user, kinds[at], name, part)
            self.pasted.pop(press.user, None)
            await _show_deck(press, deck, press.words(KEPT))

    @press("deck_rename")
    async def _rename(self, press: ComponentContext) -> None:
        deck = await self.db.decks.get(press.user, press.custom.number or 0)
        await press.ask(shown.name_form(CustomId(0, "deck_renamed", deck.id), deck.name, press.words))

    @modal("deck_renamed")
    async def _renamed(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        name = views.deck_name(press.typed(shown.NAME))
        if not name:
            raise Refused(N_("Give the deck a name with visible letters."))
        deck = await self.db.decks.rename(press.user, press.custom.number or 0, name)
        await _show_deck(press, deck, press.words("✅ The deck is renamed."))

    @press("deck_copy")
    async def _copy(self, press: ComponentContext) -> None:
        deck = await self.db.decks.copy(press.user, press.custom.number or 0)
        await _show_deck(press, deck, press.words("✅ This is a copy of the deck."))

    @press("deck_remove")
    async def _remove(self, press: ComponentContext) -> None:
        deck = await self.db.decks.get(press.user, press.custom.number or 0)
        await press.show(shown.remove_really(deck, press.words))

    @press("deck_remove_sure")
    async def _remove_sure(self, press: ComponentContext) -> None:
        await self.db.decks.remove(press.user, press.custom.number or 0)
        await press.show(await self._kept(press.user, press.words, press.words("✅ The deck is removed.")))


def loadout_of(kind: str) -> Loadout:
    """Returns the game's `Loadout`, its functions for decks; raises Refused if players bring no decks to that game."""
    game_ui = GAME_UIS.get(kind)
    loadout = None if game_ui is None else game_ui.find(Loadout)
    if loadout is None:
        raise Refused(NO_DECKS)
    return loadout


def _listed(loadout: Loadout, text: str) -> str:
    """Returns a pasted or uploaded text, perhaps a JSON export, as a deck list; raises Refused if it is too long."""
    found = loadout.listed(text)
    if len(found) > shown.MAX_LIST:
        raise Refused(TOO_LONG)
    return found


def kinds_with_decks() -> list[str]:
    """Returns the games to which players bring their own decks."""
    return [kind for kind, game_ui in GAME_UIS.items() if game_ui.find(Loadout) is not None]


async def _show_deck(press: ComponentContext, deck: DeckRow, note: str = "") -> None:
    await press.show(shown.kept_deck(deck, loadout_of(deck.kind), press.words, note))
