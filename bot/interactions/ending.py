"""/game export, verify, reveal, rematch, and their buttons: what there is once the game is over."""

from __future__ import annotations

import asyncio
import io
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot import views
from bot.app import App
from bot.interactions.lobby import place_here, show_lobby
from bot.interactions.naming import PUBLIC, named
from bot.interactions.press import Press, Verbs
from bot.interactions.which import begun, words_for
from bot.messages.api import SILENT, Interaction
from bot.messages.reply import ack, ack_publicly, on_own_panel
from bot.tables.live import LiveTable
from bot.tables.refusals import NotHere, NotSeatedHere, Refused
from bot.texts import Words, later, words
from rules.engine import Game
from rules.errors import BadRecord
from rules.verify import verify, verify_so_far
from storage import ChannelBusy, GameRow, UnknownGame

ELSEWHERE: Final = later("That is done in the channel where the game was played.")
MOST: Final = 2**53 - 1
"""The greatest number that Discord takes."""
TOO_EARLY: Final = later("That comes after the end of the game: before it the record would betray the hands.")


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_export, _verify, _reveal, _rematch):
        command(group, app)


def _export(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("export", later("/game export")),
        description=named(later("After the end: the record as a file")),
        extras={PUBLIC: True},
    )
    @app_commands.rename(number=named("number", later("option number")))
    @app_commands.describe(number=named(later("Which game, by its number; without it the latest of this channel")))
    async def hand_out(interaction: discord.Interaction, number: Range[int, 1, MOST] | None = None) -> None:
        game = (await finished_meant(app, interaction, number)).id
        await ack_publicly(interaction)
        content, file = _record(await app.tables.get(game), await words_for(app, interaction))
        await interaction.followup.send(content, file=file, allowed_mentions=SILENT)


def _verify(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("verify", later("/game verify")),
        description=named(later("After the end: a check of the shuffles against the commitment")),
    )
    async def check(interaction: discord.Interaction) -> None:
        game = (await finished_here(app, interaction)).id
        await ack(interaction)
        live = await app.tables.get(game)
        said = await words_for(app, interaction)
        text, sat_here = await _checked(live, said), any(seat.user == interaction.user.id for seat in live.seats)
        await app.replies.reply(interaction, views.with_rematch(text, game, said) if sat_here else views.say(text))


def _reveal(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("reveal", later("/game reveal")),
        description=named(later("After the end: show everybody my last hand")),
        extras={PUBLIC: True},
    )
    async def show(interaction: discord.Interaction) -> None:
        await reveal(app, interaction, await to_reveal(app, interaction))


def _rematch(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("rematch", later("/game rematch")),
        description=named(later("After the end: a new table with the same seats and settings")),
        extras={PUBLIC: True},
    )
    async def again(interaction: discord.Interaction) -> None:
        await rematch(app, interaction, await to_repeat(app, interaction))


async def _checked(live: LiveTable, words: Words) -> str:
    record, won = begun(live).record().lines(), begun(live).over is not None
    check = partial(verify, record) if won else partial(verify_so_far, record, live.seed)
    try:
        game = await asyncio.to_thread(check)
    except BadRecord as bad:
        return words("❌ The record does not hold: {why}", why=bad)
    draws = sum(entry.seat == "chance" for entry in game.entries)
    if not won:
        return words(
            "This game ended without a winner. ✅ All its {draws} draws are those of the seed `{seed}`, and the seed "
            "keeps the commitment `{commitment}` that was shown before the game. Anybody can check it: `/game export`, "
            "then `python -m rules verify FILE SEED`.",
            draws=draws, seed=live.seed, commitment=live.commitment,
        )  # fmt: skip
    return words(
        "✅ All {draws} draws are those of the seed, and the seed keeps the commitment `{commitment}` "
        "that was shown before the game. Anybody can check it: `/game export`, then `python -m rules verify FILE`.",
        draws=draws,
        commitment=live.commitment,
    )


def _record(live: LiveTable, said: Words) -> tuple[str, discord.File]:
    """The record of a finished game as a file, and a word about it."""
    text = "\n".join(begun(live).record().lines()) + "\n"
    file = discord.File(io.BytesIO(text.encode()), filename=f"krupier-{live.id}.txt")
    return said("The record of table {game}.", game=live.id), file


async def finished_here(app: App, interaction: Interaction) -> GameRow:
    """The channel's latest finished game, also behind a lobby; raises Refused while a game runs there."""
    channel = interaction.channel_id or 0
    row = await app.store.latest_game_in(channel)
    if row is None:
        raise NotHere
    played = None if row.phase == "running" else await app.store.latest_played_in(channel)
    if played is None:
        raise Refused(TOO_EARLY)
    return played


async def finished_meant(app: App, interaction: Interaction, number: int | None) -> GameRow:
    """The finished game with that number (None: the channel's latest), for whoever may have it; raises Refused.

    One's own, this channel's, and on their server those that counted in a season or belonged to a tournament.
    """
    if number is None:
        return await finished_here(app, interaction)
    row, user = await app.store.game(number), interaction.user.id
    archived = row.guild == interaction.guild_id and await app.store.archived(number)
    if not (archived or row.channel == interaction.channel_id or await app.store.seat_of(number, user)):
        raise UnknownGame(number)
    if row.started is None or not row.finished_yet:
        raise Refused(TOO_EARLY)
    return row


async def last_played(app: App, interaction: Interaction) -> GameRow:
    """The latest finished game of whoever asks, on a server that of the channel; raises NotHere or NotSeatedHere."""
    here = None if interaction.guild_id is None else interaction.channel_id
    for row in await app.store.games_of(interaction.user.id):
        if row.started is not None and row.finished_yet and here in (None, row.channel):
            await _seated(app, row.id, interaction.user.id)
            return row
    if await app.store.latest_game_in(interaction.channel_id or 0) is None:
        raise NotHere
    raise NotSeatedHere


async def to_reveal(app: App, interaction: Interaction) -> GameRow:
    """The finished game whose last hand is meant; raises Refused."""
    await _nothing_runs(app, interaction)
    return await last_played(app, interaction)


async def to_repeat(app: App, interaction: Interaction) -> GameRow:
    """The finished game that is to be played again; raises ChannelBusy."""
    row = await app.store.game_in(interaction.channel_id or 0)
    if row is not None:
        raise ChannelBusy(row.channel, row.id)
    return await last_played(app, interaction)


async def last_hand(app: App, interaction: Interaction, said: Words) -> None:
    """The asker's hand at the end, to them alone; raises NotHere or NotSeatedHere."""
    row = await last_played(app, interaction)
    await ack(interaction)
    live, game, seat = await _end_of(app, row.id, interaction.user.id)
    here = row.channel == interaction.channel_id
    sketch = app.illustrator.hand(game, seat, seat, said)
    await app.replies.answer(
        interaction, views.last_hand(live.facts, game, seat, said, here=here), sketch)  # fmt: skip


async def reveal(app: App, interaction: Interaction, row: GameRow) -> None:
    """The asker's hand at the end becomes public, as the answer; raises Refused."""
    await _nothing_runs(app, interaction)
    await _only_there(app, interaction, row)
    if on_own_panel(interaction):
        await ack(interaction)
    elif app.tables.peek(row.id) is None:
        await ack_publicly(interaction)
    live, game, seat = await _end_of(app, row.id, interaction.user.id)
    public = words(live.row.language)
    sketch = app.illustrator.hand(game, seat, seat, public)
    await app.replies.publicly(interaction, views.revealed(live.facts, game, seat, public), sketch)
    if on_own_panel(interaction):
        said = await words_for(app, interaction)
        await app.replies.reply(
            interaction, views.with_rematch(said("Everybody sees your last hand now."), row.id, said)
        )


async def rematch(app: App, interaction: Interaction, row: GameRow) -> None:
    """A lobby with the settings and the seats of a finished game, as the public answer; raises Refused, ChannelBusy."""
    await _only_there(app, interaction, row)
    place = place_here(interaction, row.language)
    live = await app.lobby.open_again(place, row)
    await show_lobby(app, interaction, live)


async def _nothing_runs(app: App, interaction: Interaction) -> None:
    """While the channel plays, a hand shown there would be taken for one of that game."""
    row = await app.store.game_in(interaction.channel_id or 0)
    if row is not None and row.phase == "running":
        raise Refused(TOO_EARLY)


async def _only_there(app: App, interaction: Interaction, row: GameRow) -> None:
    """A finished game is shown and played again by its own people, in its own channel."""
    if row.channel != interaction.channel_id:
        raise Refused(ELSEWHERE)
    if row.started is None or not row.finished_yet:
        raise Refused(TOO_EARLY)
    await _seated(app, row.id, interaction.user.id)


async def _seated(app: App, game: int, user: int) -> None:
    if await app.store.seat_of(game, user) is None:
        raise NotSeatedHere


async def _end_of(app: App, number: int, user: int) -> tuple[LiveTable, Game, str]:
    live = await app.tables.get(number)
    return live, begun(live), live.seat_of(user).seat


# Buttons


async def finished_table(press: Press) -> LiveTable:
    """The finished table of a button on its last board, acknowledged; raises Refused elsewhere and before the end."""
    await ack(press.interaction)
    row = await press.app.store.game(press.finished)
    if row.channel != press.interaction.channel_id:
        raise Refused(ELSEWHERE)
    if row.started is None or not row.finished_yet:
        raise Refused(TOO_EARLY)
    return await press.app.tables.get(row.id)


async def _reveal_button(press: Press) -> None:
    await reveal(press.app, press.interaction, await press.app.store.game(press.custom.game))


async def _rematch_button(press: Press) -> None:
    await rematch(press.app, press.interaction, await press.app.store.game(press.finished))


async def _verify_button(press: Press) -> None:
    live = await finished_table(press)
    await press.say(await _checked(live, press.words))


async def _export_button(press: Press) -> None:
    content, file = _record(await finished_table(press), press.words)
    await press.interaction.followup.send(content, file=file, ephemeral=True, allowed_mentions=SILENT)


VERBS: Final[Verbs] = {
    "reveal": _reveal_button,
    "rematch": _rematch_button,
    "verify": _verify_button,
    "export": _export_button,
}
