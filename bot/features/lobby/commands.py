"""The commands `/game new`, `join`, `leave` and `start`, and the buttons of the lobby."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord
from discord import app_commands
from discord.app_commands import Range

from bot import views
from bot.background import Background
from bot.features.decks.service import GameStart
from bot.features.hand.service import Hands
from bot.features.lobby import picker
from bot.features.lobby import view as lobby_view
from bot.features.lobby.covers import covers
from bot.features.lobby.service import LobbyMessages
from bot.features.lobby.threads import Start, TableThreads
from bot.features.reminders.service import Reminders
from bot.features.server.service import OPENED, ServerLog, ServerRules, with_defaults
from bot.features.table_list.service import VisibleChannels
from bot.games import log
from bot.games.levels import known
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import command, option, press
from bot.interactions.options import DEFAULT_GAME, pace_choices, pitches, understood
from bot.interactions.resolvers import Resolver, place_here
from bot.messages.api import Interaction
from bot.messages.reply import Replies, ack, on_own_panel
from bot.tables.bus import Bus
from bot.tables.events import TableOpened
from bot.tables.limits import Limits
from bot.tables.live import LiveTable
from bot.tables.lobby import Lobby, Taken
from bot.tables.people import People
from bot.tables.referee import Referee
from bot.tables.refusals import Refused
from bot.tables.registry import Tables
from bot.tables.thinkers import EASY
from bot.tables.wishes import Wishes
from bot.texts import FALLBACK, LANGUAGES, N_, Translator
from storage import NORMAL, ChannelBusy, Database, GameRow, ServerSettings


def language_choices() -> list[app_commands.Choice[str]]:
    """Returns all languages, by their own names, as choices of a command option."""
    return [app_commands.Choice(name=language.name, value=language.code) for language in LANGUAGES.values()]


@dataclass(frozen=True)
class LobbyHandlers:
    """Handlers of a table from its opening to the start of its game."""

    db: Database
    tables: Tables
    people: People
    referee: Referee
    lobby: Lobby
    limits: Limits
    replies: Replies
    hands: Hands
    reminders: Reminders
    background: Background
    resolver: Resolver
    messages: LobbyMessages
    game_start: GameStart
    rules: ServerRules
    server_log: ServerLog
    threads: TableThreads
    bus: Bus
    channels: VisibleChannels

    @command(N_("/game new"), N_("Open a table in this channel"), public="game")
    @option(N_("option game"), N_("Which game"), choices=pitches)
    @option(N_("option option"), N_("A setting of the game itself"), complete=Resolver.options_matching)
    @option(N_("option pace"), N_("Time limits for turns and reactions"), choices=pace_choices)
    @option(N_("option turn_seconds"), N_("Custom limit per turn, in seconds"))
    @option(N_("option window_seconds"), N_("Custom limit to react, in seconds"))
    @option(N_("option bank_seconds"), N_("Time bank of each player per phase, in seconds"))
    @option(
        N_("option hints"),
        N_("Let players ask privately what a computer would do. The game does not count for seasons"),
    )
    @option(N_("option language"), N_("The table's language"), choices=language_choices)
    async def _new(  # noqa: PLR0913, PLR0917 - the options of the command
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        option: str | None = None,
        pace: str | None = None,
        turn_seconds: Range[int, 5, 604_800] | None = None,
        window_seconds: Range[int, 3, 86_400] | None = None,
        bank_seconds: Range[int, 10, 604_800] | None = None,
        hints: bool | None = None,
        language: str | None = None,
    ) -> None:
        said = await self.resolver.words_for(interaction)
        if option is not None:
            game = game or DEFAULT_GAME
        chosen = {} if option is None or game is None else understood(game, option, said)
        wishes = Wishes(game, chosen, pace, turn_seconds, window_seconds, bank_seconds)
        settings = await self.rules.check_opening(interaction)
        wishes = with_defaults(wishes, settings, hints=hints)
        if wishes.kind is not None:
            await self._open(interaction, wishes, language)
            return
        await self._check_free(interaction, settings)
        await self.replies.answer(interaction, picker.picker(wishes, language, said), covers(said))

    async def _check_free(self, interaction: Interaction, settings: ServerSettings) -> None:
        """Raises ChannelBusy if the channel has a table already and new ones get no thread."""
        place_here(interaction, FALLBACK)
        row = await self._in_the_way(interaction, settings)
        if row is not None:
            raise ChannelBusy(row.channel, row.id)

    async def _in_the_way(self, interaction: Interaction, settings: ServerSettings) -> GameRow | None:
        """Returns the channel's table because of which no other one can be opened here; None if there is none."""
        if self.threads.wanted(interaction, settings):
            return None
        return await self.db.games.in_channel(interaction.channel_id or 0)

    async def _open(self, interaction: Interaction, wishes: Wishes, language: str | None) -> None:
        """Opens a lobby in this channel or a thread of it, and posts its message; raises Refused or ChannelBusy."""
        place = place_here(interaction, FALLBACK)
        settings = await self.rules.check_opening(interaction)
        wishes = with_defaults(wishes, settings, hints=wishes.hints)
        language = language or settings.language or await self.resolver.language_here(interaction)
        place = replace(place, language=language)
        async with self.limits.opening(place, settings) as room:
            kind, _, _ = self.lobby.agreed(wishes)
            start = Start(place)
            if self.threads.wanted(interaction, settings):
                await ack(interaction)
                start = await self.threads.start(place, kind)
            try:
                live = await self.lobby.open(start.place, wishes, room)
            except BaseException:
                await self.threads.cancel(start)
                raise
        self.server_log.note(live.row, OPENED, user=f"<@{place.host}>")
        if interaction.message is not None:
            await ack(interaction)
        await self.messages.show(interaction, live, start)
        self.bus.publish(TableOpened(live))
        if start.message or interaction.message is not None:
            said = await self.resolver.words_for(interaction)
            text = said("Your table is in {channel}.", channel=f"<#{live.row.channel}>")
            await self.replies.reply(interaction, views.say(text))
        await self.threads.explain(interaction, settings, live)

    @command(N_("/game join"), N_("Sit down at this channel's table"))
    async def _sit_down(self, interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await self.resolver.unfinished_here(interaction)
        await self.join(interaction, row.id, await self.resolver.words_for(interaction))

    @command(N_("/game leave"), N_("Get up from the table"))
    async def _get_up(self, interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await self.resolver.unfinished_here(interaction)
        await self.leave(interaction, row.id, await self.resolver.words_for(interaction))

    @command(N_("/game start"), N_("Start the game of this lobby"))
    async def _start(self, interaction: discord.Interaction) -> None:
        await ack(interaction)
        row = await self.resolver.unfinished_here(interaction)
        said = await self.resolver.words_for(interaction)
        if await self.game_start.start(interaction, row.id, said):
            await self.replies.reply(interaction, views.say(said("The game starts.")))

    async def join(self, interaction: Interaction, game: int, words: Translator) -> None:
        """Adds the user to a lobby, or gives them their own or an offered seat of a running game, and replies.

        The interaction is already acknowledged. Raises Refused.
        """
        user = interaction.user
        if user.bot:
            raise Refused(N_("Bot accounts cannot play. Add a computer in the lobby instead."))
        taken = await self.lobby.join(game, user.id, views.clean(user.display_name))
        live = await self.tables.get(game)
        if taken is None:
            await self._in_lobby(interaction, live, words)
            return
        if taken.former > 0 and taken.former != user.id:
            said = await self.people.words_for(taken.former, live.row.language)
            text = said("Someone else plays your seat now.")
            self.background.run(
                self.hands.retire(game, taken.former, text), f"the farewell to a player of table {game}"
            )
        if not taken.ended:
            self.background.run(self.reminders.seat_changed(live, taken.seat), f"the announcement at table {game}")
        await self._in_game(interaction, game, taken, words)
        await self.referee.settle(game)

    async def _in_lobby(self, interaction: Interaction, live: LiveTable, words: Translator) -> None:
        """Sends a test DM, in the background, to a user who has joined a lobby; also replies, unless the user pressed a
        button of its board.
        """
        if interaction.message is None or on_own_panel(interaction):
            text = words("You sit at the table. Press Start when everyone is here.")
            if interaction.channel_id != live.row.channel:
                text = words("You sit at the table in {channel}.", channel=f"<#{live.row.channel}>")
            await self.replies.reply(interaction, views.say(text))
        self.background.run(self.messages.greet(interaction, live, words), f"the greeting at table {live.id}")

    async def _in_game(self, interaction: Interaction, game: int, taken: Taken, words: Translator) -> None:
        """Sends a user who takes over a seat, or comes back to it, what the seat may know of the game so far."""
        live, back = await self.tables.get(game), taken.former == interaction.user.id
        if taken.ended and back:
            text = words("You are back at the table. That completes the vote to end the game, and the game has ended.")
        elif live.row.finished_yet:
            text = words("The game is over.")
        else:
            text = log.digest(live.facts, live.running(), taken.seat, words, back=back)
        await self.replies.reply(interaction, views.say(text))

    async def leave(self, interaction: Interaction, game: int, words: Translator) -> None:
        """Removes the user from a lobby; asks for a confirmation if the game runs; raises Refused."""
        live = await self.tables.get(game)
        if live.row.phase == "running":
            live.player(interaction.user.id)
            await self.replies.reply(interaction, lobby_view.leave_twice(live.facts, words))
            return
        await self.lobby.leave(game, interaction.user.id)
        text = words("You have left the table.")
        if interaction.message is None:
            await self.replies.reply(interaction, views.say(text))
        self.background.run(
            self.hands.retire(game, interaction.user.id, text), f"the farewell to a player of table {game}"
        )

    # Buttons

    @press("new")
    async def _new_button(self, press: ComponentContext) -> None:
        """Opens a lobby, or posts the user's own lobby of that game again if it is open here without other people."""
        wishes, language = picker.picked(press.custom)
        row = await self._in_the_way(press.interaction, await self.rules.here(press.interaction))
        if row is None:
            message = press.interaction.message.id if press.interaction.message is not None else 0
            with self.limits.press(message, press.user, once=press.on_own_panel):
                await self._open(press.interaction, wishes, language)
        else:
            await self.messages.show_again(press, await self.tables.get(row.id), self.lobby.agreed(wishes)[0])

    @press("open")
    async def _open_button(self, press: ComponentContext) -> None:
        settings = await self.rules.check_opening(press.interaction)
        wishes = with_defaults(Wishes(), settings, hints=None)
        await self._check_free(press.interaction, settings)
        await press.show(picker.picker(replace(wishes, kind=None), None, press.words), covers(press.words))

    @press("solo")
    async def _solo_button(self, press: ComponentContext) -> None:
        await press.ack()
        row = await self.db.games.get(press.custom.game)
        level = EASY if await self.people.is_new(press.user, row.kind) else NORMAL
        await self.lobby.fill(press.custom.game, press.user, level)
        await self.game_start.start(press.interaction, press.custom.game, press.words)

    @press("join")
    async def _join_button(self, press: ComponentContext) -> None:
        await press.ack()
        row = await self.db.games.get(press.custom.game)
        if row.guild != press.interaction.guild_id or not await self.channels.sees(press.interaction, row.channel):
            raise Refused(UNKNOWN)
        await self.join(press.interaction, press.custom.game, press.words)

    @press("leave")
    async def _leave_button(self, press: ComponentContext) -> None:
        await press.ack()
        await self.leave(press.interaction, press.custom.game, press.words)

    @press("leave_really")
    async def _leave_really_button(self, press: ComponentContext) -> None:
        live = await press.table()
        live.player(press.user)
        await press.show(lobby_view.leave_really(live.facts, press.words))

    @press("leave_sure")
    async def _leave_sure_button(self, press: ComponentContext) -> None:
        await press.ack()
        await self.lobby.leave_running(press.custom.game, press.user)
        goes_on = N_("You have left the game, and a computer plays your seat. Take it back with `/game join`.")
        ended = (await self.tables.get(press.custom.game)).row.finished_yet
        await press.say(press.words(N_("You have left, and the game has ended.") if ended else goes_on))

    @press("stay_in")
    async def _stay_in_button(self, press: ComponentContext) -> None:
        await press.say(press.words("You stay at the table."))

    @press("computer")
    async def _computer_select(self, press: ComponentContext) -> None:
        await press.ack()
        # Buttons of messages from before levels existed name no level.
        level = known(press.value if press.values else None)
        await self.lobby.add_computer(press.custom.game, press.user, level)

    @press("nocomputer")
    async def _no_computer_button(self, press: ComponentContext) -> None:
        await press.ack()
        await self.lobby.remove_computer(press.custom.game, press.user)

    @press("start")
    async def _start_button(self, press: ComponentContext) -> None:
        await press.ack()
        await self.game_start.start(press.interaction, press.custom.game, press.words)
