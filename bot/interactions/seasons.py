"""/league open, join, leave, results, games, close, and their buttons: seasons of a game on a server."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.app import App
from bot.interactions.finding import fits, folded
from bot.interactions.lobby import GAMES, language_here
from bot.interactions.naming import PUBLIC, named
from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.which import OFFERED, words_for
from bot.messages.api import Interaction, may_organise
from bot.messages.reply import ack
from bot.tables.refusals import Refused
from bot.texts import later, words
from bot.texts.isolation import isolated
from bot.views import clean, league, say
from storage import SeasonNameTaken, SeasonRow, UnknownSeason

ON_A_SERVER: Final = later("Seasons and tournaments belong to a server; type this in one of its channels.")
FOR_MANAGERS: Final = later("That is done by members who may manage the channel or the server.")
Offer = Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]
SEASON = named("season", later("option season"))
WHICH = named(later("Which season; without it the only open one, else the latest"))


def add(group: app_commands.Group, app: App) -> None:
    """Put these commands into the group."""
    for command in (_open, _join, _leave, _results, _games, _close):
        command(group, app)


def _open(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("open", later("/league open")),
        description=named(later("Open a season of a game on this server")),
        extras={PUBLIC: True},
    )
    @app_commands.rename(game=named("game", later("option game")), name=named("name", later("option name")))
    @app_commands.describe(game=named(later("Which game")), name=named(later("What the season is called")))
    @app_commands.choices(game=GAMES)
    async def begin(interaction: discord.Interaction, game: str, name: Range[str, 1, 32] | None = None) -> None:
        guild = _manager(interaction)
        public = words(await language_here(app, interaction))
        season = await _opened(app, interaction, guild, game, name)
        await app.replies.publicly(interaction, league.season_opened(season, public), None)


def _join(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("join", later("/league join")), description=named(later("Belong to a season")))
    @app_commands.rename(season=SEASON)
    @app_commands.describe(season=WHICH)
    async def enter(interaction: discord.Interaction, season: str | None = None) -> None:
        await ack(interaction)
        await _joined(app, interaction, await season_meant(app, interaction, season))

    enter.autocomplete("season")(_offering(app))


def _leave(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("leave", later("/league leave")),
        description=named(later("Leave a season; what you have played stays in it")),
    )
    @app_commands.rename(season=SEASON)
    @app_commands.describe(season=WHICH)
    async def go(interaction: discord.Interaction, season: str | None = None) -> None:
        await ack(interaction)
        meant = await season_meant(app, interaction, season)
        await app.store.leave_season(meant.id, interaction.user.id, app.now())
        said = await words_for(app, interaction)
        text = said(
            "You have left the season {name}. Tables that begin from now on do not count.", name=isolated(meant.name)
        )
        await app.replies.reply(interaction, say(text))

    go.autocomplete("season")(_offering(app))


def _results(group: app_commands.Group, app: App) -> None:
    @group.command(name=named("results", later("/league results")), description=named(later("The results of a season")))
    @app_commands.rename(season=SEASON)
    @app_commands.describe(season=WHICH)
    async def results(interaction: discord.Interaction, season: str | None = None) -> None:
        await ack(interaction)
        await _table(app, interaction, await season_meant(app, interaction, season), 0)

    results.autocomplete("season")(_offering(app))


def _games(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("games", later("/league games")),
        description=named(later("The archive of a season: its games by number")),
    )
    @app_commands.rename(season=SEASON)
    @app_commands.describe(season=WHICH)
    async def games(interaction: discord.Interaction, season: str | None = None) -> None:
        await ack(interaction)
        await _archive(app, interaction, await season_meant(app, interaction, season), 0)

    games.autocomplete("season")(_offering(app))


def _close(group: app_commands.Group, app: App) -> None:
    @group.command(
        name=named("close", later("/league close")), description=named(later("Close a season with its final results"))
    )
    @app_commands.rename(season=SEASON)
    @app_commands.describe(season=WHICH)
    async def end(interaction: discord.Interaction, season: str | None = None) -> None:
        _manager(interaction)
        await ack(interaction)
        meant = await season_meant(app, interaction, season)
        if meant.closed is not None:
            await _table(app, interaction, meant, 0)
            return
        await app.replies.reply(interaction, league.close_season(meant, await words_for(app, interaction)))

    end.autocomplete("season")(_offering(app))


def guild_of(interaction: Interaction) -> int:
    """The server of whoever has typed or pressed; raises Refused in a DM."""
    if interaction.guild_id is None:
        raise Refused(ON_A_SERVER)
    return interaction.guild_id


async def season_meant(app: App, interaction: Interaction, typed: str | None) -> SeasonRow:
    """The season of this server with that number or name; none: the only open one, else the latest closed one.

    Raises Refused or UnknownSeason.
    """
    seasons = await app.store.seasons_in(guild_of(interaction))
    if typed is not None:
        found = [one for one in seasons if typed in {str(one.id), one.name} or folded(one.name) == folded(typed)]
        if not found:
            raise UnknownSeason
        return found[0]
    opened = [one for one in seasons if one.closed is None]
    if len(opened) > 1:
        raise Refused(later("Several seasons are open here; choose one of those that the command offers."))
    if not seasons:
        raise UnknownSeason
    return seasons[0]


async def seasons_matching(app: App, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The server's seasons whose name fits what is typed."""
    if interaction.guild_id is None:
        return []
    said = await words_for(app, interaction)
    found = [one for one in await app.store.seasons_in(interaction.guild_id) if fits(typed, one.name)]
    return [
        app_commands.Choice(name=f"{isolated(one.name)} · {league.title_of(one.kind, said)}", value=str(one.id))
        for one in found[:OFFERED]
    ]


# Inside


def _offering(app: App):  # type: ignore[no-untyped-def]
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await seasons_matching(app, interaction, typed)

    return offer


def _manager(interaction: Interaction) -> int:
    guild = guild_of(interaction)
    if not may_organise(interaction):
        raise Refused(FOR_MANAGERS)
    return guild


async def _opened(app: App, interaction: Interaction, guild: int, kind: str, name: str | None) -> SeasonRow:
    """A new season, under the name that is wished or the first free one; raises SeasonOpen or SeasonNameTaken."""
    by, now = interaction.user.id, app.now()
    if name is not None:
        return await app.store.open_season(guild, kind, clean(name), by, now)
    title = clean(league.title_of(kind, words(await language_here(app, interaction))))
    for number in count(1):
        try:
            return await app.store.open_season(guild, kind, f"{title} {number}", by, now)
        except SeasonNameTaken:
            continue
    raise AssertionError("numbers never end")


async def _joined(app: App, interaction: Interaction, season: SeasonRow) -> None:
    if interaction.user.bot:
        raise Refused(later("Bot accounts belong to no season."))
    new = await app.store.join_season(season.id, interaction.user.id, app.now())
    said = await words_for(app, interaction)
    await app.replies.reply(interaction, league.season_joined(season, said, new=new))


async def _table(app: App, interaction: Interaction, season: SeasonRow, page: int) -> None:
    lines, said = await app.statistics.season(season.id), await words_for(app, interaction)
    await app.replies.reply(interaction, league.season_table(season, lines, page, said))


async def _archive(app: App, interaction: Interaction, season: SeasonRow, page: int) -> None:
    games, hidden = await app.store.counted(season.id), await app.store.unlisted()
    said = await words_for(app, interaction)
    await app.replies.reply(interaction, league.season_games(season, games, hidden, page, said))


# Buttons


async def _pressed(press: Press) -> tuple[SeasonRow, int]:
    """The season whose button was pressed, which must be of this server, and the page; raises Refused."""
    await ack_in_place(press)
    if press.custom.number is None:
        raise Refused(UNKNOWN)
    season = await press.app.store.season(press.custom.number)
    if season.guild != guild_of(press.interaction):
        raise UnknownSeason
    return season, next(iter(press.custom.path), 0)


async def ack_in_place(press: Press) -> None:
    """Acknowledge a press on a message that belongs to no table."""
    await ack(press.interaction)


async def _join_button(press: Press) -> None:
    season, _ = await _pressed(press)
    await _joined(press.app, press.interaction, season)


async def _table_button(press: Press) -> None:
    await _table(press.app, press.interaction, *await _pressed(press))


async def _games_button(press: Press) -> None:
    await _archive(press.app, press.interaction, *await _pressed(press))


async def _close_button(press: Press) -> None:
    app, interaction = press.app, press.interaction
    _manager(interaction)
    season, _ = await _pressed(press)
    closed = await app.store.close_season(season.id, press.user, app.now())
    public = words(await language_here(app, interaction))
    lines = await app.statistics.season(closed.id)
    await app.replies.publicly(interaction, league.season_closed(closed, lines, public), None)
    await press.say(press.words("The season {name} is closed.", name=isolated(closed.name)))


VERBS: Final[Verbs] = {
    "s_join": _join_button,
    "s_table": _table_button,
    "s_games": _games_button,
    "s_close": _close_button,
}
