"""/game replay and its buttons: a finished game of this server, seen again; of a running one nothing is shown."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot import views
from bot.app import App
from bot.games import BOARDS
from bot.games.reel import ONLOOKER, Reel
from bot.interactions.finding import fits
from bot.interactions.naming import named
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.which import OFFERED, words_for
from bot.messages.api import SILENT, Interaction, files, illustrated
from bot.messages.reply import ack
from bot.tables.live import LiveTable
from bot.tables.reels import TOO_EARLY
from bot.tables.refusals import NotHere, Refused
from bot.texts import Words, later, words
from bot.views.ended import NO_GAME
from bot.views.replay import Place, before, place_of
from storage import GameRow, UnknownGame

LOOKED_THROUGH: Final = 400
"""So many of a server's last games are offered by what is typed."""
LONGEST: Final = 100
"""Letters of a choice's name."""
NO_SUCH_GAME: Final = later("There is no finished game of that number here. The command offers those that there are.")

NO_FILES: Final = later("I may not send files here; whoever manages the channel can allow me to.")
NO_FILM: Final = later("The film could not be drawn just now; please try again.")


def add(group: app_commands.Group, app: App) -> None:
    """Put this command into the group."""

    @group.command(
        name=named("replay", later("/game replay")),
        description=named(later("After the end: see a game again, picture by picture")),
    )
    @app_commands.rename(number=named("number", later("option number")))
    @app_commands.describe(number=named(later("The table's number; without it the last game of this channel")))
    async def replay(
        interaction: discord.Interaction, number: app_commands.Range[int, 1, 999_999_999] | None = None
    ) -> None:
        await ack(interaction)
        row = await (latest(app, interaction) if number is None else of_number(app, interaction, number))
        said = await words_for(app, interaction)
        live, reel = await app.reels.get(row.id)
        await show(app, interaction, (live, reel, Place()), said)

    @replay.autocomplete("number")
    async def _numbers(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await games_matching(app, interaction, typed)


async def latest(app: App, interaction: Interaction) -> GameRow:
    """The channel's latest finished game, in a DM the asker's own; raises NotHere, or Refused while a game runs."""
    if interaction.guild_id is None:
        mine = await app.store.archive_of(interaction.user.id, 1)
        if not mine:
            raise NotHere
        return mine[0][0]
    channel = interaction.channel_id or 0
    played = await app.store.latest_played_in(channel)
    if played is not None:
        return played
    raise Refused(TOO_EARLY) if await app.store.latest_game_in(channel) is not None else NotHere()


async def of_number(app: App, interaction: Interaction, number: int) -> GameRow:
    """The finished game of that number, where whoever asks may see it; raises Refused.

    A running game, one of another server and none at all are refused alike: nobody learns which it is.
    """
    try:
        row = await app.store.game(number)
    except UnknownGame:
        raise Refused(NO_SUCH_GAME) from None
    if not (row.finished_yet and row.started is not None and await may_see(app, interaction, row)):
        running = row.phase == "running" and row.guild is not None and row.channel == interaction.channel_id
        raise Refused(TOO_EARLY if running else NO_SUCH_GAME)
    return row


async def may_see(app: App, interaction: Interaction, row: GameRow) -> bool:
    """Whether the game belongs to this server's archive as far as the asker may look: its players always may."""
    if interaction.guild_id is not None and row.guild != interaction.guild_id:
        return False
    if await app.store.seat_of(row.id, interaction.user.id) is not None:
        return True
    return interaction.guild_id is not None and _opens(interaction, row.channel)


def _opens(interaction: Interaction, number: int) -> bool:
    """Whether a channel of this server is open to the asker; one that nobody finds any more is its players' alone."""
    if number == interaction.channel_id:
        return True
    guild, member = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(number)
    if channel is None or not isinstance(member, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(member).view_channel


async def games_matching(app: App, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The finished games that fit what is typed: by number, game or people, latest first."""
    said, guild = await words_for(app, interaction), interaction.guild_id
    found = (
        await app.store.archive_of(interaction.user.id, LOOKED_THROUGH)
        if guild is None
        else await app.store.archive(guild, LOOKED_THROUGH)
    )
    choices: list[app_commands.Choice[int]] = []
    for row, names in found:
        title = BOARDS[row.kind].title(said) if row.kind in BOARDS else row.kind
        told = f"{row.id} · {title} · {row.finished or row.created:%Y-%m-%d} · {names}"
        if len(choices) < OFFERED and fits(typed, told) and (guild is None or _opens(interaction, row.channel)):
            choices.append(app_commands.Choice(name=told[:LONGEST], value=row.id))
    return choices


async def show(app: App, interaction: Interaction, where: tuple[LiveTable, Reel, Place], said: Words) -> None:
    """A frame, to the asker alone; raises Refused where there is no such view."""
    live, reel, place = where
    seen = place.seen(reel.seats)
    if seen is None or (seen != ONLOOKER and not live.row.finished_yet):
        raise Refused(UNKNOWN)
    place = place._replace(at=reel.stop(place.at, by_chapters=place.by_chapters))
    shot = reel.shot(place.at, seen, before(reel, place))
    sketch = app.illustrator.replayed(shot, live.facts, said)
    await app.replies.answer(interaction, views.replay(live.facts, reel, shot, place, said), sketch, low=True)


# Buttons


async def _replay_button(press: Press) -> None:
    """On to a frame; the button below a last board begins."""
    if press.custom.game == NO_GAME or press.custom.number is None:
        await _show_at(press, Place(), press.finished)
    else:
        await _show_at(press, place_of(press.custom))


async def _jump(press: Press) -> None:
    place = place_of(press.custom)
    await _show_at(press, None if place is None else place._replace(at=press.number))


async def _look_as(press: Press) -> None:
    place = place_of(press.custom)
    await _show_at(press, None if place is None else place._replace(view=press.index))


async def _show_at(press: Press, place: Place | None, game: int | None = None) -> None:
    if place is None:
        raise Refused(UNKNOWN)
    row = await of_number(press.app, press.interaction, press.custom.game if game is None else game)
    live, reel = await press.app.reels.get(row.id)
    await show(press.app, press.interaction, (live, reel, place), press.words)


async def _share(press: Press) -> None:
    """The film, for everybody in the channel; in a DM, beside a running game, or where they may not write, privately.

    It shows what an onlooker saw and nothing else, whatever point of view the presser has.
    """
    app, interaction = press.app, press.interaction
    row = await of_number(app, interaction, press.custom.game)
    if not interaction.app_permissions.attach_files:
        raise Refused(NO_FILES)
    await press.ack()
    live, reel = await app.reels.get(row.id)
    beside = await app.store.game_in(interaction.channel_id or 0)
    public = _may_write(interaction) and (beside is None or beside.phase != "running")
    said = words(live.row.language) if public else press.words
    drawn = await app.illustrator.film(reel, live.facts, said)
    if drawn is None:
        raise Refused(NO_FILM)
    view = illustrated(views.film(live.facts, said), drawn)
    if public:
        await interaction.followup.send(view=view, files=files(drawn), allowed_mentions=SILENT)
    else:
        await app.replies.more(interaction, view, drawn)


def _may_write(interaction: Interaction) -> bool:
    """Whether whoever has pressed may write where they have."""
    allowed = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    return interaction.guild_id is not None and (
        allowed.send_messages_in_threads if in_thread else allowed.send_messages
    )


VERBS: Final[Verbs] = {"share": _share, "replay": _replay_button, "replay_jump": _jump, "replay_view": _look_as}
