"""/game deck, decks, and My deck in the lobby: what each seat brings to a table, and the decks that people keep.

A deck is its owner's secret until the game is over: every answer here is private, no custom_id names a card.
"""

from __future__ import annotations

import asyncio
from typing import Final

import discord
from discord import app_commands, ui

from bot import views
from bot.app import App
from bot.games import BOARDS
from bot.games.brings import BadPart, Brings
from bot.interactions.naming import named
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.which import begun, latest_here, words_for
from bot.messages.api import Interaction
from bot.messages.hands import tell
from bot.messages.reply import ack
from bot.tables.brought import CannotBePlayed, faults
from bot.tables.live import LiveTable
from bot.tables.refusals import NotRunning, Refused, explained
from bot.texts import Words, later
from bot.views import decks as shown
from bot.views.custom_id import CustomId
from storage import DeckRow, TooManyDecks

NO_DECKS: Final = later("This game is played without decks of one's own.")
AFTER_THE_END: Final = later("The decks of all players are shown here after the end of the game.")
CHOSEN: Final = later("✅ That is your deck for this game.")
KEPT: Final = later("✅ The deck is kept.")


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_deck, _decks):
        command(group, app)


def _deck(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("deck", later("/game deck")), description=named(later("My decks: look, rename, copy, remove"))
    )
    async def deck(interaction: discord.Interaction) -> None:
        said = await words_for(app, interaction)
        await app.replies.reply(interaction, await _kept(app, interaction.user.id, said))


def _decks(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("decks", later("/game decks")),
        description=named(later("My deck in this game; after the end everybody's")),
    )
    async def decks(interaction: discord.Interaction) -> None:
        said = await words_for(app, interaction)
        await app.replies.reply(interaction, await decks_here(app, interaction, said))


async def decks_here(app: App, interaction: Interaction, said: Words) -> ui.LayoutView:
    """The decks of the channel's latest game that has begun: one's own, after the end everybody's; raises Refused."""
    live = await latest_here(app, interaction)
    if live.game is None:
        row = await app.store.latest_played_in(interaction.channel_id or 0)
        if row is None:
            raise NotRunning(live.row.phase)
        await ack(interaction)
        live = await app.tables.get(row.id)
    brings, game = brings_of(live.row.kind), begun(live)
    if live.row.finished_yet:
        return shown.all_decks(live.facts, game, brings, said)
    seat = live.holder(interaction.user.id).seat
    return shown.own_deck(game, brings, seat, said, said(AFTER_THE_END))


def brings_of(kind: str) -> Brings:
    """How that game reads and tells decks; raises Refused where it has none."""
    board = BOARDS.get(kind)
    if board is None or board.brings is None:
        raise Refused(NO_DECKS)
    return board.brings


async def start(app: App, interaction: Interaction, game: int, said: Words) -> bool:
    """The lobby's game begins; whoever brings a deck that cannot be played is told why, and nobody else.

    False where that is whoever asks: they have been told. Raises Refused.
    """
    try:
        await app.referee.start(game, interaction.user.id)
    except CannotBePlayed as refused:
        live = await app.tables.get(game)
        for user in refused.users:
            if user != interaction.user.id:
                app.background.run(_tell(app, live, user), f"a word about a deck of table {game}")
        if interaction.user.id not in refused.users:
            raise
        await app.replies.reply(interaction, views.say(_why(live, interaction.user.id, said)))
        return False
    return True


async def _tell(app: App, live: LiveTable, user: int) -> None:
    if (await app.people.person(user)).dms:
        said = await app.people.words_for(user, live.row.language)
        await tell(app.client, user, _why(live, user, said))


def _why(live: LiveTable, user: int, said: Words) -> str:
    """What is wrong with somebody's deck and where it is changed."""
    part = live.seat_of(user).part
    wrong = () if part is None else faults(live, part, said.language)
    heading = said(
        "Your deck for the table in <#{channel}> cannot be played as it is; My deck in the lobby changes it.",
        channel=live.row.channel,
    )
    return "\n".join([heading, *(f"- {fault}" for fault in wrong[: shown.MOST_FAULTS])])


# My deck, in the lobby


async def _my_deck(press: Press, note: str = "") -> None:
    """The presser's panel of this table: what they bring; raises Refused."""
    kind = (await press.table()).row.kind
    saved = await press.app.store.decks_of(press.user, kind)
    live = await press.table()
    if live.row.phase != "lobby":
        raise NotRunning(live.row.phase)
    part, brings = live.seat_of(press.user).part, brings_of(live.row.kind)
    wrong = () if part is None else faults(live, part, press.words.language)
    await press.show(shown.my_deck(live.facts, brings, part, wrong, saved, press.words, note))


async def _take(press: Press) -> None:
    await ack(press.interaction)
    live = await press.app.tables.get(press.custom.game)
    part = await asyncio.to_thread(brings_of(live.row.kind).part, press.value, live.facts.options)
    if part is None:
        raise Refused(UNKNOWN)
    await _bring(press, part)


async def _take_saved(press: Press) -> None:
    await ack(press.interaction)
    live = await press.app.tables.get(press.custom.game)
    deck = await press.app.store.deck(press.user, press.number)
    if deck.kind != live.row.kind:
        raise Refused(UNKNOWN)
    await _bring(press, deck.part)


async def _paste(press: Press) -> None:
    custom = CustomId(press.custom.game, "deck_pasted")
    await press.ask(shown.pasted_form(custom, press.words, typed=_typed_before(press)))


async def _pasted(press: Press) -> None:
    await ack(press.interaction)
    live = await press.app.tables.get(press.custom.game)
    part = await _read(press, brings_of(live.row.kind), CustomId(live.id, "deck_paste"), CustomId(live.id, "deck"))
    if part is not None and await _bring(press, part, keep=views.deck_name(press.typed(shown.NAME))):
        press.app.pasted.pop(press.user, None)


async def _bring(press: Press, part: str, keep: str = "") -> bool:
    """The presser's seat brings this from now on; a deck that cannot be played is said to be so. Raises Refused."""
    game = press.custom.game
    wrong = await press.app.lobby.bring(game, press.user, part, press.words.language)
    if wrong:
        await press.show(
            shown.bad_list(wrong, CustomId(game, "deck_paste"), CustomId(game, "deck"), press.words)
        )  # fmt: skip
        return False
    note = press.words(CHOSEN)
    if keep:
        live = await press.app.tables.get(game)
        note = f"{note} {await _keep(press, live.row.kind, keep, part)}"
    await _my_deck(press, note)
    return True


async def _keep(press: Press, kind: str, name: str, part: str) -> str:
    """What came of keeping a deck, in words."""
    try:
        await press.app.store.save_deck(press.user, kind, name, part)
    except TooManyDecks as full:
        return explained(full, press.words)
    return press.words(KEPT)


async def _read(press: Press, brings: Brings, again: CustomId, back: CustomId) -> str | None:
    """The part of what was pasted; None where it cannot be played: then the presser has been told why."""
    text = press.typed(shown.LIST)
    try:
        return await asyncio.to_thread(brings.read, text, press.words)
    except BadPart as bad:
        press.app.pasted[press.user] = text
        await press.show(shown.bad_list(bad.faults, again, back, press.words))
        return None


def _typed_before(press: Press) -> str:
    """What the presser has pasted lately that was wrong, to be corrected."""
    text: str = press.app.pasted.get(press.user, "")
    return text


# The decks that somebody keeps


def kinds_with_decks() -> list[str]:
    """The games that are played with decks of one's own."""
    return [kind for kind, board in BOARDS.items() if board.brings is not None]


async def _kept(app: App, user: int, said: Words, note: str = "") -> ui.LayoutView:
    kinds = kinds_with_decks()
    decks = [deck for deck in await app.store.decks_of(user) if deck.kind in kinds]
    return shown.kept_decks(decks, kinds, said, note)


async def _list(press: Press) -> None:
    await press.show(await _kept(press.app, press.user, press.words))


async def _show(press: Press) -> None:
    number = press.number if press.values else press.custom.number or 0
    await _show_deck(press, await press.app.store.deck(press.user, number))


async def _show_deck(press: Press, deck: DeckRow, note: str = "") -> None:
    await press.show(shown.kept_deck(deck, brings_of(deck.kind), press.words, note))


async def _new(press: Press) -> None:
    custom = CustomId(0, "deck_written", press.custom.number or 0)
    await press.ask(shown.pasted_form(custom, press.words, typed=_typed_before(press), keep=True))


async def _written(press: Press) -> None:
    await ack(press.interaction)
    at, kinds = press.custom.number or 0, kinds_with_decks()
    if at >= len(kinds):
        raise Refused(UNKNOWN)
    brings = brings_of(kinds[at])
    part = await _read(press, brings, CustomId(0, "deck_new", at), CustomId(0, "deck_list"))
    if part is not None:
        name = views.deck_name(press.typed(shown.NAME)) or brings.title(part, press.words)
        deck = await press.app.store.save_deck(press.user, kinds[at], name, part)
        press.app.pasted.pop(press.user, None)
        await _show_deck(press, deck, press.words(KEPT))


async def _rename(press: Press) -> None:
    deck = await press.app.store.deck(press.user, press.custom.number or 0)
    await press.ask(shown.name_form(CustomId(0, "deck_renamed", deck.id), deck.name, press.words))


async def _renamed(press: Press) -> None:
    await ack(press.interaction)
    name = views.deck_name(press.typed(shown.NAME))
    if not name:
        raise Refused(later("A deck needs a name that can be read."))
    deck = await press.app.store.rename_deck(press.user, press.custom.number or 0, name)
    await _show_deck(press, deck, press.words("✅ The deck has another name now."))


async def _copy(press: Press) -> None:
    deck = await press.app.store.copy_deck(press.user, press.custom.number or 0)
    await _show_deck(press, deck, press.words("✅ This is a copy of the deck."))


async def _remove(press: Press) -> None:
    deck = await press.app.store.deck(press.user, press.custom.number or 0)
    await press.show(shown.remove_really(deck, press.words))


async def _remove_sure(press: Press) -> None:
    await press.app.store.remove_deck(press.user, press.custom.number or 0)
    await press.show(await _kept(press.app, press.user, press.words, press.words("✅ The deck is removed.")))


FORMS: Final = frozenset({"deck_pasted", "deck_written", "deck_renamed"})
VERBS: Final[Verbs] = {
    "deck": _my_deck,
    "deck_take": _take,
    "deck_saved": _take_saved,
    "deck_paste": _paste,
    "deck_pasted": _pasted,
    "deck_list": _list,
    "deck_show": _show,
    "deck_keep": _show,
    "deck_new": _new,
    "deck_written": _written,
    "deck_rename": _rename,
    "deck_renamed": _renamed,
    "deck_copy": _copy,
    "deck_remove": _remove,
    "deck_remove_sure": _remove_sure,
}
